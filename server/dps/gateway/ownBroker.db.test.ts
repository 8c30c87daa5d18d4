import { createServer } from 'node:net'
import * as agentCalls from '@lading/contract/dps/agent.ts'
import * as calls from '@lading/contract/dps/calls.ts'
import { connectAsync } from 'mqtt'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MqttTag } from '../sim/mqttTag.ts'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'
import { until, warehouse } from '../testing/wire.ts'
import { wantedControllers } from './book.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { openControllers } from './open.ts'
import { brokerAt } from './ownBroker.ts'

let desk: RackDesk
let gateway: Gateway
let port: number
let controllerId: string
let login: { username: string; password: string | null }

beforeAll(async () => {
  desk = await openRackDesk({ points: [2], hasCompleter: false })
  await desk.gateway.stop()
  controllerId = await desk.inside(async (ctx) => {
    const { id } = await ctx.tx.one<{ id: string }>(sql`
      update dps_controller set driver = 'MQTT_JSON', host = null where tenant_id = ${ctx.tenantId} and code = 'K1' returning id`)
    return id
  })
  port = await freePort()
  brokerAt({ host: '127.0.0.1', port })
  login = await desk.clerk.call(agentCalls.tagLogin, { id: controllerId, version: 0 })
  gateway = createGateway({ kernel: desk.server.kernel, warehouse, open: openControllers(async (host) => host) })
  await gateway.tick()
  await until(
    async () =>
      (await ask<object>((t) => sql`select 1 as one from dps_link where tenant_id = ${t} and state = 'ONLINE'`))
        .length === 1,
  )
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
})
afterAll(async () => {
  await gateway.stop()
  await desk.close()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
const ask = <T extends object>(query: (tenantId: string) => ReturnType<typeof sql>): Promise<T[]> =>
  desk.inside((ctx) => ctx.tx.query<T>(query(ctx.tenantId)))
const outcomes = async () =>
  (
    await ask<{ text: string }>(
      (t) =>
        sql`select node || ' ' || outcome as text from dps_event where tenant_id = ${t} and kind = 'CONFIRM' order by id`,
    )
  ).map(({ text }) => text)
const tagAt = async (node: number): Promise<MqttTag> => {
  const { tenantId } = desk.server.one
  const names = { tenant: tenantId, dc: 'DC01', controller: 'K1', node }
  const tag = new MqttTag({
    host: '127.0.0.1',
    port,
    username: login.username,
    password: login.password ?? '',
    ...names,
  })
  await tag.turnOn()
  return tag
}

describe('the product’s own broker', () => {
  test('a press of a tag that has no other broker is booked; what reaches beyond its controller is refused', async () => {
    const { tenantId } = desk.server.one
    expect(login.username).toBe(`${tenantId}/DC01/K1`)
    const [one, two] = [await tagAt(1), await tagAt(2)]
    await desk.order('S01', { P01: '2', P02: '3' })
    await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'C001' })
    gateway.nudge()
    await until(async () => one.shown.qty === 2 && two.shown.qty === 3)
    one.press('CONFIRM')
    await until(async () => (await outcomes()).length === 1 && one.waiting === 0)
    expect(await outcomes()).toEqual(['1 APPLIED'])

    const press = JSON.stringify({ v: 1, boot: 99, seq: 1, token: two.shown.token, key: 'CONFIRM', qty: 3 })
    for (const topic of [
      `${tenantId}/DC02/K1/evt/2`,
      `${tenantId}/DC01/K2/evt/2`,
      `${desk.server.two.tenantId}/DC01/K1/evt/2`,
      `${tenantId}/DC01/K1/cmd/2`,
    ]) {
      const client = await connectAsync({
        host: '127.0.0.1',
        port,
        reconnectPeriod: 0,
        clientId: `${login.username}/77`,
        username: login.username,
        password: login.password ?? '',
      })
      const closed = new Promise((resolve) => client.once('close', () => resolve('closed')))
      client.on('error', () => {})
      client.publish(`dps/${topic}`, press, { qos: 1 }, () => {})
      expect(await closed, topic).toBe('closed')
      client.end(true)
    }
    const spy = await connectAsync({
      host: '127.0.0.1',
      port,
      reconnectPeriod: 0,
      clientId: `${login.username}/78`,
      username: login.username,
      password: login.password ?? '',
    })
    const granted = await spy
      .subscribeAsync([`dps/${tenantId}/DC02/#`, `dps/${tenantId}/DC01/K1/evt/#`], { qos: 1 })
      .catch(() => [])
    expect(granted.filter(({ qos }) => Number(qos) !== 128)).toEqual([])
    spy.end(true)
    await gateway.settled()
    expect([await outcomes(), two.shown.qty]).toEqual([['1 APPLIED'], 3])
    two.press('CONFIRM')
    await until(async () => (await outcomes()).length === 2 && two.waiting === 0)
    expect(await outcomes()).toEqual(['1 APPLIED', '2 APPLIED'])
    await gateway.settled()
    await desk.sound()
    one.turnOff()
    two.turnOff()
  })

  test('a log-in that is wrong, replaced, or the gateway’s own name reaches nothing', async () => {
    const enter = (username: string, password: string, clientId = `${login.username}/5`) =>
      connectAsync({ host: '127.0.0.1', port, reconnectPeriod: 0, clientId, username, password }).then(
        (client) => {
          client.end(true)
          return 'in'
        },
        () => 'refused',
      )
    const { username, password } = login
    expect(await enter(username, password ?? '')).toBe('in')
    expect(await enter(username, 'other')).toBe('refused')
    expect(await enter(`gateway:${controllerId}`, password ?? '')).toBe('refused')
    expect(await enter(username, password ?? '', `${username}/gateway`)).toBe('refused')
    const { version } = (
      await ask<{ version: number }>((t) => sql`select version from dps_controller where tenant_id = ${t}`)
    )[0] ?? { version: 0 }
    const newer = await desk.clerk.call(agentCalls.tagLogin, { id: controllerId, version })
    await gateway.tick()
    expect(await enter(username, password ?? '')).toBe('refused')
    expect(await enter(username, newer.password ?? '')).toBe('in')
  })

  test('of a tenant that is suspended no controller is spoken to', async () => {
    const { kernel } = desk.server
    const become = (status: string) =>
      desk.server.db.owner.query('update sys_tenant set status = $1 where id = $2', [status, desk.server.one.tenantId])
    const states = async () =>
      (await ask<{ state: string }>((t) => sql`select state from dps_link where tenant_id = ${t}`)).map((k) => k.state)
    expect(await wantedControllers(kernel, 'nobody else')).toEqual([])
    await become('SUSPENDED')
    await gateway.tick()
    expect(await states()).toEqual(['OFFLINE'])
    expect(await wantedControllers(kernel, 'another')).toEqual([])
    await become('ACTIVE')
    expect(await wantedControllers(kernel, 'another')).toHaveLength(1)
    await gateway.tick()
    await until(async () => (await states())[0] === 'ONLINE')
  })
})
