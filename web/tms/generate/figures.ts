import { formatQty, parseQty, qtySum } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { Kpi, PlannedTruck, ScopeOrder } from '@lading/contract/tms/planCalls.ts'

/** Kilograms and cubic metres, as the wire writes quantities. */
export interface Size {
  readonly kg: string
  readonly m3: string
}
/** Cubic metres have six places, quantities three: a sum for the eye is of litres. */
const litres = (m3: string): string => (/^\d+(?:\.\d{1,3})?/.exec(m3) ?? ['0'])[0]
const sum = (texts: readonly string[]): string => formatQty(qtySum(texts.map(parseQty)))

export const sizeOf = (orders: readonly Pick<ScopeOrder, 'weight' | 'volume'>[]): Size => ({
  kg: sum(orders.map((o) => o.weight)),
  m3: sum(orders.map((o) => litres(o.volume))),
})

/** How full trucks may be loaded, in per cent, and how often a day each may drive. */
export interface Limits {
  readonly trips: number
  readonly weightFill: string
  readonly volumeFill: string
}
/** What the trucks take in one trip each, loaded as the settings allow. */
export const roomOf = (trucks: readonly Pick<PlannedTruck, 'kg' | 'm3'>[], limits: Limits | undefined): Size => {
  const part = (all: string, fill = '100') => String(Math.floor(Number(all) * Number(fill) * 10) / 1000)
  return {
    kg: part(sum(trucks.map((t) => t.kg)), limits?.weightFill),
    m3: part(sum(trucks.map((t) => litres(t.m3))), limits?.volumeFill),
  }
}

/**
 * Whether trucks can suffice at all. What goes out and what comes back stand on a truck one after the other; what goes from
 * site to site may as well.
 * @returns `ONE`: a trip each is enough as far as sums tell; `MORE`: some must drive again; `NEVER`: all that they may drive is too little
 */
export function sufficing(
  orders: readonly Pick<ScopeOrder, 'weight' | 'volume' | 'kind'>[],
  room: Size,
  trips: number,
): 'ONE' | 'MORE' | 'NEVER' {
  const times = (need: number, has: number) => (need === 0 ? 0 : need / has)
  const ways = (['DELIVER', 'PICKUP'] as const).map((kind) => sizeOf(orders.filter((o) => o.kind === kind)))
  const most = Math.max(
    ...ways.flatMap((w) => [times(Number(w.kg), Number(room.kg)), times(Number(w.m3), Number(room.m3))]),
  )
  return most <= 1 ? 'ONE' : most <= trips ? 'MORE' : 'NEVER'
}

/** What is told of a plan, and which way is better. */
export const kpis = {
  trips: { title: ['车次', 'Trips'], better: 'less' },
  orders: { title: ['已排', 'Planned'], better: 'more' },
  left: { title: ['未排', 'Left out'], better: 'less' },
  metres: { title: ['里程km', 'km'], better: 'less' },
  seconds: { title: ['用时h', 'Hours'], better: 'less' },
  cost: { title: ['成本', 'Cost'], better: 'less' },
  weightRate: { title: ['重量%', 'Weight %'], better: 'more' },
  volumeRate: { title: ['体积%', 'Volume %'], better: 'more' },
  late: { title: ['晚到', 'Late'], better: 'less' },
} as const satisfies Partial<Record<keyof Kpi, { title: Text; better: 'less' | 'more' }>>
export type KpiName = keyof typeof kpis
export const kpiNames = Object.keys(kpis) as KpiName[]

/** A figure as people read it. */
export function figure(name: KpiName, of: Kpi): string {
  if (name === 'metres') return (of.metres / 1000).toFixed(1)
  if (name === 'seconds') return (of.seconds / 3600).toFixed(1)
  if (name === 'cost') return Number(of.cost).toFixed(2)
  if (name === 'weightRate' || name === 'volumeRate') return of[name].toFixed(1)
  return String(of[name])
}

/** How a figure stands beside that of the plan before. Plans of unlike many way bills are not better or worse by a figure. */
export interface Compared {
  readonly name: KpiName
  readonly now: string
  /** With its sign; undefined: there is nothing before. */
  readonly change: string | undefined
  readonly tone: 'good' | 'warn' | undefined
}
export const isLike = (a: Kpi, b: Kpi): boolean => a.orders + a.left === b.orders + b.left
export function compare(now: Kpi, before: Kpi | undefined): readonly Compared[] {
  return kpiNames.map((name) => {
    const shown = figure(name, now)
    if (!before) return { name, now: shown, change: undefined, tone: undefined }
    // What is not seen to differ does not.
    const places = shown.split('.')[1]?.length ?? 0
    const differs = Number(shown) - Number(figure(name, before))
    const change = differs.toFixed(places)
    const isMore = Number(change) > 0
    const tone =
      Number(change) === 0 || !isLike(now, before)
        ? undefined
        : isMore === (kpis[name].better === 'more')
          ? 'good'
          : 'warn'
    return { name, now: shown, change: isMore ? `+${change}` : Number(change) === 0 ? '±0' : change, tone }
  })
}

/** How far a search was after so many seconds. */
export interface Point {
  readonly seconds: number
  readonly cost: number
  /** Way bills on no trip then. */
  readonly left: number
}
/** What came of it since as many are left out as now: an order left out costs so much that nothing else would be seen. */
export const lately = (points: readonly Point[]): readonly Point[] =>
  points.filter((p) => p.left === points.at(-1)?.left)
/** Points of a line in a box of so many units, from top left; equal costs lie in the middle. */
export function curve(points: readonly Point[], width: number, height: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const costs = points.map((p) => p.cost)
  const [low, high] = [Math.min(...costs), Math.max(...costs)]
  const across = (s: number) =>
    last.seconds === first.seconds ? 0 : (s - first.seconds) / (last.seconds - first.seconds)
  const down = (c: number) => (high === low ? 0.5 : (high - c) / (high - low))
  return points.map((p) => `${(across(p.seconds) * width).toFixed(1)},${(down(p.cost) * height).toFixed(1)}`).join(' ')
}
