import { drawPlan } from '@lading/contract/tms/planCalls.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { useText } from '../../client/text.ts'
import { ActionButtons } from '../../kernel/ActionButtons.tsx'
import { RecordPage } from '../../kernel/detail/EntityDetail.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { billSteps, useFlowActions } from '../../platform/bill/useFlowActions.ts'
import { Page } from '../../ui/Page.tsx'
import { PlanBoard } from './PlanBoard.tsx'
import './plan.css'

/** 排线单: a plan on the map, as cards and along the day, to be changed by hand. */
export function PlanPage() {
  const t = useText()
  const flow = useFlowActions(routePlan, billSteps(routePlan))
  return (
    <RecordPage of={routePlan.header}>
      {(row, reload) => (
        <Page
          title={String(row.billNo)}
          note={
            <>
              <StateTag flow={routePlan.flow} state={row.state} /> {String(row.bizDate)}
              {typeof row.message === 'string' && ` ${row.message}`}
            </>
          }
          actions={
            <>
              <ActionButtons steps={flow.actionsOf(row)} others={[]} />
              {reload}
            </>
          }
        >
          <Drawing row={row} none={t(['正在计算……', 'Computing …'])} />
        </Page>
      )}
    </RecordPage>
  )
}

/** Asked again while it is computed. */
function Drawing({ row, none }: { row: Row; none: string }) {
  const isComputing = row.state === 'COMPUTING'
  const { data } = useCall(drawPlan, { id: row.id }, { ...(isComputing && { refetchInterval: 1000 }) })
  if (!data) return <p role="status">{none}</p>
  return <PlanBoard key={`${row.id} ${data.state === 'COMPUTING'}`} id={row.id} first={data} />
}
