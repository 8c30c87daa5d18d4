import { areaMap } from '@lading/contract/wms/areaCalls.ts'
import { area } from '@lading/contract/wms/place.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { useBlocked } from '../../kernel/permission.ts'
import { queryRows, type Row } from '../../kernel/records.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { branchesOf } from '../../platform/tree/branchesOf.ts'
import { Tree } from '../../platform/tree/Tree.tsx'
import { AreaMap } from './AreaMap.tsx'
import './area.css'
import { useCall } from '../../kernel/useCall.ts'

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
  const [isLarge, setLarge] = useState(false)
  const areas = useQuery({
    queryKey: [area.key, 'tree'],
    queryFn: ({ signal }) => queryRows(area, { filter: { disabled: false }, pageSize: 0, searchCount: false }, signal),
  })
  const isBlocked = useBlocked(area) !== undefined
  const map = useCall(areaMap, {}, { enabled: !isBlocked })
  const rows = areas.data?.records ?? []
  if (rows.length === 0) return null
  const choose = (row: Row | undefined) => {
    setChosen(row?.id)
    list.setState({ filter: row?.kind === 'WAREHOUSE' ? { upperId: row.id } : {} })
  }
  const below = rows.filter((r) => r.upperId === chosen).map((r) => r.id)
  return (
    <div className="area-overview" data-large={isLarge || undefined}>
      <Areas rows={rows} chosen={chosen} onChoose={choose} />
      {map.data && (
        <AreaMap
          areas={rows}
          map={map.data}
          shown={chosen === undefined ? undefined : [chosen, ...below]}
          isLarge={isLarge}
          onSize={() => setLarge(!isLarge)}
        />
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
function Areas({ rows, chosen, onChoose }: TreeProps) {
  const t = useText()
  const { workingOrg } = useUser()
  return (
    <Tree
      title={t(['库区树', 'Area tree'])}
      all={{ name: workingOrg.name, note: '' }}
      branches={branchesOf(rows, 'upperId', (row) => String(row.code))}
      chosen={chosen}
      onChoose={(id) => onChoose(rows.find((r) => r.id === id))}
    />
  )
}
