import { progress, taskType, typeOmits } from '../taskType.ts'

/** 加工领料: what is to be processed is brought to the table where that is done. */
export const procMoveIn = taskType({
  title: ['加工领料', 'Supply processing'],
  prefix: 'JL',
  module: 'process.moveIn',
  noun: 'procMoveInTask',
  page: ['加工领料任务', 'Processing supply task'],
  entry: 'processMoveInList',
  list: ['taskNo', 'state', 'priority', 'billNo', 'goods', 'bin', 'zone', ...progress, 'dueAt', 'ownerId', 'mode'],
  omits: [...typeOmits, 'storeId', 'pickAreaId', 'vendorId'],
  at: 'from',
  promised: true,
  sheet: true,
  reasons: {
    NOT_FOUND: ['找不到货', 'Goods not found'],
    DAMAGED: ['破损', 'Damaged'],
    OTHER: ['其他', 'Other'],
  },
  station: {
    title: ['加工领料', 'Supplying processing'],
    finds: ['扫描任务号或加工单号', 'Scan a task or processing no.'],
    steps: ['bin', 'goods', 'qty'],
  },
})
