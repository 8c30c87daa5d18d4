import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { planFaults } from '@lading/contract/tms/planFaults.ts'
import type { improveTrips, insertRest } from '@lading/contract/tms/quickCalls.ts'
import type { PlannedTrip } from '@lading/contract/tms/routePlan.ts'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import { evaluateTrip } from '../routing/evaluate.ts'
import type { Problem, Visit } from '../routing/problem.ts'
import { places } from '../routing/reasons.ts'
import type { Solution } from '../routing/solve.ts'
import { heldByOthers } from '../wayBill/hold.ts'
import { type Day, readOrders, tripsOut, withLocks } from './day.ts'
import { dayOfCards, drawCards, readDraft, standing } from './quick.ts'
import { solveAside } from './solveAside.ts'

type In<C extends { input: z.ZodType }> = z.output<C['input']>
type Out<C extends { output: z.ZodType }> = z.output<C['output']>

/** Somebody waits for it: so much is found soon, and the same again as long as the time is not over. */
const limits = { seconds: 3, iterations: 4000 }
/** So many may wait for their turn in a process; further ones are to come again. */
const waitingMost = 8
let waiting = 0
let last: Promise<unknown> = Promise.resolve()
/** One search after the other, so that the day's background search and everybody else's work go on. */
async function solveInTurn(problem: Problem, seed: number): Promise<Solution> {
  if (waiting >= waitingMost) refuse(faults.busy)
  waiting += 1
  const turn = last.then(() => solveAside(problem, { seed, ...limits }, () => undefined).answer)
  last = turn.catch(() => undefined)
  return turn.finally(() => {
    waiting -= 1
  })
}

const keyOf = ({ truckId, turn }: Pick<PlannedTrip, 'truckId' | 'turn'>): string => `${truckId} ${turn}`
const proposed = (trips: readonly PlannedTrip[]) => ({
  trips: trips.map(({ visits, ...t }) => ({ ...t, visits: [...visits] })),
})

/** The cards as they are, with what the search has made of some of them. */
const withMade = (cards: readonly PlannedTrip[], made: readonly PlannedTrip[]): readonly PlannedTrip[] => [
  ...cards.map((c) => made.find((m) => keyOf(m) === keyOf(c)) ?? c),
  ...made.filter((m) => !cards.some((c) => keyOf(c) === keyOf(m))),
]

interface Asking {
  readonly cards: readonly PlannedTrip[]
  /** Cards that the search may add to, and their day. */
  readonly open: readonly PlannedTrip[]
  readonly day: Day
  /** Further trips of the same trucks, which stay as they are. */
  readonly others?: readonly PlannedTrip[]
}

/** A truck of which a card is locked or breaks a limit takes no more. */
async function askRest(ctx: Ctx, { id, wayBillIds }: In<typeof insertRest>): Promise<Asking> {
  const plan = await readDraft(ctx, id)
  const { trips: cards } = await standing(ctx, plan)
  const drawn = drawCards(await dayOfCards(ctx, plan, cards), cards)
  const closed = new Set(drawn.trips.filter((t) => t.locked || t.violations.length > 0).map((t) => t.truckId))
  const open = cards.filter((c) => !closed.has(c.truckId))
  const on = new Set(cards.flatMap((c) => c.visits.map((v) => v.wayBillId)))
  const held = new Set((await heldByOthers(ctx, wayBillIds)).map((h) => h.wayBillId))
  const rest = (await readOrders(ctx, wayBillIds))
    .filter((b) => b.state === 'CONFIRMED' && !on.has(b.id) && !held.has(b.id))
    .filter((b) => b.fromSiteId === plan.depotId || b.toSiteId === plan.depotId)
  return {
    cards,
    open,
    day: await dayOfCards(
      ctx,
      plan,
      open,
      rest.map((b) => b.id),
    ),
  }
}

/** Searches outside of any transaction: nothing is locked while somebody waits for it. */
export async function rest(request: OutsideRequest, input: In<typeof insertRest>): Promise<Out<typeof insertRest>> {
  const { cards, open, day } = await request.perform((ctx) => askRest(ctx, input), { read: true })
  if (open.length === 0) return proposed(cards)
  const stays = open.map((t) => ({ ...t, visits: t.visits.map((v) => ({ ...v, lock: v.lock ?? ('TRIP' as const) })) }))
  const { plan } = await solveInTurn(withLocks(day, stays), day.config.seed)
  return proposed(withMade(cards, tripsOut(day, plan.trips, open)))
}

async function askImprove(ctx: Ctx, { id, trips }: In<typeof improveTrips>): Promise<Asking> {
  const plan = await readDraft(ctx, id)
  const { trips: cards } = await standing(ctx, plan)
  const wanted = new Set(trips.map(keyOf))
  const open = cards.filter((c) => wanted.has(keyOf(c)) && !c.locked && c.visits.length > 1)
  const trucks = new Set(open.map((c) => c.truckId))
  // A truck's other trips are driven before and after it.
  const others = cards.filter((c) => trucks.has(c.truckId) && !open.includes(c)).map((c) => ({ ...c, locked: true }))
  return { cards, open, day: await dayOfCards(ctx, plan, [...open, ...others]), others }
}

/**
 * Each order only on its own card. How much is loaded does not matter to the order: an overloaded card may be put in order as
 * well.
 */
function onOwn(problem: Problem): Problem {
  const cardOf = new Map(problem.initial?.flatMap((visits, v) => visits.map(({ order }) => [order, v] as const)))
  const lockless = ({ lock: _, ...o }: Problem['orders'][number]) => o
  return {
    ...problem,
    orders: problem.orders.map((o, i) => ({ ...lockless(o), only: [cardOf.get(i) ?? 0] })),
    vehicles: problem.vehicles.map((v) => ({ ...v, capacity: v.capacity.map(() => 2 ** 30) })),
    rules: { ...problem.rules, minFill: 0, vehiclesFirst: false },
  }
}

const kinds = ['DELIVER', 'SHIPMENT', 'PICKUP']
/**
 * Where no order keeps the limits: each visit where it breaks the fewest, what closes first before the rest.
 * @returns undefined: as it stands it breaks no more
 */
function leastBroken(problem: Problem, v: number, before: readonly Visit[]): readonly Visit[] | undefined {
  const alone = { ...problem, vehicles: problem.vehicles.map((x, i) => ({ ...x, isClosed: i !== v })) }
  const closes = (order: number) => problem.orders[order]?.windows.at(-1)?.[1] ?? Number.POSITIVE_INFINITY
  const rank = (order: number) => kinds.indexOf(problem.orders[order]?.kind ?? '')
  const orders = [...new Set(before.map((x) => x.order))]
  const after = orders
    .toSorted((a, b) => rank(a) - rank(b) || closes(a) - closes(b))
    .reduce<readonly Visit[]>((visits, order) => {
      const trips = problem.vehicles.map((_, i) => (i === v ? visits : []))
      return places(alone, { trips }, order, 1)[0]?.visits ?? visits
    }, [])
  const badness = (visits: readonly Visit[]) => {
    const trip = evaluateTrip(problem, v, visits)
    return [trip.violations.length, trip.stops.reduce((sum, s) => sum + s.late, 0)] as const
  }
  const [[brokenNow, lateNow], [broken, late]] = [badness(before), badness(after)]
  const isBetter = broken < brokenNow || (broken === brokenNow && late < lateNow)
  return isBetter && after.length === before.length ? after : undefined
}

/** @throws Fault noBetter: no order of the stops of any of these cards is better */
export async function improve(
  request: OutsideRequest,
  input: In<typeof improveTrips>,
): Promise<Out<typeof improveTrips>> {
  const { cards, open, day, others = [] } = await request.perform((ctx) => askImprove(ctx, input), { read: true })
  if (open.length === 0) return proposed(cards)
  const problem = onOwn(withLocks(day, [...open, ...others]))
  const { plan } = await solveInTurn(problem, day.config.seed)
  const trips = problem.initial?.map((before, v) => {
    const after = plan.trips[v] ?? []
    return after.length === before.length ? after : (leastBroken(problem, v, before) ?? [])
  })
  const made = tripsOut(day, trips ?? [], cards).filter((m) => open.some((c) => keyOf(c) === keyOf(m)))
  return made.length > 0 ? proposed(withMade(cards, made)) : refuse(planFaults.noBetter)
}
