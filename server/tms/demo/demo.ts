import type { Demo } from '../../platform/manifest.ts'
import { seedTransport } from './masters.ts'
import { seedTransportMoney } from './money.ts'
import { seedTransportPapers } from './papers.ts'
import { seedTransportPlans } from './plans.ts'
import { seedDevices, seedRoad } from './road.ts'
import { seedTransportRoutes } from './routes.ts'
import { seedTransportTrips } from './trips.ts'

/** A chain's stores, a fleet and a day of it: some planned, some on the road, some signed. */
export const demo: Demo = {
  GROUP: ({ run }) =>
    run(async (ctx) => {
      await seedTransport(ctx)
      await seedDevices(ctx)
    }),
  TC: ({ run }) =>
    run(async (ctx) => {
      await seedTransportPapers(ctx)
      await seedTransportTrips(ctx)
      await seedTransportRoutes(ctx)
      await seedRoad(ctx)
      await seedTransportPlans(ctx)
      await seedTransportMoney(ctx)
    }),
}
