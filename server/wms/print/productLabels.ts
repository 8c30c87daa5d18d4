import { product, productBarcode, qpc } from '@lading/contract/mdm/product.ts'
import type { Filled, PrintForm } from '@lading/contract/sys/printForm.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { inAskedOrder } from '../../platform/print/order.ts'
import { caseForm, productForm } from './labelForms.ts'

interface Label {
  id: string
  code: string
  name: string
  spec: string | null
  unit: string
  barcode: string | null
}

const filled = (name: string, form: PrintForm, rows: readonly Label[]): Filled => ({
  name,
  form,
  copies: rows.map((l) => ({
    values: { code: l.code, name: l.name, spec: l.spec ?? '', unit: l.unit, barcode: l.barcode ?? '' },
  })),
})

/** Labels of single pieces, with the product's first barcode, or its own code, which scanners find as well. */
export async function productLabels(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const rows = await ctx.tx.query<Label>(sql`
    select t.id, t.code, ${spoken(ctx, product, 'name', 't')} as name, t.spec, ${spoken(ctx, product, 'baseUnit', 't')} as unit,
      coalesce((select b.code from ${from(ctx, productBarcode.entity, 'b')} where b.product_id = t.id order by b.id limit 1), t.code) as barcode
    from ${from(ctx, product, 't')} where t.id = any(${ids}::bigint[])`)
  return filled('products', productForm, inAskedOrder(ids, rows))
}

/** Labels of cases, with the barcode of the pack; one without has none: the product's own code means a piece. */
export async function caseLabels(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const rows = await ctx.tx.query<Label>(sql`
    select t.id, p.code, ${spoken(ctx, product, 'name', 'p')} as name, t.name as spec, ${spoken(ctx, qpc, 'caseUnit', 't')} as unit, t.barcode
    from ${from(ctx, qpc, 't')} join ${named(ctx, product, 'p')} on p.id = t.product_id
    where t.id = any(${ids}::bigint[])`)
  return filled('cases', caseForm, inAskedOrder(ids, rows))
}
