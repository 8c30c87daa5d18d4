import { refuse } from '@lading/contract/kernel/fault.ts'
import {
  type BatchState,
  batchStates,
  printerCalls as calls,
  type ToldBatch,
} from '@lading/contract/sys/printerCalls.ts'
import { printBatch, printBatchPart, printer, printFaults } from '@lading/contract/sys/printTemplate.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { visible } from '../../kernel/scope.ts'
import { type PrintJob, textMark } from '../../platform/print/page.ts'
import { sendTcp } from '../outbound/tcp.ts'
import type { Speech } from './commands.ts'
import { bytesOf } from './escpos.ts'
import { pagesFor } from './speak.ts'

/** So many pages go at once: what is cancelled has printed no more than these. */
const pagesAtOnce = 10
const lettersAtOnce = 1_500_000
/** A batch of which nothing has been heard for so long has lost its process. */
const silentMs = 60_000
const errorMax = 200

type Device = RowOf<typeof printer, 'id' | 'name' | 'host' | 'port' | 'language' | 'dots' | 'font' | 'paper'> & {
  readonly disabled: boolean
}

/** The printer, if it stands in the caller's organisation and is in use. */
async function deviceOf(ctx: Ctx, id: string): Promise<Device> {
  const row = await ctx.tx.maybe<Device>(sql`
    select t.id, t.name, t.host, t.port, t.language, t.dots, t.font, t.paper, t.disabled from sys_printer t
    where ${visible(printer, ctx, 't')} and t.id = ${id}`)
  const device = found(row, printer.title)
  if (device.disabled) refuse(printFaults.printerOff, { name: device.name })
  return device
}

/** How a printer is spoken to; refuses one that is not there for the caller, or not in use. */
export const demandPrinter = (ctx: Ctx, printerId: string): Promise<Speech> => deviceOf(ctx, printerId)

/** Puts pages, as `pagesFor` has made them, down for a printer; `runBatch` sends them. */
export async function queueBatch(
  ctx: Ctx,
  pages: readonly string[],
  o: { printerId: string; title: string },
): Promise<string> {
  const device = await deviceOf(ctx, o.printerId)
  const [batchId = ''] = (
    await insert(ctx, printBatch, [
      { printerId: device.id, title: o.title.slice(0, 100), state: 'QUEUED', pages: pages.length, done: 0 },
    ])
  ).ids
  const parts = partsOf(pages).map((own, i) => ({
    batchId,
    seq: i + 1,
    pages: own.length,
    state: 'WAIT' as const,
    content: own.join('\n'),
  }))
  await insert(ctx, printBatchPart, parts)
  ctx.tell(printBatch.key)
  return batchId
}

/** Pages that go at once: so many, and no more than a part holds. */
function partsOf(pages: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = []
  let letters = 0
  for (const page of pages) {
    const last = parts.at(-1)
    if (last && last.length < pagesAtOnce && letters + page.length < lettersAtOnce) {
      last.push(page)
      letters += page.length
    } else {
      parts.push([page])
      letters = page.length
    }
  }
  return parts
}

type Part = RowOf<typeof printBatchPart, 'id' | 'seq' | 'pages' | 'content'> & RowOf<typeof printer, 'host' | 'port'>

/** Takes the next part, so that nobody else sends it; nothing where the batch is over, cancelled, or another's. */
async function takePart(ctx: Ctx, batchId: string): Promise<Part | undefined> {
  const batch = await lockBatch(ctx, batchId)
  if (batch.state !== 'QUEUED' && batch.state !== 'SENDING') return undefined
  const part = await ctx.tx.maybe<Part>(sql`
    select p.id, p.seq, p.pages, p.content, d.host, d.port from sys_print_batch_part p
    join sys_print_batch b on b.tenant_id = p.tenant_id and b.id = p.batch_id
    join sys_printer d on d.tenant_id = b.tenant_id and d.id = b.printer_id
    where p.tenant_id = ${ctx.tenantId} and p.batch_id = ${batchId} and p.state = 'WAIT' order by p.seq limit 1`)
  await setBatch(ctx, batchId, part ? 'SENDING' : 'DONE')
  if (part)
    await ctx.tx.run(sql`
      update sys_print_batch_part set state = 'SENDING', updated_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and id = ${part.id}`)
  return part
}

const setBatch = async (ctx: Ctx, id: string, state: BatchState, error: string | null = null): Promise<void> => {
  await ctx.tx.run(sql`
    update sys_print_batch set state = ${state}, error = ${error}, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
  ctx.tell(printBatch.key)
}

/**
 * Sends a batch, part by part, each once: what was under way when the printer, or the process, fell silent may have been
 * printed, so it is sent again only when somebody has looked and says to continue.
 */
export async function runBatch(request: Pick<OutsideRequest, 'perform'>, batchId: string): Promise<void> {
  for (;;) {
    const part = await request.perform((ctx) => takePart(ctx, batchId))
    if (!part) return
    try {
      await sendTcp(part.host, part.port, bytesOf(part.content))
    } catch (error) {
      const why = String(error instanceof Error ? error.message : error).slice(0, errorMax)
      await request.perform((ctx) => setBatch(ctx, batchId, 'FAILED', why))
      return
    }
    await request.perform(async (ctx) => {
      await ctx.tx.run(sql`
        update sys_print_batch_part set state = 'SENT', updated_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and id = ${part.id}`)
      await ctx.tx.run(sql`
        update sys_print_batch set done = done + ${part.pages}, updated_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and id = ${batchId}`)
      ctx.tell(printBatch.key)
    })
  }
}

/** Sends it while nobody waits for the answer. */
export function startBatch(request: OutsideRequest, batchId: string): void {
  runBatch(request, batchId).catch(() => {
    // Its batch stands as being printed and counts as silent soon; whoever looks at it may continue.
  })
}

type Batch = RowOf<typeof printBatch, 'id' | 'title' | 'state' | 'pages' | 'done' | 'error'> & {
  readonly printer: string
  readonly updatedAt: Date
}
const isSilent = (ctx: Ctx, b: Pick<Batch, 'state' | 'updatedAt'>): boolean =>
  (b.state === 'QUEUED' || b.state === 'SENDING') && b.updatedAt.getTime() < ctx.now().getTime() - silentMs

/** A batch of the caller's own. */
async function ownBatch(ctx: Ctx, id: string): Promise<Batch> {
  const row = await ctx.tx.maybe<Batch>(sql`
    select b.id, b.title, b.state, b.pages, b.done, b.error, b.updated_at, d.name as printer from sys_print_batch b
    join sys_printer d on d.tenant_id = b.tenant_id and d.id = b.printer_id
    where b.tenant_id = ${ctx.tenantId} and b.id = ${id} and b.created_by = ${ctx.userId}`)
  return found(row, printBatch.title)
}
const lockBatch = async (ctx: Ctx, id: string): Promise<Pick<Batch, 'id' | 'title' | 'state' | 'updatedAt'>> => {
  const row = await ctx.tx.maybe<Batch>(sql`
    select id, title, state, updated_at from sys_print_batch
    where tenant_id = ${ctx.tenantId} and id = ${id} and created_by = ${ctx.userId} for update`)
  return found(row, printBatch.title)
}

async function told(ctx: Ctx, id: string): Promise<ToldBatch> {
  const b = await ownBatch(ctx, id)
  const { updatedAt: _, ...rest } = b
  return isSilent(ctx, b) ? { ...rest, state: 'FAILED', error: 'interrupted' } : rest
}

/** Refuses what the batch's state does not allow. */
function demandState(ctx: Ctx, b: Pick<Batch, 'title' | 'state' | 'updatedAt'>, states: readonly BatchState[]): void {
  if (!states.includes(b.state) && !(states.includes('FAILED') && isSilent(ctx, b)))
    refuse(printFaults.batchState, { name: b.title, state: batchStates[b.state] })
}

async function cancel(ctx: Ctx, id: string): Promise<{ id: string }> {
  const b = await lockBatch(ctx, id)
  demandState(ctx, b, ['QUEUED', 'SENDING', 'FAILED'])
  await setBatch(ctx, id, 'CANCELED')
  ctx.audit({ subject: printBatch.key, subjectId: id, subjectNo: b.title, action: 'cancel' })
  return { id }
}

async function restart(request: OutsideRequest, id: string): Promise<{ id: string }> {
  await request.perform(async (ctx) => {
    const b = await lockBatch(ctx, id)
    demandState(ctx, b, ['FAILED', 'CANCELED'])
    await ctx.tx.run(sql`
      update sys_print_batch_part set state = 'WAIT', updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and batch_id = ${id} and state = 'SENDING'`)
    await setBatch(ctx, id, 'QUEUED')
    ctx.audit({ subject: printBatch.key, subjectId: id, subjectNo: b.title, action: 'restart' })
  })
  startBatch(request, id)
  return { id }
}

/** A label that tells whether letters, Chinese and bars come out. */
const testLabel = (name: string, at: string): PrintJob => ({
  title: 'test',
  width: 60,
  height: 40,
  pages: [
    [
      textMark(name, 3, 3, 54, 7, 14),
      textMark('测试打印 Test print', 3, 11, 54, 6, 11),
      { kind: 'code128', x: 3, y: 19, width: 54, height: 12, text: 'LADING-TEST' },
      textMark(at, 3, 33, 54, 5, 8),
    ],
  ],
})

async function testPrint(request: OutsideRequest, id: string): Promise<{ batchId: string }> {
  const { device, at } = await request.perform(
    async (ctx) => ({ device: await deviceOf(ctx, id), at: ctx.now().toISOString() }),
    { read: true },
  )
  const label = testLabel(device.name, at)
  return sendSample(request, narrowed(label, device), id, device.name)
}
/** A narrow receipt has less room. */
const narrowed = (job: PrintJob, { language, paper }: Speech): PrintJob =>
  language === 'ESCPOS' && paper === 'W58' ? { ...job, width: 58 } : job

/** Sends pages that are no document's to a printer, which the log of the printer tells. */
export async function sendSample(
  request: OutsideRequest,
  job: PrintJob,
  printerId: string,
  title: string,
): Promise<{ batchId: string }> {
  const speech = await request.perform((ctx) => demandPrinter(ctx, printerId), { read: true })
  const pages = await pagesFor(job, speech)
  const batchId = await request.perform(async (ctx) => {
    const device = await deviceOf(ctx, printerId)
    ctx.audit({ subject: printer.key, subjectId: printerId, subjectNo: device.name, action: 'test' })
    return queueBatch(ctx, pages, { printerId, title })
  })
  startBatch(request, batchId)
  return { batchId }
}

export const batchServed = (): Served[] => [
  serve(calls.choices, async (ctx) =>
    ctx.tx.query(sql`
      select t.id, t.name, t.language from sys_printer t where ${visible(printer, ctx, 't')} and not t.disabled order by t.code limit 200`),
  ),
  serve(calls.batch, (ctx, { id }) => told(ctx, id)),
  serve(calls.cancel, (ctx, { id }) => cancel(ctx, id)),
  serveOutside(calls.restart, (request, { id }) => restart(request, id)),
  serveOutside(calls.test, (request, { id }) => testPrint(request, id)),
]
