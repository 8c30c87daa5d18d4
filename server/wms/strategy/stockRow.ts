import type { Qty } from '@lading/contract/kernel/qty.ts'
import { maxQty } from '@lading/contract/kernel/qty.ts'
import type { StockType } from '@lading/contract/wms/place.ts'

/** A lot as far as choosing goes. Dates are `YYYY-MM-DD`. */
export type LotFacts = {
  readonly id: string
  readonly productionDate: string | null
  readonly expireDate: string | null
  readonly batch: string
  readonly vendorId: string | null
  /** Why the lot is on hold; null when it is free. */
  readonly hold: string | null
}

/** What a pick area hands out: whole cases, pieces, or both. */
export type PickType = 'CASE' | 'SPLIT' | 'BOTH'

/** The bin a stock row stands in. */
export type BinFacts = {
  readonly id: string
  readonly code: string
  /** 4.4 of the design: STORAGE, PICK, PICK_STORAGE, … */
  readonly usage: string
  /** Of the bin's pick area; null outside pick areas. */
  readonly pickType: PickType | null
  /** The zone whose order a rule may give. */
  readonly zoneId: string
  /** 巷道, as it is called within its zone; null where bins stand in none. */
  readonly aisle: string | null
  readonly pickSeq: number
  /** 出库锁定: why nothing may leave; null when it may. */
  readonly lockOut: string | null
}

/** One balance row with the facts of its lot and bin: what turnover and allocation choose from. */
export type StockRow = {
  readonly id: string
  readonly ownerId: string
  readonly productId: string
  readonly qpcId: string
  readonly stockType: StockType
  /** The LOOSE container's id for loose goods. */
  readonly containerId: string
  /** True for a container of its own, false for the LOOSE one: only such goods can leave as a whole pallet. */
  readonly isContainer: boolean
  readonly qty: Qty
  readonly reserved: Qty
  /** Oldest arrival of these goods; FIFO and LIFO go by it. */
  readonly firstInAt: Date
  /** Its business day, `YYYY-MM-DD`; second key of FEFO, so that goods of one day stay interchangeable. */
  readonly firstInDay: string
  readonly lot: LotFacts
  readonly bin: BinFacts
}

/** What has been taken from rows earlier in the same run, by stock id. */
export type Taken = ReadonlyMap<string, Qty>

/** 可用量: on hand less reserved less what this run has taken already; never negative. */
export function availableOf(row: StockRow, taken: Taken): Qty {
  return maxQty(0n, row.qty - row.reserved - (taken.get(row.id) ?? 0n))
}
