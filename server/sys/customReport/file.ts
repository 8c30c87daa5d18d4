import { Readable } from 'node:stream'
import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type customReportCalls as calls, customReport } from '@lading/contract/sys/customReport.ts'
import { type Drawing, isDashboard } from '@lading/contract/sys/dashboard.ts'
import { reportFaults } from '@lading/contract/sys/reportFaults.ts'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import type { FileAnswer, OutsideRequest } from '../../kernel/http/serve.ts'
import { readOption } from '../../platform/option.ts'
import { makePdf } from '../../platform/print/printer.ts'
import type { SetData } from '../../platform/report/grid/data.ts'
import { plainListOf } from '../../platform/report/grid/plainList.ts'
import { layout, streamList } from '../../platform/report/out/layout.ts'
import { beginExport, type ExportBegun, queueExport, recorded } from '../../platform/sheet/records.ts'
import { Cancelled } from '../../platform/sheet/stopped.ts'
import { sheetTypes } from '../../platform/sheet/write.ts'
import { reportAt } from './published.ts'
import { fileLimits, type Job, type ListRead, type Models, readList, readTemplate, rowsOf, totalOf } from './run.ts'
import type { Telling } from './runBook.ts'

type Asked = z.output<typeof calls.file.input>
/** A file, or the task that is to write it. */
type Filed = FileAnswer | { readonly taskId: string }

const tooFew: Text = [
  '数据少于订阅的最少行数，未生成文件',
  'Fewer rows than the subscription asks for: no file was made',
]
const notBeyond: Text = [
  '指标未达到订阅的预警条件，未生成文件',
  'The total that the subscription watches is not beyond its bound: no file was made',
]
/** Whether a total is worth telling; where there is none, it is not. */
async function isBeyond(ctx: Ctx, models: Models, template: Drawing, { bound, params }: Asked): Promise<boolean> {
  if (!bound) return true
  const total = await totalOf(ctx, models, template, params, bound.figure)
  return total !== null && (bound.op === 'ABOVE' ? total > Number(bound.value) : total < Number(bound.value))
}
async function demandRows({ background }: OutsideRequest, { leastRows }: Asked, rows: number): Promise<void> {
  if (background && leastRows !== undefined && rows < leastRows) throw new Cancelled(tooFew)
  await background?.count(rows)
}
/** What an export's record says of it. */
const notedAs = (name: string, { asOf, asked }: Job['head'], format: string, rows: number) => ({
  subject: customReport.key,
  filters: asked.map((a) => `${a.title}: ${a.value}`).join('; '),
  name: `${name}_${asOf.replace(/\D/g, '')}.${format}`,
  rows,
})
/** A person fetches what is long when it is there; who has no session has no page to fetch it from. */
const isForLater = async (ctx: Ctx, { background }: OutsideRequest, rows: number): Promise<boolean> =>
  ctx.sessionId !== null && !background && rows > (await readOption(ctx, 'export_sync_rows'))

/** A report as a file. A plain list is written as its rows come, a long one in the background; any other is made whole. */
export async function fileOf(request: OutsideRequest, models: Models, o: Asked, telling: Telling): Promise<Filed> {
  const { path, params, format } = o
  const begun = await request.perform(async (ctx) => {
    const report = await reportAt(ctx, path)
    const { name: title, template, mayExport } = report
    if (!mayExport) refuse(reportFaults.forbidden)
    telling.begin(ctx, report)
    // It has its record already, which says why nothing came of it.
    if (request.background && !(await isBeyond(ctx, models, template, o))) throw new Cancelled(notBeyond)
    if (!isDashboard(template) && format !== 'pdf') {
      const plain = plainListOf(template)
      const list = plain && (await readList(ctx, models, { title, template, params, list: plain }))
      const asked = list && notedAs(title, list.job.head, format, list.rows)
      if (asked && (await isForLater(ctx, request, asked.rows))) return queueExport(ctx, request.asked, asked)
      if (asked) return { list, as: format, record: await beginExport(ctx, request, asked) }
    }
    const job = await readTemplate(ctx, models, { title, template, params, limits: fileLimits })
    return { job, record: await beginExport(ctx, request, notedAs(title, job.head, format, rowsOf(job))) }
  })
  if ('taskId' in begun) {
    telling.leave()
    return begun
  }
  const { job, list, record } = begun
  const rows = list ? list.rows : rowsOf(job)
  telling.read(rows, list ? list.job.head.asked : job.head.asked)
  await demandRows(request, o, rows)
  if (list) return listed(request, list, begun.as, record, telling)
  const answer = await layout({ job, as: format })
  const data =
    'bytes' in answer ? Buffer.from(answer.bytes) : 'paper' in answer ? await makePdf(answer.paper) : undefined
  if (!data) throw new Error('a file was asked for')
  const type = format === 'pdf' ? 'application/pdf' : sheetTypes[format]
  return { name: record.name, type, data: recorded(request, record, Readable.from([data])) }
}

/** Each chunk is read with the rights that its reader has by then. */
function listed(
  request: OutsideRequest,
  { job, chunks, read }: ListRead,
  as: 'xlsx' | 'csv',
  record: ExportBegun,
  telling: Telling,
): FileAnswer {
  async function* pages(): AsyncGenerator<SetData> {
    for (const chunk of chunks) {
      yield await request.perform((ctx) => read(ctx, chunk), { read: true })
      request.background?.passed(chunk.n)
    }
  }
  const bytes = streamList({ list: job, as }, pages())
  telling.follow(bytes)
  return { name: record.name, type: sheetTypes[as], data: recorded(request, record, bytes) }
}
