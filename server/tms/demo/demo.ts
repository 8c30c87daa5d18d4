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
  // Each a piece of work of its own: one that needs many numbers begins again for each block of them.
  TC: async ({ run }) => {
    await seedTransportPapers(run)
    await run(seedTransportTrips)
    await run(seedTransportRoutes)
    await run(seedRoad)
    await run(seedTransportPlans)
    await run(seedTransportMoney)
  },
}
