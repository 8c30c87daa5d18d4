import type { Text } from '@lading/contract/kernel/text.ts'
import { leftReasons } from '@lading/contract/tms/planCalls.ts'
import { type QuickOrder, suggestQuick } from '@lading/contract/tms/quickCalls.ts'
import { tempZones } from '@lading/contract/tms/wayBill.ts'
import { Checkbox, Segmented, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import { grouped } from '../../ui/numbers.ts'
import { sizeOf } from '../generate/figures.ts'
import { dropped } from '../plan/board.ts'
import { Suggest } from '../plan/Suggest.tsx'
import { dragged, ordersIn } from '../plan/TripCard.tsx'
import type { Around, Arrange } from '../plan/usePlan.ts'
import { type By, type Group, groupsOf, isFree } from './pool.ts'

export const byTitles: Readonly<Record<By, Text>> = {
  route: ['线路', 'Route'],
  region: ['区域', 'Region'],
  siteId: ['门店', 'Store'],
}

export interface Ticks {
  readonly all: ReadonlySet<string>
  readonly set: (ids: readonly string[], isTicked: boolean) => void
}
interface Props {
  /** What stands on no card. */
  readonly orders: readonly QuickOrder[]
  readonly look: Around
  readonly ticks: Ticks
  readonly by: By
  readonly onBy: (by: By) => void
  /** Left out: it may only be looked at. */
  readonly arrange: Arrange | undefined
  /** Sends what is ticked to the card of a number. */
  readonly onSend: (no: number) => void
  /** Null: there is no draft yet to try places in. */
  readonly draftId: string | null
}

const boxes = 'input[type=checkbox]:not(:disabled)'
/** Up and down along the ticks, further ones ticked with Shift; a digit sends them to the card of that number. */
const onKey = (p: Props) => (e: React.KeyboardEvent<HTMLElement>) => {
  const at = e.target
  if (!(at instanceof HTMLInputElement) || at.type !== 'checkbox') return
  const all = [...e.currentTarget.querySelectorAll<HTMLInputElement>(boxes)]
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key]
  if (step !== undefined) {
    const next = all[all.indexOf(at) + step]
    // The tick of a whole group has no value.
    const both = [at.value, next?.value ?? ''].filter((id) => id !== '')
    if (e.shiftKey) p.ticks.set(both, true)
    next?.focus()
  } else if (e.key.toLowerCase() === 'a' && (e.ctrlKey || e.metaKey)) {
    p.ticks.set(
      p.orders.filter(isFree).map((o) => o.id),
      true,
    )
  } else if (e.key === 'Escape') p.ticks.set([...p.ticks.all], false)
  else if (/^[1-9]$/.test(e.key) && !e.ctrlKey && !e.altKey && !e.metaKey) {
    // What goes takes the focus with it: it stays where the next one waits.
    const stays = all.filter((box) => box.value !== '' && !p.ticks.all.has(box.value))
    const next = stays.find((box) => all.indexOf(box) > all.indexOf(at)) ?? stays.at(-1)
    next?.focus()
    p.onSend(Number(e.key))
  } else return
  e.preventDefault()
}

/** What waits, told apart by route, region or store; ticked one by one, by group or with the keyboard, and dragged onto a card. */
export function Pool(p: Props) {
  const t = useText()
  const { orders, by, arrange } = p
  const names = new Map(p.look.sites.map((s) => [s.id, `${s.code} ${s.name}`]))
  const said = (key: string) => (key === '' ? t(['未分', 'None']) : by === 'siteId' ? (names.get(key) ?? key) : key)
  const { kg, m3 } = sizeOf(orders)
  return (
    <section
      className="quick-pool card"
      aria-label={t(['待排运单', 'Waiting'])}
      onKeyDown={onKey(p)}
      onDragOver={(e) => e.preventDefault()}
      onDrop={(e) => {
        e.preventDefault()
        const ids = ordersIn(e)
        if (ids.length > 0) arrange?.((trips) => dropped(trips, ids))
      }}
    >
      <header>
        <strong>{t(['待排{n}单', '{n} waiting'], { n: orders.length })}</strong>
        <span className="num">
          {grouped(kg)} kg · {grouped(m3)} m³
        </span>
        <Segmented
          size="small"
          value={by}
          onChange={p.onBy}
          options={(['route', 'region', 'siteId'] as const).map((value) => ({ value, label: t(byTitles[value]) }))}
        />
      </header>
      {arrange && orders.length > 0 && (
        <p className="muted quick-keys">
          {t([
            '↑↓移动，空格勾选，Shift连选，数字键放到该号车',
            '↑↓ move, space ticks, Shift ticks on, a digit sends to that card',
          ])}
        </p>
      )}
      <div className="quick-groups">
        {orders.length === 0 && <p className="muted">{t(['没有待排的运单', 'Nothing waits to be planned'])}</p>}
        {groupsOf(orders, by, said).map((g) => (
          <GroupRows key={g.key} {...p} group={g} name={said(g.key)} names={names} />
        ))}
      </div>
    </section>
  )
}

interface GroupProps extends Props {
  readonly group: Group
  readonly name: string
  readonly names: ReadonlyMap<string, string>
}
function GroupRows({ group, name, names, ...p }: GroupProps) {
  const t = useText()
  const [isFolded, fold] = useState(false)
  const free = group.orders.filter(isFree).map((o) => o.id)
  const ticked = free.filter((id) => p.ticks.all.has(id)).length
  const { kg, m3 } = sizeOf(group.orders)
  return (
    <section aria-label={name}>
      <header className="quick-group">
        <Checkbox
          value=""
          aria-label={t(['全选{name}', 'All of {name}'], { name })}
          disabled={free.length === 0 || !p.arrange}
          checked={ticked > 0 && ticked === free.length}
          indeterminate={ticked > 0 && ticked < free.length}
          onChange={(e) => p.ticks.set(free, e.target.checked)}
        />
        <button type="button" className="quick-fold" aria-expanded={!isFolded} onClick={() => fold(!isFolded)}>
          {name}
        </button>
        <span className="num muted">
          {t(['{n}单', '{n}'], { n: group.orders.length })} · {grouped(kg)} kg · {grouped(m3)} m³
        </span>
      </header>
      {!isFolded && (
        <ul className="plan-stops">
          {group.orders.map((o) => (
            <Row key={o.id} {...p} order={o} name={names.get(o.siteId) ?? ''} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ order: o, name, ...p }: Props & { order: QuickOrder; name: string }) {
  const t = useText()
  const { ticks, arrange, draftId } = p
  const mayMove = arrange !== undefined && isFree(o)
  const isTicked = ticks.all.has(o.id)
  return (
    <li
      draggable={mayMove}
      onDragStart={(e) => e.dataTransfer.setData(dragged, JSON.stringify(isTicked ? [...ticks.all] : [o.id]))}
    >
      <Checkbox
        value={o.id}
        disabled={!mayMove}
        checked={isTicked}
        onChange={(e) => ticks.set([o.id], e.target.checked)}
      >
        <span className="plan-site">{name}</span>{' '}
        <small className="num muted">
          {[o.billNo, `${grouped(o.weight)} kg`, `${grouped(o.volume)} m³`, ...o.windowText.split(' ')].map((bit) => (
            <span key={bit} className="quick-bit">
              {bit}
            </span>
          ))}
        </small>
      </Checkbox>
      {o.tempZone !== 'AMBIENT' && <Tag>{t(tempZones[o.tempZone])}</Tag>}
      {o.heldBy !== null && (
        <small className="quick-why">{t(['{user}正在排线', '{user} is planning it'], { user: o.heldBy })}</small>
      )}
      {o.reason && <small className="quick-why">{t(leftReasons[o.reason])}</small>}
      {mayMove && draftId && (
        <Suggest
          ask={() => call(suggestQuick, { id: draftId, wayBillId: o.id })}
          trucks={p.look.trucks}
          arrange={arrange}
          of={o.billNo}
        />
      )}
    </li>
  )
}
