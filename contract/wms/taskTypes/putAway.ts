import { computed, flag } from '../../kernel/field.ts'
import { progress, taskType, typeOmits } from '../taskType.ts'

/** A line has nowhere to go: no bin was found, or the one found takes no goods any more. */
export const noBin = computed(flag(['无可用货位', 'No bin available'], { filter: true }))
/** Why goods did not come to their bin. */
export const notPlaced = {
  NO_ROOM: ['货位已满', 'No room in the bin'],
  DAMAGED: ['破损', 'Damaged'],
  NOT_FOUND: ['找不到货', 'Goods not found'],
  OTHER: ['其他', 'Other'],
} as const

/** 上架: what stands where nothing shall stay is brought to its bin. */
export const putAway = taskType({
  title: ['上架', 'Put away'],
  prefix: 'SG',
  module: 'task.putaway',
  noun: 'putAwayTask',
  page: ['上架任务', 'Put-away task'],
  entry: 'putAwayTaskList',
  list: [
    'taskNo',
    'state',
    'priority',
    'goods',
    'bin',
    'containerId',
    'zone',
    'noBin',
    ...progress,
    'billNo',
    'ownerId',
    'mode',
  ],
  fields: { noBin },
  actions: ['create'],
  omits: [...typeOmits, 'storeId', 'pickAreaId', 'vendorId'],
  at: 'to',
  asks: 'toBin',
  promised: true,
  carries: true,
  sheet: true,
  reasons: notPlaced,
  station: {
    title: ['上架', 'Put-away'],
    finds: ['扫描任务号、单号或容器', 'Scan a task, order or container'],
    steps: ['goods', 'qty'],
  },
})
