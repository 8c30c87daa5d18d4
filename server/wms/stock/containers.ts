// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { type ContainerState, container, containerFlow } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { ledger } from '@lading/contract/wms/stock.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { given } from '../../kernel/given.ts'
import { insert } from '../../kernel/insert.ts'
import { bareKey, byId, type StockKey } from './key.ts'
import { demandIn, demandMix, holdTruck, type Place, readPlaces } from './places.ts'
import { openPostings, type PostingFacts } from './posting.ts'
import { lockContents, type StockRow } from './rows.ts'
import { faceTopic } from './topics.ts'

/** A new place or state of a container. What is left out stays. */
export interface ContainerChange {
  readonly id: string
  /** Whose it must be by now. */
  readonly ofStoreId?: string | null
  readonly from?: readonly ContainerState[]
  readonly state?: ContainerState
  readonly binId?: string | null
  readonly storeId?: string | null
  readonly billId?: string | null
}

export interface ContainerRow {
  id: string
  code: string
  state: ContainerState
  binId: string | null
  storeId: string | null
  category: string
  /** Whether its type says how much it can hold. */
  isLimited: boolean
}

/**
 * Locks containers, LOOSE apart, in id order. A container is one thing with all that stands in it: whoever moves it, or
 * anything in or out of it, locks it first, before any stock row.
 */
export async function lockContainers(
  ctx: Ctx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, ContainerRow>> {
  const sorted = [...new Set(ids.filter((id) => id !== null))].sort(byId)
  if (sorted.length === 0) return new Map()
  const rows = await ctx.tx.query<ContainerRow>(sql`
    select c.id, c.code, c.state, c.bin_id, c.store_id, t.category, ${isLimited} from wms_container c
    join wms_container_type t on t.tenant_id = c.tenant_id and t.id = c.type_id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = any(${sorted}::bigint[]) and c.code <> 'LOOSE'
    order by c.id for no key update of c`)
  return new Map(rows.map((r) => [r.id, r]))
}

const isLimited = sql`t.category <> 'VIRTUAL' and (t.max_weight_kg is not null or t.volume_m3 * t.max_fill_pct is not null) as is_limited`

/** Changes place and state of containers; a state that the change does not start from is refused. */
export async function changeContainers(ctx: Ctx, changes: readonly ContainerChange[]): Promise<void> {
  const rows = await lockContainers(
    ctx,
    changes.map((c) => c.id),
  )
  await writeContainers(ctx, changesOf(changes, rows))
}

/** What is to be written of a container. */
export interface ContainerWrite {
  readonly id: string
  readonly after: ContainerRow
  /** Another bill whose goods it carries, or none any more; undefined leaves it. */
  readonly billId: string | null | undefined
  /** Whether another use of it begins. */
  readonly isStart: boolean
}

/**
 * What changes of containers that are locked.
 * @throws Fault containerState when a change starts from another state, or from another store's container
 */
export function changesOf(
  changes: readonly ContainerChange[],
  rows: ReadonlyMap<string, ContainerRow>,
): ContainerWrite[] {
  return changes.flatMap((change) => {
    const row = rows.get(change.id)
    if (!row) return []
    const isTheirs = change.ofStoreId === undefined || change.ofStoreId === row.storeId
    if (!isTheirs || (change.from && !change.from.includes(row.state)))
      refuse(wmsFaults.containerState, {
        code: rowName(container, row.id, row.code),
        state: containerFlow.states[row.state],
        action: containerFlow.states[change.state ?? row.state],
      })
    const { id, from: _, ofStoreId: __, billId, ...more } = change
    const isSame = Object.entries(more).every(([name, value]) => name === 'state' && value === row.state)
    if (isSame && billId === undefined) return []
    const after = { ...row }
    if (more.state !== undefined) after.state = more.state
    if (more.binId !== undefined) after.binId = more.binId
    if (more.storeId !== undefined) after.storeId = more.storeId
    return { id, after, billId, isStart: row.state === 'IDLE' && after.state !== 'IDLE' }
  })
}

/** Writes what changes of containers, each named once, that are locked. */
export async function writeContainers(ctx: Ctx, list: readonly ContainerWrite[]): Promise<void> {
  if (list.length === 0) return
  await ctx.tx.change(
    sql`
    update wms_container c set state = n.state, bin_id = n.bin_id, store_id = n.store_id,
      bill_id = case when n.billed then n.bill_id else c.bill_id end, uses = c.uses + n.starts, last_move_at = ${ctx.now()},
      version = c.version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    from ${given('n', list, {
      id: ['bigint', (w) => w.id],
      state: ['text', (w) => w.after.state],
      bin_id: ['bigint', (w) => w.after.binId],
      store_id: ['bigint', (w) => w.after.storeId],
      billed: ['boolean', (w) => w.billId !== undefined],
      bill_id: ['bigint', (w) => w.billId ?? null],
      starts: ['integer', (w) => (w.isStart ? 1 : 0)],
    })}
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = n.id`,
    list.length,
  )
}

/**
 * Goods go into a container, or come out of it, where it stands.
 * @param lines what a posting moves in or out of containers that are locked
 * @param changes what the posting changes of them: goods come to where an empty one will stand, and nowhere else than
 *   where one stands that is in use by now
 */
export function demandHere(
  lines: readonly { readonly key: StockKey; readonly delta: Qty }[],
  boxes: ReadonlyMap<string, ContainerRow>,
  changes: readonly ContainerChange[] = [],
): void {
  for (const { key, delta } of lines) {
    const box = boxes.get(key.containerId)
    if (!box || box.category === 'VIRTUAL') continue
    const change = delta > 0n ? changes.find((c) => c.id === box.id) : undefined
    const isPlaced = box.state !== 'IDLE' && box.binId !== null
    const at = change?.binId === undefined || isPlaced ? box.binId : change.binId
    if (at !== key.binId) refuse(wmsFaults.containerElsewhere, { code: rowName(container, box.id, box.code) })
  }
}

export interface ContainerMove extends PostingFacts {
  readonly bizType: 'PUTAWAY' | 'MOVE' | 'RPL_DOWN' | 'RPL_UP' | 'COLLECT' | 'LOAD' | 'UNLOAD'
  readonly containerId: string
  /** Where it is taken from, where the work says so. */
  readonly fromBinId?: string
  readonly toBinId: string
  readonly change: Omit<ContainerChange, 'id' | 'binId'>
}

/** Moves a container with everything in it, as {@link moveContainers} does. */
export const moveContainer = (ctx: Ctx, move: ContainerMove): Promise<void> => moveContainers(ctx, [move])

/**
 * Moves containers, each named once, with everything in them. Their stock rows keep their identity and their reservations;
 * only their bin changes, and the ledger gets both sides.
 * @throws Fault containerElsewhere, containerState, binLocked, binDisabled, binMix
 */
export async function moveContainers(ctx: Ctx, moves: readonly ContainerMove[]): Promise<void> {
  if (moves.length === 0) return
  const ids = moves.map((m) => m.containerId)
  const [postingIds, boxes, places] = await Promise.all([
    openPostings(ctx, moves),
    lockContainers(ctx, ids),
    readPlaces(
      ctx,
      moves.map((m) => m.toBinId),
    ),
  ])
  for (const move of moves) {
    const box = boxes.get(move.containerId)
    if (box && move.fromBinId !== undefined && box.binId !== move.fromBinId)
      refuse(wmsFaults.containerElsewhere, { code: rowName(container, box.id, box.code) })
  }
  for (const place of places.values()) demandIn(place)
  const placeOf = (binId: string): Place => found(places.get(binId), ['货位', 'Bin'])
  const goTo = new Map(moves.map((m, i) => [m.containerId, { ...m, postingId: postingIds[i] ?? '' }]))
  const going = (await lockContents(ctx, ids)).flatMap((row) => {
    const move = goTo.get(row.containerId)
    return move && row.binId !== move.toBinId ? [{ row, move }] : []
  })
  for (const key of await bringTo(ctx, moves, going)) ctx.emit({ topic: faceTopic, key })
  // All that they carry must be allowed to lie together there, and beside what is there.
  await demandMix(
    ctx,
    going.map(({ row, move }) => ({ ...row, binId: move.toBinId, place: placeOf(move.toBinId) })),
  )
  for (const place of places.values()) if (place.usage === 'TRUCK') await holdTruck(ctx, place.id, 'load')
  await insert(ctx, ledger, bothSides(going))
  await changeContainers(
    ctx,
    moves.map((m) => ({ id: m.containerId, ...m.change, binId: m.toBinId })),
  )
}

interface Going {
  readonly row: StockRow
  readonly move: ContainerMove & { readonly postingId: string }
}
/**
 * Rows and their promises go to another bin.
 * @returns the bins where somebody waits for such goods
 */
async function bringTo(
  ctx: Ctx,
  moves: readonly ContainerMove[],
  going: readonly Going[],
): Promise<ReadonlySet<string>> {
  const here = (alias: string): Sql =>
    sql`${raw(alias)}.tenant_id = ${ctx.tenantId} and ${raw(alias)}.org_id = ${ctx.org.id}`
  const rows = sql`unnest(${going.map((g) => g.row.id)}::bigint[], ${going.map((g) => g.move.toBinId)}::bigint[]) as n(id, bin_id)`
  const [, brought] = await Promise.all([
    // What a container left behind here on an earlier visit is an empty row under the same key.
    ctx.tx.run(sql`
    delete from wms_stock s using unnest(${moves.map((m) => m.containerId)}::bigint[], ${moves.map((m) => m.toBinId)}::bigint[]) as n(id, bin_id)
    where ${here('s')} and s.container_id = n.id and s.bin_id = n.bin_id and s.qty = 0 and s.reserved_qty = 0`),
    ctx.tx.query<{ binId: string; isAwaited: boolean }>(sql`
    update wms_stock s set bin_id = n.bin_id, version = s.version + 1, last_in_at = ${ctx.now()} from ${rows} where ${here('s')} and s.id = n.id
    returning s.bin_id, exists (select 1 from wms_reservation w where ${here('w')} and w.bin_id = s.bin_id and w.product_id = s.product_id and w.state = 'PENDING') as is_awaited`),
    ctx.tx.run(sql`
    update wms_reservation r set bin_id = n.bin_id from ${rows} where ${here('r')} and r.stock_id = n.id and r.state = 'ACTIVE'`),
  ])
  return new Set(brought.flatMap((b) => (b.isAwaited ? [b.binId] : [])))
}

/** What the ledger tells of goods that go with their container, in the order of their rows. */
const bothSides = (going: readonly Going[]) => {
  const lines = new Map<string, number>()
  return going.flatMap(({ row, move }) => {
    const at = lines.get(move.postingId) ?? 0
    lines.set(move.postingId, at + 2)
    const told = { postingId: move.postingId, bizType: move.bizType }
    const qty = formatQty(row.qty)
    const out = row.pieces === null ? null : -row.pieces
    return [
      { ...told, lineNo: at + 1, ...bareKey(row), delta: `-${qty}`, pieces: out, qtyAfter: '0' },
      { ...told, lineNo: at + 2, ...bareKey(row), binId: move.toBinId, delta: qty, pieces: row.pieces, qtyAfter: qty },
    ]
  })
}
