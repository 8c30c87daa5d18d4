import type { Deduction, Demand, GoodsClaim, Load, StoreDay, TripPlan } from '@lading/contract/tms/warehouse.ts'
import sql from 'sql-template-tag'
import { type Ctx, systemAt, systemOrigin } from '../../kernel/ctx.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'

/** What transport asks of the warehouse. All of it is asked in the organisation of a logistics centre. */
export interface Warehouse {
  /** An outbound order as it stands. */
  readonly demandOf: (ctx: Ctx, orderId: string) => Promise<Demand | undefined>
  /** How far a shipment that goes with a trip is loaded. */
  readonly loadOf: (ctx: Ctx, shipBillId: string) => Promise<Load | undefined>
  /** What the carrier of a trip is charged by a discrepancy, as it stands. */
  readonly chargeOf: (ctx: Ctx, diffId: string) => Promise<Deduction | undefined>
  /** A trip as it stands: its shipment follows. Harmless to repeat. */
  readonly takeTrip: (ctx: Ctx, trip: TripPlan) => Promise<void>
  /** What was done for the owners of goods on a day that is over (YYYY-MM-DD). */
  readonly storeDayOf: (ctx: Ctx, day: string) => Promise<StoreDay>
  /** Goods that turned out to be wrong become a discrepancy. Harmless to repeat. */
  readonly takeClaim: (ctx: Ctx, claim: GoodsClaim) => Promise<void>
}

/** The product at work in an organisation, in a transaction of its own. */
export const within =
  (kernel: Kernel, tenantId: string, eventId: string) =>
  <T>(orgId: string, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    perform(kernel, tenantId, systemOrigin(eventId), (tx) => systemAt(tx, tenantId, orgId), work)

/** The same reader in another organisation, within his transaction: he sees what has been committed there. He writes nothing. */
export const readerAt = async (ctx: Ctx, orgId: string): Promise<Ctx> => ({
  ...ctx,
  ...(await systemAt(ctx.tx, ctx.tenantId, orgId)),
})

/** The enterprise: masters are kept there. */
export async function enterpriseOf(ctx: Ctx): Promise<string> {
  const { id } = await ctx.tx.one<{ id: string }>(sql`
    select id from sys_org where tenant_id = ${ctx.tenantId} and type = 'GROUP'`)
  return id
}
