import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { absQty, formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { BizType } from '@lading/contract/wms/stock.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type ContainerChange, changesOf, demandHere } from './containers.ts'
import { harden } from './harden.ts'
import { type Held, hold } from './hold.ts'
import { bareKey, keyText, type StockKey } from './key.ts'
import { type Amount, type Counted, countLines, giveWay, minus, none } from './pieces.ts'
import { demandAlike, demandIn, demandMix, demandOut, type Place } from './places.ts'
import { openPosting, type Posted, type PostingFacts } from './posting.ts'
import {
  arrivals,
  type Carry,
  type Consume,
  movePromises,
  type Own,
  promisesOf,
  type Reopen,
  reservationChanges,
  wantedPromises,
} from './promises.ts'
import { type Change, changed } from './reservations.ts'
import type { StockRow } from './rows.ts'
import { demandWhole } from './whole.ts'

export interface PostLine {
  readonly key: StockKey
  /** Signed, in base units; never zero. */
  readonly delta: Qty
  /** Pieces of catch-weight goods, signed like the delta; what is not told goes along with the weight, null is none. */
  readonly pieces?: number | null | undefined
}
export interface PostInput extends PostingFacts {
  readonly lines: readonly PostLine[]
  readonly consume?: readonly Consume[]
  readonly carry?: readonly Carry[]
  /** Promises that a mirrored posting had used or carried on. */
  readonly reopen?: readonly Reopen[]
  /** What was promised to `taskLineId`, oldest first, as far as `qty` goes. */
  readonly own?: Own
  readonly containers?: readonly ContainerChange[]
}
/** Locked bins may still be corrected. */
const corrects: ReadonlySet<BizType> = new Set(['ADJ_DEC', 'ADJ_INC', 'TYPE_CHANGE', 'REVERSE'])
/** Conversions whose two sides need not agree by product. */
const converts: ReadonlySet<BizType> = new Set(['PROC_IN', 'PROC_OUT', 'QPC_CHANGE'])

/**
 * The one writer of stock. Moves quantities between places in one double entry: balances, reservations and containers
 * change together with the ledger, or not at all.
 *
 * Locks: containers by id, then stock rows by id, then reservations by id, then bins that take no mixed goods by id.
 * @throws Fault stockShort when a line would take what is not free, notWhole, binLocked, binMix, lotMismatch, reservationGone,
 *   containerElsewhere, containerState, keyReused
 */
export async function post(ctx: Ctx, input: PostInput): Promise<Posted> {
  const lines = merged(input.lines)
  const containers = input.containers ?? []
  const [postingId, held] = await Promise.all([
    openPosting(ctx, input),
    hold(ctx, {
      boxes: [...lines.map((l) => l.key.containerId), ...containers.map((c) => c.id)],
      // Virtual bins have no rows: their keys find nothing to lock.
      keys: lines.map((l) => l.key),
      promises: wantedPromises(input),
    }),
  ])
  const { boxes, rows } = held
  const placeOf = (k: StockKey): Place => found(held.places.get(k.binId), ['货位', 'Bin'])
  demandBalance(input.bizType, lines)
  const real = lines.filter((l) => placeOf(l.key).usage !== 'VIRTUAL')
  // What went wrong once must still be able to go.
  if (!corrects.has(input.bizType)) await demandMovable(ctx, lines, real, placeOf)
  demandHere(real, boxes, containers)
  const moved = changesOf(ctx, containers, boxes)
  const missing = real.filter((l) => l.delta > 0n && !rows.has(keyText(l.key)))
  demandLots(
    missing.map((l) => l.key),
    held,
  )
  // A row may be there and hold nothing: what comes to it is as new to the place as what has none.
  const arriving = real.filter((l) => l.delta > 0n && (rows.get(keyText(l.key))?.qty ?? 0n) === 0n)
  const sources = new Set(real.flatMap((l) => (l.delta < 0n ? (rows.get(keyText(l.key))?.id ?? []) : [])))
  const made = new Set(missing.map(({ key }) => makeRow(ctx, key, rows)))
  const promises = promisesOf(input, held.promises, sources)
  const coming = arriving.map(({ key }) => ({ ...key, place: placeOf(key) }))
  demandAlike(coming)
  await demandMix(ctx, coming)
  for (const line of real) await demandFree(ctx, line, rows.get(keyText(line.key)), promises.consumed)
  const counted = await countLines(ctx, lines, (l) => rows.get(keyText(l.key)), promises.consumed)
  const moves = arrivals(promises, counted, rows)
  const changes = applyTo(
    counted.filter((l) => placeOf(l.key).usage !== 'VIRTUAL'),
    rows,
    made,
    promises.consumed,
    moves.promised,
  )
  const fresh = changes.filter((c) => made.has(c.id))
  writeAll(
    ctx,
    [writeRows(ctx, fresh, rows), movePromises(ctx, promises, moves, postingId)],
    [
      balances(
        ctx,
        changes.filter((c) => !made.has(c.id)),
      ),
      promised(ctx, reservationChanges(promises.promises)),
      ...moved.map((update) => ({ update, rows: 1 })),
    ],
  )
  ctx.tx.later(writeLedger(ctx, input.bizType, postingId, counted, changes))
  await giveWay(ctx, changes, [...promises.reservations.keys()])
  await harden(
    ctx,
    real.filter((l) => l.delta > 0n && isPick(placeOf(l.key))).map((l) => l.key),
  )
  return { postingId, ...rowsAfter(changes, rows) }
}

/** Whole pieces, and places that let goods in and out. */
async function demandMovable(
  ctx: Ctx,
  lines: readonly PostLine[],
  real: readonly PostLine[],
  placeOf: (key: StockKey) => Place,
): Promise<void> {
  await demandWhole(
    ctx,
    lines.map(({ key, delta }) => ({ productId: key.productId, qty: absQty(delta) })),
  )
  for (const { key, delta } of real) (delta > 0n ? demandIn : demandOut)(placeOf(key))
}

interface Update {
  readonly update: Sql
  readonly rows: number
}
/** All that these look at is locked: what is written now is written, or nothing is. */
function writeAll(ctx: Ctx, sent: readonly Promise<unknown>[], updates: readonly Update[]): void {
  for (const one of sent) ctx.tx.later(one)
  for (const { update, rows } of updates) if (rows > 0) ctx.tx.later(ctx.tx.change(update, rows))
}
const promised = (ctx: Ctx, changes: readonly Change[]): Update => ({
  update: changed(ctx, changes),
  rows: changes.length,
})

const isPick = (place: Place): boolean => place.usage === 'PICK' || place.usage === 'PICK_STORAGE'

/** One line per key: a posting that names a row twice means the sum. */
function merged(lines: readonly PostLine[]): PostLine[] {
  const byKey = new Map<string, PostLine>()
  for (const line of lines) {
    const text = keyText(line.key)
    const before = byKey.get(text)
    const told = [line.pieces, before?.pieces].filter((n) => typeof n === 'number')
    const pieces = told.length > 0 ? told.reduce((a, b) => a + b, 0) : line.pieces
    byKey.set(text, { key: bareKey(line.key), delta: line.delta + (before?.delta ?? 0n), pieces })
  }
  const list = [...byKey.values()].filter((l) => l.delta !== 0n)
  assert(list.length > 0, 'a posting moves something')
  return list
}

function demandBalance(bizType: BizType, lines: readonly PostLine[]): void {
  if (converts.has(bizType)) return
  const sums = new Map<string, Qty>()
  for (const l of lines) sums.set(l.key.productId, (sums.get(l.key.productId) ?? 0n) + l.delta)
  for (const sum of sums.values()) assert(sum === 0n, 'both sides of a posting agree')
}

/** What goods bring to a place for the first time must be a lot of theirs. */
function demandLots(keys: readonly StockKey[], { lots }: Held): void {
  for (const k of keys) {
    const lot = lots.get(k.lotId)
    if (!lot || lot.ownerId !== k.ownerId || lot.productId !== k.productId) refuse(wmsFaults.lotMismatch)
  }
}

/** The row of a key that goods reach for the first time: empty until its first amounts are written. @returns its id */
function makeRow(ctx: Ctx, key: StockKey, rows: Map<string, StockRow>): string {
  const id = ctx.newId()
  rows.set(keyText(key), { ...key, id, qty: 0n, reserved: 0n, pieces: null, reservedPieces: 0 })
  return id
}

/** Writes rows with their first amounts. Who makes one of them in the same moment is first; then all is done again. */
async function writeRows(ctx: Ctx, changes: readonly RowChange[], rows: ReadonlyMap<string, StockRow>): Promise<void> {
  const now = ctx.now()
  ctx.tx.races.add('wms_stock')
  await bulkInsert(
    ctx.tx,
    'wms_stock',
    changes.flatMap((c) => {
      const row = rows.get(c.text)
      return row
        ? {
            tenantId: ctx.tenantId,
            orgId: ctx.org.id,
            id: c.id,
            ...bareKey(row),
            qty: formatQty(c.delta),
            reservedQty: formatQty(c.reserved.qty),
            pieces: c.pieces,
            reservedPieces: c.reserved.pieces,
            firstInAt: now,
            lastInAt: now,
            createdAt: now,
            createdBy: ctx.userId,
          }
        : []
    }),
  )
}

/** A line takes what its reservations give and otherwise only what nobody else was promised. */
async function demandFree(
  ctx: Ctx,
  line: PostLine,
  row: StockRow | undefined,
  consumed: ReadonlyMap<string, Amount>,
): Promise<void> {
  if (line.delta > 0n) return
  const given = row ? (consumed.get(row.id)?.qty ?? 0n) : 0n
  const free = row ? row.qty - row.reserved + given : 0n
  if (-line.delta <= free) return
  const names = await ctx.tx.maybe<{ code: string; bin: string }>(sql`
    select p.code, b.code as bin from mdm_product p, wms_bin b
    where p.tenant_id = ${ctx.tenantId} and p.id = ${line.key.productId} and b.tenant_id = ${ctx.tenantId} and b.id = ${line.key.binId}`)
  refuse(wmsFaults.stockShort, { ...names, avail: formatQty(free), need: formatQty(-line.delta) })
}

const rowsAfter = (changes: readonly RowChange[], rows: ReadonlyMap<string, StockRow>): Omit<Posted, 'postingId'> => ({
  rowIds: new Map(changes.map((c) => [c.text, c.id])),
  rows: new Map(changes.flatMap((c) => rowAfter(rows.get(c.text), c))),
})
/** A row as the posting leaves it. */
const rowAfter = (row: StockRow | undefined, c: RowChange): [string, StockRow][] =>
  row
    ? [
        [
          row.id,
          {
            ...row,
            qty: c.after,
            reserved: row.reserved + c.reserved.qty,
            pieces: c.pieces === null ? (row.qty > 0n ? row.pieces : null) : (row.pieces ?? 0) + c.pieces,
            reservedPieces: row.reservedPieces + c.reserved.pieces,
          },
        ],
      ]
    : []

interface RowChange {
  readonly id: string
  readonly text: string
  readonly delta: Qty
  readonly reserved: Amount
  readonly pieces: number | null
  readonly after: Qty
  /** Pieces promised beyond those that are left: others must be promised fewer. */
  readonly over: number
}

function applyTo(
  lines: readonly Counted<PostLine>[],
  rows: ReadonlyMap<string, StockRow>,
  made: ReadonlySet<string>,
  consumed: ReadonlyMap<string, Amount>,
  promised: ReadonlyMap<string, Amount>,
): RowChange[] {
  const touched = new Set(lines.map((l) => keyText(l.key)))
  for (const row of rows.values()) assert(touched.has(keyText(row)) || made.has(row.id), 'only touched rows are locked')
  for (const text of promised.keys()) assert(touched.has(text), 'promises go where goods go')
  return lines.map((line) => {
    const text = keyText(line.key)
    const row = rows.get(text)
    assert(row, 'every line has its row by now')
    const reserved = minus(promised.get(text) ?? none, consumed.get(row.id) ?? none)
    const piecesAfter = (row.pieces ?? 0) + (line.pieces ?? 0)
    const over = Math.max(0, row.reservedPieces + reserved.pieces - piecesAfter)
    return {
      id: row.id,
      text,
      delta: line.delta,
      reserved: { ...reserved, pieces: reserved.pieces - over },
      pieces: line.pieces,
      after: row.qty + line.delta,
      over,
    }
  })
}

/** What the balances are from now on. */
function balances(ctx: Ctx, changes: readonly RowChange[]): Update {
  const now = ctx.now()
  const ids = changes.map((c) => c.id)
  const part = (of: (c: RowChange) => string | number | null, type: string): Sql =>
    sql`(${changes.map(of)}::${raw(type)}[])[array_position(${ids}::bigint[], id)]`
  const delta = part((c) => formatQty(c.delta), 'numeric')
  const pieces = part((c) => c.pieces, 'integer')
  const update = sql`
    update wms_stock set qty = qty + ${delta}, reserved_qty = reserved_qty + ${part((c) => formatQty(c.reserved.qty), 'numeric')},
      reserved_pieces = reserved_pieces + ${part((c) => c.reserved.pieces, 'integer')}, version = version + 1,
      pieces = case when ${pieces} is not null then coalesce(pieces, 0) + ${pieces} when qty > 0 then pieces end,
      first_in_at = case when ${delta} > 0 and qty = 0 then ${now} else first_in_at end,
      last_in_at = case when ${delta} > 0 then ${now} else last_in_at end,
      last_out_at = case when ${delta} < 0 then ${now} else last_out_at end
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[])`
  return { update, rows: changes.length }
}

async function writeLedger(
  ctx: Ctx,
  bizType: BizType,
  postingId: string,
  lines: readonly Counted<PostLine>[],
  changes: readonly RowChange[],
): Promise<void> {
  const after = new Map(changes.map((c) => [c.text, c.after]))
  await bulkInsert(
    ctx.tx,
    'wms_ledger',
    lines.map((l, i) => {
      const balance = after.get(keyText(l.key))
      return {
        tenantId: ctx.tenantId,
        orgId: ctx.org.id,
        id: ctx.newId(),
        createdAt: ctx.now(),
        createdBy: ctx.userId,
        postingId,
        lineNo: i + 1,
        bizType,
        ...l.key,
        delta: formatQty(l.delta),
        pieces: l.pieces,
        qtyAfter: balance === undefined ? null : formatQty(balance),
      }
    }),
  )
}
