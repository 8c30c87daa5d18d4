import L from 'leaflet'
import { useEffect, useRef } from 'react'
import { pointOf, said } from './drawn.ts'
import type { Edge } from './edge.ts'
import type { MapProps, MapSite } from './types.ts'

/** So long something takes to where it is now; and so often it is drawn on its way, over a remote desktop too. */
const [driveMs, frameMs] = [2_000, 80]
/** With more of them names would cover the map. */
const namedMost = 60

interface Mover {
  readonly mark: L.CircleMarker
  from: L.LatLng
  to: L.LatLng
  begin: number
}
const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Where it is between two places. */
const between = ({ from, to, begin }: Mover, now: number): L.LatLng => {
  const share = Math.min(1, Math.max(0, (now - begin) / driveMs))
  return L.latLng(from.lat + (to.lat - from.lat) * share, from.lng + (to.lng - from.lng) * share)
}

/** What drives has marks of its own, which are kept and moved. */
export function useMovers(map: L.Map | undefined, p: MapProps, edge: Edge, theme: string): void {
  const all = useRef(new Map<string, Mover>())
  const last = useRef(p)
  useEffect(() => {
    last.current = p
  })
  const { movers, selected } = p
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew with another theme.
  useEffect(() => {
    if (!map || !movers) return
    const style = getComputedStyle(map.getContainer())
    const ink = (colour = '--accent') => (colour.startsWith('--') ? style.getPropertyValue(colour).trim() : colour)
    const chosen = new Set(selected)
    const now = performance.now()
    for (const [id, { mark }] of all.current) {
      if (movers.some((m) => m.id === id)) continue
      mark.remove()
      all.current.delete(id)
    }
    for (const m of movers) {
      const to = L.latLng(pointOf(edge, m.at))
      const known = all.current.get(m.id)
      const one = known ?? { mark: L.circleMarker(to).addTo(map), from: to, to, begin: now }
      if (!known) {
        one.mark.on('click', () => last.current.onSelect?.(m.id))
        all.current.set(m.id, one)
      }
      const at = between(one, now)
      if (!one.to.equals(to)) Object.assign(one, { from: isStill() ? to : at, to, begin: now })
      const isOn = chosen.has(m.id)
      one.mark.setStyle({
        color: ink(isOn ? '--ink' : '--surface'),
        weight: isOn ? 3 : 1.5,
        fillColor: ink(m.colour),
        fillOpacity: 1,
      })
      one.mark.setRadius(isOn ? 9 : 7)
      name(one.mark, m, movers.length <= namedMost || isOn)
    }
  }, [map, movers, selected, edge, theme])

  useEffect(() => {
    if (!map) return
    const timer = setInterval(() => {
      const now = performance.now()
      for (const one of all.current.values()) {
        const at = between(one, now)
        if (!one.mark.getLatLng().equals(at)) one.mark.setLatLng(at)
      }
    }, frameMs)
    const own = all.current
    return () => {
      clearInterval(timer)
      for (const { mark } of own.values()) mark.remove()
      own.clear()
    }
  }, [map])
}

/** What is called so stands beside it, or comes with the pointer. */
function name(mark: L.CircleMarker, { label, brief = label }: MapSite, isNamed: boolean): void {
  const known = mark.getTooltip()
  if (known?.options.permanent === isNamed) {
    mark.setTooltipContent(said(isNamed ? brief : label))
    return
  }
  mark.unbindTooltip()
  mark.bindTooltip(said(isNamed ? brief : label), {
    permanent: isNamed,
    direction: isNamed ? 'right' : 'top',
    offset: isNamed ? [8, 0] : [0, -6],
    className: isNamed ? 'map-tip map-brief' : 'map-tip',
  })
}
