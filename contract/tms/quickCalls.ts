import { z } from 'zod'
import { id, madeRecord, post, query, seen, version } from '../kernel/call.ts'
import { drawn, placesFound, planMost, plannedTruck, scopeOrder, site, trip } from './planCalls.ts'
import { routePlan } from './routePlan.ts'

const at = (verb: string) => `/tms/api/quickPlan/${verb}`
const may = (action: 'view' | 'create' | 'update' | 'release') => `tms:transportation.quickPlan:${action}`
const draftSeen = { id, version }

const quickOrder = scopeOrder.extend({ route: z.string() })
export type QuickOrder = z.infer<typeof quickOrder>
const quickTruck = plannedTruck.extend({
  typeId: z.string(),
  /** A trip of that day has it already. */
  isOut: z.boolean(),
  isCold: z.boolean(),
  /** As far as the settings let it be loaded, in kilograms and cubic metres; null: they set no limit. */
  roomKg: z.number().nullable(),
  roomM3: z.number().nullable(),
})
export type QuickTruck = z.infer<typeof quickTruck>
/** Trips of a draft are its cards: one without stops is a truck that still waits for goods. */
const draft = drawn.extend({
  id: z.string(),
  billNo: z.string(),
  /** Until when its way bills are kept for its planner; null while it has none. */
  heldUntil: z.string().nullable(),
})
export type QuickDraft = z.infer<typeof draft>

// density: a pool, cards and a map, each usable without the others, with the engine at hand and way bills kept for their planner
/** 快速排线: a day's way bills and trucks, and the asker's own draft of it; what is not said is as planning usually begins. */
export const quickBoard = query(at('board'), {
  title: ['快速排线', 'Quick route planning'],
  permission: may('view'),
  input: z.object({ bizDate: z.iso.date().optional(), depotId: id.optional() }),
  output: z.object({
    bizDate: z.string(),
    /** Null: there is no depot. */
    depotId: z.string().nullable(),
    depots: z.array(site),
    /** What waits to be planned. Those on the draft's cards are among them. */
    orders: z.array(quickOrder),
    trucks: z.array(quickTruck),
    sites: z.array(site),
    draft: draft.nullable(),
    /** What stood on a card and no longer can, with who has it now where somebody plans it. */
    lost: z.array(z.object({ billNo: z.string(), heldBy: z.string().nullable() })),
  }),
  reads: [routePlan.header.key, 'tms.wayBill', 'tms.truck', 'tms.clientStore', 'tms.shipPlanBill'],
})

/** One's own open draft of a day and a depot: that which there is, else a new one. */
export const openQuick = post(at('open'), {
  title: ['开始快速排线', 'Open a quick plan'],
  permission: may('create'),
  input: z.object({ bizDate: z.iso.date(), depotId: id }),
  output: seen.extend({ isNew: z.boolean() }),
})

/** All cards as they are to be. Their way bills are kept for the planner from now on; those that left are free. */
export const saveQuick = post(at('save'), {
  title: ['保存快速排线', 'Save a quick plan'],
  permission: may('update'),
  input: z.object({ ...draftSeen, trips: z.array(trip).max(planMost.trucks * 5) }),
  output: draft,
})

/** The best three cards for a way bill that stands on none, and what each would cost more. */
export const suggestQuick = query(at('suggest'), {
  title: ['推荐插入', 'Suggest places'],
  permission: may('update'),
  input: z.object({ id, wayBillId: id }),
  output: z.object({ places: placesFound }),
  reads: [routePlan.header.key],
})

const proposed = z.object({ trips: z.array(trip) })
/**
 * 剩余智能插入: way bills put onto the cards that there are, where each costs least. Nothing on a card leaves it. What comes of
 * it is only proposed: saved, it stands.
 */
export const insertRest = query(at('insertRest'), {
  title: ['剩余智能插入', 'Insert the rest'],
  permission: may('update'),
  input: z.object({ id, wayBillIds: z.array(id).min(1).max(planMost.wayBills) }),
  output: proposed,
  reads: [routePlan.header.key],
})
/** 优化本车顺序: the stops of cards in their best order, proposed; none leaves its card. */
export const improveTrips = query(at('improve'), {
  title: ['优化本车顺序', 'Improve the order of stops'],
  permission: may('update'),
  input: z.object({
    id,
    trips: z
      .array(trip.pick({ truckId: true, turn: true }))
      .min(1)
      .max(planMost.trucks),
  }),
  output: proposed,
  reads: [routePlan.header.key],
})

const made = z.object({ trips: z.array(madeRecord) })
/** 生成派车单: all cards with goods become trips, or none does. */
export const confirmQuick = post(at('confirm'), {
  title: ['生成派车单', 'Make trips'],
  permission: may('update'),
  input: seen,
  output: made,
})
/** 生成并发布: the same, and each is released, as far as its truck and driver may. */
export const releaseQuick = post(at('release'), {
  title: ['生成并发布', 'Make and release'],
  permission: may('release'),
  input: seen,
  output: made,
})
