import { refuse } from '@lading/contract/kernel/fault.ts'
import { qpc } from '@lading/contract/mdm/product.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import type { BillRow } from '../../platform/document/steps.ts'

/**
 * A truck does not stop for a handful of goods: an order has the store's least number of cases, unless it is urgent. A
 * broken case counts for its share, goods without a case piece by piece, weighed goods by their pieces where these are
 * known. An approved order may be split further: that is how it leaves, not what was ordered.
 */
export async function demandMinOrder(ctx: Ctx, bill: BillRow<typeof operateBill>, min: number | null): Promise<void> {
  if (min === null || bill.delivery === 'URGENT') return
  const { cases, isLess } = await ctx.tx.one<{ cases: string; isLess: boolean }>(sql`
    select trim_scale(floor(s.cases * 10) / 10)::text as cases, s.cases < ${min} as is_less
    from (select coalesce(sum(coalesce(l.plan_pieces, l.plan_qty / greatest(q.qpc, 1))), 0) as cases
      from ${fromHere(ctx, operateBill.line, 'l')} left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
      where l.bill_id = ${bill.id}) s`)
  if (isLess) refuse(operateFaults.belowMin, { cases, min })
}
