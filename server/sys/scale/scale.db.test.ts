import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { dataCollection } from '@lading/contract/sys/collection.ts'
import { collectionCalls, collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { outboundFaults } from '@lading/contract/sys/outboundFaults.ts'
import { scaleCalls as calls, scaleFaults } from '@lading/contract/sys/scaleCalls.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testSecret } from '../../testing/database.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { createLines, type Lines } from '../collection/line.ts'
import { allowReach } from '../outbound/reach.ts'
import { demandReading } from './reading.ts'

/** A scale behind a converter: says its line ten times a second to all that listen. */
interface Scale {
  readonly url: string
  /** Connections that were made, and that stand now. */
  readonly came: () => number
  readonly open: () => number
  say(line: string): void
  drop(): void
  close(): Promise<void>
}
async function openScale(): Promise<Scale> {
  const sockets = new Set<Socket>()
  let came = 0
  let line = ''
  const listener: Server = createServer((socket) => {
    came += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const timer = setInterval(() => {
    for (const socket of sockets) if (line !== '') socket.write(line)
  }, 100)
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `tcp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    came: () => came,
    open: () => sockets.size,
    say: (text) => {
      line = text
    },
    drop,
    close: async () => {
      clearInterval(timer)
      drop()
      await new Promise((done) => listener.close(done))
    },
  }
}

let server: TestServer
let admin: Client
let clerk: Client
const open: Lines[] = []
const scales: Scale[] = []
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin', 'DC01')
  clerk = await server.as('clerk', 'DC01')
})
afterEach(async () => {
  for (const lines of open.splice(0)) await lines.stop()
  for (const scale of scales.splice(0)) await scale.close()
})
afterAll(() => server.close())

const configs = crudCalls(dataCollection)
interface Made {
  readonly id: string
  readonly version: number
}
let number = 0
const make = async (more: object = {}): Promise<Made> => {
  number += 1
  return admin.call(configs.create, {
    code: `SC${number}`,
    name: `scale ${number}`,
    sourceKind: 'SERIAL',
    orgId: server.one.orgs.get('DC01')?.id,
    endpoint: 'tcp://127.0.0.1:9',
    ...more,
  })
}
const scale = async (line = ''): Promise<Scale> => {
  const one = await openScale()
  scales.push(one)
  one.say(line)
  return one
}
/** One process's share of the lines. */
const oneProcess = (): Lines => {
  const lines = createLines(server.kernel, { served: () => server.served, secret: testSecret })
  open.push(lines)
  lines.start()
  return lines
}
const until = (claim: () => Promise<void> | void) => vi.waitFor(claim, { timeout: 30_000, interval: 100 })
const current = (id: string, by = clerk) => by.call(calls.current, { id })
const shows = (id: string, is: object) => until(async () => expect(await current(id)).toMatchObject(is))
const demand = (id: string, kg: string) => server.inside('DC01', (ctx) => demandReading(ctx, id, kg))

test('a scale is followed: what it shows, whether it is stable, and what of it cannot be read', async () => {
  const one = await scale('US,GS,+  1.200kg\r\n')
  const made = await make({ endpoint: one.url })
  oneProcess()
  await shows(made.id, { state: 'MOVING', kg: '1.2', isNet: false, code: `SC${number}` })
  // What moves never counts.
  await expect(demand(made.id, '1.2')).rejects.toMatchObject({ refusal: scaleFaults.noReading })
  one.say('ST,NT,+  1.234kg\r\n')
  await shows(made.id, { state: 'STABLE', kg: '1.234', isNet: true })
  await demand(made.id, '1.234')
  await demand(made.id, '01.234')
  await expect(demand(made.id, '1.235')).rejects.toMatchObject({ refusal: scaleFaults.otherReading })
  one.say('OL,GS,+------kg\r\n')
  await shows(made.id, { state: 'OVER', kg: null })
  one.say('?? paper out\r\n')
  await shows(made.id, { state: 'SILENT', kg: null })
  const seen = await admin.call(calls.watch, { id: made.id })
  expect(seen).toMatchObject({ rawLine: '?? paper out' })
  expect(seen.unreadable).toBeGreaterThan(0)
  expect((await admin.call<{ line: string }>(configs.getById, { id: made.id })).line).toBe('UP')
})

test('a scale that goes away is told of once, found again when it is back, and let go when it is disabled', async () => {
  const one = await scale('ST,GS,+  2.000kg\r\n')
  const made = await make({ endpoint: one.url })
  oneProcess()
  await shows(made.id, { state: 'STABLE', kg: '2' })
  one.drop()
  await until(() => expect(one.came()).toBe(2))
  one.say('ST,GS,+  3.000kg\r\n')
  await shows(made.id, { state: 'STABLE', kg: '3' })
  const runs = await admin.call<{ records: object[] }>(collectionCalls.runs, { configId: made.id })
  expect(runs.records).toMatchObject([{ status: 'FAILED', message: expect.stringContaining('无法连接') }])
  // Another address, and the old one is left.
  const other = await scale('ST,GS,+  9.000kg\r\n')
  const saved = await admin.call<Made>(configs.update, { ...made, endpoint: other.url })
  await shows(made.id, { state: 'STABLE', kg: '9' })
  await until(() => expect(one.open()).toBe(0))
  await admin.call(configs.disable, saved)
  await until(() => expect(other.open()).toBe(0))
  expect((await clerk.envelope(calls.current, { id: made.id })).code).toBe(40400)
  await expect(demand(made.id, '9')).rejects.toMatchObject({ refusal: { code: 40400 } })
})

test('of two processes one holds the connection, and the other when that one is gone', async () => {
  const one = await scale('ST,GS,+  5.000kg\r\n')
  const made = await make({ endpoint: one.url })
  const first = oneProcess()
  const second = oneProcess()
  await shows(made.id, { state: 'STABLE', kg: '5' })
  expect([one.came(), one.open()]).toEqual([1, 1])
  await first.stop()
  await until(() => expect(one.open()).toBe(1))
  await shows(made.id, { state: 'STABLE', kg: '5' })
  await second.stop()
  await until(() => expect(one.open()).toBe(0))
  expect(one.came()).toBeLessThanOrEqual(2)
})

test('a plain number is stable once it stays the same; a pattern and Toledo frames are read', async () => {
  const plain = await scale('  850\r\n')
  const number = await make({ endpoint: plain.url, lineFormat: 'NUMBER', lineUnit: 'g' })
  const own = await scale('#S 1.500kg*\n')
  const pattern = await make({
    endpoint: own.url,
    lineFormat: 'PATTERN',
    linePattern: '#{stable=S} {weight}{unit}{rest}',
  })
  const toledo = await scale('\x02%0 001234     0\r')
  const frames = await make({ endpoint: toledo.url, lineFormat: 'TOLEDO' })
  oneProcess()
  await shows(number.id, { state: 'STABLE', kg: '0.85' })
  await shows(pattern.id, { state: 'STABLE', kg: '1.5' })
  await shows(frames.id, { state: 'STABLE', kg: '1.234' })
})

test('scales are those of the organisation where one works, and of no other tenant', async () => {
  const made = await make()
  const ids = async (by: Client) => (await by.call(calls.choices, {})).map(({ id }) => id)
  expect(await ids(clerk)).toContain(made.id)
  const elsewhere = await server.as('admin', 'DC02')
  expect(await ids(elsewhere)).not.toContain(made.id)
  expect((await elsewhere.envelope(calls.current, { id: made.id })).code).toBe(40400)
  const stranger = await server.as('admin', 'DC01', 'two')
  expect(await ids(stranger)).toEqual([])
  for (const call of [calls.current, calls.watch])
    expect((await stranger.envelope(call, { id: made.id })).code).toBe(40400)
  expect(await current(made.id)).toMatchObject({ state: 'OFF', kg: null })
})

test('what makes no sense is refused, and nobody is connected to inside', async () => {
  const cases: [object, number][] = [
    [{ endpoint: null }, scaleFaults.address.code],
    [{ endpoint: 'tcp://127.0.0.1' }, scaleFaults.address.code],
    [{ endpoint: 'http://127.0.0.1:4001' }, scaleFaults.address.code],
    [{ endpoint: 'tcp://me:word@127.0.0.1:4001' }, scaleFaults.address.code],
    [{ endpoint: 'tcp://127.0.0.1:4001/scale' }, scaleFaults.address.code],
    [{ lineFormat: 'PATTERN' }, scaleFaults.pattern.code],
    [{ lineFormat: 'PATTERN', linePattern: '{weight}{weight}' }, scaleFaults.pattern.code],
    [{ direction: 'OUT', events: ['received'] }, collectionFaults.way.code],
  ]
  for (const [more, code] of cases) await expect(make(more), JSON.stringify(more)).rejects.toMatchObject({ code })
  const made = await make()
  await expect(admin.call(collectionCalls.run, { id: made.id })).rejects.toMatchObject({
    code: collectionFaults.notPulled.code,
  })
  const away = { endpoint: 'tcp://10.0.0.1:4001' }
  await expect(make(away)).rejects.toMatchObject({ code: outboundFaults.notAllowed.code })
  // What was allowed when it was saved is asked about again whenever it is used.
  allowReach(['127.0.0.1', '10.0.0.1'])
  const inside = await make(away)
  allowReach(['127.0.0.1'])
  oneProcess()
  const line = async () => (await admin.call<{ line: string | null }>(configs.getById, { id: inside.id })).line
  await until(async () => expect(await line()).toBe('DOWN'))
  const runs = await admin.call<{ records: { messageEn: string }[] }>(collectionCalls.runs, { configId: inside.id })
  expect(runs.records[0]?.messageEn).toContain('10.0.0.1')
})

test('lines can be tried before anything is connected', async () => {
  const made = await make()
  const tried = await admin.call(collectionCalls.test, {
    id: made.id,
    sample: 'ST,NT,+  1.234kg\nOL,GS,+-----kg\nhello',
  })
  expect(tried.count).toBe(3)
  expect(tried.mapped.map(({ target, value }) => `${target} ${value}`)).toEqual([
    'kg 1.234 千克',
    'isNet 净重',
    'isStable 是',
  ])
  expect(tried.errors).toEqual([{ record: 3, message: '无法识别' }])
  const frames = await make({ lineFormat: 'TOLEDO' })
  const frame = await admin.call(collectionCalls.test, { id: frames.id, sample: '\\x02%0 001234     0' })
  expect(frame.mapped[0]?.value).toBe('1.234 千克')
  await expect(admin.call(collectionCalls.test, { id: made.id })).rejects.toMatchObject({
    code: collectionFaults.notPulled.code,
  })
})
