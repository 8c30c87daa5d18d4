import type { QuickOrder, QuickTruck } from '@lading/contract/tms/quickCalls.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { businessDay } from '../platform/document/day.ts'
import { board, open, save } from '../tms/planning/quick.ts'
import { as } from './as.ts'

/** A dispatcher's open quick plan: two trucks with goods, one that waits for some; the rest of the day is still to be planned. */
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
  await save(ctx, {
    ...draft,
    trips: [...card(dry, goods(false, 4)), ...card(truck(true)[0], goods(true, 3)), ...card(more, [])],
  })
}
