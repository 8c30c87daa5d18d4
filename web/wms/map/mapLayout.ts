import type { warehouseMap } from '@lading/contract/wms/dashboardWarehouse.ts'
import type { z } from 'zod'

export type Bins = z.output<typeof warehouseMap.output>
export interface Title {
  readonly text: string
  readonly x: number
  readonly y: number
  /** That of an area, or of an aisle in it. */
  readonly isArea: boolean
}
/** Where each bin is drawn, in the order in which they are told; bins of other areas than the one chosen are nowhere. */
export interface Layout {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly w: Float32Array
  readonly h: Float32Array
  /** The bins that are drawn. */
  readonly shown: readonly number[]
  readonly titles: readonly Title[]
  readonly height: number
}

const cell = { width: 13, height: 9 }
const gap = { cell: 1, strip: 20, title: 16, area: 26 }
/** Narrower than this nobody hits a bin. */
const narrowest = 3

/**
 * The warehouse seen from its aisles: area by area, each aisle a strip with its bays side by side and its levels one over
 * the other, the ground below. Bins without an aisle stand in a strip of one level.
 * @param scale how much larger than usual a bin is drawn
 */
export function layoutOf(
  bins: Bins,
  width: number,
  { area, scale = 1 }: { area?: number | undefined; scale?: number },
): Layout {
  const n = bins.id.length
  const at = { x: new Float32Array(n), y: new Float32Array(n), w: new Float32Array(n), h: new Float32Array(n) }
  const titles: Title[] = []
  const shown: number[] = []
  const byArea = Map.groupBy(
    bins.id.map((_, i) => i),
    (i) => bins.area[i] ?? 0,
  )
  let top = 0
  for (const [index, of] of [...byArea].sort(([a], [b]) => a - b)) {
    if (area !== undefined && index !== area) continue
    const { code = '', name = '' } = bins.areas[index] ?? {}
    titles.push({ text: `${code} ${name}`, x: 0, y: top + 14, isArea: true })
    top += gap.area
    let left = 0
    let rowHeight = 0
    for (const strip of stripsOf(bins, of, width, scale)) {
      if (left > 0 && left + strip.width > width) {
        left = 0
        top += rowHeight
        rowHeight = 0
      }
      if (strip.title) titles.push({ text: strip.title, x: left, y: top + 11, isArea: false })
      for (const [i, column, row] of strip.cells) {
        at.x[i] = left + column * (strip.cellWidth + gap.cell)
        at.y[i] = top + gap.title + row * (strip.cellHeight + gap.cell)
        at.w[i] = strip.cellWidth
        at.h[i] = strip.cellHeight
        shown.push(i)
      }
      left += strip.width + gap.strip
      rowHeight = Math.max(rowHeight, strip.height)
    }
    top += rowHeight + gap.cell * 8
  }
  return { ...at, shown, titles, height: Math.ceil(top) }
}

interface Strip {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly cellWidth: number
  readonly cellHeight: number
  /** Bin, column, row from above. */
  readonly cells: readonly (readonly [number, number, number])[]
}

function stripsOf(bins: Bins, of: readonly number[], width: number, scale: number): Strip[] {
  const byAisle = Map.groupBy(of, (i) => (bins.level[i] === null ? '' : (bins.aisle[i] ?? '')))
  const named = [...byAisle].filter(([aisle]) => aisle !== '').sort(([a], [b]) => (a < b ? -1 : 1))
  const rest = byAisle.get('') ?? []
  return [
    ...named.map(([aisle, some]) => rack(bins, aisle, some, width, scale)),
    ...(rest.length > 0 ? [row(rest, width, scale)] : []),
  ]
}

const sized = (scale: number) => ({ w: cell.width * scale, h: cell.height * scale })

function rack(bins: Bins, aisle: string, of: readonly number[], width: number, scale: number): Strip {
  const column = (i: number): number => (bins.bay[i] ?? 0) * 1_000 + (bins.pos[i] ?? 0)
  const columns = [...new Set(of.map(column))].sort((a, b) => a - b)
  const levels = [...new Set(of.map((i) => bins.level[i] ?? 0))].sort((a, b) => b - a)
  const place = new Map(columns.map((c, i) => [c, i]))
  const height = new Map(levels.map((l, i) => [l, i]))
  const { w, h } = sized(scale)
  const cellWidth = Math.max(narrowest, Math.min(w, width / columns.length - gap.cell))
  return {
    title: aisle,
    width: columns.length * (cellWidth + gap.cell),
    height: gap.title + levels.length * (h + gap.cell),
    cellWidth,
    cellHeight: h,
    cells: of.map((i) => [i, place.get(column(i)) ?? 0, height.get(bins.level[i] ?? 0) ?? 0]),
  }
}

/** Stages and floors: one after the other, in as many rows as they need. */
function row(of: readonly number[], width: number, scale: number): Strip {
  const { w, h } = sized(scale)
  const perRow = Math.max(1, Math.min(of.length, Math.floor(width / (w + gap.cell))))
  return {
    title: '',
    width: perRow * (w + gap.cell),
    height: gap.title + Math.ceil(of.length / perRow) * (h + gap.cell),
    cellWidth: w,
    cellHeight: h,
    cells: of.map((i, k) => [i, k % perRow, Math.floor(k / perRow)]),
  }
}

/** The bin under a point. */
export const binAt = ({ x, y, w, h, shown }: Layout, px: number, py: number): number | undefined =>
  shown.find((i) => {
    const [dx, dy] = [px - (x[i] ?? 0), py - (y[i] ?? 0)]
    return dx >= 0 && dy >= 0 && dx <= (w[i] ?? 0) + gap.cell && dy <= (h[i] ?? 0) + gap.cell
  })

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
export const isArrow = (key: string): boolean => Object.hasOwn(ways, key)

/** The next bin in the direction of an arrow key: near, and rather straight ahead than aside. None beyond the edge. */
export function nextBin({ x, y, w, h, shown }: Layout, from: number, key: string): number {
  const [wx, wy] = ways[key] ?? [0, 0]
  const middle = (i: number) => [(x[i] ?? 0) + (w[i] ?? 0) / 2, (y[i] ?? 0) + (h[i] ?? 0) / 2] as const
  const [fx, fy] = middle(from)
  let best = from
  let least = Number.POSITIVE_INFINITY
  for (const i of shown) {
    const [mx, my] = middle(i)
    const ahead = (mx - fx) * wx + (my - fy) * wy
    const aside = Math.abs((mx - fx) * wy) + Math.abs((my - fy) * wx)
    const far = ahead + aside * 3
    if (ahead > 0.5 && far < least) {
      least = far
      best = i
    }
  }
  return best
}
