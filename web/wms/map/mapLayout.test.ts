import { expect, test } from 'vitest'
import { type Bins, binAt, layoutOf, nextBin } from './mapLayout.ts'

/** Two aisles of two bays and two levels in one area, and two stages in another. */
const bins: Bins = (() => {
  const racks = ['01', '02'].flatMap((aisle) =>
    [1, 2].flatMap((bay) =>
      [1, 2].map((level) => ({ code: `A-${aisle}-${bay}-${level}`, area: 0, aisle, bay, level })),
    ),
  )
  const stages = ['R1', 'R2'].map((code) => ({ code, area: 1, aisle: null, bay: null, level: null }))
  const all = [...racks, ...stages]
  return {
    areas: ['A', 'S'].map((code) => ({ id: code, code, name: code })),
    id: all.map((b) => b.code),
    code: all.map((b) => b.code),
    area: all.map((b) => b.area),
    aisle: all.map((b) => b.aisle),
    bay: all.map((b) => b.bay),
    level: all.map((b) => b.level),
    pos: all.map(() => null),
    lock: all.map(() => 0),
    isCut: false,
  }
})()
const at = (code: string) => bins.code.indexOf(code)

test('levels stand one over the other, bays side by side, aisles beside each other as long as there is room', () => {
  const wide = layoutOf(bins, 800, {})
  expect(wide.y[at('A-01-1-1')]).toBeGreaterThan(wide.y[at('A-01-1-2')] ?? 0)
  expect(wide.x[at('A-01-2-1')]).toBeGreaterThan(wide.x[at('A-01-1-1')] ?? 0)
  expect(wide.y[at('A-02-1-1')]).toBe(wide.y[at('A-01-1-1')])
  const narrow = layoutOf(bins, 40, {})
  expect(narrow.y[at('A-02-1-2')]).toBeGreaterThan(narrow.y[at('A-01-1-1')] ?? 0)
  expect(Math.max(...narrow.x)).toBeLessThan(40)
})

test('no two bins share a place, and each is found where it is drawn', () => {
  for (const width of [40, 300, 1200]) {
    const l = layoutOf(bins, width, {})
    expect(l.shown).toHaveLength(bins.id.length)
    for (const i of l.shown) expect(binAt(l, (l.x[i] ?? 0) + 1, (l.y[i] ?? 0) + 1)).toBe(i)
    expect(Math.max(...l.shown.map((i) => (l.y[i] ?? 0) + (l.h[i] ?? 0)))).toBeLessThanOrEqual(l.height)
  }
})

test('of one area only its bins are drawn', () => {
  const l = layoutOf(bins, 800, { area: 1 })
  expect(l.shown.map((i) => bins.code[i])).toEqual(['R1', 'R2'])
})

test('arrow keys go from bin to bin and stop at the edge', () => {
  const l = layoutOf(bins, 800, {})
  const go = (code: string, key: string) => bins.code[nextBin(l, at(code), key)]
  expect(go('A-01-1-1', 'ArrowUp')).toBe('A-01-1-2')
  expect(go('A-01-1-1', 'ArrowRight')).toBe('A-01-2-1')
  expect(go('A-01-2-1', 'ArrowRight')).toBe('A-02-1-1')
  expect(go('A-01-1-1', 'ArrowLeft')).toBe('A-01-1-1')
})
