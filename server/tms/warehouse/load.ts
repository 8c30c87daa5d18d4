import { decimalSum } from '@lading/contract/kernel/decimal.ts'
import { formatQty, minQty, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { onRoadStates, shipPlanBill, type TripState, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import type { Load } from '@lading/contract/tms/warehouse.ts'
import { type WayBillMove, wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { setBill } from '../../platform/document/steps.ts'
import { openAbnormal } from '../abnormal/open.ts'
import { recordEvents } from '../trip/events.ts'
import { settle } from '../trip/goods.ts'
import { itemsOf, type Trip } from '../trip/read.ts'
import { moveWayBills } from '../wayBill/move.ts'
import { parted } from '../wayBill/rearrange.ts'

const { header } = shipPlanBill
const isIn = (states: readonly TripState[], { state }: Trip): boolean => states.some((one) => one === state)
/** Released, and nobody has loaded it yet, whatever of its stages were recorded. */
const waiting: readonly TripState[] = ['RELEASED', 'ACCEPTED', 'CHECKED_IN']
const atDock: readonly TripState[] = [...waiting, 'LOADING', 'LOADED']

interface Out {
  readonly itemId: string
  readonly id: string
  readonly state: string
  readonly lines: readonly OutLine[]
}
interface OutLine {
  readonly id: string
  readonly billId: string
  readonly orderLineId: string | null
  readonly planQty: string
  readonly loadedQty: string | null
  readonly weight: string
  readonly volume: string
}
/** What the trip brings out, with its goods. Locked in the order of ids. */
async function outOf(ctx: Ctx, trip: Trip): Promise<readonly Out[]> {
  const items = (await itemsOf(ctx, trip.id)).filter((i) => i.isLive && i.direction === 'OUT')
  const ids = items.map((i) => i.wayBillId)
  const bills = await ctx.tx.query<{ id: string; state: string }>(sql`
    select w.id, w.state from ${fromHere(ctx, wayBill.header, 'w')} where w.id = any(${ids}::bigint[]) order by w.id for no key update of w`)
  const lines = await ctx.tx.query<OutLine>(sql`
    select l.id, l.bill_id, l.out_line_id as order_line_id, l.plan_qty, l.loaded_qty, l.weight, l.volume from ${fromHere(ctx, wayBillLine, 'l')}
    where l.bill_id = any(${ids}::bigint[]) order by l.id`)
  return bills.map((b) => ({
    ...b,
    itemId: items.find((i) => i.wayBillId === b.id)?.id ?? '',
    lines: lines.filter((l) => l.billId === b.id),
  }))
}

const moveIn = (ctx: Ctx, move: WayBillMove, states: readonly string[], out: readonly Out[]): Promise<void> =>
  moveWayBills(
    ctx,
    move,
    out.filter((o) => states.includes(o.state)).map(({ id }) => ({ id })),
  )

async function setTrip(ctx: Ctx, trip: Trip, action: string, state: string, more: object = {}): Promise<void> {
  await setBill(ctx, shipPlanBill, trip, state, { ...more })
  ctx.audit({
    ...{ subject: header.key, subjectId: trip.id, subjectNo: trip.billNo, action },
    before: { state: trip.state },
    after: { state },
  })
}

/** Loading has begun, or begins again: what was told of the first time counts no more. */
async function begin(ctx: Ctx, trip: Trip, { startedAt }: Load): Promise<void> {
  if (!isIn([...waiting, 'LOADED'], trip)) return
  const out = await outOf(ctx, trip)
  await moveIn(ctx, 'unload', ['LOADED'], out)
  await moveIn(ctx, 'load', ['DISPATCHED', 'LOADED'], out)
  await ctx.tx.run(sql`
    update ${raw(wayBillLine.table)} set loaded_qty = null, version = version + 1 where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
      and bill_id = any(${out.map((o) => o.id)}::bigint[]) and loaded_qty is not null`)
  const at = startedAt ?? ctx.now()
  await setTrip(ctx, trip, 'loadStart', 'LOADING', { checkinAt: trip.checkinAt ?? at, loadFromAt: at, loadToAt: null })
}

interface Loaded {
  readonly of: Out
  /** By line; of goods that no order of the warehouse tells of all that was planned. */
  readonly qty: ReadonlyMap<string, Qty>
  readonly columns: Readonly<Record<string, string>>
}
/** What is aboard of each way bill. An order line on several of them fills one after the other. */
function loadedOf(out: readonly Out[], { lines: aboard }: Load): readonly Loaded[] {
  const left = new Map(aboard.map((a) => [a.orderLineId, parseQty(a.qty)]))
  return out.map((of) => {
    const qty = new Map(
      of.lines.map((l) => {
        const plan = parseQty(l.planQty)
        if (l.orderLineId === null) return [l.id, plan]
        const here = left.get(l.orderLineId) ?? 0n
        const part = minQty(here, plan)
        left.set(l.orderLineId, here - part)
        return [l.id, part]
      }),
    )
    const parts = of.lines.map((l) => parted(l, qty.get(l.id) ?? 0n)[0])
    const columns = {
      actPieces: decimalSum(
        parts.map((p) => p.planQty),
        3,
      ),
      actWeight: decimalSum(
        parts.map((p) => p.weight),
        3,
      ),
      actVolume: decimalSum(
        parts.map((p) => p.volume),
        6,
      ),
    }
    return { of, qty, columns }
  })
}

const isNone = ({ qty }: Loaded): boolean => [...qty.values()].every((n) => n === 0n)
/** Nobody has said yet what was taken of it: what was loaded may still be told. */
const isOpen = ({ of: { state } }: Loaded): boolean => !['SIGNED', 'PARTIAL', 'REJECTED', 'CLOSED'].includes(state)

/** What was loaded stands on way bills, lines and trip: only what differs is written. */
async function write(ctx: Ctx, { of, qty, columns }: Loaded): Promise<void> {
  for (const l of of.lines) {
    const loaded = qty.get(l.id) ?? 0n
    if (l.orderLineId === null || (l.loadedQty !== null && parseQty(l.loadedQty) === loaded)) continue
    await ctx.tx.run(sql`
      update ${raw(wayBillLine.table)} set loaded_qty = ${formatQty(loaded)}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${l.id}`)
  }
  const { actPieces, actWeight, actVolume } = columns
  await ctx.tx.run(sql`
    update ${raw(wayBill.header.table)} set act_pieces = ${actPieces}, act_weight = ${actWeight}, act_volume = ${actVolume}, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${of.id}
      and (act_pieces, act_weight, act_volume) is distinct from (${actPieces}::numeric, ${actWeight}::numeric, ${actVolume}::numeric)`)
  await ctx.tx.run(sql`
    update ${raw(tripItem.table)} set weight = ${actWeight}, volume = ${actVolume}, pieces = ${actPieces}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${of.itemId}
      and (weight, volume, pieces) is distinct from (${actWeight}::numeric, ${actVolume}::numeric, ${actPieces}::numeric)`)
}

/** What was left at the dock altogether waits for another trip. */
async function leave(ctx: Ctx, trip: Trip, none: readonly Loaded[]): Promise<void> {
  if (none.length === 0) return
  const out = none.map(({ of }) => of)
  await moveIn(ctx, 'unload', ['LOADING', 'LOADED'], out)
  await moveWayBills(
    ctx,
    'takeOff',
    out.map(({ id }) => ({ id })),
    { reason: '仓库未装车' },
  )
  await ctx.tx.run(sql`
    delete from ${raw(tripItem.table)} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${out.map((o) => o.itemId)}::bigint[])`)
  ctx.audit({
    ...{ subject: header.key, subjectId: trip.id, subjectNo: trip.billNo, action: 'takeOff' },
    after: { reason: '仓库未装车' },
  })
}

/** 短少: of goods that were planned, and are not aboard, somebody has to decide. */
async function openShort(ctx: Ctx, trip: Trip, all: readonly Loaded[]): Promise<void> {
  for (const { of, qty } of all) {
    const missing = qtySum(of.lines.map((l) => parseQty(l.planQty) - (qty.get(l.id) ?? 0n)))
    if (missing <= 0n) continue
    await openAbnormal(ctx, {
      ...{ kind: 'SHORT', episode: `${trip.id}:SHORT:${of.id}`, tripId: trip.id, wayBillId: of.id },
      what: `装车短少 ${Number(formatQty(missing))}`,
    })
  }
}

async function finish(ctx: Ctx, trip: Trip, load: Load): Promise<Trip> {
  const all = loadedOf(await outOf(ctx, trip), load)
  const isHere = isIn(atDock, trip)
  // A truck on which nothing of the trip stands is not its own.
  const some = all.some((l) => !isNone(l))
  const none = isHere && some ? all.filter(isNone) : []
  const loaded = all.filter((l) => !none.includes(l) && isOpen(l))
  await leave(ctx, trip, none)
  for (const one of loaded) await write(ctx, one)
  await openShort(ctx, trip, [...loaded, ...none])
  if (!isHere) {
    await setBill(ctx, shipPlanBill, trip, trip.state, await settle(ctx, trip.id))
    return trip
  }
  const moved = loaded.filter(({ of }) => of.state === 'DISPATCHED' || of.state === 'LOADING')
  await moveWayBills(
    ctx,
    'loaded',
    moved.map(({ of, columns }) => ({ id: of.id, set: columns })),
  )
  const peak = await settle(ctx, trip.id)
  if (trip.state === 'LOADED') await setBill(ctx, shipPlanBill, trip, trip.state, peak)
  else {
    const at = load.startedAt ?? ctx.now()
    const stamps = {
      checkinAt: trip.checkinAt ?? at,
      loadFromAt: trip.loadFromAt ?? at,
      loadToAt: load.goneAt ?? ctx.now(),
    }
    await setTrip(ctx, trip, 'loadFinish', 'LOADED', { ...peak, ...stamps })
  }
  return { ...trip, state: 'LOADED', version: trip.version + 1 }
}

/** The truck has left: where nobody on the trip has said so, the warehouse does. */
async function depart(ctx: Ctx, trip: Trip, { shipBillId, goneAt, odometerKm, sealNo }: Load): Promise<void> {
  if (trip.state !== 'LOADED') return
  const payload = {
    ...(odometerKm !== null && { odometerKm: Math.round(Number(odometerKm)) }),
    ...(sealNo !== null && { sealNo }),
  }
  const told = { uid: `ship-${shipBillId}`, kind: 'DEPART', at: goneAt ?? ctx.now(), payload } as const
  const { columns } = await recordEvents(ctx, trip, [{ ...told, stopId: null, wayBillId: null, source: 'WAREHOUSE' }])
  const { state, ...more } = { state: trip.state, ...columns }
  if (columns) await setTrip(ctx, trip, 'depart', String(state), more)
}

/**
 * How far the warehouse has loaded a trip: its stages follow, and what was loaded stands on its way bills. Whoever has said
 * more already, such as that it has departed, is believed. Told again, nothing happens.
 */
export async function takeLoad(ctx: Ctx, load: Load): Promise<void> {
  const trip = await ctx.tx.maybe<Trip & object>(sql`
    select t.* from ${fromHere(ctx, header, 't')} where t.id = ${load.tripId} for no key update of t`)
  if (!trip || load.state === 'WAITING') return
  if (load.state === 'LOADING') return begin(ctx, trip, load)
  if (!isIn([...atDock, ...onRoadStates, 'RETURNED', 'CLOSED'], trip)) return
  const now = await finish(ctx, trip, load)
  if (load.state === 'GONE') await depart(ctx, now, load)
}
