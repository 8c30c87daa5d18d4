import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns } from './turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { max: 2, moreWhileSlow: 0, waitMs: 20_000, waitingMax: 100 }
/** Asks for turns in this order, and ends each as soon as it has come, one after the other. */
async function served(order: readonly string[]): Promise<string[]> {
  const turns = createTurns({ ...limits, max: 1 })
  const held = await turns.take('first')
  const done: string[] = []
  const all = order.map(async (name) => {
    const end = await turns.take(name[0] ?? '')
    done.push(name)
    end()
  })
  held()
  await Promise.all(all)
  return done
}

test('who comes first is served first, and a crowd of one tenant holds no other', async () => {
  expect(await served(['a1', 'a2', 'a3'])).toEqual(['a1', 'a2', 'a3'])
  expect(await served(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('so many have a turn at a time, and all the others later', async () => {
  const turns = createTurns(limits)
  let [now, most, done] = [0, 0, 0]
  const one = async () => {
    const end = await turns.take('a')
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    now -= 1
    done += 1
    end()
  }
  const all = Promise.all(Array.from({ length: 30 }, one))
  // Fifteen rounds of a second each: most have waited for longer than five.
  await vi.advanceTimersByTimeAsync(15_000)
  await all
  expect([most, done]).toEqual([2, 30])
})

test('who has waited too long, or finds too many waiting, hears when to come again', async () => {
  const turns = createTurns({ ...limits, max: 1, waitingMax: 3 })
  const end = await turns.take('a')
  const waiting = Array.from({ length: 3 }, () => turns.take('a').catch((error: unknown) => error))
  await expect(turns.take('b')).rejects.toMatchObject({ refusal: { code: 50301 }, args: { seconds: 1 } })
  await vi.advanceTimersByTimeAsync(20_000)
  for (const refused of waiting) expect(await refused).toMatchObject({ refusal: { code: 50301 } })
  end()
  // Nobody waits any more, so the next has his turn at once.
  expect(await turns.take('b')).toBeTypeOf('function')
})

test('turns that last long let others in beside them, so many and no more', async () => {
  const turns = createTurns({ ...limits, moreWhileSlow: 1 })
  const ends: (() => void)[] = []
  const waiting = Array.from({ length: 5 }, async () => void ends.push(await turns.take('a')))
  await vi.advanceTimersByTimeAsync(200)
  expect(ends.length).toBe(2)
  await vi.advanceTimersByTimeAsync(60)
  expect(ends.length).toBe(3)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ends.length).toBe(3)
  // Who is quick afterwards finds as many places as before.
  for (const end of ends.splice(0)) end()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends.length).toBe(2)
  for (const end of ends) end()
  await Promise.all(waiting)
})
