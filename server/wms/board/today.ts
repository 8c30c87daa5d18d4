import type { dashboardCurrent } from '@lading/contract/wms/board.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandOwner } from '../../kernel/ctx.ts'
import { businessDay } from '../stock/day.ts'

type Board = z.output<typeof dashboardCurrent.output>

/** One glance: is today on plan? Every figure leads to the list that explains it. */
export async function today(
  ctx: Ctx,
  input: { ownerId?: string | undefined; day?: string | undefined },
): Promise<Board> {
  const day = input.day ?? businessDay(ctx.now())
  if (input.ownerId) demandOwner(ctx, input.ownerId)
  const owners = input.ownerId ? [input.ownerId] : ctx.owners
  const own = (column: 'owner_id' | 'b.owner_id' | 'l.owner_id' | 'd.owner_id') => {
    const at = {
      owner_id: sql`owner_id`,
      'b.owner_id': sql`b.owner_id`,
      'l.owner_id': sql`l.owner_id`,
      'd.owner_id': sql`d.owner_id`,
    }[column]
    return owners === null ? sql`true` : sql`(${at} is null or ${at} = any(${owners}::bigint[]))`
  }
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const { tx } = ctx
  const inbound = await tx.one<Board['inbound']>(sql`
    select count(*)::integer as orders, (count(*) filter (where done_qty > 0))::integer as arrived, coalesce(sum(plan_qty), 0)::text as plan_qty, coalesce(sum(done_qty), 0)::text as done_qty,
      (select count(*)::integer from wms_task_line l join wms_task t on t.tenant_id = l.tenant_id and t.id = l.task_id
        where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.task_type = 'PUTAWAY' and t.state not in ('DONE', 'CANCELED') and l.state = 'OPEN' and ${own('l.owner_id')}) as put_away_open
    from wms_order_bill where ${here} and biz_date = ${day} and state not in ('SAVED', 'CANCELED') and ${own('owner_id')}`)
  const outbound = await tx.one<Board['outbound']>(sql`
    select count(*)::integer as orders, coalesce(sum(plan_qty), 0)::text as plan_qty, coalesce(sum(booked_qty), 0)::text as booked_qty, coalesce(sum(done_qty), 0)::text as done_qty,
      coalesce(sum(sent_qty), 0)::text as sent_qty, count(distinct store_id)::integer as stores, (count(distinct store_id) filter (where sent_qty > 0))::integer as stores_sent
    from wms_operate_bill where ${here} and biz_date = ${day} and state not in ('SAVED', 'CANCELED') and ${own('owner_id')}`)
  const fill = await tx.one<Board['fill']>(sql`
    select coalesce(sum(l.plan_qty), 0)::text as planned, coalesce(sum(least(l.sent_qty, l.plan_qty)), 0)::text as delivered
    from wms_operate_bill_line l join wms_operate_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and b.biz_date = ${day} and b.state in ('FINISHED', 'CLOSED') and ${own('b.owner_id')}`)
  const exceptions = await tx.one<Board['exceptions']>(sql`
    select (select count(*)::integer from wms_pick_diff d where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.state = 'OPEN' and ${own('d.owner_id')}) as short_picks,
      (select count(*)::integer from wms_reconcile_hit where ${here}) as reconcile_hits,
      (select count(*)::integer from wms_task where ${here} and state not in ('DONE', 'CANCELED') and due_at < ${ctx.now()} and ${own('owner_id')}) as overdue_tasks,
      (select count(*)::integer from wms_task_line l join wms_task t on t.tenant_id = l.tenant_id and t.id = l.task_id where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id}
        and t.task_type = 'PUTAWAY' and t.state not in ('DONE', 'CANCELED', 'WAIT') and l.state = 'OPEN' and l.to_bin_id is null and ${own('l.owner_id')}) as no_bin,
      (select count(*)::integer from wms_lot where ${here} and hold and ${own('owner_id')}) as holds`)
  const tasks = await tx.query<Board['tasks'][number]>(sql`
    select task_type, state, count(*)::integer as n from wms_task where ${here} and state not in ('DONE', 'CANCELED') and ${own('owner_id')} group by 1, 2 order by 1, 2`)
  const hours = await tx.query<Board['hours'][number]>(sql`
    select extract(hour from created_at at time zone 'Asia/Shanghai')::integer as hour,
      coalesce(sum(delta) filter (where biz_type = 'RECEIVE'), 0)::text as received, coalesce(sum(delta) filter (where biz_type = 'PICK'), 0)::text as picked
    from wms_ledger where ${here} and delta > 0 and biz_type in ('RECEIVE', 'PICK') and ${own('owner_id')}
      and created_at >= ${day}::date::timestamp at time zone 'Asia/Shanghai' and created_at < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'
    group by 1 order by 1`)
  const shortages = await tx.query<Board['shortages'][number]>(sql`
    select p.id as product_id, p.code, p.name, sum(l.plan_qty - l.cancel_qty - l.booked_qty)::text as qty
    from wms_operate_bill_line l join wms_operate_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and b.state = 'INPROGRESS' and l.plan_qty - l.cancel_qty > l.booked_qty and ${own('b.owner_id')}
    group by p.id, p.code, p.name order by sum(l.plan_qty - l.cancel_qty - l.booked_qty) desc limit 10`)
  const overdue = await tx.query<{ id: string; taskNo: string; taskType: string; dueAt: Date }>(sql`
    select id, task_no, task_type, due_at from wms_task where ${here} and state not in ('DONE', 'CANCELED') and due_at < ${ctx.now()} and ${own('owner_id')} order by due_at limit 10`)
  return {
    day,
    inbound,
    outbound,
    fill,
    exceptions,
    tasks,
    hours,
    shortages,
    overdue: overdue.map((t) => ({ ...t, dueAt: t.dueAt.toISOString() })),
  }
}
