import { product, productBarcode, qpc } from '@lading/contract/mdm/product.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { code128, type Mark, type PrintJob, textMark } from '../../platform/print/page.ts'
import { onPaper } from './labels.ts'
import { inAskedOrder } from './order.ts'

interface Label {
  id: string
  code: string
  name: string
  spec: string | null
  unit: string
  barcode: string | null
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)

const marks = (l: Label, x: number, y: number): Mark[] => [
  textMark(l.name, x + 4, y + 3, 92, 10, 16, { fit: true }),
  // A code in Chinese has no bars.
  ...(l.barcode && isPlain(l.barcode) ? [code128(l.barcode, x + 12, y + 15, 76, 16)] : []),
  textMark(l.barcode, x + 4, y + 32, 92, 7, 14, { align: 'center', fit: true }),
  textMark(l.code, x + 4, y + 41, 40, 6, 10, { fit: true }),
  textMark([l.spec, l.unit].filter(Boolean).join(' '), x + 46, y + 41, 50, 6, 10, { align: 'right', fit: true }),
]

/** Labels of single pieces, with the product's first barcode, or its own code, which scanners find as well. */
export async function productLabels(ctx: Ctx, ids: readonly string[], paper: 'LABEL' | 'A4'): Promise<PrintJob> {
  const rows = await ctx.tx.query<Label>(sql`
    select t.id, t.code, ${spoken(ctx, product, 'name', 't')} as name, t.spec, ${spoken(ctx, product, 'baseUnit', 't')} as unit,
      coalesce((select b.code from ${from(ctx, productBarcode.entity, 'b')} where b.product_id = t.id order by b.id limit 1), t.code) as barcode
    from ${from(ctx, product, 't')} where t.id = any(${ids}::bigint[])`)
  return onPaper('products', paper, inAskedOrder(ids, rows), marks)
}

/** Labels of cases, with the barcode of the pack; one without has none: the product's own code means a piece. */
export async function caseLabels(ctx: Ctx, ids: readonly string[], paper: 'LABEL' | 'A4'): Promise<PrintJob> {
  const rows = await ctx.tx.query<Label>(sql`
    select t.id, p.code, ${spoken(ctx, product, 'name', 'p')} as name, t.name as spec, ${spoken(ctx, qpc, 'caseUnit', 't')} as unit, t.barcode
    from ${from(ctx, qpc, 't')} join ${named(ctx, product, 'p')} on p.id = t.product_id
    where t.id = any(${ids}::bigint[])`)
  return onPaper('cases', paper, inAskedOrder(ids, rows), marks)
}
