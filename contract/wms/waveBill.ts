import { document } from '../kernel/document.ts'
import { choice, code, computed, decimal, instant, int, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'

/** 配货方式: how goods that are too few are divided among the orders of a wave. */
export const rationMethods = {
  INTURN: ['依次满足', 'One after the other'],
  LOOP: ['循环分配', 'One pack each in turn'],
  AVG: ['平均分配', 'Equal share of demand'],
  RATIO: ['按比例', 'By store share'],
} as const satisfies Record<string, Text>

/** What a wave that is being started is at. */
export const waveSteps = {
  FREEZE: ['锁定单据', 'Taking orders'],
  ALLOCATE: ['配货与补货', 'Allocating and replenishing'],
  TASKS: ['生成拣货任务', 'Making pick tasks'],
} as const satisfies Record<string, Text>
export type WaveStep = keyof typeof waveSteps

export const waveFlow = flow({
  states: {
    SAVED: ['已保存', 'Saved'],
    STARTING: ['启动中', 'Starting'],
    STARTEXCEPTION: ['启动异常', 'Start failed'],
    STARTED: ['启动完成', 'Started'],
    INPROGRESS: ['进行中', 'In progress'],
    FINISHED: ['已完成', 'Finished'],
    CANCELED: ['已作废', 'Cancelled'],
  },
  initial: 'SAVED',
  final: ['FINISHED', 'CANCELED'],
  steps: {
    start: { title: ['启动', 'Start'], from: ['SAVED'], to: 'STARTING', verb: 'start', bulk: true, stamp: 'startedAt' },
    resume: { title: ['继续启动', 'Resume start'], from: ['STARTEXCEPTION'], to: 'STARTING', verb: 'start' },
    rollback: {
      title: ['回滚启动', 'Roll back start'],
      from: ['STARTEXCEPTION', 'STARTED'],
      to: 'SAVED',
      verb: 'stop',
      confirm: [
        '拣货与补货任务将取消，占用将释放，单据回到待配货，确认？',
        'Pick and replenishment tasks are cancelled, reservations released, and the orders wait for allocation again. Continue?',
      ],
      danger: true,
    },
    finish: {
      title: ['完成', 'Finish'],
      from: ['STARTED', 'INPROGRESS'],
      to: 'FINISHED',
      verb: 'finish',
      early: true,
      stamp: 'finishedAt',
    },
    cancel: {
      title: ['作废', 'Cancel'],
      from: ['SAVED'],
      to: 'CANCELED',
      verb: 'cancel',
      confirm: [
        '波次作废后，单据可加入其他波次，确认？',
        'The orders of a cancelled wave can join another one. Continue?',
      ],
      reason: true,
      bulk: true,
      danger: true,
    },
  },
})

/** What is done to a wave beside its steps. */
export const waveVerbs = {
  nudge: ['重新推动', 'Restart the step'],
  addOrders: ['加入单据', 'Add orders'],
  removeOrders: ['移出单据', 'Remove orders'],
  plan: ['试算', 'Simulate'],
  started: ['启动完成', 'Started'],
  startFailed: ['启动异常', 'Start failed'],
} as const satisfies Record<string, Text>

/** 波次单: outbound orders that are allocated, replenished and picked together. */
export const waveBill = document('wms', 'waveBill', {
  title: ['波次', 'Wave'],
  module: 'bill.wave',
  prefix: 'BC',
  worksAt: ['DC'],
  flow: waveFlow,
  ownerThrough: 'contents',
  fields: {
    title: text(['名称', 'Name'], { max: 64, filter: true, hint: ['如：早班 线路1', 'e.g. morning, route 1'] }),
    ration: choice(['缺货分配方式', 'If stock is short'], rationMethods, { required: true, initial: 'INTURN' }),
    dueAt: instant(['要求完成', 'Due'], { filter: true }),
    step: choice(['启动步骤', 'Start step'], waveSteps, { derived: true }),
    /** Why its start stopped. */
    problem: text(['异常原因', 'Problem'], { derived: true, max: 400 }),
    orders: computed(int(['单据', 'Orders'])),
    stores: computed(int(['门店', 'Stores'])),
    lines: computed(int(['行数', 'Lines'])),
    planCases: computed(code(['计划件数', 'Planned cases'])),
    shortLines: computed(int(['缺货行', 'Short lines'])),
    /** Of the orders' plan, what is off left out. */
    bookedPct: computed(decimal(['配货率%', 'Allocated %'], { scale: 1 })),
    pickedPct: computed(decimal(['拣货率%', 'Picked %'], { scale: 1 })),
    sentPct: computed(decimal(['发运率%', 'Shipped %'], { scale: 1 })),
    replenishing: computed(int(['待补货', 'To replenish'])),
    picking: computed(int(['待拣货', 'To pick'])),
    sorting: computed(int(['待播种', 'To sort'])),
    staging: computed(int(['待集货', 'To stage'])),
  },
  list: [
    'billNo',
    'title',
    'state',
    'dueAt',
    'pickedPct',
    'sentPct',
    'orders',
    'planCases',
    'shortLines',
    'bookedPct',
    'replenishing',
    'picking',
    'sorting',
    'staging',
    'stores',
    'lines',
    'bizDate',
    'ration',
  ],
  form: ['title', 'ration', 'dueAt', 'bizDate', 'note'],
  actions: ['create', 'update', 'start', 'stop', 'finish', 'cancel', 'export'],
  verbs: waveVerbs,
  details: { orders: int(['单据数', 'Orders']) },
})
