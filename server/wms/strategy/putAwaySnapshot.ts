import { mulRatio, type Qty, qtyScale } from '@lading/contract/kernel/qty.ts'
import type { FillOrder } from '@lading/contract/wms/place.ts'
import type { CapacityRule } from './binCapacity.ts'

/** Goods in a bin, or claimed for it by a put-away under way. */
export type BinContent = {
  readonly productId: string
  readonly lotId: string
  readonly ownerId: string
  readonly stockType: string
  readonly productionDate: string | null
  readonly expireDate: string | null
  readonly qty: Qty
  readonly pallets: Qty
  readonly weightGram: Qty
  readonly volumeMl: Qty
}

/** Where a bin is: zone, then aisle, bay (stack) and level as counted on the floor. */
export type BinPlace = {
  readonly zoneId: string
  readonly aisle: number
  readonly bay: number
  readonly level: number
}

/** A bin with everything that decides whether goods may go there. Null limits nothing, an empty list of owners or types allows all. */
export type PutAwayBin = BinPlace & {
  readonly id: string
  readonly code: string
  readonly usage: string
  readonly storageAreaId: string
  readonly binTypeId: string
  readonly pickSeq: number
  readonly abc: string | null
  readonly enabled: boolean
  /** 入库锁定: why nothing may enter; null when it may. */
  readonly lockIn: string | null
  /** Reserved for this owner's goods. */
  readonly ownerId: string | null
  /** 商品存储位: reserved for this product. */
  readonly productId: string | null
  readonly mixOwner: boolean
  readonly mixProduct: boolean
  readonly mixLot: boolean
  /** Lots of one product may differ by so many days of expiry at most. */
  readonly dateTolDays: number | null
  /** Floor stack or lane, for BULK. */
  readonly isLane: boolean
  /** Only the goods put in last can be reached, so a newer lot would bury an older one. */
  readonly isLifo: boolean
  /** Metres to the nearest dock, for areas that are filled from there. */
  readonly dockDistance: number
  readonly area: {
    readonly stockTypes: readonly string[]
    readonly ownerIds: readonly string[]
    /** Types of bin that belong here; any when empty. */
    readonly binTypeIds: readonly string[]
    /** Which empty bins come first; null: in the order of the put-away sequence. */
    readonly fill: FillOrder | null
    /** Of the storage area, else of the area; null for stages, where goods stay only for a while. */
    readonly temperature: string | null
    /** Hazard classes that may be kept here; none when empty. */
    readonly hazards: readonly string[]
    readonly searchOrder: number
  }
  readonly type: {
    readonly heightMm: number | null
    readonly maxWeightGram: Qty | null
    readonly maxVolumeMl: Qty | null
    readonly maxPallets: Qty | null
    /** Smaller bins have smaller numbers. */
    readonly sizeOrder: number
  }
  /** What limits goods here beside the bin's own size; of each goods the most specific rule counts. */
  readonly capacities: readonly CapacityRule[]
  readonly contents: readonly BinContent[]
  readonly claims: readonly BinContent[]
}

/** A pick bin of the product and the most it shall hold of it. */
export type PickFace = BinPlace & { readonly binId: string; readonly maxQty: Qty | null }

/** What is to be put away: one pallet or tote, or loose goods of one lot. */
export type PutAwayGoods = {
  readonly productId: string
  readonly categoryId: string | null
  readonly lotId: string
  readonly ownerId: string
  readonly stockType: string
  readonly productionDate: string | null
  readonly expireDate: string | null
  readonly qty: Qty
  /** Pallet positions needed: 1 for a pallet, less for loose goods, 0 when positions do not count. */
  readonly pallets: Qty
  readonly qpc: Qty
  readonly unitWeightGram: Qty
  readonly unitVolumeMl: Qty
  /** Of the loaded pallet; null when unknown. */
  readonly heightMm: number | null
  /** Zones the product may be kept in; an order of zones would let chilled goods freeze. Any when empty. */
  readonly temperatures: readonly string[]
  readonly hazard: string | null
  readonly abc: string | null
  /** In the order of use; the first one is the reference of NEAR_PICK. */
  readonly pickFaces: readonly PickFace[]
  readonly splitAllowed: boolean
  /** What else stands on the same pallet, with the rules that each goes by: all of it goes to one bin. */
  readonly aboard?: readonly { readonly goods: PutAwayGoods; readonly rules: readonly PutAwayRule[] }[]
}

/**
 * 上架方式. FIXED_PICK the product's pick bin · SAME_LOT with its lot · SAME_PRODUCT with another lot · NEAR_PICK empty
 * bins near the pick bin · EMPTY empty bins · BULK floor lanes · OVERFLOW any bin of the area, mixed.
 */
export type PutAwayMethod = 'FIXED_PICK' | 'SAME_LOT' | 'SAME_PRODUCT' | 'NEAR_PICK' | 'EMPTY' | 'BULK' | 'OVERFLOW'

/** One row of a put-away scheme. An empty list means any. */
export type PutAwayRule = {
  readonly seq: number
  readonly method: PutAwayMethod
  readonly storageAreaIds: readonly string[]
  readonly binTypeIds: readonly string[]
  readonly usages: readonly string[]
  /** IGNORE skips weight, volume, pallet and quantity limits, for places nobody measured. */
  readonly capacity: 'CHECK' | 'IGNORE'
  /** Beside another lot of the same product, where the bin allows it too. */
  readonly mixLot: boolean
  /** Over several bins, where the goods allow it too. */
  readonly splitAllowed: boolean
  /** Never bury an older lot in a bin of which only the front is reached. */
  readonly fefoGuard: boolean
}

/** On hand and claimed alike: a claim counts as if its goods had arrived. */
export function presentIn(bin: PutAwayBin): readonly BinContent[] {
  return [...bin.contents, ...bin.claims]
}

/** True for goods of the same product, lot, owner and stock type. */
export function isSameLot(content: BinContent, goods: PutAwayGoods): boolean {
  return (
    content.productId === goods.productId &&
    content.lotId === goods.lotId &&
    content.ownerId === goods.ownerId &&
    content.stockType === goods.stockType
  )
}

/** Goods as they count in a bin that they are promised to. */
export function claimOf(goods: PutAwayGoods): BinContent {
  return {
    productId: goods.productId,
    lotId: goods.lotId,
    ownerId: goods.ownerId,
    stockType: goods.stockType,
    productionDate: goods.productionDate,
    expireDate: goods.expireDate,
    qty: goods.qty,
    pallets: goods.pallets,
    weightGram: mulRatio(goods.qty, goods.unitWeightGram, qtyScale, 'UP'),
    volumeMl: mulRatio(goods.qty, goods.unitVolumeMl, qtyScale, 'UP'),
  }
}
