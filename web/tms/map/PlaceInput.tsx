import { EnvironmentOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { type InputProps, inputs } from '../../kernel/field/inputs.tsx'
import { TabModal } from '../../kernel/overlay.tsx'
import { MapView } from '../../platform/map/MapView.tsx'
import type { LngLat } from '../../platform/map/types.ts'
import { useTown } from './town.ts'
import './map.css'

const Figure = inputs.decimal
/** Of the record that is filled in: where it is, if both figures are there. */
export function placeIn({ lng, lat }: InputProps['record']): LngLat | undefined {
  const [x, y] = [Number.parseFloat(String(lng ?? '')), Number.parseFloat(String(lat ?? ''))]
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined
}

/** 经度 with 地图选点, which fills in the latitude as well. */
export function PlaceInput(p: InputProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const choose = ([lng, lat]: LngLat) => {
    p.onChange(lng.toFixed(6))
    p.onOther?.('lat', lat.toFixed(6))
    setOpen(false)
  }
  return (
    <>
      <Space.Compact block>
        <Figure {...p} />
        <Button
          disabled={p.isDisabled ?? false}
          icon={<EnvironmentOutlined aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t(['地图选点', 'Pick on map'])}
        </Button>
      </Space.Compact>
      {isOpen && <PlaceDialog at={placeIn(p.record)} onChoose={choose} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DialogProps {
  readonly at: LngLat | undefined
  readonly onChoose: (at: LngLat) => void
  readonly onClose: () => void
}
function PlaceDialog({ at, onChoose, onClose }: DialogProps) {
  const t = useText()
  const [picked, setPicked] = useState(at)
  const town = useTown()
  const title = t(['地图选点', 'Pick on map'])
  return (
    <TabModal
      open
      width={860}
      title={title}
      okText={t(['确定', 'OK'])}
      cancelText={t(['取消', 'Cancel'])}
      okButtonProps={{ disabled: picked === undefined }}
      onOk={() => picked && onChoose(picked)}
      onCancel={onClose}
    >
      <div className="place-map">
        <MapView title={title} areas={town.areas} sites={town.muted} picked={picked} onPick={setPicked} />
      </div>
      <p className="muted num">
        {picked
          ? `${picked[0].toFixed(6)}, ${picked[1].toFixed(6)}`
          : t([
              '点击地图选择位置；键盘：方向键移动，回车选择中心',
              'Click the place; keys: arrows move the map, Enter takes its middle',
            ])}
      </p>
    </TabModal>
  )
}
