import { say, type Text } from '@lading/contract/kernel/text.ts'
import type { PrintInput } from '@lading/contract/sys/printCall.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { FileAnswer, OutsideRequest } from '../../kernel/http/serve.ts'
import { showInstant } from '../sheet/showCell.ts'
import { marked, type PrintJob } from './page.ts'
import { makePdf } from './printer.ts'
import { demandReason, notePrinted } from './printLog.ts'

/** What one call prints: of which rows, and how what it says is read. */
export interface PrintDocument {
  readonly kind: string
  readonly subject: string
  readonly title: Text
  /** Labels of what the whole enterprise has are printed in any organisation. */
  readonly anywhere?: true
  readonly make: (ctx: Ctx, ids: readonly string[]) => Promise<Filled>
  /** What a print makes of what was printed. */
  readonly printed?: (ctx: Ctx, ids: readonly string[], reason: string | undefined) => Promise<void>
}

const previewWord: Text = ['预览', 'PREVIEW']

/** What printing asks of whoever keeps templates and printers. */
export interface PrintNeeds {
  /** Documents as pages, each by the template that counts for it here. */
  readonly drawFilled: (ctx: Ctx, filled: Filled, paper: 'LABEL' | 'A4') => Promise<PrintJob>
  /** What printers of a language are sent, page by page, as text; outside of transactions. */
  readonly pagesFor: (job: PrintJob, speech: Speech, copies?: number) => Promise<readonly string[]>
  /** Such pages as they go to the printer. */
  readonly bytesOf: (content: string) => Buffer
  /** Puts pages down for a printer. @returns the batch by which they are sent */
  readonly queueBatch: (ctx: Ctx, pages: readonly string[], o: { printerId: string; title: string }) => Promise<string>
  /** How a printer is spoken to; refuses one that is not there for the caller, or not in use. */
  readonly demandPrinter: (ctx: Ctx, printerId: string) => Promise<Speech>
  readonly startBatch: (request: OutsideRequest, batchId: string) => void
}
interface Speech {
  readonly language: 'ZPL' | 'TSPL' | 'ESCPOS'
  readonly dots: 'D203' | 'D300' | 'D600'
  readonly font: string | null
  readonly paper?: 'W58' | 'W80' | null
}

/** How an area prints. */
export interface PrintWays {
  /** Refuses an organisation in which none of it is printed. */
  readonly demandHere: (ctx: Ctx) => void
  /** Whether this is printed again without a word. */
  readonly isFree?: (ctx: Ctx, d: PrintDocument) => Promise<boolean>
  /** Where the log of what was printed is not the audit's. @returns whether it was told */
  readonly log?: (ctx: Ctx, d: PrintDocument, ids: readonly string[], more: object) => boolean
}

/** Reads, draws outside the database, and notes the print only when there is something to hand over. */
export async function printDocument(
  request: OutsideRequest,
  d: PrintDocument,
  input: PrintInput,
  o: PrintNeeds & PrintWays,
): Promise<FileAnswer | { batchId: string }> {
  const ids = [...new Set(input.rows.map((r) => r.id))]
  const { job, at, speech } = await request.perform(
    async (ctx) => {
      if (!d.anywhere) o.demandHere(ctx)
      const to = input.printerId === undefined ? undefined : await o.demandPrinter(ctx, input.printerId)
      // Who may not see a document hears nothing about its prints either.
      const made = await o.drawFilled(ctx, await d.make(ctx, ids), input.paper)
      if (!input.preview) await demandWhy(ctx, d, ids, input, o)
      return { job: made, at: showInstant(ctx, ctx.now()), speech: to }
    },
    { read: true },
  )
  const { language } = request.origin
  const { printerId, copies, output } = input
  if (printerId !== undefined && speech && !input.preview) {
    const pages = await o.pagesFor(job, speech, copies)
    const batchId = await request.perform(async (ctx) => {
      await note(ctx, d, ids, input, o)
      return o.queueBatch(ctx, pages, { printerId, title: say(d.title, language) })
    })
    o.startBatch(request, batchId)
    return { batchId }
  }
  const data = await fileOf(input.preview ? marked(job, say(previewWord, language)) : job, input, o)
  if (!input.preview) await request.perform((ctx) => note(ctx, d, ids, input, o))
  const name = `${say(d.title, language)}_${at.replace(/\D/g, '')}.${output.toLowerCase()}`
  return { name, type: typeOf[output], data }
}

/** What a receipt printer is sent are bytes. */
const typeOf: Readonly<Record<PrintInput['output'], string>> = {
  PDF: 'application/pdf',
  ZPL: 'text/plain; charset=utf-8',
  TSPL: 'text/plain; charset=utf-8',
  ESCPOS: 'application/octet-stream',
}

const fileOf = async (job: PrintJob, { output, copies }: PrintInput, o: PrintNeeds): Promise<Buffer> =>
  output === 'PDF'
    ? makePdf(job)
    : o.bytesOf((await o.pagesFor(job, { language: output, dots: 'D203', font: null }, copies)).join('\n'))

/** Whoever prints again says why, unless its area lets it go. */
async function demandWhy(
  ctx: Ctx,
  d: PrintDocument,
  ids: readonly string[],
  input: PrintInput,
  o: PrintWays,
): Promise<void> {
  if (!input.reason && (await o.isFree?.(ctx, d))) return
  await demandReason(ctx, d.kind, d.subject, ids, input.reason)
}

/** That it was printed, where, how often, and why again; in the log of what was printed too. */
async function note(
  ctx: Ctx,
  d: PrintDocument,
  ids: readonly string[],
  input: PrintInput,
  o: PrintWays,
): Promise<void> {
  const { reason, printerId, copies, output } = input
  await demandWhy(ctx, d, ids, input, o)
  await notePrinted(ctx, d.kind, d.subject, ids, reason, { printerId, copies, output: printerId ? 'PRINTER' : output })
  await d.printed?.(ctx, ids, reason || undefined)
  const more = reason ? { reason } : {}
  if (o.log?.(ctx, d, ids, more)) return
  for (const subjectId of ids) ctx.audit({ subject: d.subject, subjectId, action: 'print', after: more })
}
