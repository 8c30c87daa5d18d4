import { entity } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, choices, decimal, flag, int, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { type TaskMode, taskModes } from './task.ts'
import { type TaskType, taskTitles, taskTypeNames, taskTypes } from './taskTypes.ts'

/** Why less than planned was done, in the words of all types together. */
const reasonTitles: Readonly<Record<string, Text>> = Object.assign(
  {},
  ...taskTypeNames.map((type) => taskTypes[type].reasons),
)
const { RF, PAPER } = taskModes
const seconds = { scale: 1, most: 100_000 } as const

/** 任务类型配置: what each type of work is called, how it is done, and how long it should take, in all centres. */
export const sysTaskConfig = entity('wms', 'sysTaskConfig', {
  title: ['任务类型配置', 'Task type'],
  module: 'basic.taskType',
  ownerThrough: 'everybody',
  fields: {
    taskType: choice(['任务类型', 'Task type'], taskTitles, { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], {
      required: true,
      max: 32,
      english: 'nameEn',
      hint: ['任务中心、看板与手持上的叫法', 'What it is called in the task centre, on boards and on handhelds'],
    }),
    nameEn: text(['英文名称', 'English name'], { max: 32 }),
    enabled: flag(['启用', 'In use'], {
      initial: true,
      filter: true,
      hint: [
        '停用后不再生成；复核与集货直接跳过，其余作业在生成时被拒绝',
        'None are made any more: checks and staging are left out, other work is refused when it would be made',
      ],
    }),
    mode: choice(['默认方式', 'Usual mode'], { RF, PAPER }, { required: true, initial: 'RF' }),
    needAssign: flag(['须指派', 'Assigned by a foreman'], {
      hint: ['作业人不能自行领取', 'Workers cannot take such work themselves'],
    }),
    scanBin: flag(['必扫货位', 'Bin must be scanned'], {
      hint: ['手持确认时', 'When a handheld confirms'],
    }),
    scanGoods: flag(['必扫商品', 'Goods must be scanned'], {
      hint: ['散货逐行；整托以容器为准', 'Loose goods, line by line; those on a pallet are told by it'],
    }),
    scanContainer: flag(['必扫容器', 'Container must be scanned'], {
      hint: ['整容器作业', 'Where whole containers are handled'],
    }),
    allowShort: flag(['允许少作业', 'May fall short'], {
      initial: true,
      hint: ['少于计划并结束该行', 'Less than planned may close a line'],
    }),
    reasons: choices(['可选原因', 'Reasons offered'], reasonTitles, {
      hint: ['留空为该类型的全部原因', 'All of its type if blank'],
    }),
    onceS: decimal(['固定秒', 'Once (s)'], {
      ...seconds,
      hint: ['不填则不计标准工时', 'Without it nothing is measured'],
    }),
    lineS: decimal(['每行秒', 'Per line (s)'], seconds),
    caseS: decimal(['每箱秒', 'Per case (s)'], seconds),
    pieceS: decimal(['每件秒', 'Per piece (s)'], seconds),
    walkMs: decimal(['步行米/秒', 'Walking m/s'], {
      scale: 2,
      most: 10,
      hint: ['拣货按行走米数加计；不填不计', 'Adds the way that a pick walks; if blank, it is not counted'],
    }),
    timeoutMin: int(['领取超时分', 'Time-out (min)'], {
      least: 1,
      most: 10_080,
      hint: ['领取后这么久未开始，自动退回', 'Taken and not begun for so long, it goes back by itself'],
    }),
  },
  list: [
    'taskType',
    'name',
    'enabled',
    'mode',
    'needAssign',
    'scanBin',
    'scanGoods',
    'scanContainer',
    'allowShort',
    'onceS',
    'lineS',
    'caseS',
    'pieceS',
    'walkMs',
    'timeoutMin',
  ],
  unique: [['taskType']],
  label: { code: 'taskType', name: 'name' },
  // One row stands for each type from the start; none is made, none goes.
  actions: ['update', 'export'],
  sort: 'id',
  found: false,
})

/** Seconds that a task should take: once, for each line, and for each full case and loose piece of it. */
type Standard = readonly [once: number, line: number, each: number, piece: number]
/** What the work of a type is measured by at first. Goods by weight count by the line. */
const standards: Readonly<Partial<Record<TaskType, Standard>>> = {
  RECEIVE: [180, 45, 3, 1],
  PUTAWAY: [60, 60, 2, 1],
  MOVE: [60, 60, 3, 1],
  RPL_DOWN: [60, 75, 3, 1],
  RPL_UP: [45, 60, 3, 1],
  PICK: [90, 20, 4, 2],
  SOW: [60, 12, 3, 1.5],
  CONTAINER_CHECK: [60, 15, 3, 1.5],
  CONTAINER_MERGE: [60, 20, 3, 1],
  STORE_COLLECT_CHECK: [60, 6, 0, 0],
  PICK_COLLECT: [60, 25, 0, 0],
  ENTER_TRUCK: [120, 20, 0, 0],
  ABOLISH_TRUCK: [120, 25, 0, 0],
  DESPATCH: [120, 0, 0, 0],
  STOCK_INC: [60, 30, 2, 1],
  STOCK_DEC: [60, 30, 2, 1],
  STOCK_TAKE: [60, 40, 0, 0],
  STORE_RTN_RECEIVE: [120, 60, 3, 1.5],
  RETURN_PICK: [90, 40, 4, 2],
  RETURN_HANDOVER: [180, 20, 3, 1],
}
/** The rows that every enterprise begins with. */
export const usualTaskConfigs = taskTypeNames.map((taskType) => {
  const [onceS, lineS, caseS, pieceS] = (standards[taskType] ?? []).map(String)
  const [name, nameEn] = taskTitles[taskType]
  return { taskType, name, nameEn, ...(onceS && lineS && caseS && pieceS && { onceS, lineS, caseS, pieceS }) }
})

/** What is asked of whoever confirms work of a type. */
export interface TypeRules {
  readonly scanBin: boolean
  readonly scanGoods: boolean
  readonly scanContainer: boolean
  readonly allowShort: boolean
  /** Those that are offered; all of its type when empty. */
  readonly reasons: readonly string[]
}
/** What a new task of a type begins with. */
export interface TypeUse {
  readonly taskType: TaskType
  readonly enabled: boolean
  readonly mode: Exclude<TaskMode, 'AUTO'>
  readonly needAssign: boolean
}

const refusal = (number: number, zh: string, en: string): Refusal => ({ code: number, text: [zh, en] })
export const taskConfigFaults = {
  typeBusy: refusal(
    42425,
    '存在进行中的任务[{task}]，不能停用该类型',
    'Task [{task}] is under way: the type cannot be turned off',
  ),
  typeOff: refusal(
    42426,
    '任务类型[{type}]已停用，请在任务类型配置中启用',
    'Task type [{type}] is turned off: turn it on under Task types',
  ),
  scanMissing: refusal(42427, '请扫描{what}', 'Scan the {what}'),
  noShort: refusal(
    42428,
    '[{type}]不允许少作业，请按计划数量完成或联系主管',
    '[{type}] may not fall short: do all of it, or ask your supervisor',
  ),
  reasonOff: refusal(42429, '原因[{reason}]未开放，请选择其他原因', 'Reason [{reason}] is not offered: choose another'),
  reasonOfOther: refusal(42430, '原因[{reason}]不属于该任务类型', 'Reason [{reason}] is not one of this type of work'),
  needAssign: refusal(
    42431,
    '任务[{no}]须由主管指派，不能自行领取',
    'Task [{no}] is handed out by a supervisor and cannot be taken',
  ),
} as const satisfies Record<string, Refusal>
