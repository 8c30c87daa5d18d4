import type { Drawn } from '@lading/contract/tms/planCalls.ts'
import { useText } from '../../client/text.ts'
import { MapView } from '../../platform/map/MapView.tsx'
import type { LngLat } from '../../platform/map/types.ts'
import { colourOf, keyOf } from './board.ts'
import type { Around } from './usePlan.ts'

export interface SideProps {
  readonly drawn: Drawn
  readonly look: Around
  readonly chosen: string | undefined
  readonly onChoose: (trip: string | undefined) => void
}

/** With a trip chosen the others step back. */
export function PlanMap({ drawn, look, chosen, onChoose }: SideProps) {
  const t = useText()
  const at = new Map<string, LngLat>()
  for (const s of look.sites) if (s.lng !== null && s.lat !== null) at.set(s.id, [s.lng, s.lat])
  const depot = at.get(look.depotId)
  const tripOf = new Map(
    drawn.trips.flatMap((trip, i) => trip.stops.map((s, k) => [s.siteId, { i, k, key: keyOf(trip) }] as const)),
  )
  const lines = drawn.trips.flatMap((trip, i) => {
    if (trip.stops.length === 0 || (chosen && keyOf(trip) !== chosen)) return []
    const stops = trip.stops.map((s) => at.get(s.siteId)).filter((x) => x !== undefined)
    const points = depot ? [depot, ...stops, depot] : stops
    return [
      {
        id: keyOf(trip),
        points,
        colour: colourOf(i),
        label: look.trucks.find((x) => x.id === trip.truckId)?.plate ?? '',
      },
    ]
  })
  const sites = look.sites.flatMap((s) => {
    const point = at.get(s.id)
    if (!point) return []
    const mine = tripOf.get(s.id)
    const isOff = chosen !== undefined && mine?.key !== chosen
    const state = s.id === look.depotId ? ('depot' as const) : isOff ? ('off' as const) : undefined
    return [
      {
        id: s.id,
        at: point,
        label: `${s.code} ${s.name}`,
        ...(mine && { colour: colourOf(mine.i), ...(!isOff && { brief: String(mine.k + 1) }) }),
        ...(state && { state }),
      },
    ]
  })
  return (
    <MapView
      title={t(['排线地图', 'Map of the plan'])}
      sites={sites}
      lines={lines}
      onSelect={(one) =>
        onChoose(tripOf.get(one)?.key ?? (drawn.trips.some((x) => keyOf(x) === one) ? one : undefined))
      }
    />
  )
}
