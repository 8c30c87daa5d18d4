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
import { askChunk, type Chunk, chunksOf, countList, type ListAsked } from '../../platform/report/askList.ts'
import { chunksInSteps } from '../../platform/report/askSteps.ts'
import type { SetData } from '../../platform/report/grid/data.ts'
import { plainListOf } from '../../platform/report/grid/plainList.ts'
import { layout, streamList } from '../../platform/report/out/layout.ts'
import { beginExport, queueExport, recorded } from '../../platform/sheet/records.ts'
import { Cancelled } from '../../platform/sheet/stopped.ts'
import { sheetTypes } from '../../platform/sheet/write.ts'
import { reportAt } from './published.ts'
import {
  fileLimits,
  type Job,
  type ListRead,
  listLimit,
  type Models,
  readList,
  readTemplate,
  rowsOf,
  totalOf,
} from './run.ts'
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
/** How many rows somebody is given at once; who has no session has no page to fetch a file from later. */
const mostAtOnce = async (ctx: Ctx, { background }: OutsideRequest): Promise<number> =>
  ctx.sessionId === null || background ? Number.POSITIVE_INFINITY : readOption(ctx, 'export_sync_rows')

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
      if (list) return beginList(ctx, request, { ...list, title, as: format })
    }
    const job = await readTemplate(ctx, models, { title, template, params, limits: fileLimits })
    return { job, record: await beginExport(ctx, request, notedAs(title, job.head, format, rowsOf(job))) }
  })
  if ('taskId' in begun) {
    telling.leave()
    return begun
  }
  if ('asked' in begun) return listed(request, begun, o, telling)
  const { job, record } = begun
  telling.read(rowsOf(job), job.head.asked)
  await demandRows(request, o, rowsOf(job))
  const answer = await layout({ job, as: format })
  const data =
    'bytes' in answer ? Buffer.from(answer.bytes) : 'paper' in answer ? await makePdf(answer.paper) : undefined
  if (!data) throw new Error('a file was asked for')
  const type = format === 'pdf' ? 'application/pdf' : sheetTypes[format]
  return { name: record.name, type, data: recorded(request, record, Readable.from([data])) }
}

interface ListFile extends ListRead {
  readonly title: string
  readonly as: 'xlsx' | 'csv'
}
/** What is long is left to the background, which finds out how long it is. */
async function beginList(ctx: Ctx, request: OutsideRequest, list: ListFile): Promise<ListFile | { taskId: string }> {
  const most = await mostAtOnce(ctx, request)
  const isLong = Number.isFinite(most) && (await countList(ctx, list.asked, most + 1)) > most
  return isLong ? queueExport(ctx, request.asked, notedAs(list.title, list.job.head, list.as, 0)) : list
}

/** Where one connection serves all, nobody waits for a statement of many rows; elsewhere one is quicker than many. */
const chunksFor = (request: OutsideRequest, asked: ListAsked): Promise<Chunk[]> =>
  request.oneConnection
    ? chunksInSteps((work) => request.perform(work, { read: true }), asked, { most: listLimit })
    : request.perform((ctx) => chunksOf(ctx, asked, listLimit), { read: true })

/** Each chunk is read with the rights that its reader has by then. */
async function listed(
  request: OutsideRequest,
  { job, asked, title, as }: ListFile,
  o: Asked,
  telling: Telling,
): Promise<FileAnswer> {
  const chunks = await chunksFor(request, asked)
  const rows = chunks.reduce((sum, { n }) => sum + n, 0)
  const record = await request.perform((ctx) => beginExport(ctx, request, notedAs(title, job.head, as, rows)))
  telling.read(rows, job.head.asked)
  await demandRows(request, o, rows)
  async function* pages(): AsyncGenerator<SetData> {
    for (const chunk of chunks) {
      yield await request.perform((ctx) => askChunk(ctx, asked, chunk), { read: true })
      request.background?.passed(chunk.n)
    }
  }
  const bytes = streamList({ list: job, as }, pages())
  telling.follow(bytes)
  return { name: record.name, type: sheetTypes[as], data: recorded(request, record, bytes) }
}
