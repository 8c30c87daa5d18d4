import type { Text } from '../kernel/text.ts'
import type { Empties } from './tripEvent.ts'
import type { tempZones } from './wayBill.ts'

/** What transport and a warehouse hand each other, as plain data: ids are those of whoever is named, quantities decimal texts. */

interface Place {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly contact: string | null
  readonly phone: string | null
  readonly address: string | null
  /** Degrees, WGS-84; null: nobody knows where it is. */
  readonly lng: string | null
  readonly lat: string | null
}

/** An outbound order as it stands: what a store is to get on a day. */
export interface Demand {
  readonly orderId: string
  readonly billNo: string
  /** Who plans for the warehouse; null: nobody, or nobody any more. */
  readonly centreId: string | null
  readonly owner: { readonly id: string; readonly code: string; readonly name: string }
  readonly depot: Place
  readonly store: Place & {
    readonly route: string | null
    readonly windowFrom: string | null
    readonly windowTo: string | null
  }
  /** YYYY-MM-DD. */
  readonly day: string
  /** Not approved, or called off: nothing of it is to be brought. */
  readonly isOff: boolean
  readonly lines: readonly DemandLine[]
}
export interface DemandLine {
  readonly id: string
  readonly lineNo: number
  readonly code: string
  readonly name: string
  readonly unit: string
  /** Ordered and not given up, of which so much has left. */
  readonly qty: string
  readonly sentQty: string
  readonly zone: keyof typeof tempZones
  /** Goods that were divided from other lines, or taken in from them, since these were approved; `keeps`: what such a line is to bring itself now. */
  readonly cameFrom: readonly { readonly lineId: string; readonly qty: string; readonly keeps: string }[]
  /** Of all of `qty`: kilograms and cubic metres. */
  readonly weight: string
  readonly volume: string
}

/** How far the warehouse has loaded a trip. */
export interface Load {
  readonly shipBillId: string
  readonly billNo: string
  readonly tripId: string
  readonly state: 'WAITING' | 'LOADING' | 'LOADED' | 'GONE'
  readonly startedAt: Date | null
  readonly goneAt: Date | null
  readonly sealNo: string | null
  readonly odometerKm: string | null
  /** Aboard, by line of an outbound order; of one that is still being loaded nothing is told. */
  readonly lines: readonly { readonly orderId: string; readonly orderLineId: string; readonly qty: string }[]
}

/** A trip as far as it concerns the warehouse that it departs from. */
export interface TripPlan {
  readonly tripId: string
  readonly billNo: string
  /** Released, not called off, with goods of the warehouse. */
  readonly isSent: boolean
  readonly vehicleNo: string | null
  readonly driverName: string | null
  readonly driverPhone: string | null
  readonly carrier: string | null
  readonly maxWeightKg: string | null
  readonly maxVolumeM3: string | null
  /** As the dispatcher typed it; null: the warehouse chooses. */
  readonly dockCode: string | null
  readonly route: string | null
  readonly bizDate: string | null
  readonly planDepartAt: Date
  /** In the order in which they are driven to: the last is loaded first. */
  readonly stops: readonly { readonly storeId: string; readonly planArriveAt: Date | null }[]
  readonly signed: readonly SignedStore[]
  /** No store is left that has not said what it took. */
  readonly isAllSigned: boolean
}
export interface SignedStore {
  readonly storeId: string
  readonly at: Date | null
  readonly signer: string | null
  /** Empty containers that came with the driver. */
  readonly empties: readonly Empties[]
  readonly lines: readonly SignedGoods[]
}
export interface SignedGoods {
  readonly orderId: string
  readonly orderLineId: string
  readonly loadedQty: string
  readonly signedQty: string
  readonly refusedQty: string
  readonly reason: string | null
}

/** Goods of a delivery that turned out to be wrong after they were signed for. */
export interface GoodsClaim {
  /** By whom it is told: told again it is the same claim. */
  readonly source: { readonly id: string; readonly no: string }
  readonly orderId: string
  readonly orderLineId: string
  readonly side: 'SHORT' | 'DAMAGED' | 'REFUSED'
  readonly qty: string
  readonly cause: string
  readonly liable: 'DC' | 'CARRIER' | 'STORE' | 'UNKNOWN'
  readonly carrier: string | null
  readonly tripId: string | null
}

/** What a carrier is charged for by the verdict of a discrepancy, of goods that went with a trip. */
export interface Deduction {
  readonly tripId: string
  readonly diffId: string
  readonly diffNo: string
  /** Money, in all; nothing where the verdict was taken back. */
  readonly amount: string
}

/** What a warehouse does for the owner of goods on a day: what stands there at its end, what came and what left. */
export const storeBases = {
  PALLET_DAY: ['托盘·天', 'Pallet-day'],
  BIN_DAY: ['货位·天', 'Bin-day'],
  M3_DAY: ['方·天', 'm³-day'],
  T_DAY: ['吨·天', 't-day'],
  PIECE_DAY: ['件·天', 'Piece-day'],
  IN_PALLET: ['入库托盘', 'Pallet in'],
  IN_CASE: ['入库整箱', 'Case in'],
  IN_PIECE: ['入库散件', 'Loose piece in'],
  IN_T: ['入库吨', 't in'],
  IN_M3: ['入库方', 'm³ in'],
  OUT_PALLET: ['出库托盘', 'Pallet out'],
  OUT_CASE: ['出库整箱', 'Case out'],
  OUT_PIECE: ['出库散件', 'Loose piece out'],
  OUT_T: ['出库吨', 't out'],
  OUT_M3: ['出库方', 'm³ out'],
  OUT_ORDER: ['出库单', 'Order out'],
  OUT_LINE: ['出库行', 'Order line out'],
  RETURN_PIECE: ['退货件', 'Piece returned'],
} as const satisfies Record<string, Text>
export type StoreBasis = keyof typeof storeBases

/** What a warehouse did on a day, for the owners of goods. */
export interface StoreDay {
  readonly depot: { readonly id: string; readonly code: string; readonly name: string }
  readonly owners: readonly OwnerDay[]
}
/** Of goods of one temperature. What stands there is what stood there at the end of the day. */
export interface OwnerDay {
  readonly ownerId: string
  readonly zone: keyof typeof tempZones
  readonly done: Readonly<Record<StoreBasis, string>>
}
