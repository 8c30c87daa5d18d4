import { progress, taskType, typeOmits } from '../taskType.ts'

/** 退供交接: the vendor's driver takes the goods, or leaves some of them here. */
export const returnHandover = taskType({
  title: ['退供交接', 'Hand over vendor returns'],
  prefix: 'GJ',
  module: 'reverse.handover',
  noun: 'returnHandoverTask',
  page: ['退供交接任务', 'Vendor return handover task'],
  entry: 'returnHandoverTaskList',
  list: ['taskNo', 'state', 'priority', 'billNo', 'vendorId', 'goods', 'bin', ...progress, 'dueAt', 'ownerId', 'mode'],
  omits: [...typeOmits, 'storeId', 'pickAreaId'],
  at: 'from',
  promised: true,
  noUndo: true,
  reasons: {
    VENDOR_REFUSED: ['供应商拒收', 'Refused by the vendor'],
    OTHER: ['其他', 'Other'],
  },
  station: {
    title: ['退供交接', 'Handing over'],
    finds: ['扫描任务号或退货单号', 'Scan a task or return'],
    steps: ['goods', 'qty'],
  },
})
