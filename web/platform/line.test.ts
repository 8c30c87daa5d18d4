import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepLine } from './line.ts'
import { fakeSockets } from './testing/fakes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function calling(isCalm = false) {
  const { dial, sockets, last, refuse } = fakeSockets()
  const heard: string[] = []
  const topics = ['a']
  const line = keepLine(
    {
      dial,
      topics: () => topics,
      hear: (word) => heard.push(word.type),
      lost: () => heard.push('lost'),
      ended: () => heard.push('ended'),
    },
    isCalm,
  )
  return { line, sockets, last, refuse, heard, topics }
}
const soon = () => vi.advanceTimersByTimeAsync(0)

test('a line says what it wants to hear, confirms each message, and is heard', async () => {
  const { line, last, heard, topics } = calling()
  await soon()
  last().open()
  expect(last().sent).toEqual([{ topics: ['a'] }])
  last().say({ type: 'topics', topics: ['a'] })
  last().say({ type: 'message', id: '7', topic: 'sys.message', kind: 'X', at: '' })
  expect(last().sent.slice(1)).toEqual([{ ack: ['7'] }])
  topics.push('b')
  line.ask()
  expect(last().sent.at(-1)).toEqual({ topics: ['a', 'b'] })
  expect(heard).toEqual(['topics', 'message'])
})

test('a line that breaks is opened again after growing waits, which begin anew once it was heard', async () => {
  const { sockets, last, refuse, heard } = calling()
  await soon()
  last().close(1006)
  expect(heard).toEqual(['lost'])
  refuse(2)
  await vi.advanceTimersByTimeAsync(1_000 + 2_000)
  expect(heard).toEqual(['lost', 'lost', 'lost'])
  expect(sockets).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(sockets).toHaveLength(2)
  last().say({ type: 'changed', topics: [] })
  last().close(1001)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sockets).toHaveLength(3)
})

test('a session that has ended is told once and never called again; who hung up hears nothing any more', async () => {
  const one = calling()
  await soon()
  one.last().close(4401)
  await vi.advanceTimersByTimeAsync(600_000)
  expect([one.heard, one.sockets.length]).toEqual([['ended'], 1])

  const two = calling()
  await soon()
  two.line.hangUp()
  expect(two.last().isClosed).toBe(true)
  two.last().say({ type: 'changed', topics: [] })
  two.last().close(4401)
  await vi.advanceTimersByTimeAsync(600_000)
  expect([two.heard, two.sockets.length]).toEqual([[], 1])
})

test('a line that follows another is not opened at once, and not at all when it is hung up before', async () => {
  const { line, sockets } = calling(true)
  await vi.advanceTimersByTimeAsync(499)
  expect(sockets).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(501)
  expect(sockets).toHaveLength(1)
  line.hangUp()
  const other = calling(true)
  other.line.hangUp()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([sockets.length, other.sockets.length]).toEqual([1, 0])
})

test('a ticket that comes too late opens nothing that stays', async () => {
  const { line, last } = calling()
  line.hangUp()
  await soon()
  expect(last().isClosed).toBe(true)
})
