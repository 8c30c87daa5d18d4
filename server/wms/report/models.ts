import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { stockLookBoard } from '@lading/contract/wms/board.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { rtiEntry } from '@lading/contract/wms/rti.ts'
import { containerBoard } from '@lading/contract/wms/rtiCalls.ts'
import { ledger, stock } from '@lading/contract/wms/stock.ts'
import { stockCount, stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { worker, workerDay } from '@lading/contract/wms/worker.ts'
import sql from 'sql-template-tag'
import { from } from '../../kernel/scope.ts'
import { count, distinct, type ReportModel, ratio, sum } from '../../platform/report/model.ts'

const goods = [
  'productId.code',
  'productId',
  'productId.spec',
  'productId.categoryId',
  'productId.baseUnit',
  'productId.temperature',
  'productId.abc',
]
const lines = count(['行数', 'Lines'])
const of = (...names: readonly string[]) => names.map((n) => `billId.${n}`)

/** What a tenant's own reports of a warehouse may be made of. */
export const wmsReportModels: readonly ReportModel[] = [
  {
    key: 'wms.stock',
    title: ['库存', 'Stock'],
    permission: entityPermission(stockLookBoard, 'view'),
    of: stock,
    dims: [
      ...['ownerId', 'ownerId.code', ...goods, 'qpcId.name', 'stockType', 'binId.code', 'binId.usage', 'binId.areaId'],
      ...[
        'binId.storageAreaId',
        'binId.aisle',
        'containerId.code',
        'lotId.lotNo',
        'lotId.productionDate',
        'lotId.expireDate',
      ],
      ...['lotId.productionBatch', 'lotId.vendorId', 'lotId.hold', 'firstInAt', 'lastInAt', 'lastOutAt', 'lastCountAt'],
    ],
    measures: {
      qty: sum('qty'),
      reserved: sum('reservedQty'),
      bins: distinct('binId', ['货位数', 'Bins']),
      products: distinct('productId', ['品种数', 'Products']),
      lines,
      reservedRate: ratio('reserved', 'qty', ['占用率', 'Reserved share']),
    },
  },
  {
    key: 'wms.ledger',
    title: ['库存流水', 'Stock ledger'],
    permission: entityPermission(stockLookBoard, 'view'),
    of: ledger,
    dims: [
      ...['postingId.businessDate', 'bizType', 'postingId.reason', 'ownerId', 'ownerId.code', ...goods, 'stockType'],
      ...['binId.code', 'binId.areaId', 'containerId.code', 'lotId.lotNo', 'lotId.expireDate', 'postingId.storeId'],
    ],
    measures: { delta: sum('delta'), lines, postings: distinct('postingId', ['过账数', 'Postings']) },
  },
  {
    key: 'wms.inboundLine',
    title: ['入库明细', 'Inbound lines'],
    permission: entityPermission(orderBill.header, 'view'),
    of: orderBill.line,
    dims: [
      ...of(
        'billNo',
        'bizDate',
        'state',
        'mode',
        'upstreamNo',
        'ownerId',
        'ownerId.code',
        'vendorId',
        'vendorId.code',
        'vendorId.grade',
      ),
      ...of('expectAt', 'startedAt', 'finishedAt', 'dockId'),
      ...['lineNo', ...goods, 'state', 'gift', 'productionDate', 'expireDate', 'reason'],
    ],
    measures: {
      plan: sum('planQty'),
      done: sum('doneQty'),
      canceled: sum('cancelQty'),
      refused: sum('refusedQty'),
      lines,
      bills: distinct('billId', ['单数', 'Orders']),
      fill: ratio('done', 'plan', ['到货达成率', 'Fill rate']),
    },
  },
  {
    key: 'wms.outboundLine',
    title: ['出库明细', 'Outbound lines'],
    permission: entityPermission(operateBill.header, 'view'),
    of: operateBill.line,
    dims: [
      ...of(
        'billNo',
        'bizDate',
        'state',
        'mode',
        'delivery',
        'upstreamNo',
        'customerPo',
        'route',
        'temperature',
        'ownerId',
        'ownerId.code',
      ),
      ...of(
        'storeId',
        'storeId.code',
        'storeId.region',
        'storeId.kind',
        'waveId.billNo',
        'shipBillId.billNo',
        'startedAt',
        'finishedAt',
      ),
      ...['lineNo', ...goods, 'state', 'shortReason', 'gift'],
    ],
    measures: {
      plan: sum('planQty'),
      booked: sum('bookedQty'),
      picked: sum('doneQty'),
      sent: sum('sentQty'),
      short: sum('shortQty'),
      canceled: sum('cancelQty'),
      lines,
      bills: distinct('billId', ['单数', 'Orders']),
      fill: ratio('sent', 'plan', ['发货满足率', 'Fill rate']),
    },
  },
  {
    key: 'wms.pickLine',
    title: ['拣货明细', 'Picks'],
    permission: entityPermission(task, 'view'),
    of: taskLine,
    only: [{ field: 'taskId.taskType', op: 'eq', value: 'PICK' }],
    dims: [
      ...['taskId.taskNo', 'taskId.bizDate', 'taskId.state', 'taskId.pickAreaId', 'taskId.assigneeId', 'taskId.mode'],
      ...[
        'confirmedAt',
        'confirmedBy',
        'state',
        'ownerId',
        'storeId',
        'storeId.code',
        ...goods,
        'fromBinId.code',
        'fromBinId.aisle',
        'fromBinId.areaId',
        'reason',
      ],
    ],
    measures: {
      plan: sum('planQty'),
      done: sum('doneQty'),
      short: sum('shortQty'),
      lines,
      tasks: distinct('taskId', ['任务数', 'Tasks']),
      shortRate: ratio('short', 'plan', ['缺货率', 'Short rate']),
    },
  },
  {
    key: 'wms.wave',
    title: ['波次', 'Waves'],
    permission: entityPermission(waveBill.header, 'view'),
    of: waveBill.header,
    dims: [
      'billNo',
      'bizDate',
      'title',
      'state',
      'ration',
      'step',
      'dueAt',
      'approvedAt',
      'startedAt',
      'finishedAt',
      'orders',
      'stores',
      'lines',
    ],
    measures: { waves: count(['波次数', 'Waves']) },
  },
  {
    key: 'wms.count',
    title: ['盘点明细', 'Counts'],
    permission: entityPermission(stockTakeBill.header, 'view'),
    of: stockCount,
    // The last word of the last round: who counts again takes back what was counted before.
    where: (ctx) => sql`not exists (
      select 1 from ${from(ctx, stockCount, 'n')} where n.take_bin_id = t.take_bin_id and (n.round > t.round or (
        n.round = t.round and n.id > t.id and n.owner_id = t.owner_id and n.product_id = t.product_id and n.qpc_id = t.qpc_id
        and n.lot_id = t.lot_id and n.stock_type = t.stock_type and n.container_id is not distinct from t.container_id)))`,
    dims: [
      ...['takeId.billNo', 'takeId.bizDate', 'takeId.kind', 'takeId.state', 'round', 'ownerId', ...goods],
      ...['binId.code', 'binId.areaId', 'lotId.lotNo', 'lotId.expireDate', 'stockType'],
    ],
    measures: {
      book: sum('bookQty'),
      counted: sum('countedQty'),
      diff: sum('diffQty'),
      lines,
      bins: distinct('binId', ['货位数', 'Bins']),
      diffRate: ratio('diff', 'book', ['差异率', 'Variance']),
    },
  },
  {
    key: 'wms.returnLine',
    title: ['门店退货明细', 'Store return lines'],
    permission: entityPermission(storeReturnBill.header, 'view'),
    of: storeReturnBill.line,
    dims: [
      ...of(
        'billNo',
        'bizDate',
        'state',
        'kind',
        'ownerId',
        'ownerId.code',
        'storeId',
        'storeId.code',
        'storeId.region',
      ),
      ...[...goods, 'state', 'expected', 'cause'],
    ],
    measures: {
      plan: sum('planQty'),
      done: sum('doneQty'),
      refused: sum('refusedQty'),
      lines,
      bills: distinct('billId', ['单数', 'Bills']),
    },
  },
  {
    key: 'wms.returnable',
    title: ['周转容器流水', 'Returnable containers'],
    permission: containerBoard.permission ?? '',
    of: rtiEntry,
    dims: [
      'postingId.postedAt',
      'postingId.bizType',
      'postingId.billNo',
      'accountId.kind',
      'accountId.typeId',
      'accountId.storeId',
      'accountId.vendorId',
      'accountId.carrierId',
    ],
    measures: { delta: sum('delta', ['数量', 'Pieces']), deposit: sum('deposit'), lines },
  },
  {
    key: 'wms.workerDay',
    title: ['人员作业', 'Labour by day'],
    permission: entityPermission(worker, 'view'),
    of: workerDay,
    dims: ['day', 'userId', 'taskType'],
    measures: {
      tasks: sum('tasks'),
      lines: sum('lines'),
      cases: sum('cases'),
      qty: sum('qty'),
      standard: sum('standardS'),
      actual: sum('actualS'),
      performance: ratio('standard', 'actual', ['绩效', 'Performance']),
    },
  },
]
