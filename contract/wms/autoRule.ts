import { z } from 'zod'
import { bulkAnswer, get, id, post, query, seenMany } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import {
  choice,
  choices,
  code,
  computed,
  decimal,
  flag,
  instant,
  int,
  qty,
  ref,
  refs,
  text,
  time,
} from '../kernel/field.ts'

import { qtyText } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { trail } from '../kernel/trail.ts'
import { store } from '../mdm/partner.ts'
import { temperatureZones } from '../mdm/product.ts'
import { operateBill, operateModes } from './operateBill.ts'
import { rationMethods, waveBill } from './waveBill.ts'
import { waveOrdersMax } from './waveCalls.ts'

/** 触发方式: when a rule makes a wave. */
export const autoTriggers = {
  HAND: ['手工', 'By hand only'],
  EVERY: ['每隔几分钟', 'Every few minutes'],
  CUTOFF: ['每日截单时间', 'At the daily cut-off'],
  CRON: ['定时表达式', 'By a schedule'],
  COUNT: ['单据达到数量', 'When enough orders wait'],
} as const satisfies Record<string, Text>
export type AutoTrigger = keyof typeof autoTriggers

export const autoResults = {
  NOTHING: ['无可用单据', 'No orders'],
  MADE: ['已生成波次', 'Wave made'],
  STARTED: ['已启动波次', 'Wave started'],
  FAILED: ['失败', 'Failed'],
} as const satisfies Record<string, Text>
export type AutoResult = keyof typeof autoResults

const all = ['空白时为全部', 'All if blank'] as const
/** Which orders that wait for allocation are taken; how much of them at once. The most urgent come first. */
export const orderFilter = {
  ownerIds: refs(['货主', 'Owners'], 'wms.owner', { hint: all }),
  modes: choices(['业务模式', 'Modes'], operateModes, { hint: all }),
  deliveries: choices(['配送类型', 'Deliveries'], operateBill.header.fields.delivery.choices ?? {}, { hint: all }),
  storeKinds: choices(['门店类型', 'Store types'], store.fields.kind.choices ?? {}, { hint: all }),
  temperatures: choices(['温层', 'Temperatures'], temperatureZones, { hint: all }),
  routes: text(['线路', 'Routes'], {
    max: 200,
    hint: ['多条用逗号分隔，空白时为全部', 'Separated by commas; all if blank'],
  }),
  dueDays: int(['业务日期天数', 'Business date within (days)'], {
    least: 0,
    most: 60,
    hint: ['0为今日及以前，空白不限', '0: of today and before; any if blank'],
  }),
  maxOrders: int(['单据上限', 'Max orders'], { required: true, initial: 200, least: 1, most: waveOrdersMax }),
  maxStores: int(['门店上限', 'Max stores'], { least: 1, most: waveOrdersMax }),
  maxLines: int(['行数上限', 'Max lines'], { least: 1, most: 100_000 }),
  maxWeightKg: decimal(['重量上限(kg)', 'Max weight (kg)'], { most: 10_000_000 }),
  maxVolumeM3: decimal(['体积上限(m³)', 'Max volume (m³)'], { most: 100_000 }),
  maxMinutes: int(['工时上限(分)', 'Max labour (min)'], {
    least: 1,
    most: 100_000,
    hint: ['按拣货任务标准工时', 'By the standards of picking'],
  }),
} as const

/** 出库自动处理规则: which orders become a wave of what kind, and when. With `HAND` it is a template for planners only. */
export const autoRule = entity('wms', 'autoRule', {
  title: ['自动处理规则', 'Automation rule'],
  module: 'delivery.autoStation',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    code: code(['代码', 'Code'], { required: true, filter: true, frozen: true }),
    name: text(['名称', 'Name'], { required: true, filter: true }),
    trigger: choice(['触发方式', 'Trigger'], autoTriggers, { required: true, filter: true, initial: 'CUTOFF' }),
    everyMin: int(['间隔(分)', 'Every (min)'], { least: 1, most: 1_440 }),
    cutOff: time(['截单时间', 'Cut-off']),
    cron: text(['定时表达式', 'Schedule'], {
      max: 64,
      hint: ['分 时 日 月 周，如 0 6-20/2 * * 1-6', 'Minute hour day month weekday, such as 0 6-20/2 * * 1-6'],
    }),
    minOrders: int(['最少单据', 'Min orders'], {
      required: true,
      initial: 1,
      least: 1,
      most: waveOrdersMax,
      hint: ['不足时等到下次', 'With fewer it waits for its next turn'],
    }),
    ...orderFilter,
    ration: choice(['缺货分配方式', 'If stock is short'], rationMethods, { required: true, initial: 'INTURN' }),
    dueMin: int(['要求完成(分)', 'Due after (min)'], { least: 1, most: 10_080 }),
    autoStart: flag(['自动启动', 'Started at once'], {
      initial: true,
      hint: ['否则由计划员核对后启动', 'Otherwise a planner looks at it first'],
    }),
    nextAt: instant(['下次运行', 'Next run'], { derived: true }),
    paused: flag(['已暂停', 'Paused'], { derived: true, filter: true }),
    failures: int(['连续失败', 'Failures in a row'], { derived: true }),
    problem: text(['失败原因', 'Problem'], { derived: true, max: 400 }),
    lastAt: instant(['上次运行', 'Last run'], { derived: true }),
    lastResult: choice(['上次结果', 'Last result'], autoResults, { derived: true, filter: true }),
    lastWaveId: ref(['上次波次', 'Last wave'], 'wms.waveBill', { derived: true, loose: true }),
    waiting: computed(int(['待处理单据', 'Orders waiting'])),
    stuck: computed(int(['启动异常波次', 'Waves that failed to start'])),
    overlaps: computed(
      text(['条件重叠', 'Overlaps with'], {
        hint: ['可能取走同一单据的其他规则', 'Other rules that may take the same orders'],
      }),
    ),
  },
  list: ['code', 'name', 'trigger', 'waiting', 'lastResult', 'nextAt', 'stuck', 'overlaps', 'lastWaveId', 'lastAt'],
  unique: [['code']],
  actions: ['create', 'update', 'enable_disable', 'remove', 'run', 'stop', 'export'],
  verbs: {
    run: ['立即执行', 'Run now'],
    pause: ['暂停', 'Pause'],
    resume: ['恢复', 'Resume'],
    retry: ['重试', 'Retry'],
  },
  details: { orders: int(['单据数', 'Orders']), problem: text(['失败原因', 'Problem']) },
  indexes: [['nextAt']],
})

/** 运行记录: what a rule came to each time, but for looks that found too few orders. */
export const autoRun = entity('wms', 'autoRun', {
  title: ['运行记录', 'Run'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    ruleId: ref(['规则', 'Rule'], 'wms.autoRule', { required: true }),
    byHand: flag(['手工', 'By hand']),
    result: choice(['结果', 'Result'], autoResults, { required: true }),
    orders: int(['单据数', 'Orders'], { required: true }),
    waveId: ref(['波次', 'Wave'], 'wms.waveBill', { loose: true }),
    problem: text(['失败原因', 'Problem'], { max: 400 }),
  },
  actions: [],
  sort: '-id',
  indexes: [['ruleId']],
  appendOnly: true,
  found: false,
})

const at = (verb: string): string => `${entityPath(autoRule)}/${verb}`
const each = (verb: 'run' | 'pause' | 'resume' | 'retry', action: 'run' | 'stop') =>
  post(at(verb), {
    title: autoRule.verbs[verb] ?? [verb, verb],
    permission: entityPermission(autoRule, action),
    input: seenMany,
    output: bulkAnswer,
  })
export const autoSteps = {
  run: each('run', 'run'),
  retry: each('retry', 'run'),
  pause: each('pause', 'stop'),
  resume: each('resume', 'stop'),
} as const

/** 待处理单据: what a rule would take now if it had no limits, by route. */
export const autoWaiting = trail(autoRule, 'waitingOrders', ['待处理单据', 'Orders waiting'], {
  route: text(['线路', 'Route']),
  orders: int(['单据', 'Orders'], { required: true }),
  stores: int(['门店', 'Stores'], { required: true }),
  lines: int(['行数', 'Lines'], { required: true }),
  planQty: qty(['数量', 'Quantity'], { required: true }),
  deadlineAt: instant(['最早截止', 'Earliest deadline']),
})
/** 运行记录, the last first. */
export const autoRuns = trail(autoRule, 'runs', ['运行记录', 'Runs'], {
  at: instant(['时间', 'At'], { required: true }),
  result: choice(['结果', 'Result'], autoResults, { required: true }),
  orders: int(['单据数', 'Orders'], { required: true }),
  waveId: ref(['波次', 'Wave'], 'wms.waveBill'),
  by: text(['执行人', 'By']),
  problem: text(['失败原因', 'Problem']),
})

/** 各线路待配货单据: all that waits here, and which rules will take it. */
export const autoBoard = get(at('board'), {
  title: ['待配货总览', 'Waiting for allocation'],
  permission: entityPermission(autoRule, 'view'),
  output: z.object({
    routes: z.array(
      z.object({
        route: z.string().nullable(),
        orders: z.number(),
        lines: z.number(),
        deadlineAt: z.string().nullable(),
        /** Rules that run of their own accord and will take some of these. */
        rules: z.array(z.string()),
        /** Orders that no such rule takes. */
        left: z.number(),
      }),
    ),
  }),
})
/** So many routes are told of. */
export const boardRoutesMax = 50

const codes = z.array(z.string().max(32)).max(50).nullish()
/** 按条件选单: the orders that meet a filter, as many as its limits allow. */
export const matchOrders = query(`${entityPath(waveBill.header)}/match`, {
  title: ['按条件选单', 'Choose orders by filter'],
  permission: entityPermission(waveBill.header, 'view'),
  input: z.object({
    ownerIds: z.array(id).max(50).nullish(),
    modes: codes,
    deliveries: codes,
    storeKinds: codes,
    temperatures: codes,
    routes: z.string().max(200).nullish(),
    dueDays: z.number().int().min(0).max(60).nullish(),
    maxOrders: z.number().int().min(1).max(waveOrdersMax),
    maxStores: z.number().int().min(1).nullish(),
    maxLines: z.number().int().min(1).nullish(),
    maxWeightKg: qtyText.nullish(),
    maxVolumeM3: qtyText.nullish(),
    maxMinutes: z.number().int().min(1).nullish(),
  }),
  output: z.object({
    /** How many meet the filter, limits apart. */
    waiting: z.number(),
    stores: z.number(),
    lines: z.number(),
    rows: z.array(
      z.object({
        id: z.string(),
        version: z.number(),
        billNo: z.string(),
        store: z.object({ code: z.string(), name: z.string() }),
        route: z.string().nullable(),
        bizDate: z.string(),
        deadlineAt: z.string().nullable(),
        lines: z.number(),
        cases: z.string(),
        weightKg: z.number(),
        volumeM3: z.number(),
        /** What picking it should take by its standards. */
        minutes: z.number(),
      }),
    ),
  }),
})

const refusal = (number: number, zh: string, en: string): Refusal => ({ code: number, text: [zh, en] })
/** Refusals of automation: 42470 to 42479. */
export const autoFaults = {
  noTime: refusal(42470, '触发方式为[{trigger}]时必须填写[{field}]', 'Trigger [{trigger}] needs [{field}]'),
  tooFew: refusal(
    42471,
    '符合条件的单据{n}张，少于最少单据{min}张',
    'Only {n} of at least {min} orders meet the filter',
  ),
  none: refusal(42472, '没有符合条件的待配货单据', 'No order that waits for allocation meets the filter'),
  isPaused: refusal(42473, '规则已暂停，请先恢复', 'This rule is paused: resume it first'),
  notPaused: refusal(42474, '规则未暂停', 'This rule is not paused'),
  isDisabled: refusal(42475, '规则已停用', 'This rule is disabled'),
  nothingToRetry: refusal(42476, '规则没有需要重试的失败', 'Nothing of this rule has failed'),
} as const satisfies Record<string, Refusal>
