import type { QuickOrder, QuickTruck } from '@lading/contract/tms/quickCalls.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { as } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { readBill } from '../../platform/document/steps.ts'
import { board, open, save } from '../planning/quick.ts'
import { generate } from '../planning/served.ts'
import { computeHere } from '../planning/task.ts'

/** Enough to look like a day's work, and done in a moment. */
const iterations = 400

/** A dispatcher's open quick plan: two trucks with goods, one that waits for some; and what the engine makes of the rest of the day. */
export async function seedTransportPlans(system: Ctx): Promise<void> {
  const ctx = await as(system, 'dispatcher')
  const bizDate = businessDay(ctx)
  const { depotId, orders, trucks } = await board(ctx, { bizDate })
  if (depotId === null) return
  const free = orders.filter((o) => o.reason === null && o.kind === 'DELIVER')
  const goods = (isCold: boolean, most: number) =>
    free.filter((o) => (o.tempZone === 'CHILL') === isCold && o.tempZone !== 'FROZEN').slice(0, most)
  const truck = (isCold: boolean) => trucks.filter((k) => !k.isOut && k.isCold === isCold)
  const card = (of: QuickTruck | undefined, on: readonly QuickOrder[]) =>
    of ? [{ truckId: of.id, turn: 0, visits: on.map((o) => ({ wayBillId: o.id })) }] : []
  const [dry, more] = truck(false)
  const draft = await open(ctx, { bizDate, depotId })
  const trips = [...card(dry, goods(false, 4)), ...card(truck(true)[0], goods(true, 3)), ...card(more, [])]
  await save(ctx, { ...draft, trips })
  const { configId } = await readBill(ctx, routePlan, draft.id)
  const taken = new Set(trips.flatMap((one) => [one.truckId, ...one.visits.map((v) => v.wayBillId)]))
  const idsOf = (of: readonly { readonly id: string }[]) => of.map(({ id }) => id).filter((id) => !taken.has(id))
  const wayBillIds = idsOf(orders.filter((o) => o.reason === null))
  const truckIds = idsOf(trucks.filter((k) => !k.isOut))
  const plan = await generate(ctx, { bizDate, depotId, configId, wayBillIds, truckIds, seconds: 1 })
  await computeHere(ctx, plan.id, iterations)
}
