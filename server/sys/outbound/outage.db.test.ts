import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BusinessMessage, businessEventNames, messageSample } from '@lading/contract/sys/businessEvent.ts'
import { openAccountCalls as calls } from '@lading/contract/sys/openCalls.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPostgres } from '../../kernel/database.ts'
import { migrate } from '../../kernel/migrate.ts'
import { type Clocked, clockedServers } from '../../testing/clocked.ts'
import { emptyPostgres, testSecret } from '../../testing/database.ts'
import { isFull } from '../../testing/full.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { tellAccounts } from '../openAccount/webhooks.ts'

/**
 * A receiver is down for an hour while the warehouse goes on working, and a process dies with messages in its hands when
 * it has just come back. Two processes of their own send, by a clock that the test moves.
 */
const documents = isFull ? 500 : 200
const versions = isFull ? 20 : 5
const minutes = (n: number): number => n * 60_000

interface Got {
  readonly document: string
  readonly version: number
  readonly delivery: string
  readonly id: string
  readonly isTaken: boolean
}
let clock: Clocked
let server: TestServer
let drop: () => Promise<void>
let receiver: Server
let url = ''
let isDown = true
const got: Got[] = []
const taken = () => got.filter((one) => one.isTaken)

const onPostgres = process.env.LADING_TEST_DB === 'postgres'
beforeAll(async () => {
  if (!onPostgres) return
  const made = await emptyPostgres()
  drop = made.drop
  clock = clockedServers(made.url, new Date(Date.UTC(2026, 10, 20)))
  const db = openPostgres({ url: made.url, secret: testSecret })
  await migrate(db, testSecret)
  server = await openTestServer({ db, now: clock.now })
  // Only the two processes send.
  await server.relay.stop()
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const message = JSON.parse(Buffer.concat(parts).toString()) as BusinessMessage
      const [document = '', version = ''] = [message.source.billNo ?? '', message.reason ?? '']
      const delivery = String(request.headers['x-delivery'])
      got.push({ document, version: Number(version), delivery, id: message.id, isTaken: !isDown })
      response.writeHead(isDown ? 503 : 200).end()
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
})
afterAll(async () => {
  if (!onPostgres) return
  await clock.close()
  await new Promise((done) => receiver.close(done))
  await server.close()
  await drop()
})

/** One version of every document after the other, as a day's work mixes them. */
async function putDown(): Promise<void> {
  const orgId = server.one.orgs.get('DC01')?.id ?? ''
  let id = 1_000_000
  for (let version = 1; version <= versions; version++)
    await server.inside('DC01', async (ctx) => {
      const tell = (n: number) => {
        id += 1
        const source = { ...messageSample.source, billNo: `R${n}` }
        // No field of a message counts versions: the words of its reason do here.
        const message = { ...messageSample, id: String(id), source, reason: String(version) }
        return tellAccounts(ctx, { orgId, message, ownerIds: ['1'] })
      }
      await Promise.all(Array.from({ length: documents }, (_, n) => tell(n)))
    })
}
const states = async (): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await server.db.owner.query('select state, count(*)::int as n from sys_open_delivery group by 1')
  return Object.fromEntries(rows.map((row) => [row.state, row.n]))
}
const until = (isSo: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 120_000, interval: 20 })

test.runIf(onPostgres)(
  'after an hour without a receiver everything arrives, each document in its order and each message for once',
  async () => {
    const admin = await server.as('admin')
    const account = await admin.call(calls.create, {
      name: 'away for an hour',
      orgIds: [server.one.orgs.get('DC01')?.id],
      scopes: [],
      callbackUrl: url,
      callbackEvents: businessEventNames,
    })
    await admin.call(calls.webhookSecret, { id: account.id, version: account.version })
    await putDown()
    const all = documents * versions
    expect(await states()).toEqual({ PENDING: all })
    const [a, b] = await Promise.all([clock.start(), clock.start()])
    const start = clock.now().getTime()
    // Down at once, and when the first tries come again: after 1, 5 and 30 minutes each.
    let tried = 0
    for (const after of [0, 1.5, 7, 38]) {
      await clock.moveTo(new Date(start + minutes(after)))
      await Promise.all([a.tick(), b.tick()])
      tried += documents
      await until(() => got.length >= tried)
    }
    await clock.moveTo(new Date(start + minutes(60)))
    isDown = false
    expect(taken()).toEqual([])
    // Nobody was told of a later version while an earlier one had not come: the first of each was all that was tried.
    expect(got.every(({ version }) => version === 1)).toBe(true)

    await clock.moveTo(new Date(start + minutes(160)))
    void a.tick()
    await until(() => taken().length > all / 4)
    await a.kill()
    // What it had in its hands comes again once its next try is due; the queue's claim has long been silent by then.
    for (let hours = 5; (await states()).DONE !== all && hours < 25; hours += 5) {
      await clock.moveTo(new Date(start + minutes(160 + 60 * hours)))
      await b.tick()
      const isQuiet = async () => {
        const before = got.length
        await new Promise((done) => setTimeout(done, 1_500))
        return got.length === before
      }
      await until(isQuiet)
    }
    expect(await states()).toEqual({ DONE: all })

    // As a receiver reads them who keeps the ids that he has had.
    const ids = new Map<string, string>()
    const applied = new Map<string, number[]>()
    for (const { document, version, delivery, id } of taken()) {
      expect(ids.get(id) ?? delivery).toBe(delivery)
      if (ids.has(id)) continue
      ids.set(id, delivery)
      applied.set(document, [...(applied.get(document) ?? []), version])
    }
    expect(ids.size).toBe(all)
    const inOrder = Array.from({ length: versions }, (_, n) => n + 1)
    expect([...applied.values()].filter((had) => had.join() !== inOrder.join())).toEqual([])
    expect(applied.size).toBe(documents)
  },
)
