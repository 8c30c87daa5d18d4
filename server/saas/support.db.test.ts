import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { supportPassword, tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { ownPlan } from '@lading/contract/sys/entitlement.ts'
import { org } from '@lading/contract/sys/org.ts'
import { supportCalls, supportUser } from '@lading/contract/sys/support.ts'
import { unreadCount } from '@lading/contract/sys/unread.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeTenant } from '../demo/tenant.ts'
import { type Client, logIn } from '../testing/server.ts'
import { carry } from './tenant/carry.ts'
import { application, type ChannelDesk, makeAgent, openChannelDesk, sell } from './testing/channelDesk.ts'

let desk: ChannelDesk
let id = ''
let born: MadeTenant
let admin: Client
beforeAll(async () => {
  desk = await openChannelDesk()
  const packageId = await sell(desk, { code: 'TRY', audience: 'TRIAL', qty: '5', price: '0' })
  await makeAgent(desk, 'A1')
  id = await desk.make(await desk.agentUser('A1'), tenantApplication.header, application())
  for (const [name, input] of [['submit'], ['approve', { tenantCode: 'helped1', packageId, trialDays: 60 }]] as const)
    expect(await desk.step(desk.operator, tenantApplication, id, name, input)).toBeUndefined()
  await desk.server.relay.drain()
  const { rows } = await desk.server.db.owner.query(
    `update sys_user set original_password = false, password_hash = (select password_hash from sys_user where username = 'operator' limit 1)
     where username = 'admin' and tenant_id = (select id from sys_tenant where code = 'helped1')
     returning tenant_id, (select id from sys_org o where o.tenant_id = sys_user.tenant_id and o.code = 'G') as g`,
  )
  desk.server.tenants.forget()
  born = { tenantId: rows[0].tenant_id, orgs: new Map([['G', { id: rows[0].g } as never]]), users: new Map() }
  admin = await logIn(desk.server, born, 'helped1', 'admin', 'G')
})
afterAll(() => desk.server.close())

const ask = async (who: Client = desk.operator) => {
  const { version } = await desk.read(desk.operator, tenantApplication.header, id)
  return who.envelope(supportPassword, { id, version })
}

const takePassword = async (): Promise<void> => {
  const given = await ask()
  expect(given.data).toMatchObject({ initialPassword: expect.any(String) })
  await desk.server.relay.drain()
  // As he would after he had changed it at his first log-in.
  await desk.server.db.owner.query(
    `update sys_user set original_password = false, password_hash = (select password_hash from sys_user where username = 'operator' limit 1)
     where username = $1`,
    [supportUser],
  )
}

test('nobody of the provider looks in who is not let in; let in he sees everything, changes nothing, and is told of', async () => {
  expect((await ask()).code).toBe(saasFaults.noSupport.code)
  const { until } = await admin.call(supportCalls.grant, { days: 2, reason: '库存对不上' })
  expect(until).toBe('2026-11-02')
  await desk.server.relay.drain()
  expect(await desk.read(desk.operator, tenantApplication.header, id)).toMatchObject({ supportUntil: until })
  expect((await ask(await desk.agentUser('A1'))).code).toBe(40301)
  await takePassword()
  const support = await logIn(desk.server, born, 'helped1', supportUser, 'G')
  const seen = await support.call<{ records: { id: string; version: number; name: string }[] }>(
    crudCalls(org).query,
    {},
  )
  expect(seen.records).toHaveLength(6)
  expect((await support.envelope(crudCalls(org).update, { ...seen.records[0], name: 'x' })).code).toBe(40301)
  expect((await support.envelope(supportCalls.grant, { days: 7, reason: 'x' })).code).toBe(40301)
  // Everybody in the tenant sees that somebody looks in, and he counts as nobody's user.
  expect((await admin.call(unreadCount)).support).toBe(until)
  expect(await admin.call(ownPlan)).toMatchObject({ support: until, caps: [{ n: 1 }, {}, {}] })

  await admin.call(supportCalls.end, {})
  expect((await support.envelope(crudCalls(org).query, {})).code).toBe(40101)
  await desk.server.relay.drain()
  expect((await ask()).code).toBe(saasFaults.noSupport.code)
  expect((await admin.call(unreadCount)).support).toBeNull()
  const { rows } = await desk.server.db.owner.query(
    `select action from sys_audit_log where tenant_id = $1 and subject_no = $2 order by id`,
    [born.tenantId, supportUser],
  )
  expect(rows.map((r) => r.action)).toEqual(['grantSupport', 'endSupport'])
})

test('a support that was let in ends by itself', async () => {
  await admin.call(supportCalls.grant, { days: 1, reason: '再看一次' })
  await desk.server.relay.drain()
  // Who knows the password of an earlier time takes a new one, of which both logs tell.
  await expect(logIn(desk.server, born, 'helped1', supportUser, 'G')).rejects.toThrow()
  await takePassword()
  // While it lasts it is only made longer.
  await admin.call(supportCalls.grant, { days: 1, reason: '接着看' })
  const support = await logIn(desk.server, born, 'helped1', supportUser, 'G')
  expect((await support.envelope(crudCalls(org).query, {})).code).toBe(0)
  desk.at = new Date('2026-11-01T17:00:00Z')
  await desk.again()
  expect((await support.envelope(crudCalls(org).query, {})).code).toBe(40101)
  // The word of the end may change the row while it is asked for.
  await expect.poll(async () => (await ask()).code).toBe(saasFaults.noSupport.code)
})

test('word that comes late changes neither the plan nor the doors', async () => {
  const owner = (text: string) => desk.server.db.owner.query(text, [born.tenantId])
  // As if it had been suspended since that word was written down.
  await owner(`update sys_entitlement set state = 'SUSPENDED', seq = seq + 1000000 where tenant_id = $1`)
  await owner(`update sys_tenant set status = 'SUSPENDED' where id = $1`)
  const dropped = { putPlan: async () => undefined }
  await carry(desk.server.kernel, dropped, desk.plat.tenantId, id)
  const { rows } = await owner(
    `select t.status, e.state from sys_tenant t join sys_entitlement e on e.tenant_id = t.id where t.id = $1`,
  )
  expect(rows).toEqual([{ status: 'SUSPENDED', state: 'SUSPENDED' }])
})
