import { z } from 'zod'
import { get, id, listQuery, pageOf, post, query } from '../kernel/call.ts'
import { childRows, entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import type { Field } from '../kernel/field.ts'
import { choice, code, computed, flag, instant, int, json, note, ref, text } from '../kernel/field.ts'
import { recordSchema } from '../kernel/schema.ts'

export const runStates = {
  WAITING: ['等待', 'Waiting'],
  RUNNING: ['执行中', 'Running'],
  DONE: ['成功', 'Done'],
  FAILED: ['失败', 'Failed'],
  TIMEOUT: ['超时', 'Timed out'],
  CANCELLED: ['已终止', 'Stopped'],
  SKIPPED: ['已跳过', 'Skipped'],
} as const
export type RunState = keyof typeof runStates

/** 定时任务: when something is done by itself, and for which organisation. What is done is code. */
export const job = entity('sys', 'job', {
  title: ['定时任务', 'Job'],
  scope: 'tenant',
  fields: {
    code: code(['代码', 'Code'], { required: true, frozen: true, filter: true, max: 40 }),
    /** Of the product's own: what its handler is called, in the reader's language. */
    title: text(['名称', 'Name'], { max: 64 }),
    handler: code(['处理程序', 'Handler'], { required: true, frozen: true, max: 40 }),
    /** The enterprise, or the centre whose work it is; its clocks say when. */
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true, frozen: true, loose: true, filter: true }),
    cron: text(['周期', 'Schedule'], {
      required: true,
      max: 64,
      hint: ['五段：分 时 日 月 周', 'Five fields: minute, hour, day, month, weekday'],
    }),
    misfire: choice(
      ['错过时', 'When missed'],
      { ONCE: ['补执行一次', 'Make up once'], SKIP: ['跳过', 'Skip'] },
      { required: true, initial: 'ONCE' },
    ),
    timeoutMinutes: int(['超时（分钟）', 'Time limit (minutes)'], {
      required: true,
      least: 1,
      most: 1440,
      initial: 120,
    }),
    retryMax: int(['失败重试次数', 'Retries'], { required: true, most: 5, initial: 0 }),
    retryMinutes: int(['重试间隔（分钟）', 'Minutes to the first retry'], {
      required: true,
      least: 1,
      most: 120,
      initial: 5,
    }),
    isAlerting: flag(['失败或过慢时提醒', 'Report failures and delays'], { initial: true }),
    /** Comes with the product: its times may change, it may be paused, and it stays. */
    isSystem: flag(['系统内置', 'Built in'], { derived: true, filter: true }),
    nextTime: instant(['下次执行', 'Next run'], { required: true, derived: true }),
    lastTime: instant(['上次执行', 'Last run'], { derived: true }),
    lastStatus: choice(['上次结果', 'Last result'], runStates, { derived: true, filter: true }),
    averageMs: computed(int(['平均耗时（毫秒）', 'Average (ms)'])),
  },
  list: ['code', 'title', 'cron', 'nextTime', 'lastStatus', 'averageMs', 'orgId', 'lastTime', 'isSystem'],
  form: [
    'code',
    'title',
    'handler',
    'orgId',
    'cron',
    'misfire',
    'timeoutMinutes',
    'retryMax',
    'retryMinutes',
    'isAlerting',
  ],
  unique: [['code', 'orgId']],
  label: { code: 'code', name: 'code' },
  actions: ['create', 'update', 'enable_disable', 'remove', 'export', 'trigger', 'stop'],
  details: { runId: code(['执行号', 'Run']) },
  verbs: {
    enable: ['恢复', 'Resume'],
    disable: ['暂停', 'Pause'],
    trigger: ['立即执行', 'Run now'],
    stop: ['终止', 'Stop'],
  },
  found: false,
})

/** 执行记录: one run of a job. Whoever claims the planned time first has it. */
export const jobRun = entity('sys', 'jobRun', {
  title: ['执行记录', 'Job run'],
  module: 'job',
  scope: 'tenant',
  fields: {
    jobId: ref(['任务', 'Job'], 'sys.job', { required: true, filter: true }),
    trigger: choice(
      ['触发方式', 'Trigger'],
      { CRON: ['定时', 'Schedule'], MANUAL: ['手动', 'By hand'], RETRY: ['重试', 'Retry'] },
      { required: true, initial: 'CRON', filter: true },
    ),
    attempt: int(['第几次', 'Attempt'], { required: true, initial: 1 }),
    planned: instant(['计划时间', 'Planned'], { required: true, filter: true }),
    startedAt: instant(['开始', 'Started']),
    endedAt: instant(['结束', 'Ended']),
    status: choice(['结果', 'Result'], runStates, { required: true, filter: true }),
    /** Transactions that it has finished. */
    steps: int(['步数', 'Steps'], { required: true, initial: 0 }),
    node: text(['进程', 'Process'], { max: 64 }),
    stopAsked: flag(['要求终止', 'Asked to stop']),
    /** What was asked of it beside its usual work. */
    params: json<Readonly<Record<string, unknown>>>(['参数', 'Parameters']),
    message: note(['说明', 'Message'], { max: 2000 }),
  },
  list: ['planned', 'trigger', 'attempt', 'startedAt', 'endedAt', 'status', 'steps', 'node', 'message'],
  unique: [['jobId', 'planned', 'trigger']],
  actions: [],
  sort: '-planned',
})

/** One line that a run has said. */
export const jobLine = childRows('sys', 'jobLine', 'sys.jobRun', {
  title: ['执行日志', 'Log line'],
  scope: 'tenant',
  fields: {
    runId: ref(['执行', 'Run'], 'sys.jobRun', { required: true, derived: true }),
    text: note(['内容', 'Text'], { required: true, max: 1000 }),
  },
})

export const jobFaults = {
  cron: { code: 40013, text: ['表达式不正确', 'The schedule is not valid'] },
  busy: { code: 42860, text: ['任务正在执行，不能重复触发', 'The job is running and cannot be started again'] },
  builtIn: { code: 42861, text: ['系统任务不能删除，可以暂停', 'A built-in job cannot be deleted: pause it instead'] },
  over: { code: 42862, text: ['该次执行已经结束', 'This run has ended'] },
  handler: { code: 42863, text: ['处理程序[{handler}]不存在', 'There is no handler [{handler}]'] },
  place: {
    code: 42864,
    text: ['[{handler}]须选择{where}', 'For [{handler}] choose {where}'],
  },
} as const satisfies Record<string, Refusal>

const at = (verb: string) => `${entityPath(job)}/${verb}`
const may = (action: Parameters<typeof entityPermission>[1]) => entityPermission(job, action)
/** How many coming times a schedule's preview shows. */
export const previewTimes = 5
const zone = z.string().max(64)

export const jobCalls = {
  /** What a job can be of. */
  handlers: get(at('handlers'), {
    title: ['处理程序', 'Handlers of jobs'],
    permission: may('view'),
    output: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        cron: z.string(),
        params: z.record(z.string(), z.custom<Field>()),
      }),
    ),
  }),
  previewCron: query(at('previewCron'), {
    title: ['预览执行时间', 'Preview the next runs'],
    permission: may('view'),
    reads: ['sys.org'],
    /** By the clocks of the organisation, or of the zone. */
    input: z.object({ cron: z.string().max(64), orgId: id.optional(), timeZone: zone.optional() }),
    output: z.object({ next: z.array(z.string()), timeZone: z.string() }),
  }),
  trigger: post(at('trigger'), {
    title: ['立即执行', 'Run a job now'],
    permission: may('trigger'),
    /** `params` as the handler asks for them. */
    input: z.object({ id, params: z.record(z.string().max(32), z.unknown()).optional() }),
    output: z.object({ runId: z.string() }),
  }),
  stop: post(at('stop'), {
    title: ['终止执行', 'Stop a run'],
    permission: may('stop'),
    input: z.object({ runId: id }),
    output: z.object({ status: z.string() }),
  }),
  runs: query(at('run/query'), {
    title: ['查询执行记录', 'List runs of a job'],
    permission: may('view'),
    reads: [job.key],
    input: listQuery.extend({ jobId: id }),
    output: pageOf(recordSchema(jobRun)),
  }),
  log: get(at('run/log'), {
    title: ['执行日志', 'Log of a run'],
    permission: may('view'),
    reads: [job.key],
    /** Lines behind the one of that id; from the beginning with 0. */
    input: z.object({
      id,
      offset: z
        .string()
        .regex(/^\d{1,19}$/)
        .default('0'),
    }),
    output: z.object({ text: z.string(), nextOffset: z.string(), done: z.boolean() }),
  }),
} as const
