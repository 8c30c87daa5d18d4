import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { guidance } from '@lading/contract/saas/guidance.ts'
import { guidanceFaults, ownGuidance, publishCalls } from '@lading/contract/sys/guidance.ts'
import { messageCalls } from '@lading/contract/sys/message.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atPlatform } from './tenant/carry.ts'
import { type ChannelDesk, makeAgent, openChannelDesk } from './testing/channelDesk.ts'

const calls = publishCalls(guidance)
let desk: ChannelDesk
beforeAll(async () => {
  desk = await openChannelDesk()
})
afterAll(() => desk.server.close())

test('what the platform writes for tenants is in theirs once, is read there, is not changed there, and goes with its withdrawal', async () => {
  const { server, plat, operator } = desk
  const [here, elsewhere] = [await server.as('admin', 'DC01'), await server.as('admin', 'G', 'two')]
  const mine = () => here.call(ownGuidance.mine, {})
  await atPlatform(server.kernel, plat.tenantId, server.kernel.newId(), (ctx) =>
    ctx.tx.run(sql`
      insert into saas_tenant_application (tenant_id, org_id, id, bill_no, state, company, licence_no, contact, phone, email, modules, dcs, tcs, tenant_code, made_id)
      values (${ctx.tenantId}, ${ctx.org.id}, ${ctx.newId()}, 'T1', 'ACTIVE', 'One', '91320500', 'w', '1', 'a@b.cn', '{wms}', 1, 1, 'one', ${server.one.tenantId})`),
  )
  const draft = { title: '收货', kind: 'ARTICLE', audience: ['TENANT'], pages: 'wms/orderBillList' }
  await expect(desk.make(operator, guidance, draft)).rejects.toMatchObject({ code: guidanceFaults.noText.code })
  await expect(
    desk.make(operator, guidance, { ...draft, kind: 'LINK', url: 'javascript:alert(1)' }),
  ).rejects.toMatchObject({ code: guidanceFaults.badUrl.code })
  const id = await desk.make(operator, guidance, { ...draft, body: '按托盘扫码' })
  await server.relay.drain()
  expect(await mine()).toEqual([])
  const { version } = await operator.call(calls.publish, await desk.read(operator, guidance, id))
  await server.relay.drain()
  const [copy] = await mine()
  expect(copy).toMatchObject({ title: '收货', pages: ['wms/orderBillList'], isRead: false })
  expect((await here.call(messageCalls.unreadCount, {})).guided).toEqual(['wms/orderBillList'])
  expect(await here.call(ownGuidance.open, { id: copy?.id ?? '' })).toMatchObject({ body: '按托盘扫码' })
  // Told again, nothing is there twice, and what was read stays read.
  await atPlatform(server.kernel, plat.tenantId, server.kernel.newId(), async (ctx) =>
    ctx.emit({ topic: 'saas.guidance', key: 'ALL' }),
  )
  await server.relay.drain()
  expect(await mine()).toEqual([{ ...copy, isRead: true }])
  expect(await elsewhere.call(ownGuidance.mine, {})).toEqual([])
  await operator.call(calls.withdraw, { id, version })
  await server.relay.drain()
  expect(await mine()).toEqual([])
})

test('an agent sees what is written for agents, and no draft', async () => {
  const { operator } = desk
  await makeAgent(desk, 'A1')
  const agents = { kind: 'ARTICLE', audience: ['AGENT'], body: 'x' }
  const id = await desk.make(operator, guidance, { ...agents, title: '给代理商' })
  await desk.make(operator, guidance, { ...agents, title: '草稿' })
  await operator.call(calls.publish, await desk.read(operator, guidance, id))
  const a1 = await desk.agentUser('A1')
  const { query, create } = crudCalls(guidance)
  const list = await a1.call<{ records: { title: string }[] }>(query, { filter: {} })
  expect(list.records.map(({ title }) => title)).toEqual(['给代理商'])
  expect((await a1.call(ownGuidance.mine, {})).map(({ title }) => title)).toEqual(['给代理商'])
  expect((await a1.envelope(create, { ...agents, title: '自己的' })).code).toBe(40301)
})
