import { progress, taskType, typeOmits } from '../taskType.ts'

/** 退仓收货: what a store or a truck brings back becomes stock again, each piece as what it is found to be. */
export const rtnReceive = taskType({
  title: ['退仓收货', 'Receive returns'],
  prefix: 'TS',
  module: 'reverse.rtnReceive',
  noun: 'storeRtnReceiveTask',
  page: ['退仓收货任务', 'Return receiving task'],
  entry: 'storeRtnReceiveTaskList',
  list: ['taskNo', 'state', 'priority', 'billNo', 'storeId', 'goods', ...progress, 'ownerId', 'mode'],
  omits: [...typeOmits, 'mode', 'vendorId', 'pickAreaId'],
  at: 'from',
  keptAs: ['GOOD', 'DAMAGE', 'EXPIRED', 'RETURN'],
  reasons: {
    NOT_DELIVERED: ['未到货', 'Not delivered'],
    OTHER: ['其他', 'Other'],
  },
  station: {
    title: ['退仓收货', 'Receiving returns'],
    finds: ['扫描任务号或退货单号', 'Scan a task or return'],
    steps: ['goods', 'dates', 'qty'],
  },
})
