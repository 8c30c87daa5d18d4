import { refuse } from '@lading/contract/kernel/fault.ts'
import { createSchema } from '@lading/contract/kernel/schema.ts'
import {
  arrangePlan,
  drawPlan,
  generatePlan,
  planProgress,
  planScope,
  planStart,
  stopPlan,
  suggestPlaces,
} from '@lading/contract/tms/planCalls.ts'
import { planFaults } from '@lading/contract/tms/planFaults.ts'
import {
  confirmQuick,
  improveTrips,
  insertRest,
  openQuick,
  quickBoard,
  releaseQuick,
  saveQuick,
  suggestQuick,
} from '@lading/contract/tms/quickCalls.ts'
import { type Arrangement, type Asked, type PlannedTrip, routePlan } from '@lading/contract/tms/routePlan.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { demandAt, fromHere } from '../../kernel/scope.ts'
import { documentRules, documentServed } from '../../platform/document/served.ts'
import { type BillRow, lockBill, readBill, setBill } from '../../platform/document/steps.ts'
import { putDue } from '../../platform/due/queue.ts'
import { demandUnheld, plannersOf } from '../wayBill/hold.ts'
import { arranged, demandOnce, demandTurns, demandWaiting, placesOf } from './arranged.ts'
import { readDay, readTrucks } from './day.ts'
import { draw } from './draw.ts'
import * as quick from './quick.ts'
import { improve, rest } from './quickSolve.ts'
import { computingOf, plansOf, regionNames, start } from './scope.ts'
import { shownOrder, shownSite, shownTruck, shownWaiting } from './shown.ts'
import { planSteps } from './steps.ts'
import { dayOfPlan, figures, planKey, wholeDayOf } from './task.ts'

type Plan = BillRow<typeof routePlan>
type In<C extends { input: z.ZodType }> = z.output<C['input']>

/** Plans that people may change. */
const isOpen = (state: string): boolean => state === 'COMPUTED' || state === 'ADJUSTED'

export async function generate(ctx: Ctx, input: In<typeof generatePlan>) {
  demandAt(routePlan.header, ctx)
  const mine = await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, routePlan.header, 't')} where t.state = 'COMPUTING' and t.created_by = ${ctx.userId}`)
  if (mine) refuse(planFaults.computing)
  const { wayBillIds, truckIds, seconds, from, ...head } = input
  const parent = from && (await lockBill(ctx, routePlan, from.id, from.version))
  if (parent && !isOpen(parent.state)) refuse(planFaults.notOpen, { no: parent.billNo })
  const day = await readDay(ctx, { ...head, wayBillIds, truckIds })
  demandWaiting(day, wayBillIds)
  await demandUnheld(ctx, wayBillIds)
  const row = { ...createSchema(routePlan.header).parse(head), ...(parent && { parentId: parent.id }) }
  const asked: Asked = { wayBillIds: day.orders.map((b) => b.id), truckIds: day.trucks.map((t) => t.id), seconds }
  const arrangement: Arrangement = { trips: parent ? arranged(parent) : [] }
  const made = await createRow(
    ctx,
    routePlan.header,
    { ...row, mode: 'VRP', asked, arrangement },
    documentRules(routePlan),
  )
  await putDue(ctx.tx, ctx.newId, [
    { tenantId: ctx.tenantId, kind: 'sheet', key: planKey(ctx.org.id, made.id), at: ctx.now() },
  ])
  const { billNo } = await readBill(ctx, routePlan, made.id)
  return { ...made, billNo }
}

/** Reasons that can be told before anything is planned. */
async function scope(ctx: Ctx, { bizDate, depotId }: In<typeof planScope>) {
  demandAt(routePlan.header, ctx)
  const ids = await ctx.tx.query<{ id: string }>(sql`
    select t.id from ${fromHere(ctx, wayBill.header, 't')} where t.state = 'CONFIRMED' and t.biz_date = ${bizDate}
      and (t.from_site_id = ${depotId} or t.to_site_id = ${depotId}) order by t.id`)
  const config = await ctx.tx.maybe<{ id: string }>(sql`
    select c.id from ${fromHere(ctx, vrpConfig, 'c')} where c.is_default`)
  const trucks = await readTrucks(ctx, undefined)
  const wayBillIds = ids.map((r) => r.id)
  const { id: configId } = found(config, routePlan.header.title)
  const day = await readDay(ctx, { bizDate, depotId, configId, wayBillIds, truckIds: trucks.map((t) => t.id) })
  const around = { regions: await regionNames(ctx), held: await plannersOf(ctx, wayBillIds) }
  return {
    orders: day.orders.map((b, i) => shownWaiting(day, b, i, around)),
    trucks: day.trucks.map(shownTruck),
    sites: day.sites.map((s) => ({ ...shownSite(s), role: s.role })),
    plans: await plansOf(ctx, bizDate, depotId),
    computing: (await computingOf(ctx)) ?? null,
  }
}

async function stop(ctx: Ctx, { id }: In<typeof stopPlan>) {
  const plan = await lockBill(ctx, routePlan, id)
  if (plan.state !== 'COMPUTING' || plan.stopAsked) return { id }
  await setBill(ctx, routePlan, plan, plan.state, { stopAsked: true })
  logged(ctx, plan, 'stop')
  return { id }
}

const logged = (ctx: Ctx, plan: Plan, action: string, after: Readonly<Record<string, unknown>> = {}): void =>
  ctx.audit({ subject: routePlan.header.key, subjectId: plan.id, subjectNo: plan.billNo, action, after })

async function look(ctx: Ctx, { id }: In<typeof drawPlan>) {
  const plan = await readBill(ctx, routePlan, id)
  const day = await dayOfPlan(ctx, plan)
  return {
    version: plan.version,
    state: plan.state,
    ...draw(day, arranged(plan)),
    progress: plan.state === 'COMPUTING' ? (planProgress.safeParse(plan.progress).data ?? null) : null,
    depotId: plan.depotId,
    sites: day.sites.map(shownSite),
    orders: day.orders.map((b) => shownOrder(day, b)),
    trucks: day.trucks.map(shownTruck),
  }
}

/** A person's arrangement may break limits, which is shown; it may not lose an order, double one or name another. */
async function arrange(ctx: Ctx, { id, version, trips }: In<typeof arrangePlan>) {
  const plan = await lockBill(ctx, routePlan, id, version)
  if (!isOpen(plan.state)) refuse(planFaults.notOpen, { no: plan.billNo })
  const { wayBillIds, truckIds } = plan.asked as Asked
  demandOnce(trips, truckIds, wayBillIds)
  const day = await wholeDayOf(ctx, plan)
  demandTurns(day, trips)
  const kept = trips.filter((t) => t.visits.length > 0 || t.locked) as PlannedTrip[]
  const drawn = draw(day, kept)
  const now = figures(kept, drawn)
  await setBill(ctx, routePlan, plan, 'ADJUSTED', now)
  const { tripCount, orderCount, distanceM, cost } = now
  logged(ctx, plan, 'arrange', { tripCount, orderCount, distanceM, cost })
  return { version: plan.version + 1, state: 'ADJUSTED', ...drawn }
}

async function suggest(ctx: Ctx, { id, wayBillId }: In<typeof suggestPlaces>) {
  const plan = await readBill(ctx, routePlan, id)
  const day = await dayOfPlan(ctx, plan)
  return { places: placesOf(day, arranged(plan), wayBillId) }
}

/** 智能排线, 快速排线, 排线单 */
export const planningServed = (): Served[] => [
  ...documentServed(routePlan, planSteps),
  serve(generatePlan, generate),
  serve(planStart, start),
  serve(planScope, scope),
  serve(stopPlan, stop),
  serve(drawPlan, look),
  serve(arrangePlan, arrange),
  serve(suggestPlaces, suggest),
  serve(quickBoard, quick.board),
  serve(openQuick, quick.open),
  serve(saveQuick, quick.save),
  serve(suggestQuick, quick.suggest),
  serve(confirmQuick, quick.confirm),
  serve(releaseQuick, quick.release),
  serveOutside(insertRest, rest),
  serveOutside(improveTrips, improve),
]
