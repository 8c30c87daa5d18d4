import { userOwner } from '@lading/contract/sys/user.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import sql from 'sql-template-tag'
import { jobHandlers, seedAreas } from '../areas.ts'
import { type Ctx, systemOrg } from '../kernel/ctx.ts'
import { asOwner } from '../kernel/database.ts'
import { insert } from '../kernel/insert.ts'
import { grantedBy, permissionRegistry } from '../permissions.ts'
import { learnUnknown } from '../platform/job/statistics.ts'
import type { Server } from '../server.ts'
import { allCollected } from '../sys/collection/runs.ts'
import { randomPassword } from '../sys/session/password.ts'
import { prepareDc } from '../wms/masters/prepareDc.ts'
import { addUpDays } from '../wms/worker/days.ts'
import { seedAdjustments } from './adjustments.ts'
import { seedAnnouncements } from './announcements.ts'
import { seedApps } from './apps.ts'
import { seedAutomation } from './automation.ts'
import { seedBackup } from './backup.ts'
import { seedChecks } from './checks.ts'
import { seedCollections } from './collections.ts'
import { seedCounts } from './counts.ts'
import { seedCrew } from './crew.ts'
import { seedExports } from './exports.ts'
import { seedFaces } from './faces.ts'
import { seedHandShake } from './handShake.ts'
import { seedJobs } from './jobs.ts'
import { seedLabels } from './labels.ts'
import { seedListViews } from './listViews.ts'
import { seedLocks } from './locks.ts'
import { seedLogins } from './logins.ts'
import { seedMails } from './mails.ts'
import { type DemoMasters, seedMasters } from './masters.ts'
import { seedMerges } from './merges.ts'
import { seedOpenAccount } from './openAccount.ts'
import { type Run, seedOrders, seedSmallCentre } from './orders.ts'
import { seedPace } from './pace.ts'
import { demoOrgs, demoPeople, demoUsers, pickers } from './people.ts'
import { seedPickContainers } from './pickContainers.ts'
import { seedCapacities, seedSpareSchemes } from './places.ts'
import { seedPreRpl } from './preRpl.ts'
import { seedPrinters } from './printers.ts'
import { seedQuality } from './quality.ts'
import { seedRobots, tellNearEnds } from './robots.ts'
import { seedSettings } from './settings.ts'
import { seedSheets } from './sheets.ts'
import { seedSorting } from './sorting.ts'
import { createTenant, inTenant, type MadeTenant } from './tenant.ts'
import { seedUnload } from './unload.ts'
import { seedStock, seedWarehouse } from './warehouse.ts'
import { seedWaves } from './waves.ts'

/** The longest of the demo users' names. */
const nameWidth = Math.max(...demoUsers.map((u) => u.username.length))

/** What the demo company is filled with, in this order: rules of the centres name templates. */
const seeds = [
  seedPrinters,
  seedGoods,
  seedHandShake,
  seedOpenAccount,
  seedCollections,
  seedRobots,
  seedExports,
  seedBackup,
]

/** Fills an empty database with the demo tenants. @returns what to print about the log-ins, or undefined when there was data */
export async function seedDemo(server: Server, password: string | undefined): Promise<string | undefined> {
  const { kernel } = server
  const { n } = await asOwner(kernel.db, (tx) => tx.one<{ n: string }>(sql`select count(*) as n from sys_tenant`))
  if (n !== '0') return undefined
  const secret = password ?? randomPassword()
  const all = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
  const demo = await createTenant(
    kernel,
    {
      code: 'demo',
      name: '来丁演示企业',
      slogan: 'Make Your Supply Chain Smarter',
      orgs: demoOrgs,
      users: demoPeople((grants) => grantedBy(all, grants)),
    },
    secret,
  )
  for (const seed of seeds) await seed(server, demo)
  const demo2 = await createTenant(
    kernel,
    {
      code: 'demo2',
      name: '第二演示企业',
      orgs: [
        { code: 'G2', name: '第二演示企业', type: 'GROUP' },
        { code: 'DC01', name: '第二物流中心', type: 'DC', upper: 'G2' },
      ],
      users: [
        {
          username: 'admin',
          realName: '系统管理员',
          role: '系统管理员',
          org: 'G2',
          orgs: ['G2', 'DC01'],
          permissions: all,
        },
      ],
    },
    secret,
  )
  const dc2 = demo2.orgs.get('DC01')
  if (dc2) await inTenant(kernel, demo2.tenantId, dc2, (ctx) => prepareDc(ctx))
  await createTenant(
    kernel,
    {
      code: 'plat',
      name: '平台',
      orgs: [{ code: 'PLAT', name: '平台', type: 'PLAT' }],
      users: [
        {
          username: 'operator',
          realName: '平台运营',
          role: '系统管理员',
          org: 'PLAT',
          orgs: ['PLAT'],
          permissions: all.filter((p) => p.startsWith('sys')),
        },
      ],
    },
    secret,
  )
  server.tenants.forget()
  // What is collected is written after the call that sent it, and no listener waits for it.
  await server.relay.drain()
  await allCollected()
  await server.relay.drain()
  await learnUnknown(kernel.db)
  return [
    `Demo log-ins: tenant demo, users ${demoUsers.map((u) => u.username).join(', ')}; tenant demo2, user admin; tenant plat, user operator. Password: ${password === undefined ? secret : '(as set in LADING_DEMO_PASSWORD)'}`,
    ...demoUsers.flatMap((u) => (u.does === undefined ? [] : `  ${u.username.padEnd(nameWidth)} ${u.does}`)),
  ].join('\n')
}

/** Products whose opening stock is booked at a time. */
const stockBatch = 40

/** A day of the first centre, in which no page is empty. */
async function seedLargeCentre(run: Run, masters: DemoMasters): Promise<void> {
  await seedOrders(run, masters)
  await seedWaves(run, masters)
  await seedSorting(run, masters)
  await seedAutomation(run, masters)
  await seedCounts(run)
  await seedChecks(run, masters)
  await seedAdjustments(run)
  await seedFaces(run)
  await seedPreRpl(run, masters)
  await seedLabels(run, masters)
  await seedPickContainers(run)
  await seedUnload(run)
  await seedQuality(run, masters)
  await seedMerges(run, masters)
  await run(seedSpareSchemes)
  await run(seedCapacities)
  await seedPace(run)
  await run((ctx) => addUpDays(ctx))
}

/** Masters, two warehouses with stock, and an afternoon's orders. */
async function seedGoods(server: Server, demo: MadeTenant): Promise<void> {
  const { kernel } = server
  const group = demo.orgs.get('LADING')
  if (!group) return
  const masters = await inTenant(kernel, demo.tenantId, group, async (ctx) => {
    const made = await seedMasters(ctx)
    for (const u of demoUsers)
      for (const code of u.owners ?? [])
        await insert(ctx, userOwner.entity, [{ userId: demo.users.get(u.username), ownerId: made.owners.get(code) }])
    await seedAreas(ctx)
    return made
  })
  for (const org of demo.orgs.values()) if (org.type !== 'GROUP') await inTenant(kernel, demo.tenantId, org, seedAreas)
  for (const [code, size] of [
    ['DC01', 1],
    ['DC02', 0.5],
  ] as const) {
    const org = demo.orgs.get(code)
    if (!org) continue
    const run = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => inTenant(kernel, demo.tenantId, org, work)
    const zones = await run((ctx) => seedWarehouse(ctx, size))
    await run((ctx) => seedCrew(ctx, demo.users, code === 'DC01' ? [...pickers, 'receiver', 'shipper'] : ['receiver']))
    for (let from = 0; from < masters.products.length; from += stockBatch)
      await run((ctx) => seedStock(ctx, masters.products.slice(from, from + stockBatch), zones))
    await run(seedLocks)
    await (code === 'DC01' ? seedLargeCentre(run, masters) : seedSmallCentre(run, masters))
  }
  await inTenant(kernel, demo.tenantId, systemOrg, async (ctx) => {
    await seedJobs(ctx, jobHandlers)
    await seedSheets(ctx)
    await seedApps(ctx, [...demo.users.values()])
    await seedListViews(ctx)
    await seedSettings(ctx, demo.orgs.get('DC01')?.id ?? '')
    await seedMails(ctx, demo.users)
    await seedLogins(ctx, demo.users)
    await seedAnnouncements(ctx, demo.orgs)
  })
  await server.relay.drain()
  await tellNearEnds(server, demo)
}
