import { z } from 'zod'
import { get, id, listQuery, pageOf, post, query } from '../kernel/call.ts'
import { type entity, entityPermission } from '../kernel/entity.ts'
import { code, computed, decimal, money } from '../kernel/field.ts'
import { isDistinct, qtyText } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { binClaim, ledger, lot, reservation, stock } from './stock.ts'

/** 库存看板 and 批次库存看板 are two groupings of the same rows; each is a view with permissions of its own. */
const view = <E extends ReturnType<typeof entity>>(base: E, noun: string, title: Text, module: string): E => ({
  ...base,
  key: `wms.${noun}`,
  noun,
  title,
  module,
  permit: `wms:${module}`,
  actions: ['view', 'export', 'update', 'stop', 'release'],
  verbs: {
    hold: ['冻结批次', 'Put the lot on hold'],
    release: ['解冻批次', 'Release the lot hold'],
    freeze: ['冻结', 'Put on hold'],
    unfreeze: ['解冻', 'Release hold'],
  },
})
/** What the board sums up beside base units, of each row for its file. */
const measures = {
  cases: computed(code(['折合件数', 'In cases'])),
  pallets: computed(decimal(['折算托数', 'Pallets'], { scale: 1 })),
  volume: computed(decimal(['体积(m³)', 'Volume (m³)'], { scale: 3 })),
  amount: computed(money(['金额', 'Amount'])),
}
const measured = { ...stock, fields: { ...stock.fields, ...measures }, list: [...stock.list, ...Object.keys(measures)] }
export const stockLookBoard = view(
  measured as typeof stock,
  'stockLookBoard',
  ['库存看板', 'Stock board'],
  'warehouse.stock',
)
export const stockBatchLookBoard = view(
  lot,
  'stockBatchLookBoard',
  ['批次库存看板', 'Lot board'],
  'warehouse.stockBatch',
)
export const ledgerView = view(ledger, 'ledger', ['库存流水', 'Ledger'], 'warehouse.stock')
export const reservationView = view(reservation, 'reservation', ['占用', 'Reservations'], 'warehouse.stock')
export const claimView = view(binClaim, 'binClaim', ['在途上架', 'Incoming'], 'warehouse.stock')

/** By what stock may be summed up. */
export const stockDimensions = {
  ownerId: ['货主', 'Owner'],
  productId: ['商品', 'Product'],
  qpcId: ['规格', 'Pack'],
  lotId: ['批次', 'Lot'],
  stockType: ['库存类型', 'Stock type'],
  binId: ['货位', 'Bin'],
  containerId: ['容器', 'Container'],
  areaId: ['库区', 'Area'],
  usage: ['货位用途', 'Usage'],
} as const satisfies Record<string, Text>
export type StockDimension = keyof typeof stockDimensions
const dimensions = Object.keys(stockDimensions) as [StockDimension, ...StockDimension[]]

const sums = { qty: z.string(), reservedQty: z.string(), availableQty: z.string(), incomingQty: z.string() }
export const stockGroup = z.object({
  /** The dimensions' values joined by `/`. */
  id: z.string(),
  keys: z.record(z.string(), z.string()),
  refs: z.record(z.string(), z.object({ code: z.string(), name: z.string() })),
  ...sums,
  rows: z.number(),
  /** Case text of one pack, or cases and loose pieces of several. */
  caseText: z.string().nullable(),
  /** What it comes to by the patterns of its packs, by volume and by price; none where these are not known. */
  pallets: z.string().nullable(),
  volume: z.string().nullable(),
  amount: z.string().nullable(),
  expireDate: z.string().nullable(),
  firstInAt: z.string().nullable(),
})
const path = (noun: string, verb: string) => `/wms/api/${noun}/${verb}`
const may = (action: 'view' | 'update' | 'stop' | 'release') => entityPermission(stockLookBoard, action)

const some = z.array(id).max(50).optional()
/** What the board is asked beside the fields of stock. */
export const stockNarrowing = z.object({
  /** How the bin's code begins; with `binTo`, the first of a range whose last begins so. */
  binCode: z.string().max(30).optional(),
  binTo: z.string().max(30).optional(),
  /** How the product's code begins; of several, as they were pasted, each is meant whole. */
  productCode: z.string().max(2_000).optional(),
  /** With all categories below them. */
  categoryId: some,
  areaId: some,
  vendorId: some,
  usage: z.array(z.string().max(24)).max(30).optional(),
  onlyAvailable: z.boolean().default(false),
  /** Neither came nor left for so many days. */
  idleDays: z.number().int().min(1).max(3_650).optional(),
  /** Of products of which nothing left for so many days, though they lay here. */
  noOutDays: z.number().int().min(1).max(3_650).optional(),
  /** On pick faces that hold less than their least stock. */
  belowMin: z.boolean().optional(),
})
export const queryStock = query(path('stockLookBoard', 'group'), {
  title: ['库存汇总', 'Stock by dimensions'],
  permission: may('view'),
  input: listQuery.extend({
    groupBy: z.array(z.enum(dimensions)).min(1).max(5).refine(isDistinct).default(['productId']),
    ...stockNarrowing.shape,
  }),
  output: pageOf(stockGroup),
})
export const lotTrace = get(path('stockBatchLookBoard', 'trace'), {
  title: ['批次追溯', 'Trace of a lot'],
  permission: entityPermission(stockBatchLookBoard, 'view'),
  input: z.object({ id }),
  output: z.object({
    receipts: z.array(
      z.object({ billNo: z.string().nullable(), vendor: z.string().nullable(), at: z.string(), qty: z.string() }),
    ),
    shipments: z.array(
      z.object({ billNo: z.string().nullable(), store: z.string().nullable(), at: z.string(), qty: z.string() }),
    ),
    onHand: z.string(),
  }),
})
export const lotTraceFile = get(path('stockBatchLookBoard', 'traceFile'), {
  title: ['召回报告', 'Recall report'],
  permission: entityPermission(stockBatchLookBoard, 'export'),
  input: z.object({ id }),
  binary: true,
})
export const holdLot = post(path('stockBatchLookBoard', 'hold'), {
  title: ['冻结批次', 'Put a lot on hold'],
  permission: entityPermission(stockBatchLookBoard, 'stop'),
  input: z.object({ id, reason: z.string().min(1).max(64) }),
  output: z.object({ id, openReservations: z.number() }),
})
export const releaseLot = post(path('stockBatchLookBoard', 'release'), {
  title: ['解冻批次', 'Release a lot hold'],
  permission: entityPermission(stockBatchLookBoard, 'release'),
  input: z.object({ id }),
  output: z.object({ id }),
})
export const freezeStock = post(path('stockLookBoard', 'freeze'), {
  title: ['冻结库存', 'Put stock on hold'],
  permission: may('stop'),
  input: z.object({ stockId: id, qty: qtyText, reason: z.string().min(1).max(64) }),
  output: z.object({ reservationId: z.string() }),
})
export const unfreezeStock = post(path('stockLookBoard', 'unfreeze'), {
  title: ['解冻库存', 'Release stock hold'],
  permission: may('release'),
  input: z.object({ reservationId: id }),
  output: z.object({ reservationId: z.string() }),
})

/** What must hold of stock at any moment, in the words of who reads it. Source: wms.md 4.7. */
export const reconcileRules = {
  W1: ['现存与流水不符', 'Stock does not match its ledger'],
  W2: ['占用与占用明细不符', 'Reserved quantity does not match the reservations'],
  W3: ['占用超过现存', 'More is reserved than on hand'],
  W4: ['凭证两侧不平', 'Posting does not balance'],
  W5: ['容器与其货物不在同一货位', 'Container and its goods are in different bins'],
  W6: ['空闲容器内仍有货物', 'Idle container still holds goods'],
  W7: ['出库途中的货物无归属', 'Outbound goods belong to no order'],
  W8: ['出库明细数量次序不符', 'Quantities of an outbound line are inconsistent'],
  W9: ['任务与占用不对应', 'Tasks and reservations do not match'],
  W10: ['已结单据仍有占用', 'Closed order still holds reservations'],
  W11: ['完成数量与流水不符', 'Completed quantity does not match the ledger'],
  W12: ['货位混放了不允许的货物', 'Bin holds goods that must not be mixed'],
} as const satisfies Record<string, Text>

/** 库存对账: every broken invariant of the organisation's stock; empty is the only good answer. */
export const reconcileNow = get(path('stockLookBoard', 'reconcile'), {
  title: ['库存对账', 'Reconcile stock'],
  permission: may('view'),
  output: z.object({
    hits: z.array(z.object({ rule: z.string(), subjectId: z.string().nullable(), detail: z.string() })),
  }),
})

/** `12+7`: whole cases and loose; `cases` is the same as one figure, by which bars are drawn. */
const amount = z.object({ text: z.string(), cases: z.string() })
export type Amount = z.infer<typeof amount>
/** 当日作业总览: is today on plan? */
export const dashboardCurrent = get('/wms/api/dashboard/current', {
  title: ['当日作业总览', 'Today'],
  permission: 'wms:data.current:view',
  reads: ['wms.today'],
  input: z.object({
    ownerId: id.optional(),
    day: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .optional(),
  }),
  output: z.object({
    day: z.string(),
    inbound: z.object({
      orders: z.number(),
      arrived: z.number(),
      planCases: amount,
      doneCases: amount,
      putAwayOpen: z.number(),
      putAwayCases: amount,
    }),
    outbound: z.object({
      orders: z.number(),
      lines: z.number(),
      planCases: amount,
      bookedCases: amount,
      doneCases: amount,
      /** On trucks that have not left. */
      aboardCases: amount,
      sentCases: amount,
      stores: z.number(),
      storesSent: z.number(),
    }),
    /** Of what was closed on the day; `short`: products that orders in progress still lack. */
    fill: z.object({ planned: z.string(), delivered: z.string(), short: z.number() }),
    /**
     * Of what was to leave on the day: what has left, what should have by now, and how much of that left in time. Who has no
     * planned departure is in none of them.
     */
    ships: z.object({
      planned: z.number(),
      left: z.number(),
      due: z.number(),
      onTime: z.number(),
      unplanned: z.number(),
    }),
    exceptions: z.object({
      shortPicks: z.number(),
      reconcileHits: z.number(),
      overdueTasks: z.number(),
      noBin: z.number(),
      holds: z.number(),
    }),
    /** 盘点准确率 of the last 30 days, in per cent; null where nothing was counted. */
    counts: z.object({ from: z.string(), to: z.string(), takes: z.number(), accuracyPct: z.string().nullable() }),
    /** Types of work that are done here, or of which some is open, under the names that they have here. */
    types: z.array(z.object({ taskType: z.string(), name: z.string(), nameEn: z.string().nullable() })),
    tasks: z.array(z.object({ taskType: z.string(), state: z.string(), n: z.number() })),
    hours: z.array(
      z.object({
        hour: z.number(),
        received: z.string(),
        picked: z.string(),
        /** Of the day's orders: expected to arrive, and to be ready, in this hour. */
        planIn: z.string(),
        planOut: z.string(),
      }),
    ),
    shortages: z.array(z.object({ productId: z.string(), code: z.string(), name: z.string(), qty: z.string() })),
    overdue: z.array(z.object({ id: z.string(), taskNo: z.string(), taskType: z.string(), dueAt: z.string() })),
  }),
})
export const boardViews = [stockLookBoard, stockBatchLookBoard, ledgerView, reservationView, claimView] as const
