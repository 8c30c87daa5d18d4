import { code, computed, int } from '../../kernel/field.ts'
import { progress, taskType, typeOmits } from '../taskType.ts'
import { notPlaced } from './putAway.ts'

/** 补货上架: the second step of a replenishment, from the transit bin to the pick face. */
export const replenishUpper = taskType({
  title: ['补货上架', 'Replenish up'],
  prefix: 'BU',
  module: 'delivery.rplUp',
  noun: 'replenishUpperTask',
  page: ['补货上架任务', 'Replenishment put-away task'],
  entry: 'replenishUpperTaskList',
  fields: {
    toBin: computed(code(['拣货位', 'Pick face'], { filter: true })),
    /** Picks that cannot begin before these goods have come. */
    waitingPicks: computed(int(['等待拣货', 'Picks waiting'])),
  },
  list: [
    'taskNo',
    'state',
    'goods',
    'bin',
    'toBin',
    'waitingPicks',
    'planCases',
    'priority',
    'dueAt',
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
    title: ['补货上架', 'Replenish up'],
    finds: ['扫描任务号或容器', 'Scan a task or container'],
    steps: ['bin', 'goods', 'qty'],
  },
})
