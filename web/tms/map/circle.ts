import type { LngLat } from '../../platform/map/types.ts'

/** A circle of so many metres, as the map draws boundaries. */
export function circle([lng, lat]: LngLat, metres: number): readonly LngLat[] {
  const [dy, dx] = [metres / 111_195, metres / (111_195 * Math.cos((lat * Math.PI) / 180))]
  return Array.from({ length: 24 }, (_, i): LngLat => {
    const turn = (i * Math.PI) / 12
    return [lng + dx * Math.cos(turn), lat + dy * Math.sin(turn)]
  })
}
