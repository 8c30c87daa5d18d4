import type { Text } from '@lading/contract/kernel/text.ts'
import { byRouteStart, createByRoute, overflows, previewByRoute } from '@lading/contract/tms/byRoute.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { routeScheme } from '@lading/contract/tms/routeScheme.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { useSession } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { DayPicker } from '../../kernel/field/DayPicker.tsx'
import { Made } from '../../kernel/Made.tsx'
import { NotFresh, NotRead } from '../../kernel/NotRead.tsx'
import { useBlocked } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { OffRoutes, RouteTrips } from './Preview.tsx'
import './byRoute.css'

const title: Text = ['按线路派车', 'Trips by fixed route']

/** 按线路派车: what a day's fixed routes come to, looked at before it is made. */
export function ByRoute() {
  const t = useText()
  const blocked = useBlocked(shipPlanBill.header)
  if (blocked === undefined) return <Start />
  return (
    <Page title={t(title)}>
      <Empty title={blocked} />
    </Page>
  )
}

interface Asked {
  readonly bizDate: string
  readonly depotId: string
  readonly schemeIds: readonly string[]
  readonly overflow: keyof typeof overflows
}
const weekdayOf = (day: string): string => String(((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7) + 1)

function Start() {
  const t = useText()
  const start = useCall(byRouteStart, {})
  const [typed, setTyped] = useState<Asked>()
  const [depot] = start.data?.depots ?? []
  // From then on it is the user's: what would be usual an hour later does not move it.
  if (!typed && start.data && depot)
    setTyped({ bizDate: start.data.bizDate, depotId: depot.id, schemeIds: [], overflow: 'SPLIT' })
  if (!start.data)
    return (
      <Page title={t(title)}>{start.error ? <NotRead of={start} /> : <SkeletonRows label={t(words.loading)} />}</Page>
    )
  if (!typed)
    return (
      <Page title={t(title)}>
        <Empty title={t(['没有车场：请先在客户发货点勾选“车场”', 'No depot yet: mark a shipping site as one'])} />
      </Page>
    )
  const { depots, schemes } = start.data
  const going = schemes.filter(
    (s) => s.depotId === typed.depotId && (s.days.length === 0 || s.days.includes(weekdayOf(typed.bizDate))),
  )
  return (
    <Page
      title={t(title)}
      actions={
        <>
          <DayPicker
            day={typed.bizDate}
            allowClear={false}
            aria-label={t(routePlan.header.fields.bizDate.title)}
            onDay={(bizDate) => bizDate && setTyped({ ...typed, bizDate, schemeIds: [] })}
          />
          <Select
            className="plan-depot"
            aria-label={t(routePlan.header.fields.depotId.title)}
            showSearch={{ optionFilterProp: 'label' }}
            options={depots.map((d) => ({ value: d.id, label: `${d.code} ${d.name}` }))}
            value={typed.depotId}
            onChange={(depotId) => setTyped({ ...typed, depotId, schemeIds: [] })}
          />
        </>
      }
    >
      <div className="by-route-asked">
        <Select
          mode="multiple"
          allowClear
          className="by-route-schemes"
          maxTagCount="responsive"
          aria-label={t(routeScheme.title)}
          placeholder={t(['当日全部线路（{n}条）', 'All routes of the day ({n})'], { n: going.length })}
          options={going.map((s) => ({ value: s.id, label: `${s.code} ${s.name}` }))}
          value={[...typed.schemeIds]}
          onChange={(schemeIds) => setTyped({ ...typed, schemeIds })}
        />
        <span className="by-route-overflow">
          {t(['装不下时', 'What is too much'])}
          <Segmented
            options={(Object.keys(overflows) as (keyof typeof overflows)[]).map((value) => ({
              value,
              label: t(overflows[value]),
            }))}
            value={typed.overflow}
            onChange={(overflow) => setTyped({ ...typed, overflow })}
          />
        </span>
      </div>
      <Day asked={typed} />
    </Page>
  )
}

function Day({ asked }: { asked: Asked }) {
  const t = useText()
  const input = { ...asked, schemeIds: [...asked.schemeIds] }
  const preview = useCall(previewByRoute, input, { placeholderData: (before) => before })
  const write = useWrite(createByRoute)
  const mayCreate = useSession(({ user }) => user?.permissions?.includes(createByRoute.permission) ?? true)
  const { data } = preview
  if (!data) return preview.error ? <NotRead of={preview} /> : <SkeletonRows label={t(words.loading)} />
  const { trips, off } = data
  const create = async (): Promise<void> => {
    try {
      const made = await write.run({ ...input, wayBillIds: trips.flatMap((one) => one.wayBillIds) })
      notify(
        'good',
        <>
          {t(['已生成{n}张派车单（{m}单）：', 'Created {n} trips of {m} waybills: '], {
            n: made.trips.length,
            m: made.wayBills,
          })}
          <Made made={made.trips.map(({ id, billNo }) => ({ key: shipPlanBill.header.key, id, no: billNo }))} />
        </>,
      )
    } catch (error) {
      report(error)
    }
    await changed(shipPlanBill.header)
  }
  const button = mayCreate && (
    <Button
      type="primary"
      disabled={trips.length === 0 || preview.isPlaceholderData}
      loading={write.isBusy}
      onClick={() => void create()}
    >
      {t(['生成{n}张派车单', 'Create {n} {n|trip|trips}'], { n: trips.length })}
    </Button>
  )
  return (
    <div className="by-route" aria-busy={preview.isPlaceholderData}>
      <NotFresh of={preview} />
      <RouteTrips trips={trips} button={button} />
      {off.length > 0 && <OffRoutes off={off} />}
    </div>
  )
}
