import { progress, taskType, typeOmits } from '../taskType.ts'

/** 收货: what a vendor brings becomes stock on a receiving bin. */
export const receive = taskType({
  title: ['收货', 'Receive'],
  prefix: 'SH',
  module: 'task.receive',
  noun: 'receiveTask',
  page: ['收货任务', 'Receiving task'],
  entry: 'receiveTaskList',
  list: ['taskNo', 'state', 'priority', 'billNo', 'vendorId', ...progress, 'dockId', 'ownerId', 'mode'],
  omits: [...typeOmits, 'mode', 'storeId', 'pickAreaId'],
  at: 'from',
  asks: 'toContainer',
  sheet: true,
  keptAs: ['GOOD', 'QC', 'DAMAGE', 'GIFT'],
  reasons: {
    NOT_DELIVERED: ['未到货', 'Not delivered'],
    OTHER: ['其他', 'Other'],
  },
  station: {
    title: ['收货', 'Receiving'],
    finds: ['扫描任务号、单号、上游单号或月台', 'Scan a task, order, upstream no. or dock'],
    steps: ['goods', 'dates', 'attrs', 'qty'],
  },
})
