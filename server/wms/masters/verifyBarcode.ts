import { checkBarcode } from '@lading/contract/mdm/barcodeCheck.ts'
import { codesOf } from '@lading/contract/mdm/goodsCode.ts'
import { product, productBarcode, qpc } from '@lading/contract/mdm/product.ts'
import { verifyBarcode } from '@lading/contract/wms/productCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { levelsOfPack } from './goodsCode.ts'

type Answer = z.output<typeof verifyBarcode.output>

/** Pieces and packs with one of the codes, of the products that the caller sees. */
const holdersOf = (ctx: Ctx, codes: readonly string[]): Promise<Answer['holders']> =>
  ctx.tx.query<Answer['holders'][number]>(sql`
    select p.id as product_id, p.code, ${spoken(ctx, product, 'name', 'p')} as name, x.pack, x.level from (
      select b.product_id, '1*1' as pack, 'EACH' as level from ${named(ctx, productBarcode.entity, 'b')}
      where b.code = any(${codes}::text[])
      union all
      select q.product_id, q.name, c.level from ${named(ctx, qpc, 'q')}, ${levelsOfPack}
      where c.code = any(${codes}::text[])) x
    join ${from(ctx, product, 'p')} on p.id = x.product_id
    order by p.code, x.pack, x.level limit 100`)

async function verify(ctx: Ctx, { code }: { code: string }): Promise<Answer> {
  const { contained } = checkBarcode(code)
  return {
    holders: await holdersOf(ctx, codesOf(code)),
    contained: contained === undefined ? [] : await holdersOf(ctx, codesOf(contained)),
  }
}

export const barcodeServed = (): Served[] => [serve(verifyBarcode, verify)]
