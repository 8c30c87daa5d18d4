import { systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { Listener, Listeners } from '../../platform/outbox/relay.ts'
import { rateTrip } from '../evaluate/rate.ts'
import { fixTopic } from '../gps/take.ts'
import { within } from '../warehouse/asks.ts'
import { followTrip } from './follow.ts'
import { tripOfTruck } from './read.ts'
import { rateTopic, watchTopic } from './topics.ts'

/** Positions of a truck have come: the trip that it is on is looked at. */
const fixListener =
  (kernel: Kernel): Listener =>
  async (tenantId, events) => {
    const [first] = events
    if (!first) return
    const whole = systemIdentity(tenantId, systemOrg)
    const trip = await perform(kernel, tenantId, systemOrigin(first.id), whole, (ctx) =>
      tripOfTruck(ctx, first.key, ctx.now()),
    )
    const from = Math.min(...events.map((e) => Date.parse(String(e.payload?.from))))
    if (trip)
      await within(
        kernel,
        tenantId,
        first.id,
      )(trip.orgId, (ctx) => followTrip(ctx, trip.id, Number.isFinite(from) ? new Date(from) : undefined))
  }
const tripListener =
  (kernel: Kernel, work: (ctx: Parameters<typeof followTrip>[0], tripId: string) => Promise<void>): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events.slice(0, 1))
      await within(kernel, tenantId, id)(orgId, (ctx) => work(ctx, key))
  }

/** What the outbox says of trucks and trips on the road. */
export const roadListeners = (kernel: Kernel): Listeners => ({
  [fixTopic]: fixListener(kernel),
  [watchTopic]: tripListener(kernel, (ctx, id) => followTrip(ctx, id)),
  [rateTopic]: tripListener(kernel, rateTrip),
})
