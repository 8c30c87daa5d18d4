import sql from 'sql-template-tag'
import type { Run, Site } from '../../platform/demo/site.ts'
import type { Demo } from '../../platform/manifest.ts'
import { tellExpiring } from '../board/expiry.ts'
import { addUpDays } from '../worker/days.ts'
import { seedAdjustments } from './adjustments.ts'
import { seedAutomation } from './automation.ts'
import { seedCartShelf } from './cartShelf.ts'
import { seedChecks } from './checks.ts'
import { seedCounts } from './counts.ts'
import { pickers, seedCrew } from './crew.ts'
import { seedFaces } from './faces.ts'
import { seedHandShake } from './handShake.ts'
import { seedLabels } from './labels.ts'
import { seedLights } from './lights.ts'
import { seedLitWall } from './litWall.ts'
import { type DemoMasters, seedMasters } from './masters.ts'
import { seedMerges } from './merges.ts'
import { loadMasters } from './morning.ts'
import { seedOrders, seedSmallCentre } from './orders.ts'
import { seedPace } from './pace.ts'
import { seedPackChanges } from './packChanges.ts'
import { seedPickContainers } from './pickContainers.ts'
import { seedCapacities, seedLocks, seedSpareSchemes } from './places.ts'
import { seedPreRpl } from './preRpl.ts'
import { seedPrinters } from './printers.ts'
import { seedProcessing } from './processing.ts'
import { seedQuality } from './quality.ts'
import { seedReturns } from './returns.ts'
import { seedContainerAccounts } from './rti.ts'
import { seedSorting } from './sorting.ts'
import { seedUnload } from './unload.ts'
import { seedStock, seedWarehouse } from './warehouse.ts'
import { seedWaves } from './waves.ts'
import { seedYard } from './yard.ts'

/** Products whose opening stock is booked at a time. */
const stockBatch = 40

/** Masters, two warehouses with stock, and an afternoon's orders. */
export const demo: Demo = {
  GROUP: async (site) => {
    await site.run(seedMasters)
    await seedPackChanges(site)
  },
  DC: async (site) => {
    const { run } = site
    const isFirst = site.org.code === 'DC01'
    // Rules of both centres name its templates.
    if (isFirst) await run(seedPrinters)
    const masters = await run(loadMasters)
    const zones = await run((ctx) => seedWarehouse(ctx, isFirst ? 1 : 0.5))
    await run((ctx) => seedCrew(ctx, isFirst ? [...pickers, 'receiver', 'shipper'] : ['receiver']))
    for (let from = 0; from < masters.products.length; from += stockBatch)
      await run((ctx) => seedStock(ctx, masters.products.slice(from, from + stockBatch), zones))
    await run(seedLocks)
    if (!isFirst) return seedSmallCentre(run, masters)
    await seedLargeCentre(run, masters)
    await run(seedHandShake)
    await tellNearEnds(site)
  },
}

/** A day of the first centre, in which no page is empty. */
async function seedLargeCentre(run: Run, masters: DemoMasters): Promise<void> {
  await seedOrders(run, masters)
  await seedWaves(run, masters)
  await seedSorting(run, masters)
  await seedAutomation(run, masters)
  await seedCounts(run)
  await seedChecks(run, masters)
  await seedAdjustments(run)
  await run(seedFaces)
  await seedPreRpl(run, masters)
  await seedLabels(run, masters)
  await seedPickContainers(run)
  await run(seedUnload)
  await seedQuality(run, masters)
  await seedMerges(run, masters)
  await seedLights(run, masters)
  await seedLitWall(run, masters)
  await seedCartShelf(run, masters)
  await seedYard(run)
  await seedContainerAccounts(run)
  await seedReturns(run)
  await seedProcessing(run)
  await run(seedSpareSchemes)
  await run(seedCapacities)
  await run(seedPace)
  await run((ctx) => addUpDays(ctx))
}

/** This morning's alarm of lots near their end, which everybody has read. */
async function tellNearEnds({ server, run }: Site): Promise<void> {
  await run((ctx) => tellExpiring(ctx))
  await server.relay.drain()
  await run((ctx) =>
    ctx.tx.run(sql`
      update sys_message set read_at = created_at where tenant_id = ${ctx.tenantId} and key = 'LOT_EXPIRY'`),
  )
}
