import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { estimated, placeOf } from '@lading/server/tms/roads/estimate.ts'
import { type Problem, plainRules, type Window } from '@lading/server/tms/routing/problem.ts'
import { Random } from '@lading/server/tms/routing/random.ts'
import { readCsv } from '../day/files.ts'

const data = process.env.DAY_DATA ?? join(import.meta.dirname, '../../../shared/data')
export const hasStores = existsSync(join(data, 'cn_store_locations.csv'))

const cities = ['上海市', '苏州市', '杭州市']
const windows: readonly Window[] = [
  [6, 9],
  [7, 11],
  [8, 12],
  [13, 17],
].map(([from = 0, to = 0]) => [from * 3600, to * 3600])
/** Loaded weight in kg, room in dm³, cost of a day in fen and of a kilometre. */
const types = [
  { capacity: [4_500, 22_000], fixedCost: 38_000, costPerKm: 260 },
  { capacity: [7_500, 38_000], fixedCost: 52_000, costPerKm: 340 },
]

/**
 * A day of real shops in three cities with 60 trucks from one depot between them: places and number are real, demand, windows
 * and fleet are drawn by seed.
 */
export function storeDay(seed: number): Problem {
  const stores = readCsv(data, 'cn_store_locations.csv').filter((s) => cities.includes(s.city ?? ''))
  const r = new Random(seed)
  const depot = placeOf(120.75, 31.05)
  const places = [depot, ...stores.map((s) => placeOf(Number(s.lng), Number(s.lat)))]
  const sites = places.length
  const metres = new Int32Array(sites * sites)
  const seconds = new Int32Array(sites * sites)
  for (const [i, a] of places.entries())
    for (const [j, b] of places.entries()) {
      const leg = estimated(a, b, { detour: 1.35, speeds: [22, 32, 50, 70] })
      metres[i * sites + j] = leg.distanceM
      seconds[i * sites + j] = leg.durationS
    }
  return {
    sites,
    roads: [{ metres, seconds }],
    stopSeconds: Array.from({ length: sites }, (_, i) => (i === 0 ? 0 : 360)),
    orders: stores.map((_, i) => ({
      kind: 'DELIVER',
      site: i + 1,
      service: 120 + r.below(240),
      windows: r.next() < 0.7 ? [windows[r.below(windows.length)] as Window] : [],
      demand: [60 + r.below(400), 300 + r.below(2_200)],
      penalty: 10_000_000,
    })),
    vehicles: Array.from({ length: 60 }, (_, i) => ({
      ...(types[i % types.length] as (typeof types)[number]),
      start: 0,
      end: 0,
      shift: [5 * 3600, 19 * 3600] as const,
      profile: 0,
      costPerHour: 0,
      costPerStop: 0,
      maxStops: 25,
    })),
    rules: plainRules,
  }
}
