import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Scan } from '@lading/contract/mdm/barcode.ts'
import { checkBarcode } from '@lading/contract/mdm/barcodeCheck.ts'
import { codesOf, countedBy, gtinOf, readGoods } from '@lading/contract/mdm/goodsCode.ts'
import { product, productBarcode, qpc } from '@lading/contract/mdm/product.ts'
import { verifyBarcode } from '@lading/contract/wms/productCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { businessDay } from '../../platform/document/day.ts'
import { levelsOfPack } from './goodsCode.ts'

type Answer = z.output<typeof verifyBarcode.output>

/** Pieces and packs with one of the codes, of the products that the caller sees. */
async function holdersOf(ctx: Ctx, scan: Scan): Promise<Answer['holders']> {
  const codes = codesOf(scan.text)
  const rows = await ctx.tx.query<Omit<Answer['holders'][number], 'counted'>>(sql`
    select p.id as product_id, p.code, ${spoken(ctx, product, 'name', 'p')} as name, x.pack, x.level, x.qty::text as qty from (
      select b.product_id, '1*1' as pack, 'EACH' as level, 1::numeric as qty from ${named(ctx, productBarcode.entity, 'b')}
      where b.code = any(${codes}::text[])
      union all
      select q.product_id, q.name, c.level, c.qty from ${named(ctx, qpc, 'q')}, ${levelsOfPack}
      where c.code = any(${codes}::text[])) x
    join ${from(ctx, product, 'p')} on p.id = x.product_id
    order by p.code, x.pack, x.level limit 100`)
  return rows.map((row) => {
    const counted = countedBy(scan, row.qty === null ? null : parseQty(row.qty))
    return { ...row, counted: counted === undefined ? null : formatQty(counted) }
  })
}

async function verify(ctx: Ctx, { code }: { code: string }): Promise<Answer> {
  const read = (text: string) => readGoods(text, businessDay(ctx))
  const scan = read(code)
  const { contained } = checkBarcode(gtinOf(scan) ?? code)
  const { batch = null, expireDate, bestBeforeDate } = scan.kind === 'GS1' ? scan.gs1 : {}
  return {
    holders: await holdersOf(ctx, scan),
    contained: contained === undefined ? [] : await holdersOf(ctx, read(contained)),
    label: scan.kind === 'GS1' ? { batch, lastDay: expireDate ?? bestBeforeDate ?? null } : null,
  }
}

export const barcodeServed = (): Served[] => [serve(verifyBarcode, verify)]
