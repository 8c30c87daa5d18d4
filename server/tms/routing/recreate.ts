// An engine: in which order the orders that have no trip look for one.
import { type Floats, floats, type Ints, ints } from './cells.ts'
import type { Model } from './model.ts'
import { shipTo } from './model.ts'
import type { Placer } from './placer.ts'
import type { Random } from './random.ts'
import type { State } from './state.ts'

/** Chances of the sorts: as they come, large first, far first, near first; and with windows narrow, late and early first. */
const chances = { plain: [4, 8, 10, 11], timed: [4, 8, 10, 11, 13, 15, 17] }

export class Recreate {
  private readonly m: Model
  private readonly s: State
  private readonly random: Random
  private readonly placer: Placer
  private readonly list: Ints
  /** By sort and node. */
  private readonly keys: readonly Floats[]

  constructor(m: Model, s: State, random: Random, placer: Placer) {
    this.m = m
    this.s = s
    this.random = random
    this.placer = placer
    this.list = ints(m.nodes)
    this.keys = keysOf(m)
  }

  /**
   * Finds a trip for all that have none, as far as there is one.
   * @param mostOpen how many vehicles may be used
   */
  all(mostOpen: number): void {
    const { m, s, random, placer, list } = this
    let count = 0
    for (let i = 0; i < s.absentCount; i++) if (m.kind[s.absent[i]] !== shipTo) list[count++] = s.absent[i]
    const steps = m.isTimed ? chances.timed : chances.plain
    const drawn = random.below(steps.at(-1) as number)
    const sort = steps.findIndex((step) => drawn < step)
    random.shuffle(list, count)
    if (sort > 0) this.sort(count, this.keys[sort - 1] as Floats)
    placer.findEmpty()
    for (let i = 0; i < count; i++) if (placer.find(list[i], s.openCount < mostOpen)) placer.put(list[i])
  }

  private sort(count: number, keys: Floats): void {
    const { list } = this
    if (count > 60) {
      list.set(Int32Array.from(list.subarray(0, count) as ArrayLike<number>).sort((a, b) => keys[a] - keys[b]) as Ints)
      return
    }
    for (let i = 1; i < count; i++) {
      const n = list[i]
      const k = keys[n]
      let j = i - 1
      for (; j >= 0 && keys[list[j]] > k; j--) list[j + 1] = list[j]
      list[j + 1] = n
    }
  }
}

function keysOf(m: Model): Floats[] {
  const { nodes, dims, demand, site, width, roads, ready, due } = m
  const most = Array.from({ length: dims }, (_, d) => {
    let top = 1
    for (let v = 0; v < m.vehicles; v++) top = Math.max(top, m.capacity[v * dims + d])
    return top
  })
  const by = (f: (n: number) => number): Floats => floats(Array.from({ length: nodes }, (_, n) => f(n)))
  const size = (n: number) => Math.max(0, ...most.map((top, d) => demand[n * dims + d] / top))
  const start = site[nodes]
  const far = (n: number) => roads[0]?.cost[start * width + site[n]] ?? 0
  return [
    by((n) => -size(n)),
    by((n) => -far(n)),
    by(far),
    by((n) => due[n] - ready[n]),
    by((n) => -due[n]),
    by((n) => due[n]),
  ]
}
