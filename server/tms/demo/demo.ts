import type { Demo } from '../../platform/manifest.ts'
import { prepareVrp } from '../vrp/config.ts'
import { seedTransport } from './masters.ts'
import { seedTransportPapers } from './papers.ts'
import { seedTransportPlans } from './plans.ts'
import { seedTransportRoutes } from './routes.ts'
import { seedTransportTrips } from './trips.ts'

/** A chain's stores, a fleet and a day of it: some planned, some on the road, some signed. */
export const demo: Demo = {
  GROUP: seedTransport,
  TC: async (ctx) => {
    await prepareVrp(ctx, ctx.org.id)
    await seedTransportPapers(ctx)
    await seedTransportTrips(ctx)
    await seedTransportRoutes(ctx)
    await seedTransportPlans(ctx)
  },
}
