import { Readable } from 'node:stream'
import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { customReportCalls as calls, customReport } from '@lading/contract/sys/customReport.ts'
import { type Drawing, drawing } from '@lading/contract/sys/dashboard.ts'
import { customReportFaults, reportFaults } from '@lading/contract/sys/reportFaults.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import { type FileAnswer, type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { makePdf } from '../../platform/print/printer.ts'
import { layout } from '../../platform/report/out/layout.ts'
import { beginExport, recorded } from '../../platform/sheet/records.ts'
import { Cancelled } from '../../platform/sheet/stopped.ts'
import { sheetTypes } from '../../platform/sheet/write.ts'
import { fileLimits, type Models, readTemplate, screenLimits } from './run.ts'
import { type NoteRun, noted, type Telling } from './runBook.ts'

interface Published {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly folder: string
  readonly path: string
  readonly note: string | null
  readonly state: string
  readonly template: unknown
  readonly isGranted: boolean
  readonly mayExport: boolean
}

/** What was published, and whether it is the reader's: without a grant a report is everybody's. */
const readable = (ctx: Ctx, which: Sql) =>
  ctx.tx.query<Published>(sql`
    select r.id, r.code, r.name, r.folder, r.path, r.note, r.state, v.template, coalesce(g.n, 0) = 0 or g.mine > 0 as is_granted,
      coalesce(g.n, 0) = 0 or g.exported > 0 as may_export
    from sys_custom_report r
    join sys_report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id and v.no = r.published
    left join lateral (
      select count(*) as n, count(*) filter (where o.is_mine) as mine, count(*) filter (where o.is_mine and o.may_export) as exported
      from (
        select k.may_export, k.user_id = ${ctx.userId} or exists (
          select 1 from sys_user_role ur where ur.tenant_id = k.tenant_id and ur.user_id = ${ctx.userId} and ur.role_id = k.role_id) as is_mine
        from sys_report_grant k where k.tenant_id = r.tenant_id and k.report_id = r.id) o) g on true
    where r.tenant_id = ${ctx.tenantId} and ${which} order by r.folder collate name_order, r.name collate name_order`)

/** Undefined: nobody can read it any more, such as one of a later release. */
const templateOf = (row: Pick<Published, 'template'>): Drawing | undefined => drawing.safeParse(row.template).data
const maySee = (ctx: Ctx, models: Models, template: Drawing): boolean =>
  Object.values(template.sets).every((s) => {
    const model = models.find((m) => m.key === s.model)
    return model !== undefined && allowed(ctx, model.permission)
  })

/** One that its reader may read. @throws Fault */
export async function reportAt(ctx: Ctx, path: string): Promise<Published & { readonly template: Drawing }> {
  const [row] = await readable(ctx, sql`r.path = ${path}`)
  const template = row && templateOf(row)
  if (!row || !template) return refuse(reportFaults.none, { path })
  if (row.state === 'OFFLINE') refuse(customReportFaults.offline)
  return row.isGranted || ctx.userId === null ? { ...row, template } : refuse(reportFaults.forbidden)
}

/** One that its reader may take out of the system. */
export async function publishedAt(ctx: Ctx, path: string): Promise<Pick<Published, 'id' | 'name'>> {
  const report = await reportAt(ctx, path)
  return report.mayExport ? report : refuse(reportFaults.forbidden)
}

type Job = Awaited<ReturnType<typeof readTemplate>>
const rowsOf = ({ sets }: Job): number => Object.values(sets).reduce((n, s) => n + s.size, 0)

async function open(
  request: OutsideRequest,
  models: Models,
  { path, params }: z.output<typeof calls.open.input>,
  telling: Telling,
) {
  const job = await request.perform(
    async (ctx) => {
      const report = await reportAt(ctx, path)
      telling.begin(ctx, report)
      const { name: title, template } = report
      return readTemplate(ctx, models, { title, template, params, limits: screenLimits })
    },
    { read: true },
  )
  telling.read(rowsOf(job), job.head.asked)
  const answer = await layout({ job, as: 'screen' })
  if (!('report' in answer)) throw new Error('a screen was asked for')
  return answer.report
}

const tooFew: Text = [
  '数据少于订阅的最少行数，未生成文件',
  'Fewer rows than the subscription asks for: no file was made',
]
const pdfType = 'application/pdf'
async function file(
  request: OutsideRequest,
  models: Models,
  o: z.output<typeof calls.file.input>,
  telling: Telling,
): Promise<FileAnswer> {
  const { path, params, format } = o
  const { job, record } = await request.perform(async (ctx) => {
    const report = await reportAt(ctx, path)
    const { name, template, mayExport } = report
    if (!mayExport) refuse(reportFaults.forbidden)
    telling.begin(ctx, report)
    const read = await readTemplate(ctx, models, { title: name, template, params, limits: fileLimits })
    const stamp = read.head.asOf.replace(/\D/g, '')
    const begun = await beginExport(ctx, request, {
      subject: customReport.key,
      filters: read.head.asked.map((a) => `${a.title}: ${a.value}`).join('; '),
      name: `${name}_${stamp}.${format}`,
      rows: rowsOf(read),
    })
    return { job: read, record: begun }
  })
  telling.read(rowsOf(job), job.head.asked)
  if (request.background && o.leastRows !== undefined && rowsOf(job) < o.leastRows) throw new Cancelled(tooFew)
  await request.background?.count(rowsOf(job))
  const answer = await layout({ job, as: format })
  const data =
    'bytes' in answer ? Buffer.from(answer.bytes) : 'paper' in answer ? await makePdf(answer.paper) : undefined
  if (!data) throw new Error('a file was asked for')
  const type = format === 'pdf' ? pdfType : sheetTypes[format]
  return { name: record.name, type, data: recorded(request, record, Readable.from([data])) }
}

/** What tenants have drawn, as it is read. @param note takes note of each run */
export const reportReadServed = (models: () => Models, note: NoteRun): Served[] => [
  serve(calls.own, async (ctx) => {
    const rows = (await readable(ctx, sql`r.state = 'PUBLISHED'`)).filter((r) => r.isGranted)
    const whole = rows.flatMap((r) => {
      const template = templateOf(r)
      return template && maySee(ctx, models(), template) ? [{ ...r, template }] : []
    })
    return {
      reports: whole.map(({ path, code, name, folder, note, mayExport, template: { params } }) => ({
        ...{ path, code, name, folder, note, mayExport, params },
      })),
    }
  }),
  serveOutside(calls.open, (request, input) =>
    noted(note, request, null, (telling) => open(request, models(), input, telling)),
  ),
  serveOutside(calls.file, (request, input) =>
    noted(note, request, input.format, (telling) => file(request, models(), input, telling)),
  ),
]
