import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { grouped, percent } from '../../ui/numbers.ts'
import { listPlace } from '../station/place.ts'
import type { Data } from './TaskView.tsx'

/** Where picking was busy, and when: a row for each pick area, a column for each hour, the busier the darker. */
export function PickHeat({ heat }: { heat: Data['heat'] }) {
  const t = useText()
  const may = useMay()
  if (heat.length === 0) return <p className="muted">{t(['今天还没有拣货', 'Nothing has been picked today'])}</p>
  const all = heat.map((h) => h.hour)
  const from = Math.min(...all)
  const hours = Array.from({ length: Math.max(...all) - from + 1 }, (_, i) => from + i)
  const areas = [...new Map(heat.map((h) => [h.pickAreaId, h])).values()]
  const top = String(Math.max(...heat.map((h) => h.lines)))
  const mayView = may(viewOf('PICK'), 'view')
  return (
    <div className="heat">
      <table>
        <thead>
          <tr>
            <th scope="col">{t(['拣货分区', 'Pick area'])}</th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="num">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area.pickAreaId}>
              <th scope="row">
                {mayView ? (
                  <a href={hashOf(listPlace('PICK', { pickAreaId: area.pickAreaId }))}>{area.name}</a>
                ) : (
                  area.name
                )}
              </th>
              {hours.map((hour) => {
                const lines = heat.find((h) => h.pickAreaId === area.pickAreaId && h.hour === hour)?.lines ?? 0
                const share = Math.round(percent(String(lines), top) * 0.45)
                return (
                  <td
                    key={hour}
                    className="num"
                    style={{ background: `color-mix(in srgb, var(--accent) ${share}%, transparent)` }}
                  >
                    {lines > 0 && grouped(String(lines))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
