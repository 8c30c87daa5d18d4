import type { OptionKey } from '@lading/contract/sys/optionDefs.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/client.ts'
import type { TileSystem } from './edge.ts'

const keys = [
  'map.tile_url',
  'map.tile_system',
  'map.tile_attribution',
  'map.tile_approval',
] as const satisfies readonly OptionKey[]

/** Tiles that the tenant has named. A map is shown with its source and the number of its approval, or not at all. */
export interface TileSource {
  readonly url: string
  readonly system: TileSystem
  readonly attribution: string
  readonly approval: string
}

/** @returns the source; `'unnamed'` where one lacks what has to be shown with it; null where there is none; nothing until it is known */
export function useTileSource(): TileSource | 'unnamed' | null | undefined {
  const { data, isError } = useQuery({
    queryKey: [optionCalls.query.path, keys],
    queryFn: async ({ signal }) => {
      const shown = await call(optionCalls.query, { keys: [...keys] }, { signal })
      return Object.fromEntries(shown.map(({ key, value }) => [key, value ?? '']))
    },
    staleTime: 300_000,
  })
  // A ground of our own needs nobody's leave.
  if (isError) return null
  if (!data) return undefined
  const text = (key: (typeof keys)[number]) => data[key] ?? ''
  const [url, attribution, approval] = [text('map.tile_url'), text('map.tile_attribution'), text('map.tile_approval')]
  if (url === '') return null
  if (attribution === '' || approval === '') return 'unnamed'
  return { url, system: text('map.tile_system') === 'WGS84' ? 'WGS84' : 'GCJ02', attribution, approval }
}
