import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLease } from './lock.ts'

const memory = () => {
  const texts = new Map<string, string>()
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  }
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('six tabs that begin at once take turns', async () => {
  const storage = memory()
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setTimeout(resolve, 500))
    inside -= 1
  }
  const all = Promise.all(Array.from({ length: 6 }, () => withLease(storage, 'l', work)))
  await vi.advanceTimersByTimeAsync(20_000)
  await all
  expect(most).toBe(1)
})

test('a lease of a tab that was closed, a broken one and one from the future are taken over', async () => {
  for (const [text, waitMs] of [
    [JSON.stringify({ owner: 'gone', until: Date.now() + 11_000 }), 12_000],
    ['{', 100],
    [JSON.stringify({ owner: 'ahead', until: Date.now() + 3_600_000 }), 100],
  ] as const) {
    const storage = memory()
    storage.setItem('l', text)
    const done = withLease(storage, 'l', async () => 'mine')
    await vi.advanceTimersByTimeAsync(waitMs)
    expect(await done).toBe('mine')
  }
})

test('whoever fails lets the next one in', async () => {
  const storage = memory()
  const failed = withLease(storage, 'l', () => Promise.reject(new Error('no')))
  const seen = expect(failed).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(100)
  await seen
  expect(storage.getItem('l')).toBeNull()
})
