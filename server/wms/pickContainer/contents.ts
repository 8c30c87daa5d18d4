import { product, qpc } from '@lading/contract/mdm/product.ts'
import { pickContainer, pickContainerLine } from '@lading/contract/wms/pickContainer.ts'
import type { Contents } from '@lading/contract/wms/pickContainerCalls.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { casesOf, itsPack } from '../computed/cases.ts'
import { shownCode } from '../masters/facts.ts'

export type ContentsRow = Contents & { readonly pickContainerId: string }
/** What is to come into containers and has, in the order in which it is picked. */
export const contentsOf = (ctx: Ctx, ids: readonly string[]): Promise<ContentsRow[]> =>
  ctx.tx.query<ContentsRow>(sql`
    select n.id, n.pick_container_id, l.line_no, l.state, jsonb_build_object('code', p.code, 'name', ${spoken(ctx, product, 'name', 'p')}) as product,
      ${spoken(ctx, product, 'baseUnit', 'p')} as unit, ${shownCode('b')} as bin, n.plan_qty, ${casesOf(sql`n.plan_qty`, itsPack)} as plan_cases, n.done_qty
    from ${fromHere(ctx, pickContainerLine, 'n')} join ${fromHere(ctx, taskLine, 'l')} on l.id = n.task_line_id
    join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id left join ${named(ctx, bin, 'b')} on b.id = l.from_bin_id
    where n.pick_container_id = any(${ids}::bigint[]) order by l.seq, l.line_no, n.id`)

/** 装箱明细 of one container. @throws Fault notFound */
export async function contents(ctx: Ctx, { id }: { id: string }): Promise<Contents[]> {
  demandDc(ctx)
  found(
    await ctx.tx.maybe(sql`select 1 from ${fromHere(ctx, pickContainer, 'x')} where x.id = ${id}`),
    pickContainer.title,
  )
  const rows = await contentsOf(ctx, [id])
  return rows.map(({ pickContainerId: _, ...row }) => row)
}
