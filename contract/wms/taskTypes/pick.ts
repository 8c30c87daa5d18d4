import { code, computed, int } from '../../kernel/field.ts'
import { progress, taskType, typeOmits } from '../taskType.ts'

/** Why less was picked than stands in the book. */
export const shortReasons = {
  NOT_FOUND: ['货位无货', 'Not in bin'],
  DAMAGED: ['破损', 'Damaged'],
  EXPIRED: ['过期', 'Expired'],
  WRONG: ['串货', 'Wrong product'],
  OTHER: ['其他', 'Other'],
} as const

/** 拣货: what an order was promised is taken from its bin into a tote. */
export const pick = taskType({
  title: ['拣货', 'Pick'],
  prefix: 'JH',
  module: 'delivery.pick',
  noun: 'pickTask',
  page: ['拣货任务', 'Pick task'],
  entry: 'pickTaskList',
  list: [
    'taskNo',
    'state',
    'storeId',
    'zone',
    'doneCases',
    'assigneeId',
    'dueAt',
    'doneLines',
    'priority',
    'billNo',
    'stores',
    ...progress.filter((name) => !['doneCases', 'doneLines', 'assigneeId'].includes(name)),
    'pickAreaId',
    'totes',
    'walkM',
    'ownerId',
    'mode',
  ],
  fields: {
    stores: computed(int(['门店数', 'Stores'])),
    totes: computed(code(['拣入容器', 'Picked into'], { filter: true, max: 200 })),
    containers: computed(code(['已分配容器', 'Containers assigned'], { max: 400 })),
    labels: computed(int(['标签数', 'Labels'])),
    walkM: computed(
      int(['行走(米)', 'Walking distance (m)'], {
        hint: ['按拣货顺序沿通道走过各货位', 'From bin to bin along the aisles, in pick sequence'],
      }),
    ),
  },
  omits: [...typeOmits, 'mode', 'vendorId'],
  at: 'from',
  asks: 'toContainer',
  promised: true,
  sheet: true,
  reasons: shortReasons,
  station: {
    title: ['拣货', 'Picking'],
    finds: ['扫描任务号、单号或容器', 'Scan a task, order or container'],
    steps: ['bin', 'goods', 'qty'],
  },
})
