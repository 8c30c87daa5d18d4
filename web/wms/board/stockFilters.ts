import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { choice, code, flag, ref, text } from '@lading/contract/kernel/field.ts'
import { stockDimensions, stockLookBoard, type stockNarrowing } from '@lading/contract/wms/board.ts'
import { binUsages, stockTypes } from '@lading/contract/wms/place.ts'
import type { z } from 'zod'
import type { Query } from '../../client/location.ts'
import { filterOf } from '../../kernel/list/filters.ts'

const filter = true
const { ownerId, productId, stockType, areaId, usage } = stockDimensions

/** What the board can be asked, as fields of a list's filter bar: its own and those of bin, product and lot. */
export const asked: AnyEntity = {
  ...stockLookBoard,
  fields: {
    productCode: text(['商品代码(可多个)', 'Product codes'], { filter }),
    productId: ref(productId, 'mdm.product', { filter }),
    ownerId: ref(ownerId, 'wms.owner', { filter }),
    stockType: choice(stockType, stockTypes, { filter }),
    binCode: code(['货位从', 'Bin from'], { filter }),
    binTo: code(['货位至', 'Bin to'], { filter }),
    free: flag(['有可用', 'Has available stock'], { filter }),
    areaId: ref(areaId, 'wms.area', { filter }),
    usage: choice(usage, binUsages, { filter }),
    categoryId: ref(['商品类别', 'Category'], 'wms.productCategory', { filter }),
    vendorId: ref(['供应商', 'Vendor'], 'wms.vendor', { filter }),
    idle: code(['未动天数≥', 'Idle days ≥'], { filter, max: 4 }),
    noOut: code(['未出库天数≥', 'Days without outbound ≥'], { filter, max: 4 }),
    low: flag(['低于最低库存', 'Below minimum stock'], { filter }),
  },
}
/** Of stock itself; the others narrow it. */
const own = ['ownerId', 'productId', 'stockType']

const list = (text: string | undefined): string[] => (text ? text.split(',') : [])
const most = 3_650

/** What the address says of the filters, as text. */
export const filterIn = (q: Query): Query =>
  Object.fromEntries(Object.entries(q).filter(([name]) => name in asked.fields))
export const ownFilter = (q: Query) =>
  filterOf(asked, Object.fromEntries(Object.entries(q).filter(([name]) => own.includes(name))))

/** What the address says, as the board's call takes it. */
export function narrowedBy(q: Query) {
  const days = (text: string | undefined): number | undefined => {
    const n = Number(text)
    return Number.isInteger(n) && n > 0 && n <= most ? n : undefined
  }
  const [idleDays, noOutDays] = [days(q.idle), days(q.noOut)]
  return {
    onlyAvailable: q.free === 'true',
    belowMin: q.low === 'true',
    binCode: q.binCode ?? '',
    binTo: q.binTo ?? '',
    productCode: q.productCode ?? '',
    categoryId: list(q.categoryId),
    areaId: list(q.areaId),
    vendorId: list(q.vendorId),
    usage: list(q.usage),
    ...(idleDays !== undefined && { idleDays }),
    ...(noOutDays !== undefined && { noOutDays }),
  } satisfies z.input<typeof stockNarrowing>
}
