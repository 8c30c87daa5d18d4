import { product, qpc } from '@lading/contract/mdm/product.ts'
import { printCalls } from '@lading/contract/wms/printCalls.ts'
import { task } from '@lading/contract/wms/task.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { type Served, serveOutside } from '../../kernel/http/serve.ts'
import { type PrintDocument, type PrintNeeds, type PrintWays, printDocument } from '../../platform/print/documents.ts'
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
import { processSheets, recipientSheets } from './processSheets.ts'
import { caseLabels, productLabels } from './productLabels.ts'
import { qualitySheets } from './qualitySheets.ts'
import { deliveryNotes, pickSheets } from './sheets.ts'
import { gatePasses, manifests, storeNotes, trucksOf } from './shipment.ts'
import { sowSheets } from './sowSheets.ts'
import { slotSheets, visitPasses } from './yardSheets.ts'

/** Labels are printed again without a word, unless the centre wants to know why. */
const isFree = async (ctx: Ctx, d: PrintDocument): Promise<boolean> =>
  d.kind.endsWith('_LABEL') && !(await readOption(ctx, 'wms_label_reprint_reason'))
/** Tasks have a log of their own. */
function log(ctx: Ctx, d: PrintDocument, ids: readonly string[], more: object): boolean {
  if (d.subject !== task.key) return false
  logTasks(
    ctx,
    ids.map((taskId) => ({ taskId, action: 'print', payload: { ...more } })),
  )
  return true
}
const ways: PrintWays = { demandHere: demandDc, isFree, log }

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
  processTask: {
    kind: 'PROCESS_SHEET',
    subject: 'wms.processTask',
    title: ['加工单', 'Processing orders'],
    make: (ctx, ids) => processSheets(ctx, ids),
  },
  recipientBill: {
    kind: 'RECIPIENT_SHEET',
    subject: 'wms.recipientBill',
    title: ['领用单', 'Internal requisitions'],
    make: (ctx, ids) => recipientSheets(ctx, ids),
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
  previewBill: {
    kind: 'SLOT_SHEET',
    subject: 'wms.previewBill',
    title: ['预约凭证', 'Appointments'],
    make: (ctx, ids) => slotSheets(ctx, ids),
  },
  visitPass: {
    kind: 'GATE_PASS',
    subject: 'wms.warehouseRegister',
    title: ['放行条', 'Gate passes'],
    make: (ctx, ids) => visitPasses(ctx, ids),
  },
  gatePass: {
    kind: 'GATE_PASS',
    subject: 'wms.shipBill',
    title: ['放行条', 'Gate passes'],
    make: (ctx, ids) => gatePasses(ctx, ids),
  },
} as const satisfies Record<keyof typeof printCalls, PrintDocument>

export const printServed = (o: PrintNeeds): Served[] =>
  (Object.keys(documents) as (keyof typeof documents)[]).map((name) =>
    serveOutside(printCalls[name], (request, input) =>
      printDocument(request, documents[name], input, { ...o, ...ways }),
    ),
  )
