import { ruleStep } from '@lading/contract/kernel/ruleTable.ts'
import { checkRoute, orderRoute, routeProblems } from '@lading/contract/tms/routeScheme.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import type { DraftRow } from '../../kernel/form/draft.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { numbered } from '../../platform/ruleTable/order.ts'
import { RuleRows } from '../../platform/ruleTable/RuleRows.tsx'
import { Mark } from '../../ui/Mark.tsx'
import './scheme.css'

/** What can be checked of a scheme as it is typed; nothing as long as a depot or all stores are missing. */
function askedOf(record: InputProps['record'], rows: readonly DraftRow[], id: string | undefined) {
  const siteIds = rows.flatMap(({ siteId }) => (typeof siteId === 'string' && siteId !== '' ? [siteId] : []))
  const { depotId, departAt, truckId, days } = record
  const isClock = typeof departAt === 'string' && /^\d\d:\d\d$/.test(departAt)
  if (typeof depotId !== 'string' || depotId === '' || !isClock || siteIds.length === 0) return undefined
  return {
    ...(id !== undefined && { id }),
    ...(typeof truckId === 'string' && truckId !== '' && { truckId }),
    ...{ depotId, departAt, siteIds, days: Array.isArray(days) ? days.map(String) : [] },
  }
}
type Asked = NonNullable<ReturnType<typeof askedOf>>

/** Stops to type into and to move, put in order by the engine, and checked as they stand. */
export function StopsInput(p: InputProps) {
  const t = useText()
  const { id } = usePlace().query
  const [isBusy, setBusy] = useState(false)
  const rows = (p.value ?? []) as readonly DraftRow[] // The draft holds child rows in this form.
  const asked = askedOf(p.record, rows, id)
  const order = async (of: Asked): Promise<void> => {
    setBusy(true)
    try {
      const { siteIds } = await call(orderRoute, of)
      const place = (row: DraftRow) => siteIds.indexOf(String(row.siteId))
      p.onChange(
        numbered([...rows].sort((a, b) => place(a) - place(b)) as readonly (DraftRow & { seq?: unknown })[], ruleStep),
      )
    } catch (error) {
      report(error)
    } finally {
      setBusy(false)
    }
  }
  const canOrder = asked !== undefined && asked.siteIds.length === rows.length && rows.length > 1 && !p.isDisabled
  return (
    <>
      <RuleRows {...p} />
      <div className="route-tools">
        <Button disabled={!canOrder} loading={isBusy} onClick={() => asked && void order(asked)}>
          {t(orderRoute.title)}
        </Button>
        {asked && <Checked of={asked} />}
      </div>
    </>
  )
}

/** 校验: how far, how long and when back, and what is wrong. */
function Checked({ of }: { of: Asked }) {
  const t = useText()
  const checked = useCall(checkRoute, of, { placeholderData: (before) => before })
  const { data } = checked
  if (!data) return checked.error ? <NotRead of={checked} /> : null
  const { problems, stops } = data
  return (
    <section className="route-checked" aria-label={t(checkRoute.title)} aria-busy={checked.isPlaceholderData}>
      {data.distanceKm !== null && (
        <p className="num" role="status">
          {t(['{km} km，{min}分钟（含卸货），{returns}返回', '{km} km, {min} min with unloading, back at {returns}'], {
            km: data.distanceKm,
            min: data.durationMin,
            returns: data.returns,
          })}
        </p>
      )}
      {stops.length > 0 && (
        <ol className="route-times num muted">
          {stops.map((s) => (
            <li key={s.siteId}>
              {s.arrive} {s.name}
            </li>
          ))}
        </ol>
      )}
      {problems.length === 0 ? (
        <p>
          <Mark tone="good" /> {t(['校验通过', 'Nothing is wrong'])}
        </p>
      ) : (
        <ul className="route-problems">
          {problems.map(({ kind, site, what }) => (
            <li key={`${kind} ${site}`}>
              <Mark tone="warn" /> {t(routeProblems[kind], { site, what })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
