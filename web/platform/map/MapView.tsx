import { laterPart } from '../../kernel/laterPart.tsx'
import type { MapProps } from './types.ts'
import './place.css'

/** A map of places, ways and regions. It is fetched when it is first shown: no list waits for it. */
export const MapView = laterPart<MapProps>(
  async () => (await import('./PlainMap.tsx')).PlainMap,
  ({ title }) => <div className="map-waiting" role="status" aria-label={title} />,
)
