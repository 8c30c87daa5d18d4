import type { Person } from './client.ts'
import { toCsv } from './files.ts'
import type { Position, Yard } from './inbound.ts'
import { all, mustImport } from './masters.ts'

/** Positions of the sorting wall: so many stores are picked for at once. */
const positions = 30
/** Stores that have a staging bin of their own; the others share those of their route, or the rest. */
const ownBins = 5
const routeBins = 10

/** Where goods are sorted and staged, and what is broken or too much is put: the wall, the staging bins, two odd bins. */
export async function buildYard(p: Person): Promise<Yard> {
  const area = (await all<{ id: string; code: string }>(p, '/wms/api/area')).find((a) => a.code === 'SYS')
  const bins: [string, string][] = [
    ['DEF-01', 'DEFECT'],
    ['EX-01', 'EXCEPTION'],
    ...numbered('W', positions, 'SOW'),
    ...numbered('CO', ownBins, 'COLLECT'),
    ...numbered('CR', routeBins, 'COLLECT'),
    ...numbered('CX', 2, 'COLLECT'),
  ]
  await mustImport(
    p,
    '/wms/api/bin',
    'yard.csv',
    toCsv(
      ['code', 'usage', 'areaId', 'pickSeq', 'putawaySeq', 'abc', 'mixProduct', 'mixLot', 'mixOwner'],
      bins.map(([code, usage], i) => [code, usage, 'SYS', i, i, 'C', true, true, true]),
    ),
  )
  if (!area) throw new Error('a centre has its system area')
  const idOf = new Map((await all<{ id: string; code: string }>(p, '/wms/api/bin')).map((b) => [b.code, b.id]))
  const bin = (name: string, n: number) => idOf.get(codeOf(name, n))
  const scheme = await p.post<{ id: string }>('/wms/api/sowingScheme/create', {
    code: 'WALL',
    name: '播种墙',
    mode: 'RF',
    positions: Array.from({ length: positions }, (_, i) => ({ seq: i + 1, binId: bin('W', i + 1) })),
  })
  const stores = await all<{ id: string }>(p, '/wms/api/store')
  await p.post('/wms/api/collectBinScheme/create', {
    code: 'STAGE',
    name: '集货',
    kind: 'COARSE',
    bins: [
      ...Array.from({ length: ownBins }, (_, i) => ({
        seq: i,
        storeId: stores[(i * 7) % stores.length]?.id,
        binId: bin('CO', i + 1),
      })),
      ...Array.from({ length: routeBins }, (_, i) => ({
        seq: 100 + i,
        route: `R${i}`,
        binId: bin('CR', i + 1),
        capacity: 4,
      })),
      { seq: 200, binId: bin('CX', 1), capacity: 40 },
      { seq: 300, binId: bin('CX', 2), overflow: true },
    ],
  })
  return { schemeId: scheme.id }
}
const codeOf = (name: string, n: number): string => `${name}-${String(n).padStart(2, '0')}`
const numbered = (name: string, n: number, usage: string): [string, string][] =>
  Array.from({ length: n }, (_, i): [string, string] => [codeOf(name, i + 1), usage])

/** One in so many SKUs is bought too little of, and then for so much of what is ordered. */
const scarce = { every: 10, share: 0.6 }

/**
 * Positions with what really came: of one SKU in ten less than all the waves want, so that what is there has to be
 * divided.
 */
export function withScarcity(list: readonly Position[], demand: ReadonlyMap<string, number>): Position[] {
  const short = new Set([...demand.keys()].sort().filter((_, i) => i % scarce.every === 3))
  const left = new Map([...short].map((sku) => [sku, Math.max(1, Math.floor((demand.get(sku) ?? 0) * scarce.share))]))
  return list.flatMap((x) => {
    const rest = left.get(x.sku)
    if (rest === undefined) return [x]
    const pieces = Math.min(rest, x.pieces)
    left.set(x.sku, rest - pieces)
    return pieces > 0 ? [{ ...x, pieces }] : []
  })
}
