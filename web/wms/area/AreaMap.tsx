import type { areaMap } from '@lading/contract/wms/areaCalls.ts'
import type { z } from 'zod'
import { hashOf, place, type Query } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'

type MapOf = z.output<typeof areaMap.output>
type Place = MapOf['places'][number]
interface Box {
  readonly id: string
  readonly title: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
/** Metres: what a stack takes on the floor, and the room around it. */
const stack = { width: 1.8, depth: 1.1 }
const margin = 3

/** Areas from above: one mark per stack of bins, the fuller the stronger, and the docks. */
export function AreaMap({
  areas,
  map,
  shown,
  isLarge,
  onSize,
}: {
  areas: readonly Row[]
  map: MapOf
  /** Areas that are looked at; the others step back. */
  shown: readonly string[] | undefined
  isLarge: boolean
  onSize: () => void
}) {
  const t = useText()
  const boxes = areas.flatMap((a) => boxOf(a, map.places))
  if (boxes.length === 0)
    return (
      <div className="card area-map area-map-none muted">
        {t(['货位或库区填写 X、Y 后显示平面图', 'The map appears once bins or areas have X and Y'])}
      </div>
    )
  const xs = [...boxes.flatMap((b) => [b.left, b.right, b.left + titleWidth(b.title)]), ...map.docks.map((d) => d.x)]
  const ys = [...boxes.flatMap((b) => [b.top, b.bottom]), ...map.docks.map((d) => d.y)]
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  const [width, height] = [Math.max(...xs) + margin - left, Math.max(...ys) + margin - top]
  const isShown = (id: string) => shown === undefined || shown.includes(id)
  return (
    <figure className="card area-map">
      <svg viewBox={`${left} ${top} ${width} ${height}`}>
        <title>{t(['库区平面图', 'Map of the areas'])}</title>
        {boxes.map((b) => (
          <g key={b.id} className="area-box" data-off={!isShown(b.id) || undefined}>
            <rect x={b.left} y={b.top} width={b.right - b.left} height={b.bottom - b.top} rx={0.6} />
            <a href={binsOf({ areaId: b.id })}>
              <text x={b.left + 0.8} y={b.top - 0.6}>
                {b.title}
              </text>
            </a>
          </g>
        ))}
        {map.places.map((p) => (
          <a key={`${p.areaId}/${p.x}/${p.y}`} href={binsOf({ areaId: p.areaId, code: p.code })} tabIndex={-1}>
            <rect
              className="area-stack"
              data-off={!isShown(p.areaId) || undefined}
              x={p.x - stack.width / 2}
              y={p.y - stack.depth / 2}
              width={stack.width}
              height={stack.depth}
              fillOpacity={0.12 + (0.78 * p.filled) / p.bins}
            >
              <title>
                {t(['{code} {filled}/{bins}个货位有货', '{code}: bins in use {filled} of {bins}'], { ...p })}
              </title>
            </rect>
          </a>
        ))}
        {map.docks.map((d) => (
          <g key={d.code} className="area-dock" data-off={d.closed || undefined}>
            <rect x={d.x - 1.4} y={d.y - 0.8} width={2.8} height={1.6} rx={0.3} />
            <text x={d.x} y={d.y - 1.3} textAnchor="middle">
              {d.code}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="muted">
        <span className="area-scale" aria-hidden="true" />
        {t([
          '颜色越浓，货位越满；蓝色为月台。点击货架查看其货位，点击库区名查看全部货位',
          'The darker, the fuller; docks are blue. Click a rack to see its bins, or an area name to see all its bins',
        ])}
        <button type="button" className="linkish area-size" aria-pressed={isLarge} onClick={onSize}>
          {t(isLarge ? ['缩小', 'Smaller'] : ['放大', 'Larger'])}
        </button>
      </figcaption>
    </figure>
  )
}

/** Metres that a title takes, about: a Chinese sign is as wide as it is high, others half of that. */
const titleHeight = 1.8
const titleWidth = (title: string): number =>
  [...title].reduce((width, sign) => width + (sign > '\u2e80' ? 1 : 0.6) * titleHeight, 0)

const binsOf = (query: Query): string => hashOf(place('wms', 'binList', query))

/** Around its bins; an area whose bins have no place is a square of its size at its own. */
function boxOf(a: Row, places: readonly Place[]): Box[] {
  // A warehouse is around its areas; what stands in it directly are stages by the docks.
  if (a.kind === 'WAREHOUSE') return []
  const own = places.filter((p) => p.areaId === a.id)
  const base = { id: a.id, title: `${String(a.code)} ${String(a.name)}` }
  if (own.length > 0)
    return [
      {
        ...base,
        left: Math.min(...own.map((p) => p.x)) - 1.6,
        right: Math.max(...own.map((p) => p.x)) + 1.6,
        top: Math.min(...own.map((p) => p.y)) - 1.2,
        bottom: Math.max(...own.map((p) => p.y)) + 1.2,
      },
    ]
  if (typeof a.x !== 'string' || typeof a.y !== 'string') return []
  const side = Math.max(4, Math.sqrt(Number(a.squareMetres ?? 0)))
  const [left, top] = [Number(a.x), Number(a.y)]
  return [{ ...base, left, top, right: left + side, bottom: top + side }]
}
