import { progress, taskType, typeOmits } from '../taskType.ts'

/** 退供下架: what goes back to its vendor is brought to where he fetches it. */
export const returnPick = taskType({
  title: ['退供下架', 'Pick vendor returns'],
  prefix: 'TJ',
  module: 'reverse.returnPick',
  noun: 'returnPickTask',
  page: ['退供下架任务', 'Vendor return pick task'],
  entry: 'returnPickTaskList',
  list: ['taskNo', 'state', 'priority', 'billNo', 'vendorId', 'goods', 'bin', 'zone', ...progress, 'ownerId', 'mode'],
  omits: [...typeOmits, 'storeId', 'pickAreaId'],
  at: 'from',
  promised: true,
  noUndo: true,
  reasons: {
    NOT_FOUND: ['找不到货', 'Goods not found'],
    OTHER: ['其他', 'Other'],
  },
  station: {
    title: ['退供下架', 'Picking vendor returns'],
    finds: ['扫描任务号或退货单号', 'Scan a task or return'],
    steps: ['bin', 'goods', 'qty'],
  },
})
