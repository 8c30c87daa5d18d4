import { crossesItself, ringOf } from '@lading/contract/tms/geometry.ts'
import type { Ring } from '@lading/contract/tms/region.ts'
import { Button, Space } from 'antd'
import { useMemo, useState } from 'react'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { TabModal } from '../../kernel/overlay.tsx'
import { MapView } from '../../platform/map/MapView.tsx'
import type { LngLat, MapArea, MapSite } from '../../platform/map/types.ts'
import { circle } from './circle.ts'
import { placeIn } from './PlaceInput.tsx'
import { useTown } from './town.ts'
import './map.css'

/** 围栏边界: whether one is drawn, and the map on which it is. */
export function FenceInput(p: InputProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const ring = ringOf(p.value) ?? null
  const text = t(ring ? ['修改围栏', 'Change the fence'] : ['画围栏', 'Draw a fence'])
  const { lng, lat } = p.record
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place as long as its figures are the same.
  const at = useMemo(() => placeIn(p.record), [lng, lat])
  return (
    <Space>
      <Button
        id={p.id}
        disabled={p.isDisabled ?? false}
        aria-label={`${p.title} ${text}`}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      <span className="muted">
        {ring
          ? t(['已画，{n}个角', 'Drawn, {n} corners'], { n: ring.length })
          : t(['未画，按半径', 'None: by the radius'])}
      </span>
      {isOpen && (
        <FenceDialog
          title={p.title}
          at={at}
          radiusM={Number(p.record.fenceM ?? 0)}
          ring={ring}
          onKeep={(drawn) => {
            p.onChange(drawn)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Space>
  )
}

interface DialogProps {
  readonly title: string
  readonly at: LngLat | undefined
  readonly radiusM: number
  readonly ring: Ring | null
  readonly onKeep: (ring: readonly LngLat[] | null) => void
  readonly onClose: () => void
}
const nothing: readonly MapSite[] = []
/** The place with the circle that would count else; without a place all of the town, to find it. */
function FenceDialog({ title, at, radiusM, ring, onKeep, onClose }: DialogProps) {
  const t = useText()
  const [drawn, setDrawn] = useState<readonly LngLat[] | null>(ring)
  const town = useTown()
  const areas = useMemo(
    (): readonly MapArea[] => (at ? [{ id: 'circle', ring: circle(at, radiusM), colour: '--idle' }] : []),
    [at, radiusM],
  )
  const isCrossed = drawn !== null && crossesItself(drawn)
  return (
    <TabModal
      open
      width={860}
      title={title}
      okText={t(['确定', 'OK'])}
      cancelText={t(['取消', 'Cancel'])}
      okButtonProps={{ disabled: isCrossed }}
      onOk={() => onKeep(drawn)}
      onCancel={onClose}
    >
      <div className="place-map">
        <MapView
          title={title}
          sites={at ? nothing : town.muted}
          areas={areas}
          picked={at}
          ring={drawn}
          onDraw={setDrawn}
        />
      </div>
      {isCrossed && (
        <div className="problem" role="alert">
          {t(['围栏边界自相交', 'The fence crosses itself'])}
        </div>
      )}
    </TabModal>
  )
}
