import { areaMap } from '@lading/contract/wms/areaCalls.ts'
import { area } from '@lading/contract/wms/place.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kernel/client.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { useBlocked } from '../../kernel/permission.ts'
import { queryRows, type Row } from '../../kernel/records.ts'
import { useUser } from '../../kernel/session.ts'
import { useText } from '../../kernel/text.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { AreaMap } from './AreaMap.tsx'
import '../wms.css'
import './area.css'

/** Warehouses and their areas as a tree and as a map, above the list of them. */
export function AreaList() {
  return (
    <div className="areas">
      <SheetList of={area} above={(list) => <Overview list={list} />} />
    </div>
  )
}

function Overview({ list }: { list: ListModel }) {
  const [chosen, setChosen] = useState<string>()
  const areas = useQuery({
    queryKey: [area.key, 'tree'],
    queryFn: ({ signal }) => queryRows(area, { filter: { disabled: false }, pageSize: 0, searchCount: false }, signal),
  })
  const isBlocked = useBlocked(area) !== undefined
  const map = useQuery({
    queryKey: [area.key, 'map'],
    queryFn: ({ signal }) => call(areaMap, {}, { signal }),
    enabled: !isBlocked,
  })
  const rows = areas.data?.records ?? []
  if (rows.length === 0) return null
  const choose = (row: Row | undefined) => {
    setChosen(row?.id)
    list.setState({ filter: row?.kind === 'WAREHOUSE' ? { upperId: row.id } : {} })
  }
  const below = rows.filter((r) => r.upperId === chosen).map((r) => r.id)
  return (
    <div className="area-overview">
      <Tree rows={rows} chosen={chosen} onChoose={choose} />
      {map.data && (
        <AreaMap areas={rows} map={map.data} shown={chosen === undefined ? undefined : [chosen, ...below]} />
      )}
    </div>
  )
}

interface TreeProps {
  readonly rows: readonly Row[]
  readonly chosen: string | undefined
  readonly onChoose: (row: Row | undefined) => void
}
/** The centre, its warehouses, their areas. An area without a warehouse hangs below the centre itself. */
function Tree({ rows, chosen, onChoose }: TreeProps) {
  const t = useText()
  const { workingOrg } = useUser()
  const known = new Set(rows.map((r) => r.id))
  const roots = rows.filter((r) => typeof r.upperId !== 'string' || !known.has(r.upperId))
  const node = (row: Row, depth: number): React.ReactNode => (
    <li key={row.id}>
      <button
        type="button"
        className="tree-row"
        style={{ paddingLeft: 12 + depth * 16 }}
        aria-pressed={row.id === chosen}
        onClick={() => onChoose(row)}
      >
        <span>{String(row.name)}</span>
        <span className="muted num">{String(row.code)}</span>
      </button>
      {rows.some((r) => r.upperId === row.id) && (
        <ul>{rows.filter((r) => r.upperId === row.id).map((r) => node(r, depth + 1))}</ul>
      )}
    </li>
  )
  return (
    <nav className="card area-tree" aria-label={t(['库区树', 'Areas as a tree'])}>
      <button
        type="button"
        className="tree-row"
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        {workingOrg.name}
      </button>
      <ul>{roots.map((r) => node(r, 1))}</ul>
    </nav>
  )
}
