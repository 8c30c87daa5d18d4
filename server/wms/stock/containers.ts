import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { type ContainerState, container, containerFlow } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { ledger } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { jsonOf } from '../../kernel/json.ts'
import { byId, type StockKey } from './key.ts'
import { demandIn, demandMix, holdTruck, readPlaces } from './places.ts'
import { openPosting, type PostingFacts } from './posting.ts'
import { lockContents } from './rows.ts'

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
    select c.id, c.code, c.state, c.bin_id, c.store_id, t.category from wms_container c
    join wms_container_type t on t.tenant_id = c.tenant_id and t.id = c.type_id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = any(${sorted}::bigint[]) and c.code <> 'LOOSE'
    order by c.id for no key update of c`)
  return new Map(rows.map((r) => [r.id, r]))
}

/** A container as {@link ContainerRow} has it, with the category of its type. */
export const boxJson = (alias: string): Sql => jsonOf(alias, ['id', 'code', 'state', 'binId', 'storeId', 'category'])

/** Changes place and state of containers; a state that the change does not start from is refused. */
export async function changeContainers(ctx: Ctx, changes: readonly ContainerChange[]): Promise<void> {
  const rows = await lockContainers(
    ctx,
    changes.map((c) => c.id),
  )
  await Promise.all(changesOf(ctx, changes, rows).map((update) => ctx.tx.run(update)))
}

/**
 * What is to be written of containers that are locked.
 * @throws Fault containerState when a change starts from another state, or from another store's container
 */
export function changesOf(
  ctx: Ctx,
  changes: readonly ContainerChange[],
  rows: ReadonlyMap<string, ContainerRow>,
): Sql[] {
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
    const { id: _, from: __, ofStoreId: ___, ...more } = change
    if (Object.entries(more).every(([name, value]) => name === 'state' && value === row.state)) return []
    const starts = row.state === 'IDLE' && change.state !== undefined && change.state !== 'IDLE' ? 1 : 0
    return sql`
      update wms_container set state = ${change.state ?? row.state},
        bin_id = ${change.binId === undefined ? row.binId : change.binId},
        store_id = ${change.storeId === undefined ? row.storeId : change.storeId},
        bill_id = case when ${change.billId !== undefined} then ${change.billId ?? null}::bigint else bill_id end,
        uses = uses + ${starts}, last_move_at = ${ctx.now()}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${row.id}`
  })
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
  readonly bizType: 'PUTAWAY' | 'MOVE' | 'COLLECT' | 'LOAD' | 'UNLOAD'
  readonly containerId: string
  /** Where it is taken from, where the work says so. */
  readonly fromBinId?: string
  readonly toBinId: string
  readonly change: Omit<ContainerChange, 'id' | 'binId'>
}

/**
 * Moves a container with everything in it. Its stock rows keep their identity and their reservations; only their bin
 * changes, and the ledger gets both sides.
 * @throws Fault containerElsewhere, containerState, binLocked, binDisabled, binMix
 */
export async function moveContainer(ctx: Ctx, move: ContainerMove): Promise<void> {
  const [postingId, boxes, places] = await Promise.all([
    openPosting(ctx, move),
    lockContainers(ctx, [move.containerId]),
    readPlaces(ctx, [move.toBinId]),
  ])
  const box = boxes.get(move.containerId)
  if (box && move.fromBinId !== undefined && box.binId !== move.fromBinId)
    refuse(wmsFaults.containerElsewhere, { code: rowName(container, box.id, box.code) })
  for (const place of places.values()) demandIn(place)
  const rows = (await lockContents(ctx, [move.containerId])).filter((r) => r.binId !== move.toBinId)
  // What the container left behind here on an earlier visit is an empty row under the same key.
  await ctx.tx.run(sql`
    delete from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and container_id = ${move.containerId}
      and bin_id = ${move.toBinId} and qty = 0 and reserved_qty = 0`)
  await ctx.tx.run(sql`
    update wms_stock set bin_id = ${move.toBinId}, version = version + 1, last_in_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${rows.map((r) => r.id)}::bigint[])`)
  await ctx.tx.run(sql`
    update wms_reservation set bin_id = ${move.toBinId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and stock_id = any(${rows.map((r) => r.id)}::bigint[]) and state = 'ACTIVE'`)
  const place = found(places.get(move.toBinId), ['货位', 'Bin'])
  // All that it carries must be allowed to lie together there, and beside what is there.
  await demandMix(
    ctx,
    rows.map((r) => ({ ...r, binId: move.toBinId, place })),
  )
  if (place.usage === 'TRUCK') await holdTruck(ctx, move.toBinId, 'load')
  const line = (key: StockKey, delta: string, pieces: number | null, after: string, i: number) => {
    const { ownerId, productId, qpcId, lotId, stockType, binId, containerId } = key
    return {
      postingId,
      lineNo: i,
      bizType: move.bizType,
      ownerId,
      productId,
      qpcId,
      lotId,
      stockType,
      binId,
      containerId,
      delta,
      pieces,
      qtyAfter: after,
    }
  }
  await insert(
    ctx,
    ledger,
    rows.flatMap((r, i) => {
      const qty = formatQty(r.qty)
      const out = r.pieces === null ? null : -r.pieces
      return [
        line(r, `-${qty}`, out, '0', 2 * i + 1),
        line({ ...r, binId: move.toBinId }, qty, r.pieces, qty, 2 * i + 2),
      ]
    }),
  )
  await changeContainers(ctx, [{ id: move.containerId, ...move.change, binId: move.toBinId }])
}
