import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionCalls as calls, collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { outboundFaults } from '@lading/contract/sys/outboundFaults.ts'
import { Aedes } from 'aedes'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testSecret } from '../../testing/database.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { allowReach } from '../outbound/reach.ts'
import { createLines, type Lines } from './line.ts'
import { allCollected } from './runs.ts'

let server: TestServer
let admin: Client
let broker: Aedes
let port: Server
let url = ''
/** Who has come to the broker, in order. */
let came: string[] = []
const open: Lines[] = []
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
  broker = await Aedes.createBroker()
  broker.authenticate = (client, username, password, done) => {
    came.push(client.id)
    done(null, username === undefined || (username === 'wms' && password?.toString() === 'mqtt-word'))
  }
  port = createServer(broker.handle)
  await new Promise<void>((done) => port.listen(0, '127.0.0.1', done))
  url = `mqtt://127.0.0.1:${(port.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const lines of open.splice(0)) await lines.stop()
})
afterAll(async () => {
  await new Promise<void>((done) => broker.close(done))
  await new Promise((done) => port.close(done))
  await server.close()
})

const configs = crudCalls(dataCollection)
interface Made {
  readonly id: string
  readonly version: number
}
let number = 0
const make = async (more: object = {}): Promise<Made> => {
  number += 1
  return admin.call(configs.create, {
    code: `M${number}`,
    name: `MQTT ${number}`,
    sourceKind: 'MQTT',
    object: 'mdm.product',
    orgId: server.one.orgs.get('G')?.id,
    endpoint: url,
    topic: `erp/${number}/+`,
    mappings: [
      { target: 'code', path: 'sku' },
      { target: 'name', path: 'title' },
    ],
    ...more,
  })
}
/** One process's share of the lines. */
const oneProcess = (): Lines => {
  const lines = createLines(server.kernel, { served: () => server.served, secret: testSecret })
  open.push(lines)
  lines.start()
  return lines
}
const publish = (topic: string, payload: string): Promise<void> =>
  new Promise((done, fail) =>
    broker.publish(
      { cmd: 'publish', qos: 1, topic, payload: Buffer.from(payload), retain: false, dup: false },
      (error) => (error ? fail(error) : done()),
    ),
  )
const lineOf = async (id: string) => (await admin.call<{ line: string | null }>(configs.getById, { id })).line
const until = (claim: () => Promise<void> | void) => vi.waitFor(claim, { timeout: 30_000, interval: 100 })
const isUp = (id: string) => until(async () => expect(await lineOf(id)).toBe('UP'))
const log = async (configId: string) =>
  (
    await admin.call<{ records: Record<string, unknown>[] }>(crudCalls(dataInteractive).query, {
      filter: { configId },
      orderBy: 'id',
    })
  ).records
const brought = async (id: string, count: number) => {
  await until(async () => {
    expect(await log(id)).toHaveLength(count)
  })
  await server.relay.drain()
  await allCollected()
  return (await log(id)).map(({ businessNo, status }) => `${businessNo} ${status}`)
}

test('messages become rows, one or several of a message; what cannot be read holds back nothing', async () => {
  const made = await make()
  const topic = `erp/${number}/a`
  oneProcess()
  await isUp(made.id)
  await publish(topic, '{"sku":"M1","title":"一"}')
  await publish(topic, 'no json')
  await publish(topic, '[{"sku":"M2","title":"二"},{"sku":"bad no","title":"错"}]')
  expect((await brought(made.id, 4)).filter((line) => !line.startsWith('#'))).toEqual([
    'M1 OK',
    'M2 OK',
    'bad no FAILED',
  ])
  const unreadable = (await log(made.id)).find(({ businessNo }) => String(businessNo).startsWith('#'))
  expect(unreadable).toMatchObject({ status: 'FAILED', messageEn: collectionFaults.notJson.text[1] })
  // The same once more is ours already.
  await publish(topic, '{"sku":"M1","title":"一"}')
  await publish(topic, '{"sku":"M3","title":"三"}')
  expect(await brought(made.id, 5)).toContain('M3 OK')
  const rows = await admin.call<{ records: { code: string }[] }>(crudCalls(product).query, { pageSize: 100 })
  expect(rows.records.map(({ code }) => code)).toEqual(expect.arrayContaining(['M1', 'M2', 'M3']))
})

test('what is sent while nobody listens comes when somebody does', async () => {
  const made = await make()
  const topic = `erp/${number}/a`
  const before = oneProcess()
  await isUp(made.id)
  await before.stop()
  await publish(topic, '{"sku":"N1","title":"离线"}')
  expect(await log(made.id)).toEqual([])
  oneProcess()
  expect(await brought(made.id, 1)).toEqual(['N1 OK'])
})

test('of two processes one holds the line, and the other when that one is gone', async () => {
  const made = await make({ clientId: 'only-one' })
  came = []
  const first = oneProcess()
  const second = oneProcess()
  await isUp(made.id)
  const ofIt = () => came.filter((id) => id === 'only-one')
  expect(ofIt()).toHaveLength(1)
  await first.stop()
  // Either of them held it: whoever is left does now.
  await until(() => expect(Object.keys((broker as unknown as { clients: object }).clients)).toContain('only-one'))
  await second.stop()
  await until(() => expect(Object.keys((broker as unknown as { clients: object }).clients)).not.toContain('only-one'))
  expect(ofIt().length).toBeLessThanOrEqual(2)
})

test('a broker that turns us away is told of once; a changed secret is taken up, a disabled line ends', async () => {
  const made = await make({ credentialKind: 'BASIC', credentialName: 'wms' })
  const wrong = await admin.call(calls.setSecret, { ...made, secret: 'another' })
  oneProcess()
  await until(async () => expect(await lineOf(made.id)).toBe('DOWN'))
  const runs = () => admin.call<{ records: Record<string, unknown>[] }>(calls.runs, { configId: made.id })
  expect((await runs()).records).toMatchObject([{ status: 'FAILED', message: expect.stringContaining('无法连接') }])
  const right = await admin.call(calls.setSecret, { ...wrong, secret: 'mqtt-word' })
  // It is due again in a while, and at once where somebody saves it.
  const saved = await admin.call<Made>(configs.update, { ...right, name: 'MQTT again' })
  await isUp(made.id)
  expect((await runs()).records).toHaveLength(1)
  await admin.call(configs.disable, saved)
  await until(async () => expect(await lineOf(made.id)).toBe(null))
  const stored = JSON.stringify(await admin.call(configs.getById, { id: made.id }))
  expect(stored).not.toContain('mqtt-word')
})

test('what makes no sense is refused', async () => {
  const cases: [object, number][] = [
    [{ topic: null }, collectionFaults.topic.code],
    [{ topic: 'a/#/b' }, collectionFaults.topic.code],
    [{ topic: '$SYS/#' }, collectionFaults.topic.code],
    [{ endpoint: 'https://host' }, collectionFaults.mqttAddress.code],
    [{ endpoint: 'mqtt://user:word@host' }, collectionFaults.mqttAddress.code],
    [{ credentialKind: 'BEARER' }, collectionFaults.login.code],
    [{ direction: 'OUT', events: ['received'] }, collectionFaults.way.code],
  ]
  for (const [more, code] of cases) await expect(make(more), JSON.stringify(more)).rejects.toMatchObject({ code })
  const made = await make()
  await expect(admin.call(calls.run, { id: made.id })).rejects.toMatchObject({ code: collectionFaults.notPulled.code })
  await expect(make({ endpoint: 'mqtt://10.0.0.1' })).rejects.toMatchObject({ code: outboundFaults.notAllowed.code })
  allowReach(['127.0.0.1', '10.0.0.1'])
  const inside = await make({ endpoint: 'mqtt://10.0.0.1' })
  allowReach(['127.0.0.1'])
  oneProcess()
  await until(async () => expect(await lineOf(inside.id)).toBe('DOWN'))
  const runs = await admin.call<{ records: Record<string, unknown>[] }>(calls.runs, { configId: inside.id })
  expect(runs.records[0]?.messageEn).toContain('10.0.0.1')
})
