import { lot as lotTable } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'

/** A lot as far as goods take it along. */
export type KnownLot = RowOf<
  typeof lotTable,
  'id' | 'lotNo' | 'productionDate' | 'expireDate' | 'productionBatch' | 'vendorId' | 'hold' | 'holdReason'
> & { readonly attr: Readonly<Record<string, string>> | null }

export async function readLots(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, KnownLot>> {
  const rows = await ctx.tx.query<KnownLot & object>(sql`
    select g.id, g.lot_no, g.production_date, g.expire_date, g.production_batch, g.vendor_id, g.hold, g.hold_reason, g.attr
    from ${fromHere(ctx, lotTable, 'g')} where g.id = any(${ids}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
/** Dates, batch, vendor and attributes of a lot. */
export const factsOf = ({ productionDate, expireDate, productionBatch, vendorId, attr }: KnownLot) => ({
  ...{ productionDate, expireDate, productionBatch, vendorId },
  ...(attr && { attrs: attr }),
})
