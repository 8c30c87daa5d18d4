import { type MapLayer, unmeasured } from '@lading/contract/wms/dashboardWarehouse.ts'
import type { Bins, Layout } from './mapLayout.ts'

/** What a layer says of each bin, in the order of the bins; undefined: nothing. */
export type Values = readonly (number | undefined)[]

/** Colours of the layers, as the style sheet names them. */
export const layerColours: Readonly<Record<MapLayer, string>> = {
  FILL: '--accent',
  HEAT: '--warn',
  WORK: '--busy',
  EMPTY: '--good',
}
/** Bins of one shade are drawn together: thousands take a few strokes. */
const shades = 8
export const topOf = (layer: MapLayer, values: Values): number =>
  layer === 'FILL' ? 100 : Math.max(1, ...values.map((v) => v ?? 0))

/** How dark a bin is, from 1; 0: an outline. An empty bin is what its layer is about, a taken one steps back. */
export function shadeOf(layer: MapLayer, value: number | undefined, top: number): number {
  if (layer === 'EMPTY') return value === undefined ? shades : 1
  if (value === undefined) return 0
  if (value === unmeasured) return Math.ceil(shades / 2)
  return Math.min(shades, Math.max(1, Math.ceil((value / top) * shades)))
}

interface Picture {
  readonly bins: Bins
  readonly layout: Layout
  readonly layer: MapLayer
  readonly values: Values
  /** The bin that is looked at. */
  readonly cursor: number | undefined
}

export function paintMap(
  canvas: HTMLCanvasElement,
  width: number,
  { bins, layout, layer, values, cursor }: Picture,
): void {
  const c = canvas.getContext('2d')
  if (!c) return
  const ratio = window.devicePixelRatio || 1
  canvas.width = width * ratio
  canvas.height = layout.height * ratio
  canvas.style.width = `${width}px`
  canvas.style.height = `${layout.height}px`
  c.setTransform(ratio, 0, 0, ratio, 0, 0)
  const style = getComputedStyle(canvas)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const { x, y, w, h, shown, titles } = layout
  const top = topOf(layer, values)
  const byShade = Map.groupBy(shown, (i) => shadeOf(layer, values[i], top))
  for (const [shade, of] of byShade) {
    c.beginPath()
    const inset = shade === 0 ? 0.5 : 0
    for (const i of of)
      c.rect((x[i] ?? 0) + inset, (y[i] ?? 0) + inset, (w[i] ?? 0) - 2 * inset, (h[i] ?? 0) - 2 * inset)
    c.globalAlpha = shade === 0 ? 1 : 0.12 + (0.88 * shade) / shades
    if (shade === 0) {
      c.strokeStyle = colour('--line-strong')
      c.lineWidth = 1
      c.stroke()
    } else {
      c.fillStyle = colour(layerColours[layer])
      c.fill()
    }
  }
  c.globalAlpha = 1
  c.strokeStyle = colour('--bad')
  c.lineWidth = 1.5
  c.beginPath()
  // A lock is a stroke through the bin, told by its shape.
  for (const i of shown)
    if (bins.lock[i]) {
      c.moveTo(x[i] ?? 0, (y[i] ?? 0) + (h[i] ?? 0))
      c.lineTo((x[i] ?? 0) + (w[i] ?? 0), y[i] ?? 0)
    }
  c.stroke()
  for (const t of titles) {
    c.fillStyle = colour(t.isArea ? '--ink' : '--ink-2')
    c.font = `${t.isArea ? '600 14px' : '11px'} ${style.fontFamily}`
    c.fillText(t.text, t.x, t.y)
  }
  if (cursor === undefined) return
  c.strokeStyle = colour('--ink')
  c.lineWidth = 2
  c.strokeRect((x[cursor] ?? 0) - 1, (y[cursor] ?? 0) - 1, (w[cursor] ?? 0) + 2, (h[cursor] ?? 0) + 2)
}
