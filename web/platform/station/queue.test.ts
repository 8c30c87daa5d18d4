import { expect, test } from 'vitest'
import { isPassing, type Sending, type SendingStore, type Sent, sendingQueue } from './queue.ts'

function memory(): SendingStore & { readonly rows: Map<string, Sending> } {
  const rows = new Map<string, Sending>()
  return {
    rows,
    all: async (owner) => [...rows.values()].filter((s) => s.owner === owner),
    last: async () => [...rows.keys()].sort().at(-1),
    put: async (s) => void rows.set(s.id, s),
    remove: async (id) => void rows.delete(id),
  }
}

/** A server that does every key once, reached by a network that can be cut, before or after the work is done. */
function world() {
  const done: string[] = []
  const answers = new Map<string, Sent<string>>()
  const net = { isUp: true, losesAnswers: 0, sends: 0, refuses: new Set<string>() }
  const send = async (s: Sending<string>): Promise<Sent<string>> => {
    net.sends++
    if (!net.isUp) return { kind: 'away' }
    if (net.refuses.has(s.input)) return { kind: 'refused', message: `no ${s.input}`, code: 42257 }
    const known = answers.get(s.key)
    const answer = known ?? { kind: 'landed', answer: `ok ${s.input}` }
    if (!known) done.push(s.input)
    answers.set(s.key, answer)
    if (net.losesAnswers-- > 0) return { kind: 'away' }
    return answer
  }
  return { done, net, send }
}

let n = 0
const open = (
  store: SendingStore,
  send: ReturnType<typeof world>['send'],
  { owner = 'demo/1/DC01', isOwnerHere = (): boolean => true, now = 1_800_000_000_000 } = {},
) =>
  sendingQueue<string, string>({
    owner,
    isOwnerHere,
    store,
    send,
    newKey: () => `key${++n}`,
    now: () => new Date(now),
    patienceMs: 20,
  })

test('an answer comes back in one round trip, and nothing is left behind', async () => {
  const { send, net } = world()
  const store = memory()
  const q = open(store, send)
  expect(await q.push('a', 'A')).toEqual({ kind: 'landed', answer: 'ok a' })
  expect(net.sends).toBe(1)
  expect([...store.rows]).toEqual([])
})

test('a photo goes with what it belongs to, also after a reload', async () => {
  const store = memory()
  const sent: (string | undefined)[] = []
  const net = { isUp: false }
  const send = async (s: Sending<string>): Promise<Sent<string>> => {
    if (!net.isUp) return { kind: 'away' }
    sent.push(await s.file?.text())
    return { kind: 'landed', answer: '' }
  }
  const first = open(store, send)
  expect(await first.push('with', '', new File(['receipt'], 'a.jpg'))).toEqual({ kind: 'queued' })
  expect(await first.push('without', '')).toEqual({ kind: 'queued' })
  net.isUp = true
  await open(store, send).restore()
  expect(sent).toEqual(['receipt', undefined])
})

test('it is stored before it is sent', async () => {
  const store = memory()
  const seen: number[] = []
  const q = open(store, async () => {
    seen.push(store.rows.size)
    return { kind: 'landed', answer: '' }
  })
  await q.push('a', 'A')
  expect(seen).toEqual([1])
})

test('T27 200 scans without a network land once each and in order, over a reload and lost answers', async () => {
  const { send, net, done } = world()
  const store = memory()
  const first = open(store, send)
  net.isUp = false
  const inputs = Array.from({ length: 200 }, (_, i) => `scan ${i}`)
  for (const input of inputs) expect(await first.push(input, input)).toEqual({ kind: 'queued' })
  expect(first.state()).toMatchObject({ isOnline: false, refused: [] })
  expect(store.rows.size).toBe(200)
  const second = open(store, send)
  await second.restore()
  expect(second.state().waiting).toHaveLength(200)
  net.isUp = true
  net.losesAnswers = 3
  for (let i = 0; i < 5; i++) await second.drain()
  expect(done).toEqual(inputs)
  expect(second.state()).toEqual({ waiting: [], refused: [], isOnline: true, hasRoom: true, unkept: 0 })
  expect(store.rows.size).toBe(0)
})

test('T27 the order is that of the work, whatever the clock does between', async () => {
  const { send, net, done } = world()
  const store = memory()
  net.isUp = false
  await open(store, send, { now: 1_800_000_000_000 }).push('first', '')
  // The battery was changed, and the clock of the device begins anew.
  const later = open(store, send, { now: 0 })
  await later.push('second', '')
  net.isUp = true
  const last = open(store, send)
  await last.restore()
  expect(done).toEqual(['first', 'second'])
})

test('T27 what an earlier page left is sent before what is done now, however soon that comes', async () => {
  const { send, net, done } = world()
  const store = memory()
  net.isUp = false
  await open(store, send).push('before', '')
  net.isUp = true
  const q = open(store, send)
  void q.restore()
  await q.push('now', '')
  await q.drain()
  expect(done).toEqual(['before', 'now'])
})

test('T27 two pages that store in the same breath overwrite nothing, and each goes on in its order', async () => {
  const { send, net, done } = world()
  const store = memory()
  net.isUp = false
  const [a, b] = [open(store, send), open(store, send)]
  await Promise.all(['a1', 'a2', 'a3'].map((input) => a.push(input, '')).concat(['b1', 'b2'].map((i) => b.push(i, ''))))
  expect(store.rows.size).toBe(5)
  net.isUp = true
  await open(store, send).restore()
  expect(done.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
  expect(done.filter((input) => input.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
  // One after the other, by two pages of one worker.
  net.isUp = false
  for (const [page, input] of [
    [a, 'one'],
    [b, 'two'],
    [a, 'three'],
  ] as const)
    await page.push(input, '')
  net.isUp = true
  await open(store, send).restore()
  expect(done.slice(5)).toEqual(['one', 'two', 'three'])
})

/** A device without room for anything more. */
const full = (store: SendingStore): SendingStore => ({
  ...store,
  put: async () => {
    throw new DOMException('no room', 'QuotaExceededError')
  },
})

test('with the device full a confirm is sent all the same while there is a network', async () => {
  const { send, net, done } = world()
  const store = memory()
  const q = open(full(store), send)
  expect(await q.push('a', '')).toEqual({ kind: 'landed', answer: 'ok a' })
  expect(done).toEqual(['a'])
  net.refuses.add('b')
  expect(await q.push('b', '')).toMatchObject({ kind: 'refused' })
  expect(q.state()).toEqual({ waiting: [], refused: [], isOnline: true, hasRoom: false, unkept: 0 })
})

test('with neither room nor network it waits in the page alone, says so, and is stored or sent when it can be', async () => {
  const { send, net, done } = world()
  const store = memory()
  let hasRoom = false
  const q = open({ ...store, put: async (s) => (hasRoom ? store : full(store)).put(s) }, send)
  net.isUp = false
  expect(await q.push('a', '')).toEqual({ kind: 'queued' })
  expect(await q.push('b', '')).toEqual({ kind: 'queued' })
  expect(q.state()).toMatchObject({
    isOnline: false,
    hasRoom: false,
    unkept: 2,
    waiting: [{ input: 'a' }, { input: 'b' }],
  })
  hasRoom = true
  await q.drain()
  expect(store.rows.size).toBe(2)
  expect(q.state()).toMatchObject({ hasRoom: true, unkept: 0 })
  net.isUp = true
  await q.drain()
  expect(done).toEqual(['a', 'b'])
  expect(store.rows.size).toBe(0)
})

test('T27 what the server refuses later is kept with its reason, and the rest goes on', async () => {
  const { send, net, done } = world()
  const store = memory()
  const q = open(store, send)
  net.isUp = false
  for (const input of ['a', 'bad', 'c']) await q.push(input, input)
  net.isUp = true
  net.refuses.add('bad')
  await q.drain()
  expect(done).toEqual(['a', 'c'])
  expect(q.state().refused).toMatchObject([{ input: 'bad', refusal: 'no bad' }])
  const later = open(store, send)
  await later.restore()
  expect(later.state().refused).toHaveLength(1)
  net.refuses.clear()
  await later.again(later.state().refused[0]?.id ?? '')
  expect(done).toEqual(['a', 'c', 'bad'])
  expect(store.rows.size).toBe(0)
})

test('who stands at the station reads the refusal at once, and it is not kept', async () => {
  const { send, net } = world()
  const store = memory()
  net.refuses.add('x')
  const q = open(store, send)
  expect(await q.push('x', 'X')).toEqual({ kind: 'refused', message: 'no x', code: 42257 })
  expect(q.state().refused).toEqual([])
  expect(store.rows.size).toBe(0)
})

test('a slow answer lets the worker go on, and what follows waits its turn', async () => {
  const store = memory()
  const order: string[] = []
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const q = open(store, async (s) => {
    if (s.input === 'slow') await gate
    order.push(String(s.input))
    return { kind: 'landed', answer: '' }
  })
  expect(await q.push('slow', '')).toEqual({ kind: 'queued' })
  const next = q.push('next', '')
  expect(await next).toEqual({ kind: 'queued' })
  release()
  await q.drain()
  expect(order).toEqual(['slow', 'next'])
})

test('another user of the same device neither sees nor sends it', async () => {
  const { send, net, done } = world()
  const store = memory()
  net.isUp = false
  await open(store, send).push('mine', '')
  net.isUp = true
  const other = open(store, send, { owner: 'demo/2/DC01' })
  await other.restore()
  expect(other.state().waiting).toEqual([])
  expect(done).toEqual([])
})

test('nothing more is sent when its owner has gone, and what is answered then says nothing about it', async () => {
  const store = memory()
  const sent: string[] = []
  let isOwnerHere = true
  let answer = (_: Sent<string>) => {}
  const first = new Promise<Sent<string>>((resolve) => {
    answer = resolve
  })
  const send = async (s: Sending<string>): Promise<Sent<string>> => {
    sent.push(s.input)
    return sent.length === 1 ? first : { kind: 'landed', answer: '' }
  }
  const q = open(store, send, { isOwnerHere: () => isOwnerHere })
  for (const input of ['a', 'b']) await q.push(input, input)
  expect(sent).toEqual(['a'])
  isOwnerHere = false
  answer({ kind: 'refused', message: 'not yours', code: 40300 })
  await q.drain()
  await q.drain()
  expect(sent).toEqual(['a'])
  expect(q.state()).toMatchObject({ waiting: [{ input: 'a' }, { input: 'b' }], refused: [] })
  expect(store.rows.size).toBe(2)
  isOwnerHere = true
  await q.drain()
  expect(sent).toEqual(['a', 'a', 'b'])
  expect(store.rows.size).toBe(0)
})

test('dismissing a refusal forgets it', async () => {
  const { send, net } = world()
  const store = memory()
  const q = open(store, send)
  net.isUp = false
  await q.push('bad', '')
  net.isUp = true
  net.refuses.add('bad')
  await q.drain()
  await q.forget(q.state().refused[0]?.id ?? '')
  expect(q.state().refused).toEqual([])
  expect(store.rows.size).toBe(0)
})

test('a store that fails once stops nothing: who waits is answered, and the next one is sent', async () => {
  const store = memory()
  const sent: string[] = []
  const send = async (s: Sending<string>): Promise<Sent<string>> => {
    sent.push(s.input)
    return { kind: 'landed', answer: s.input }
  }
  let isFull = true
  const frail: SendingStore = {
    ...store,
    remove: async (id) => {
      if (isFull) throw new Error('no room')
      return store.remove(id)
    },
  }
  const q = open(frail, send)
  expect(await q.push('a', 'a')).toEqual({ kind: 'landed', answer: 'a' })
  isFull = false
  expect(await q.push('b', 'b')).toEqual({ kind: 'landed', answer: 'b' })
  expect(sent).toEqual(['a', 'b'])
})

test.each<[string, number, number, number, boolean]>([
  ['no answer', 0, 0, 9, true],
  ['one that was cut off, or that a network gave which asks for a log-in of its own', 200, 20000, 9, true],
  ['a refusal of the work', 200, 42257, 0, false],
  ['input that is wrong', 400, 40000, 0, false],
  ['the session is over', 401, 40101, 9, true],
  ['no permission', 403, 40300, 0, false],
  ['the server restarts', 503, 50300, 9, true],
  ['the server fails', 500, 50000, 0, true],
  ['the server fails again and again', 500, 50000, 5, false],
])('whether a sending is tried again after: %s', (_, status, code, tries, expected) =>
  expect(isPassing({ status, code }, tries)).toBe(expected),
)
