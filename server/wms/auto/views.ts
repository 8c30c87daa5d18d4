import { trailMax } from '@lading/contract/kernel/trail.ts'
import { user } from '@lading/contract/sys/user.ts'
import { type autoBoard, autoRule, autoRun, boardRoutesMax } from '@lading/contract/wms/autoRule.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import { labelled } from '../bill/labelled.ts'
import { meant } from './computed.ts'
import { waitingOrders } from './match.ts'

/** 待处理单据: what a rule would take, by route. */
export async function waitingOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, autoRule, input.id)
  return ctx.tx.query(sql`
    select coalesce(b.route, '-') as id, b.route, count(distinct b.id)::integer as orders, count(distinct b.store_id)::integer as stores,
      count(l.id)::integer as lines, coalesce(sum(l.plan_qty - l.cancel_qty), 0) as plan_qty, min(b.deadline_at) as deadline_at, '{}'::jsonb as refs
    from ${waitingOrders(ctx)} join ${fromHere(ctx, autoRule, 'r')} on r.id = ${input.id}
    left join ${from(ctx, operateBill.line, 'l')} on l.org_id = b.org_id and l.bill_id = b.id
    where ${meant(ctx, 'r')} group by b.route order by min(b.deadline_at) nulls last, b.route limit ${trailMax}`)
}

/** 运行记录, the last first. */
export async function runsOf(ctx: Ctx, input: { id: string }): Promise<Record<string, unknown>[]> {
  await getRow(ctx, autoRule, input.id)
  return ctx.tx.query(sql`
    select r.id, r.created_at as at, r.result, r.orders, r.wave_id, r.problem, case when r.by_hand then u.username end as by,
      ${labelled([['waveId', sql`w.bill_no`, sql`w.bill_no`]])} as refs
    from ${fromHere(ctx, autoRun, 'r')} left join ${named(ctx, user, 'u')} on u.id = r.created_by
    left join ${named(ctx, waveBill.header, 'w')} on w.id = r.wave_id
    where r.rule_id = ${input.id} order by r.id desc limit ${trailMax}`)
}

/** 待配货总览: all that waits here, which rules will take it, and what is left to planners. */
export async function boardOf(ctx: Ctx): Promise<z.output<typeof autoBoard.output>> {
  demandDc(ctx)
  const routes = await ctx.tx.query<z.output<typeof autoBoard.output>['routes'][number]>(sql`
    with waiting as (
      select b.id, b.route, b.deadline_at,
        (select count(*)::integer from ${from(ctx, operateBill.line, 'l')} where l.bill_id = b.id) as lines,
        array(select r.code from ${fromHere(ctx, autoRule, 'r')} where not r.disabled and not r.paused and r.trigger <> 'HAND' and ${meant(ctx, 'r')} order by r.code) as rules
      from ${waitingOrders(ctx)} where b.state = 'APPROVED' and b.wave_id is null)
    select w.route, count(*)::integer as orders, sum(w.lines)::integer as lines, min(w.deadline_at) as deadline_at,
      array(select distinct x from waiting v, unnest(v.rules) x where v.route is not distinct from w.route order by x) as rules,
      (count(*) filter (where w.rules = '{}'))::integer as left
    from waiting w group by w.route order by min(w.deadline_at) nulls last, w.route limit ${boardRoutesMax}`)
  return { routes }
}
