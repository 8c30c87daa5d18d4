import { wholeQty } from '@lading/contract/kernel/qty.ts'
import type { AllocateLine } from '../allocate.ts'
import type { BinFacts, LotFacts, StockRow } from '../stockRow.ts'

/** What a test says of a stock row; the rest is ordinary. Quantities are in base units. */
export type RowSketch = {
  readonly id: string
  readonly qty: number
  readonly reserved?: number
  readonly expire?: string | null
  readonly day?: string
  readonly container?: boolean
  readonly stockType?: StockRow['stockType']
  readonly productId?: string
  readonly lot?: Partial<LotFacts>
  readonly bin?: Partial<BinFacts>
}

/** A free row of product 1 of owner 1 in a storage bin of its own, each in a lot named by its expiry date. */
export function rowOf({ id, qty, reserved = 0, expire = null, day = '2026-11-01', ...sketch }: RowSketch): StockRow {
  return {
    id,
    ownerId: '1',
    productId: sketch.productId ?? '1',
    qpcId: '1',
    stockType: sketch.stockType ?? 'GOOD',
    containerId: sketch.container ? id : '0',
    isContainer: sketch.container ?? false,
    qty: wholeQty(qty),
    reserved: wholeQty(reserved),
    firstInAt: new Date(`${day}T02:00:00Z`),
    firstInDay: day,
    lot: {
      id: expire ?? 'undated',
      productionDate: null,
      expireDate: expire,
      batch: '',
      vendorId: null,
      hold: null,
      ...sketch.lot,
    },
    bin: {
      id: `9${id}`,
      code: `R-${id}`,
      usage: 'STORAGE',
      pickType: null,
      zoneId: '1',
      aisle: null,
      pickSeq: Number(id),
      lockOut: null,
      ...sketch.bin,
    },
  }
}

/** A line for product 1 of owner 1, FEFO, shipped on 2026-11-20, cases of 24, pallets of 1200, whole pieces. */
export function lineOf(want: number, changes: Partial<AllocateLine> = {}): AllocateLine {
  return {
    id: '1',
    ownerId: '1',
    productId: '1',
    qpcId: null,
    stockTypes: ['GOOD'],
    shipDate: '2026-11-20',
    minRemainDays: 0,
    lotLimit: {},
    excludeBinIds: [],
    want: wholeQty(want),
    turnover: ['FEFO'],
    zoneIds: [],
    oneLot: false,
    pack: { qpc: wholeQty(24), palletQty: wholeQty(1200) },
    unit: wholeQty(1),
    ...changes,
  }
}
