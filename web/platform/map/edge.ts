import gcoord from 'gcoord'
import type { LngLat } from './types.ts'

/** In what tiles are drawn. Amap and Tencent shift everything within China by some hundred metres. */
export type TileSystem = 'WGS84' | 'GCJ02'

/** Between our places and those of what is drawn: the only spot at which a coordinate is shifted. */
export interface Edge {
  readonly out: (at: LngLat) => LngLat
  readonly in: (at: LngLat) => LngLat
}
const plain: Edge = { out: (at) => at, in: (at) => at }
const shifted: Edge = {
  out: ([lng, lat]) => gcoord.transform([lng, lat], gcoord.WGS84, gcoord.GCJ02),
  in: ([lng, lat]) => gcoord.transform([lng, lat], gcoord.GCJ02, gcoord.WGS84),
}
export const edgeOf = (system: TileSystem): Edge => (system === 'GCJ02' ? shifted : plain)
