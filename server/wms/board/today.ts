import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { product } from '@lading/contract/mdm/product.ts'
import type { AnyBill } from '@lading/contract/wms/bill.ts'
import type { Amount, dashboardCurrent } from '@lading/contract/wms/board.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { pickDiff } from '@lading/contract/wms/pickDiff.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { ledger, lot, reconcileHit, reservation } from '@lading/contract/wms/stock.ts'
import { sysTaskConfig } from '@lading/contract/wms/sysTaskConfig.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { dayIn } from '../../kernel/clock.ts'
import { type Ctx, demandOwner } from '../../kernel/ctx.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { businessDay } from '../../platform/document/day.ts'
import { amount, cases, pack } from './amount.ts'
import { countOf } from './warehouse.ts'
import { monthAgo, readCounts } from './warehouseMonth.ts'

type Board = z.output<typeof dashboardCurrent.output>

/** What is asked: a day of one's own organisation, of one owner or of all that one may see. */
interface Asked {
  readonly ctx: Ctx
  readonly day: string
  readonly owners: readonly string[] | null
}
/**
 * Rows of this organisation that the asker may see, of the owners that are asked for. Work without one owner has goods of
 * several: it is nobody's, as in the lists that the figures lead to.
 */
const rows = ({ ctx, owners }: Asked, e: AnyEntity, alias: string): Sql => fromHere({ ...ctx, owners }, e, alias)
/** A point in time falls on the day, by the warehouse's clocks. */
const onDay = ({ ctx, day }: Asked, column: string): Sql =>
  sql`${raw(column)} >= ${day}::date::timestamp at time zone ${ctx.org.timeZone} and ${raw(column)} < (${day}::date + 1)::timestamp at time zone ${ctx.org.timeZone}`
const isDue = (a: Asked): Sql => sql`b.biz_date = ${a.day} and b.state not in ('SAVED', 'CANCELED')`
/** Bills `b` with their lines `l` and the packs of those. */
const linesOf = (a: Asked, bill: AnyBill): Sql =>
  sql`${rows(a, bill.header, 'b')} join ${rows(a, bill.line, 'l')} on l.bill_id = b.id ${pack(a.ctx)}`
const taskLines = (a: Asked): Sql => sql`${rows(a, taskLine, 'l')} join ${rows(a, task, 't')} on t.id = l.task_id`
/** One glance: is today on plan? Every figure leads to the list that explains it. */
export async function today(
  ctx: Ctx,
  input: { ownerId?: string | undefined; day?: string | undefined },
): Promise<Board> {
  if (input.ownerId) demandOwner(ctx, input.ownerId)
  const a: Asked = {
    ctx,
    day: input.day ?? businessDay(ctx),
    owners: input.ownerId ? [input.ownerId] : ctx.owners,
  }
  const [inbound, outbound, fill, ships, exceptions, counts, types, tasks, hours, shortages, overdue] =
    await Promise.all([
      readInbound(a),
      readOutbound(a),
      readFill(a),
      readShips(a),
      readExceptions(a),
      readAccuracy(a),
      readTypes(a),
      readTasks(a),
      readHours(a),
      readShortages(a),
      readOverdue(a),
    ])
  return { day: a.day, inbound, outbound, fill, ships, exceptions, counts, types, tasks, hours, shortages, overdue }
}

async function readInbound(a: Asked): Promise<Board['inbound']> {
  const [orders, lines, waiting] = await Promise.all([
    a.ctx.tx.one<{ orders: number; arrived: number }>(sql`
      select count(*)::integer as orders, (count(*) filter (where b.done_qty > 0))::integer as arrived
      from ${rows(a, orderBill.header, 'b')} where ${isDue(a)}`),
    a.ctx.tx.one<{ planCases: Amount; doneCases: Amount }>(sql`
      select ${amount('l.plan_qty')} as plan_cases, ${amount('l.done_qty')} as done_cases
      from ${linesOf(a, orderBill)} where ${isDue(a)}`),
    a.ctx.tx.one<{ putAwayOpen: number; putAwayCases: Amount }>(sql`
      select count(*)::integer as put_away_open, ${amount('(l.plan_qty - l.done_qty)')} as put_away_cases
      from ${taskLines(a)} ${pack(a.ctx)} where t.task_type = 'PUTAWAY' and t.state not in ('DONE', 'CANCELED') and l.state in ('OPEN', 'INHAND')`),
  ])
  return { ...orders, ...lines, ...waiting }
}

async function readOutbound(a: Asked): Promise<Board['outbound']> {
  const [orders, lines, loaded] = await Promise.all([
    a.ctx.tx.one<{ orders: number; stores: number; storesSent: number }>(sql`
      select count(*)::integer as orders, count(distinct b.store_id)::integer as stores,
        (count(distinct b.store_id) filter (where b.sent_qty > 0))::integer as stores_sent
      from ${rows(a, operateBill.header, 'b')} where ${isDue(a)}`),
    a.ctx.tx.one<Pick<Board['outbound'], 'lines' | 'planCases' | 'bookedCases' | 'doneCases' | 'sentCases'>>(sql`
      select count(*)::integer as lines, ${amount('l.plan_qty')} as plan_cases, ${amount('l.booked_qty')} as booked_cases,
        ${amount('l.done_qty')} as done_cases, ${amount('l.sent_qty')} as sent_cases
      from ${linesOf(a, operateBill)} where ${isDue(a)}`),
    // Goods aboard a truck that has not left are promised to the orders that they are for.
    a.ctx.tx.one<{ aboardCases: Amount }>(sql`
      select ${amount('(r.qty - r.used_qty - r.freed_qty)')} as aboard_cases
      from ${rows(a, reservation, 'r')} join ${named(a.ctx, bin, 'n')} on n.id = r.bin_id and n.usage = 'TRUCK'
      join ${rows(a, operateBill.line, 'l')} on l.id = r.demand_line_id
      join ${rows(a, operateBill.header, 'b')} on b.id = l.bill_id ${pack(a.ctx)}
      where r.state = 'ACTIVE' and ${isDue(a)}`),
  ])
  return { ...orders, ...lines, ...loaded }
}

/** 满足率: of the lines of orders that were closed on the day, too much of one making up for no other. */
const readFill = (a: Asked): Promise<Board['fill']> =>
  a.ctx.tx.one<Board['fill']>(sql`
    select coalesce(sum(l.plan_qty), 0)::text as planned, coalesce(sum(least(l.sent_qty, l.plan_qty)), 0)::text as delivered,
      (select count(distinct o.product_id)::integer from ${rows(a, operateBill.line, 'o')}
        join ${rows(a, operateBill.header, 'w')} on w.id = o.bill_id
        where w.state = 'INPROGRESS' and o.plan_qty - o.cancel_qty > o.booked_qty) as short
    from ${rows(a, operateBill.line, 'l')} join ${rows(a, operateBill.header, 'b')} on b.id = l.bill_id
    where b.state in ('FINISHED', 'CLOSED') and ${onDay(a, 'b.finished_at')}`)

/** 准点率: of the trucks that were to leave on the day and should have by now, those that left in time. */
const readShips = (a: Asked): Promise<Board['ships']> =>
  a.ctx.tx.one<Board['ships']>(sql`
    select count(*)::integer as planned, (count(*) filter (where s.despatched_at is not null))::integer as left,
      (count(*) filter (where s.plan_depart_at <= ${a.ctx.now()}))::integer as due,
      (count(*) filter (where s.plan_depart_at <= ${a.ctx.now()} and s.despatched_at <= s.plan_depart_at))::integer as on_time,
      (select count(*)::integer from ${rows(a, shipBill.header, 'u')}
        where u.state not in ('SAVED', 'CANCELED') and u.plan_depart_at is null
          and (u.biz_date = ${a.day} or (u.biz_date is null and ${onDay(a, 'u.created_at')}))) as unplanned
    from ${rows(a, shipBill.header, 's')} where s.state not in ('SAVED', 'CANCELED') and ${onDay(a, 's.plan_depart_at')}`)

async function readExceptions(a: Asked): Promise<Board['exceptions']> {
  const of = { ...a.ctx, owners: a.owners }
  const [told, noBin] = await Promise.all([
    a.ctx.tx.one<Omit<Board['exceptions'], 'noBin'>>(sql`
      select (select count(*)::integer from ${rows(a, pickDiff, 'd')} where d.state = 'OPEN') as short_picks,
        (select count(*)::integer from ${rows(a, reconcileHit, 'h')}) as reconcile_hits,
        (select count(*)::integer from ${rows(a, task, 't')} where t.state not in ('DONE', 'CANCELED')
          and t.due_at < ${a.ctx.now()}) as overdue_tasks,
        (select count(*)::integer from ${rows(a, lot, 'l')} where l.hold) as holds`),
    // As the list counts that it leads to.
    countOf(of, viewOf('PUTAWAY'), { noBin: true, state: ['READY', 'ASSIGNED', 'RUNNING'] }),
  ])
  return { ...told, noBin }
}

async function readAccuracy({ ctx, owners }: Asked): Promise<Board['counts']> {
  const since = monthAgo(ctx)
  return {
    from: dayIn(ctx.org.timeZone, since),
    to: businessDay(ctx),
    ...(await readCounts({ ...ctx, owners }, since)),
  }
}

/** Of an enterprise that says nothing of a type, the type's own name is the page's to say. */
const readTypes = ({ ctx, ...a }: Asked): Promise<Board['types']> =>
  ctx.tx.query<Board['types'][number]>(sql`
    select s.task_type, s.name, s.name_en from ${from(ctx, sysTaskConfig, 's')}
    where s.enabled or s.task_type = any(array(
      select distinct t.task_type from ${rows({ ctx, ...a }, task, 't')} where t.state not in ('DONE', 'CANCELED')))`)

const readTasks = (a: Asked): Promise<Board['tasks']> =>
  a.ctx.tx.query<Board['tasks'][number]>(sql`
    select t.task_type, t.state, count(*)::integer as n from ${rows(a, task, 't')}
    where t.state not in ('DONE', 'CANCELED') group by 1, 2 order by 1, 2`)

const hourOf = ({ ctx }: Asked, column: string): Sql =>
  sql`extract(hour from ${raw(column)} at time zone ${ctx.org.timeZone})::integer`

/** Cases per hour, as they were planned and as they came and went. */
async function readHours(a: Asked): Promise<Board['hours']> {
  const plan = (bill: AnyBill, column: string) =>
    a.ctx.tx.query<{ hour: number; n: string }>(sql`
      select ${hourOf(a, column)} as hour, ${cases('l.plan_qty')} as n
      from ${linesOf(a, bill)}
      where ${isDue(a)} and ${onDay(a, column)} group by 1`)
  const [planIn, planOut, done] = await Promise.all([
    plan(orderBill, 'b.expect_at'),
    plan(operateBill, 'b.deadline_at'),
    a.ctx.tx.query<{ hour: number; bizType: string; n: string }>(sql`
      select ${hourOf(a, 'l.created_at')} as hour, l.biz_type, ${cases('l.delta')} as n
      from ${rows(a, ledger, 'l')} ${pack(a.ctx)}
      where l.delta > 0 and l.biz_type in ('RECEIVE', 'PICK') and ${onDay(a, 'l.created_at')}
      group by 1, 2`),
  ])
  const numbers = [...new Set([...planIn, ...planOut, ...done].map((x) => x.hour))].sort((x, y) => x - y)
  const at = (told: readonly { hour: number; n: string }[], hour: number) => told.find((r) => r.hour === hour)?.n ?? '0'
  const of = (type: string) => done.filter((d) => d.bizType === type)
  return numbers.map((hour) => ({
    hour,
    received: at(of('RECEIVE'), hour),
    picked: at(of('PICK'), hour),
    planIn: at(planIn, hour),
    planOut: at(planOut, hour),
  }))
}

const readShortages = (a: Asked): Promise<Board['shortages']> =>
  a.ctx.tx.query<Board['shortages'][number]>(sql`
    select p.id as product_id, p.code, ${spoken(a.ctx, product, 'name', 'p')} as name, sum(l.plan_qty - l.cancel_qty - l.booked_qty)::text as qty
    from ${rows(a, operateBill.line, 'l')} join ${rows(a, operateBill.header, 'b')} on b.id = l.bill_id
    join ${named(a.ctx, product, 'p')} on p.id = l.product_id
    where b.state = 'INPROGRESS' and l.plan_qty - l.cancel_qty > l.booked_qty
    group by p.id, p.code, ${spoken(a.ctx, product, 'name', 'p')} order by sum(l.plan_qty - l.cancel_qty - l.booked_qty) desc limit 10`)

async function readOverdue(a: Asked): Promise<Board['overdue']> {
  const late = await a.ctx.tx.query<{ id: string; taskNo: string; taskType: string; dueAt: Date }>(sql`
    select t.id, t.task_no, t.task_type, t.due_at from ${rows(a, task, 't')}
    where t.state not in ('DONE', 'CANCELED') and t.due_at < ${a.ctx.now()} order by t.due_at limit 10`)
  return late.map((t) => ({ ...t, dueAt: t.dueAt.toISOString() }))
}
