import { type TripTrack, tripTrack } from '@lading/contract/tms/watch.ts'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { MapView } from '../../platform/map/MapView.tsx'
import type { LngLat, MapArea, MapLine, MapSite } from '../../platform/map/types.ts'
import { circle } from '../map/circle.ts'
import type { Seen } from './standing.ts'
import { standings, words } from './words.ts'

interface Props {
  readonly trucks: readonly Seen[]
  readonly chosen: string | undefined
  readonly choose: (id: string | undefined) => void
  readonly tripId: string | undefined
  /** Where a trip that is played back is at the moment, as `lng,lat`. */
  readonly played: string | null
}
const colours: Readonly<Record<string, string>> = {
  DONE: '--good',
  PARTIAL: '--bad',
  REJECTED: '--bad',
  ARRIVED: '--busy',
}

/** What of a trip is drawn: its stops with their fences, the way as planned, and the way as driven. */
function drawn(track: TripTrack | undefined, t: ReturnType<typeof useText>) {
  const at = (p: { lng: number | null; lat: number | null }): LngLat[] =>
    p.lng === null || p.lat === null ? [] : [[p.lng, p.lat]]
  if (!track) return { sites: [], lines: [], areas: [] }
  const depot = at(track.depot)
  const sites = [
    ...depot.map((p): MapSite => ({ id: 'depot', at: p, label: track.depot.name, state: 'depot', colour: '--busy' })),
    ...track.stops.flatMap((s): MapSite[] =>
      at(s).map((p) => ({
        ...{ id: s.id, at: p, label: `${s.seq} ${s.name}`, brief: String(s.seq), colour: colours[s.state] ?? '--idle' },
      })),
    ),
  ]
  const areas = track.stops.flatMap((s): MapArea[] =>
    at(s).map((p) => ({ id: `f${s.id}`, ring: s.fenceRing ?? circle(p, s.fenceM), colour: '--accent' })),
  )
  const lines: MapLine[] = [
    {
      id: 'plan',
      points: [...depot, ...track.stops.flatMap(at), ...depot],
      label: t(words.plan),
      colour: '--line-strong',
    },
    { id: 'driven', points: track.points.map((p): LngLat => [p[1], p[2]]), label: t(words.act), colour: '--accent' },
  ]
  return { sites, areas, lines: lines.filter((l) => l.points.length > 1) }
}

export function WatchMap({ trucks, chosen, choose, tripId, played }: Props) {
  const t = useText()
  const track = useCall(tripTrack, { id: tripId ?? '0' }, { enabled: tripId !== undefined }).data
  const parts = useMemo(() => drawn(tripId ? track : undefined, t), [tripId, track, t])
  const movers = useMemo((): readonly MapSite[] => {
    const at = played?.split(',').map(Number)
    const ghost: MapSite[] =
      at?.[0] !== undefined && at[1] !== undefined
        ? [{ id: 'played', at: [at[0], at[1]], label: t(words.playback), colour: '--accent' }]
        : []
    return [
      ...trucks.flatMap((k): MapSite[] =>
        k.lng === null || k.lat === null
          ? []
          : [{ id: k.truckId, at: [k.lng, k.lat], label: k.plate, colour: standings[k.standing].colour }],
      ),
      ...ghost,
    ]
  }, [trucks, played, t])
  const selected = useMemo(() => (chosen ? [chosen] : []), [chosen])
  return (
    <div className="watch-map">
      <MapView
        title={t(words.title)}
        {...parts}
        movers={movers}
        selected={selected}
        focus={tripId && track?.id}
        onSelect={(id) => trucks.some((k) => k.truckId === id) && choose(id)}
      />
    </div>
  )
}
