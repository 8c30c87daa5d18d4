import { formatQty, parseQty, type Qty, qtyScale } from '@lading/contract/kernel/qty.ts'
import type { Scan } from '@lading/contract/mdm/barcode.ts'
import { countedBy, levelOf, oneWritten } from '@lading/contract/mdm/goodsCode.ts'
import { boxesLeft } from '@lading/contract/wms/pickBoxes.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { nextOf } from '../task/lineText.ts'
import type { Draft } from './draft.ts'

/** Goods as far as a scan tells them. */
export interface ScannedGoods {
  readonly product: Pick<NonNullable<WorkLine['product']>, 'code' | 'barcodes' | 'packCodes' | 'isWeigh'> | null
  readonly lot?: { readonly lotNo: string } | null
}
/** By a code of theirs or of their packs, by the label of their lot, or by that of a scale. */
export function isGoodsOf({ product, lot }: ScannedGoods, scan: Scan): boolean {
  if (!product) return false
  if (levelOf(product, scan) || lot?.lotNo === scan.text) return true
  if (scan.kind !== 'SCALE' || !product.isWeigh) return false
  const { plu } = scan.label
  const items = product.barcodes.filter((b) => /^2\d{6}00000\d$/.test(b)).map((b) => b.slice(1, 7))
  return items.includes(plu) || plu === product.code || plu.endsWith(product.code) || product.code.endsWith(plu)
}

/** What a label says beside which goods they are. A count of cases is told in what they hold. */
export function told(scan: Scan, { product }: ScannedGoods): Draft {
  if (scan.kind === 'SCALE') {
    if (product?.barcodes.includes(scan.text)) return {}
    const { weightKg } = scan.label
    return weightKg !== undefined && product?.isWeigh ? { qty: formatQty(weightKg), pieces: 1 } : {}
  }
  if (scan.kind !== 'GS1') return {}
  const { batch, productionDate, expireDate, bestBeforeDate, netWeightKg } = scan.gs1
  const last = expireDate ?? bestBeforeDate
  const qty = product?.isWeigh ? netWeightKg : countedBy(scan, product && levelOf(product, scan)?.qty)
  return {
    ...(batch !== undefined && { batch }),
    ...(productionDate !== undefined && { productionDate }),
    ...(last !== undefined && { expireDate: last }),
    ...(qty !== undefined && { qty: formatQty(qty) }),
  }
}

/** How much one more scan of the goods adds: what is in the pack that was scanned; nothing where only a weight would tell. */
export function oneMore(scan: Scan, { product }: ScannedGoods): Qty | undefined {
  const { qty } = told(scan, { product })
  if (qty !== undefined) return parseQty(qty)
  if (!product || product.isWeigh) return undefined
  const level = levelOf(product, scan)
  return level ? (level.qty ?? undefined) : qtyScale
}

/** The server knows goods by their numbers, not by labels that say more: the one found on the label is sent. */
export const productCode = (scanned: string, line: WorkLine): string => {
  const { product } = line
  const own = product ? [product.code, ...product.barcodes, ...(product.packCodes ?? []).map((p) => p.code)] : []
  return own.some((c) => oneWritten(c) === oneWritten(scanned)) ? scanned : (product?.code ?? scanned)
}

/** Goods come into the containers that they are planned for; what is planned for none comes into any. */
export function isPlannedInto(line: WorkLine, code: string): boolean {
  const into = boxesLeft(line.boxes ?? [], nextOf(line))
  return into.length === 0 || into.some((b) => b.code === code)
}

/** How much of the line comes into a container, when that is not all of it: the rest goes into the next one. */
export function shareOf(line: WorkLine, code: string): { readonly qty?: string } {
  const rest = nextOf(line)
  const others = boxesLeft(line.boxes ?? [], rest).filter((b) => b.code !== code)
  const elsewhere = others.reduce((n, b) => n + b.qty, 0n)
  return elsewhere > 0n ? { qty: formatQty(rest - elsewhere) } : {}
}
