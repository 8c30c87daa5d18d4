import { store } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { containerCheck } from '@lading/contract/wms/containerCheck.ts'
import {
  type Mergeable,
  type MergeGoods,
  type mergeable,
  type mergeContents,
  proposedPct,
} from '@lading/contract/wms/mergeCalls.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { lot, stock } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { caseSum, casesOf, itsPack, packed } from '../computed/cases.ts'
import { mergeStates } from './start.ts'

const most = 300

/** Containers that stand ready, store by store, where there is more than one; none that other work is about. */
export async function mergeableNow(
  ctx: Ctx,
  { storeId }: z.output<typeof mergeable.input>,
): Promise<z.output<typeof mergeable.output>> {
  demandDc(ctx)
  const rows = await ctx.tx.query<Omit<Mergeable, 'isProposed'>>(sql`
    select * from (
      select c.id, c.code, y.name as type, c.state, b.code as bin, jsonb_build_object('id', t.id::text, 'code', t.code, 'name', t.name) as store,
        y.category <> 'VIRTUAL' as is_real, g.goods, g.cases, g.fill_pct, count(*) over (partition by c.store_id)::integer as n,
        bool_or(y.category <> 'VIRTUAL') over (partition by c.store_id) as has_target
      from ${fromHere(ctx, container, 'c')} join ${named(ctx, containerType, 'y')} on y.id = c.type_id
      join ${named(ctx, store, 't')} on t.id = c.store_id left join ${named(ctx, bin, 'b')} on b.id = c.bin_id
      cross join lateral (
        select count(distinct s.product_id)::integer as goods, ${caseSum(sql`
          select s.qty, ${packed(ctx)} from ${fromHere(ctx, stock, 's')} left join ${named(ctx, qpc, 'q')} on q.id = s.qpc_id
          where s.container_id = c.id and s.qty > 0`)} as cases,
          round(100 * sum(s.qty * p.volume_m3) / nullif(y.volume_m3, 0))::integer as fill_pct
        from ${fromHere(ctx, stock, 's')} join ${named(ctx, product, 'p')} on p.id = s.product_id where s.container_id = c.id and s.qty > 0) g
      where c.state = any(${mergeStates}::text[]) and (${storeId ?? null}::bigint is null or c.store_id = ${storeId ?? null})
        and not exists (select 1 from ${fromHere(ctx, containerCheck, 'x')} where x.container_id = c.id and x.state in ('OPEN', 'FAILED'))
        and not exists (select 1 from ${fromHere(ctx, taskLine, 'l')} join ${named(ctx, task, 'k')} on k.id = l.task_id and k.task_type not in ('CONTAINER_CHECK', 'PICK_COLLECT')
          where c.id in (l.from_container_id, l.to_container_id) and l.state in ('OPEN', 'INHAND'))) m
    where m.n > 1 and m.has_target order by m.store ->> 'code', m.fill_pct nulls last, m.code limit ${most}`)
  return {
    containers: rows.map(({ id, code, type, state, bin: at, store: to, isReal, goods, cases, fillPct }) => ({
      ...{ id, code, type, state, bin: at ?? '', store: to, isReal, goods, cases, fillPct },
      // What stands for no container of its own is best put into one.
      isProposed: !isReal || (fillPct !== null && fillPct < proposedPct),
    })),
  }
}

/** What stands in a container that may be merged. */
export async function contentsNow(
  ctx: Ctx,
  { containerId }: z.output<typeof mergeContents.input>,
): Promise<z.output<typeof mergeContents.output>> {
  demandDc(ctx)
  const goods = await ctx.tx.query<MergeGoods>(sql`
    select s.id, jsonb_build_object('id', p.id::text, 'code', p.code, 'name', ${spoken(ctx, product, 'name', 'p')}, 'baseUnit', ${spoken(ctx, product, 'baseUnit', 'p')}) as product,
      q.name as pack, o.lot_no, trim_scale(s.qty)::text as qty, ${casesOf(sql`s.qty`, itsPack)} as cases
    from ${fromHere(ctx, container, 'c')} join ${fromHere(ctx, stock, 's')} on s.container_id = c.id and s.qty > 0
    join ${named(ctx, product, 'p')} on p.id = s.product_id left join ${named(ctx, qpc, 'q')} on q.id = s.qpc_id
    left join ${named(ctx, lot, 'o')} on o.id = s.lot_id
    where c.id = ${containerId} and c.state = any(${mergeStates}::text[]) order by p.code, o.lot_no, s.id limit ${most}`)
  return { goods }
}
