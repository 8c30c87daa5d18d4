import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import type { Report, ReportRow } from '@lading/contract/sys/report.ts'
import { stockLookBoard } from '@lading/contract/wms/board.ts'
import { containerCheck } from '@lading/contract/wms/containerCheck.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { bizTypes, ledger, lot, posting, stock } from '@lading/contract/wms/stock.ts'
import { type TaskType, taskTitles } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { worker, workerDay } from '@lading/contract/wms/worker.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import type { ReportParams, ReportSource } from '../../platform/report/reports.ts'

const ofOneOwner: Report['params'][number] = { name: 'ownerId', title: ['货主', 'Owner'], kind: 'ref', to: 'wms.owner' }
const days: Report['params'] = [
  { name: 'from', title: ['从', 'From'], kind: 'day', initial: '-6' },
  { name: 'to', title: ['到', 'To'], kind: 'day', initial: '0' },
]
const unit: Report['columns'][number] = { name: 'unit', title: ['单位', 'Unit'], kind: 'text' }
const ofOwner = (p: ReportParams): Sql => (p.ownerId ? sql`t.owner_id = ${p.ownerId}` : sql`true`)
const inDays = (p: ReportParams, day: Sql): Sql =>
  sql`${p.from ? sql`${day} >= ${p.from}::date` : sql`true`} and ${p.to ? sql`${day} <= ${p.to}::date` : sql`true`}`

/** A product `d` and its unit, as the reader calls them. */
const name = (ctx: Ctx) => spoken(ctx, product, 'name', 'd')
const unitOf = (ctx: Ctx) => spoken(ctx, product, 'baseUnit', 'd')

const stockSummary: ReportSource = {
  permission: entityPermission(stockLookBoard, 'view'),
  report: {
    path: 'WMS/库存汇总.cpt',
    title: ['库存汇总', 'Stock by owner and product'],
    note: ['每个货主每个商品的在库、占用与可用数量', 'On hand, reserved and available, by owner and product'],
    params: [ofOneOwner],
    columns: [
      { name: 'owner', title: ['货主', 'Owner'], kind: 'text' },
      { name: 'code', title: ['商品代码', 'Code'], kind: 'text' },
      { name: 'name', title: ['商品名称', 'Product'], kind: 'text' },
      { name: 'bins', title: ['货位数', 'Bins'], kind: 'int' },
      unit,
      { name: 'qty', title: ['在库数量', 'On hand'], kind: 'qty', total: true },
      { name: 'reserved', title: ['占用数量', 'Reserved'], kind: 'qty', total: true },
      { name: 'available', title: ['可用数量', 'Available'], kind: 'qty', total: true },
    ],
    unit: unit.name,
  },
  rows: (ctx, p, limit) =>
    ctx.tx.query<ReportRow>(sql`
      select o.name as owner, d.code, ${name(ctx)} as name, ${unitOf(ctx)} as unit, count(distinct t.bin_id)::text as bins, sum(t.qty)::text as qty,
        sum(t.reserved_qty)::text as reserved, (sum(t.qty) - sum(t.reserved_qty))::text as available
      from ${from(ctx, stock, 't')}
      join ${named(ctx, product, 'd')} on d.id = t.product_id
      left join ${named(ctx, owner, 'o')} on o.id = t.owner_id
      where t.qty > 0 and ${ofOwner(p)}
      group by o.name, d.code, ${name(ctx)}, ${unitOf(ctx)} order by o.name collate name_order, d.code limit ${limit}`),
}

const expiring: ReportSource = {
  permission: entityPermission(stockLookBoard, 'view'),
  report: {
    path: 'WMS/效期预警.cpt',
    title: ['效期预警', 'Expiring stock'],
    note: ['在给定天数内到期的批次，最早的在前', 'Lots that expire within the given number of days, earliest first'],
    params: [{ name: 'days', title: ['天数', 'Days'], kind: 'int', least: 0, most: 3650, initial: '90' }, ofOneOwner],
    columns: [
      { name: 'expireDate', title: ['到期日期', 'Expiry date'], kind: 'day' },
      { name: 'daysLeft', title: ['剩余天数', 'Days left'], kind: 'int' },
      { name: 'owner', title: ['货主', 'Owner'], kind: 'text' },
      { name: 'code', title: ['商品代码', 'Code'], kind: 'text' },
      { name: 'name', title: ['商品名称', 'Product'], kind: 'text' },
      { name: 'lotNo', title: ['批次号', 'Lot no.'], kind: 'text' },
      unit,
      { name: 'qty', title: ['在库数量', 'On hand'], kind: 'qty', total: true },
    ],
    unit: unit.name,
  },
  rows: (ctx, p, limit) => {
    const today = sql`(${ctx.now()}::timestamptz at time zone ${ctx.org.timeZone})::date`
    return ctx.tx.query<ReportRow>(sql`
      select t.expire_date::text, (t.expire_date - ${today})::text as days_left, o.name as owner, d.code, ${name(ctx)} as name, t.lot_no, ${unitOf(ctx)} as unit, sum(s.qty)::text as qty
      from ${from(ctx, lot, 't')}
      join ${from(ctx, stock, 's')} on s.org_id = t.org_id and s.lot_id = t.id and s.qty > 0
      join ${named(ctx, product, 'd')} on d.id = t.product_id
      left join ${named(ctx, owner, 'o')} on o.id = t.owner_id
      where t.expire_date <= ${today} + ${Number(p.days ?? 90)}::integer and ${ofOwner(p)}
      group by t.id, t.expire_date, o.name, d.code, ${name(ctx)}, t.lot_no, ${unitOf(ctx)} order by t.expire_date, d.code, t.id limit ${limit}`)
  },
}

const receipts: ReportSource = {
  permission: entityPermission(orderBill.header, 'view'),
  report: {
    path: 'WMS/到货达成.cpt',
    title: ['到货达成', 'Planned vs received'],
    note: [
      '每天每个供应商按单位的计划、实收与达成率',
      'Planned and received quantity and fill rate, by day, vendor and unit',
    ],
    params: [...days, ofOneOwner],
    columns: [
      { name: 'day', title: ['业务日期', 'Business day'], kind: 'day' },
      { name: 'vendor', title: ['供应商', 'Vendor'], kind: 'text' },
      unit,
      { name: 'orders', title: ['单数', 'Orders'], kind: 'int', total: true },
      { name: 'plan', title: ['计划数量', 'Planned'], kind: 'qty', total: true },
      { name: 'done', title: ['实收数量', 'Received'], kind: 'qty', total: true },
      { name: 'share', title: ['达成率', 'Fill rate'], kind: 'percent' },
    ],
    unit: unit.name,
  },
  rows: (ctx, p, limit) =>
    ctx.tx.query<ReportRow>(sql`
      select t.biz_date::text as day, v.name as vendor, ${unitOf(ctx)} as unit, count(distinct t.id)::text as orders,
        sum(l.plan_qty)::text as plan, sum(l.done_qty)::text as done, round(100 * sum(l.done_qty) / nullif(sum(l.plan_qty), 0), 1)::text as share
      from ${from(ctx, orderBill.header, 't')}
      join ${from(ctx, orderBill.line, 'l')} on l.org_id = t.org_id and l.bill_id = t.id
      join ${named(ctx, product, 'd')} on d.id = l.product_id
      left join ${named(ctx, vendor, 'v')} on v.id = t.vendor_id
      where t.state not in ('SAVED', 'CANCELED') and ${inDays(p, sql`t.biz_date`)} and ${ofOwner(p)}
      group by t.biz_date, v.name, ${unitOf(ctx)} order by t.biz_date desc, v.name collate name_order, ${unitOf(ctx)} limit ${limit}`),
}

/** What people who are paid by the piece have done. */
const pieceRate: ReportSource = {
  permission: entityPermission(worker, 'export'),
  report: {
    path: 'WMS/计件工资.cpt',
    title: ['计件工资', 'Piece-rate work'],
    note: [
      '计件人员每天每类作业的任务、行数、件数与工时',
      'Tasks, lines, cases and hours of piece-rate workers, by day and type of work',
    ],
    params: days,
    columns: [
      { name: 'day', title: ['业务日期', 'Business day'], kind: 'day' },
      { name: 'team', title: ['班组', 'Team'], kind: 'text' },
      { name: 'user', title: ['用户名', 'User name'], kind: 'text' },
      { name: 'name', title: ['姓名', 'Name'], kind: 'text' },
      { name: 'type', title: ['任务类型', 'Task type'], kind: 'text' },
      { name: 'tasks', title: ['任务数', 'Tasks'], kind: 'int', total: true },
      { name: 'lines', title: ['行数', 'Lines'], kind: 'int', total: true },
      { name: 'cases', title: ['整件数', 'Full cases'], kind: 'int', total: true },
      { name: 'standard', title: ['标准秒', 'Standard (s)'], kind: 'int', total: true },
      { name: 'actual', title: ['实际秒', 'Taken (s)'], kind: 'int', total: true },
    ],
  },
  rows: async (ctx, p, limit) => {
    const rows = await ctx.tx.query<ReportRow & { type: TaskType }>(sql`
      select d.day::text, w.team, u.username as user, u.real_name as name, d.task_type as type, d.tasks::text, d.lines::text, d.cases::text,
        d.standard_s::text as standard, d.actual_s::text as actual
      from ${from(ctx, workerDay, 'd')}
      join ${from(ctx, worker, 'w')} on w.org_id = d.org_id and w.user_id = d.user_id and w.wage = 'PIECE'
      join sys_user u on u.tenant_id = d.tenant_id and u.id = d.user_id
      where ${inDays(p, sql`d.day`)} order by d.day desc, w.team nulls last, u.username, d.task_type limit ${limit}`)
    return rows.map((row) => ({ ...row, type: say(taskTitles[row.type], ctx.language) }))
  },
}

const movements: ReportSource = {
  permission: entityPermission(stockLookBoard, 'view'),
  report: {
    path: 'WMS/作业量趋势.frm',
    title: ['作业量趋势', 'Goods moved by day'],
    note: ['每天各类作业搬动的数量', 'Quantity moved by each type of work, day by day'],
    params: [...days, ofOneOwner],
    columns: [
      { name: 'day', title: ['业务日期', 'Business day'], kind: 'day' },
      { name: 'type', title: ['业务类型', 'Type of work'], kind: 'text' },
      unit,
      { name: 'postings', title: ['凭证数', 'Postings'], kind: 'int', total: true },
      { name: 'qty', title: ['搬动数量', 'Moved'], kind: 'qty', total: true },
    ],
    unit: unit.name,
    chart: { by: 'type', value: 'qty' },
  },
  rows: async (ctx, p, limit) => {
    // What leaves one place arrives at another: the arrivals are what was moved.
    const rows = await ctx.tx.query<ReportRow>(sql`
      select g.business_date::text as day, t.biz_type as type, ${unitOf(ctx)} as unit, count(distinct t.posting_id)::text as postings, sum(t.delta)::text as qty
      from ${from(ctx, ledger, 't')}
      join ${named(ctx, posting, 'g')} on g.id = t.posting_id
      join ${named(ctx, product, 'd')} on d.id = t.product_id
      where t.delta > 0 and ${inDays(p, sql`g.business_date`)} and ${ofOwner(p)}
      group by g.business_date, t.biz_type, ${unitOf(ctx)} order by g.business_date desc, t.biz_type, ${unitOf(ctx)} limit ${limit}`)
    return rows.map((row) => ({ ...row, type: typeName(ctx, row.type ?? '') }))
  },
}
const typeName = (ctx: Ctx, type: string): string =>
  say(Object.hasOwn(bizTypes, type) ? bizTypes[type as keyof typeof bizTypes] : [type, type], ctx.language)

/** What a warehouse asks of its figures. Rows are those that the caller sees elsewhere, no others. */
/** Of what was checked in containers, how much was as it had been picked. Source: wms.md 11.8. */
const accuracy: ReportSource = {
  permission: entityPermission(viewOf('CONTAINER_CHECK'), 'view'),
  report: {
    path: 'WMS/拣货准确率.cpt',
    title: ['拣货准确率', 'Pick accuracy'],
    note: [
      '按拣货人统计已复核的容器：准确率 = 1 − 差异商品数 ÷ 复核商品数',
      'Checked containers by picker: accuracy = 1 − goods that differ ÷ goods checked',
    ],
    params: days,
    columns: [
      { name: 'picker', title: ['拣货人', 'Picked by'], kind: 'text' },
      { name: 'boxes', title: ['复核容器数', 'Containers checked'], kind: 'int', total: true },
      { name: 'goods', title: ['复核商品数', 'Goods checked'], kind: 'int', total: true },
      { name: 'diffs', title: ['差异商品数', 'Goods that differ'], kind: 'int', total: true },
      { name: 'share', title: ['准确率', 'Accuracy'], kind: 'percent' },
    ],
  },
  rows: (ctx, p, limit) => {
    const day = sql`(t.checked_at at time zone ${ctx.org.timeZone})::date`
    return ctx.tx.query<ReportRow>(sql`
      select coalesce(t.pickers, '–') as picker, count(*)::text as boxes, sum(t.goods)::text as goods, sum(t.diffs)::text as diffs,
        round(100 - 100.0 * sum(least(t.diffs, t.goods)) / nullif(sum(t.goods), 0), 1)::text as share
      from ${from(ctx, containerCheck, 't')} where t.checked_at is not null and t.state <> 'AGAIN' and ${inDays(p, day)}
      group by 1 order by sum(t.goods) desc, 1 limit ${limit}`)
  },
}

export const wmsReports: readonly ReportSource[] = [pieceRate, stockSummary, expiring, receipts, movements, accuracy]
