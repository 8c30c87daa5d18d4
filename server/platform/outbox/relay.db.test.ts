import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { type Relay, startRelay } from './relay.ts'

let server: TestServer
let at = Date.UTC(2026, 10, 20)
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
  // Its rounds would be mixed with those of the test.
  await server.relay.stop()
})
afterAll(() => server.close())
beforeEach(() => server.db.owner.query('delete from sys_outbox; delete from sys_due'))

const tenants = () => server.tenants.all()
const emit = (key: string) => server.inside('DC01', async (ctx) => ctx.emit({ topic: 'told', key }))
const left = async () => (await server.db.owner.query('select key, tries from sys_outbox order by id')).rows

test('what a process left and did not deliver is delivered by the next that starts', async () => {
  const told: string[] = []
  await emit('forgotten')
  const relay = startRelay(server.kernel, { told: async (_, [e]) => void told.push(e?.key ?? '') }, tenants)
  await relay.tick()
  expect(told).toEqual(['forgotten'])
  // Nothing is left, so nobody is asked any more.
  expect((await server.db.owner.query('select 1 from sys_due')).rowCount).toBe(0)
  await relay.stop()
})

test('what fails comes again when its time has come, at whichever process', async () => {
  const told: string[] = []
  let works = false
  const listen = async () => {
    if (!works) throw new Error('not yet')
    told.push('now')
  }
  const relays = [1, 2].map(() => startRelay({ ...server.kernel }, { told: listen }, tenants))
  for (const relay of relays) await relay.tick()
  await emit('a')
  relays[0]?.nudge(server.one.tenantId)
  await relays[0]?.tick()
  expect(await left()).toEqual([{ key: 'a', tries: 1 }])
  works = true
  await relays[1]?.tick()
  expect(told).toEqual([])
  at += 2_000
  await relays[1]?.tick()
  expect(told).toEqual(['now'])
  expect(await left()).toEqual([])
  await Promise.all(relays.map((relay) => relay.stop()))
})

test('what is left while somebody works on it is not forgotten', async () => {
  const told: string[] = []
  const relay: Relay = startRelay(
    server.kernel,
    {
      told: async (tenantId, [e]) => {
        told.push(e?.key ?? '')
        if (told.length > 1) return
        await emit('second')
        const other = startRelay({ ...server.kernel }, {}, async () => [])
        other.nudge(tenantId)
        await other.stop()
      },
    },
    tenants,
  )
  await emit('first')
  await relay.tick()
  expect(told).toEqual(['first', 'second'])
  expect(await left()).toEqual([])
  await relay.stop()
})

test('what is delivered together comes in one call, and one that fails holds back nobody', async () => {
  const calls: string[][] = []
  const pushed: string[] = []
  const listen = async (_: string, events: readonly { key: string }[]) => {
    const keys = events.map((e) => e.key)
    calls.push(keys)
    if (keys.includes('broken')) throw new Error('broken')
  }
  const relay = startRelay(server.kernel, { told: { together: listen } }, tenants, (_, [e]) => {
    pushed.push(e?.key ?? '')
  })
  for (const key of ['a', 'b']) await emit(key)
  await relay.drain()
  expect(calls).toEqual([['a', 'b']])
  for (const key of ['c', 'broken', 'd', 'c']) await emit(key)
  await relay.drain()
  expect(calls.slice(1)).toEqual([['c', 'broken', 'd', 'c'], ['c', 'c'], ['broken'], ['d']])
  expect(pushed).toEqual(['a', 'b', 'c', 'd'])
  expect(await left()).toEqual([{ key: 'broken', tries: 1 }])
  await relay.stop()
})

test('whatever is due beside long work is delivered meanwhile', async () => {
  const told: string[] = []
  const { promise: isTold, resolve } = Promise.withResolvers<void>()
  const relay = startRelay(
    server.kernel,
    {
      // Ends only when the other event, which is younger, has come.
      long: {
        long: async () => {
          await isTold
          told.push('long')
        },
      },
      told: async () => {
        told.push('short')
        resolve()
      },
    },
    tenants,
  )
  await server.inside('DC01', async (ctx) => {
    ctx.emit({ topic: 'long', key: 'a' })
    ctx.emit({ topic: 'told', key: 'b' })
  })
  await relay.tick()
  expect(told).toEqual(['short', 'long'])
  expect(await left()).toEqual([])
  await relay.stop()
})
