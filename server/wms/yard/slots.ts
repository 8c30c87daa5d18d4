// engine: books docks, whoever delivers

import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName, say, type Text } from '@lading/contract/kernel/text.ts'
import { dockSlot, slotMinutes, slotsMax } from '@lading/contract/wms/dockSlot.ts'
import { dock as dockEntity } from '@lading/contract/wms/place.ts'
import { yardFaults } from '@lading/contract/wms/yardFaults.ts'
import sql from 'sql-template-tag'
import { wallTime } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'

const slotMs = slotMinutes * 60_000
/** The beginning of the slot in which a moment is. Clocks of all zones but few begin their half hours together. */
export const slotOf = (at: Date): Date => new Date(Math.floor(at.getTime() / slotMs) * slotMs)
/** @param minutes that unloading takes */
export const slotsFor = (minutes: number): number => Math.min(slotsMax, Math.max(1, Math.ceil(minutes / slotMinutes)))

/** What an appointment takes of a dock: a truck in each of its slots, and its cases in equal parts. */
export interface Span {
  readonly dockId: string
  readonly startAt: Date
  readonly slots: number
  readonly cases: number
}
const startsOf = ({ startAt, slots }: Pick<Span, 'startAt' | 'slots'>): Date[] =>
  Array.from({ length: slots }, (_, i) => new Date(startAt.getTime() + i * slotMs))
const shareOf = ({ cases, slots }: Pick<Span, 'cases' | 'slots'>): number => Math.ceil(cases / slots)

export type Dock = RowOf<
  typeof dockEntity,
  | 'id'
  | 'code'
  | 'slotVehicles'
  | 'slotCases'
  | 'openFrom'
  | 'openTo'
  | 'closedDays'
  | 'closed'
  | 'closeReason'
  | 'disabled'
> & { readonly closures: readonly { readonly from: string; readonly to: string; readonly why: string }[] }

/**
 * Docks that take deliveries, as they are now.
 * @param which those of these ids; else all
 * @param hold nobody closes them before the end of the transaction
 */
export async function readDocks(ctx: Ctx, which: readonly string[] | undefined, hold = false): Promise<Dock[]> {
  const own = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  if (hold)
    await ctx.tx.query(sql`
      select id from wms_dock where ${own} and id = any(${which ?? []}::bigint[]) order by id for share`)
  return ctx.tx.query<Dock>(sql`
    select d.id, d.code, d.slot_vehicles, d.slot_cases, d.open_from, d.open_to, d.closed_days, d.closed, d.close_reason, d.disabled, (
      select coalesce(jsonb_agg(jsonb_build_object('from', c.from_at, 'to', c.to_at, 'why', c.why) order by c.from_at), '[]'::jsonb)
      from wms_dock_closure c where c.tenant_id = d.tenant_id and c.org_id = d.org_id and c.dock_id = d.id) as closures
    from wms_dock d where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.direction in ('IN', 'BOTH')
      and ${which ? sql`d.id = any(${which}::bigint[])` : sql`not d.disabled`} order by d.code`)
}

const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const
/** Why a dock takes nobody in the slot that begins then; undefined: it does. Hours may run past midnight. */
export function closedWhy(dock: Dock, zone: string, startAt: Date): Text | undefined {
  const says = (why: string): Text => [why, why]
  if (dock.disabled) return ['已停用', 'disabled']
  if (dock.closed) return says(dock.closeReason ?? '')
  const wall = wallTime(zone, startAt)
  const day = days[new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay()]
  if (day && dock.closedDays?.includes(day)) return ['当日不开放', 'not open on that day']
  const endAt = startAt.getTime() + slotMs
  const closure = dock.closures.find((c) => Date.parse(c.from) < endAt && startAt.getTime() < Date.parse(c.to))
  if (closure) return says(closure.why)
  const { openFrom, openTo } = dock
  if (!openFrom || !openTo || openFrom === openTo) return undefined
  const [from, to] = [openFrom.slice(0, 5), openTo.slice(0, 5)]
  const [begins, ends] = [wall.slice(11, 16), wallTime(zone, new Date(endAt)).slice(11, 16)]
  const last = ends === '00:00' ? '24:00' : ends
  const isOpen = from < to ? begins >= from && last <= to : begins >= from || (last <= to && last > begins)
  return isOpen ? undefined : [`开放时间${from}-${to}`, `open ${from}-${to}`]
}

type Slot = RowOf<typeof dockSlot, 'dockId' | 'startAt' | 'usedVehicles' | 'usedCases'>
const keyOf = (dockId: string, startAt: Date): string => `${dockId} ${startAt.getTime()}`

/** Whether another truck fits beside what is booked of a slot. */
const fits = (dock: Dock, used: Pick<Slot, 'usedVehicles' | 'usedCases'> | undefined, cases: number): boolean =>
  (used?.usedVehicles ?? 0) < dock.slotVehicles &&
  (dock.slotCases === null || (used?.usedCases ?? 0) + cases <= dock.slotCases)

/** What is booked of slots of docks, without holding them. @param to the end, not counted */
export async function readSlots(ctx: Ctx, ids: readonly string[], from: Date, to: Date): Promise<Map<string, Slot>> {
  const rows = await ctx.tx.query<Slot>(sql`
    select dock_id, start_at, used_vehicles, used_cases from wms_dock_slot
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and dock_id = any(${ids}::bigint[]) and start_at >= ${from} and start_at < ${to}`)
  return new Map(rows.map((row) => [keyOf(row.dockId, row.startAt), row]))
}
export const slotIn = (slots: ReadonlyMap<string, Slot>, dockId: string, at: Date): Slot | undefined =>
  slots.get(keyOf(dockId, at))

/** Docks and slots in one order, so that two who want the same never wait for each other. */
async function lockSlots(ctx: Ctx, spans: readonly Span[]): Promise<Map<string, Slot & { id: string }>> {
  const wanted = [
    ...new Map(
      spans.flatMap((s) => startsOf(s).map((at) => [keyOf(s.dockId, at), { dockId: s.dockId, startAt: at }])),
    ).values(),
  ].sort((a, b) =>
    BigInt(a.dockId) < BigInt(b.dockId)
      ? -1
      : BigInt(a.dockId) > BigInt(b.dockId)
        ? 1
        : a.startAt.getTime() - b.startAt.getTime(),
  )
  await insert(
    ctx,
    dockSlot,
    wanted.map((w) => ({ ...w, usedVehicles: 0, usedCases: 0 })),
    sql`on conflict do nothing`,
  )
  const [ids, starts] = [wanted.map((w) => w.dockId), wanted.map((w) => w.startAt.toISOString())]
  const rows = await ctx.tx.query<Slot & { id: string }>(sql`
    select s.id, s.dock_id, s.start_at, s.used_vehicles, s.used_cases from wms_dock_slot s
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id}
      and (s.dock_id, s.start_at) in (select * from unnest(${ids}::bigint[], ${starts}::timestamptz[]))
    order by s.dock_id, s.start_at for update`)
  return new Map(rows.map((row) => [keyOf(row.dockId, row.startAt), row]))
}

/**
 * Frees what an appointment has of docks, and books what it is to have instead: all of its slots, or none.
 * Capacity in vehicles is asked of each slot, in cases of each slot's part.
 * @throws Fault slotClosed, slotFull with the next slot that is free
 */
export async function changeBooking(ctx: Ctx, from: Span | undefined, to: Span | undefined): Promise<void> {
  const dock = to && (await openDock(ctx, to))
  const spans = [from, to].filter((s): s is Span => s !== undefined && s.slots > 0)
  if (spans.length === 0) return
  const slots = await lockSlots(ctx, spans)
  const changed = new Map<string, Slot & { id: string }>()
  const add = (span: Span, sign: 1 | -1) => {
    for (const at of startsOf(span)) {
      const key = keyOf(span.dockId, at)
      const slot = changed.get(key) ?? slots.get(key)
      if (!slot) throw new Error(`slot ${key} was locked and is gone`)
      if (sign > 0 && dock && !fits(dock, slot, shareOf(span))) return false
      changed.set(key, {
        ...slot,
        usedVehicles: slot.usedVehicles + sign,
        usedCases: slot.usedCases + sign * shareOf(span),
      })
    }
    return true
  }
  if (from) add(from, -1)
  if (to && dock && !add(to, 1)) refuse(yardFaults.slotFull, { slot: await nextFree(ctx, [dock], to) })
  for (const s of changed.values())
    await ctx.tx.run(sql`
      update wms_dock_slot set used_vehicles = ${s.usedVehicles}, used_cases = ${s.usedCases}, version = version + 1, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${s.id}`)
}

/** The dock of a span, held open. */
async function openDock(ctx: Ctx, span: Span): Promise<Dock> {
  const [dock] = await readDocks(ctx, [span.dockId], true)
  const notInbound: Text = ['不是收货月台', 'it takes no deliveries']
  const why = dock
    ? startsOf(span)
        .map((at) => reasonAt(ctx, dock, at))
        .find((w) => w !== undefined)
    : notInbound
  if (!dock || why) {
    const code = dock?.code ?? span.dockId
    return refuse(yardFaults.slotClosed, { dock: rowName(dockEntity, span.dockId, code), reason: why ?? notInbound })
  }
  return dock
}
const reasonAt = (ctx: Ctx, dock: Dock, at: Date): Text | undefined =>
  at.getTime() + slotMs <= ctx.now().getTime()
    ? ['时段已过', 'the slot is over']
    : closedWhy(dock, ctx.org.timeZone, at)

const aheadMs = 14 * 86_400_000
type Wish = Pick<Span, 'startAt' | 'slots' | 'cases'>

/** The first beginning, of the asked one and those after it, at which one of the docks takes all of it. */
export async function firstFree(
  ctx: Ctx,
  docks: readonly Dock[],
  wish: Wish,
): Promise<{ dock: Dock; at: Date } | undefined> {
  const end = new Date(wish.startAt.getTime() + aheadMs)
  const slots = await readSlots(
    ctx,
    docks.map((d) => d.id),
    wish.startAt,
    end,
  )
  for (let at = wish.startAt; at < end; at = new Date(at.getTime() + slotMs)) {
    const takes = (dock: Dock): boolean =>
      startsOf({ ...wish, startAt: at }).every(
        (one) => reasonAt(ctx, dock, one) === undefined && fits(dock, slotIn(slots, dock.id, one), shareOf(wish)),
      )
    const dock = docks.find(takes)
    if (dock) return { dock, at }
  }
  return undefined
}
async function nextFree(ctx: Ctx, docks: readonly Dock[], wish: Wish): Promise<string> {
  const next = await firstFree(ctx, docks, wish)
  return next ? `${showInstant(ctx, next.at).slice(0, 16)} ${next.dock.code}` : say(['无', 'none'], ctx.language)
}

/**
 * The dock for an appointment that names none: of the vendor's group those before others, the first with room.
 * @throws Fault slotFull with the next slot that any of them has
 */
export async function chooseDock(
  ctx: Ctx,
  wish: Wish,
  group: string | null,
  temperature: string | null,
): Promise<string> {
  const all = await readDocks(ctx, undefined)
  const facts = await ctx.tx.query<{ id: string; dockGroup: string | null; temperature: string }>(sql`
    select id, dock_group, temperature from wms_dock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`)
  const of = new Map(facts.map((f) => [f.id, f]))
  const suits = all.filter((d) => temperature === null || of.get(d.id)?.temperature === temperature)
  const rank = (d: Dock): number => (group !== null && of.get(d.id)?.dockGroup === group ? 0 : 1)
  const docks = suits.toSorted((a, b) => rank(a) - rank(b))
  const free = await firstFree(ctx, docks, wish)
  if (free?.at.getTime() === wish.startAt.getTime()) return free.dock.id
  return refuse(yardFaults.slotFull, {
    slot: free ? `${showInstant(ctx, free.at).slice(0, 16)} ${free.dock.code}` : say(['无', 'none'], ctx.language),
  })
}
