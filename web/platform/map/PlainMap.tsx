import { AimOutlined, DeleteOutlined, MinusOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useText } from '../../client/text.ts'
import { grouped } from '../../ui/numbers.ts'
import { useTileSource } from './source.ts'
import type { MapProps } from './types.ts'
import { useStage } from './useStage.ts'
import './map.css'

/** Places that keys can reach one by one; more are found in the list beside the map. */
const reachedMax = 200

/** The map itself: an own plain ground, or the tiles that the tenant has named. Keys: arrows move it, + and - zoom, Enter chooses its middle. */
export function PlainMap(p: MapProps) {
  const t = useText()
  const [box, ground] = [useRef<HTMLDivElement>(null), useRef<HTMLCanvasElement>(null)]
  const source = useTileSource()
  const tiles = typeof source === 'object' ? source : null
  const { scale, isTileless, zoom, fit, pencil } = useStage({ box, ground }, p, tiles, source !== undefined)
  const metres = scale?.metres ?? 0
  return (
    <figure className="map" data-pick={p.onPick !== undefined || undefined}>
      <canvas ref={ground} className="map-ground" />
      <div ref={box} className="map-box" role="application" aria-label={p.title} />
      <div className="map-tools">
        <Tool title={['放大', 'Zoom in']} icon={<PlusOutlined aria-hidden />} run={() => zoom(1)} />
        <Tool title={['缩小', 'Zoom out']} icon={<MinusOutlined aria-hidden />} run={() => zoom(-1)} />
        <Tool title={['显示全部', 'Show all']} icon={<AimOutlined aria-hidden />} run={fit} />
        {p.onDraw && !pencil.isClosed && (
          <Tool
            title={['撤销上一个角', 'Take back the last corner']}
            icon={<UndoOutlined aria-hidden />}
            run={pencil.undo}
          />
        )}
        {p.onDraw && <Tool title={['重画', 'Draw anew']} icon={<DeleteOutlined aria-hidden />} run={pencil.clear} />}
      </div>
      {scale && (
        <div className="map-scale num" style={{ width: scale.width }}>
          {metres >= 1000 ? `${grouped(String(metres / 1000))} km` : `${metres} m`}
        </div>
      )}
      {tiles && (
        <div className="map-source">
          {tiles.attribution} · {tiles.approval}
        </div>
      )}
      {source === 'unnamed' && (
        <Note of={['未填写底图来源和审图号，不显示底图', 'No tiles: their source and approval number are not named']} />
      )}
      {isTileless && (
        <Note
          of={[
            '底图无法读取，请检查网址及服务器的 LADING_MAP_HOSTS',
            'The tiles cannot be read: check their address and LADING_MAP_HOSTS of the server',
          ]}
        />
      )}
      {p.onDraw && !pencil.isClosed && (
        <Note
          of={[
            '点击地图依次画角，点击第一个角闭合；键盘：方向键移动，回车画角',
            'Click the corners one by one and the first again to close; keys: arrows move the map, Enter sets a corner',
          ]}
        />
      )}
      {p.onSelect && (
        <ul className="map-reached" aria-label={p.title}>
          {[...(p.movers ?? []), ...(p.sites ?? [])].slice(0, reachedMax).map(({ id, label }) => (
            <li key={id}>
              <button type="button" onClick={() => p.onSelect?.(id)}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
      <figcaption className="sr-only">{t(['地图', 'Map'])}</figcaption>
    </figure>
  )
}

function Tool({ title, icon, run }: { title: Text; icon: ReactNode; run: () => void }) {
  const t = useText()
  return <Button size="small" icon={icon} title={t(title)} aria-label={t(title)} onClick={run} />
}
function Note({ of }: { of: Text }) {
  const t = useText()
  return (
    <div className="map-note" role="status">
      {t(of)}
    </div>
  )
}
