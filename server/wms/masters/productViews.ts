import type { Text } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { productCategory } from '@lading/contract/mdm/partner.ts'
import { product, productOwner } from '@lading/contract/mdm/product.ts'
import { productSchemes } from '@lading/contract/wms/productCalls.ts'
import { productStorageScheme } from '@lading/contract/wms/scheme.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { from, named } from '../../kernel/scope.ts'
import { schemeFor } from '../putAway/scheme.ts'

interface Raw {
  ownerId: string
  ownerCode: string
  ownerName: string
  schemeId: string | null
  schemeCode: string
  schemeName: string
  namesProduct: boolean
  namesCategory: boolean
  namesOwner: boolean
  isOwn: boolean
  isCategorys: boolean
}

/** In the order in which schemes are looked for. */
function whyOf(r: Raw): Text {
  if (r.schemeId === null) return ['没有适用的方案，按标准规则', 'No scheme applies: the standard rules are used']
  if (r.isOwn) return ['商品指定了该方案', 'Set on the product']
  if (r.namesProduct) return ['方案指定了该商品', 'The scheme lists the product']
  if (r.isCategorys) return ['商品类别指定了该方案', 'Set on the product category']
  if (r.namesCategory) return ['方案指定了商品类别', 'The scheme lists the product category']
  if (r.namesOwner) return ['方案指定了货主', 'The scheme lists the owner']
  return ['通用方案', 'General scheme']
}

/** The same choice as on put-away, of good stock, for each owner of the product. */
async function schemesOf(ctx: Ctx, input: { id: string }): Promise<z.output<typeof productSchemes.output>> {
  demandDc(ctx)
  await getRow(ctx, product, input.id)
  const scheme = schemeFor(ctx, {
    productId: sql`p.id`,
    categoryId: sql`p.category_id`,
    schemeId: sql`p.storage_scheme_id`,
    ownerId: sql`w.id`,
    stockType: sql`'GOOD'`,
  })
  const rows = await ctx.tx.query<Raw>(sql`
    select w.id as owner_id, w.code as owner_code, w.name as owner_name, s.id as scheme_id, s.code as scheme_code, s.name as scheme_name,
      f.product_id is not null as names_product, f.category_id is not null as names_category, f.owner_id is not null as names_owner,
      s.id = p.storage_scheme_id as is_own,
      exists (select 1 from ${named(ctx, productCategory, 'a')} join ${named(ctx, productCategory, 'c')} on c.id = p.category_id
        where a.storage_scheme_id = s.id
          and a.id = any(string_to_array(btrim(c.path, '/'), '/')::bigint[])) as is_categorys
    from ${from(ctx, product, 'p')} join ${from(ctx, productOwner.entity, 'o')} on o.product_id = p.id
    join ${from(ctx, owner, 'w')} on w.id = o.owner_id
    left join lateral (${scheme}) s on true
    left join ${named(ctx, productStorageScheme, 'f')} on f.id = s.id
    where p.id = ${input.id} order by w.code`)
  return rows.map((r) => ({
    owner: { id: r.ownerId, code: r.ownerCode, name: r.ownerName },
    scheme: r.schemeId === null ? null : { id: r.schemeId, code: r.schemeCode, name: r.schemeName },
    why: [...whyOf(r)],
  }))
}

export const productServed = (): Served[] => [serve(productSchemes, schemesOf)]
