import type { Call } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { starsMax, tripEvaluate, weightOf } from '@lading/contract/tms/evaluate.ts'
import { roadFaults } from '@lading/contract/tms/roadFaults.ts'
import { shipPlanBill, tripStates, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import sql, { join } from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import type { Computations } from '../../kernel/registry.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import type { TableExtra } from '../../kernel/tables.ts'
import { documentRules, documentServed } from '../../platform/document/served.ts'
import type { StepWorks } from '../../platform/document/steps.ts'
import type { Trip } from '../trip/read.ts'
import { onceOf } from './rate.ts'

const { header } = tripEvaluate

/** A dispatcher rates a trip that is over, or one of its stops, once. */
async function complete(ctx: Ctx, input: { tripId: string; stopId?: string | null; stars?: number | null }) {
  const trip = await ctx.tx.maybe<Trip & object>(sql`
    select t.* from ${fromHere(ctx, shipPlanBill.header, 't')} where t.id = ${input.tripId} for no key update of t`)
  const { billNo, state, truckId, driverId, carrierId, bizDate } = found(trip, shipPlanBill.header.title)
  if (state !== 'RETURNED' && state !== 'CLOSED') refuse(roadFaults.notOver, { no: billNo, state: tripStates[state] })
  if (input.stopId) {
    const own = await ctx.tx.maybe(sql`
      select 1 from ${fromHere(ctx, tripStop, 's')} where s.id = ${input.stopId} and s.bill_id = ${input.tripId}`)
    if (!own) refuse(roadFaults.otherStop)
  }
  const once = onceOf(input.tripId, input.stopId ?? null, 'DISPATCHER')
  const there = await ctx.tx.maybe(sql`select 1 from ${fromHere(ctx, header, 'e')} where e.rated_once = ${once}`)
  if (there) refuse(roadFaults.rated)
  Object.assign(input, { truckId, driverId, carrierId, bizDate, rater: 'DISPATCHER' })
}
const scoreOf = (stars: number | null | undefined): string | null =>
  stars ? ((stars / starsMax) * 100).toFixed(1) : null

export const evaluateRules: Rules<typeof header> = documentRules(tripEvaluate, {
  beforeCreate: async (ctx, input) => {
    await complete(ctx, input)
    Object.assign(input, { total: scoreOf(input.stars) })
  },
  beforeUpdate: async (_ctx, input, before) => {
    if (before.rater === 'AUTO' && input.stars !== undefined) input.stars = before.stars
    else if (input.stars !== undefined) Object.assign(input, { total: scoreOf(input.stars) })
  },
})

const evaluateSteps: StepWorks<typeof tripEvaluate> = {
  decide: {
    // What nobody decided otherwise stays as it was.
    effect: async (_ctx, bill, _made, { total }) => ({ total: total ?? bill.total }),
  },
}
/** What is told once is marked by what it is about: nobody types that. */
async function create(ctx: Ctx, input: Input) {
  const made = await createRow(ctx, header, input, evaluateRules)
  const once = onceOf(String(input.tripId), input.stopId ? String(input.stopId) : null, 'DISPATCHER')
  await ctx.tx.run(sql`
    update tms_trip_evaluate set rated_once = ${once} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${made.id}`)
  return made
}
const createCall = crudCalls(header).create

/** 派车单评价 */
export const evaluateServed = (): Served[] => [
  ...documentServed(tripEvaluate, evaluateSteps, evaluateRules).filter(({ call }) => call.path !== createCall?.path),
  ...(createCall ? [serve(createCall as Call<Input>, create)] : []),
]

const weight = sql`case e.rater ${join(
  Object.entries(weightOf).map(([rater, n]) => sql`when ${rater} then ${n}::integer`),
  ' ',
)} end`
export const evaluateComputed: Computations = {
  [header.table]: {
    tripScore: {
      value: (ctx) => sql`(select round(sum(e.total * (${weight})) / nullif(sum(${weight}), 0), 1)
        from ${named(ctx, header, 'e')} where e.trip_id = t.trip_id and e.total is not null)`,
    },
  },
}
export const evaluateExtras: Readonly<Record<string, TableExtra>> = {
  [header.key]: { indexes: [{ columns: 'org_id, rated_once', where: 'rated_once is not null', unique: true }] },
}
