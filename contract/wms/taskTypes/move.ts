import { progress, taskType, typeOmits } from '../taskType.ts'
import { noBin, notPlaced } from './putAway.ts'

/** 移库: stock goes from one bin to another, a pallet as a whole or goods of it. */
export const move = taskType({
  title: ['移库', 'Move'],
  prefix: 'YK',
  module: 'warehouse.move',
  noun: 'moveTask',
  page: ['移库任务', 'Move task'],
  entry: 'moveTaskList',
  list: ['taskNo', 'state', 'goods', 'bin', 'noBin', 'priority', ...progress, 'containerId', 'zone', 'ownerId', 'mode'],
  fields: { noBin },
  actions: ['create'],
  omits: [...typeOmits, 'storeId', 'pickAreaId', 'vendorId', 'billNo'],
  at: 'from',
  asks: 'toBin',
  promised: true,
  carries: true,
  sheet: true,
  reasons: notPlaced,
  station: {
    title: ['移库', 'Moving'],
    finds: ['扫描任务号或容器', 'Scan a task or container'],
    steps: ['bin', 'goods', 'qty'],
  },
})
