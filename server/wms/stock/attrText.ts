import { refuse } from '@lading/contract/kernel/fault.ts'
import { productLotAttr } from '@lading/contract/mdm/product.ts'
import { adjustFaults } from '@lading/contract/wms/adjustCalls.ts'
import { receiveFaults } from '@lading/contract/wms/receiveCalls.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { named } from '../../kernel/scope.ts'

export type LotAttr = RowOf<typeof productLotAttr.entity, 'productId' | 'name' | 'needed'>
/** What is asked of each lot of these products. */
export const lotAttrsOf = (ctx: Ctx, productIds: readonly string[]): Promise<LotAttr[]> =>
  ctx.tx.query<LotAttr>(sql`
    select a.product_id, a.name, a.needed from ${named(ctx, productLotAttr.entity, 'a')} where a.product_id = any(${productIds}::bigint[])`)

/** `产地=山东；证书=A12` by name: what the product asks of each lot, and nothing else. */
export function attrsIn(text: string, asked: readonly LotAttr[], code: string): Readonly<Record<string, string>> {
  const given = text
    .split(/[;；]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): readonly [string, string] => {
      const [name = '', ...value] = part.split(/[=＝]/)
      if (name.trim() === '' || value.join('=').trim() === '') refuse(adjustFaults.attrText)
      return [name.trim(), value.join('=').trim()]
    })
  const missing = asked.find((a) => a.needed && !given.some(([name]) => name === a.name))
  if (missing) refuse(receiveFaults.attrMissing, { name: missing.name })
  const unknown = given.find(([name]) => !asked.some((a) => a.name === name))
  if (unknown) refuse(receiveFaults.attrUnknown, { code, name: unknown[0] })
  return Object.fromEntries(given)
}
