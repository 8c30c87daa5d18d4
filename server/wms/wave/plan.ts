import { toCaseText } from '@lading/contract/kernel/caseText.ts'
import { formatQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { refusedMax } from '@lading/contract/wms/operateCalls.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import { task } from '@lading/contract/wms/task.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { type planWave as planCall, plannedMax } from '@lading/contract/wms/waveCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { readBill } from '../../platform/document/steps.ts'
import { type Picking, pickTasks, readPickAreas, withLimits } from '../operate/pickTasks.ts'
import { waitedFor } from '../strategy/wave.ts'
import { type PlannedWave, planMembers, stockFor } from './allocate.ts'
import { readFaces } from './faces.ts'
import { type MemberLine, readMembers, untried } from './lines.ts'

type Answer = z.output<typeof planCall.output>

/** 试算: what starting the wave would do now. The same engine without a lock and without a written row. */
export async function planOfWave(ctx: Ctx, input: { id: string }): Promise<Answer> {
  demandDc(ctx)
  const wave = await readBill(ctx, waveBill, input.id)
  const members = await readMembers(ctx, wave.id, sql`b.state in ('APPROVED', 'INPROGRESS') and ${untried}`)
  const productIds = [...new Set(members.map((m) => m.productId))]
  const [rows, faces] = await Promise.all([stockFor(ctx, members), readFaces(ctx, productIds)])
  const plan = await planMembers(ctx, wave.ration, members, rows, faces)
  const [tasks, names, minutes] = await Promise.all([
    tasksOf(ctx, plan, members),
    namesOf(ctx, members, plan),
    minutesPerLine(ctx),
  ])
  const lines = tasks.reduce((n, t) => n + t.lines.length, 0)
  return {
    orders: new Set(members.map((m) => m.billId)).size,
    lines: members.length,
    shortLines: plan.shortages.length,
    waitingLines: new Set(plan.waits.map((w) => w.lineId)).size,
    pickTasks: tasks.length,
    pickLines: lines,
    replenishments: plan.supplies.length,
    minutes:
      minutes.PICK === undefined
        ? null
        : Math.ceil(lines * minutes.PICK + plan.supplies.length * (minutes.RPL_DOWN ?? 0)),
    shorts: shortsOf(plan, members, names),
    supplies: suppliesOf(plan, names),
  }
}

/** The pick tasks that it would make, by the same cuts. */
async function tasksOf(ctx: Ctx, plan: PlannedWave, members: readonly MemberLine[]) {
  const [areas, rowOf] = [await readPickAreas(ctx), new Map(plan.rows.map((r) => [r.id, r]))]
  const faceOf = new Map(
    (
      await ctx.tx.query<Picking['bin'] & Pick<Picking, 'pickAreaId'>>(sql`
      select b.id, b.code, b.pick_seq, b.area_id as zone_id, b.aisle, b.pick_area_id from ${fromHere(ctx, bin, 'b')} where b.id = any(${plan.waits.map((w) => w.binId)}::bigint[])`)
    ).map((b) => [b.id, b]),
  )
  const memberOf = new Map(members.map((m) => [m.id, m]))
  const goods = (lineId: string, qty: Qty) => {
    const m = memberOf.get(lineId)
    return { billLineId: lineId, qty, pieces: null, ownerId: m?.ownerId ?? '', productId: m?.productId ?? '' }
  }
  const taken = plan.takes.flatMap((t, i): Picking[] => {
    const row = rowOf.get(t.stockId)
    if (!row) return []
    const place = { bin: row.bin, pickAreaId: row.pickAreaId, lotId: row.lot.id, containerId: row.containerId }
    return [
      {
        ...goods(t.lineId, t.qty),
        ...place,
        taskLineId: `t${i}`,
        qpcId: row.qpcId,
        stockType: row.stockType,
        waits: false,
      },
    ]
  })
  const waiting = plan.waits.flatMap((w, i): Picking[] => {
    const face = faceOf.get(w.binId)
    if (!face) return []
    const place = { bin: face, pickAreaId: face.pickAreaId, lotId: null, containerId: null }
    return [
      { ...goods(w.lineId, w.qty), ...place, taskLineId: `w${i}`, qpcId: w.qpcId, stockType: waitedFor, waits: true },
    ]
  })
  const byOrder = Map.groupBy([...taken, ...waiting], (p) => memberOf.get(p.billLineId)?.billId ?? '')
  const orders = [...byOrder].flatMap(([id, picks]) => {
    const of = memberOf.get(picks[0]?.billLineId ?? '')
    // Nobody reads its number of a task that is not made.
    return of ? [{ ...of, id, billNo: '', priority: of.billPriority, picks }] : []
  })
  const limited = await withLimits(ctx, areas, operateBill.header.key, orders)
  return orders.flatMap((o, i) => pickTasks(limited[i] ?? areas, o, o.picks, plan.products))
}

/** How long a line of such work took in the last 30 days, where anybody has done any. */
async function minutesPerLine(ctx: Ctx): Promise<Readonly<Record<string, number>>> {
  const rows = await ctx.tx.query<{ type: string; minutes: string }>(sql`
    select k.task_type as type, sum(extract(epoch from k.finished_at - k.started_at)) / 60 / sum(k.line_count) as minutes from ${fromHere(ctx, task, 'k')}
    where k.task_type in ('PICK', 'RPL_DOWN') and k.state = 'DONE' and k.line_count > 0
      and k.finished_at > k.started_at and k.finished_at > ${ctx.now()}::timestamptz - interval '30 days'
    group by k.task_type`)
  return Object.fromEntries(rows.map((r) => [r.type, Number(r.minutes)]))
}

type Names = Awaited<ReturnType<typeof namesOf>>
async function namesOf(ctx: Ctx, members: readonly MemberLine[], plan: PlannedWave) {
  const ids = (of: (m: MemberLine) => string) => [...new Set(members.map(of))]
  const [orders, stores, products, bins, lots] = await Promise.all([
    ctx.tx.query<{ id: string; billNo: string }>(sql`
      select b.id, b.bill_no from ${fromHere(ctx, operateBill.header, 'b')} where b.id = any(${ids((m) => m.billId)}::bigint[])`),
    ctx.tx.query<{ id: string; code: string; name: string }>(sql`
      select s.id, s.code, s.name from ${named(ctx, store, 's')} where s.id = any(${ids((m) => m.storeId)}::bigint[])`),
    ctx.tx.query<{ id: string; code: string; name: string; baseUnit: string }>(sql`
      select p.id, p.code, p.name, p.base_unit from ${named(ctx, product, 'p')} where p.id = any(${ids((m) => m.productId)}::bigint[])`),
    ctx.tx.query<{ id: string; code: string }>(sql`
      select b.id, b.code from ${fromHere(ctx, bin, 'b')} where b.id = any(${plan.faces.map((f) => f.binId)}::bigint[])`),
    ctx.tx.query<{ id: string; lotNo: string }>(sql`
      select l.id, l.lot_no from ${fromHere(ctx, lot, 'l')} where l.id = any(${plan.rows.map((r) => r.lot.id)}::bigint[])`),
  ])
  const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((r) => [r.id, r]))
  return { orders: byId(orders), stores: byId(stores), products: byId(products), bins: byId(bins), lots: byId(lots) }
}
const goodsOf = (one: { code: string; name: string } | undefined) => ({ code: one?.code ?? '', name: one?.name ?? '' })
const pair = ([zh, en]: Text): [string, string] => [zh, en]

function shortsOf(plan: PlannedWave, members: readonly MemberLine[], names: Names): Answer['shorts'] {
  const memberOf = new Map(members.map((m) => [m.id, m]))
  const wantOf = new Map(plan.lines.map((l) => [l.id, l.want]))
  const rowOf = new Map(plan.rows.map((r) => [r.id, r]))
  return plan.shortages.slice(0, plannedMax).flatMap((s) => {
    const m = memberOf.get(s.lineId)
    if (!m) return []
    return [
      {
        id: s.lineId,
        billNo: names.orders.get(m.billId)?.billNo ?? '',
        store: goodsOf(names.stores.get(m.storeId)),
        product: goodsOf(names.products.get(m.productId)),
        unit: names.products.get(m.productId)?.baseUnit ?? '',
        want: formatQty(wantOf.get(s.lineId) ?? 0n),
        short: formatQty(s.qty),
        why: pair(s.reason.text),
        refused: s.refused.slice(0, refusedMax).flatMap((r) => {
          const row = rowOf.get(r.stockId)
          return row ? [{ bin: row.bin.code, qty: formatQty(row.qty - row.reserved), why: pair(r.reason.text) }] : []
        }),
      },
    ]
  })
}

const casesOf = (qty: Qty, qpc: Qty | undefined): string =>
  qpc === undefined ? '' : toCaseText(qty, { qpc, mid: qpc })

function suppliesOf(plan: PlannedWave, names: Names): Answer['supplies'] {
  const rowOf = new Map(plan.rows.map((r) => [r.id, r]))
  return plan.supplies.slice(0, plannedMax).flatMap((s) => {
    const row = rowOf.get(s.stockId)
    if (!row) return []
    return [
      {
        id: `${s.stockId}-${s.binId}`,
        product: goodsOf(names.products.get(row.productId)),
        unit: names.products.get(row.productId)?.baseUnit ?? '',
        from: row.bin.code,
        to: names.bins.get(s.binId)?.code ?? '',
        qty: formatQty(s.qty),
        cases: casesOf(s.qty, plan.products.get(row.productId)?.qpc),
        lotNo: names.lots.get(row.lot.id)?.lotNo ?? '',
      },
    ]
  })
}
