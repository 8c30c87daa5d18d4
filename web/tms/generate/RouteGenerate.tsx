import type { Text } from '@lading/contract/kernel/text.ts'
import { type PlannedTruck, planScope, planStart, type ScopeOrder } from '@lading/contract/tms/planCalls.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useText } from '../../client/text.ts'
import { DayPicker } from '../../kernel/field/DayPicker.tsx'
import { NotFresh, NotRead } from '../../kernel/NotRead.tsx'
import { useBlocked } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { Page } from '../../ui/Page.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { Fleet } from './Fleet.tsx'
import { Orders } from './Orders.tsx'
import { Run } from './Run.tsx'
import { useTicks } from './useTicks.ts'
import './generate.css'

const title: Text = ['智能排线', 'Smart route planning']

/** 智能排线: what goes, on which trucks, and how the plan of it turns out; all three stay in sight. */
export function RouteGenerate() {
  const t = useText()
  const blocked = useBlocked(routePlan.header)
  if (blocked === undefined) return <Generate />
  return (
    <Page title={t(title)}>
      <Empty title={blocked} />
    </Page>
  )
}

interface At {
  readonly bizDate: string
  readonly depotId: string
}
function Generate() {
  const t = useText()
  const start = useCall(planStart, {})
  const [at, setAt] = useState<At>()
  const [first] = start.data?.depots ?? []
  // From then on it is the user's: what would be usual an hour later does not move it.
  if (!at && start.data && first) setAt({ bizDate: start.data.bizDate, depotId: first.id })
  if (!start.data)
    return (
      <Page title={t(title)}>{start.error ? <NotRead of={start} /> : <SkeletonRows label={t(words.loading)} />}</Page>
    )
  if (!at)
    return (
      <Page title={t(title)}>
        <Empty title={t(['没有车场：请先在客户发货点勾选“车场”', 'No depot yet: mark a shipping site as one'])} />
      </Page>
    )
  const head = (
    <>
      <DayPicker
        day={at.bizDate}
        allowClear={false}
        aria-label={t(routePlan.header.fields.bizDate.title)}
        onDay={(bizDate) => bizDate && setAt({ ...at, bizDate })}
      />
      <Select
        className="plan-depot"
        aria-label={t(routePlan.header.fields.depotId.title)}
        showSearch={{ optionFilterProp: 'label' }}
        options={start.data.depots.map((d) => ({ value: d.id, label: `${d.code} ${d.name}` }))}
        value={at.depotId}
        onChange={(depotId) => setAt({ ...at, depotId })}
      />
    </>
  )
  return (
    <Page title={t(title)} actions={head}>
      <Day at={at} configs={start.data.configs} onGo={setAt} />
    </Page>
  )
}

type Configs = Parameters<typeof Fleet>[0]['configs']
const isUsual = (o: ScopeOrder): boolean => o.reason === null && o.heldBy === null
const always = (): boolean => true

function Day({ at, configs, onGo }: { at: At; configs: Configs; onGo: (at: At) => void }) {
  const t = useText()
  const scope = useCall(planScope, at, { placeholderData: (before) => before })
  const [configId, setConfig] = useState<string>()
  const config = configs.find((c) => c.id === configId) ?? configs[0]
  const { data } = scope
  // What cannot be planned as it is stands first: it is to be mended before.
  const orders = useMemo(
    () => data && [...data.orders.filter((o) => !isUsual(o)), ...data.orders.filter(isUsual)],
    [data],
  )
  const goods = useTicks<ScopeOrder>(orders, isUsual)
  const fleet = useTicks<PlannedTruck>(data?.trucks, always)
  if (!data || !orders) return scope.error ? <NotRead of={scope} /> : <SkeletonRows label={t(words.loading)} />
  return (
    <>
      <NotFresh of={scope} />
      <div className="plan-steps" aria-busy={scope.isPlaceholderData}>
        <Orders orders={orders} sites={data.sites} selection={goods.selection} chosen={goods.chosen} />
        <Fleet
          trucks={data.trucks}
          selection={fleet.selection}
          chosen={fleet.chosen}
          orders={goods.chosen}
          configs={configs}
          config={config}
          onConfig={setConfig}
        />
        <Run
          at={at}
          config={config}
          orders={goods.chosen}
          trucks={fleet.chosen}
          plans={scope.isPlaceholderData ? [] : data.plans}
          computing={data.computing}
          onRead={() => void scope.refetch({ cancelRefetch: false })}
          onGo={onGo}
        />
      </div>
    </>
  )
}
