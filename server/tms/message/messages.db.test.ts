import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { guidanceFaults, ownGuidance, publishCalls } from '@lading/contract/sys/guidance.ts'
import { type MessageRecord, messageCalls } from '@lading/contract/sys/message.ts'
import { subscriptionCalls } from '@lading/contract/sys/subscription.ts'
import { guidance } from '@lading/contract/tms/guidance.ts'
import { messageSubscriptionCalls as calls, tripMessages } from '@lading/contract/tms/messageSubscription.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRoad, place, type RoadWorld, stores } from '../testing/roadWorld.ts'
import { at, type Row } from '../testing/tripWorld.ts'

let w: RoadWorld
beforeAll(async () => {
  w = await openRoad()
})
afterAll(() => w.server.close())

const heard = async (who: string) => {
  await w.server.relay.drain()
  const client = await w.server.as(who, who === 'clerk' ? 'DC01' : 'TC01')
  const { records } = await client.call<{ records: MessageRecord[] }>(messageCalls.query, {})
  return records.filter((m) => tripMessages.some((k) => k === m.key)).map((m) => m.key)
}

test('a driver hears that his trip was released; what comes on request comes to whoever has asked for it, and to him alone', async () => {
  const { id } = await w.twoStops({ from: at('11:00') })
  await w.step('release', id)
  expect(await heard('clerk')).toEqual(['TRIP_RELEASED'])
  await w.tc().call(subscriptionCalls.turn, { key: 'TRIP_ARRIVED', isOn: true })
  await w.drive(0, '11:00', place(0, 0), [
    { to: place(0, 0), kmh: 1, stayS: 120 },
    { to: stores[0], kmh: 40, stayS: 120 },
  ])
  expect((await w.get(id)).state).toBe('IN_TRANSIT')
  expect(await heard('admin')).toEqual(['TRIP_ARRIVED'])
  expect(await heard('viewer')).toEqual([])
})

test('transport shows its own kinds, under rights of its own, with how it went; others it does not touch', async () => {
  const tc = w.tc()
  const types = await tc.call(calls.types, {})
  expect(types.map((t) => t.key)).toEqual([...tripMessages])
  expect(types.find((t) => t.key === 'TRIP_RELEASED')).toMatchObject({ sent: 1, failed: 0, manner: 'ON' })
  const group = await w.server.as('admin', 'G')
  const [role] = await w.server.inside('G', (ctx) =>
    ctx.tx.query<{ id: string }>(
      sql`select id from sys_role where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} order by id limit 1`,
    ),
  )
  expect(await group.call(calls.force, { key: 'TRIP_ABNORMAL', roleIds: [role?.id ?? ''] })).toEqual({
    added: 1,
    removed: 0,
  })
  expect(await group.call(calls.force, { key: 'TRIP_ABNORMAL', roleIds: [role?.id ?? ''] })).toEqual({
    added: 0,
    removed: 0,
  })
  expect((await tc.call(calls.types, {})).find((t) => t.key === 'TRIP_ABNORMAL')?.roles).toHaveLength(1)
  await expect(tc.call(calls.force as never, { key: 'STOCK_CHECK', roleIds: [] })).rejects.toMatchObject({
    code: 40000,
  })
  expect(await tc.call(calls.testSend, { key: 'TRIP_ARRIVED' })).toMatchObject({ byMail: false })
  expect((await group.call(calls.subscribers, { key: 'TRIP_ARRIVED' })).records.length).toBeGreaterThan(0)
  await expect((await w.server.as('nobody', 'G')).call(calls.types, {})).rejects.toMatchObject({ code: 40301 })
})

test('what transport writes for its people is shown to them once it is published, and is not changed then', async () => {
  const tc = w.tc()
  const { create, query, update, getById } = crudCalls(guidance)
  const typed = {
    title: '司机出车检查',
    kind: 'ARTICLE',
    audience: ['TENANT'],
    pages: 'tms/truckWorkDashboard',
    body: '胎压、灯光',
  }
  const { id } = await tc.call<Row>(create, { ...typed, product: 'tms', validFrom: null, validTo: null })
  await tc.call(create, { ...typed, title: '仓储的', product: 'wms' })
  const { records } = await tc.call<{ records: Row[] }>(query, {})
  expect(records.map((r) => r.title)).toEqual(['司机出车检查'])
  const publish = publishCalls(guidance)
  const { version } = await tc.call<Row>(getById, { id })
  await tc.call(publish.publish, { id, version })
  expect(await tc.call(ownGuidance.mine, {})).toMatchObject([
    { title: '司机出车检查', pages: ['tms/truckWorkDashboard'] },
  ])
  await expect(tc.call(update, { id, version: version + 1, title: 'x' })).rejects.toMatchObject({
    code: guidanceFaults.published.code,
  })
})
