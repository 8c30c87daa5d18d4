import type { Readable } from 'node:stream'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, qtySum } from '@lading/contract/kernel/qty.ts'
import { idText, isDay } from '@lading/contract/kernel/schema.ts'
import { say } from '@lading/contract/kernel/text.ts'
import {
  reportCalls as calls,
  type Report,
  type ReportParam,
  type ReportRow,
  reportLimits,
} from '@lading/contract/sys/report.ts'
import { reportFaults } from '@lading/contract/sys/reportFaults.ts'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import { type FileAnswer, type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { beginExport, recorded } from '../sheet/records.ts'
import { showInstant } from '../sheet/showCell.ts'
import { type SheetFormat, sheetTypes, streamSheet } from '../sheet/write.ts'

export type ReportParams = Readonly<Record<string, string>>

/** A report and how its rows are read. Areas bring theirs; nobody else knows the tables. */
export interface ReportSource {
  readonly report: Report
  /** The right to see the data itself, beside that for reports. */
  readonly permission: string
  /** At most `limit` rows that the caller may see, in their order. */
  readonly rows: (ctx: Ctx, params: ReportParams, limit: number) => Promise<ReportRow[]>
}

interface Asked {
  readonly path: string
  readonly params: ReportParams
}

const dayMs = 86_400_000

function checkedParam(p: ReportParam, value: string): string {
  const number = Number(value)
  const isGood =
    p.kind === 'day'
      ? isDay(value)
      : p.kind === 'ref'
        ? idText.safeParse(value).success
        : Number.isInteger(number) && number >= (p.least ?? 0) && number <= (p.most ?? 1e9)
  return isGood ? value : refuse(reportFaults.param, { param: p.title })
}

/** Only declared parameters, each of its kind; a range of days is bounded. */
function checked(report: Report, given: ReportParams): ReportParams {
  const params: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const p = report.params.find((one) => one.name === name)
    if (!p) return refuse(reportFaults.param, { param: name })
    if (value !== '') params[name] = checkedParam(p, value)
  }
  const { from, to } = params
  if (from && to && Date.parse(to) - Date.parse(from) >= reportLimits.days * dayMs)
    refuse(reportFaults.days, { max: reportLimits.days })
  return params
}

const sourceOf = (sources: readonly ReportSource[], ctx: Ctx, path: string): ReportSource => {
  const source = sources.find((s) => s.report.path === path) ?? refuse(reportFaults.none, { path })
  return allowed(ctx, source.permission) ? source : refuse(reportFaults.forbidden)
}

async function read(source: ReportSource, ctx: Ctx, asked: Asked, limit: number): Promise<ReportRow[]> {
  const rows = await source.rows(ctx, checked(source.report, asked.params), limit + 1)
  return rows.length > limit ? refuse(reportFaults.tooMany, { max: limit }) : rows
}

/** Pieces and kilograms have no sum; and what is counted in both would count twice. */
const isMixed = ({ unit }: Report, rows: readonly ReportRow[]): boolean =>
  unit !== undefined && rows.some((row) => row[unit] !== rows[0]?.[unit])

/** Exact sums of the columns that have one; none where units mix. */
const sumsOf = (report: Report, rows: readonly ReportRow[]): ReportRow =>
  Object.fromEntries(
    report.columns
      .filter((c) => c.total && !isMixed(report, rows))
      .map(({ name }) => [name, formatQty(qtySum(rows.map((row) => parseQty(row[name] ?? '0'))))]),
  )

async function exportReport(
  sources: readonly ReportSource[],
  request: OutsideRequest,
  input: Asked & { readonly format: SheetFormat },
): Promise<FileAnswer> {
  const { language } = request.origin
  const { report, rows, record } = await request.perform(async (ctx) => {
    const source = sourceOf(sources, ctx, input.path)
    const { report } = source
    const rows = await read(source, ctx, input, reportLimits.exportRows)
    const stamp = showInstant(ctx, ctx.now()).replace(/\D/g, '')
    const said = Object.entries(input.params).map(([name, value]) => {
      const title = report.params.find((p) => p.name === name)?.title
      return `${title ? say(title, language) : name}: ${value}`
    })
    const record = await beginExport(ctx, request, {
      subject: report.path,
      filters: said.join('; '),
      name: `${say(report.title, language)}_${stamp}.${input.format}`,
      rows: rows.length,
    })
    return { report, rows, record }
  })
  const { columns } = report
  const sums = sumsOf(report, rows)
  const line = (row: ReportRow) => columns.map(({ name }) => row[name] ?? null)
  const total = columns.map((c, i) => sums[c.name] ?? (i === 0 ? say(['合计', 'Total'], language) : null))
  const pages = [rows.map(line), Object.keys(sums).length > 0 ? [total] : []].values()
  const heads = columns.map((c) => ({
    title: say(c.title, language),
    numeric: c.kind === 'qty' || c.kind === 'int' || c.kind === 'percent',
  }))
  const bytes: Readable = streamSheet(input.format, say(report.title, language), heads, {
    next: async () => pages.next(),
  })
  return { name: record.name, type: sheetTypes[input.format], data: recorded(request, record, bytes) }
}

/** 报表应用: what the caller may see, one of them, and that one as a file. */
export const reportServed = (sources: readonly ReportSource[]): Served[] => [
  serve(calls.queryApplication, async (ctx) => ({
    reports: sources.filter((s) => allowed(ctx, s.permission)).map((s) => s.report),
  })),
  serve(calls.run, async (ctx, input) => {
    const source = sourceOf(sources, ctx, input.path)
    const rows = await read(source, ctx, input, reportLimits.shownRows)
    return { rows, sums: sumsOf(source.report, rows), asOf: ctx.now().toISOString() }
  }),
  serveOutside(calls.export, (request, input) => exportReport(sources, request, input)),
]
