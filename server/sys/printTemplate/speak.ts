import { refuse } from '@lading/contract/kernel/fault.ts'
import type { ReceiptPaper } from '@lading/contract/sys/printerCalls.ts'
import { printFaults } from '@lading/contract/sys/printTemplate.ts'
import type { PrintJob } from '../../platform/print/page.ts'
import type { Raster } from '../../platform/print/raster.ts'
import { rastersOf } from '../../platform/print/rasters.ts'
import { commandsOf, type LabelSpeech, perMm, type Speech } from './commands.ts'
import { asLine, escPosPage } from './escpos.ts'

/** How wide the paper of a receipt printer is, and what of it its head reaches, in millimetres. */
const papers: Readonly<Record<ReceiptPaper, { readonly width: number; readonly head: number }>> = {
  W58: { width: 58, head: 48 },
  W80: { width: 80, head: 72 },
}

const isLabel = (speech: Speech): speech is LabelSpeech => speech.language !== 'ESCPOS'

/** Pages as a receipt printer prints them; refuses a paper that is wider than the printer's. */
export async function receiptPages(
  job: PrintJob,
  { dots, paper }: Pick<Speech, 'dots' | 'paper'>,
): Promise<readonly Raster[]> {
  const { width, head } = papers[paper ?? 'W80']
  if (job.width > width) refuse(printFaults.tooWide, { width: String(job.width), paper: String(width) })
  return rastersOf({ job, perMm: perMm[dots], headMm: head })
}

/**
 * What a printer is sent, page by page, as text: commands, or for a receipt printer bytes in letters.
 * Takes place outside of transactions: pictures are drawn elsewhere.
 * @param copies how often it prints each
 */
export async function pagesFor(job: PrintJob, speech: Speech, copies = 1): Promise<readonly string[]> {
  if (isLabel(speech)) return commandsOf(job, speech, copies)
  return (await receiptPages(job, speech)).map((page) => asLine(escPosPage(page), copies))
}
