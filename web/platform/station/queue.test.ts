import { expect, test } from 'vitest'
import { isPassing, type Sending, type SendingStore, type Sent, sendingQueue } from './queue.ts'

function memory(): SendingStore & { readonly rows: Map<string, Sending> } {
  const rows = new Map<string, Sending>()
  return {
    rows,
    all: async (owner) => [...rows.values()].filter((s) => s.owner === owner),
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
  { owner = 'demo/1/DC01', isOwnerHere = (): boolean => true } = {},
) =>
  sendingQueue<string, string>({
    owner,
    isOwnerHere,
    store,
    send,
    newKey: () => `key${++n}`,
    now: () => new Date(1_800_000_000_000),
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
  expect(second.state()).toEqual({ waiting: [], refused: [], isOnline: true })
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
