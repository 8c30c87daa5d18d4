import { addDays } from '@lading/contract/kernel/day.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import { typeChangeBill } from '@lading/contract/wms/typeChangeBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, hashNumber, type Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { type AnyHeader, readBill, type StepWorks, takeStep } from '../../platform/document/steps.ts'
import { billRules } from '../bill/billServed.ts'
import { startMoves } from '../move/start.ts'
import { operateSteps } from '../operate/steps.ts'
import { orderSteps } from '../order/steps.ts'
import { shipRules, shipSteps } from '../ship/steps.ts'
import type { StockKey } from '../stock/key.ts'
import { stockBillRules } from '../stockBill/served.ts'
import { typeChangeWork } from '../stockBill/typeChange.ts'
import { confirmLine } from '../task/confirm.ts'
import { pickerFor } from './crew.ts'
import type { DemoMasters } from './masters.ts'

/** How far an order has come. Each step includes those before it. */
type Inbound = 'SAVED' | 'APPROVED' | 'TASK' | 'HALF' | 'DONE'
type Outbound = 'SAVED' | 'APPROVED' | 'ALLOCATED' | 'HALF' | 'PICKED'
const inboundDay: readonly Inbound[] = [
  'SAVED',
  'SAVED',
  'APPROVED',
  'APPROVED',
  'APPROVED',
  'TASK',
  'TASK',
  'HALF',
  'HALF',
  'DONE',
  'DONE',
  'DONE',
]
const outboundDay: readonly Outbound[] = [
  'SAVED',
  'SAVED',
  'SAVED',
  'APPROVED',
  'APPROVED',
  'APPROVED',
  'APPROVED',
  'ALLOCATED',
  'ALLOCATED',
  'ALLOCATED',
  'ALLOCATED',
  'ALLOCATED',
  'HALF',
  'HALF',
  'HALF',
  'PICKED',
  'PICKED',
  'PICKED',
  'PICKED',
  'PICKED',
]

type Product = DemoMasters['products'][number]
/** Some goods of an owner, chosen by a text, the same on every machine. */
function pick(m: DemoMasters, owner: string, seed: string, count: number): Product[] {
  const own = m.products.filter((p) => p.owners[0] === owner)
  return Array.from({ length: count }, (_, i) => own[(hashNumber(`${seed}:${i}`) % 7919) % own.length]).filter(
    (p, i, all): p is Product => p !== undefined && all.indexOf(p) === i,
  )
}
export const at = (day: string, hour: number): string => `${day}T${String(hour).padStart(2, '0')}:00:00+08:00`

/** A step of a paper as it is now. */
export async function step(ctx: Ctx, bill: AnyHeader, id: string, name: string, steps: StepWorks): Promise<void> {
  await takeStep(ctx, bill, name, await readBill(ctx, bill, id), steps[name])
}
const workers: Readonly<Record<string, string>> = {
  RECEIVE: 'receiver',
  PUTAWAY: 'receiver',
  MOVE: 'receiver',
  ENTER_TRUCK: 'shipper',
  STORE_RTN_RECEIVE: 'receiver',
  RETURN_PICK: 'receiver',
  OPERATE_DIFF: 'receiver',
  PROC_MOVE_IN: 'receiver',
}

/** Confirms the open lines of a bill's tasks of one type, or every other one of them. @param turn whose picks they are, in turn */
export async function work(system: Ctx, billId: string, type: string, half: boolean, turn = 0): Promise<void> {
  const today = businessDay(system)
  const lines = await system.tx.query<{
    id: string
    task: number
    planQty: string
    toBinId: string | null
    days: number | null
  }>(sql`
    select l.id, dense_rank() over (order by t.id)::integer as task, l.plan_qty, l.to_bin_id, p.shelf_life_days as days
    from ${fromHere(system, taskLine, 'l')} join ${fromHere(system, task, 't')} on t.id = l.task_id
    left join ${named(system, product, 'p')} on p.id = l.product_id
    where t.bill_id = ${billId} and t.task_type = ${type} and l.state = 'OPEN' order by l.id`)
  const by = new Map<number, Ctx>()
  for (const { task } of lines)
    if (!by.has(task)) by.set(task, await as(system, workers[type] ?? pickerFor(turn + task)))
  for (const [i, l] of lines.entries()) {
    if (half && i % 2 === 1) continue
    if (type === 'PUTAWAY' && l.toBinId === null) continue
    const made =
      l.days === null || type !== 'RECEIVE'
        ? {}
        : { productionDate: addDays(today, -Math.min(3, Math.floor(l.days / 10))) }
    const ctx = by.get(l.task) ?? system
    await confirmLine(ctx, { taskLineId: l.id, qty: l.planQty, partial: false, scans: {}, ...made })
  }
}

/** A day, and by what its goods and stores are drawn. */
interface Day {
  readonly day: string
  readonly dice: string
}
/** The first day is the same on whatever day it is made; drawn by this, each state of each paper and task is there. */
const firstDice = '2026-11-27'

async function inbound(ctx: Ctx, m: DemoMasters, { day, dice }: Day, i: number, to: Inbound): Promise<void> {
  const ownerId = m.owners.get(i % 5 === 4 ? 'O2' : 'O1') ?? ''
  const lines = pick(m, ownerId, `in:${dice}:${i}`, 3 + (i % 4)).map((p, n) => ({
    productId: p.id,
    qpcId: p.qpcId,
    planQty: String(p.caseOf * (5 + ((i * 3 + n * 7) % 15))),
    unitPrice: '6.5',
    // Every fourth order brings a carton on top that costs nothing.
    gift: n === 2 && i % 4 === 0,
  }))
  const { id } = await createRow(
    ctx,
    orderBill.header,
    {
      ownerId,
      vendorId: m.vendors[i % m.vendors.length],
      mode: 'PURCHASE',
      upstreamNo: `PO${day.replaceAll('-', '')}${String(i + 1).padStart(3, '0')}`,
      bizDate: day,
      expectAt: at(day, 8 + (i % 9)),
      priority: 50,
      lines,
    },
    billRules(orderBill),
  )
  const reached = ['SAVED', 'APPROVED', 'TASK', 'HALF', 'DONE'].indexOf(to)
  if (reached >= 1) await step(ctx, orderBill, id, 'approve', orderSteps)
  if (reached >= 2) await step(ctx, orderBill, id, 'createTask', orderSteps)
  if (reached >= 3) await work(ctx, id, 'RECEIVE', to === 'HALF')
  if (reached >= 4) await work(ctx, id, 'PUTAWAY', false)
}

async function outbound(
  ctx: Ctx,
  m: DemoMasters,
  { day, dice }: Day,
  i: number,
  to: Outbound,
): Promise<string | undefined> {
  const ownerId = m.owners.get(i % 6 === 5 ? 'O2' : 'O1') ?? ''
  const store = m.stores[hashNumber(`store:${dice}:${i}`) % m.stores.length]
  if (!store) return undefined
  const lines = pick(m, ownerId, `out:${dice}:${i}`, 4 + (i % 5)).map((p, n) => ({
    productId: p.id,
    planQty: String(p.weigh ? 2.5 + n : Math.max(1, Math.round(p.caseOf * (n % 3 === 0 ? 1 : 0.25)))),
    gift: false,
  }))
  const { id } = await createRow(
    ctx,
    operateBill.header,
    {
      ownerId,
      storeId: store.id,
      mode: 'SUPPLY',
      delivery: i % 9 === 0 ? 'URGENT' : 'NORMAL',
      route: store.route,
      upstreamNo: `SO${day.replaceAll('-', '')}${String(i + 1).padStart(3, '0')}`,
      bizDate: day,
      expectAt: at(addDays(day, 1), 6),
      deadlineAt: at(day, 22),
      priority: i % 9 === 0 ? 10 : 50,
      lines,
    },
    billRules(operateBill),
  )
  const reached = ['SAVED', 'APPROVED', 'ALLOCATED', 'HALF', 'PICKED'].indexOf(to)
  if (reached >= 1) await step(ctx, operateBill, id, 'approve', operateSteps)
  if (reached >= 2) await step(ctx, operateBill, id, 'allocate', operateSteps)
  if (reached >= 3) await work(ctx, id, 'PICK', to === 'HALF', 2 * i)
  return reached >= 4 ? store.id : undefined
}

/** One truck of the day: some stores' goods loaded, or gone already. */
async function truck(ctx: Ctx, day: string, storeIds: readonly string[], gone: boolean): Promise<void> {
  const { id } = await createRow(
    ctx,
    shipBill.header,
    {
      route: 'L1',
      vehicleNo: gone ? '沪A·8K216' : '沪B·5M907',
      driverName: gone ? '赵师傅' : '钱师傅',
      carrier: '长三角城配',
      bizDate: day,
      planDepartAt: at(day, gone ? 16 : 23),
      maxWeightKg: gone ? '8000' : '1500',
      maxVolumeM3: gone ? '36' : '9',
      driverPhone: gone ? '13800138001' : '13800138002',
      ...(gone && { sealNo: 'FQ-0001' }),
      stops: storeIds.map((storeId, i) => ({ seq: i + 1, storeId })),
    },
    shipRules,
  )
  const act = (name: string): Promise<void> => step(ctx, shipBill, id, name, shipSteps)
  await act('approve')
  if (!gone) return
  await act('start')
  await work(ctx, id, 'ENTER_TRUCK', false)
  await act('finish')
  await act('despatch')
}

/** A day's orders in every state, as a logistics centre has them in the afternoon. */
export async function seedOrders(run: Run, m: DemoMasters): Promise<void> {
  const day = await run(async (ctx) => businessDay(ctx))
  for (const [i, to] of inboundDay.entries()) await run((ctx) => inbound(ctx, m, { day, dice: firstDice }, i, to))
  const staged = new Set<string>()
  for (const [i, to] of outboundDay.entries()) {
    const storeId = await run((ctx) => outbound(ctx, m, { day, dice: firstDice }, i, to))
    if (storeId) staged.add(storeId)
  }
  const stores = [...staged]
  const half = Math.ceil(stores.length / 2)
  await run((ctx) => truck(ctx, day, stores.slice(0, half), true))
  if (stores.length > half) await run((ctx) => truck(ctx, day, stores.slice(half), false))
  await run((ctx) => moves(ctx))
  await run((ctx) => damaged(ctx))
}

/** A morning in the smaller centre: what has come in and been put away, and what is asked for. */
export async function seedSmallCentre(run: Run, m: DemoMasters): Promise<void> {
  const day = { day: await run(async (ctx) => businessDay(ctx)), dice: 'second' }
  for (const [i, to] of (['APPROVED', 'TASK', 'HALF', 'DONE', 'SAVED'] as const).entries())
    await run((ctx) => inbound(ctx, m, day, i, to))
  for (const [i, to] of (['APPROVED', 'APPROVED', 'ALLOCATED', 'ALLOCATED', 'SAVED'] as const).entries())
    await run((ctx) => outbound(ctx, m, day, i, to))
}

/** Cartons that were dropped: written down, and to be approved by somebody else. */
async function damaged(system: Ctx): Promise<void> {
  const ctx = await as(system, 'receiver')
  const rows = await ctx.tx.query<StockKey>(sql`
    select s.owner_id, s.product_id, s.qpc_id, s.lot_id, s.stock_type, s.bin_id, s.container_id from ${fromHere(ctx, stock, 's')}
    join ${named(ctx, product, 'p')} on p.id = s.product_id and not p.is_weigh
    where s.stock_type = 'GOOD' and s.qty >= s.reserved_qty + 20
    order by s.id desc limit 2`)
  const [first] = rows
  if (!first) return
  const lines = rows
    .filter((row) => row.ownerId === first.ownerId)
    .map(({ ownerId: _, ...key }, i) => ({ ...key, qty: String(4 + i), typeTo: 'DAMAGE' }))
  await createRow(
    ctx,
    typeChangeBill.header,
    { ownerId: first.ownerId, cause: '叉车碰撞，外箱破损', lines },
    stockBillRules(typeChangeBill, typeChangeWork),
  )
}

/** Stock that was set to move: one task is done, one has begun, one waits. */
async function moves(system: Ctx): Promise<void> {
  const ctx = await as(system, 'receiver')
  const rows = await ctx.tx.query<{ id: string; free: string }>(sql`
    select s.id, s.qty - s.reserved_qty as free from ${fromHere(ctx, stock, 's')}
    join ${fromHere(ctx, bin, 'b')} on b.id = s.bin_id and b.usage = 'STORAGE' and not b.lock_out
    join ${fromHere(ctx, container, 'c')} on c.id = s.container_id and c.code = 'LOOSE'
    join ${named(ctx, product, 'p')} on p.id = s.product_id and not p.is_weigh
    where s.stock_type = 'GOOD' and s.reserved_qty = 0 and s.qty >= 12
    order by s.id limit 5`)
  for (const [i, two] of [rows.slice(0, 1), rows.slice(1, 3), rows.slice(3, 5)].entries()) {
    if (two.length === 0) continue
    const { id } = await startMoves(ctx, {
      lines: two.map((row) => ({ stockId: row.id, qty: i > 0 ? '6' : row.free })),
    })
    const lines = await ctx.tx.query<RowOf<typeof taskLine, 'id' | 'planQty'>>(sql`
      select id, plan_qty from ${fromHere(ctx, taskLine, 'l')}
      where task_id = ${id} and to_bin_id is not null order by line_no`)
    for (const line of i < 2 ? lines.slice(0, 1) : [])
      await confirmLine(ctx, { taskLineId: line.id, qty: line.planQty, partial: false, scans: {} })
  }
}

/** What a new morning brings: orders of the day, so that day two is alive too. Harmless to repeat. */
export async function seedMorning(run: Run, m: DemoMasters): Promise<void> {
  const day = await run(async (ctx) => businessDay(ctx))
  const known = await run((ctx) =>
    ctx.tx.query(sql`select 1 from ${fromHere(ctx, orderBill.header, 'b')} where biz_date = ${day} limit 1`),
  )
  if (known.length > 0) return
  for (let i = 0; i < 8; i++) await run((ctx) => inbound(ctx, m, { day, dice: day }, i, i < 5 ? 'TASK' : 'APPROVED'))
  for (let i = 0; i < 14; i++)
    await run((ctx) => outbound(ctx, m, { day, dice: day }, i, i < 6 ? 'ALLOCATED' : 'APPROVED'))
}
