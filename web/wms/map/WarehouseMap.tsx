import {
  heatDays,
  type MapLayer,
  mapBinsMax,
  mapLayers,
  unmeasured,
  warehouseLayer,
  warehouseMap,
} from '@lading/contract/wms/dashboardWarehouse.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { hashOf, place } from '../../client/location.ts'
import { useDark, usePrefs } from '../../client/prefs.ts'
import { setQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { type Say, useText } from '../../client/text.ts'
import { NotFresh, NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { grouped } from '../../ui/numbers.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { useSize } from '../../ui/useSize.ts'
import { BinDrawer } from './BinDrawer.tsx'
import { type Bins, binAt, isArrow, layoutOf, nextBin } from './mapLayout.ts'
import { paintMap, topOf, type Values } from './paintMap.ts'
import './map.css'

const refreshMs = 60_000
/** How much larger bins are drawn where the map has the page to itself. */
const largeScale = 1.65
const names = Object.keys(mapLayers) as MapLayer[]
const layerIn = (text: string | undefined): MapLayer => names.find((name) => name === text) ?? 'FILL'

/** What the layer says of a bin, in words: no state is told by its colour alone. */
function saidOf(t: Say, layer: MapLayer, value: number | undefined, lock: number): string {
  const locked = ['', t(['禁入', 'no putting in']), t(['禁出', 'no taking out']), t(['禁入禁出', 'locked'])][lock]
  return [figureOf(t, layer, value), locked].filter(Boolean).join(t(['，', ', ']))
}
function figureOf(t: Say, layer: MapLayer, value: number | undefined): string {
  if (layer === 'HEAT') return t(['拣货{n}行', 'lines picked: {n}'], { n: value ?? 0 })
  if (layer === 'WORK') return t(['未完成作业{n}行', 'open lines: {n}'], { n: value ?? 0 })
  if (value === undefined) return t(['空', 'empty'])
  return value === unmeasured ? t(['有货', 'in use']) : t(['占用{n}%', '{n}% full'], { n: value })
}

/** 库位图: every bin of the centre in its aisle and level, with what is asked about them. A bin leads to what is in it. */
export function WarehouseMap({ isLarge }: { isLarge: boolean }) {
  const t = useText()
  const key = useTabKey()
  const { query } = usePlace()
  const layer = layerIn(query.layer)
  const map = useCall(warehouseMap, {})
  const told = useCall(
    warehouseLayer,
    { layer: layer === 'EMPTY' ? 'FILL' : layer },
    { refetchInterval: refreshMs, placeholderData: keepPreviousData },
  )
  const set = (change: Readonly<Record<string, string>>) =>
    setQuery(key, Object.fromEntries(Object.entries({ ...query, ...change }).filter(([, v]) => v !== '')))
  const bins = map.data
  const values = useMemo(() => (bins && told.data ? valuesOf(bins, told.data) : []), [bins, told.data])
  const area = bins ? bins.areas.findIndex((a) => a.id === query.area) : -1
  return (
    <section className="card bin-map">
      <header className="bin-map-head">
        <h2 className="board-title">{t(warehouseMap.title)}</h2>
        <Segmented
          aria-label={t(['图层', 'Layer'])}
          value={layer}
          options={names.map((name) => ({ value: name, label: t(mapLayers[name]) }))}
          onChange={(name) => set({ layer: name })}
        />
        {bins && bins.areas.length > 1 && (
          <Select
            aria-label={t(['库区', 'Area'])}
            className="bin-map-area"
            value={area < 0 ? '' : (query.area ?? '')}
            options={[
              { value: '', label: t(['全部库区', 'All areas']) },
              ...bins.areas.map((a) => ({ value: a.id, label: `${a.code} ${a.name}` })),
            ]}
            onChange={(id) => set({ area: id })}
          />
        )}
        <Button onClick={() => set({ map: isLarge ? '' : 'large' })}>
          {t(isLarge ? ['返回看板', 'Back to the board'] : ['放大', 'Larger'])}
        </Button>
      </header>
      <NotFresh of={told} />
      {map.error && !bins ? (
        <NotRead of={map} />
      ) : !bins ? (
        <SkeletonRows rows={6} label={t(words.loading)} />
      ) : bins.id.length === 0 ? (
        <p className="muted">{t(['还没有货位', 'There are no bins yet'])}</p>
      ) : (
        <>
          <Legend layer={layer} bins={bins} values={values} area={area < 0 ? undefined : area} />
          <Picture
            bins={bins}
            values={values}
            layer={layer}
            area={area < 0 ? undefined : area}
            scale={isLarge || area >= 0 ? largeScale : 1}
          />
          {bins.isCut && (
            <p className="muted">{t(['只显示前{n}个货位', 'Only the first {n} bins are shown'], { n: mapBinsMax })}</p>
          )}
        </>
      )}
    </section>
  )
}

function valuesOf(bins: Bins, { id, value }: { id: readonly string[]; value: readonly number[] }): Values {
  const known = new Map(id.map((one, i) => [one, value[i]]))
  return bins.id.map((one) => known.get(one))
}

interface PictureProps {
  readonly bins: Bins
  readonly values: Values
  readonly layer: MapLayer
  readonly area: number | undefined
  readonly scale: number
}

/** One button that is drawn: arrow keys go from bin to bin, Enter or a click opens one. */
function Picture({ bins, values, layer, area, scale }: PictureProps) {
  const t = useText()
  const { ref, width } = useSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDark = useDark()
  const { palette } = usePrefs()
  const [cursor, setCursor] = useState<number>()
  const [opened, setOpened] = useState<number>()
  const layout = useMemo(() => layoutOf(bins, width, { area, scale }), [bins, width, area, scale])
  const at = cursor !== undefined && layout.shown.includes(cursor) ? cursor : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: theme and palette change the colours that the style sheet gives.
  useEffect(() => {
    if (canvas.current && width > 0) paintMap(canvas.current, width, { bins, layout, layer, values, cursor: at })
  }, [bins, layout, layer, values, at, width, isDark, palette])
  const under = (e: React.MouseEvent): number | undefined => {
    const box = canvas.current?.getBoundingClientRect()
    return box && binAt(layout, e.clientX - box.left, e.clientY - box.top)
  }
  const said = (i: number) => `${bins.code[i]}: ${saidOf(t, layer, values[i], bins.lock[i] ?? 0)}`
  return (
    <div ref={ref} className="bin-map-body">
      <button
        type="button"
        className="bin-map-picture"
        aria-label={t(['库位图：方向键移动，回车打开货位', 'Map: arrow keys move, Enter opens the bin'])}
        onMouseMove={(e) => setCursor(under(e))}
        onMouseLeave={() => setCursor(undefined)}
        onKeyDown={(e) => {
          if (!isArrow(e.key)) return
          e.preventDefault()
          setCursor(at === undefined ? layout.shown[0] : nextBin(layout, at, e.key))
        }}
        // A click by the keyboard has no place: the bin that the arrow keys came to is meant.
        onClick={(e) => setOpened(e.detail === 0 ? at : under(e))}
      >
        <canvas ref={canvas} />
      </button>
      <p className="bin-map-said num" aria-live="polite">
        {at === undefined ? t(['指向货位查看', 'Point at a bin']) : said(at)}
      </p>
      {opened !== undefined && bins.id[opened] !== undefined && (
        <BinDrawer
          id={bins.id[opened]}
          code={bins.code[opened] ?? ''}
          said={saidOf(t, layer, values[opened], bins.lock[opened] ?? 0)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

/** What the shades mean, and how many bins there are of what the layer is about, with the list of them where there is one. */
function Legend({ layer, bins, values, area }: Omit<PictureProps, 'scale'>) {
  const t = useText()
  const may = useMay()
  const shown = values.filter((_, i) => area === undefined || bins.area[i] === area)
  const told = shown.filter((v) => v !== undefined).length
  const n = layer === 'EMPTY' ? shown.length - told : told
  const top = topOf(layer, values)
  const what = {
    FILL: t(['有货货位{n}个', 'Bins in use: {n}'], { n: grouped(String(n)) }),
    HEAT: t(['近{days}天有拣货的货位{n}个', 'Bins picked from in {days} days: {n}'], {
      days: heatDays,
      n: grouped(String(n)),
    }),
    WORK: t(['有在途作业的货位{n}个', 'Bins with open work: {n}'], { n: grouped(String(n)) }),
    EMPTY: t(['空货位{n}个', 'Empty bins: {n}'], { n: grouped(String(n)) }),
  }[layer]
  const only: Readonly<Record<string, string>> =
    area === undefined || !bins.areas[area] ? {} : { areaId: bins.areas[area].id }
  const query =
    layer === 'EMPTY' || layer === 'FILL'
      ? { ...only, disabled: 'false', isEmpty: String(layer === 'EMPTY') }
      : undefined
  return (
    <p className="bin-map-legend">
      {query && may(bin, 'view') ? <a href={hashOf(place('wms', 'binList', query))}>{what}</a> : <span>{what}</span>}
      {layer === 'EMPTY' ? (
        <>
          <span>
            <i className="bin-map-key" data-layer={layer} /> {t(['空', 'Empty'])}
          </span>
          <span>
            <i className="bin-map-key" data-layer={layer} data-faint /> {t(['有货', 'In use'])}
          </span>
        </>
      ) : (
        <span className="num">
          {layer === 'FILL' ? '1%' : 1} <i className="bin-map-scale" data-layer={layer} /> {grouped(String(top))}
          {layer === 'FILL' && '%'}
        </span>
      )}
      {layer !== 'EMPTY' && (
        <span>
          <i className="bin-map-key" data-none /> {layer === 'FILL' ? t(['空', 'Empty']) : t(['无', 'None'])}
        </span>
      )}
      <span>
        <i className="bin-map-key" data-lock /> {t(['锁定', 'Locked'])}
      </span>
    </p>
  )
}
