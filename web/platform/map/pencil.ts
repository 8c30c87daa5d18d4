import L from 'leaflet'
import { placeAt, pointOf } from './drawn.ts'
import type { Edge } from './edge.ts'
import type { LngLat } from './types.ts'

/** What a boundary needs: closed by whom it was drawn, with three corners or more. */
const least = 3
/** Pixels by which an arrow key moves a corner. */
const nudge = 8

/**
 * Draws one boundary: clicks set corners until the first is clicked, or Enter pressed; then corners are dragged, or moved by the
 * arrow keys, points between two corners become corners when dragged, Delete or a double click takes one away.
 */
export class Pencil {
  readonly #map: L.Map
  readonly #group: L.LayerGroup
  readonly #told: (ring: readonly LngLat[] | null) => void
  #edge: Edge
  #colour = ''
  #corners: L.LatLng[] = []
  #isClosed = false

  constructor(map: L.Map, edge: Edge, told: (ring: readonly LngLat[] | null) => void) {
    this.#map = map
    this.#edge = edge
    this.#told = told
    this.#group = L.layerGroup().addTo(map)
    map.on('click', ({ latlng }) => this.#isClosed || this.add(latlng))
  }

  /** Shows a boundary that came from elsewhere; what is being drawn and not closed yet stays while there is none. */
  show(ring: readonly LngLat[] | null, edge: Edge, colour: string): void {
    this.#edge = edge
    this.#colour = colour
    if (ring !== null) {
      this.#corners = ring.map((at) => L.latLng(pointOf(edge, at)))
      this.#isClosed = true
    } else if (this.#isClosed) this.#begin()
    this.#draw()
  }

  add(at: L.LatLng): void {
    this.#corners.push(at)
    this.#draw()
  }
  /** Enter: another corner in the middle of the map, or the end. */
  enter(): void {
    if (!this.#isClosed) this.add(this.#map.getCenter())
  }
  close(): void {
    if (this.#isClosed || this.#corners.length < least) return
    this.#isClosed = true
    this.#tell()
  }
  undo(): void {
    if (this.#isClosed) return
    this.#corners.pop()
    this.#draw()
  }
  clear(): void {
    this.#begin()
    this.#tell()
  }
  get isClosed(): boolean {
    return this.#isClosed
  }

  #begin(): void {
    this.#corners = []
    this.#isClosed = false
  }
  #tell(): void {
    this.#draw()
    this.#told(this.#isClosed ? this.#corners.map((at) => placeAt(this.#edge, at)) : null)
  }
  #move(i: number, at: L.LatLng): void {
    this.#corners[i] = at
    if (this.#isClosed) this.#tell()
    else this.#draw()
  }
  #remove(i: number): void {
    if (this.#isClosed && this.#corners.length <= least) return
    this.#corners.splice(i, 1)
    if (this.#isClosed) this.#tell()
    else this.#draw()
  }

  #draw(): void {
    this.#group.clearLayers()
    const look = { color: this.#colour, weight: 2.5, dashArray: '6 4', interactive: false }
    const line = this.#isClosed ? L.polygon(this.#corners, look) : L.polyline(this.#corners, look)
    line.addTo(this.#group)
    for (const [i, at] of this.#corners.entries()) this.#handle(i, at, line)
    if (!this.#isClosed) return
    for (const [i, at] of this.#corners.entries()) {
      const next = this.#corners[(i + 1) % this.#corners.length] ?? at
      this.#between(i, L.latLng((at.lat + next.lat) / 2, (at.lng + next.lng) / 2))
    }
  }

  #handle(i: number, at: L.LatLng, line: { setLatLngs(corners: L.LatLng[]): unknown }): void {
    const mark = L.marker(at, { icon: icon('map-corner', 14), draggable: true, bubblingMouseEvents: false })
    mark.on('drag', () => {
      const corners = this.#corners.with(i, mark.getLatLng())
      line.setLatLngs(corners)
    })
    mark.on('dragend', () => this.#move(i, mark.getLatLng()))
    mark.on('click', () => i === 0 && this.close())
    mark.on('dblclick contextmenu', () => this.#remove(i))
    mark.addTo(this.#group)
    mark.getElement()?.addEventListener('keydown', (event) => this.#key(i, event))
  }
  #between(i: number, at: L.LatLng): void {
    const mark = L.marker(at, { icon: icon('map-between', 10), draggable: true, keyboard: false })
    mark.on('dragend', () => {
      this.#corners.splice(i + 1, 0, mark.getLatLng())
      this.#tell()
    })
    mark.addTo(this.#group)
  }
  #key(i: number, event: KeyboardEvent): void {
    const by = steps[event.key]
    const at = this.#corners[i]
    if (event.key === 'Delete' || event.key === 'Backspace') this.#remove(i)
    else if (by && at) this.#move(i, this.#map.unproject(this.#map.project(at).add(by)))
    else return
    event.preventDefault()
    event.stopPropagation()
    // It was drawn anew: the same corner keeps the keys.
    this.#map.getPane('markerPane')?.querySelectorAll<HTMLElement>('.map-corner')[i]?.focus()
  }
}
const steps: Readonly<Record<string, L.PointTuple>> = {
  ArrowUp: [0, -nudge],
  ArrowDown: [0, nudge],
  ArrowLeft: [-nudge, 0],
  ArrowRight: [nudge, 0],
}
const icon = (className: string, size: number): L.DivIcon => L.divIcon({ className, iconSize: [size, size] })
