import { taskType, typeOmits } from '../taskType.ts'

/** 盘点: goods of bins are counted; nothing moves. */
export const stockTake = taskType({
  title: ['盘点', 'Count'],
  prefix: 'PR',
  module: 'warehouse.stockTakeTask',
  noun: 'stockTakeTask',
  page: ['盘点任务', 'Count task'],
  entry: 'taskStockTakeList',
  list: [
    'taskNo',
    'state',
    'bin',
    'lineCount',
    'doneLines',
    'priority',
    'billNo',
    'zone',
    'assigneeId',
    'notById',
    'startedAt',
    'finishedAt',
    'minutes',
    'ownerId',
  ],
  omits: [...typeOmits, 'storeId', 'vendorId', 'pickAreaId'],
  at: 'from',
  whole: true,
  counts: 'bin',
  noUndo: true,
  reasons: { GONE: ['其余商品不在', 'Nothing else is here'] },
  station: {
    title: ['盘点', 'Counting'],
    finds: ['扫描任务号', 'Scan a task'],
    steps: ['bin', 'goods', 'qty'],
  },
})
