import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { createSchema } from '@lading/contract/kernel/schema.ts'
import { tmsFaults } from '@lading/contract/tms/masterFaults.ts'
import type { Drawn, DrawnTrip } from '@lading/contract/tms/planCalls.ts'
import { planMost } from '@lading/contract/tms/planCalls.ts'
import { planFaults } from '@lading/contract/tms/planFaults.ts'
import { planHold } from '@lading/contract/tms/planHold.ts'
import type {
  confirmQuick,
  openQuick,
  QuickDraft,
  quickBoard,
  saveQuick,
  suggestQuick,
} from '@lading/contract/tms/quickCalls.ts'
import type { PlannedTrip } from '@lading/contract/tms/routePlan.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { shipPlanBill, takenStates } from '@lading/contract/tms/shipPlanBill.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { demandAt, fromHere } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { documentRules } from '../../platform/document/served.ts'
import { type BillRow, lockBill, readBill, setBill, takeStep } from '../../platform/document/steps.ts'
import { tripSteps } from '../trip/steps.ts'
import { hold, plannersOf } from '../wayBill/hold.ts'
import { arranged, demandOnce, demandTurns, demandWaiting, placesOf } from './arranged.ts'
import { type Day, type PlanTruck, readDay, readGoods, readOrders, readTrucks } from './day.ts'
import { draw } from './draw.ts'
import { regionNames, start } from './scope.ts'
import { shownSite, shownTruck, shownWaiting, siteOf } from './shown.ts'
import { planSteps } from './steps.ts'
import { figures } from './task.ts'

export type Plan = BillRow<typeof routePlan>
type In<C extends { input: z.ZodType }> = z.output<C['input']>
type Out<C extends { output: z.ZodType }> = z.output<C['output']>
const { header } = routePlan

const demandMine = (ctx: Ctx, plan: Plan): Plan =>
  plan.isDraft === true && plan.createdBy === ctx.userId && plan.state === 'ADJUSTED'
    ? plan
    : refuse(planFaults.notDraft, { no: plan.billNo })
/** @throws Fault notDraft, notFound */
export const readDraft = async (ctx: Ctx, id: string): Promise<Plan> =>
  demandMine(ctx, await readBill(ctx, routePlan, id))

/** The asker's open draft: of a day and a depot, or the last that is not of the past. */
const draftOf = (ctx: Ctx, at?: { readonly bizDate: string; readonly depotId: string }): Promise<Plan | undefined> =>
  ctx.tx.maybe<Plan>(sql`
    select t.* from ${fromHere(ctx, header, 't')} where t.is_draft and t.created_by = ${ctx.userId}
      and ${at ? sql`t.biz_date = ${at.bizDate} and t.depot_id = ${at.depotId}` : sql`t.biz_date >= ${businessDay(ctx)}`}
    order by t.updated_at desc, t.id desc limit 1`)

const idsOf = (trips: readonly PlannedTrip[]): string[] => [
  ...new Set(trips.flatMap((t) => t.visits.map((v) => v.wayBillId))),
]
const trucksOf = (trips: readonly PlannedTrip[]): string[] => [...new Set(trips.map((t) => t.truckId))]

/** A draft as it stands: what has moved on meanwhile, or is planned by somebody else, is no longer on its cards. */
export async function standing(ctx: Ctx, plan: Plan) {
  const trips = arranged(plan)
  const orders = await readOrders(ctx, idsOf(trips))
  const held = await plannersOf(ctx, idsOf(trips))
  const isLost = (b: (typeof orders)[number]) => b.state !== 'CONFIRMED' || held.has(b.id)
  const here = new Set(orders.filter((b) => !isLost(b)).map((b) => b.id))
  return {
    trips: trips.map((t) => ({ ...t, visits: t.visits.filter((v) => here.has(v.wayBillId)) })),
    lost: orders.filter(isLost).map((b) => ({ billNo: b.billNo, heldBy: held.get(b.id) ?? null })),
  }
}

/** The day of what stands on cards, and of their trucks. */
export const dayOfCards = (ctx: Ctx, plan: Plan, trips: readonly PlannedTrip[], more: readonly string[] = []) =>
  readDay(ctx, { ...plan, wayBillIds: [...idsOf(trips), ...more], truckIds: trucksOf(trips) })

/** Trips as they would be driven, and trucks that wait for goods among them; all in the order of the trucks. */
export function drawCards(day: Day, trips: readonly PlannedTrip[]): Pick<Drawn, 'kpi' | 'trips' | 'left'> {
  const drawn = draw(day, trips)
  const empty = trips
    .filter((t) => t.visits.length === 0)
    .map(
      ({ truckId, turn, locked = false }): DrawnTrip => ({
        ...{ truckId, turn, locked, depart: 0, finish: 0, metres: 0, cost: '0.00', weight: '0', volume: '0' },
        ...{ weightRate: 0, volumeRate: 0, violations: [], stops: [] },
      }),
    )
  const place = (t: DrawnTrip) => day.trucks.findIndex((k) => k.id === t.truckId) * day.turns + t.turn
  return { ...drawn, trips: [...drawn.trips, ...empty].sort((a, b) => place(a) - place(b)) }
}

async function shownDraft(ctx: Ctx, plan: Plan, trips: readonly PlannedTrip[]): Promise<QuickDraft> {
  const day = await dayOfCards(ctx, plan, trips)
  const until = await ctx.tx.maybe<{ heldUntil: Date | null }>(sql`
    select min(h.held_until) as held_until from ${fromHere(ctx, planHold, 'h')} where h.plan_id = ${plan.id}`)
  const { id, billNo, version, state } = plan
  return { id, billNo, version, state, ...drawCards(day, trips), heldUntil: until?.heldUntil?.toISOString() ?? null }
}

const usualConfig = async (ctx: Ctx): Promise<string> => {
  const row = await ctx.tx.maybe<{ id: string }>(
    sql`select c.id from ${fromHere(ctx, vrpConfig, 'c')} where c.is_default`,
  )
  return found(row, vrpConfig.title).id
}

/** Trucks that a trip of the day has already. */
async function trucksOut(ctx: Ctx, bizDate: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.tx.query<{ truckId: string }>(sql`
    select distinct t.truck_id from ${fromHere(ctx, shipPlanBill.header, 't')}
    where t.biz_date = ${bizDate} and t.truck_id is not null and t.state = any(${['DRAFT', ...takenStates]}::text[])`)
  return new Set(rows.map((r) => r.truckId))
}

/** How much a truck may be planned to take, and whether it cools. */
function roomOf({ config }: Day, t: PlanTruck) {
  const share = (dim: NonNullable<typeof config.capacities>[number], all: string, fill: string) =>
    config.capacities?.includes(dim) ? (Number(all) * Number(fill)) / 100 : null
  return {
    isCold: t.tempMin !== null || [...(t.skills ?? []), ...(t.typeSkills ?? [])].includes('REEFER'),
    roomKg: share('WEIGHT', t.kg, config.weightFill),
    roomM3: share('VOLUME', t.m3, config.volumeFill),
  }
}

/** What waits on a day, with the trucks that there are. */
async function waiting(ctx: Ctx, at: { bizDate: string; depotId: string }, plan: Plan | undefined) {
  const ids = await ctx.tx.query<{ id: string }>(sql`
    select t.id from ${fromHere(ctx, wayBill.header, 't')} where t.state = 'CONFIRMED'
      and (t.biz_date = ${at.bizDate} or t.id = any(${plan ? idsOf(arranged(plan)) : []}::bigint[]))
      and (t.from_site_id = ${at.depotId} or t.to_site_id = ${at.depotId}) order by t.id limit ${planMost.wayBills}`)
  const wayBillIds = ids.map((r) => r.id)
  const truckIds = (await readTrucks(ctx, undefined)).map((t) => t.id)
  const configId = plan?.configId ?? (await usualConfig(ctx))
  const used = [...new Set([...truckIds, ...(plan ? trucksOf(arranged(plan)) : [])])]
  const day = await readGoods(ctx, { ...at, configId, wayBillIds, truckIds: used })
  const around = { regions: await regionNames(ctx), held: await plannersOf(ctx, wayBillIds) }
  const out = await trucksOut(ctx, at.bizDate)
  return {
    orders: day.orders.map((b, i) => ({
      ...shownWaiting(day, b, i, around),
      route: day.sites.find((s) => s.id === siteOf(day, b))?.route ?? '',
    })),
    trucks: day.trucks.map((t) => ({ ...shownTruck(t), typeId: t.typeId, isOut: out.has(t.id), ...roomOf(day, t) })),
    sites: day.sites.map(shownSite),
  }
}

export async function board(ctx: Ctx, asked: In<typeof quickBoard>): Promise<Out<typeof quickBoard>> {
  demandAt(header, ctx)
  const usual = await start(ctx)
  const last = await draftOf(ctx)
  const bizDate = asked.bizDate ?? last?.bizDate ?? usual.bizDate
  const depotId = asked.depotId ?? last?.depotId ?? usual.depots[0]?.id ?? null
  const head = { bizDate, depotId, depots: usual.depots }
  if (depotId === null) return { ...head, orders: [], trucks: [], sites: [], draft: null, lost: [] }
  const plan = await draftOf(ctx, { bizDate, depotId })
  const { trips, lost } = plan ? await standing(ctx, plan) : { trips: [], lost: [] }
  return {
    ...head,
    ...(await waiting(ctx, { bizDate, depotId }, plan)),
    draft: plan ? await shownDraft(ctx, plan, trips) : null,
    lost,
  }
}

export async function open(ctx: Ctx, at: In<typeof openQuick>): Promise<Out<typeof openQuick>> {
  demandAt(header, ctx)
  // One who presses in two windows at once gets the same draft in both.
  await ctx.tx.query(
    sql`select 1 from sys_user u where u.tenant_id = ${ctx.tenantId} and u.id = ${ctx.userId} for no key update`,
  )
  const mine = await draftOf(ctx, at)
  if (mine) return { id: mine.id, version: mine.version, isNew: false }
  const row = { ...createSchema(header).parse({ ...at, configId: await usualConfig(ctx) }), mode: 'QUICK' }
  const nothing = { asked: { wayBillIds: [], truckIds: [], seconds: 0 }, arrangement: { trips: [] }, isDraft: true }
  const { id, version } = await createRow(ctx, header, { ...row, ...nothing }, documentRules(routePlan))
  // Nothing is computed for it: it is arranged by hand from the beginning.
  await setBill(ctx, routePlan, { id }, 'ADJUSTED')
  return { id, version: version + 1, isNew: true }
}

export async function save(ctx: Ctx, { id, version, trips }: In<typeof saveQuick>): Promise<QuickDraft> {
  const plan = demandMine(ctx, await lockBill(ctx, routePlan, id, version))
  const given = trips as PlannedTrip[]
  const [wayBillIds, truckIds] = [idsOf(given), trucksOf(given)]
  for (const [count, max] of [
    [wayBillIds.length, planMost.wayBills],
    [truckIds.length, planMost.trucks],
  ] as const)
    if (count > max) refuse(faults.tooMany, { max, count })
  demandOnce(given, truckIds)
  const day = await dayOfCards(ctx, plan, given)
  if (day.trucks.length < truckIds.length) refuse(faults.notFound, { subject: truck.title, no: '' })
  demandTurns(day, given)
  demandWaiting(day, wayBillIds)
  const nowhere = day.orders[day.problem.orders.findIndex((o) => o.site < 0)]
  if (nowhere) {
    const site = day.sites.find((s) => s.id === siteOf(day, nowhere))
    refuse(tmsFaults.unlocated, { code: site?.code ?? '' })
  }
  const until = await hold(
    ctx,
    id,
    day.orders.map((b) => b.id),
  )
  const drawn = drawCards(day, given)
  const now = figures(given, drawn)
  const asked = JSON.stringify({ wayBillIds, truckIds, seconds: 0 })
  await setBill(ctx, routePlan, plan, 'ADJUSTED', { ...now, asked })
  const { tripCount, orderCount, distanceM, cost } = now
  const after = { tripCount, orderCount, distanceM, cost }
  ctx.audit({ subject: header.key, subjectId: id, subjectNo: plan.billNo, action: 'arrange', after })
  const heldUntil = wayBillIds.length > 0 ? until.toISOString() : null
  return { id, billNo: plan.billNo, version: plan.version + 1, state: 'ADJUSTED', ...drawn, heldUntil }
}

export async function suggest(ctx: Ctx, { id, wayBillId }: In<typeof suggestQuick>): Promise<Out<typeof suggestQuick>> {
  const plan = await readDraft(ctx, id)
  const { trips } = await standing(ctx, plan)
  const day = await dayOfCards(ctx, plan, trips, [wayBillId])
  return { places: placesOf(day, trips, wayBillId).slice(0, 3) }
}

/** 生成派车单: all or nothing; what its planner kept until then is on trips. */
export async function confirm(ctx: Ctx, { id, version }: In<typeof confirmQuick>): Promise<Out<typeof confirmQuick>> {
  demandMine(ctx, await lockBill(ctx, routePlan, id, version))
  await takeStep(ctx, routePlan, 'approve', { id, version }, planSteps.approve)
  const trips = await madeOf(ctx, id)
  return { trips: trips.map((t) => ({ key: shipPlanBill.header.key, id: t.id, no: t.billNo })) }
}
const madeOf = async (ctx: Ctx, id: string) => {
  const { tripIds } = await readBill(ctx, routePlan, id)
  return ctx.tx.query<{ id: string; version: number; billNo: string }>(sql`
    select t.id, t.version, t.bill_no from ${fromHere(ctx, shipPlanBill.header, 't')}
    where t.id = any(${(tripIds ?? []) as string[]}::bigint[]) order by t.id`)
}

export async function release(ctx: Ctx, seen: In<typeof confirmQuick>): Promise<Out<typeof confirmQuick>> {
  const made = await confirm(ctx, seen)
  for (const { id, version } of await madeOf(ctx, seen.id))
    await takeStep(ctx, shipPlanBill, 'release', { id, version }, tripSteps.release)
  return made
}
