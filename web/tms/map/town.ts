import type { ListQuery } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { clientShipment, clientStore } from '@lading/contract/tms/clientSite.ts'
import { areaOf as sizeOf } from '@lading/contract/tms/geometry.ts'
import { type Ring, region } from '@lading/contract/tms/region.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMay } from '../../kernel/permission.ts'
import { queryRows, type Row } from '../../kernel/records.ts'
import type { MapArea, MapSite } from '../../platform/map/types.ts'

/** All rows of a list, as far as its reader may see them. */
function useAll(of: AnyEntity, filter: NonNullable<ListQuery['filter']>): readonly Row[] | undefined {
  const may = useMay()
  const { data } = useQuery({
    queryKey: [of.key, 'map', filter],
    queryFn: ({ signal }) => queryRows(of, { filter, pageSize: 0, searchCount: false }, signal),
    enabled: may(of, 'view'),
  })
  return data?.records
}

const isRing = (ring: unknown): ring is Ring => Array.isArray(ring) && ring.length > 2
export const ringIn = (row: Row): Ring | null => (isRing(row.ring) ? row.ring : null)
/** On the map, where they are drawn: the larger below the smaller. What has regions within is named by these. */
export function areasOf(rows: readonly Row[]): readonly MapArea[] {
  const above = new Set(rows.map((r) => r.parentId))
  return rows
    .flatMap((row): MapArea[] => {
      const ring = ringIn(row)
      const colour = typeof row.colour === 'string' ? row.colour : '--idle'
      return ring ? [{ id: row.id, ring, label: above.has(row.id) ? undefined : String(row.name), colour }] : []
    })
    .sort((a, b) => sizeOf(b.ring) - sizeOf(a.ring))
}

/** A place of a list, where it has one. */
export function siteOf(row: Row): MapSite[] {
  if (typeof row.lng !== 'string' || typeof row.lat !== 'string') return []
  return [
    {
      id: row.id,
      at: [Number(row.lng), Number(row.lat)],
      label: `${String(row.code)} ${String(row.name)}`,
      ...(row.isDepot === true && { state: 'depot' as const, colour: '--busy', brief: String(row.code) }),
    },
  ]
}

/** What a town has: regions, and the sites that lie in it; each as far as its reader may see it. */
export function useTown() {
  const regions = useAll(region, {})
  const stores = useAll(clientStore, { disabled: false, isLocated: true })
  const senders = useAll(clientShipment, { disabled: false, isLocated: true })
  return useMemo(() => {
    // A site that both sends and receives stands in both lists.
    const all = new Map([...(stores ?? []), ...(senders ?? [])].map((row) => [row.id, row]))
    const sites = [...all.values()].flatMap(siteOf)
    return {
      regions: regions ?? [],
      areas: areasOf(regions ?? []),
      rows: [...all.values()],
      sites,
      /** The same as a background, of which only the centres stand out. */
      muted: sites.map((s) => (s.state ? s : { ...s, state: 'off' as const })),
    }
  }, [regions, stores, senders])
}
