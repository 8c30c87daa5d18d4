import { systemBins } from '@lading/contract/wms/systemBins.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Org, systemOrg } from '../kernel/ctx.ts'
import type { Database } from '../kernel/database.ts'
import { inTenant } from '../platform/job/run.ts'
import { unknownTables } from '../platform/job/statistics.ts'
import { createLog, createServer, type Server } from '../server.ts'
import { openTestDatabase, testSecret } from '../testing/database.ts'
import { pickers } from '../wms/demo/crew.ts'
import { demoMorning } from '../wms/demo/morning.ts'
import { reconcile } from '../wms/stock/reconcile.ts'
import { seedDemo } from './seed.ts'

let db: Database
let server: Server
let now = new Date()
beforeAll(async () => {
  db = await openTestDatabase()
  server = await createServer({
    db,
    now: () => now,
    log: createLog('error'),
    config: { secret: testSecret, trustProxy: false, tls: undefined },
  })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

test('the demo tenant is alive, balanced, and seeded once', async () => {
  expect(await seedDemo(server, 'demo1234')).toContain('receiver')
  expect(await unknownTables(db)).toEqual([])
  expect(await seedDemo(server, 'demo1234')).toBeUndefined()
  const tenantId = (await server.tenants.idOf('demo')) ?? ''
  const system = systemOrg
  // Whoever looks at a task of the demo sees who has done it.
  const nobody = await inTenant(server.kernel, tenantId, system, (ctx) =>
    ctx.tx.one<{ n: number }>(
      sql`select count(*)::integer as n from wms_task_log where tenant_id = ${tenantId} and action = 'confirm' and created_by is null`,
    ),
  )
  expect(nobody.n).toBe(0)
  // Each picker has one pick in hand, and nobody has work that he may not do.
  const held = await inTenant(server.kernel, tenantId, system, (ctx) =>
    ctx.tx.query<{ username: string; picks: number; unfit: number }>(sql`
      select u.username, (count(*) filter (where k.task_type = 'PICK' and k.state = 'RUNNING'))::integer as picks,
        (count(*) filter (where not exists (select 1 from wms_worker_skill s where s.tenant_id = w.tenant_id and s.worker_id = w.id and s.queue = k.queue)))::integer as unfit
      from wms_task k join wms_worker w on w.tenant_id = k.tenant_id and w.org_id = k.org_id and w.user_id = k.assignee_id
      join sys_user u on u.tenant_id = w.tenant_id and u.id = w.user_id where k.tenant_id = ${tenantId} group by 1 order by 1`),
  )
  expect(held.filter((h) => h.picks > 0).map((h) => [h.username, h.picks])).toEqual(pickers.map((name) => [name, 1]))
  expect(held.filter((h) => h.unfit > 0)).toEqual([])
  // Nothing stands where nobody finds a label, and nobody is sent there.
  const unlabelled = await inTenant(server.kernel, tenantId, system, (ctx) =>
    ctx.tx.query<{ code: string }>(sql`
      select b.code from wms_bin b where b.tenant_id = ${tenantId} and b.code = any(${Object.keys(systemBins)}::text[])
        and (exists (select 1 from wms_stock s where s.tenant_id = b.tenant_id and s.bin_id = b.id and s.qty > 0)
          or exists (select 1 from wms_container c where c.tenant_id = b.tenant_id and c.bin_id = b.id)
          or exists (select 1 from wms_task_line l where l.tenant_id = b.tenant_id and b.id in (l.from_bin_id, l.to_bin_id))
          or not exists (select 1 from wms_bin o where o.tenant_id = b.tenant_id and o.org_id = b.org_id and o.usage = b.usage and o.id <> b.id))`),
  )
  expect(unlabelled).toEqual([])
  // No page is empty in the first centre.
  for (const table of ['bin_capacity', 'sowing_scheme', 'collect_bin_scheme', 'pick_container', 'pick_label'])
    expect(
      await inTenant(server.kernel, tenantId, system, (ctx) =>
        ctx.tx.query(sql`select 1 from ${raw(`wms_${table}`)} where tenant_id = ${tenantId} limit 1`),
      ),
    ).toHaveLength(1)
  const bare = await inTenant(server.kernel, tenantId, system, (ctx) =>
    ctx.tx.query<{ code: string }>(sql`
      select code from wms_store where tenant_id = ${tenantId} and (address is null or phone is null or longitude is null)
      union all select code from sys_org where tenant_id = ${tenantId} and (address is null or phone is null or longitude is null)`),
  )
  expect(bare).toEqual([])
  const orgs = await inTenant(server.kernel, tenantId, system, (ctx) =>
    ctx.tx.query<Org & object>(
      sql`select id, code, type, time_zone from sys_org where tenant_id = ${tenantId} and type = 'DC' order by code`,
    ),
  )
  expect(orgs.map((o) => o.code)).toEqual(['DC01', 'DC02'])
  for (const org of orgs) {
    expect(await inTenant(server.kernel, tenantId, org, reconcile)).toEqual([])
    const papers = await inTenant(server.kernel, tenantId, org, (ctx) =>
      ctx.tx.query<{ state: string }>(sql`
        select distinct state from wms_operate_bill where tenant_id = ${tenantId} and org_id = ${org.id} order by state`),
    )
    expect(papers.map((p) => p.state)).toEqual(expect.arrayContaining(['APPROVED', 'SAVED']))
  }
  const count = (what: ReturnType<typeof sql>) =>
    inTenant(server.kernel, tenantId, system, (ctx) => ctx.tx.query<{ key: string; n: string }>(what))
  const states = async (table: 'order' | 'operate') =>
    (
      await count(
        table === 'order'
          ? sql`select state as key, count(*) as n from wms_order_bill group by 1 order by 1`
          : sql`select state as key, count(*) as n from wms_operate_bill group by 1 order by 1`,
      )
    ).map((r) => r.key)
  // Labels wait to be printed, taken and stuck on; one was torn.
  const labels = await count(
    sql`select kind || ' ' || state as key, count(*) as n from wms_pick_label group by 1 order by 1`,
  )
  expect(labels.map((r) => r.key)).toEqual(
    expect.arrayContaining(['PICK DONE', 'PICK NEW', 'PICK OBTAINED', 'PICK PRINTED', 'PICK VOID', 'RPL NEW']),
  )
  const types = (await count(sql`select task_type as key, count(*) as n from wms_task group by 1`)).map((r) => r.key)
  expect(types).toEqual(expect.arrayContaining(['RPL_UP', 'STORE_COLLECT_CHECK', 'ABOLISH_TRUCK', 'CONTAINER_MERGE']))
  expect(await states('order')).toEqual(['APPROVED', 'FINISHED', 'INPROGRESS', 'SAVED'])
  expect(await states('operate')).toEqual(['APPROVED', 'FINISHED', 'INPROGRESS', 'SAVED'])
  const inspections = await count(sql`select state as key, count(*) as n from wms_quality_bill group by 1 order by 1`)
  expect(inspections.map((r) => [r.key, r.n])).toEqual([
    ['APPROVED', '1'],
    ['INPROGRESS', '1'],
    ['SAVED', '1'],
  ])
  // Records that came and messages that went, in every state that ends; what is off has no other side.
  const exchanged = await count(
    sql`select direction || ' ' || status as key, count(*) as n from sys_data_interactive group by 1 order by 1`,
  )
  expect(exchanged.map((r) => `${r.key} ${r.n}`)).toEqual([
    'IN FAILED 2',
    'IN IGNORED 2',
    'IN OK 6',
    'OUT CANCELLED 1',
    'OUT FAILED 1',
    'OUT OK 2',
  ])
  // A day of transport: some of it yet to be confirmed, some planned, some on the road, some signed and one store refused.
  const carried = await count(
    sql`select state as key, count(*) as n from tms_way_bill where kind <> 'PICKUP' group by 1 order by 1`,
  )
  expect(carried.map((r) => r.key)).toEqual([
    'CLOSED',
    'CONFIRMED',
    'DRAFT',
    'IN_TRANSIT',
    'PARTIAL',
    'PLANNED',
    'REJECTED',
    'SIGNED',
  ])
  // Four of them are outbound orders of the warehouse.
  expect(carried.reduce((n, r) => n + Number(r.n), 0)).toBe(64)
  expect(
    await count(sql`select state as key, count(*) as n from tms_way_bill where source = 'WMS_SHIP' group by 1`),
  ).toEqual([{ key: 'CONFIRMED', n: '4' }])
  const trips = await count(sql`select state as key, count(*) as n from tms_ship_plan_bill group by 1 order by 1`)
  expect(trips.map((r) => `${r.key} ${r.n}`)).toEqual(['CLOSED 1', 'DRAFT 2', 'IN_TRANSIT 2'])
  // What is over has been charged; last month was settled, as far as it was answered or paid.
  const money = await count(
    sql`select party || ' ' || state as key, count(*) as n from tms_settle_bill group by 1 order by 1`,
  )
  expect(money.map((r) => r.key)).toEqual(['CARRIER PARTIAL', 'CLIENT APPROVED', 'EMPLOYEE APPROVED'])
  const charged = await count(
    sql`select party as key, count(*) as n from tms_fee_bill where source = 'AUTO' and amount > 0 group by 1 order by 1`,
  )
  expect(charged.map((r) => r.key)).toEqual(['CARRIER', 'CLIENT', 'EMPLOYEE'])
  // What comes back has been fetched at the first store, and is to be fetched at the others.
  const back = await count(sql`
    select state as key, count(*) as n from tms_ship_plan_item where direction = 'BACK' group by 1 order by 1`)
  expect(back.map((r) => r.key)).toEqual(['OPEN', 'PARTIAL'])
  const routes = await count(sql`
    select code as key, stop_count as n from tms_route_scheme where distance_km > 0 order by 1`)
  expect(routes.map((r) => r.key)).toEqual(['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7'])
  // Each press of the demo is about a light that stands there; one calls for help.
  const pressed = await count(sql`select outcome as key, count(*) as n from dps_event group by 1 order by 1`)
  expect(pressed.map((r) => r.key)).toEqual(['APPLIED', 'RAISED'])
  const collected = await count(
    sql`select state as key, count(*) as n from tms_take_delivery_bill group by 1 order by 1`,
  )
  expect(collected.map((r) => r.key)).toEqual(['APPROVED', 'SUBMITTED'])
  now = new Date(now.getTime() + 86_400_000)
  const dc01 = orgs[0]
  if (!dc01) throw new Error('no centre')
  expect(await inTenant(server.kernel, tenantId, dc01, (ctx) => demoMorning.run(ctx, {}))).toBe('orders of the day')
  expect(await inTenant(server.kernel, tenantId, dc01, (ctx) => demoMorning.run(ctx, {}))).toBe('orders of the day')
  const days = await count(sql`select biz_date::text as key, count(*) as n from wms_order_bill group by 1 order by 1`)
  expect(days.map((d) => d.n)).toEqual(['22', '8'])
  expect(await inTenant(server.kernel, tenantId, dc01, reconcile)).toEqual([])
  const [sizes] = await count(
    sql`select (select count(*) from mdm_product)::text as key, (select count(*) from wms_bin)::text as n`,
  )
  expect(Number(sizes?.key)).toBeGreaterThan(250)
  expect(Number(sizes?.n)).toBeGreaterThan(2_000)
})
