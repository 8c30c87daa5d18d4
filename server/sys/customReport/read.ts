import { refuse } from '@lading/contract/kernel/fault.ts'
import { customReportCalls as calls } from '@lading/contract/sys/customReport.ts'
import { planFaults } from '@lading/contract/sys/reportFaults.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { layout } from '../../platform/report/out/layout.ts'
import { fileOf } from './file.ts'
import { maySee, readable, reportAt, templateOf } from './published.ts'
import { type Models, readTemplate, rowsOf, screenLimits } from './run.ts'
import { type NoteRun, noted, type Telling } from './runBook.ts'

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
    noted(note, request, { format: null, way: 'SCREEN' }, (telling) => open(request, models(), input, telling)),
  ),
  serveOutside(calls.file, (request, input) => {
    // What the job has left behind is asked again in the background; what anybody else asks is not kept as its.
    if (input.planned && !request.background) refuse(planFaults.notPlanned)
    return noted(note, request, { format: input.format, way: input.planned ? 'PLAN' : 'EXPORT' }, (telling) =>
      fileOf(request, models(), input, telling),
    )
  }),
]
