import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { giveQuota } from '@lading/contract/saas/accountCalls.ts'
import { agent } from '@lading/contract/saas/agent.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { quotaPackage } from '@lading/contract/saas/quotaPackage.ts'
import { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTenant } from '../platform/job/run.ts'
import { consume } from './ledger/flows.ts'
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
let trial = ''
let retail = ''
const ids: string[] = []
const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await desk.server.db.owner.query(text, values)).rows
const walletOf = async (id: string | undefined, unit = 'ORG_MONTH'): Promise<number> => {
  const rows = await query<{ balance: string }>(
    `select balance from saas_account where application_id = $1 and unit = $2`,
    [id, unit],
  )
  return Number(rows[0]?.balance ?? 0)
}
const stateOf = async (id: string) => (await desk.read(desk.operator, tenantApplication.header, id)).state
const said = ({ text }: { text: readonly [string, string] }): string => text[0]
/** An order up to where it is to be paid. */
async function approved(input: object): Promise<string> {
  const a1 = await desk.agentUser('A1')
  const id = await desk.make(a1, agentOrder.header, input)
  for (const step of ['submit', 'approve']) expect(await desk.step(a1, agentOrder, id, step)).toBeUndefined()
  return id
}
const pay = async (id: string) => {
  const { amount } = await desk.read(desk.operator, agentOrder.header, id)
  return desk.step(await desk.agentUser('A1'), agentOrder, id, 'pay', { paid: amount, voucher: 'V1' })
}

beforeAll(async () => {
  desk = await openChannelDesk()
  trial = await sell(desk, { code: 'TRY', audience: 'TRIAL', qty: '0.5', price: '0', priority: 1 })
  retail = await sell(desk, { code: 'R1', audience: 'TENANT', qty: '1' })
  const wholesale = await sell(desk, { code: 'W', audience: 'AGENT', qty: '100' })
  for (const code of ['A1', 'A2']) await makeAgent(desk, code)
  await buy(desk, await desk.agentUser('A1'), platOrder, { packageId: wholesale, copies: 1 }, desk.operator)
})
afterAll(() => desk.server.close())

test('tenants of several agents, whose applications have the same number, each get their trial', async () => {
  for (const code of ['A1', 'A2']) {
    const who = await desk.agentUser(code)
    const id = await desk.make(who, tenantApplication.header, application({ licenceNo: code }))
    expect(await desk.step(who, tenantApplication, id, 'submit')).toBeUndefined()
    const input = { tenantCode: `of${code}`, packageId: trial, trialDays: 15 }
    expect(await desk.step(desk.operator, tenantApplication, id, 'approve', input)).toBeUndefined()
    ids.push(id)
  }
  await desk.server.relay.drain()
  const numbers = await query<{ billNo: string }>(`select distinct bill_no from saas_tenant_application`)
  expect(numbers).toHaveLength(1)
  expect([await walletOf(ids[0]), await walletOf(ids[1])]).toEqual([1.5, 1.5])
})

test('an agent says nothing of what the platform lets it have', async () => {
  const a1 = await desk.agentUser('A1')
  const { records } = await a1.call<{ records: { id: string; version: number; code: string }[] }>(
    crudCalls(agent).query,
    {},
  )
  const seen = records.find(({ code }) => code === 'A1')
  const change = (more: object) =>
    a1.envelope(crudCalls(agent).update, { id: seen?.id, version: seen?.version, ...more })
  for (const more of [{ creditLimit: '1000000' }, { discount: '100' }, { contractTo: '2099-12-31' }])
    expect((await change(more)).code).toBe(saasFaults.notPlatform.code)
  const below = { code: 'A1B', name: 'below', contractFrom: '2026-01-01', contractTo: '2030-12-31', discount: '0' }
  const made = (more: object) => a1.envelope(crudCalls(agent).create, { ...below, ...more })
  expect((await made({ discount: '50' })).code).toBe(saasFaults.notPlatform.code)
  expect((await made({ creditLimit: '5' })).code).toBe(saasFaults.notPlatform.code)
  expect((await made({})).code).toBe(0)
  expect((await change({ phone: '1', discount: '0', contractTo: '2030-12-31' })).code).toBe(0)
  const own = { id: seen?.id, version: Number(seen?.version) + 1 }
  expect((await a1.envelope(crudCalls(agent).disable as never, own)).code).toBe(saasFaults.ownAgent.code)
})

test('an agent sees no package before it is on sale', async () => {
  const draft = await desk.make(desk.operator, quotaPackage.header, {
    ...{ code: 'SECRET', name: 'SECRET', audience: 'AGENT', modules: ['wms'], isUnlimited: true },
    lines: [{ unit: 'ORG_MONTH', qty: '2', price: '5', validDays: null, priority: 5 }],
  })
  const a1 = await desk.agentUser('A1')
  const seen = async () =>
    (await a1.call<{ records: { id: string }[] }>(crudCalls(quotaPackage.header).query, {})).records.map(({ id }) => id)
  expect(await seen()).not.toContain(draft)
  expect((await a1.envelope(crudCalls(quotaPackage.header).getById, { id: draft })).code).toBe(40400)
  for (const step of ['publish', 'withdraw']) {
    expect(await desk.step(desk.operator, quotaPackage, draft, step)).toBeUndefined()
    expect(await seen()).toContain(draft)
  }
})

test('who goes on after a stop has no term that is over', async () => {
  const id = ids[1] ?? ''
  expect(await desk.step(desk.operator, tenantApplication, id, 'suspend', undefined, '欠费')).toBeUndefined()
  expect(await desk.step(desk.operator, tenantApplication, id, 'resume')).toBeUndefined()
  expect(await desk.read(desk.operator, tenantApplication.header, id)).toMatchObject({ state: 'ACTIVE', endsOn: null })
})

test('what was off sale by then is not ordered', async () => {
  const a1 = await desk.agentUser('A1')
  const old = await sell(desk, { code: 'OLD', audience: 'TENANT', qty: '1', price: '1' })
  const order = await desk.make(a1, agentOrder.header, { applicationId: ids[0], packageId: old, copies: 1 })
  expect(await desk.step(desk.operator, quotaPackage, old, 'withdraw')).toBeUndefined()
  expect(await desk.step(a1, agentOrder, order, 'submit')).toBe(said(saasFaults.offSale))
})

test('what is given back in parts is never more than was paid, and the tenant hears of it', async () => {
  const three = await sell(desk, { code: 'R3', audience: 'TENANT', qty: '3', price: '200' })
  const order = await approved({ applicationId: ids[0], packageId: three, copies: 1 })
  expect(await pay(order)).toBeUndefined()
  for (const n of [1, 2, 3]) {
    const back = { unit: 'ORG_MONTH', refundQty: '1' }
    expect(await desk.step(await desk.agentUser('A1'), agentOrder, order, 'refund', back, `${n}`)).toBeUndefined()
  }
  expect((await desk.read(desk.operator, agentOrder.header, order)).refunded).toBe('200.0000')
  await desk.server.relay.drain()
  const [plan] = await query<{ wallet: { balance: string }[] }>(
    `select e.wallet from sys_entitlement e join saas_tenant_application a on a.made_id::bigint = e.tenant_id where a.id = $1`,
    [ids[0]],
  )
  expect(plan?.wallet[0]?.balance).toBe('1.5')
})

test('who gives all of an order back has what the others let him have, no more', async () => {
  const [id = ''] = ids
  const entitled = async () => {
    const row = await desk.read(desk.operator, tenantApplication.header, id)
    return [row.entitled, row.isUnlimited, row.maxTags]
  }
  const before = await entitled()
  const lights = await desk.make(desk.operator, quotaPackage.header, {
    ...{ code: 'DPS', name: 'DPS', audience: 'TENANT', modules: ['dps'], isUnlimited: false },
    ...{ maxUsers: 9, maxCentres: 9, maxTags: 9 },
    lines: [{ unit: 'ORG_MONTH', qty: '2', price: '500', validDays: null, priority: 5 }],
  })
  expect(await desk.step(desk.operator, quotaPackage, lights, 'publish')).toBeUndefined()
  const order = await approved({ applicationId: id, packageId: lights, copies: 1 })
  expect(await pay(order)).toBeUndefined()
  const bought = [['wms', 'tms', 'dps'], false, 9]
  expect(await entitled()).toEqual(bought)
  const back = async () =>
    desk.step(await desk.agentUser('A1'), agentOrder, order, 'refund', { unit: 'ORG_MONTH', refundQty: '1' }, '退')
  expect(await back()).toBeUndefined()
  expect(await entitled()).toEqual(bought)
  expect(await back()).toBeUndefined()
  expect(await entitled()).toEqual(before)
})

test('nothing is sold to a tenant that is not open, not any more, or not his who sells', async () => {
  const [id = ''] = ids
  const a1 = await desk.agentUser('A1')
  const input = { applicationId: id, packageId: retail, copies: 1 }
  const [one, two] = [await approved(input), await approved(input)]
  const stock = await desk.balance('STOCK')
  const putState = (state: string) => query(`update saas_tenant_application set state = $2 where id = $1`, [id, state])
  const before = await stateOf(id)
  for (const state of ['PROVISIONING', 'ERROR', 'ENDED']) {
    await putState(state)
    expect((await a1.envelope(crudCalls(agentOrder.header).create, input)).code).toBe(saasFaults.notOpen.code)
    expect(await pay(one)).toBe(said(saasFaults.notOpen))
  }
  await putState(before)
  const { records } = await desk.operator.call<{ records: { id: string; code: string }[] }>(crudCalls(agent).query, {})
  const idOf = (code: string) => records.find((r) => r.code === code)?.id
  const move = (code: string) => desk.step(desk.operator, tenantApplication, id, 'transfer', { agentId: idOf(code) })
  expect(await move('A2')).toBeUndefined()
  expect(await pay(two)).toBe(said(saasFaults.foreignTenant))
  expect(await desk.balance('STOCK')).toBe(stock)
  expect(await move('A1')).toBeUndefined()
  expect([await pay(one), await pay(two)]).toEqual([undefined, undefined])
})

test('a unit is counted from the day on which there is some of it, and what is counted late is not owed beside it', async () => {
  const id = ids[0] ?? ''
  const upTo = async (day: string): Promise<void> => {
    desk.at = new Date(`${day}T02:00:00Z`)
    await desk.again()
    for (let i = 0; i < 4; i += 1) await desk.meter()
  }
  await upTo('2026-12-10')
  const users = await desk.make(desk.operator, quotaPackage.header, {
    ...{ code: 'USERS', name: 'USERS', audience: 'TENANT', modules: ['wms'], isUnlimited: true },
    lines: [{ unit: 'USER_MONTH', qty: '10', price: '10', validDays: null, priority: 5 }],
  })
  expect(await desk.step(desk.operator, quotaPackage, users, 'publish')).toBeUndefined()
  await buy(desk, desk.operator, platOrder, { applicationId: id, packageId: users, copies: 1 }, desk.operator)
  await upTo('2026-12-11')
  expect(await walletOf(id, 'USER_MONTH')).toBe(9.968)
  const root = desk.plat.orgs.get('PLAT')
  const { orgId = '' } =
    (await query<{ orgId: string }>(`select org_id as "orgId" from saas_account where application_id = $1`, [id]))[0] ??
    {}
  if (root)
    await inTenant(desk.server.kernel, desk.plat.tenantId, root, (ctx) =>
      consume(ctx, { kind: 'WALLET', applicationId: id, orgId }, 'USER_MONTH', wholeQty(1), '2026-12-05'),
    )
  const left = await query(
    `select sum(l.left_qty)::float8 as n from saas_lot l join saas_account a on a.id = l.account_id where a.application_id = $1 and a.unit = 'USER_MONTH'`,
    [id],
  )
  expect([await walletOf(id, 'USER_MONTH'), left]).toEqual([8.968, [{ n: 8.968 }]])
  expect(await desk.faults()).toEqual([])
})

test('who bought before and gets something in his grace is not closed when it is over', async () => {
  const [id = ''] = ids
  const upTo = async (day: string): Promise<void> => {
    desk.at = new Date(`${day}T02:00:00Z`)
    await desk.again()
    for (let i = 0; i < 4; i += 1) await desk.meter()
  }
  expect(await stateOf(id)).toBe('GRACE')
  const [wallet] = await query<{ id: string }>(
    `select id from saas_account where application_id = $1 and unit = 'ORG_MONTH'`,
    [id],
  )
  await desk.operator.call(giveQuota, { id: wallet?.id ?? '', qty: '100', reason: '补偿' })
  await upTo('2026-12-12')
  expect(await stateOf(id)).toBe('ACTIVE')
  await upTo('2027-01-05')
  expect([await stateOf(id), await desk.faults()]).toEqual(['ACTIVE', []])
})
