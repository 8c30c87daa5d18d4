import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useText } from '../../client/text.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { nextStop, stopsOf } from './stops.ts'
import './ship.css'

/** Per store in loading order: how many containers are expected, loaded and left behind, and which store is next. */
export function StopCounts({ lines }: { lines: readonly WorkLine[] }) {
  const t = useText()
  const stops = stopsOf(lines)
  if (stops.length === 0) return null
  const next = nextStop(stops)
  return (
    <table className="stop-counts">
      <caption className="muted">
        {t(['按装车顺序：后到的站点先装', 'In loading order: the last stop goes in first'])}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t(['站', 'Stop'])}</th>
          <th scope="col">{t(['门店', 'Store'])}</th>
          <th scope="col">{t(['应装', 'Due'])}</th>
          <th scope="col">{t(['已装', 'Loaded'])}</th>
          <th scope="col">{t(['留仓', 'Left behind'])}</th>
        </tr>
      </thead>
      <tbody>
        {stops.map((s) => (
          <tr key={s.id} data-next={s === next} aria-current={s === next ? 'step' : undefined}>
            <td className="num">{s.seq ?? '–'}</td>
            <td>
              {s.code} {s.name} {s === next && <StatusTag tone="busy">{t(['先装', 'Load next'])}</StatusTag>}
            </td>
            <td className="num">{s.expected}</td>
            <td className="num">{s.loaded}</td>
            <td className="num">{s.kept > 0 ? s.kept : <span className="muted">–</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
