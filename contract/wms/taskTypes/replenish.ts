import { code, computed } from '../../kernel/field.ts'
import { progress, taskType, typeOmits } from '../taskType.ts'
import { notPlaced } from './putAway.ts'

/**
 * 补货下架: goods go from storage to the pick face where orders wait for them, or, where an area replenishes in two steps,
 * to the transit bin before it.
 */
export const replenish = taskType({
  title: ['补货', 'Replenish'],
  prefix: 'BX',
  module: 'delivery.rplDown',
  noun: 'replenishTask',
  page: ['补货任务', 'Replenishment task'],
  entry: 'replenishTaskList',
  fields: {
    toBin: computed(code(['拣货位', 'Pick face'], { filter: true })),
    transitBin: computed(code(['中转位', 'Transit bin'], { filter: true })),
  },
  list: [
    'taskNo',
    'state',
    'goods',
    'bin',
    'toBin',
    'transitBin',
    'planCases',
    'priority',
    'billNo',
    'ownerId',
    'mode',
    ...progress,
  ],
  omits: [...typeOmits, 'storeId', 'vendorId'],
  at: 'from',
  asks: 'toBin',
  promised: true,
  carries: true,
  sheet: true,
  reasons: notPlaced,
  station: {
    title: ['补货', 'Replenishing'],
    finds: ['扫描任务号或容器', 'Scan a task or container'],
    steps: ['bin', 'goods', 'qty'],
  },
})
