import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { concerns } from '../kernel/concerns.ts'
import { registerEntities } from '../kernel/registry.ts'
import { gatherer, waitMs } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listening() {
  const passed: string[] = []
  let isSeen = true
  const news = gatherer(
    (topics) => passed.push([...topics].join()),
    () => isSeen,
  )
  const see = (seen: boolean) => {
    isSeen = seen
    news.look()
  }
  return { ...news, passed, see }
}

describe('news', () => {
  test('pass at once, and afterwards once a second, each topic once', () => {
    const { hear, passed } = listening()
    hear(['a'])
    expect(passed).toEqual(['a'])
    for (let i = 0; i < 10; i++) {
      hear(['b'])
      hear(['a', 'c'])
      vi.advanceTimersByTime(90)
    }
    expect(passed).toEqual(['a'])
    vi.advanceTimersByTime(100)
    expect(passed).toEqual(['a', 'b,a,c'])
    vi.advanceTimersByTime(60_000)
    expect(passed).toHaveLength(2)
    hear(['d'])
    expect(passed.at(-1)).toBe('d')
  })

  test('wait while nobody looks, also those that were about to pass', () => {
    const { hear, see, passed } = listening()
    hear(['a'])
    hear(['b'])
    see(false)
    vi.advanceTimersByTime(5_000)
    hear(['a', 'b'])
    expect(passed).toEqual(['a'])
    see(true)
    expect(passed).toEqual(['a', 'b,a'])
    see(false)
    see(true)
    expect(passed).toHaveLength(2)
  })

  test('end with the log-out', () => {
    const { hear, stop, passed } = listening()
    hear(['a'])
    hear(['b'])
    stop()
    vi.advanceTimersByTime(5_000)
    expect(passed).toEqual(['a'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('concern the entity, its other names and what changes along with it, and nothing else', () => {
    registerEntities([
      { key: 'wms.parcel', title: ['包', 'Parcel'], permit: 'wms:parcel' },
      { key: 'wms.late', title: ['晚到的包', 'Late parcel'], permit: 'wms:late', viewOf: 'wms_parcel' },
      { key: 'wms.crate', title: ['箱', 'Crate'], permit: 'wms:crate' },
    ])
    const isConcerned = concerns(['wms.parcel', 'wms.unknown'], { 'wms.parcel': ['wms.day'], 'wms.crate': ['wms.x'] })
    const keys = ['wms.parcel', 'wms.late', 'wms.day', 'wms.unknown', 'wms.crate', 'wms.x', 'wms.work', undefined]
    expect(keys.filter(isConcerned)).toEqual(['wms.parcel', 'wms.late', 'wms.day', 'wms.unknown'])
  })
})

test('a lost line is called again after growing, random waits', () => {
  const [least, most] = [(n: number) => waitMs(n, () => 0), (n: number) => waitMs(n, () => 1)]
  expect([0, 1, 2, 3].map(least)).toEqual([500, 1000, 2000, 4000])
  expect([0, 1, 2, 3].map(most)).toEqual([1000, 2000, 4000, 8000])
  expect([5, 50, 5000].map(most)).toEqual([30_000, 30_000, 30_000])
  expect(waitMs(3)).not.toBe(waitMs(3))
})
