import { reassignSites, region } from '@lading/contract/tms/region.ts'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow, useText } from '../../client/text.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { readAgain } from '../../kernel/readAgain.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { MapView } from '../../platform/map/MapView.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { branchesOf } from '../../platform/tree/branchesOf.ts'
import { Tree } from '../../platform/tree/Tree.tsx'
import { notify } from '../../ui/notices.tsx'
import { once } from '../../ui/once.ts'
import { useTown } from './town.ts'
import './map.css'

const reassign = (): Promise<void> =>
  once(reassignSites.path, async () => {
    try {
      const { count } = await call(reassignSites, {})
      notify('good', sayNow(['{n}个站点的区域已更新', 'Sites that have another region now: {n}'], { n: count }))
    } catch (error) {
      report(error)
    }
    await readAgain([region.key, 'tms.clientSite'])
  })

/** Regions as a tree and on the map, above the list of them. */
export function RegionList() {
  const t = useText()
  const { can, refused } = useVerbs(region)
  const again = (
    <Tooltip title={refused}>
      <Button disabled={refused !== undefined} onClick={() => void reassign()}>
        {t(reassignSites.title)}
      </Button>
    </Tooltip>
  )
  return (
    <div className="regions">
      <SheetList
        of={region}
        cells={{ colour: (row) => <Swatch of={row.colour} /> }}
        tools={() => can(region, 'run') && again}
        above={(list) => <Overview list={list} />}
      />
    </div>
  )
}

const Swatch = ({ of }: { of: unknown }) =>
  typeof of === 'string' && of !== '' ? (
    <svg className="swatch" viewBox="0 0 1 1" role="img" aria-label={of}>
      <rect width="1" height="1" fill={of} />
    </svg>
  ) : null

function Overview({ list }: { list: ListModel }) {
  const t = useText()
  const town = useTown()
  const [chosen, setChosen] = useState<string>()
  if (town.regions.length === 0) return null
  const choose = (id: string | undefined) => {
    setChosen(id)
    list.setState({ filter: town.regions.some((r) => r.parentId === id) && id ? { parentId: id } : {} })
  }
  return (
    <div className="region-overview">
      <Tree
        title={t(['区域树', 'Tree of regions'])}
        all={{ name: t(['全部区域', 'All regions']), note: String(town.rows.length) }}
        branches={branchesOf(town.regions, 'parentId', (row) => <span>{String(row.sites)}</span>)}
        chosen={chosen}
        onChoose={choose}
      />
      <MapView
        title={t(['区域地图', 'Map of the regions'])}
        areas={town.areas}
        sites={town.sites}
        selected={chosen === undefined ? [] : [chosen]}
      />
    </div>
  )
}
