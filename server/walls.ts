import type { Walls } from './kernel/registry.ts'
import { containerWall, postingWall, shipmentWall } from './wms/stock/walls.ts'

/** Whose goods the rows of every area hold, where they do not say so themselves, by table. */
export const walls: Walls = {
  wms_container: containerWall,
  wms_posting: postingWall,
  wms_ship_bill: shipmentWall,
}
