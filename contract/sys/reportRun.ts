import { entity } from '../kernel/entity.ts'
import { choice, instant, int, note, ref, text } from '../kernel/field.ts'
import { reportFileFormats } from './reportPlan.ts'

export const reportWays = {
  SCREEN: ['查看', 'Screen'],
  EXPORT: ['导出', 'Export'],
  PLAN: ['订阅', 'Subscription'],
} as const
export const reportEnds = {
  DONE: ['完成', 'Done'],
  LIMIT: ['超出限制', 'Over a limit'],
  FAILED: ['失败', 'Failed'],
} as const

/** 报表运行记录: who has read a report that was drawn, by which way, how long that took and how it ended. */
export const reportRun = entity('sys', 'reportRun', {
  title: ['报表运行记录', 'Report run'],
  module: 'report_designer',
  scope: 'tenant',
  fields: {
    /** As it was called then. */
    path: text(['报表', 'Report'], { required: true, max: 100, filter: true }),
    result: choice(['结果', 'Result'], reportEnds, { required: true, filter: true }),
    way: choice(['方式', 'Way'], reportWays, { required: true, filter: true }),
    userId: ref(['运行人', 'Run by'], 'sys.user', { required: true, loose: true, filter: true }),
    startedAt: instant(['时间', 'Time'], { required: true, filter: true }),
    reportId: ref(['报表ID', 'Report id'], 'sys.customReport', { required: true, loose: true, filter: true }),
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true, loose: true }),
    format: choice(['格式', 'Format'], reportFileFormats),
    rowCount: int(['行数', 'Rows']),
    costMs: int(['耗时（毫秒）', 'Took (ms)'], { required: true }),
    /** What was asked, as a person reads it. */
    asked: note(['参数', 'Parameters'], { max: 500 }),
    /** Why nothing came of it, in the words of whoever wanted it. */
    message: text(['说明', 'Remark'], { max: 300 }),
  },
  list: ['startedAt', 'path', 'userId', 'way', 'result', 'rowCount', 'costMs', 'asked', 'message', 'format', 'orgId'],
  label: { code: 'path', name: 'path' },
  actions: ['export'],
  sort: '-startedAt',
  found: false,
})
