import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { absQty, formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { BizType } from '@lading/contract/wms/stock.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import {
  type ContainerChange,
  type ContainerRow,
  type ContainerWrite,
  changesOf,
  demandHere,
  writeContainers,
} from './containers.ts'
import { type Bringing, demandRoom } from './fill.ts'
import { harden } from './harden.ts'
import { type Held, hold } from './hold.ts'
import { bareKey, keyText, type StockKey } from './key.ts'
import { namesOf } from './namesOf.ts'
import { type Amount, type Counted, countLines, giveWay } from './pieces.ts'
import { demandAlike, demandIn, demandMix, demandOut, isFace, type Place } from './places.ts'
import { openPostings, type Posted, type PostingFacts } from './posting.ts'
import {
  type Arrivals,
  arrivals,
  type Carry,
  type Consume,
  movePromises,
  type Own,
  type Promises,
  promisesOf,
  type Reopen,
  reservationChanges,
  spend,
  wantedPromises,
} from './promises.ts'
import { changed, type Reservation } from './reservations.ts'
import { applyTo, balances, type RowChange, rowsAfter, sumUp, writeLedger, writeRows } from './rowChanges.ts'
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
 *   containerElsewhere, containerState, tooHeavy, tooBig, keyReused
 */
export async function post(ctx: Ctx, input: PostInput): Promise<Posted> {
  const [posted] = await postAll(ctx, [input])
  assert(posted, 'a posting was made')
  return posted
}

/**
 * Posts several as if each came after the one before it, in as many statements as one takes. Bins that take no mixed goods
 * are asked as they were before all of them. What is counted may take pieces that a later one was promised: then each is
 * posted by itself, what all of them touch locked before.
 * @throws Fault as {@link post} does
 */
export async function postAll(ctx: Ctx, inputs: readonly PostInput[]): Promise<Posted[]> {
  if (inputs.length === 0) return []
  if (inputs.length > 1 && inputs.some(isCounted)) {
    await holdAll(ctx, inputs)
    const posted: Posted[] = []
    for (const input of inputs) posted.push(await post(ctx, input))
    return posted
  }
  const works = worksOf(inputs)
  const all = works.flatMap((w) => w.lines)
  const [ids, held] = await Promise.all([openPostings(ctx, inputs), holdAll(ctx, inputs)])
  const touched = new Set(all.map((l) => keyText(l.key)))
  for (const text of held.rows.keys()) assert(touched.has(text), 'only touched rows are locked')
  const placeOf = (k: StockKey): Place => found(held.places.get(k.binId), ['货位', 'Bin'])
  // What went wrong once must still be able to go.
  await demandMovable(
    ctx,
    works.filter((w) => !corrects.has(w.input.bizType)).flatMap((w) => w.lines),
    placeOf,
  )
  const state: State = { ...held, boxes: new Map(held.boxes), promises: new Map(held.promises), made: new Set() }
  const done: Done[] = []
  for (const [i, { input, lines, containers }] of works.entries())
    done.push(await settle(ctx, { input, lines, containers, postingId: ids[i] ?? '' }, state, placeOf))
  await demandRoom(ctx, held.boxes, bringsOf(works))
  const coming = done.flatMap((d) => d.coming)
  demandAlike(coming)
  await demandMix(ctx, coming)
  await writeAll(ctx, done, state, placeOf)
  return done.map((d) => d.posted)
}

/** Whether somebody says how many pieces it moves. */
const isCounted = ({ lines }: PostInput): boolean => lines.some((l) => typeof l.pieces === 'number')

const worksOf = (inputs: readonly PostInput[]) =>
  inputs.map((input) => ({ input, lines: merged(input.lines), containers: input.containers ?? [] }))

/** All that postings touch, locked in the one order. */
function holdAll(ctx: Ctx, inputs: readonly PostInput[]): Promise<Held> {
  const works = worksOf(inputs)
  const all = works.flatMap((w) => w.lines)
  return hold(ctx, {
    boxes: [...all.map((l) => l.key.containerId), ...works.flatMap((w) => w.containers.map((c) => c.id))],
    // Virtual bins have no rows: their keys find nothing to lock.
    keys: works.length === 1 ? all.map((l) => l.key) : [...new Map(all.map((l) => [keyText(l.key), l.key])).values()],
    promises: wantedPromises(inputs),
  })
}

/** What comes into containers and out of them, where their limits are asked. */
const bringsOf = (works: ReturnType<typeof worksOf>): Bringing[] =>
  works.flatMap((w) => (corrects.has(w.input.bizType) ? [] : w.lines.map(broughtBy)))
const broughtBy = ({ key, delta }: PostLine): Bringing => ({
  containerId: key.containerId,
  productId: key.productId,
  delta,
})

/** What postings stand on, as the ones before leave it. */
interface State extends Held {
  readonly boxes: Map<string, ContainerRow>
  readonly promises: Map<string, Reservation>
  /** Rows that none of their goods had reached before. */
  readonly made: Set<string>
}
interface Work {
  readonly input: PostInput
  readonly lines: readonly PostLine[]
  readonly containers: readonly ContainerChange[]
  readonly postingId: string
}
/** A posting that is allowed: what is to be written of it. */
interface Done {
  readonly input: PostInput
  readonly posted: Posted
  readonly counted: readonly Counted<PostLine>[]
  readonly changes: readonly RowChange[]
  readonly promises: Promises
  readonly moves: Arrivals
  readonly moved: readonly ContainerWrite[]
  readonly coming: readonly (StockKey & { readonly place: Place })[]
}

/** Asks whether a posting may be, and works out what it does to rows, promises and containers. */
async function settle(ctx: Ctx, work: Work, state: State, placeOf: (key: StockKey) => Place): Promise<Done> {
  const { input, lines, containers, postingId } = work
  const { rows, boxes, made } = state
  demandBalance(input.bizType, lines)
  const real = lines.filter((l) => placeOf(l.key).usage !== 'VIRTUAL')
  demandHere(real, boxes, containers)
  const moved = changesOf(containers, boxes)
  const missing = real.filter((l) => l.delta > 0n && !rows.has(keyText(l.key)))
  demandLots(
    missing.map((l) => l.key),
    state,
  )
  // A row may be there and hold nothing: what comes to it is as new to the place as what has none.
  const arriving = real.filter((l) => l.delta > 0n && (rows.get(keyText(l.key))?.qty ?? 0n) === 0n)
  const sources = new Set(real.flatMap((l) => (l.delta < 0n ? (rows.get(keyText(l.key))?.id ?? []) : [])))
  for (const { key } of missing) made.add(makeRow(ctx, key, rows))
  const promises = promisesOf(input, state.promises, sources)
  for (const line of real) await demandFree(ctx, line, rows.get(keyText(line.key)), promises.consumed)
  const counted = await countLines(ctx, lines, (l) => rows.get(keyText(l.key)), promises.consumed)
  const moves = arrivals(promises, counted, rows)
  const changes = applyTo(
    counted.filter((l) => placeOf(l.key).usage !== 'VIRTUAL'),
    rows,
    promises.consumed,
    moves.promised,
  )
  const posted = { postingId, ...rowsAfter(changes, rows) }
  for (const row of posted.rows.values()) rows.set(keyText(row), row)
  for (const change of moved) boxes.set(change.id, { ...boxes.get(change.id), ...change.after })
  for (const used of reservationChanges(promises.promises)) spend(state.promises, used)
  const coming = arriving.map(({ key }) => ({ ...key, place: placeOf(key) }))
  return { input, posted, counted, changes, promises, moves, moved, coming }
}

/** All that these look at is locked: what is written now is written, or nothing is. */
async function writeAll(
  ctx: Ctx,
  done: readonly Done[],
  { rows, made }: State,
  placeOf: (key: StockKey) => Place,
): Promise<void> {
  const changes = sumUp(done.map((d) => d.changes))
  const over = changes.filter((c) => c.over > 0)
  assert(done.length === 1 || over.length === 0, 'what is counted is posted alone')
  const reservations = reservationChanges(done.flatMap((d) => d.promises.promises))
  const old = changes.filter((c) => !made.has(c.id))
  ctx.tx.later(
    writeRows(
      ctx,
      changes.filter((c) => made.has(c.id)),
      rows,
    ),
  )
  ctx.tx.later(
    movePromises(
      ctx,
      done.map((d) => ({ held: d.promises, come: d.moves, postingId: d.posted.postingId })),
    ),
  )
  if (old.length > 0) ctx.tx.later(ctx.tx.change(balances(ctx, old), old.length))
  if (reservations.length > 0) ctx.tx.later(ctx.tx.change(changed(ctx, reservations), reservations.length))
  ctx.tx.later(
    writeContainers(
      ctx,
      done.flatMap((d) => d.moved),
    ),
  )
  ctx.tx.later(
    writeLedger(
      ctx,
      done.map((d) => ({ ...d, bizType: d.input.bizType, postingId: d.posted.postingId })),
    ),
  )
  await giveWay(
    ctx,
    over,
    done.flatMap((d) => [...d.promises.reservations.keys()]),
  )
  const arrived = done.flatMap((d) => d.counted.filter((l) => l.delta > 0n && isFace(placeOf(l.key))))
  await harden(
    ctx,
    arrived.map((l) => l.key),
  )
}

/** Whole pieces, and places that let goods in and out. */
async function demandMovable(ctx: Ctx, lines: readonly PostLine[], placeOf: (key: StockKey) => Place): Promise<void> {
  await demandWhole(
    ctx,
    lines.map(({ key, delta }) => ({ productId: key.productId, qty: absQty(delta) })),
  )
  for (const { key, delta } of lines)
    if (placeOf(key).usage !== 'VIRTUAL') (delta > 0n ? demandIn : demandOut)(placeOf(key))
}

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
  const names = await namesOf(ctx, line.key)
  refuse(wmsFaults.stockShort, { ...names, avail: formatQty(free), need: formatQty(-line.delta) })
}
