import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entity } from '../kernel/entity.ts'
import { choice, code, decimal, instant, int, json, ref, text, time } from '../kernel/field.ts'
import { emailText } from './email.ts'
import { reportLimits, reportPermissions } from './report.ts'

export const planCycles = {
  DAILY: ['每天', 'Every day'],
  WEEKLY: ['每周', 'Every week'],
  MONTHLY: ['每月', 'Every month'],
} as const
/** Of a month: its last day, however long it is. */
export const lastDay = 31
export const reportFileFormats = { xlsx: ['Excel', 'Excel'], csv: ['CSV', 'CSV'], pdf: ['PDF', 'PDF'] } as const
export const boundOps = { ABOVE: ['大于', 'Above'], BELOW: ['小于', 'Below'] } as const
export const planLimits = { perUser: 20, failures: 5, outside: 10 } as const

/** 报表订阅: a report is made for somebody again and again, of what he may see himself by then. */
export const reportPlan = entity('sys', 'reportPlan', {
  title: ['报表订阅', 'Report subscription'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, loose: true }),
    /** Who has subscribed for him, where that is another. */
    byUserId: ref(['由谁订阅', 'Subscribed by'], 'sys.user', { loose: true }),
    /** Where he works when it is made. */
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true, loose: true }),
    reportId: ref(['报表', 'Report'], 'sys.customReport', { required: true }),
    /** As they were chosen: days may be told from the day on which it is made. */
    params: json<Readonly<Record<string, string>>>(['参数', 'Parameters']),
    format: choice(['格式', 'Format'], reportFileFormats, { required: true }),
    cycle: choice(['周期', 'Cycle'], planCycles, { required: true }),
    /** Of fewer rows nothing is made; empty: it always is. */
    leastRows: int(['最少行数', 'Least rows'], { least: 1, most: reportLimits.exportRows }),
    /** A set and a measure of it, whose total must be beyond the bound: else nothing is made. */
    figure: text(['预警指标', 'Figure to watch'], { max: 100 }),
    boundOp: choice(['预警条件', 'Condition'], boundOps),
    bound: decimal(['界限', 'Bound'], { scale: 6 }),
    /** Of the week, from Monday; or of the month. */
    day: int(['第几天', 'Day'], { least: 1, most: lastDay }),
    /** HH:MM by the clocks of the organisation. */
    at: time(['时间', 'Time'], { required: true }),
    language: code(['语言', 'Language'], { required: true, max: 8 }),
    state: choice(['状态', 'State'], { ON: ['启用', 'On'], OFF: ['已停用', 'Off'] }, { required: true, initial: 'ON' }),
    nextAt: instant(['下次时间', 'Next at'], { required: true }),
    lastAt: instant(['上次时间', 'Last at']),
    /** What was left to the background then. */
    taskId: ref(['导出记录', 'Export record'], 'sys.exportRecord', { loose: true }),
    /** Who else is given what its user is given: addresses that are nobody's account, and robots by their ids. */
    mails: json<readonly string[]>(['外部邮箱', 'Mail addresses outside']),
    robots: json<readonly string[]>(['机器人', 'Robots']),
    /** What was sent them last. */
    sentId: ref(['已发送的导出记录', 'Export record that was sent'], 'sys.exportRecord', { loose: true }),
    /** In a row. */
    failures: int(['连续失败', 'Failures in a row'], { required: true, initial: 0 }),
  },
  indexes: [['userId'], ['byUserId'], ['state', 'nextAt']],
  actions: [],
  verbs: { send: ['向外发送', 'Send outside'] },
})

const path = z.string().max(100)
/** A total of a report, and beyond what it is worth a file. */
export const planBound = z.object({
  figure: z.string().max(100),
  op: z.enum(['ABOVE', 'BELOW']),
  value: z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/),
})
export type PlanBound = z.output<typeof planBound>
const cycle = z.enum(['DAILY', 'WEEKLY', 'MONTHLY'])
const planned = z.object({
  path,
  params: z.record(z.string().max(32), z.string().max(64)).default({}),
  format: z.enum(['xlsx', 'csv', 'pdf']),
  leastRows: z.number().int().min(1).max(reportLimits.exportRows).optional(),
  bound: planBound.optional(),
  /** For whom, instead of whoever asks: each is given what he may see himself. */
  userIds: z.array(id).min(1).max(planLimits.perUser).optional(),
  /** Who besides is sent what the caller himself is given. */
  mails: z.array(emailText).min(1).max(planLimits.outside).optional(),
  robotIds: z.array(id).min(1).max(planLimits.outside).optional(),
  cycle,
  day: z.number().int().min(1).max(lastDay).optional(),
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
})
const shown = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  format: z.enum(['xlsx', 'csv', 'pdf']),
  leastRows: z.number().nullable(),
  bound: planBound.nullable(),
  /** Who gets it, where that is another; who has subscribed, where that was another. */
  forWhom: z.string().nullable(),
  byWhom: z.string().nullable(),
  /** Addresses and robots that are sent it. */
  outside: z.array(z.string()),
  cycle,
  day: z.number().nullable(),
  at: z.string(),
  state: z.enum(['ON', 'OFF']),
  nextAt: z.string(),
  lastAt: z.string().nullable(),
  failures: z.number(),
})
export type ReportPlan = z.output<typeof shown>

/** Each works on what is made for the caller, or by him, only. */
export const reportPlanCalls = {
  mine: get('/fw/api/sys/reportPlan/mine', {
    title: ['查询报表订阅', 'Report subscriptions'],
    permission: reportPermissions.export,
    reads: [reportPlan.key],
    output: z.object({ plans: z.array(shown) }),
  }),
  /** Whose totals a condition may watch. */
  figures: get('/fw/api/sys/reportPlan/figures', {
    title: ['查询预警指标', 'Figures of a report to watch'],
    permission: reportPermissions.export,
    reads: ['sys.customReport'],
    input: z.object({ path }),
    output: z.object({ figures: z.array(z.object({ figure: z.string(), title: z.string() })) }),
  }),
  /** To which the caller may have a report sent. */
  robots: get('/fw/api/sys/reportPlan/robots', {
    title: ['向外部发送报表', 'Send reports outside'],
    permission: reportPermissions.send,
    reads: ['sys.messageRobot'],
    output: z.object({ robots: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  subscribe: post('/fw/api/sys/reportPlan/subscribe', {
    title: ['订阅报表', 'Subscribe to a report'],
    permission: reportPermissions.export,
    input: planned,
    output: z.object({ id: z.string(), nextAt: z.string() }),
  }),
  /** One that was switched off after failures is on again. */
  resume: post('/fw/api/sys/reportPlan/resume', {
    title: ['恢复报表订阅', 'Resume a report subscription'],
    permission: reportPermissions.export,
    input: z.object({ id }),
    output: z.object({ nextAt: z.string() }),
  }),
  unsubscribe: post('/fw/api/sys/reportPlan/unsubscribe', {
    title: ['取消报表订阅', 'End a report subscription'],
    permission: reportPermissions.export,
    input: z.object({ id }),
    output: z.object({ removed: z.number() }),
  }),
} as const
