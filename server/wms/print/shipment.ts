import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { store } from '@lading/contract/wms/partner.ts'
import { dock } from '@lading/contract/wms/place.ts'
import { gateStates, shipBill, shipFlow } from '@lading/contract/wms/shipBill.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { from, named } from '../../kernel/scope.ts'
import { a4, code128, type Mark, type PrintJob, qrcode, rule, textMark } from '../../platform/print/page.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { containersOf, goodsOf } from '../ship/trail.ts'
import { inAskedOrder } from './order.ts'
import { called, column, deliverySigned, sheet } from './sheet.ts'

interface ShipHead {
  id: string
  no: string
  state: keyof typeof shipFlow.states
  orgName: string
  route: string | null
  vehicleNo: string | null
  driverName: string | null
  driverPhone: string | null
  carrier: string | null
  dock: string | null
  bizDate: string | null
  planDepartAt: Date | null
  despatchedAt: Date | null
  sealNo: string | null
  odometerKm: string | null
}
async function readHeads(ctx: Ctx, ids: readonly string[]): Promise<ShipHead[]> {
  const heads = await ctx.tx.query<ShipHead>(sql`
    select h.id, h.bill_no as no, h.state, o.name as org_name, h.route, h.vehicle_no, h.driver_name, h.driver_phone, h.carrier, d.code as dock,
      h.biz_date, h.plan_depart_at, h.despatched_at, h.seal_no, h.odometer_km
    from ${from(ctx, shipBill.header, 'h')} join sys_org o on o.tenant_id = h.tenant_id and o.id = h.org_id
    left join ${named(ctx, dock, 'd')} on d.id = h.dock_id
    where h.id = any(${ids}::bigint[])`)
  return inAskedOrder(ids, heads)
}
type Labels = Readonly<Record<string, { readonly code: string; readonly name: string }>>
type Told = Record<string, unknown> & { refs: Labels }
/** A trail's rows carry their labels. */
const told = (rows: Record<string, unknown>[]): Told[] => rows as Told[]
const shown = (v: unknown): string => (v === null || v === undefined ? '' : String(v))
const at = (ctx: Ctx, d: Date | null): string => (d ? showInstant(ctx, d).slice(0, 16) : '')

const truckFacts = (ctx: Ctx, h: ShipHead): string[] => {
  const word = (text: Text) => say(text, ctx.language)
  return [
    `${word(['司机', 'Driver'])} ${called(h.driverName, h.driverPhone)}`,
    `${word(['线路', 'Route'])} ${h.route ?? ''}`,
    `${word(['月台', 'Dock'])} ${h.dock ?? ''}`,
    `${word(['承运商', 'Carrier'])} ${h.carrier ?? ''}`,
    `${word(['封签号', 'Seal'])} ${h.sealNo ?? ''}`,
    `${word(['计划发车', 'Departs'])} ${at(ctx, h.planDepartAt)}`,
  ]
}

/** The shipments that these tasks load or let go, each once. */
export async function trucksOf(ctx: Ctx, ids: readonly string[], type: TaskType): Promise<string[]> {
  const tasks = await ctx.tx.query<{ id: string; billId: string }>(sql`
    select t.id, t.bill_id from ${from(ctx, task, 't')} where t.task_type = ${type} and t.id = any(${ids}::bigint[])`)
  return [...new Set(inAskedOrder(ids, tasks).map((t) => t.billId))]
}

/** 装车清单: every container in the order in which it goes in, to be ticked off. What stays is not on it. */
export async function manifests(ctx: Ctx, ids: readonly string[]): Promise<PrintJob> {
  const word = (text: Text) => say(text, ctx.language)
  const columns = [
    column(ctx, ['序', '#'], 10, 'center'),
    column(ctx, ['站', 'Stop'], 12, 'center'),
    column(ctx, ['门店', 'Store'], 66),
    column(ctx, ['容器', 'Container'], 38),
    column(ctx, ['件数', 'Cases'], 20, 'right'),
    column(ctx, ['重量kg', 'Weight kg'], 24, 'right'),
    column(ctx, ['装车', 'Loaded'], 20, 'center'),
  ]
  const pages: Mark[][] = []
  for (const h of await readHeads(ctx, ids)) {
    const rows = told(await containersOf(ctx, { id: h.id })).filter((r) => r.load !== 'SHORT')
    const weight = rows.reduce((sum, r) => sum + parseQty(shown(r.weight) || '0'), 0n)
    const cells = rows.map((r, i) => [
      String(i + 1),
      shown(r.seq),
      called(r.refs.storeId?.code, r.refs.storeId?.name),
      r.refs.containerId?.code ?? '',
      shown(r.cases),
      shown(r.weight),
      r.load === 'DONE' ? '√' : '',
    ])
    const sum: Text = ['合计 {n} 个容器，{w} kg', 'Total containers: {n}, {w} kg']
    const foot: Text = ['装车人：____________  司机：____________', 'Loaded by: ____________  Driver: ____________']
    pages.push(
      ...sheet(
        ctx,
        ['装车清单', 'Loading manifest'],
        { id: h.id, no: h.no, orgName: h.orgName, party: h.vehicleNo ?? '', facts: truckFacts(ctx, h) },
        columns,
        cells.map((c) => ({ headId: h.id, cells: c })),
        `${say(sum, ctx.language, { n: rows.length, w: formatQty(weight) })}    ${word(foot)}`,
      ),
    )
  }
  return { title: 'manifests', ...a4, pages }
}

type Place = RowOf<typeof store, 'id' | 'address' | 'contact' | 'phone'>
const placesOf = async (ctx: Ctx, ids: readonly string[]): Promise<Map<string, Place>> => {
  const rows = await ctx.tx.query<Place>(sql`
    select id, address, contact, phone from ${named(ctx, store, 's')} where id = any(${ids}::bigint[])`)
  return new Map(rows.map((r) => [r.id, r]))
}

/** The stores' own numbers of the orders that this truck brings them. */
async function customerPos(ctx: Ctx, shipId: string): Promise<Map<string, string>> {
  const rows = await ctx.tx.query<{ storeId: string; pos: string }>(sql`
    select b.store_id, string_agg(distinct b.customer_po, ', ') as pos from ${from(ctx, operateBill.header, 'b')}
    where b.ship_bill_id = ${shipId} and b.customer_po <> '' group by b.store_id`)
  return new Map(rows.map((r) => [r.storeId, r.pos]))
}

/** One delivery note per store of a truck, in the order of its stops: what it gets, and room to sign. */
export async function storeNotes(ctx: Ctx, ids: readonly string[]): Promise<PrintJob> {
  const pages: Mark[][] = []
  for (const h of await readHeads(ctx, ids)) {
    const groups = Map.groupBy(told(await goodsOf(ctx, { id: h.id })), (r) => shown(r.storeId))
    const places = await placesOf(ctx, [...groups.keys()].filter(Boolean))
    const pos = await customerPos(ctx, h.id)
    for (const [storeId, rows] of groups)
      pages.push(...storeNote(ctx, h, { id: storeId, ...places.get(storeId), po: pos.get(storeId) }, rows))
  }
  if (pages.length === 0)
    refuse({ ...faults.emptyLines, text: ['车上没有货物', 'There are no goods on this shipment'] })
  return { title: 'delivery notes', ...a4, pages }
}

function storeNote(
  ctx: Ctx,
  h: ShipHead,
  to: Partial<Place> & { id: string; po?: string | undefined },
  rows: readonly Told[],
): Mark[][] {
  const word = (text: Text) => say(text, ctx.language)
  const columns = [
    column(ctx, ['行', '#'], 8, 'center'),
    column(ctx, ['商品', 'Product'], 28),
    column(ctx, ['名称', 'Name'], 66),
    column(ctx, ['规格', 'Pack'], 18),
    column(ctx, ['发货数量', 'Shipped'], 26, 'right'),
    column(ctx, ['件数', 'Cases'], 20, 'right'),
    column(ctx, ['实收', 'Received'], 24, 'center'),
  ]
  const facts = [
    `${word(['客户订单号', 'Customer PO'])} ${to.po ?? ''}`,
    `${word(['车辆', 'Truck'])} ${called(h.vehicleNo, h.driverName, h.driverPhone)}`,
    `${word(['封签号', 'Seal'])} ${h.sealNo ?? ''}`,
    `${word(['地址', 'Address'])} ${to.address ?? ''}`,
    `${word(['联系人', 'Contact'])} ${called(to.contact, to.phone)}`,
    `${word(['日期', 'Date'])} ${h.bizDate ?? ''}`,
  ]
  const lines = rows.map((r, i) => ({
    headId: to.id,
    cells: [
      String(i + 1),
      r.refs.productId?.code ?? '',
      r.refs.productId?.name ?? '',
      shown(r.pack),
      called(formatQty(parseQty(shown(r.qty))), shown(r.unit)),
      shown(r.cases),
      '',
    ],
  }))
  const store = rows[0]?.refs.storeId
  const head = { id: to.id, no: h.no, orgName: h.orgName, party: called(store?.code, store?.name), facts }
  return sheet(ctx, ['门店送货单', 'Delivery note'], head, columns, lines, word(deliverySigned))
}

interface Boxes {
  headId: string
  type: string
  returnable: boolean
  n: number
}
/** 放行条: shown at the gate. Only a truck that is loaded gets one. */
export async function gatePasses(ctx: Ctx, ids: readonly string[]): Promise<PrintJob> {
  const heads = await readHeads(ctx, ids)
  const early = heads.find((h) => !gateStates.some((s) => s === h.state))
  if (early)
    refuse(faults.state, {
      no: early.no,
      state: shipFlow.states[early.state],
      action: ['打印放行条', 'Print a gate pass'],
    })
  const boxes = await ctx.tx.query<Boxes>(sql`
    select k.bill_id as head_id, y.name as type, y.returnable, count(*)::integer as n from ${from(ctx, task, 'k')}
    join ${from(ctx, taskLine, 'l')} on l.org_id = k.org_id and l.task_id = k.id and l.state = 'DONE' and l.done_qty > 0
    join ${named(ctx, container, 'c')} on c.id = l.from_container_id join ${named(ctx, containerType, 'y')} on y.id = c.type_id
    where k.task_type = 'ENTER_TRUCK' and k.bill_key = ${shipBill.header.key} and k.bill_id = any(${ids}::bigint[])
    group by k.bill_id, y.name, y.returnable order by y.returnable desc, y.name`)
  return {
    title: 'gate passes',
    ...a4,
    pages: heads.map((h) =>
      passMarks(
        ctx,
        h,
        boxes.filter((b) => b.headId === h.id),
      ),
    ),
  }
}

function passMarks(ctx: Ctx, h: ShipHead, boxes: readonly Boxes[]): Mark[] {
  const word = (text: Text) => say(text, ctx.language)
  const fact = (title: Text, value: string, i: number): Mark[] => {
    const [x, y] = [10 + (i % 2) * 75, 66 + Math.floor(i / 2) * 14]
    return [
      textMark(word(title), x, y, 70, 5, 9, { fit: true }),
      textMark(value || '–', x, y + 4, 72, 8, 14, { fit: true }),
    ]
  }
  const facts: (readonly [Text, string])[] = [
    [['司机', 'Driver'], called(h.driverName, h.driverPhone)],
    [['承运商', 'Carrier'], h.carrier ?? ''],
    [['线路', 'Route'], h.route ?? ''],
    [['月台', 'Dock'], h.dock ?? ''],
    [['封签号', 'Seal'], h.sealNo ?? ''],
    [['发车里程km', 'Odometer km'], h.odometerKm ?? ''],
    [['计划发车', 'Planned departure'], at(ctx, h.planDepartAt)],
    [['发运时间', 'Despatched at'], at(ctx, h.despatchedAt)],
  ]
  const top = 128
  return [
    textMark(word(['车辆放行条', 'Gate pass']), 10, 8, 100, 12, 24, { fit: true }),
    textMark(h.orgName, 10, 21, 100, 7, 11, { fit: true }),
    code128(h.no, 120, 9, 80, 14),
    textMark(h.no, 120, 24, 80, 6, 11, { align: 'center', fit: true }),
    rule(10, 34, 190),
    textMark(word(['车牌号', 'Vehicle']), 10, 38, 60, 5, 9),
    textMark(h.vehicleNo ?? '–', 10, 43, 140, 18, 40, { fit: true }),
    qrcode(h.no, 165, 40, 34),
    ...facts.flatMap(([title, value], i) => fact(title, value, i)),
    rule(10, top - 3, 190),
    textMark(word(['随车容器', 'Containers on board']), 10, top, 100, 7, 12),
    ...boxes.flatMap((b, i) => [
      textMark(b.type, 10, top + 10 + i * 8, 90, 7, 11, { fit: true }),
      textMark(
        word(b.returnable ? ['需回收', 'to be returned'] : ['一次性', 'one-way']),
        100,
        top + 10 + i * 8,
        40,
        7,
        10,
        { fit: true },
      ),
      textMark(String(b.n), 150, top + 10 + i * 8, 40, 7, 12, { align: 'right' }),
    ]),
    rule(10, top + 14 + boxes.length * 8, 190),
    textMark(
      word([
        '仓库放行：____________  门卫：____________  离场时间：____________',
        'Released by: ____________  Gate: ____________  Left at: ____________',
      ]),
      10,
      top + 20 + boxes.length * 8,
      190,
      7,
      11,
      { fit: true },
    ),
    textMark(`${showInstant(ctx, ctx.now())}  ${ctx.username}`, 10, 285, 120, 5, 8),
  ]
}
