import { crossesItself, overlap, ringOf } from '@lading/contract/tms/geometry.ts'
import type { Ring } from '@lading/contract/tms/region.ts'
import { Input } from 'antd'
import { useMemo } from 'react'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import type { Row } from '../../kernel/records.ts'
import { MapView } from '../../platform/map/MapView.tsx'
import type { LngLat } from '../../platform/map/types.ts'
import { areasOf, ringIn, useTown } from './town.ts'
import './map.css'

/** The regions beside it of which it covers a part. */
const overlapped = (ring: Ring, siblings: readonly Row[]): readonly Row[] =>
  siblings.filter((r) => {
    const other = ringIn(r)
    return other !== null && overlap(ring, other)
  })

/** 边界, drawn on the map among the other regions and the sites that are to lie in it. */
export function RingInput(p: InputProps) {
  const t = useText()
  const { id } = usePlace().query
  const town = useTown()
  const ring = useMemo(() => ringOf(p.value) ?? null, [p.value])
  const { parentId = null, kind } = p.record
  const others = useMemo(() => town.regions.filter((r) => r.id !== id), [town.regions, id])
  const areas = useMemo(() => areasOf(others), [others])
  const siblings = others.filter((r) => (r.parentId ?? null) === parentId && r.kind === kind)
  const crossed = ring !== null && crossesItself(ring)
  const over = ring === null || crossed ? [] : overlapped(ring, siblings)
  return (
    <div className="ring" id={p.id}>
      <div className="ring-map">
        <MapView
          title={p.title}
          areas={areas}
          sites={town.muted}
          ring={ring}
          onDraw={(drawn: readonly LngLat[] | null) => p.onChange(drawn)}
        />
      </div>
      {crossed && (
        <div className="problem" role="alert">
          {t(['区域边界自相交', 'The boundary crosses itself'])}
        </div>
      )}
      {over.length > 0 && (
        <div className="ring-over" role="status">
          {t(['与同级区域重叠：{names}', 'Overlaps with regions beside it: {names}'], {
            names: over.map((r) => String(r.name)).join('、'),
          })}
        </div>
      )}
    </div>
  )
}

/** 颜色 of a region on the map. */
export const ColourInput = (p: InputProps) => (
  <Input
    id={p.id}
    type="color"
    className="colour"
    disabled={p.isDisabled ?? false}
    aria-label={p.title}
    value={typeof p.value === 'string' && p.value !== '' ? p.value : '#51605f'}
    onChange={(e) => p.onChange(e.target.value)}
  />
)
