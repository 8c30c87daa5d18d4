import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { org } from '@lading/contract/sys/org.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { switchWorkingOrg } from '@lading/contract/sys/session.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../kernel/bulk.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { pausing } from '../testing/paused.ts'
import { ownInput } from '../testing/reach.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'
import { changeRights, isAboutRights } from './rights.ts'
import { raiseRights } from './session/identify.ts'

let server: TestServer
let rows: Rows
let admin: Client
/** An administrator beside the first, with the same rights. */
let second: Client
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin', 'G')
  rows = await server.inside('DC01', (ctx) => fillTables(ctx, 'RACE'))
  await giveRoles()
  second = await server.as('nobody', 'G')
})
afterAll(() => server.close())

const secondId = () => server.one.users.get('nobody') ?? ''
async function giveRoles(): Promise<void> {
  await server.inside('G', async (ctx) => {
    const roles = await ctx.tx.query<{ roleId: string }>(sql`
      select role_id from sys_user_role where tenant_id = ${ctx.tenantId} and user_id = ${server.one.users.get('admin')}`)
    await bulkInsert(
      ctx.tx,
      'sys_user_role',
      roles.map(({ roleId }) => ({ tenantId: ctx.tenantId, id: ctx.newId(), userId: secondId(), roleId })),
      sql`on conflict do nothing`,
    )
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
}

/** Takes all rights from the second administrator, and holds the lock until it may go on. */
function taking(): { held: Promise<void>; go: () => void; done: Promise<unknown> } {
  const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = server.inside('G', (ctx: Ctx) =>
    changeRights(ctx, async () => {
      await ctx.tx.run(sql`delete from sys_user_role where tenant_id = ${ctx.tenantId} and user_id = ${secondId()}`)
      held.resolve()
      await gate.promise
    }),
  )
  return { held: held.promise, go: gate.resolve, done }
}

test('a right that is taken while a call waits serves that call no more, whatever it changes', async () => {
  const calls = server.served.map((s) => s.call).filter((c) => isAboutRights(c) && !c.upload && !c.binary)
  expect(calls.length).toBeGreaterThan(20)
  const heard: [string, number][] = []
  for (const call of calls) {
    await giveRoles()
    const { held, go, done } = taking()
    await held
    const answer = second.envelope(call, ownInput(call, rows))
    await Promise.race([answer, new Promise((later) => setTimeout(later, 20))])
    go()
    await done
    heard.push([call.path, (await answer).code])
  }
  expect(heard.filter(([, code]) => code !== 40301)).toEqual([])
})

test('an organisation that is taken away is left at once, also by who enters it in that moment', async () => {
  await giveRoles()
  const paused = pausing(server.db)
  const dc = server.one.orgs.get('DC01')?.id ?? ''
  const group = server.one.orgs.get('G')?.id ?? ''
  const version = async () => (await admin.call(userCalls.getById, { id: secondId() })) as { version: number }
  const give = async (workingOrgIds: string[]) =>
    admin.call(userCalls.updateWorkingOrgs, { id: secondId(), version: (await version()).version, workingOrgIds })
  await give([group, dc])
  const whole = paused(1_000, async () =>
    (await server.as('nobody', 'G')).envelope(switchWorkingOrg, { workingOrgId: dc }),
  )
  await whole.done
  const reached: number[] = []
  for (let at = 2; at <= 12; at++) {
    await give([group, dc])
    const client = await server.as('nobody', 'G')
    const entering = paused(at, () => client.envelope(switchWorkingOrg, { workingOrgId: dc }))
    await entering.reached
    const taken = give([group])
    await Promise.race([taken, new Promise((later) => setTimeout(later, 60))])
    entering.go()
    await Promise.all([entering.done, taken])
    const { rows: left } = await server.db.owner.query(
      `select 1 from sys_session where user_id = ${secondId()} and working_org_id = ${dc} and revoked_at is null`,
    )
    reached.push(left.length)
  }
  expect(reached.filter((n) => n > 0)).toEqual([])
})

test('a weaker administrator changes nothing of a role with rights that he lacks, nor opens what he does not reach', async () => {
  const permissions = [
    'sys:role:view',
    'sys:role:enable_disable',
    'sys:role:update',
    'sys:role:remove',
    'sys:role:create',
    'sys:dc:enable_disable',
  ]
  const groupId = server.one.orgs.get('G')?.id ?? ''
  const make = async (name: string, permissions: readonly string[]) => {
    const made = await admin.call(roleCalls.create, { name, orgId: groupId })
    return admin.call(roleCalls.updatePermission, { ...made, permissions: [...permissions] })
  }
  await make('weak', permissions)
  const strong = await make('strong', ['wms:basic.owner:view'])
  const weakId = (await admin.call(roleCalls.query, { nameEquals: 'weak' } as never)).records[0]?.id
  await server.inside('G', async (ctx) => {
    await ctx.tx.run(sql`delete from sys_user_role where tenant_id = ${ctx.tenantId} and user_id = ${secondId()}`)
    await bulkInsert(ctx.tx, 'sys_user_role', [
      { tenantId: ctx.tenantId, id: ctx.newId(), userId: secondId(), roleId: weakId },
    ])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  const weak = await server.as('nobody', 'G')
  const { id, version } = strong
  const beyond = { code: 40313 }
  await expect(weak.call(roleCalls.update, { id, version, name: 'x' })).rejects.toMatchObject(beyond)
  await expect(weak.call(roleCalls.disable, { rows: [{ id, version }] })).rejects.toMatchObject(beyond)
  await expect(weak.call(roleCalls.remove, { id, version })).rejects.toMatchObject(beyond)
  await expect(weak.call(roleCalls.updatePermission, { id, version, permissions: [] })).rejects.toMatchObject(beyond)
  await expect(weak.call(roleCalls.removeUsers, { id, userIds: [secondId()] })).rejects.toMatchObject(beyond)
  await expect(weak.call(roleCalls.create, { name: 'y', orgId: groupId, copyFromId: id })).rejects.toMatchObject(beyond)

  const dc2 = server.one.orgs.get('DC02')?.id ?? ''
  await server.inside('G', async (ctx) => {
    const place = { tenantId: ctx.tenantId, userId: secondId() }
    await ctx.tx.run(sql`delete from sys_user_org where tenant_id = ${ctx.tenantId} and user_id = ${secondId()}`)
    await bulkInsert(ctx.tx, 'sys_user_org', [{ ...place, id: ctx.newId(), orgId: server.one.orgs.get('DC01')?.id }])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  const elsewhere = await server.as('nobody', 'DC01')
  const rows = [{ id: dc2, version: 0 }]
  for (const [call, disabled] of [
    [crudCalls(org).disable, false],
    [crudCalls(org).enable, true],
  ] as const) {
    await server.db.owner.query(`update sys_org set disabled = ${disabled} where id = ${dc2}`)
    await expect(elsewhere.call(call, { rows })).rejects.toMatchObject({ code: 40312 })
  }
})
