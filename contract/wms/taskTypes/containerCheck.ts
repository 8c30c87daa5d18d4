import { choice, code, computed, int } from '../../kernel/field.ts'
import type { Text } from '../../kernel/text.ts'
import { taskType, typeOmits } from '../taskType.ts'

/** Why a container is looked into. */
export const checkWhys = {
  ALL: ['全检', 'All are checked'],
  SHARE: ['抽检', 'Sample'],
  SHORT: ['拣货缺货', 'Picked short'],
  VALUE: ['高值商品', 'Valuable goods'],
  NEW: ['新拣货人', 'New picker'],
  AGAIN: ['重新复核', 'Checked again'],
  ASKED: ['人工指定', 'Chosen by hand'],
} as const satisfies Record<string, Text>
export type CheckWhy = keyof typeof checkWhys

/** How far a check is, and what came of it. */
export const checkStates = {
  OPEN: ['待复核', 'To check'],
  PASSED: ['无差异', 'No difference'],
  FAILED: ['有差异', 'Differs'],
  SETTLED: ['差异已处理', 'Differences settled'],
  AGAIN: ['已重新复核', 'Checked again'],
  CANCELED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>

/** 容器复核: somebody else counts what a picked container holds, without being told. */
export const containerCheck = taskType({
  title: ['容器复核', 'Container check'],
  prefix: 'FH',
  module: 'delivery.containerCheck',
  noun: 'containerCheckTask',
  page: ['容器复核任务', 'Container check'],
  entry: 'containerCheckTaskList',
  list: [
    'taskNo',
    'state',
    'checkResult',
    'containerId',
    'storeId',
    'checkWhy',
    'diffGoods',
    'pickers',
    'standsAt',
    'assigneeId',
    'priority',
    'finishedAt',
    'ownerId',
  ],
  fields: {
    checkResult: computed(choice(['复核结果', 'Result'], checkStates, { filter: true })),
    checkWhy: computed(choice(['复核原因', 'Why checked'], checkWhys, { filter: true })),
    diffGoods: computed(int(['差异商品', 'Goods that differ'])),
    /** Where the container is by now: it may be staged before it is checked. */
    standsAt: computed(code(['所在货位', 'Bin'])),
    pickers: computed(code(['拣货人', 'Picked by'], { max: 200 })),
  },
  omits: [...typeOmits, 'mode', 'billNo', 'vendorId', 'pickAreaId', 'zone'],
  at: 'from',
  whole: true,
  counts: 'container',
  noUndo: true,
  reasons: { GONE: ['容器里没有其他商品', 'Nothing else is in it'] },
  station: {
    title: ['容器复核', 'Container check'],
    finds: ['扫描容器或任务号', 'Scan a container or task'],
    steps: ['container', 'goods', 'qty'],
  },
})
