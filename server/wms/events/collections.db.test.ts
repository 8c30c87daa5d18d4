import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { messageSample } from '@lading/contract/sys/businessEvent.ts'
import { dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionCalls as calls, collectionFaults, interactiveCalls } from '@lading/contract/sys/collectionCalls.ts'
import type { BizType } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { collectBelow } from '../../sys/collection/folder.ts'
import { collectionWay } from '../../sys/collection/out/send.ts'
import { sendTopic, tellCollections } from '../../sys/collection/out/tell.ts'
import { allSent, deliveryTriesMax, take } from '../../sys/outbound/deliveries.ts'
import type { Client } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { keyOf } from '../testing/yard.ts'

let desk: PickDesk
let admin: Client
let receiver: Server
let url = ''
let got: { headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = []
let status = 200
beforeAll(async () => {
  desk = await openPickDesk()
  admin = await desk.server.as('admin', 'G')
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      got.push({ headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) })
      response.writeHead(status).end('{"token":"t-1","said":"thanks"}')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`
})
beforeEach(() => {
  got = []
  status = 200
})
afterAll(async () => {
  await new Promise((done) => receiver.close(done))
  await desk.server.close()
})

const configs = crudCalls(dataCollection)
const orgId = (code: string) => desk.server.one.orgs.get(code)?.id ?? ''
let number = 0
const make = async (more: object = {}, by = admin): Promise<{ id: string; version: number }> => {
  number += 1
  return by.call(configs.create, {
    code: `OUT${number}`,
    name: `ERP ${number}`,
    direction: 'OUT',
    sourceKind: 'REST_SEND',
    orgId: orgId('G'),
    events: ['adjusted'],
    endpoint: url,
    ...more,
  })
}
let posted = 0
const goods = (bizType: BizType, n: number, owner?: string) =>
  desk.inside(async (ctx) => {
    const to = await keyOf(ctx, desk.yard, { bin: 'S-01', product: 'A', ...(owner && { owner }) })
    const from = { ...to, binId: desk.yard.bins.get('V_ADJUST') ?? '', containerId: desk.yard.loose }
    posted += 1
    const lines = [
      { key: from, delta: -wholeQty(n) },
      { key: to, delta: wholeQty(n) },
    ]
    return post(ctx, { bizType, idemKey: `sent ${posted}`, lines })
  })
const work = async () => {
  await desk.server.relay.drain()
  await allSent()
}
interface Line {
  readonly id: string
  readonly status: string
  readonly tries: number
  readonly object: string
  readonly businessNo: string
  readonly message: string | null
  readonly messageEn: string | null
  readonly nextAt: string | null
  readonly httpStatus: number | null
}
const linesOf = async (configId: string): Promise<readonly Line[]> =>
  (await admin.call<{ records: Line[] }>(crudCalls(dataInteractive).query, { filter: { configId }, orderBy: 'id' }))
    .records
const off = (made: { id: string; version: number }) => admin.call(configs.disable, made)
/** The next try of everything comes now. */
const hurry = () =>
  desk.inside(async (ctx) => {
    const now = ctx.now()
    await ctx.tx.run(
      sql`update sys_data_interactive set next_at = ${now} where tenant_id = ${ctx.tenantId} and status = 'PENDING'`,
    )
    await ctx.tx.run(
      sql`update sys_outbox set not_before = ${now} where tenant_id = ${ctx.tenantId} and topic = ${sendTopic}`,
    )
  })

test('an event goes once to each collection that sends it: as documented, or in the other side’s words', async () => {
  const plain = await make({ credentialKind: 'BEARER' })
  const secret = await admin.call(calls.setSecret, { ...plain, secret: 'out-secret' })
  const own = await make({
    events: ['adjusted', 'received'],
    orgId: orgId('DC01'),
    mappings: [
      { target: 'no', path: 'id' },
      { target: 'rows[].sku', path: 'lines[].product' },
    ],
  })
  const elsewhere = await make({ orgId: orgId('DC02') })
  await goods('ADJ_INC', 2)
  await goods('RECEIVE', 1)
  await work()
  expect(got).toHaveLength(3)
  const [line] = await linesOf(plain.id)
  expect(await linesOf(plain.id)).toMatchObject([
    { status: 'OK', tries: 1, httpStatus: 200, message: null, nextAt: null, object: 'adjusted' },
  ])
  const documented = got.find(({ body }) => body.version === 1)
  expect(documented?.headers).toMatchObject({ authorization: 'Bearer out-secret', 'x-event': 'adjusted' })
  expect(documented?.body).toMatchObject({ type: 'adjusted', lines: [{ product: 'A', qty: '2' }] })
  expect(line?.businessNo).toContain(String(documented?.body.id))
  expect(documented?.headers['x-message-id']).toBe(documented?.body.id)
  const mapped = got.filter(({ body }) => body.rows !== undefined)
  expect(mapped.map(({ body }) => body.rows)).toEqual([[{ sku: 'A' }], [{ sku: 'A' }]])
  expect(await linesOf(elsewhere.id)).toEqual([])
  const told = await admin.call(interactiveCalls.payload, { id: (await linesOf(own.id))[0]?.id })
  expect(JSON.parse(told.payload)).toMatchObject({ rows: [{ sku: 'A' }] })
  expect(JSON.parse(told.answer ?? '')).toEqual({ token: '***', said: 'thanks' })
  // An event that is told again is ours already.
  await desk.inside(async (ctx) => {
    const postings = await ctx.tx.query<{ id: string }>(
      sql`select id from wms_posting where tenant_id = ${ctx.tenantId} and idem_key like 'sent %'`,
    )
    for (const { id } of postings) ctx.emit({ topic: 'wms.posted', key: id })
  })
  await work()
  expect(got).toHaveLength(3)
  await off({ id: plain.id, version: secret.version })
  await off(own)
  await off(elsewhere)
})

test('what is not taken is tried again, restarted, cancelled, and sent once more by hand', async () => {
  const made = await make()
  status = 503
  await goods('ADJ_INC', 1)
  await work()
  const [first] = await linesOf(made.id)
  expect(first).toMatchObject({ status: 'PENDING', tries: 1, httpStatus: 503, message: '对方应答HTTP 503' })
  expect(first?.messageEn).toBe('The other side answered HTTP 503')
  expect(first?.nextAt).not.toBeNull()
  for (let tries = 2; tries <= deliveryTriesMax; tries++) {
    await hurry()
    await work()
  }
  expect(await linesOf(made.id)).toMatchObject([{ status: 'FAILED', tries: deliveryTriesMax, nextAt: null }])
  status = 200
  expect(await admin.call(interactiveCalls.restart, { ids: [first?.id] })).toEqual({ count: 1 })
  await work()
  expect(await linesOf(made.id)).toMatchObject([{ status: 'OK', tries: 1 }])
  // Replay: the same message under the same id.
  got = []
  await admin.call(interactiveCalls.restart, { ids: [first?.id] })
  await work()
  expect(got.map(({ body }) => String(body.id)).every((id) => first?.businessNo.includes(id))).toBe(true)
  expect(got).toHaveLength(1)
  await expect(admin.call(interactiveCalls.cancel, { ids: [first?.id] })).rejects.toMatchObject({ code: 42527 })
  status = 500
  await goods('ADJ_INC', 1)
  await work()
  const second = (await linesOf(made.id))[1]
  expect(await admin.call(interactiveCalls.cancel, { ids: [second?.id] })).toEqual({ count: 1 })
  got = []
  await hurry()
  await work()
  expect(got).toEqual([])
  expect((await linesOf(made.id))[1]).toMatchObject({ status: 'CANCELLED' })
  await off(made)
})

test('a process that dies with a message in its hands leaves it to the next', async () => {
  const made = await make()
  await goods('ADJ_INC', 1)
  await desk.server.relay.drain()
  await allSent()
  const [line] = await linesOf(made.id)
  await admin.call(interactiveCalls.restart, { ids: [line?.id] })
  got = []
  // As a process leaves it that took it, and is gone before it could send.
  const taken = await desk.inside((ctx) => take(ctx, collectionWay(''), line?.id ?? ''))
  expect(taken).toBeDefined()
  await work()
  expect(got).toEqual([])
  expect(await linesOf(made.id)).toMatchObject([{ status: 'PENDING', tries: 1 }])
  await hurry()
  await work()
  expect(got).toHaveLength(1)
  expect(await linesOf(made.id)).toMatchObject([{ status: 'OK', tries: 2 }])
  await off(made)
})

test('what is told of one document waits for what was told before, until that has gone, is given up or cancelled', async () => {
  const made = await make()
  let told = 7_000
  const tell = (billNo: string) =>
    desk.inside((ctx) => {
      told += 1
      const message = { ...messageSample, id: String(told), type: 'adjusted' as const }
      const source = { ...message.source, billNo }
      return tellCollections(ctx, { orgId: orgId('DC01'), message: { ...message, source }, ownerIds: ['1'] })
    })
  const arrived = () => got.map(({ body }) => body.id)
  status = 503
  for (const billNo of ['R1', 'R1', 'R2', 'R1', 'R1']) await tell(billNo)
  await work()
  // Of each document the first only, and again.
  expect(arrived()).toEqual(['7001', '7003'])
  await hurry()
  await work()
  expect(arrived().slice(2).toSorted()).toEqual(['7001', '7003'])
  expect((await linesOf(made.id)).map(({ tries }) => tries)).toEqual([2, 0, 2, 0, 0])
  // Cancelled, it holds back nobody; what is behind it goes one after the other.
  got = []
  const [first, second] = await linesOf(made.id)
  await admin.call(interactiveCalls.cancel, { ids: [first?.id] })
  await work()
  expect(arrived()).toEqual(['7002'])
  for (let tries = 2; tries <= deliveryTriesMax; tries++) {
    await hurry()
    await work()
  }
  // Given up, neither.
  expect(await linesOf(made.id)).toMatchObject([
    { status: 'CANCELLED' },
    { status: 'FAILED', tries: deliveryTriesMax },
    { status: 'FAILED' },
    { status: 'PENDING', tries: 1 },
    { status: 'PENDING', tries: 0 },
  ])
  status = 200
  got = []
  await hurry()
  await work()
  expect(arrived()).toEqual(['7004', '7005'])
  // Sent once more by hand, it comes late under its own id.
  await admin.call(interactiveCalls.restart, { ids: [second?.id] })
  await work()
  expect(arrived()).toEqual(['7004', '7005', '7002'])
  await off(made)
})

test('owners that are named are the only ones told of; a disabled collection sends nothing', async () => {
  const o1 = desk.yard.owners.get('O1')
  const made = await make({ ownerScope: 'LISTED', ownerIds: [o1] })
  await goods('ADJ_INC', 1)
  await work()
  expect(await linesOf(made.id)).toHaveLength(1)
  await goods('ADJ_INC', 1, 'O2')
  await work()
  expect(await linesOf(made.id)).toHaveLength(1)
  const [line] = await linesOf(made.id)
  await off(made)
  await admin.call(interactiveCalls.restart, { ids: [line?.id] })
  got = []
  await work()
  expect(got).toEqual([])
  expect(await linesOf(made.id)).toMatchObject([{ status: 'FAILED', messageEn: expect.stringContaining('disabled') }])
})

test('events go into a folder as files, one for each message, and the same file when it is sent again', async () => {
  const root = mkdtempSync(join(tmpdir(), 'collect-out-'))
  try {
    collectBelow(root)
    const made = await make({
      sourceKind: 'CSV_FOLDER',
      endpoint: null,
      folder: 'events',
      mappings: [
        { target: '商品', path: 'lines[].product' },
        { target: '数量', path: 'lines[].qty' },
      ],
    })
    await expect(
      make({
        direction: 'IN',
        sourceKind: 'CSV_FOLDER',
        folder: 'events',
        object: 'mdm.product',
        mappings: [{ target: 'code', path: 'x' }],
      }),
    ).rejects.toMatchObject({ code: collectionFaults.folderTaken.code })
    await goods('ADJ_INC', 7)
    await work()
    const [line] = await linesOf(made.id)
    expect(line).toMatchObject({ status: 'OK' })
    const folder = join(root, 'one', 'events')
    const [name = '', ...others] = readdirSync(folder)
    expect(others).toEqual([])
    expect(name).toMatch(/^adjusted-\d+\.csv$/)
    expect(readFileSync(join(folder, name), 'utf8')).toContain('A,7')
    await admin.call(interactiveCalls.restart, { ids: [line?.id] })
    await work()
    expect(readdirSync(folder)).toEqual([name])
    await off(made)
  } finally {
    collectBelow(undefined)
    rmSync(root, { recursive: true, force: true })
  }
})

test('a try shows what would go out and sends nothing; what makes no sense is refused', async () => {
  const made = await make({ mappings: [{ target: 'no', path: 'source.billNo' }] })
  const tried = await admin.call(calls.test, { id: made.id })
  expect(JSON.parse(tried.sample)).toEqual({ no: expect.any(String) })
  expect(tried).toMatchObject({ count: 1, errors: [], mapped: [{ target: 'no', title: 'source.billNo' }] })
  const wrong = await admin.call(calls.test, { id: made.id, sample: '{"type":"received"}' })
  expect(wrong.errors.length).toBeGreaterThan(0)
  expect(got).toEqual([])
  await expect(admin.call(calls.run, { id: made.id })).rejects.toMatchObject({ code: 42519 })
  const cases: [object, number][] = [
    [{ sourceKind: 'REST_PULL' }, collectionFaults.way.code],
    [{ direction: 'IN', object: 'mdm.product' }, collectionFaults.way.code],
    [{ direction: 'IN', sourceKind: 'REST_PULL' }, collectionFaults.noObject.code],
    [{ events: [] }, collectionFaults.noEvents.code],
    [{ ownerScope: 'LISTED' }, collectionFaults.noOwner.code],
    [{ endpoint: null }, collectionFaults.noEndpoint.code],
    [{ mappings: [{ target: 'x', path: 'nothing' }] }, collectionFaults.path.code],
  ]
  for (const [more, code] of cases) await expect(make(more), String(code)).rejects.toMatchObject({ code })
  await off(made)
})
