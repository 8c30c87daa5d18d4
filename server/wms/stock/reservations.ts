// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { assert, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, minQty, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { StockType } from '@lading/contract/wms/place.ts'
import type { ReservationKind } from '@lading/contract/wms/stock.ts'
import { reservation } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { given } from '../../kernel/given.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { byId } from './key.ts'
import { type Amount, addTo, freeOf, minus, none, shareOf } from './pieces.ts'
import { lockIds, type StockRow } from './rows.ts'
import { faceTopic } from './topics.ts'
import { demandWhole } from './whole.ts'

export interface Reservation {
  readonly id: string
  readonly stockId: string | null
  readonly kind: ReservationKind
  readonly state: 'PENDING' | 'ACTIVE' | 'CONSUMED' | 'RELEASED'
  readonly qty: Qty
  readonly used: Qty
  readonly freed: Qty
  /** None of goods that were never counted. */
  readonly pieces: number | null
  readonly usedPieces: number
  readonly freedPieces: number
  readonly demandType: string | null
  readonly demandLineId: string | null
  readonly taskLineId: string | null
  readonly ownerId: string
  readonly productId: string
  readonly qpcId: string
  readonly binId: string
  readonly stockType: StockType
  readonly minExpire: string | null
}
type ReservationRaw = Omit<Reservation, 'qty' | 'used' | 'freed'> &
  RowOf<typeof reservation, 'qty' | 'usedQty' | 'freedQty'>

const columns = sql`id, stock_id, kind, state, qty, used_qty, freed_qty, pieces, used_pieces, freed_pieces, demand_type, demand_line_id, task_line_id,
  owner_id, product_id, qpc_id, bin_id, stock_type, min_expire`
const readReservation = ({ usedQty, freedQty, qty, ...rest }: ReservationRaw): Reservation => ({
  ...rest,
  qty: parseQty(qty),
  used: parseQty(usedQty),
  freed: parseQty(freedQty),
})
/** Promises by id, or the open ones of task lines. */
export type Wanted = readonly string[] | { readonly taskLineIds: readonly string[] }
const which = (promises: Wanted): Sql =>
  'length' in promises
    ? sql`id = any(${[...new Set(promises)].sort(byId)}::bigint[])`
    : sql`task_line_id = any(${promises.taskLineIds}::bigint[]) and state in ('ACTIVE', 'PENDING')`

/** What is still promised. */
export const openQty = (r: Reservation): Qty => r.qty - r.used - r.freed
/** What is still promised, with its pieces. */
export const openOf = (r: Reservation): Amount => ({
  qty: openQty(r),
  pieces: (r.pieces ?? 0) - r.usedPieces - r.freedPieces,
})

/** Locks reservations, in id order; stock rows must have been locked before. */
export async function lockReservations(ctx: Ctx, promises: Wanted): Promise<Map<string, Reservation>> {
  if ('length' in promises && promises.length === 0) return new Map()
  const rows = await ctx.tx.query<ReservationRaw>(sql`
    select ${columns} from wms_reservation
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and ${which(promises)} order by id for update`)
  return new Map(rows.map((row) => [row.id, readReservation(row)]))
}

/** Open reservations of task lines, unlocked; whoever changes them locks the stock rows first. */
export async function reservationsOf(
  ctx: Ctx,
  by: 'task_line_id' | 'demand_line_id',
  ids: readonly string[],
): Promise<Reservation[]> {
  const column = by === 'task_line_id' ? sql`task_line_id` : sql`demand_line_id`
  const rows = await ctx.tx.query<ReservationRaw>(sql`
    select ${columns} from wms_reservation
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and ${column} = any(${ids}::bigint[]) and state in ('ACTIVE', 'PENDING') order by id`)
  return rows.map(readReservation)
}

/** Reservations by id, unlocked. */
export async function readReservations(ctx: Ctx, ids: readonly string[]): Promise<Reservation[]> {
  const rows = await ctx.tx.query<ReservationRaw>(sql`
    select ${columns} from wms_reservation where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[]) order by id`)
  return rows.map(readReservation)
}

export interface Change {
  readonly id: string
  readonly used: Amount
  readonly freed: Amount
}
/** Says what was used or freed of reservations that are locked; one that holds nothing more is closed. */
export const changed = (ctx: Ctx, changes: readonly Change[]): Sql => sql`
    update wms_reservation r set used_qty = r.used_qty + n.used, freed_qty = r.freed_qty + n.freed,
      used_pieces = r.used_pieces + n.used_pieces, freed_pieces = r.freed_pieces + n.freed_pieces,
      state = case when r.used_qty + n.used + r.freed_qty + n.freed < r.qty then r.state
        when r.used_qty + n.used > 0 then 'CONSUMED' else 'RELEASED' end, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from ${given('n', changes, {
      id: ['bigint', (c) => c.id],
      used: ['numeric', (c) => formatQty(c.used.qty)],
      freed: ['numeric', (c) => formatQty(c.freed.qty)],
      used_pieces: ['integer', (c) => c.used.pieces],
      freed_pieces: ['integer', (c) => c.freed.pieces],
    })}
    where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.id = n.id and r.state in ('ACTIVE', 'PENDING')`
/**
 * Writes what was freed of promises.
 * @returns the bins where somebody waits for goods that are free now
 * @throws Fault reservationGone when one of them is closed
 */
async function endReservations(ctx: Ctx, changes: readonly Change[]): Promise<ReadonlySet<string>> {
  if (changes.length === 0) return new Set()
  const rows = await ctx.tx.query<{ binId: string; isAwaited: boolean }>(sql`
    ${changed(ctx, changes)} returning r.bin_id, r.stock_id is not null and exists (
      select 1 from wms_reservation w where w.tenant_id = ${ctx.tenantId} and w.org_id = ${ctx.org.id} and w.bin_id = r.bin_id
        and w.product_id = r.product_id and w.state = 'PENDING') as is_awaited`)
  if (rows.length !== changes.length) refuse(wmsFaults.reservationGone)
  return new Set(rows.flatMap((r) => (r.isAwaited ? [r.binId] : [])))
}

export interface NewReservation {
  /** Given where others name it before it is written. */
  readonly id?: string
  readonly stockId: string | null
  readonly kind: ReservationKind
  readonly qty: Qty
  readonly pieces?: number | null
  readonly demandType: string | null
  readonly demandLineId: string | null
  readonly taskLineId: string | null
  readonly ownerId: string
  readonly productId: string
  readonly qpcId: string
  readonly binId: string
  readonly stockType: StockType
  readonly minExpire?: string | null
  readonly reason?: string | null
  readonly idemKey: string
}
const rowsOf = (list: readonly NewReservation[]) =>
  list.map((r) => ({
    ...(r.id !== undefined && { id: r.id }),
    stockId: r.stockId,
    kind: r.kind,
    state: r.stockId === null ? ('PENDING' as const) : ('ACTIVE' as const),
    qty: formatQty(r.qty),
    pieces: r.pieces ?? null,
    demandType: r.demandType,
    demandLineId: r.demandLineId,
    taskLineId: r.taskLineId,
    ownerId: r.ownerId,
    productId: r.productId,
    qpcId: r.qpcId,
    binId: r.binId,
    stockType: r.stockType,
    minExpire: r.minExpire ?? null,
    reason: r.reason ?? null,
    idemKey: r.idemKey,
  }))
/** Promises whose keys nobody else can have. */
export const writeReservations = (ctx: Ctx, list: readonly NewReservation[]): Promise<unknown> =>
  insert(ctx, reservation, rowsOf(list))
/** Promises of goods that are still to come to a bin: what arrives there is theirs, in the order in which they were made. */
export const waitFor = (ctx: Ctx, list: readonly NewReservation[]): Promise<unknown> =>
  list.length === 0 ? Promise.resolve() : writeReservations(ctx, list)
/** Hands promises to other lines of work, which are to be made with them. */
export async function handOver(
  ctx: Ctx,
  list: readonly { readonly id: string; readonly taskLineId: string }[],
): Promise<void> {
  if (list.length === 0) return
  await ctx.tx.run(sql`
    update wms_reservation r set task_line_id = n.line, updated_at = ${ctx.now()}
    from unnest(${list.map((l) => l.id)}::bigint[], ${list.map((l) => l.taskLineId)}::bigint[]) as n(id, line)
    where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.id = n.id`)
}
/**
 * Moves goods from some promises to others of the same stock, which must be as much together as before.
 * @throws Fault reservationGone when one of them is closed
 */
export async function shift(ctx: Ctx, list: readonly { readonly of: Reservation; readonly by: Qty }[]): Promise<void> {
  const moved = list.filter((m) => m.by !== 0n)
  if (moved.length === 0) return
  const stocks = new Set(moved.map((m) => m.of.stockId))
  const [stockId] = stocks
  if (stocks.size > 1 || !stockId || qtySum(moved.map((m) => m.by)) !== 0n) return refuse(wmsFaults.reservationGone)
  await lockIds(ctx, [stockId])
  const locked = await lockReservations(
    ctx,
    moved.map((m) => m.of.id),
  )
  for (const { of, by } of moved) {
    const now = locked.get(of.id)
    if (now?.state !== 'ACTIVE' || openQty(now) + by < 0n) refuse(wmsFaults.reservationGone)
  }
  await ctx.tx.run(sql`
    update wms_reservation r set qty = r.qty + n.by, updated_at = ${ctx.now()}, updated_by = ${ctx.userId},
      state = case when r.used_qty + r.freed_qty < r.qty + n.by then r.state when r.used_qty > 0 then 'CONSUMED' else 'RELEASED' end
    from unnest(${moved.map((m) => m.of.id)}::bigint[], ${moved.map((m) => formatQty(m.by))}::numeric[]) as n(id, by)
    where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.id = n.id`)
}
/** @throws Fault keyReused when one of the keys has its promise */
export async function insertReservations(ctx: Ctx, list: readonly NewReservation[]): Promise<string[]> {
  const { ids, count } = await insert(ctx, reservation, rowsOf(list), sql`on conflict do nothing`)
  if (count !== list.length) refuse(faults.keyReused)
  return [...ids]
}

/** Adds to (or takes from) what rows have promised. The table's own check keeps 0 <= reserved <= on hand. */
export async function addReserved(ctx: Ctx, changes: ReadonlyMap<string, Amount>): Promise<void> {
  const list = [...changes].filter(([, { qty }]) => qty !== 0n)
  if (list.length === 0) return
  const update = sql`
    update wms_stock s set reserved_qty = s.reserved_qty + n.qty, reserved_pieces = s.reserved_pieces + n.pieces, version = s.version + 1
    from ${given('n', list, {
      id: ['bigint', ([id]) => id],
      qty: ['numeric', ([, { qty }]) => formatQty(qty)],
      pieces: ['integer', ([, { pieces }]) => pieces],
    })}
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.id = n.id`
  // They exist and are locked.
  await ctx.tx.change(update, list.length)
}

/** A wish to hold goods of one stock row for somebody. */
export interface Want {
  readonly stockId: string
  readonly qty: Qty
  /** As many as the demand names; otherwise the share that its weight has of what is free. */
  readonly pieces?: number | null
  readonly kind: ReservationKind
  readonly demandType?: string
  readonly demandLineId?: string
  readonly taskLineId?: string
  readonly reason?: string
  /** Names the demand, never the stock row alone: two orders may sit on one row. */
  readonly idemKey: string
}
export interface Granted {
  readonly idemKey: string
  readonly reservationId: string
  readonly qty: Qty
  /** None of goods that were never counted. */
  readonly pieces: number | null
}

/**
 * Promises goods. Rows are locked in id order and what is free is read again, so a grant may be smaller than the wish,
 * or missing when nothing is free: the caller decides.
 * @throws Fault keyReused, notWhole
 */
export async function reserve(ctx: Ctx, wants: readonly Want[]): Promise<Granted[]> {
  if (wants.length === 0) return []
  const rows = await lockIds(
    ctx,
    wants.map((w) => w.stockId),
  )
  const { added, made } = await grants(ctx, wants, rows)
  const [, ids] = await Promise.all([addReserved(ctx, added), insertReservations(ctx, made)])
  return made.map((m, i) => ({ idemKey: m.idemKey, reservationId: ids[i] ?? '', qty: m.qty, pieces: m.pieces ?? null }))
}

/**
 * The same of rows that are locked already, as they are by now, for demands that are new: nobody waits for it.
 * @throws Fault notWhole
 */
export async function reserveHeld(
  ctx: Ctx,
  wants: readonly Want[],
  rows: ReadonlyMap<string, StockRow>,
): Promise<void> {
  const { added, made } = await grants(ctx, wants, rows)
  ctx.tx.later(addReserved(ctx, added))
  ctx.tx.later(writeReservations(ctx, made))
}

/** How much of each wish there is, and what is to be written of it. */
async function grants(ctx: Ctx, wants: readonly Want[], rows: ReadonlyMap<string, StockRow>) {
  await demandWhole(
    ctx,
    wants.map(({ stockId, qty }) => ({ productId: rows.get(stockId)?.productId ?? '0', qty })),
  )
  const added = new Map<string, Amount>()
  const made: NewReservation[] = []
  for (const want of wants) {
    const row = rows.get(want.stockId)
    if (!row) continue
    const free = minus(freeOf(row), added.get(row.id) ?? none)
    const qty = minQty(want.qty, free.qty)
    if (qty <= 0n) continue
    const pieces = Math.min(want.pieces ?? shareOf(free.pieces, qty, free.qty), free.pieces)
    addTo(added, row.id, { qty, pieces })
    const { ownerId, productId, qpcId, binId, stockType } = row
    made.push({
      stockId: row.id,
      kind: want.kind,
      qty,
      pieces: row.pieces === null ? null : pieces,
      demandType: want.demandType ?? null,
      demandLineId: want.demandLineId ?? null,
      taskLineId: want.taskLineId ?? null,
      ownerId,
      productId,
      qpcId,
      binId,
      stockType,
      reason: want.reason ?? null,
      idemKey: want.idemKey,
    })
  }
  return { added, made }
}

/**
 * Frees all that lines were promised. What a line waits for may come in this very moment, and is another promise then: so
 * it is looked again until there is none.
 */
export async function releaseAll(
  ctx: Ctx,
  by: 'task_line_id' | 'demand_line_id',
  ids: readonly string[],
): Promise<void> {
  for (let open = await reservationsOf(ctx, by, ids); open.length > 0; open = await reservationsOf(ctx, by, ids))
    await release(ctx, open)
}

/**
 * Frees what reservations still hold, or `qty` of it when only one is named. Closed ones are left as they are.
 * @returns how much was freed
 */
export async function release(ctx: Ctx, list: readonly Reservation[], qty?: Qty): Promise<Qty> {
  if (list.length === 0) return 0n
  assert(qty === undefined || list.length === 1, 'a part is freed of one reservation at a time')
  await lockIds(
    ctx,
    list.flatMap((r) => (r.stockId === null ? [] : [r.stockId])),
  )
  const locked = await lockReservations(
    ctx,
    list.map((r) => r.id),
  )
  const changes: Change[] = []
  const back = new Map<string, Amount>()
  for (const r of locked.values()) {
    if (r.state !== 'ACTIVE' && r.state !== 'PENDING') continue
    const open = openOf(r)
    const part = qty === undefined ? open.qty : minQty(qty, open.qty)
    if (part <= 0n) continue
    const freed = { qty: part, pieces: shareOf(open.pieces, part, open.qty) }
    changes.push({ id: r.id, used: none, freed })
    if (r.stockId !== null) addTo(back, r.stockId, minus(none, freed))
  }
  const [, faces] = await Promise.all([addReserved(ctx, back), endReservations(ctx, changes)])
  for (const key of faces) ctx.emit({ topic: faceTopic, key })
  return qtySum(changes.map((c) => c.freed.qty))
}
