import type { Map as LeafletMap } from 'leaflet'
import { degreeText, gridLines, niceBelow } from './steps.ts'

/** Pixels between two lines of the grid, at most. */
const cell = 160

/** The ground of a map without tiles: a grid of degrees with its figures. It knows no borders. */
export function drawGround(canvas: HTMLCanvasElement, map: LeafletMap, style: CSSStyleDeclaration): void {
  const { x: width, y: height } = map.getSize()
  const ratio = window.devicePixelRatio || 1
  canvas.width = width * ratio
  canvas.height = height * ratio
  const pen = canvas.getContext('2d')
  if (!pen || width === 0) return
  const token = (name: string) => style.getPropertyValue(name).trim()
  pen.scale(ratio, ratio)
  pen.fillStyle = token('--surface')
  pen.fillRect(0, 0, width, height)
  pen.strokeStyle = token('--line')
  pen.fillStyle = token('--ink-2')
  pen.font = `10px ${style.fontFamily}`
  const bounds = map.getBounds()
  const step = niceBelow(((bounds.getEast() - bounds.getWest()) * cell) / width)
  pen.beginPath()
  for (const lng of gridLines(bounds.getWest(), bounds.getEast(), step)) {
    const x = Math.round(map.latLngToContainerPoint([bounds.getSouth(), lng]).x) + 0.5
    pen.moveTo(x, 0)
    pen.lineTo(x, height)
    pen.fillText(degreeText(lng, step), x + 3, height - 5)
  }
  for (const lat of gridLines(bounds.getSouth(), bounds.getNorth(), step)) {
    const y = Math.round(map.latLngToContainerPoint([lat, bounds.getWest()]).y) + 0.5
    pen.moveTo(0, y)
    pen.lineTo(width, y)
    pen.fillText(degreeText(lat, step), width - 44, y - 3)
  }
  pen.stroke()
}
