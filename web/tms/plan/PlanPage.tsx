import { drawPlan } from '@lading/contract/tms/planCalls.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { type RefObject, useRef } from 'react'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { ActionButtons } from '../../kernel/ActionButtons.tsx'
import { RecordPage } from '../../kernel/detail/EntityDetail.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { listOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import type { RowAction } from '../../kernel/verbs.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { billSteps, useFlowActions } from '../../platform/bill/useFlowActions.ts'
import { Page } from '../../ui/Page.tsx'
import { PlanBoard, type Settled } from './PlanBoard.tsx'
import './plan.css'

/** 排线单: a plan on the map, as cards and along the day, to be changed by hand. */
export function PlanPage() {
  const t = useText()
  const flow = useFlowActions(routePlan, billSteps(routePlan))
  const settled = useRef<Settled>(undefined)
  /** A change of his own that is not answered yet comes first: it is part of what he confirms. */
  const actionsOf = (row: Row): readonly RowAction[] =>
    flow.actionsOf(row).map((action) => ({
      ...action,
      run: async () => {
        const drawn = settled.current ? await settled.current() : row
        if (!drawn) return
        const { version, state } = drawn
        flow
          .actionsOf(version > row.version ? { ...row, version, state } : row)
          .find(({ key }) => key === action.key)
          ?.run()
      },
    }))
  return (
    <RecordPage of={routePlan.header}>
      {(row, reload) => (
        <Page
          title={String(row.billNo)}
          note={
            <>
              <StateTag flow={routePlan.flow} state={row.state} /> {String(row.bizDate)}
              {typeof row.message === 'string' && ` ${row.message}`}
              {row.state === 'CONFIRMED' && <Trips of={row} />}
            </>
          }
          actions={
            <>
              <ActionButtons steps={actionsOf(row)} others={[]} />
              {reload}
            </>
          }
        >
          <Drawing row={row} settled={settled} none={t(['正在计算……', 'Computing …'])} />
        </Page>
      )}
    </RecordPage>
  )
}

/** The way to the trips that were made of it. */
function Trips({ of }: { of: Row }) {
  const t = useText()
  const may = useMay()
  const trips = shipPlanBill.header
  const to = may(trips, 'view') ? listOf(trips.key, { bizDate: String(of.bizDate) }) : undefined
  return (
    to && (
      <>
        {' '}
        <a href={hashOf(to)}>{t(['派车单（{n}）', 'Trips ({n})'], { n: Number(of.tripCount) })}</a>
      </>
    )
  )
}

/** Asked again while it is computed. */
function Drawing({ row, none, settled }: { row: Row; none: string; settled: RefObject<Settled | undefined> }) {
  const isComputing = row.state === 'COMPUTING'
  const { data } = useCall(drawPlan, { id: row.id }, { ...(isComputing && { refetchInterval: 1000 }) })
  if (!data) return <p role="status">{none}</p>
  return <PlanBoard key={`${row.id} ${data.state === 'COMPUTING'}`} id={row.id} first={data} settled={settled} />
}
