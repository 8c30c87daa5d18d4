import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { useMemo } from 'react'
import { hashOf, type Place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { grouped, percent } from '../../ui/numbers.ts'
import { listPlace } from '../station/place.ts'
import { Linked } from './Figure.tsx'
import type { Data } from './taskViewData.ts'

interface Area {
  readonly id: string
  readonly name: string
  /** By hour. */
  readonly lines: ReadonlyMap<number, number>
}

/** Where picking was busy, and when: a row for each pick area, a column for each hour, the busier the darker. */
export function PickHeat({ heat }: { heat: Data['heat'] }) {
  const t = useText()
  const mayView = useMay()(viewOf('PICK'), 'view')
  const { areas, columns } = useMemo(() => {
    const all = heat.map((h) => h.hour)
    const from = Math.min(...all)
    const hours = Array.from({ length: all.length === 0 ? 0 : Math.max(...all) - from + 1 }, (_, i) => from + i)
    const top = Math.max(...heat.map((h) => h.lines))
    const areas = [...Map.groupBy(heat, (h) => h.pickAreaId)].map(
      ([id, of]): Area => ({ id, name: of[0]?.name ?? '', lines: new Map(of.map((h) => [h.hour, h.lines])) }),
    )
    const name: ReadColumn<Area> = {
      name: 'area',
      title: ['拣货分区', 'Pick area'],
      width: 240,
      said: (row) => row.name,
      render: (row) =>
        mayView ? <a href={hashOf(listPlace('PICK', { pickAreaId: row.id }))}>{row.name}</a> : row.name,
    }
    const to = (row: Area) => (mayView ? listPlace('PICK', { pickAreaId: row.id }) : undefined)
    return { areas, columns: [name, ...hours.map((hour) => hourColumn(hour, top, to))] }
  }, [heat, mayView])
  if (areas.length === 0) return <p className="muted">{t(['今天还没有拣货', 'Nothing has been picked today'])}</p>
  return <ReadTable<Area> label={t(['拣货热度', 'Picking by hour'])} rows={areas} columns={columns} />
}

/** Shades that a style sheet has, from none to the busiest hour. */
const shades = 9
function hourColumn(hour: number, top: number, to: (row: Area) => Place | undefined): ReadColumn<Area> {
  const linesOf = (row: Area): number => row.lines.get(hour) ?? 0
  return {
    name: `h${hour}`,
    title: [String(hour), String(hour)],
    width: 56,
    isFigure: true,
    said: (row) => (linesOf(row) > 0 ? grouped(String(linesOf(row))) : ''),
    render: (row) => {
      const lines = linesOf(row)
      const shade = Math.ceil((percent(String(lines), String(top)) / 100) * shades)
      return (
        lines > 0 && (
          <span className={`heat heat-${shade}`}>
            <Linked to={to(row)}>{grouped(String(lines))}</Linked>
          </span>
        )
      )
    },
  }
}
