import { parseQty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../../../kernel/bulk.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { binByCode, looseContainer } from '../../masters/facts.ts'
import { prepareDc } from '../../masters/prepareDc.ts'
import { lotOf } from '../../stock/lot.ts'
import { post } from '../../stock/post.ts'

const long = '华东区域常温物流配送中心第二供应链管理有限公司'

interface Made {
  readonly order: string
  readonly receive: string
  readonly put: string
  readonly truck: string
  readonly load: string
  readonly leave: string
}
interface Start {
  readonly ids: Readonly<Record<string, string>>
  readonly bins: readonly string[]
  readonly goods: { readonly productId: string; readonly qpcId: string }
  readonly make: (table: string, row: object) => Promise<string>
}

/** An order that was received, its put-away, and a truck with a tote of the store: something for every document. */
export async function buildWork(ctx: Ctx, ids: Start['ids'], bins: Start['bins']): Promise<Made> {
  await prepareDc(ctx)
  const pack = await ctx.tx.one<{ id: string }>(
    sql`select id from mdm_product_qpc where tenant_id = ${ctx.tenantId} and product_id = ${ids.product} limit 1`,
  )
  const make = async (table: string, row: object) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, table, [{ tenantId: ctx.tenantId, orgId: ctx.org.id, id, ...row }])
    return id
  }
  const start = { ids, bins, goods: { productId: ids.product ?? '', qpcId: pack.id }, make }
  return { ...(await buildReceipt(ctx, start)), ...(await buildTruck(ctx, start)) }
}

async function buildReceipt(
  ctx: Ctx,
  { ids, bins, goods, make }: Start,
): Promise<Pick<Made, 'order' | 'receive' | 'put'>> {
  const ownerId = ids.owner ?? ''
  const no = ctx.number('XX')
  const vendorId = ctx.newId()
  await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id: vendorId, code: no, name: long }])
  const order = await make('wms_order_bill', {
    ownerId,
    vendorId,
    billNo: ctx.number('DH'),
    state: 'INPROGRESS',
    bizDate: '2026-11-20',
    upstreamNo: `PO${no}`,
    note: '请先卸冷藏品',
    expectAt: ctx.now(),
  })
  const billLineId = await make('wms_order_bill_line', { ...goods, billId: order, lineNo: 1, planQty: '302' })
  const bill = { billKey: 'wms.orderBill', billId: order, billNo: 'DH26112000001', ownerId, vendorId, state: 'READY' }
  const task = (taskType: string, prefix: string) =>
    make('wms_task', { ...bill, taskNo: ctx.number(prefix), taskType, queue: taskType, lineCount: 1 })
  const line = (taskId: string, more: object) =>
    make('wms_task_line', { ...goods, ownerId, taskId, lineNo: 1, seq: 1, planQty: '302', billLineId, ...more })
  const receive = await task('RECEIVE', 'SH')
  const taskLineId = await line(receive, {})
  const dates = { productionDate: '2026-10-01', expireDate: '2027-10-01', productionBatch: 'B20261001-甲', vendorId }
  const lotId = await lotOf(ctx, ownerId, goods.productId, dates, ['EXPIRY'])
  const dock = await ctx.tx.one<{ id: string }>(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and usage = 'RECEIVE' limit 1`)
  const loose = await looseContainer(ctx)
  const key = { ...goods, ownerId, lotId, stockType: 'GOOD' as const, containerId: loose }
  const type = await ctx.tx.one<{ id: string }>(sql`
    select id from wms_container_type where tenant_id = ${ctx.tenantId} and code = 'T'`)
  const box = { code: ctx.number('XX'), typeId: type.id, state: 'RECEIVING', binId: dock.id }
  const containerId = await make('wms_container', box)
  await post(ctx, {
    bizType: 'RECEIVE',
    idemKey: `tl:${taskLineId}`,
    taskLineId,
    lines: [
      { key: { ...key, binId: await binByCode(ctx, 'V_VENDOR') }, delta: -parseQty('150') },
      { key: { ...key, binId: dock.id }, delta: parseQty('138') },
      { key: { ...key, binId: dock.id, containerId }, delta: parseQty('12') },
    ],
  })
  const put = await task('PUTAWAY', 'SG')
  await line(put, { fromBinId: dock.id, fromContainerId: loose, toBinId: bins[0], lotId, planQty: '138' })
  return { order, receive, put }
}

async function buildTruck(
  ctx: Ctx,
  { ids, bins, goods, make }: Start,
): Promise<Pick<Made, 'truck' | 'load' | 'leave'>> {
  const { owner: ownerId = '', store: storeId } = ids
  const type = await ctx.tx.one<{ id: string }>(sql`
    select id from wms_container_type where tenant_id = ${ctx.tenantId} and code = 'T'`)
  const tote = { code: ctx.number('XX'), typeId: type.id, state: 'LOADED', storeId, binId: bins[1] }
  const containerId = await make('wms_container', tote)
  const none = { productionDate: null, expireDate: null, productionBatch: null, vendorId: null }
  const lotId = await lotOf(ctx, ownerId, goods.productId, none, ['EXPIRY'])
  const key = { ...goods, ownerId, lotId, stockType: 'GOOD' as const, containerId: await looseContainer(ctx) }
  await post(ctx, {
    bizType: 'ADJ_INC',
    idemKey: `tote:${containerId}`,
    lines: [
      { key: { ...key, binId: await binByCode(ctx, 'V_ADJUST') }, delta: -parseQty('26') },
      { key: { ...key, containerId, binId: bins[1] ?? '' }, delta: parseQty('26') },
    ],
  })
  const billNo = ctx.number('ZC')
  const truck = await make('wms_ship_bill', {
    billNo,
    state: 'LOADED',
    route: 'L1 浦西环线',
    vehicleNo: '沪A·8K216',
    driverName: '欧阳建国师傅',
    driverPhone: '13800138000',
    carrier: long,
    bizDate: '2026-11-20',
    planDepartAt: ctx.now(),
    sealNo: 'FQ-20261120-01',
  })
  await make('wms_ship_stop', { billId: truck, seq: 1, storeId })
  const bill = { billKey: 'wms.shipBill', billId: truck, billNo, state: 'DONE', lineCount: 1 }
  const task = (taskType: string, prefix: string) =>
    make('wms_task', { ...bill, taskNo: ctx.number(prefix), taskType, queue: taskType })
  const load = await task('ENTER_TRUCK', 'ZR')
  const one = { lineNo: 1, seq: 1, planQty: '1', doneQty: '1', state: 'DONE', fromContainerId: containerId, storeId }
  await make('wms_task_line', { taskId: load, ...one })
  return { truck, load, leave: await task('DESPATCH', 'FY') }
}
