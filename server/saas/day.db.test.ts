import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { initialPassword, tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { login } from '@lading/contract/sys/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  agentOrder,
  application,
  buy,
  type ChannelDesk,
  makeAgent,
  openChannelDesk,
  platOrder,
  sell,
} from './testing/channelDesk.ts'

let desk: ChannelDesk
beforeAll(async () => {
  desk = await openChannelDesk()
})
afterAll(() => desk.server.close())

/** mdm-saas.md B8, with its figures. */
test('an agent buys, a tenant is born, uses what it bought, runs out and comes back', async () => {
  const wholesale = await sell(desk, { code: 'W120', audience: 'AGENT', qty: '120', price: '9600', validDays: 384 })
  const retail = await sell(desk, { code: 'R1', audience: 'TENANT', qty: '1' })
  const trial = await sell(desk, { code: 'TRY', audience: 'TRIAL', qty: '0.5', price: '0', priority: 1 })
  await makeAgent(desk, 'A1')
  await makeAgent(desk, 'A2')
  const [a1, a2] = [await desk.agentUser('A1'), await desk.agentUser('A2')]

  await buy(desk, a1, platOrder, { packageId: wholesale, copies: 1 }, desk.operator)
  expect([await desk.balance('ISSUE'), await desk.balance('STOCK')]).toEqual(['-120', '120'])

  // A step fails once: what was done before it is not done again.
  const id = await desk.make(a1, tenantApplication.header, application())
  expect(await desk.step(a1, tenantApplication, id, 'submit')).toBeUndefined()
  await desk.server.db.owner.query('alter table sys_user_org rename to sys_user_org_away')
  const approved = { tenantCode: 'suzhou1', packageId: trial, trialDays: 15 }
  expect(await desk.step(desk.operator, tenantApplication, id, 'approve', approved)).toBeUndefined()
  await desk.server.relay.drain()
  expect(await desk.read(desk.operator, tenantApplication.header, id)).toMatchObject({ state: 'ERROR', step: 'ADMIN' })
  await desk.server.db.owner.query('alter table sys_user_org_away rename to sys_user_org')
  expect(await desk.step(desk.operator, tenantApplication, id, 'retry')).toBeUndefined()
  await desk.server.relay.drain()
  const born = await desk.read(desk.operator, tenantApplication.header, id)
  expect(born).toMatchObject({ state: 'TRIAL', endsOn: '2026-11-16' })
  const tries = (born.steps as { step: string; tries: number }[]).map((s) => [s.step, s.tries])
  expect(tries).toEqual([
    ...['TENANT', 'ORGS', 'OPTIONS', 'PREPARE', 'ROLES'].map((s) => [s, 1]),
    ['ADMIN', 2],
    ...['WALLET', 'ENTITLE', 'SMOKE'].map((s) => [s, 1]),
  ])
  expect(await desk.balance('WALLET')).toBe('1.5')
  const { rows } = await desk.server.db.owner.query(
    `select type, count(*)::int as n from sys_org where tenant_id = $1 group by type order by type`,
    [born.madeId],
  )
  expect(rows.map((r) => `${r.type} ${r.n}`)).toEqual(['BC 1', 'DC 2', 'FC 1', 'GROUP 1', 'TC 1'])

  // Its administrator gets a password once, logs in, and nobody gives him another.
  const given = await a1.envelope(initialPassword, { id, version: born.version })
  expect(given.code).toBe(40301)
  const { initialPassword: first } = await desk.operator.call(initialPassword, { id, version: born.version })
  await desk.server.relay.drain()
  desk.server.tenants.forget()
  const asked = { tenant: 'suzhou1', username: 'admin', password: first ?? '' }
  const inside = await desk.server.app.inject({
    method: 'POST',
    url: login.path,
    payload: asked,
    headers: { host: 'localhost' },
  })
  expect(inside.json().code).toBe(0)

  await buy(desk, a1, agentOrder, { applicationId: id, packageId: retail, copies: 36 }, a1).then(async (order) => {
    expect([await desk.balance('STOCK'), await desk.balance('WALLET')]).toEqual(['84', '37.5'])
    expect((await desk.read(desk.operator, tenantApplication.header, id)).state).toBe('ACTIVE')

    // Thirty days of three centres: the gift first. Counted twice nothing changes.
    desk.at = new Date('2026-12-01T02:00:00Z')
    await desk.again()
    await desk.meter()
    await desk.meter()
    expect([await desk.balance('WALLET'), await desk.balance('CONSUMED')]).toEqual(['34.5', '3'])

    const seller = await desk.agentUser('A1')
    const back = { unit: 'ORG_MONTH', refundQty: '10' }
    expect(await desk.step(seller, agentOrder, order, 'refund', back, '多买了')).toBeUndefined()
    expect([await desk.balance('STOCK'), await desk.balance('WALLET')]).toEqual(['94', '24.5'])
    expect(await desk.read(seller, agentOrder.header, order)).toMatchObject({ refunded: '1000.0000' })
    const more = { unit: 'ORG_MONTH', refundQty: '24.501' }
    expect(await desk.step(seller, agentOrder, order, 'refund', more, '再退')).toContain('可退数量24.5')
  })
  expect(await desk.balance('ISSUE')).toBe('-121.5')
  expect(await desk.faults()).toEqual([])

  // A stranger finds nothing of it.
  const page = await (await desk.agentUser('A2')).call<{ records: unknown[] }>(
    crudCalls(tenantApplication.header).query,
    {},
  )
  expect([page.records, a2]).toEqual([[], a2])
})

test('who has used everything goes on for a while, is closed, and what he owes is taken first', async () => {
  const [id] = await ids()
  // 24.5 at three a month: 8 months and a sixth.
  desk.at = new Date('2027-08-06T02:00:00Z')
  await desk.again()
  for (let i = 0; i < 6; i += 1) await desk.meter()
  expect((await desk.read(desk.operator, tenantApplication.header, id)).state).toBe('GRACE')
  const owed = -Number(await desk.balance('WALLET'))
  expect(owed).toBeGreaterThan(0)
  desk.at = new Date('2027-09-10T02:00:00Z')
  await desk.again()
  await desk.meter()
  expect((await desk.read(desk.operator, tenantApplication.header, id)).state).toBe('SUSPENDED')
  expect(await desk.faults()).toEqual([])
  const debt = -Number(await desk.balance('WALLET'))
  await buy(
    desk,
    await desk.agentUser('A1'),
    agentOrder,
    { applicationId: id, packageId: await packageId('R1'), copies: 12 },
    desk.operator,
  )
  expect(Number(await desk.balance('WALLET'))).toBeCloseTo(12 - debt, 3)
  expect((await desk.read(desk.operator, tenantApplication.header, id)).state).toBe('ACTIVE')
  expect(await desk.faults()).toEqual([])
})

const ids = async (): Promise<[string]> => {
  const { rows } = await desk.server.db.owner.query(
    `select id from saas_tenant_application where tenant_code = 'suzhou1'`,
  )
  return [rows[0].id]
}
const packageId = async (code: string): Promise<string> => {
  const { rows } = await desk.server.db.owner.query(
    `select id from saas_quota_package where code = $1 and state = 'ON_SALE'`,
    [code],
  )
  return rows[0].id
}
