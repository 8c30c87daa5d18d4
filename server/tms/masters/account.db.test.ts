import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { userRole } from '@lading/contract/sys/user.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { makeAccount } from '@lading/contract/tms/masterCalls.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert } from '../../kernel/insert.ts'
import { seedRoles } from '../../sys/role/seed.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import { logInAt } from '../../testing/client.ts'
import { openTrips, type Row, type TripWorld } from '../testing/tripWorld.ts'

let w: TripWorld
let centreId = ''
beforeAll(async () => {
  w = await openTrips()
  centreId = w.server.one.orgs.get('TC01')?.id ?? ''
  // Who keeps carriers is not thereby who makes users.
  const roleId = await roleAt('G', 'keeper', ['tms:carrier.carrier:view', 'tms:carrier.carrier:update'])
  await w.server.inside('G', async (ctx) => {
    await insert(ctx, userRole.entity, [{ userId: w.server.one.users.get('nobody') ?? '', roleId }])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
})
afterAll(() => w.server.close())

const roleAt = (org: string, name: string, permissions: readonly string[]) =>
  w.server.inside(org, async (ctx) => {
    const at = await ctx.tx.one<{ id: string; path: string }>(
      sql`select id, path from sys_org where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id}`,
    )
    await seedRoles(ctx, at, [{ name, permissions }])
    const { id } = await ctx.tx.one<{ id: string }>(
      sql`select id from sys_role where tenant_id = ${ctx.tenantId} and name = ${name}`,
    )
    return id
  })
/** Carriers are the enterprise's masters. */
const group = () => w.server.as('admin', 'G')
const another = async (code: string) =>
  (await group()).call<{ id: string; version: number }>(crudCalls(carrier).create, { code, name: code })
const users = () =>
  w.server.inside('G', (ctx) =>
    ctx.tx.query<{ username: string }>(sql`select username from sys_user where tenant_id = ${ctx.tenantId}`),
  )

test('a carrier gets one log-in, told once, by a role that its centre is given for it, which sees its own trips and nothing else', async () => {
  const own = await another('HT')
  const trip = await w.twoStops()
  await w.twoStops({ crew: 1 })
  await w.server.inside('TC01', (ctx) =>
    ctx.tx.run(
      sql`update tms_ship_plan_bill set carrier_id = ${own.id} where tenant_id = ${ctx.tenantId} and id = ${trip.id}`,
    ),
  )
  const input = { ...own, username: 'HT-Li', realName: '李', centreId }
  const who = await group()
  const { initialPassword } = await who.call<{ initialPassword: string }>(makeAccount, input, { key: 'once' })
  // Sent again, it is the same log-in, and its password is not told again.
  expect(await who.call(makeAccount, input, { key: 'once' })).toMatchObject({ initialPassword: null })
  await expect(who.call(makeAccount, { ...input, username: 'second' })).rejects.toMatchObject({ code: 43691 })

  const { app, kernel, served } = w.server
  const li = await logInAt(
    {
      callAt: (path) => served.find(({ call }) => call.path === path)?.call,
      send: (request) => app.inject(request),
      now: kernel.now,
    },
    { tenant: 'one', username: 'ht-li', password: initialPassword, workingOrgId: centreId },
  )
  const { records } = await li.call<{ records: Row[] }>(documentCalls(shipPlanBill).query, {})
  expect(records.map(({ id }) => id)).toEqual([trip.id])
  await expect(li.call(crudCalls(carrier).query, {})).rejects.toMatchObject({ code: 40301 })
  await expect(li.call(userCalls.query, {})).rejects.toMatchObject({ code: 40301 })
})

test('none is made for a carrier that is disabled, where no centre or role is, or by who may make no users', async () => {
  const who = await group()
  const own = await another('YF')
  const input = { ...own, username: 'yf', realName: '远', centreId }
  const before = await users()
  await expect(who.call(makeAccount, { ...input, centreId: null })).rejects.toMatchObject({ code: 43692 })
  const dc = w.server.one.orgs.get('DC01')?.id
  await expect(who.call(makeAccount, { ...input, centreId: dc })).rejects.toMatchObject({ code: 43692 })
  await expect(who.call(makeAccount, { ...input, username: 'admin' })).rejects.toMatchObject({ code: 40910 })
  const switchRole = (disabled: boolean) =>
    w.server.inside('TC01', (ctx) =>
      ctx.tx.run(sql`update sys_role set disabled = ${disabled} where tenant_id = ${ctx.tenantId} and name = '承运商'`),
    )
  await switchRole(true)
  await expect(who.call(makeAccount, input)).rejects.toMatchObject({ code: 43693 })
  await switchRole(false)
  const keeper = await w.server.as('nobody', 'G')
  await expect(keeper.call(makeAccount, input)).rejects.toMatchObject({ code: 40301 })
  const { version } = await who.call<Row>(crudCalls(carrier).disable, own)
  await expect(who.call(makeAccount, { ...input, version })).rejects.toMatchObject({ code: 43690 })
  expect(await users()).toEqual(before)
})
