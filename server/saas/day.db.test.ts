import { tag } from '@lading/contract/dps/equipment.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { adjustQuota, decideAdjust } from '@lading/contract/saas/accountCalls.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { initialPassword, tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { ownPlan } from '@lading/contract/sys/entitlement.ts'
import { org } from '@lading/contract/sys/org.ts'
import { login } from '@lading/contract/sys/session.ts'
import { unreadCount } from '@lading/contract/sys/unread.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, logIn } from '../testing/server.ts'
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
  await desk.server.db.owner.query("alter table sys_user add constraint nobody check (username <> 'admin') not valid")
  const approved = { tenantCode: 'suzhou1', packageId: trial, trialDays: 15 }
  expect(await desk.step(desk.operator, tenantApplication, id, 'approve', approved)).toBeUndefined()
  await desk.server.relay.drain()
  expect(await desk.read(desk.operator, tenantApplication.header, id)).toMatchObject({ state: 'ERROR', step: 'ADMIN' })
  await desk.server.db.owner.query('alter table sys_user drop constraint nobody')
  expect(await desk.step(desk.operator, tenantApplication, id, 'retry')).toBeUndefined()
  await desk.server.relay.drain()
  const born = await desk.read(desk.operator, tenantApplication.header, id)
  expect(born).toMatchObject({ state: 'TRIAL', endsOn: '2026-11-15' })
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
  const state = async () => (await desk.read(desk.operator, tenantApplication.header, id)).state
  const upTo = async (day: string): Promise<void> => {
    desk.at = new Date(`${day}T02:00:00Z`)
    await desk.again()
    // A meter that was away counts two months at once.
    for (let i = 0; i < 6; i += 1) await desk.meter()
  }
  const [id] = await ids()
  const order = { applicationId: id, packageId: await packageId('R1') }
  const seller = await desk.agentUser('A1')
  const three = await buy(desk, seller, agentOrder, { ...order, copies: 3 }, seller)
  expect(
    await desk.step(seller, agentOrder, three, 'refund', { unit: 'ORG_MONTH', refundQty: '0.5' }, '少用'),
  ).toBeUndefined()
  // 27 for nine months of three centres.
  await upTo('2027-08-31')
  expect([await state(), await desk.balance('WALLET')]).toEqual(['ACTIVE', '0.099'])
  await upTo('2027-09-01')
  expect([await state(), await desk.balance('WALLET')]).toEqual(['GRACE', '0'])
  await upTo('2027-09-15')
  expect(await state()).toBe('GRACE')
  await upTo('2027-09-16')
  expect([await state(), await desk.balance('WALLET')]).toEqual(['SUSPENDED', '-1.5'])

  // Closed, it can be read, and nothing of it changed; by no door.
  const admin = await tenantAdmin()
  expect((await admin.call(unreadCount)).plan).toMatchObject({ state: 'SUSPENDED' })
  const heard = await desk.server.db.owner.query<{ key: string; args: Record<string, string> }>(
    "select m.key, m.args from sys_message m join sys_tenant t on t.id = m.tenant_id where t.code = 'suzhou1' order by m.id",
  )
  const thresholds = heard.rows.map(({ key, args }) => `${key} ${args.percent ?? `${args.whatEn} ${args.days}`}`)
  expect(thresholds).toEqual([
    ...['PLAN_QUOTA 93', 'PLAN_TERM Quota [Centre-months] 25', 'PLAN_QUOTA 96', 'PLAN_TERM Quota [Centre-months] 1'],
    ...['PLAN_TERM Grace 14', 'PLAN_QUOTA 100', 'PLAN_TERM Grace 0'],
  ])
  const { records } = await admin.call<{ records: { id: string; version: number }[] }>(crudCalls(org).query, {})
  expect(records).toHaveLength(6)
  const refused = await admin.envelope(crudCalls(org).update, { ...records[0], name: 'x' })
  expect([refused.code, refused.message]).toEqual([40314, '租户已停用，请联系服务商'])
  expect((await admin.envelope(crudCalls(tag).query, {})).message).toBe('未开通【电子标签】，请联系服务商')
  expect(await desk.server.tenants.all(true)).not.toContain(
    (await desk.read(desk.operator, tenantApplication.header, id)).madeId,
  )

  await buy(desk, await desk.agentUser('A1'), agentOrder, { ...order, copies: 12 }, desk.operator)
  await desk.server.relay.drain()
  expect([await state(), await desk.balance('WALLET')]).toEqual(['ACTIVE', '10.5'])
  expect((await admin.envelope(crudCalls(org).update, { ...records[0], name: 'x' })).code).toBe(0)
  const plan = await admin.call(ownPlan)
  expect(plan).toMatchObject({
    state: 'ACTIVE',
    modules: ['wms', 'tms'],
    wallet: [{ unit: 'ORG_MONTH', balance: '10.5' }],
  })
  expect(await desk.faults()).toEqual([])
})

const tenantAdmin = async () => {
  const { rows } = await desk.server.db.owner.query(
    `update sys_user set original_password = false, password_hash = (select password_hash from sys_user where username = 'operator' limit 1)
     where username = 'admin' and tenant_id = (select id from sys_tenant where code = 'suzhou1')
     returning tenant_id, (select id from sys_org o where o.tenant_id = sys_user.tenant_id and o.code = 'G') as g`,
  )
  desk.server.tenants.forget()
  const made = { tenantId: rows[0].tenant_id, orgs: new Map([['G', { id: rows[0].g } as never]]), users: new Map() }
  return logIn(desk.server, made, 'suzhou1', 'admin', 'G')
}
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

test('an account is adjusted by two people, never below what is there, and once', async () => {
  const account = await desk.server.db.owner.query(
    `select id, balance from saas_account where code like 'STOCK.%' order by id limit 1`,
  )
  const { id, balance } = account.rows[0] as { id: string; balance: string }
  const asks = (who: Client, qty: string) => who.envelope(adjustQuota, { id, qty, reason: '对账' })
  const [one, other] = [desk.operator, await desk.secondOperator()]
  expect((await asks(await desk.agentUser('A1'), '5')).code).toBe(40301)
  expect((await asks(one, '0')).code).toBe(saasFaults.nothing.code)
  expect((await asks(one, '5')).code).toBe(0)
  expect((await asks(other, '1')).code).toBe(saasFaults.adjusting.code)
  expect((await one.envelope(decideAdjust, { id, ok: true })).code).toBe(saasFaults.otherDecides.code)
  expect(Number((await other.call(decideAdjust, { id, ok: true })).balance)).toBe(Number(balance) + 5)
  expect((await other.envelope(decideAdjust, { id, ok: true })).code).toBe(saasFaults.notAdjusting.code)
  await asks(other, '-100000')
  expect((await one.envelope(decideAdjust, { id, ok: true })).code).toBe(saasFaults.lessThere.code)
  expect(Number((await one.call(decideAdjust, { id, ok: false })).balance)).toBe(Number(balance) + 5)
  await asks(one, '-5')
  expect(Number((await other.call(decideAdjust, { id, ok: true })).balance)).toBe(Number(balance))
  expect(await desk.faults()).toEqual([])
})
