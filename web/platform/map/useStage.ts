import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useDark, usePrefs } from '../../client/prefs.ts'
import { boundsOf, drawContent, placeAt } from './drawn.ts'
import { edgeOf } from './edge.ts'
import { drawGround } from './ground.ts'
import { useMovers } from './movers.ts'
import { Pencil } from './pencil.ts'
import type { TileSource } from './source.ts'
import { scaleOf } from './steps.ts'
import type { MapProps } from './types.ts'

interface Boxes {
  readonly box: RefObject<HTMLDivElement | null>
  readonly ground: RefObject<HTMLCanvasElement | null>
}
interface Stage {
  readonly map: L.Map
  readonly content: L.LayerGroup
}
/** Where a map without any content begins: the middle of the country that most of its users drive in. */
const nowhere = { at: [32, 112] as L.LatLngTuple, zoom: 5 }
/** Metres per pixel of the whole globe in one tile of 256 pixels, at the equator. */
const globe = 40_075_016.686 / 256

/** A map on the screen, and what its frame shows of it. */
export function useStage({ box, ground }: Boxes, p: MapProps, tiles: TileSource | null, isKnown: boolean) {
  const [stage, setStage] = useState<Stage>()
  const [scale, setScale] = useState<ReturnType<typeof scaleOf>>()
  const [isTileless, setTileless] = useState(false)
  const isDark = useDark()
  const { palette } = usePrefs()
  const edge = edgeOf(tiles?.system ?? 'WGS84')
  const last = useRef(p)
  useEffect(() => {
    last.current = p
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    // Nothing is animated: it has to be followed over a remote desktop.
    const still = { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false, inertia: false }
    const map = L.map(element, { ...still, preferCanvas: true, zoomControl: false, attributionControl: false })
    map.setView(nowhere.at, nowhere.zoom)
    const watch = new ResizeObserver(() => map.invalidateSize({ animate: false }))
    watch.observe(element)
    setStage({ map, content: L.layerGroup().addTo(map) })
    return () => {
      watch.disconnect()
      map.remove()
      setStage(undefined)
    }
  }, [box])

  // The theme gives the colours of the ground.
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew with another theme.
  useEffect(() => {
    const [canvas, element] = [ground.current, box.current]
    if (!stage || !canvas || !element) return
    const { map } = stage
    // Tiles are sharp at whole steps only.
    map.options.zoomSnap = tiles ? 1 : 0.25
    const draw = () => {
      if (!tiles) drawGround(canvas, map, getComputedStyle(element))
      const metres = (globe * Math.cos((map.getCenter().lat * Math.PI) / 180)) / 2 ** map.getZoom()
      setScale(scaleOf(metres, 96))
    }
    draw()
    map.on('move zoom resize viewreset', draw)
    return () => void map.off('move zoom resize viewreset', draw)
  }, [stage, tiles, isDark, palette, ground, box])

  useTiles(stage, tiles, setTileless)

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew with another theme.
  useEffect(() => {
    if (stage && box.current) drawContent(stage.content, p, { edge, style: getComputedStyle(box.current) })
  }, [stage, edge, p.sites, p.lines, p.areas, p.selected, p.picked, p.onSelect, isDark, palette])

  useMovers(stage?.map, p, edge, `${isDark} ${palette}`)
  const fit = useFit(stage, p, last, edge, isKnown)
  usePick(stage, p.onPick !== undefined, last, box, edge)
  const pencil = usePencil(stage, p, last, box, edge, `${isDark}`)
  return { scale, isTileless, fit, pencil, zoom: (by: number) => stage?.map.setZoom(stage.map.getZoom() + by) }
}

type Last = RefObject<MapProps>
type Edge = ReturnType<typeof edgeOf>
/** What is shown stands in sight as soon as it has come, and whenever it is asked for. */
function useFit(stage: Stage | undefined, p: MapProps, last: Last, edge: Edge, isKnown: boolean): () => void {
  const fit = useCallback(() => {
    const bounds = stage && boundsOf(last.current, edge)
    if (bounds) stage.map.fitBounds(bounds, { padding: [28, 28], maxZoom: 15, animate: false })
  }, [stage, edge, last])
  const isEmpty = boundsOf(p, edge) === undefined
  const isFitted = useRef(false)
  useEffect(() => {
    if (!stage || !isKnown || isEmpty || isFitted.current) return
    isFitted.current = true
    // What is being drawn or chosen stands in the middle of it; the button shows the rest.
    const { ring, picked, onDraw } = last.current
    const own = boundsOf({ ring: ring ?? [], picked }, edge)
    // What is drawn around a place is a yard, not a town.
    const maxZoom = onDraw && picked ? 16 : 13
    if (own) stage.map.fitBounds(own, { padding: [60, 60], maxZoom, animate: false })
    else fit()
  }, [stage, isKnown, isEmpty, fit, edge, last])
  const { focus } = p
  useEffect(() => {
    const { sites = [], lines = [] } = last.current
    const own = focus === undefined ? undefined : boundsOf({ sites, lines }, edge)
    if (own && isFitted.current) stage?.map.fitBounds(own, { padding: [40, 40], maxZoom: 15, animate: false })
  }, [stage, focus, edge, last])
  return fit
}

/** A click chooses a place, or Enter the middle of the map. */
function usePick(stage: Stage | undefined, isPicking: boolean, last: Last, box: Boxes['box'], edge: Edge): void {
  useEffect(() => {
    const element = box.current
    if (!stage || !isPicking || !element) return
    const pick = (at: L.LatLng) => last.current.onPick?.(placeAt(edge, at))
    const onClick = ({ latlng }: L.LeafletMouseEvent) => pick(latlng)
    const onKey = (event: KeyboardEvent) => event.key === 'Enter' && pick(stage.map.getCenter())
    stage.map.on('click', onClick)
    element.addEventListener('keydown', onKey)
    return () => {
      stage.map.off('click', onClick)
      element.removeEventListener('keydown', onKey)
    }
  }, [stage, isPicking, edge, box, last])
}

/** Tiles under all that is drawn. None of them has come: it is said. */
function useTiles(stage: Stage | undefined, tiles: TileSource | null, tell: (isTileless: boolean) => void): void {
  const { url } = tiles ?? {}
  useEffect(() => {
    tell(false)
    if (!stage || url === undefined) return
    let came = 0
    // Who gives the tiles may ask from which site they are asked for; of the page itself he learns nothing.
    const layer = L.tileLayer(url, { maxZoom: 18, referrerPolicy: 'origin' })
    layer.on('tileload', () => {
      came += 1
      tell(false)
    })
    layer.on('tileerror', () => came === 0 && tell(true))
    layer.addTo(stage.map)
    return () => void layer.remove()
  }, [stage, url, tell])
}

function usePencil(
  stage: Stage | undefined,
  p: MapProps,
  last: RefObject<MapProps>,
  box: RefObject<HTMLDivElement | null>,
  edge: ReturnType<typeof edgeOf>,
  theme: string,
) {
  const [pencil, setPencil] = useState<Pencil>()
  const isDrawing = p.onDraw !== undefined
  useEffect(() => {
    const element = box.current
    if (!stage || !isDrawing || !element) return
    // What is drawn on a double click is a corner, no closer look.
    stage.map.doubleClickZoom.disable()
    const made = new Pencil(stage.map, edge, (ring) => last.current.onDraw?.(ring))
    const onKey = (event: KeyboardEvent) => event.key === 'Enter' && event.target === element && made.enter()
    element.addEventListener('keydown', onKey)
    setPencil(made)
    return () => element.removeEventListener('keydown', onKey)
  }, [stage, isDrawing, edge, box, last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew with another theme.
  useEffect(() => {
    if (pencil && box.current)
      pencil.show(p.ring ?? null, edge, getComputedStyle(box.current).getPropertyValue('--accent').trim())
  }, [pencil, p.ring, edge, theme])
  return { isClosed: Boolean(p.ring), undo: () => pencil?.undo(), clear: () => pencil?.clear() }
}
