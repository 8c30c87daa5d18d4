import { expect, test } from 'vitest'
import type { At } from '../gps/coords.ts'
import { expected } from './eta.ts'
import { type Crossing, cross, depotVisit, type Fence, type Fix, leftDepot, type Visits } from './fence.ts'
import { type Limits, look, type Sign, type Signs } from './signs.ts'
import { driven, gauss, type Leg } from './testing/drive.ts'

const at = (x: number, y: number): At => [120 + x / 96_298, 30 + y / 111_195]
const fence = (id: string, p: At, radiusM = 200): Fence => ({ id, at: p, radiusM, isOpen: true })

function run(fences: readonly Fence[], fixes: readonly Fix[], most = 3): Crossing[] {
  const visits: Visits = {}
  const done = new Set<string>()
  const found: Crossing[] = []
  for (const fix of fixes) {
    // As the trip has it: those where it has been are over, and three more are looked at.
    const ahead = fences.filter((f) => !done.has(f.id) || visits[f.id]?.isThere)
    for (const c of cross(ahead.slice(0, most), visits, fix)) {
      found.push(c)
      if (c.kind === 'LEAVE') done.add(c.id)
    }
  }
  return found
}

test('a thousand noisy drives: at least 98 of 100 arrivals are found, at most one of 100 is false', () => {
  let [real, hits, wrong] = [0, 0, 0]
  for (let n = 0; n < 250; n++) {
    const random = gauss(n + 1)
    const stops = [at(4_000, 0), at(7_000, 3_000), at(3_000, 6_000), at(-2_000, 4_000)]
    // Beside the way to the first lies the third: it is passed, also at a red light.
    const legs: Leg[] = [
      { to: at(3_200, 200), kmh: 35, stayS: n % 3 === 0 ? 60 : 0 },
      ...stops.map((to, i) => ({ to, kmh: 30 + 5 * i, stayS: 300 + 120 * i })),
      { to: at(0, 0), kmh: 40, stayS: 60 },
    ]
    const fences = stops.map((p, i) => fence(`S${i}`, p))
    const passed = fence('P', at(3_200, 300))
    const fixes = driven(at(0, 0), legs, { everyS: 10 + (n % 3) * 10, noiseM: 30, random })
    const found = run(
      [fences[0], passed, ...fences.slice(1)].filter((f) => f !== undefined),
      fixes,
      4,
    )
    const arrivals = found.filter((c) => c.kind === 'ARRIVE')
    real += stops.length
    hits += new Set(arrivals.filter((c) => c.id !== 'P').map((c) => c.id)).size
    wrong += arrivals.length - new Set(arrivals.filter((c) => c.id !== 'P').map((c) => c.id)).size
  }
  expect(real).toBe(1_000)
  expect(hits / real).toBeGreaterThanOrEqual(0.98)
  expect(wrong / real).toBeLessThanOrEqual(0.01)
})

const fix = (s: number, p: At, speed: number | null = 0, temps: number[] = []): Fix => ({
  at: s * 1000,
  p,
  speed,
  temps,
})

test('an arrival counts from the first position inside; at the border nothing flaps', () => {
  const f = fence('S', at(0, 0))
  const inside = [fix(0, at(-180, 0), 20), fix(10, at(-20, 0), 3)]
  // Between the fence and fifty metres beyond it a truck neither leaves nor comes.
  const border = Array.from({ length: 40 }, (_, i) => fix(20 + i * 10, at(i % 2 === 0 ? 190 : 230, 0), 0))
  const gone = [fix(500, at(260, 0), 20), fix(510, at(400, 0), 30)]
  expect(run([f], [...inside, ...border, ...gone])).toEqual([
    { id: 'S', kind: 'ARRIVE', at: 0 },
    { id: 'S', kind: 'LEAVE', at: 500_000 },
  ])
  // One position inside is none, nor is driving through.
  expect(run([f], [fix(0, at(-300, 0), 30), fix(10, at(0, 0), 5), fix(20, at(300, 0), 30)])).toEqual([])
  expect(run([f], [fix(0, at(-150, 0), 40), fix(15, at(0, 0), 40), fix(30, at(150, 0), 40)])).toEqual([])
})

/** A yard around a house that juts into it from the west; its gate is its corner in the north. */
const yard: Fence = {
  ...fence('Y', at(0, 0), 20),
  ring: [at(0, 0), at(300, 0), at(300, -200), at(0, -200), at(0, -150), at(200, -150), at(200, -60), at(0, -60)],
}

test('a fence that is drawn counts as it is drawn: between its wings nobody is in it, far from its gate he is', () => {
  const stand = (x: number, y: number) => [0, 10, 20, 200].map((s) => fix(s, at(x, y)))
  const kindsAt = (x: number, y: number) => run([yard], stand(x, y)).map((c) => c.kind)
  expect(kindsAt(250, -100)).toEqual(['ARRIVE'])
  expect(kindsAt(100, -175)).toEqual(['ARRIVE'])
  // Between its wings, where the house stands; and within the circle that no longer counts.
  expect(kindsAt(100, -105)).toEqual([])
  expect(kindsAt(-15, 0)).toEqual([])
})

test('noise at the edge of a drawn fence flips nothing; who is fifty metres out of it has left', () => {
  const random = gauss(7)
  const noisy = Array.from({ length: 400 }, (_, i) => fix(20 + i * 10, at(295 + 15 * random(), -100 + 15 * random())))
  const inside = [fix(0, at(250, -100), 20), fix(10, at(270, -100), 3)]
  expect(run([yard], [...inside, ...noisy]).map((c) => c.kind)).toEqual(['ARRIVE'])
  const gone = [fix(5_000, at(360, -100), 20), fix(5_010, at(500, -100), 30)]
  expect(run([yard], [...inside, ...noisy, ...gone])).toEqual([
    { id: 'Y', kind: 'ARRIVE', at: 0 },
    { id: 'Y', kind: 'LEAVE', at: 5_000_000 },
  ])
})

test('of fences that overlap the first of the plan counts, until it is settled', () => {
  const [one, two] = [fence('A', at(0, 0)), fence('B', at(50, 0))]
  const here = [0, 10, 20, 30, 250].map((s) => fix(s, at(20, 0)))
  const visits: Visits = {}
  expect(here.flatMap((f) => cross([one, two], visits, f)).map((c) => c.id)).toEqual(['A'])
  const signed = [260, 270, 500].map((s) => fix(s, at(20, 0)))
  expect(signed.flatMap((f) => cross([{ ...one, isOpen: false }, two], visits, f)).map((c) => c.id)).toEqual(['B'])
})

test('a truck leaves the depot in which it was seen, and no other', () => {
  const depot = { at: at(0, 0), radiusM: 200 }
  const v = depotVisit()
  const go = (f: Fix) => leftDepot(depot, v, f)
  expect([fix(0, at(600, 0)), fix(10, at(700, 0))].map(go)).toEqual([undefined, undefined])
  expect([fix(20, at(0, 0)), fix(30, at(0, 0)), fix(40, at(270, 0)), fix(50, at(500, 0))].map(go)).toEqual([
    ...[undefined, undefined, undefined],
    40_000,
  ])
})

const limits: Limits = {
  ...{ stopLongMin: 30, offRouteM: 2_000, ranges: [{ from: 0, to: 8 }] },
  ...{ route: [at(0, 0), at(10_000, 0), at(0, 0)], fences: [{ at: at(10_000, 0), radiusM: 200 }] },
}
const seen = (fixes: readonly Fix[]): Sign[] => {
  const signs: Signs = {}
  return fixes.flatMap((f) => look(signs, f, limits))
}
const kinds = (found: readonly Sign[]) => [...new Set(found.map((s) => `${s.kind} ${s.since / 1000}`))]

test('a long stop outside of fences, off the route thrice, too warm for a quarter of an hour: each is one episode', () => {
  const stands = (p: At, from: number, min: number, temps: number[] = []) =>
    Array.from({ length: min + 1 }, (_, i) => fix(from + i * 60, p, 0, temps))
  expect(kinds(seen(stands(at(5_000, 0), 0, 29)))).toEqual([])
  expect(kinds(seen(stands(at(5_000, 0), 60, 40)))).toEqual(['STOP_LONG 60'])
  expect(kinds(seen(stands(at(10_000, 100), 0, 60)))).toEqual([])
  const off = [fix(0, at(5_000, 2_100), 40), fix(60, at(5_000, 2_500), 40)]
  expect(kinds(seen(off))).toEqual([])
  expect(kinds(seen([...off, fix(120, at(5_000, 2_200), 40), fix(180, at(5_000, 100), 40), ...off]))).toEqual([
    'DEVIATE 0',
  ])
  expect(kinds(seen(stands(at(10_000, 0), 0, 14, [9])))).toEqual([])
  expect(kinds(seen([...stands(at(10_000, 0), 0, 16, [9, 4])]))).toEqual([])
  expect(kinds(seen([...stands(at(10_000, 0), 0, 16, [9, -20])]))).toEqual(['TEMP 0'])
})

test('who stands at a stop leaves it when its time is over; the rest follows', () => {
  const stop = (id: string, more: object) => ({ id, isDone: false, arriveAt: null, stayMs: 600_000, ...more })
  const stops = [
    stop('A', { isDone: true, arriveAt: 0 }),
    stop('B', { arriveAt: 1_000_000 }),
    stop('C', {}),
    stop('D', {}),
  ]
  const { stops: eta, back } = expected(1_100_000, stops, { fromHere: 60, between: [1, 2, 120, 300] })
  expect([...eta]).toEqual([
    ['C', 1_660_000],
    ['D', 1_660_000 + 600_000 + 120_000],
  ])
  expect(back).toBe(2_380_000 + 600_000 + 300_000)
})
