import type { Kernel } from '../../kernel/perform.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { within } from '../warehouse/asks.ts'
import { bookDue, bookDueOf } from './freight.ts'
import { rateTrip, rateWayBill } from './rate.ts'

/** The outbox's word of what is over: it is charged, however often it is told. */
export const feeListener =
  (kernel: Kernel): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events.slice(0, 1)) {
      const [kind, of = ''] = key.split(':')
      await within(
        kernel,
        tenantId,
        id,
      )(orgId, async (ctx) => {
        await (kind === 'trip' ? rateTrip(ctx, of) : rateWayBill(ctx, of))
        await (kind === 'trip' ? bookDue(ctx, of) : bookDueOf(ctx, of))
      })
    }
  }
