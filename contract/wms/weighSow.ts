import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { qtyText } from '../kernel/schema.ts'
import { view } from '../kernel/view.ts'
import { viewOf } from './taskViews.ts'

// density: a station's screen beside the list of sorting work, with the scale
const sowing = viewOf('SOW')
/** 称重播种: sorting where the weight says that all of a store's goods are there. */
export const weighSow = view(sowing, 'wms', 'weighSow', {
  title: ['称重播种', 'Weigh sorting'],
  module: 'delivery.weighSow',
  actions: ['run'],
  found: false,
})

const scan = z.string().trim().min(1).max(64)
const named = z.object({ code: z.string(), name: z.string() })
/** What a store is to get, and what that weighs. */
export const weighLine = z.object({
  id: z.string(),
  product: named.extend({ baseUnit: z.string(), isWeigh: z.boolean() }),
  store: named.nullable(),
  bin: z.string().nullable(),
  /** The container that is being filled there, and what its kind weighs empty. */
  tote: z.string().nullable(),
  tareKg: z.string().nullable(),
  restQty: z.string(),
  restPieces: z.number().nullable(),
  /** None where nobody has said what one weighs. */
  netKg: z.string().nullable(),
  allowedG: z.string().nullable(),
})
export type WeighLine = z.infer<typeof weighLine>
const work = z.object({
  task: z.object({
    id: z.string(),
    taskNo: z.string(),
    tote: z.string().nullable(),
    lines: z.number(),
    done: z.number(),
  }),
  lines: z.array(weighLine),
})
export type WeighWork = z.infer<typeof work>

/** By a batch container, a task's number, or one of the goods. */
export const weighFind = get(`${entityPath(weighSow)}/find`, {
  title: ['扫码找称重播种', 'Find weigh sorting by a scan'],
  permission: entityPermission(weighSow, 'run'),
  input: z.object({ scan }),
  output: work,
})
export const weighConfirm = post(`${entityPath(weighSow)}/confirm`, {
  title: ['称重确认', 'Confirm by weight'],
  permission: entityPermission(weighSow, 'run'),
  input: z.object({
    taskLineId: id,
    /** What the scale shows, in kilograms. */
    grossKg: qtyText,
    /** The scale that shows it; a weight without one was typed. */
    scaleId: id.optional(),
    /** The store's container stands on the scale with all that is in it. */
    inTote: z.boolean(),
    toContainer: scan.optional(),
    pieces: z.number().int().min(0).max(1_000_000).optional(),
    /** Less than what is still to come: the rest follows. */
    qty: qtyText.optional(),
  }),
  output: work.extend({ netKg: z.string(), offG: z.string() }),
})

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })
/** Why goods cannot be sorted by weight: 43490–43493. */
export const weighSowFaults = {
  noTote: refusal(43490, '请扫描门店容器，或去皮后称重', "Scan the store's container, or weigh without it"),
  noTare: refusal(
    43491,
    '容器[{c}]或其中商品的重量未知，请去皮后称重',
    'What container [{c}] or its goods weigh is not known: weigh without it',
  ),
  noUnit: refusal(
    43492,
    '商品[{p}]没有单位重量，不能称重播种',
    'What a piece of product [{p}] weighs is not known: it cannot be sorted by weight',
  ),
  nothing: refusal(43493, '[{scan}]没有待播种的任务', 'There is nothing to sort for [{scan}]'),
} as const satisfies Record<string, Refusal>
