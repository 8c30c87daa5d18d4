import { readGoods } from '@lading/contract/mdm/goodsCode.ts'
import type { CountRow, countGoods } from '@lading/contract/wms/stockTakeCalls.ts'
import type { confirmInput } from '@lading/contract/wms/taskCalls.ts'
import type { z } from 'zod'
import { isGoodsOf, told } from '../goods.ts'

/** Goods that nobody expected, as they were scanned. */
export type FoundGoods = z.output<typeof countGoods.output> & {
  /** What was scanned of them, and what the label said of their dates. */
  readonly code: string
  readonly expireDate?: string
  readonly productionDate?: string
}
/** What is sent of a count, beside the line that it belongs to. */
export type CountInput = Partial<z.output<typeof confirmInput>> & { readonly qty: string }
/** What a scan means in a bin that is counted. */
export type Heard =
  | { readonly kind: 'row'; readonly row: CountRow; readonly qty?: string }
  /** Several stocks of the goods, or all of a pallet: one of them is chosen. */
  | { readonly kind: 'some'; readonly rows: readonly CountRow[] }
  /** Goods that the book does not know here. */
  | { readonly kind: 'unknown'; readonly code: string; readonly expireDate?: string; readonly productionDate?: string }

/** The rows that a scan means: by pallet, or by goods, narrowed by the dates that the label tells. */
export function hearCount(text: string, rows: readonly CountRow[], today: string): Heard {
  const code = text.trim()
  const onPallet = rows.filter((r) => r.container.code === code && code !== 'LOOSE')
  if (onPallet.length > 0) return some(onPallet)
  const scan = readGoods(code, today)
  const goods = rows.filter((r) => isGoodsOf(r, scan))
  const label = goods[0] ? told(scan, goods[0]) : {}
  const dated = goods.filter(
    ({ lot }) =>
      (label.expireDate === undefined || lot.expireDate === null || lot.expireDate === label.expireDate) &&
      (label.batch === undefined || lot.batch === null || lot.batch === label.batch),
  )
  if (dated.length > 0) {
    const heard = some(dated)
    return heard.kind === 'row' && label.qty !== undefined && scan.kind === 'SCALE'
      ? { ...heard, qty: label.qty }
      : heard
  }
  const { expireDate, productionDate } = told(scan, { product: null })
  return {
    kind: 'unknown',
    code,
    ...(expireDate !== undefined && { expireDate }),
    ...(productionDate !== undefined && { productionDate }),
  }
}
const some = (rows: readonly CountRow[]): Heard => {
  const [only] = rows
  return rows.length === 1 && only ? { kind: 'row', row: only } : { kind: 'some', rows }
}

/** What is still to be counted of a bin. */
export const uncounted = (rows: readonly CountRow[], counted: ReadonlyMap<string, string>): readonly CountRow[] =>
  rows.filter((r) => !counted.has(r.stockId))
