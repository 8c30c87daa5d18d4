import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import type { Filled, FilledCopy } from '@lading/contract/sys/printForm.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { dock } from '@lading/contract/wms/place.ts'
import { gateStates, shipBill, shipFlow } from '@lading/contract/wms/shipBill.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { from, named } from '../../kernel/scope.ts'
import { inAskedOrder } from '../../platform/print/order.ts'
import { called, deliverySigned, filledSheet, type Paper, paperForm } from '../../platform/print/sheet.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { containersOf, type NoteRow, notesOf, type StoreTotal } from '../ship/trail.ts'
import { totalCells } from './figures.ts'
import { passForm } from './passForm.ts'

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
const at = (ctx: Ctx, d: Date | null | undefined): string => (d ? showInstant(ctx, d).slice(0, 16) : '')

/** The shipments that these tasks load or let go, each once. */
export async function trucksOf(ctx: Ctx, ids: readonly string[], type: TaskType): Promise<string[]> {
  const tasks = await ctx.tx.query<{ id: string; billId: string }>(sql`
    select t.id, t.bill_id from ${from(ctx, task, 't')} where t.task_type = ${type} and t.id = any(${ids}::bigint[])`)
  return [...new Set(inAskedOrder(ids, tasks).map((t) => t.billId))]
}

/** 装车清单: every container in the order in which it goes in, to be ticked off. What stays is not on it. */
export async function manifests(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const copies: FilledCopy[] = []
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
    const total = say(sum, ctx.language, { n: rows.length, w: formatQty(weight) })
    copies.push(
      filledSheet(ctx, manifestPaper, h, cells, { foot: `${total}    ${say(manifestPaper.foot, ctx.language)}` }),
    )
  }
  return { name: manifestPaper.name, form: paperForm(manifestPaper), copies }
}

export const manifestPaper: Paper<ShipHead> = {
  kind: 'LOAD_MANIFEST',
  title: ['装车清单', 'Loading manifest'],
  name: 'manifests',
  columns: [
    [['序', '#'], 10, 'center'],
    [['站', 'Stop'], 12, 'center'],
    [['门店', 'Store'], 66],
    [['容器', 'Container'], 38],
    [['件数', 'Cases'], 20, 'right'],
    [['重量kg', 'Weight kg'], 24, 'right'],
    [['装车', 'Loaded'], 20, 'center'],
  ],
  party: (h) => h.vehicleNo ?? '',
  facts: (h, ctx) => [
    [['司机', 'Driver'], called(h.driverName, h.driverPhone)],
    [['线路', 'Route'], h.route],
    [['月台', 'Dock'], h.dock],
    [['承运商', 'Carrier'], h.carrier],
    [['封签号', 'Seal'], h.sealNo],
    [['计划发车', 'Departs'], at(ctx, h.planDepartAt)],
  ],
  foot: ['装车人：____________  司机：____________', 'Loaded by: ____________  Driver: ____________'],
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
export async function storeNotes(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const copies: FilledCopy[] = []
  for (const h of await readHeads(ctx, ids)) {
    const { rows: goods, totals } = await notesOf(ctx, h.id)
    const groups = Map.groupBy(goods, (r) => r.storeId ?? '')
    const places = await placesOf(ctx, [...groups.keys()].filter(Boolean))
    const pos = await customerPos(ctx, h.id)
    for (const [storeId, rows] of groups)
      copies.push(
        storeNote(
          ctx,
          { ...h, ...places.get(storeId), po: pos.get(storeId) },
          rows,
          totals.find((t) => (t.storeId ?? '') === storeId),
        ),
      )
  }
  if (copies.length === 0)
    refuse({ ...faults.emptyLines, text: ['车上没有货物', 'There are no goods on this shipment'] })
  return { name: storePaper.name, form: paperForm(storePaper), copies }
}

type StoreHead = ShipHead & Partial<Place> & { po?: string | undefined; store?: string }
function storeNote(ctx: Ctx, h: StoreHead, rows: readonly NoteRow[], total: StoreTotal | undefined): FilledCopy {
  const lines = rows.map((r, i) => [
    String(i + 1),
    r.code,
    r.name,
    r.pack ?? '',
    called(formatQty(parseQty(r.qty)), r.unit),
    r.cases,
    '',
    r.expireDate ?? r.batch ?? '',
    r.container,
  ])
  if (total) lines.push(['', ...totalCells(ctx, total.containers, total.weight), '', '', total.cases, '', '', ''])
  return filledSheet(ctx, storePaper, { ...h, store: rows[0]?.store ?? '' }, lines)
}

export const storePaper: Paper<StoreHead> = {
  kind: 'STORE_NOTE',
  title: ['门店送货单', 'Delivery note'],
  name: 'delivery notes',
  columns: [
    [['行', '#'], 8, 'center'],
    [['商品', 'Product'], 22],
    [['名称', 'Name'], 52],
    [['规格', 'Pack'], 14],
    [['发货数量', 'Shipped'], 22, 'right'],
    [['件数', 'Cases'], 16, 'right'],
    [['实收', 'Received'], 16, 'center'],
    [['效期/批号', 'Date or batch'], 21],
    [['容器', 'Container'], 19],
  ],
  party: (h) => h.store ?? '',
  facts: (h, ctx) => [
    [['客户订单号', 'Customer PO'], h.po],
    [['车辆', 'Truck'], called(h.vehicleNo, h.driverName, h.driverPhone)],
    [['封签号', 'Seal'], h.sealNo],
    [['地址', 'Address'], h.address],
    [['联系人', 'Contact'], called(h.contact, h.phone)],
    [['日期', 'Date'], h.bizDate],
    [['线路', 'Route'], h.route],
    [['承运商', 'Carrier'], h.carrier],
    [['发运时间', 'Despatched'], at(ctx, h.despatchedAt)],
  ],
  foot: deliverySigned,
}

interface Boxes {
  headId: string
  type: string
  returnable: boolean
  n: number
}
/** 放行条: shown at the gate. Only a truck that is loaded gets one. */
export async function gatePasses(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await readHeads(ctx, ids)
  const early = heads.find((h) => !gateStates.some((s) => s === h.state))
  if (early)
    refuse(faults.state, {
      no: early.no,
      state: shipFlow.states[early.state],
      action: ['打印放行条', 'Print a gate pass'],
    })
  const boxes = await boxesOf(
    ctx,
    heads.map((h) => h.id),
  )
  return {
    name: 'gate passes',
    form: passForm,
    copies: heads.map((h) => ({
      values: {
        no: h.no,
        orgName: h.orgName,
        vehicleNo: h.vehicleNo ?? '–',
        driver: called(h.driverName, h.driverPhone) || '–',
        carrier: h.carrier ?? '–',
        route: h.route ?? '–',
        dock: h.dock ?? '–',
        sealNo: h.sealNo ?? '–',
        odometerKm: h.odometerKm ?? '–',
        planDepartAt: at(ctx, h.planDepartAt) || '–',
        despatchedAt: at(ctx, h.despatchedAt) || '–',
      },
      lines: boxes(h.id),
    })),
  }
}

/** The containers on board of shipments, by their type, as a pass lists them. */
export async function boxesOf(
  ctx: Ctx,
  shipIds: readonly string[],
): Promise<(shipId: string | null) => Record<string, string>[]> {
  const boxes = await ctx.tx.query<Boxes>(sql`
    select k.bill_id as head_id, y.name as type, y.returnable, count(*)::integer as n from ${from(ctx, task, 'k')}
    join ${from(ctx, taskLine, 'l')} on l.org_id = k.org_id and l.task_id = k.id and l.state = 'DONE' and l.done_qty > 0
    join ${named(ctx, container, 'c')} on c.id = l.from_container_id join ${named(ctx, containerType, 'y')} on y.id = c.type_id
    where k.task_type = 'ENTER_TRUCK' and k.bill_key = ${shipBill.header.key} and k.bill_id = any(${shipIds}::bigint[])
    group by k.bill_id, y.name, y.returnable order by y.returnable desc, y.name`)
  return (shipId) =>
    boxes
      .filter((b) => b.headId === shipId)
      .map((b) => ({
        type: b.type,
        returnable: say(b.returnable ? ['需回收', 'to be returned'] : ['一次性', 'one-way'], ctx.language),
        count: String(b.n),
      }))
}
