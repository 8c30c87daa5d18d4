// An engine: what lies near to what.
import { type Ints, ints } from './cells.ts'
import type { Model } from './model.ts'
import type { State } from './state.ts'

const nearest = 120

export class Near {
  private readonly m: Model
  private readonly lists: Ints[] = []
  /** What `tripsOf` found. */
  readonly trips: Ints
  private readonly seen: Ints
  private mark = 0

  constructor(m: Model) {
    this.m = m
    this.trips = ints(m.vehicles)
    this.seen = ints(m.vehicles)
  }

  /** The nearest nodes, itself first. */
  of(n: number): Ints {
    this.lists[n] ??= nearOf(this.m, n)
    return this.lists[n]
  }

  /** @returns how many trips have one of the `most` nodes nearest to this one; they stand in `trips` */
  tripsOf(s: State, n: number, most: number): number {
    const { seen, trips } = this
    const near = this.of(n)
    const mark = ++this.mark
    let count = 0
    for (let i = 1; i < near.length && i <= most; i++) {
      const v: number = s.trip[near[i]]
      if (v < 0 || seen[v] === mark) continue
      seen[v] = mark
      trips[count++] = v
    }
    return count
  }
}

/** Costs and numbers share one key each, because numbers are sorted fastest. */
function nearOf({ nodes, site, width, roads }: Model, n: number): Ints {
  const cost = roads[0]?.cost as Ints
  const keys = new Float64Array(nodes)
  for (let i = 0; i < nodes; i++) {
    const far = i === n ? 0 : 1 + cost[site[n] * width + site[i]] + cost[site[i] * width + site[n]]
    keys[i] = far * nodes + i
  }
  return ints([...keys.sort().subarray(0, nearest)].map((k) => k % nodes))
}
