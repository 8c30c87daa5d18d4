import { expect, test } from 'vitest'
import { metres, metresOff, toWgs84 } from './coords.ts'

// By gcoord 1.0.7, which the map in the browser uses.
const known = [
  ['BD09', [116.4, 39.9], [116.387_37, 39.892_27]],
  ['GCJ02', [121.4737, 31.2304], [121.469_162, 31.232_329]],
  ['GCJ02', [104.0665, 30.5723], [104.064, 30.574_757]],
  ['WGS84', [120.1551, 30.2741], [120.1551, 30.2741]],
  ['GCJ02', [2.35, 48.85], [2.35, 48.85]],
] as const

test.each(known)('%s %j is where the map has it', (system, at, is) => {
  expect(metres(toWgs84(system, at), is)).toBeLessThan(0.5)
})
test('a place beside a way, before it and behind it', () => {
  const [a, b] = [
    [120, 30],
    [120.1, 30],
  ] as const
  expect(metresOff([120.05, 30.009], a, b)).toBeCloseTo(1000.8, 0)
  expect(metresOff([119.99, 30], a, b)).toBeCloseTo(963, 0)
  expect(metresOff([120, 30.009], a, a)).toBeCloseTo(1000.8, 0)
})
