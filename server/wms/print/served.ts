import { say, type Text } from '@lading/contract/kernel/text.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { type PrintInput, printCalls } from '@lading/contract/wms/printCalls.ts'
import { task } from '@lading/contract/wms/task.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { type FileAnswer, type OutsideRequest, type Served, serveOutside } from '../../kernel/http/serve.ts'
import { marked, type PrintJob } from '../../platform/print/page.ts'
import { makePdf } from '../../platform/print/printer.ts'
import { demandReason, notePrinted } from '../../platform/print/printLog.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { readOption } from '../option.ts'
import { logTasks } from '../task/log.ts'
import { adjustSheets } from './adjust.ts'
import { collectSheets } from './collectSheets.ts'
import { countSheets } from './countSheets.ts'
import { faceSheets } from './faceSheets.ts'
import { lotLabels, orderSheets, putAwaySheets, receivedContainers, receiveSheets } from './inbound.ts'
import { binLabels, containerLabels } from './labels.ts'
import { countContainerPrints, pickContainerLabels } from './pickContainerLabels.ts'
import { countPrints, countTaskPrints, labelsBy, taskLabels } from './pickLabels.ts'
import { preRplSheets } from './preRplSheets.ts'
import { caseLabels, productLabels } from './productLabels.ts'
import { qualitySheets } from './qualitySheets.ts'
import { deliveryNotes, pickSheets } from './sheets.ts'
import { gatePasses, manifests, storeNotes, trucksOf } from './shipment.ts'
import { sowSheets } from './sowSheets.ts'

interface Document {
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

/** What the warehouse asks of whoever keeps templates and printers. */
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

/** Reads, draws outside the database, and notes the print only when there is something to hand over. */
async function print(
  request: OutsideRequest,
  d: Document,
  input: PrintInput,
  o: PrintNeeds,
): Promise<FileAnswer | { batchId: string }> {
  const ids = [...new Set(input.rows.map((r) => r.id))]
  const { job, at, speech } = await request.perform(
    async (ctx) => {
      if (!d.anywhere) demandDc(ctx)
      const to = input.printerId === undefined ? undefined : await o.demandPrinter(ctx, input.printerId)
      // Who may not see a document hears nothing about its prints either.
      const made = await o.drawFilled(ctx, await d.make(ctx, ids), input.paper)
      if (!input.preview) await demandWhy(ctx, d, ids, input)
      return { job: made, at: showInstant(ctx, ctx.now()), speech: to }
    },
    { read: true },
  )
  const { language } = request.origin
  const { printerId, copies, output } = input
  if (printerId !== undefined && speech && !input.preview) {
    const pages = await o.pagesFor(job, speech, copies)
    const batchId = await request.perform(async (ctx) => {
      await note(ctx, d, ids, input)
      return o.queueBatch(ctx, pages, { printerId, title: say(d.title, language) })
    })
    o.startBatch(request, batchId)
    return { batchId }
  }
  const data = await fileOf(input.preview ? marked(job, say(previewWord, language)) : job, input, o)
  if (!input.preview) await request.perform((ctx) => note(ctx, d, ids, input))
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

/** Whoever prints again says why, of labels only where the centre wants to know. */
async function demandWhy(ctx: Ctx, d: Document, ids: readonly string[], input: PrintInput): Promise<void> {
  const isLabel = d.kind.endsWith('_LABEL')
  if (isLabel && !input.reason && !(await readOption(ctx, 'wms_label_reprint_reason'))) return
  await demandReason(ctx, d.kind, d.subject, ids, input.reason)
}

/** That it was printed, where, how often, and why again. */
async function note(ctx: Ctx, d: Document, ids: readonly string[], input: PrintInput): Promise<void> {
  const { reason, printerId, copies, output } = input
  await demandWhy(ctx, d, ids, input)
  await notePrinted(ctx, d.kind, d.subject, ids, reason, { printerId, copies, output: printerId ? 'PRINTER' : output })
  await d.printed?.(ctx, ids, reason || undefined)
  await logPrinted(ctx, d, ids, reason)
}

/** In the log of what was printed, beside everything else that was done to it. */
async function logPrinted(ctx: Ctx, d: Document, ids: readonly string[], reason = ''): Promise<void> {
  const more = reason ? { reason } : {}
  if (d.subject === task.key)
    return logTasks(
      ctx,
      ids.map((taskId) => ({ taskId, action: 'print', payload: more })),
    )
  for (const subjectId of ids) ctx.audit({ subject: d.subject, subjectId, action: 'print', after: more })
}

/** What is printed by which call. */
export const documents = {
  container: {
    kind: 'CONTAINER_LABEL',
    subject: 'wms.container',
    title: ['容器标签', 'Container labels'],
    make: (ctx, ids) => containerLabels(ctx, ids),
  },
  bin: {
    kind: 'BIN_LABEL',
    subject: 'wms.bin',
    title: ['货位标签', 'Bin labels'],
    make: (ctx, ids) => binLabels(ctx, ids),
  },
  product: {
    kind: 'PRODUCT_LABEL',
    subject: product.key,
    title: ['商品条码', 'Product labels'],
    anywhere: true,
    make: (ctx, ids) => productLabels(ctx, ids),
  },
  productQpc: {
    kind: 'CASE_LABEL',
    subject: qpc.key,
    title: ['箱条码', 'Case labels'],
    anywhere: true,
    make: (ctx, ids) => caseLabels(ctx, ids),
  },
  pickTask: {
    kind: 'PICK_SHEET',
    subject: 'wms.task',
    title: ['拣货单', 'Pick sheets'],
    make: (ctx, ids) => pickSheets(ctx, ids),
  },
  pickLabels: {
    kind: 'PICK_LABEL',
    subject: 'wms.task',
    title: ['拣货标签', 'Pick labels'],
    make: (ctx, ids) => taskLabels(ctx, ids),
    printed: countTaskPrints,
  },
  labelEx: {
    kind: 'PICK_LABEL',
    subject: 'wms.pickLabel',
    title: ['拣货标签', 'Pick labels'],
    make: (ctx, ids) => labelsBy(ctx, 'PICK', ids),
    printed: countPrints,
  },
  rplLabel: {
    kind: 'RPL_LABEL',
    subject: 'wms.pickLabel',
    title: ['补货标签', 'Replenishment labels'],
    make: (ctx, ids) => labelsBy(ctx, 'RPL', ids),
    printed: countPrints,
  },
  pickContainer: {
    kind: 'CONTAINER_LABEL',
    subject: 'wms.pickContainer',
    title: ['拣货容器标签', 'Pick container labels'],
    make: (ctx, ids) => pickContainerLabels(ctx, ids),
    printed: countContainerPrints,
  },
  collectTask: {
    kind: 'COLLECT_SHEET',
    subject: 'wms.task',
    title: ['集货单', 'Staging sheets'],
    make: (ctx, ids) => collectSheets(ctx, ids),
  },
  storeCheckTask: {
    kind: 'COLLECT_SHEET',
    subject: 'wms.task',
    title: ['集货复核单', 'Staging checks'],
    make: (ctx, ids) => collectSheets(ctx, ids, 'STORE_COLLECT_CHECK'),
  },
  sowTask: {
    kind: 'SOW_SHEET',
    subject: 'wms.task',
    title: ['播种单', 'Sorting sheets'],
    make: (ctx, ids) => sowSheets(ctx, ids),
  },
  operateBill: {
    kind: 'DELIVERY_NOTE',
    subject: 'wms.operateBill',
    title: ['送货单', 'Delivery notes'],
    make: (ctx, ids) => deliveryNotes(ctx, ids),
  },
  orderBill: {
    kind: 'RECEIVE_SHEET',
    subject: 'wms.orderBill',
    title: ['收货单', 'Receiving sheets'],
    make: (ctx, ids) => orderSheets(ctx, ids),
  },
  receiveTask: {
    kind: 'RECEIVE_SHEET',
    subject: 'wms.task',
    title: ['收货单', 'Receiving sheets'],
    make: (ctx, ids) => receiveSheets(ctx, ids),
  },
  receivedLots: {
    kind: 'LOT_LABEL',
    subject: 'wms.task',
    title: ['批次标签', 'Lot labels'],
    make: (ctx, ids) => lotLabels(ctx, ids),
  },
  receivedContainers: {
    kind: 'CONTAINER_LABEL',
    subject: 'wms.task',
    title: ['容器标签', 'Container labels'],
    make: (ctx, ids) => receivedContainers(ctx, ids),
  },
  putAwayTask: {
    kind: 'PUTAWAY_SHEET',
    subject: 'wms.task',
    title: ['上架单', 'Put-away sheets'],
    make: (ctx, ids) => putAwaySheets(ctx, ids),
  },
  replenishUpperTask: {
    kind: 'PUTAWAY_SHEET',
    subject: 'wms.task',
    title: ['补货上架单', 'Put-away sheets'],
    make: (ctx, ids) => putAwaySheets(ctx, ids, 'RPL_UP'),
  },
  countTask: {
    kind: 'COUNT_SHEET',
    subject: 'wms.task',
    title: ['盘点表', 'Count sheets'],
    make: (ctx, ids) => countSheets(ctx, ids),
  },
  stockDecTask: {
    kind: 'ADJUST_SHEET',
    subject: 'wms.task',
    title: ['库存减少单', 'Stock decreases'],
    make: (ctx, ids) => adjustSheets(ctx, 'STOCK_DEC', ids),
  },
  stockIncTask: {
    kind: 'ADJUST_SHEET',
    subject: 'wms.task',
    title: ['库存增加单', 'Stock increases'],
    make: (ctx, ids) => adjustSheets(ctx, 'STOCK_INC', ids),
  },
  pickBinBill: {
    kind: 'FACE_SHEET',
    subject: 'wms.pickBinBill',
    title: ['拣货位调整单', 'Pick face changes'],
    make: (ctx, ids) => faceSheets(ctx, ids),
  },
  preRplBill: {
    kind: 'FACE_SHEET',
    subject: 'wms.preRplBill',
    title: ['预补货单', 'Pre-replenishments'],
    make: (ctx, ids) => preRplSheets(ctx, ids),
  },
  qualityBill: {
    kind: 'QUALITY_SHEET',
    subject: 'wms.qualityBill',
    title: ['商品质检单', 'Inspection sheets'],
    make: (ctx, ids) => qualitySheets(ctx, ids),
  },
  enterTruckTask: {
    kind: 'LOAD_MANIFEST',
    subject: 'wms.task',
    title: ['装车清单', 'Loading manifests'],
    make: async (ctx, ids) => manifests(ctx, await trucksOf(ctx, ids, 'ENTER_TRUCK')),
  },
  despatchTask: {
    kind: 'GATE_PASS',
    subject: 'wms.task',
    title: ['放行条', 'Gate passes'],
    make: async (ctx, ids) => gatePasses(ctx, await trucksOf(ctx, ids, 'DESPATCH')),
  },
  shipBill: {
    kind: 'LOAD_MANIFEST',
    subject: 'wms.shipBill',
    title: ['装车清单', 'Loading manifests'],
    make: (ctx, ids) => manifests(ctx, ids),
  },
  shipNotes: {
    kind: 'DELIVERY_NOTE',
    subject: 'wms.shipBill',
    title: ['门店送货单', 'Delivery notes by store'],
    make: (ctx, ids) => storeNotes(ctx, ids),
  },
  gatePass: {
    kind: 'GATE_PASS',
    subject: 'wms.shipBill',
    title: ['放行条', 'Gate passes'],
    make: (ctx, ids) => gatePasses(ctx, ids),
  },
} as const satisfies Record<keyof typeof printCalls, Document>

export const printServed = (o: PrintNeeds): Served[] =>
  (Object.keys(documents) as (keyof typeof documents)[]).map((name) =>
    serveOutside(printCalls[name], (request, input) => print(request, documents[name], input, o)),
  )
