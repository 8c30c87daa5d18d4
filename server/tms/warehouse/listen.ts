import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { shipPlanBill, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import { wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { takeDeduction } from '../fee/deduct.ts'
import { enterpriseOf, readerAt, type Warehouse, within } from './asks.ts'
import { takeDemand } from './demand.ts'
import { takeLoad } from './load.ts'
import { planOf } from './plan.ts'
import { wayOf } from './sites.ts'
import { tripTopic } from './topics.ts'

/*
 * The outbox says only whose word it is time to listen to: what is written is always what stands there now. So it does not
 * matter how often, how late or in what order it is told; and each side writes in its own organisation alone.
 */

type Run = ReturnType<typeof within>

/**
 * Goods go from order to order of a store. Whoever hears of one waits until what was heard of the others stands, and reads
 * his own only then: an order as it was before it was divided would take the goods of its parts.
 */
const oneAtATime = (ctx: Ctx, storeId: string) =>
  ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`tms.demand:${ctx.org.id}:${storeId}`}, 0))`)

/** The warehouse's word of an outbound order. */
async function hearOrder(run: Run, { demandOf }: Warehouse, dcId: string, orderId: string): Promise<void> {
  const first = await run(dcId, (ctx) => demandOf(ctx, orderId))
  const centreId = first?.centreId
  if (!centreId) return
  // Whoever only takes goods away needs nobody to be made for them.
  const way = first.isOff ? undefined : await run(await run(centreId, enterpriseOf), (ctx) => wayOf(ctx, first))
  await run(centreId, async (ctx) => {
    await oneAtATime(ctx, first.store.id)
    const demand = await demandOf(await readerAt(ctx, dcId), orderId)
    if (demand) await takeDemand(ctx, demand, way)
  })
}
export const orderListener =
  (kernel: Kernel, warehouse: Warehouse): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events.slice(0, 1))
      await hearOrder(within(kernel, tenantId, id), warehouse, orgId, key)
  }

/** Whose trip it is. */
async function orgOfTrip(ctx: Ctx, tripId: string): Promise<string | undefined> {
  const row = await ctx.tx.maybe<{ orgId: string } & object>(sql`
    select t.org_id from ${named(ctx, shipPlanBill.header, 't')} where t.id = ${tripId}`)
  return row?.orgId
}
const isSigned = async (ctx: Ctx, tripId: string): Promise<boolean> =>
  (await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, tripItem, 'i')} where i.bill_id = ${tripId} and i.direction = 'OUT' and i.state <> 'OPEN' limit 1`)) !==
  undefined

/** The warehouse's word of a shipment that goes with a trip. */
export const shipmentListener =
  (kernel: Kernel, warehouse: Warehouse): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events.slice(0, 1)) {
      const run = within(kernel, tenantId, id)
      const { first, centreId } = await run(orgId, async (ctx) => {
        const load = await warehouse.loadOf(ctx, key)
        return { first: load, centreId: load && (await orgOfTrip(ctx, load.tripId)) }
      })
      if (!first || !centreId) continue
      await run(centreId, async (ctx) => {
        const load = await warehouse.loadOf(await readerAt(ctx, orgId), key)
        if (!load) return
        await takeLoad(ctx, load)
        // A store may have signed before the warehouse knew that the truck was gone.
        if (load.state === 'GONE' && (await isSigned(ctx, load.tripId)))
          ctx.emit({ topic: tripTopic, key: load.tripId })
      })
      // What stayed behind is to be brought another time, and what went without a way bill is not.
      if (first.state === 'GONE')
        for (const orderId of new Set(first.lines.map((l) => l.orderId)))
          await hearOrder(run, warehouse, orgId, orderId)
    }
  }

interface Freed {
  readonly dcId: string
  readonly orderId: string
}
/** Transport's own word of a way bill that nobody has planned any more: its orders are looked at again. */
export const freedListener =
  (kernel: Kernel, warehouse: Warehouse): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events.slice(0, 1)) {
      const run = within(kernel, tenantId, id)
      const orders = await run(orgId, (ctx) =>
        ctx.tx.query<Freed>(sql`
          select distinct p.org_ref as dc_id, l.out_order_id as order_id from ${fromHere(ctx, wayBillLine, 'l')} join ${fromHere(ctx, wayBill.header, 'w')} on w.id = l.bill_id
          join ${named(ctx, clientSite, 'p')} on p.id = w.from_site_id and p.org_ref is not null
          where l.bill_id = ${key} and l.out_order_id is not null order by l.out_order_id`),
      )
      for (const { dcId, orderId } of orders) await hearOrder(run, warehouse, dcId, orderId)
    }
  }

/** Transport's own word of a trip. */
export const tripListener =
  (kernel: Kernel, warehouse: Warehouse): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events.slice(0, 1)) {
      const run = within(kernel, tenantId, id)
      const first = await run(orgId, (ctx) => planOf(ctx, key))
      if (!first) continue
      await run(first.dcId, async (ctx) => {
        const now = await planOf(await readerAt(ctx, orgId), key)
        if (now) await warehouse.takeTrip(ctx, now.plan)
      })
    }
  }

/** The warehouse's word of what a carrier is charged for. */
export const chargeListener =
  (kernel: Kernel, warehouse: Warehouse): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events.slice(0, 1)) {
      const run = within(kernel, tenantId, id)
      const centreId = await run(orgId, async (ctx) => {
        const first = await warehouse.chargeOf(ctx, key)
        return first && orgOfTrip(ctx, first.tripId)
      })
      if (!centreId) continue
      await run(centreId, async (ctx) => {
        const now = await warehouse.chargeOf(await readerAt(ctx, orgId), key)
        if (now) await takeDeduction(ctx, now)
      })
    }
  }
