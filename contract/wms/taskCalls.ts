import { z } from 'zod'
import { bulkAnswer, foresee, get, id, post, query, seenMany } from '../kernel/call.ts'
import { entityPermission } from '../kernel/entity.ts'
import { qtyText } from '../kernel/schema.ts'
import { packCodes } from '../mdm/goodsCode.ts'
import { type StockType, stockTypes } from './place.ts'
import { refuseReasons, task } from './task.ts'
import { taskTypeNames as types } from './taskTypes.ts'

const at = (verb: string) => `/wms/api/task/${verb}`
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const scanText = z.string().max(200)
const device = z.string().max(64).optional()
/** What a permission allows depends on the task's type: the handler asks for the type's own `run`. */
const byType = { permission: 'session' } as const

const place = z.object({ id: z.string(), code: z.string() })
/** A line as a worker needs it: everything on one screen, nothing to look up. */
export const workLine = z.object({
  id: z.string(),
  lineNo: z.number(),
  state: z.string(),
  seq: z.number(),
  product: z
    .object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      baseUnit: z.string(),
      isWeigh: z.boolean(),
      /** 实重允差%, of goods that are weighed. */
      catchPct: z.string().nullish(),
      shelfMode: z.string(),
      shelfLifeDays: z.number().nullable(),
      barcodes: z.array(z.string()),
      packCodes,
      /** What is asked of each lot when it comes. */
      lotAttrs: z.array(z.object({ name: z.string(), needed: z.boolean() })),
      imageId: z.string().nullable(),
    })
    .nullable(),
  pack: z
    .object({
      name: z.string(),
      qpc: z.string(),
      mid: z.string().nullable(),
      caseUnit: z.string(),
      palletQty: z.string().nullable(),
    })
    .nullable(),
  lot: z
    .object({
      lotNo: z.string(),
      expireDate: z.string().nullable(),
      productionDate: z.string().nullable(),
      batch: z.string().nullable(),
    })
    .nullable(),
  fromBin: place.nullable(),
  toBin: place.nullable(),
  fromContainer: place.nullable(),
  toContainer: place.nullable(),
  /** With the place of its stop on the truck's way, when the line loads one. */
  store: place.extend({ name: z.string(), stop: z.number().nullish() }).nullable(),
  /** For how many stores at once it is picked. */
  stores: z.number().optional(),
  planQty: z.string(),
  doneQty: z.string(),
  shortQty: z.string(),
  /** Carried by the worker: taken up and not put down yet. */
  handQty: z.string(),
  refusedQty: z.string().nullish(),
  /** What the goods are kept as, or will be unless the receiver says otherwise. */
  stockType: z.enum(Object.keys(stockTypes) as [StockType]).nullable(),
  why: z.tuple([z.string(), z.string()]).nullable(),
  /** Of a pick: into which of its containers how much is to come and has, in their order. */
  boxes: z.array(z.object({ code: z.string(), planQty: z.string(), doneQty: z.string() })).nullish(),
})
export type WorkLine = z.infer<typeof workLine>

export const workTask = z.object({
  id: z.string(),
  taskNo: z.string(),
  taskType: z.enum(types),
  state: z.string(),
  mode: z.string(),
  priority: z.number(),
  billNo: z.string().nullable(),
  store: z.object({ code: z.string(), name: z.string() }).nullable(),
  vendor: z.object({ code: z.string(), name: z.string() }).nullable(),
  container: place.nullable(),
  /** Containers that a pick is to fill, by their numbers. */
  assigned: z.array(z.object({ code: z.string(), seq: z.number(), isUsed: z.boolean() })).nullable(),
  lineCount: z.number(),
  doneLines: z.number(),
  planQty: z.string(),
  doneQty: z.string(),
  shortQty: z.string(),
  assigneeId: z.string().nullable(),
  assigneeName: z.string().nullable(),
  /** What its type asks of who confirms it. */
  rules: z
    .object({
      scanBin: z.boolean(),
      scanGoods: z.boolean(),
      scanContainer: z.boolean(),
      allowShort: z.boolean(),
      reasons: z.array(z.string()),
    })
    .nullish(),
})
export type WorkTask = z.infer<typeof workTask>
const work = z.object({ task: workTask, lines: z.array(workLine) })

/** A task with its lines, as a station shows it. */
export const getWork = get(at('getWork'), {
  title: ['任务明细', 'Task with its lines'],
  ...byType,
  input: z.object({ id }),
  output: work,
})
/** Takes the best waiting task of the types; the worker's own open task comes first. */
export const nextTask = post(at('next'), {
  title: ['领取下一任务', 'Take the next task'],
  ...byType,
  input: z.object({ taskTypes: z.array(z.enum(types)).min(1).max(types.length), device }),
  output: work,
})
export const takeTask = post(at('take'), {
  title: ['领取', 'Take a task'],
  ...byType,
  input: z.object({ id, device }),
  output: work,
})
/** Finds open work by what was scanned: a task, bill or container number. */
export const findWork = query(at('find'), {
  title: ['扫码找任务', 'Find a task by scanning'],
  ...byType,
  input: z.object({ scan: scanText, taskTypes: z.array(z.enum(types)).min(1) }),
  output: z.object({ tasks: z.array(workTask) }),
})

export const confirmInput = z.object({
  taskLineId: id,
  /** Base units really moved; 0 with a reason means nothing was there. */
  qty: qtyText,
  pieces: z.number().int().min(0).max(1_000_000).optional(),
  /** Takes the goods up instead of putting them down: they stand in the worker's hands until the next confirm. */
  pickUp: z.boolean().optional(),
  /** Less than planned and no reason: the line stays open for the rest. */
  partial: z.boolean().default(false),
  reason: z.string().max(32).optional(),
  /** Sent back from the dock beside what was received; it never becomes stock. */
  refusedQty: qtyText.optional(),
  refusedReason: z.enum(Object.keys(refuseReasons) as [keyof typeof refuseReasons]).optional(),
  scans: z
    .object({ bin: scanText.optional(), product: scanText.optional(), container: scanText.optional() })
    .default({}),
  /** Code of another target bin than the instructed one. */
  toBin: scanText.optional(),
  /** Code of the container that takes the goods. */
  toContainer: scanText.optional(),
  /** Picking: into another container than the plan says, which is changed, and its labels with it. */
  replan: z.boolean().optional(),
  /** 分托: onto new pallets by the pack's pattern, each with a code of its own. */
  onPallets: z.boolean().optional(),
  productionDate: day.optional(),
  expireDate: day.optional(),
  batch: z.string().max(32).optional(),
  /** What the product asks of each lot, by name. */
  attrs: z.record(z.string().max(16), z.string().trim().max(64)).optional(),
  stockType: z.enum(['GOOD', 'QC', 'DAMAGE', 'GIFT', 'EXPIRED', 'RETURN']).optional(),
  /** Counting: which stock of the bin was counted; goods that the book does not know there are scanned instead. */
  stockId: id.optional(),
  /** Counting: whose goods those are, where the product has several owners. */
  ownerId: id.optional(),
  /** Checking by weight: what the scales show of a container with its goods, in kilograms. */
  grossKg: qtyText.optional(),
  /** The scale that shows it; a weight without one was typed. */
  scaleId: id.optional(),
  /** What a supervisor allowed beyond the rules: an override for this line. Early handhelds say `false` for none. */
  permit: id.or(z.literal(false).transform(() => undefined)).optional(),
  device,
  /**
   * Handhelds: when the scan was made, as they reckon it from the server's last answer. It tells how long it waited and
   * decides nothing: what counts is the book when it arrives.
   */
  scannedAt: z.iso.datetime({ offset: true }).optional(),
})
export const confirmAnswer = z.object({
  task: workTask,
  line: z.object({ id: z.string(), state: z.string(), doneQty: z.string(), shortQty: z.string(), handQty: z.string() }),
  /** The next open line in walk order, so that a confirm is one round trip. */
  next: workLine.nullable(),
  warnings: z.array(z.tuple([z.string(), z.string()])),
})
export const confirmLine = post(at('confirmLine'), {
  title: ['确认明细', 'Confirm a line'],
  ...byType,
  input: confirmInput,
  output: confirmAnswer,
})
/** Lines of one sheet at most. */
export const sheetMax = 500
/**
 * 纸单录入: what was written on a sheet, all of its lines or none. Each of them is closed; what is not named stays open.
 * Without lines: all that are open, as planned; goods that come in are counted.
 */
export const confirmSheet = post(at('confirmSheet'), {
  title: ['录入纸单', 'Enter paper results'],
  ...byType,
  input: z.object({
    id,
    lines: z
      .array(
        confirmInput.pick({
          ...{ taskLineId: true, qty: true, reason: true, toBin: true, toContainer: true },
          ...{ productionDate: true, expireDate: true, batch: true, replan: true },
        }),
      )
      .min(1)
      .max(sheetMax)
      .optional(),
  }),
  output: z.object({ task: workTask, lines: z.number(), warnings: z.array(z.tuple([z.string(), z.string()])) }),
})
export const undoLine = post(at('undoLine'), {
  title: ['撤销确认', 'Undo a confirmation'],
  ...byType,
  input: z.object({ taskLineId: id }),
  output: z.object({ task: workTask }),
})
/** Takes back all that was confirmed of a task, or none of it. */
export const undoTask = post(at('undo'), {
  title: ['撤销任务', 'Undo task'],
  ...byType,
  input: z.object({ id, ...foresee }),
  output: z.object({ task: workTask, lines: z.number() }),
})
export const putBackLine = post(at('putBack'), {
  title: ['放回原处', 'Put back goods in hand'],
  ...byType,
  input: z.object({ taskLineId: id, device }),
  output: work,
})
export const finishTask = post(at('finish'), {
  title: ['完成任务', 'Finish a task'],
  ...byType,
  input: z.object({ id, reason: z.string().max(32).optional(), ...foresee }),
  output: z.object({ task: workTask }),
})
export const giveUpTask = post(at('giveUp'), {
  title: ['放弃任务', 'Hand back a task'],
  ...byType,
  input: z.object({ id, reason: z.string().max(200).optional(), ...foresee }),
  output: z.object({ task: workTask }),
})
export const takeOverTask = post(at('takeOver'), {
  title: ['接手任务', 'Take over a task'],
  ...byType,
  input: z.object({ id, device, ...foresee }),
  output: work,
})

const bulk = (verb: string, title: readonly [string, string]) =>
  post(at(verb), { title, ...byType, input: seenMany, output: bulkAnswer })
export const releaseTasks = bulk('release', ['下发任务', 'Release tasks'])
export const suspendTasks = bulk('suspend', ['挂起任务', 'Suspend tasks'])
export const resumeTasks = bulk('resume', ['恢复任务', 'Resume tasks'])
export const cancelTasks = bulk('cancel', ['取消任务', 'Cancel tasks'])
export const assignTask = post(at('assign'), {
  title: ['指派任务', 'Assign a task'],
  ...byType,
  input: z.object({ id, userId: id }),
  output: z.object({ task: workTask }),
})
export const prioritiseTask = post(at('prioritise'), {
  title: ['调整优先级', 'Change priority'],
  ...byType,
  input: z.object({ id, priority: z.number().int().min(0).max(99) }),
  output: z.object({ task: workTask }),
})
const seen = z.object({ id, version: z.number().int() })
/** Some lines of a pick that nobody has begun become a task of their own. */
export const splitTask = post(at('split'), {
  title: ['拆分任务', 'Split a task'],
  ...byType,
  input: seen.extend({ lineIds: z.array(id).min(1).max(500) }),
  output: z.object({ task: workTask, made: workTask }),
})
/** Picks of one order in one area that nobody has begun become one task: the oldest takes the lines of the others. */
export const mergeTasks = post(at('merge'), {
  title: ['合并任务', 'Merge tasks'],
  ...byType,
  input: z.object({ rows: z.array(seen).min(1).max(50) }),
  output: z.object({ task: workTask }),
})
/** The people of this centre who do tasks: what each has in hand and has done today. */
export const listWorkers = get(at('workers'), {
  title: ['作业人员', 'Workers'],
  permission: entityPermission(task, 'view'),
  output: z.object({
    workers: z.array(
      z.object({
        id: z.string(),
        username: z.string(),
        name: z.string(),
        openTasks: z.number(),
        /** The task that he works on, when he does. */
        current: z.object({ id: z.string(), taskNo: z.string(), taskType: z.string() }).nullable(),
        linesToday: z.number(),
      }),
    ),
  }),
})
/** Open tasks by type and state, for the task centre's tree. */
export const countTasks = get(at('count'), {
  title: ['任务统计', 'Count open tasks'],
  permission: entityPermission(task, 'view'),
  output: z.object({
    counts: z.array(z.object({ taskType: z.string(), state: z.string(), n: z.number() })),
    /** What each type is called here, and whether it is done at all. */
    types: z.array(
      z.object({ taskType: z.string(), name: z.string(), nameEn: z.string().nullable(), enabled: z.boolean() }),
    ),
  }),
})
