import L from 'leaflet'
import type { Edge } from './edge.ts'
import type { LngLat, MapProps, MapSite } from './types.ts'

/** How places become points of what is drawn. */
export const pointOf = ({ out }: Edge, at: LngLat): L.LatLngTuple => {
  const [lng, lat] = out(at)
  return [lat, lng]
}
export const placeAt = ({ in: back }: Edge, { lng, lat }: L.LatLng): LngLat => {
  const [x, y] = back([lng, lat])
  return [Number(x.toFixed(6)), Number(y.toFixed(6))]
}

/** A text as a node: nothing that somebody typed ever becomes markup. */
export function said(text: string): HTMLElement {
  const node = document.createElement('span')
  node.textContent = text
  return node
}

type Content = Pick<MapProps, 'sites' | 'movers' | 'lines' | 'areas' | 'selected' | 'onSelect' | 'picked'>
export interface Look {
  readonly edge: Edge
  readonly style: CSSStyleDeclaration
}

/** Draws all of it anew into its group: regions below, ways over them, places on top. */
export function drawContent(group: L.LayerGroup, p: Content, { edge, style }: Look): void {
  group.clearLayers()
  const ink = (colour = '--accent') => (colour.startsWith('--') ? style.getPropertyValue(colour).trim() : colour)
  const chosen = new Set(p.selected)
  const add = (layer: L.Path, id: string, label = '', isNamed = false): void => {
    if (label !== '')
      layer.bindTooltip(said(label), {
        permanent: isNamed,
        direction: isNamed ? 'center' : 'top',
        className: 'map-tip',
      })
    if (p.onSelect) layer.on('click', () => p.onSelect?.(id))
    layer.addTo(group)
  }
  const isClicked = p.onSelect !== undefined
  for (const { id, ring, label, colour } of p.areas ?? []) {
    const isOn = chosen.has(id)
    const shape = ring.map((at) => pointOf(edge, at))
    const look = { color: ink(colour), weight: isOn ? 3 : 1.5, fillOpacity: isOn ? 0.22 : 0.1, interactive: isClicked }
    add(L.polygon(shape, look), id, label, true)
  }
  for (const { id, points, label, colour } of p.lines ?? []) {
    const isOn = chosen.has(id)
    add(
      L.polyline(
        points.map((at) => pointOf(edge, at)),
        { color: ink(colour), weight: isOn ? 5 : 3, opacity: chosen.size > 0 && !isOn ? 0.45 : 0.9 },
      ),
      id,
      label,
    )
  }
  for (const site of p.sites ?? []) addSite(site, chosen.has(site.id))
  function addSite({ id, at, label, brief, colour, state }: MapSite, isOn: boolean): void {
    const isDepot = state === 'depot'
    const look: L.CircleMarkerOptions = {
      radius: isDepot ? 8 : isOn ? 7 : 5,
      color: isDepot || isOn ? ink('--ink') : ink('--surface'),
      weight: isDepot || isOn ? 2.5 : 1,
      fillColor: state === 'off' ? ink('--line-strong') : ink(colour),
      fillOpacity: 1,
      bubblingMouseEvents: !isClicked,
    }
    const mark = L.circleMarker(pointOf(edge, at), look)
    const isNamed = brief !== undefined
    mark.bindTooltip(said(brief ?? label), {
      permanent: isNamed,
      direction: isNamed ? 'right' : 'top',
      offset: isNamed ? [8, 0] : [0, -6],
      className: isNamed ? 'map-tip map-brief' : 'map-tip',
    })
    if (p.onSelect) mark.on('click', () => p.onSelect?.(id))
    mark.addTo(group)
  }
  if (p.picked) {
    const at = pointOf(edge, p.picked)
    L.circleMarker(at, { radius: 11, color: ink('--accent'), weight: 2, fill: false, interactive: false }).addTo(group)
    L.circleMarker(at, { radius: 3, color: ink('--accent'), fillOpacity: 1, interactive: false }).addTo(group)
  }
}

/** All places of some content, for a look at the whole of it. */
export function boundsOf(p: Content & Pick<MapProps, 'ring'>, edge: Edge): L.LatLngBounds | undefined {
  const all = [
    ...[...(p.sites ?? []), ...(p.movers ?? [])].map((s) => s.at),
    ...(p.lines ?? []).flatMap((l) => l.points),
    ...(p.areas ?? []).flatMap((a) => a.ring),
    ...(p.ring ?? []),
    ...(p.picked ? [p.picked] : []),
  ].map((at) => pointOf(edge, at))
  return all.length === 0 ? undefined : L.latLngBounds(all)
}
