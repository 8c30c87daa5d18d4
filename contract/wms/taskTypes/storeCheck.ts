import { choice, code, computed, text } from '../../kernel/field.ts'
import type { Text } from '../../kernel/text.ts'
import { taskType, typeOmits } from '../taskType.ts'

/** How far the check of a store's staged containers is, and what came of it. */
export const storeCheckStates = {
  OPEN: ['复核中', 'Being checked'],
  READY: ['可装车', 'Ready to load'],
  MISSING: ['缺容器', 'Containers missing'],
  CANCELED: ['已取消', 'Cancelled'],
} as const satisfies Record<string, Text>

/** 门店集货复核: whether all containers of a store that are to leave on a day stand where they wait for their truck. */
export const storeCheck = taskType({
  title: ['集货复核', 'Store staging check'],
  prefix: 'JF',
  module: 'delivery.storeCheck',
  noun: 'storeCheckTask',
  page: ['门店集货复核任务', 'Store staging check'],
  entry: 'storeCollectCheckTaskList',
  list: [
    'taskNo',
    'state',
    'storeCheckResult',
    'storeId',
    'route',
    'bizDate',
    'bin',
    'lineCount',
    'doneLines',
    'missing',
    'priority',
    'assigneeId',
    'startedAt',
    'finishedAt',
    'minutes',
  ],
  fields: {
    storeCheckResult: computed(choice(['复核结果', 'Result'], storeCheckStates, { filter: true })),
    route: computed(code(['线路', 'Route'], { filter: true })),
    /** What was not found, each with the place where it stood before. */
    missing: computed(text(['缺失容器及上一位置', 'Missing, and where each was before'], { max: 200 })),
  },
  omits: [...typeOmits, 'mode', 'billNo', 'ownerId', 'pickAreaId', 'vendorId'],
  at: 'from',
  whole: true,
  sheet: true,
  reasons: {
    NOT_FOUND: ['找不到容器', 'Container not found'],
  },
  station: {
    title: ['集货复核', 'Staging check'],
    finds: ['扫描任务号或容器', 'Scan a task or container'],
    steps: ['container'],
  },
})
