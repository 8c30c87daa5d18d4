import { computed, int } from '../../kernel/field.ts'
import { progress, taskType, typeOmits } from '../taskType.ts'
import { shortReasons } from './pick.ts'

/** 播种: what was picked for many stores at once is divided among their containers. */
export const sow = taskType({
  title: ['播种', 'Sort'],
  prefix: 'BZ',
  module: 'delivery.sow',
  noun: 'sowTask',
  page: ['播种任务', 'Sorting task'],
  entry: 'sowingList',
  fields: { stores: computed(int(['门店数', 'Stores'])) },
  list: [
    'taskNo',
    'state',
    'containerId',
    'stores',
    'goods',
    'bin',
    'priority',
    'billNo',
    ...progress,
    'dueAt',
    'ownerId',
    'mode',
  ],
  omits: [...typeOmits, 'mode', 'storeId', 'vendorId'],
  at: 'to',
  asks: 'toContainer',
  promised: true,
  sheet: true,
  reasons: shortReasons,
  station: {
    title: ['播种', 'Sorting'],
    finds: ['扫描批拣容器或任务号', 'Scan a batch container or task'],
    steps: ['goods', 'bin', 'qty'],
  },
})
