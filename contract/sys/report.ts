import { z } from 'zod'
import { query } from '../kernel/call.ts'
import { fileFormat } from '../kernel/crud.ts'

/** What a user must hold for reports at all; the data of each asks for its own right besides. */
export const reportPermissions = {
  view: 'rpt:report_application:view',
  export: 'rpt:report_application:export',
  /** Out of the enterprise: to addresses that are nobody's account, and to robots. */
  send: 'rpt:report_application:permit',
} as const

// density: what the program brings and what a tenant has drawn are read on one page, as table, dashboard or grid
export const reportLimits = { days: 92, shownRows: 5_000, exportRows: 50_000, listRows: 500_000 } as const

const text = z.tuple([z.string(), z.string()])
const param = z.object({
  name: z.string(),
  title: text,
  /** A day; rows of an entity; a whole number. */
  kind: z.enum(['day', 'ref', 'int']),
  to: z.string().optional(),
  least: z.number().optional(),
  most: z.number().optional(),
  /** A number, or days from today: `-6`. */
  initial: z.string().optional(),
})
const column = z.object({
  name: z.string(),
  title: text,
  kind: z.enum(['text', 'day', 'qty', 'int', 'percent']),
  total: z.boolean().optional(),
})
const report = z.object({
  /** Ends in `.cpt` for a table, in `.frm` for a dashboard. */
  path: z.string(),
  title: text,
  note: text,
  params: z.array(param),
  columns: z.array(column),
  /** The column that says in what the quantities are counted. Where it differs from row to row, nothing is added up. */
  unit: z.string().optional(),
  /** Of a dashboard: bars of a figure by the words of a column. */
  chart: z.object({ by: z.string(), value: z.string() }).optional(),
})
/** A report as plain data: the server knows how to ask, the client how to show. */
export type Report = z.output<typeof report>
export type ReportParam = z.output<typeof param>
export type ReportRow = Record<string, string | null>

export const isReportPath = (path: string): boolean => /\.(cpt|frm)$/.test(path)

const row = z.record(z.string(), z.string().nullable())
const asked = z.object({
  path: z.string().max(100),
  params: z.record(z.string().max(32), z.string().max(64)).default({}),
})
const at = (verb: string) => `/fw/api/sys/report/${verb}`

export const reportCalls = {
  queryApplication: query(at('queryApplication'), {
    title: ['查询可看报表', 'List reports'],
    permission: reportPermissions.view,
    // What may be read changes with rights, which have all of it read again.
    reads: [],
    output: z.object({ reports: z.array(report) }),
  }),
  run: query(at('run'), {
    title: ['查看报表', 'Run a report'],
    permission: reportPermissions.view,
    // A report stands as it was asked for, and says when that was.
    reads: [],
    input: asked,
    output: z.object({ rows: z.array(row), sums: row, asOf: z.string() }),
  }),
  export: query(at('export'), {
    title: ['导出报表', 'Export a report'],
    permission: reportPermissions.export,
    input: asked.extend({ format: fileFormat.default('xlsx') }),
    binary: true,
  }),
} as const
