import { quickBoard } from '@lading/contract/tms/quickCalls.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { DayPicker } from '../../kernel/field/DayPicker.tsx'
import { NotFresh, NotRead } from '../../kernel/NotRead.tsx'
import { useBlocked } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { Page } from '../../ui/Page.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { QuickBoard } from './QuickBoard.tsx'
import '../plan/plan.css'
import './quick.css'

const { title } = quickBoard

/** 快速排线: a day planned by hand, on cards of trucks. */
export function QuickPlan() {
  const t = useText()
  const blocked = useBlocked(routePlan.header)
  if (blocked === undefined) return <Day />
  return (
    <Page title={t(title)}>
      <Empty title={blocked} />
    </Page>
  )
}

function Day() {
  const t = useText()
  const [at, setAt] = useState<{ bizDate?: string; depotId?: string }>({})
  const board = useCall(quickBoard, at, { placeholderData: (before) => before })
  const { data } = board
  // From then on it is the user's: what would be usual an hour later does not move it.
  if (data?.depotId && at.depotId === undefined) setAt({ bizDate: data.bizDate, depotId: data.depotId })
  if (!data)
    return (
      <Page title={t(title)}>{board.error ? <NotRead of={board} /> : <SkeletonRows label={t(words.loading)} />}</Page>
    )
  if (data.depotId === null)
    return (
      <Page title={t(title)}>
        <Empty title={t(['没有车场：请先在客户发货点勾选“车场”', 'No depot yet: mark a shipping site as one'])} />
      </Page>
    )
  const { bizDate, depotId } = data
  const head = (
    <>
      <DayPicker
        day={at.bizDate ?? bizDate}
        allowClear={false}
        aria-label={t(routePlan.header.fields.bizDate.title)}
        onDay={(day) => day && setAt({ depotId, bizDate: day })}
      />
      <Select
        className="quick-depot"
        aria-label={t(routePlan.header.fields.depotId.title)}
        showSearch={{ optionFilterProp: 'label' }}
        options={data.depots.map((d) => ({ value: d.id, label: `${d.code} ${d.name}` }))}
        value={at.depotId ?? depotId}
        onChange={(id) => setAt({ bizDate, depotId: id })}
      />
    </>
  )
  return (
    <Page title={t(title)} actions={head}>
      <NotFresh of={board} />
      <QuickBoard key={`${bizDate} ${depotId}`} read={{ ...data, depotId }} />
    </Page>
  )
}
