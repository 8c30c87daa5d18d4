import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, code, flag, instant, int, qty, ref, text } from '../kernel/field.ts'
import { trail } from '../kernel/trail.ts'
import { packCodes } from '../mdm/goodsCode.ts'
import { stockTypes } from './place.ts'
import { stockTakeBill, takeBinStates, takeVerbs } from './stockTakeBill.ts'
import { viewOf } from './taskViews.ts'

const header = stockTakeBill.header
const at = (verb: string) => `${entityPath(header)}/${verb}`
const task = viewOf('STOCK_TAKE')

const place = z.object({ id: z.string(), code: z.string() })
const goods = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  baseUnit: z.string(),
  isWeigh: z.boolean(),
  shelfMode: z.string(),
  barcodes: z.array(z.string()),
  packCodes,
  imageId: z.string().nullable(),
})
const pack = z.object({ name: z.string(), qpc: z.string(), mid: z.string().nullable(), caseUnit: z.string() })

/** One stock of a bin as its counter sees it. */
export const countRow = z.object({
  stockId: z.string(),
  product: goods,
  pack,
  lot: z.object({ lotNo: z.string(), expireDate: z.string().nullable(), batch: z.string().nullable() }),
  container: place,
  stockType: z.enum(Object.keys(stockTypes) as [keyof typeof stockTypes]),
  owner: place.extend({ name: z.string() }),
  /** What the book says; never told in a blind count. */
  book: z.string().nullable(),
  /** What was counted of it in this round, the last word. */
  counted: z.string().nullable(),
})
export type CountRow = z.output<typeof countRow>
const foundRow = countRow.omit({ stockId: true, book: true }).extend({ counted: z.string() })

/** 盘点货位: what is to be counted in the bin of a task's line, and what has been. */
export const countSheet = get(at('sheet'), {
  title: ['货位盘点表', 'Goods of a bin to count'],
  permission: entityPermission(task, 'run'),
  input: z.object({ taskLineId: id }),
  output: z.object({
    bin: place,
    billNo: z.string(),
    round: z.number(),
    blind: z.boolean(),
    rows: z.array(countRow),
    /** Counted here, and not in the book. */
    found: z.array(foundRow),
  }),
})
/** 查商品: goods that the book does not know in the bin, by what was scanned of them. */
export const countGoods = get(at('goods'), {
  title: ['扫码查商品', 'Find goods by scanning'],
  permission: entityPermission(task, 'run'),
  input: z.object({ taskLineId: id, scan: z.string().min(1).max(200) }),
  output: z.object({
    product: goods,
    pack,
    owners: z.array(place.extend({ name: z.string() })),
  }),
})

const moment = z.object({ id, version: z.number().int() })
/** 范围预览: the bins that a count would have now. */
export const previewTake = get(at('preview'), {
  title: ['盘点范围', 'Bins of a stock count'],
  permission: entityPermission(header, 'view'),
  input: z.object({ id }),
  output: z.object({
    bins: z.number(),
    empty: z.number(),
    tasks: z.number(),
    /** Of the team that was named: how many bins each of them has. */
    people: z.array(z.object({ name: z.string(), bins: z.number() })),
    /** In other counts that are not over: they are to be ended first. */
    taken: z.array(z.object({ bin: z.string(), take: place })),
    first: z.array(z.string()),
  }),
})
/** 重盘: bins whose difference is doubted are counted once more, by somebody else. */
export const recountBins = post(at('recount'), {
  title: takeVerbs.recount,
  permission: entityPermission(header, 'start'),
  input: moment.extend({ binIds: z.array(id).min(1).max(500) }),
  output: moment.extend({ taskNo: z.string(), taskId: z.string() }),
})
/** 立即盘点: bins are counted now, in a count of their own. */
export const countNow = post(at('countNow'), {
  title: ['盘点货位', 'Count bins'],
  permission: entityPermission(header, 'start'),
  input: z.object({ binIds: z.array(id).min(1).max(200), productId: id.optional() }),
  output: z.object({ id: z.string(), billNo: z.string(), bins: z.number() }),
})

const key = {
  binId: ref(['货位', 'Bin'], 'wms.bin', {}),
  productId: ref(['商品', 'Product'], 'mdm.product', {}),
}
/** 货位: how far each bin is. */
export const takeBins = trail(header, 'bins', ['货位', 'Bins'], {
  binId: key.binId,
  state: choice(['状态', 'Status'], takeBinStates, {}),
  round: int(['轮次', 'Round']),
  goods: int(['账面商品', 'Goods on record']),
  diffs: int(['差异商品', 'Goods that differ']),
  taskId: ref(['任务', 'Task'], 'wms.stockTakeTask', {}),
  counter: text(['盘点人', 'Counted by']),
  countedAt: instant(['盘点时间', 'Counted at']),
})
/** 差异: what was counted otherwise than the book has it, round by round. */
export const takeDiffs = trail(header, 'diffs', ['差异', 'Differences'], {
  ...key,
  diffCases: code(['差异件数', 'Difference (cases)']),
  bookQty: qty(['账面', 'Book'], {}),
  countedQty: qty(['实盘', 'Counted'], {}),
  diffQty: qty(['差异数量', 'Difference'], { least: -1e15 }),
  state: choice(['状态', 'Status'], takeBinStates, {}),
  first: qty(['初盘', 'Round 1'], {}),
  second: qty(['复盘', 'Round 2'], {}),
  third: qty(['终盘', 'Round 3'], {}),
  amount: qty(['差异金额', 'Difference value'], { least: -1e15 }),
  unnamed: flag(['未见到', 'Not found']),
  lotId: ref(['批次', 'Lot'], 'wms.lot', {}),
  containerId: ref(['容器', 'Container'], 'wms.container', {}),
  stockType: choice(['库存类型', 'Stock type'], stockTypes, {}),
  ownerId: ref(['货主', 'Owner'], 'wms.owner', {}),
})
/** 盘点记录: each count as it was entered. */
export const takeCounts = trail(header, 'counts', ['盘点记录', 'Counts'], {
  at: instant(['时间', 'Time']),
  counter: text(['盘点人', 'Counted by']),
  round: int(['轮次', 'Round']),
  ...key,
  bookQty: qty(['账面', 'Book'], {}),
  countedQty: qty(['实盘', 'Counted'], {}),
  diffQty: qty(['差异', 'Difference'], { least: -1e15 }),
  lotId: ref(['批次', 'Lot'], 'wms.lot', {}),
  containerId: ref(['容器', 'Container'], 'wms.container', {}),
  unnamed: flag(['未见到', 'Not found']),
})
