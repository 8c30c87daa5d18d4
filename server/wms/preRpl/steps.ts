// engine: works out what pick faces lack, whoever owns what stands there, for a bill of one owner

import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { pickBinFaults } from '@lading/contract/wms/pickBinFaults.ts'
import { preRplBill, preRplLinesMost } from '@lading/contract/wms/preRplBill.ts'
import { replenishFaults } from '@lading/contract/wms/replenishFaults.ts'
import sql from 'sql-template-tag'
import { type Ctx, demandOwner } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { NewRow } from '../../kernel/rules.ts'
import { documentRules } from '../../platform/document/served.ts'
import { type BillRow, type StepWorks, setBill } from '../../platform/document/steps.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { madeRecords } from '../task/create.ts'
import { readFaces } from '../wave/faces.ts'
import { supply } from '../wave/supply.ts'
import { computed, drawn, filled, type PlanLine, sourcesOf, type Wanted } from './lines.ts'

type Paper = BillRow<typeof preRplBill>

/** What orders wait for goes before. Source: wms.md 11.8. */
const quiet = 40

type Line = RowOf<typeof preRplBill.line, 'id' | 'lineNo' | 'productId' | 'binId' | 'planQty'>
const linesOf = (ctx: Ctx, billId: string): Promise<Line[]> =>
  ctx.tx.query<Line>(sql`
    select id, line_no, product_id, bin_id, plan_qty from wms_pre_rpl_bill_line
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId} order by line_no`)

type Basis = Pick<NewRow<typeof preRplBill.header>, keyof Wanted>
const wantedBy = ({ ownerId, basis, demandDate = null, days = null, pickAreaId = null }: Basis): Wanted => ({
  ownerId,
  basis,
  demandDate,
  days,
  pickAreaId,
})

/** Lines are described as they are typed: what stands there, what it will need, and whether storage has it. */
async function complete(ctx: Ctx, all: Basis, lines: readonly PlanLine[]) {
  const wanted = wantedBy(all)
  demandOwner(ctx, wanted.ownerId)
  await demandServedHere(ctx, [wanted.ownerId])
  if (lines.length > preRplLinesMost) refuse(replenishFaults.tooMany, { n: preRplLinesMost })
  for (const [i, facts] of (await filled(ctx, wanted, lines)).entries()) Object.assign(lines[i] ?? {}, facts)
}

export const preRplRules = documentRules(preRplBill, {
  beforeCreate: (ctx, input) => complete(ctx, input, input.lines ?? []),
  beforeUpdate: async (ctx, input, before) => {
    const all = { ...before, ...input }
    const isSame = (['ownerId', 'basis', 'demandDate', 'days'] as const).every((k) => all[k] === before[k])
    if (input.lines === undefined && isSame) return
    // With another basis all lines mean something else.
    const lines = input.lines ?? (await linesOf(ctx, input.id))
    await complete(ctx, all, lines)
    Object.assign(input, { lines })
  },
})

/** 计算: the lines anew, by what is known now. */
async function compute(ctx: Ctx, bill: Paper): Promise<undefined> {
  const lines = await computed(ctx, wantedBy(bill))
  if (lines.length > preRplLinesMost) refuse(replenishFaults.tooMany, { n: preRplLinesMost })
  await ctx.tx.run(sql`
    delete from wms_pre_rpl_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id}`)
  await insert(
    ctx,
    preRplBill.line,
    lines.map((l, i) => ({ ...l, billId: bill.id, lineNo: i + 1 })),
  )
}

async function approve(ctx: Ctx, bill: Paper): Promise<undefined> {
  if (!(await linesOf(ctx, bill.id)).some((l) => parseQty(l.planQty) > 0n)) refuse(replenishFaults.noNeed)
}

/** Tasks for what storage has by now; what it lacks is marked. */
async function start(ctx: Ctx, bill: Paper, made: MadeRecord[]): Promise<undefined> {
  const lines = (await linesOf(ctx, bill.id)).filter((l) => parseQty(l.planQty) > 0n)
  const productIds = lines.map((l) => l.productId)
  const [{ faces }, rows] = await Promise.all([
    readFaces(ctx, [...new Set(productIds)]),
    sourcesOf(ctx, bill.ownerId, productIds),
  ])
  const gone = lines.find((l) => !faces.some((f) => f.binId === l.binId && f.productId === l.productId))
  if (gone) refuse(pickBinFaults.notFace, await namesOf(ctx, gone))
  const draws = drawn(
    lines.map((l) => ({ face: l, qty: parseQty(l.planQty) })),
    rows,
  )
  const supplies = draws.flatMap((d) => d.supplies)
  if (supplies.length === 0) refuse(replenishFaults.noSource)
  const of = { key: preRplBill.header.key, id: bill.id, no: bill.billNo }
  const dueAt = bill.dueAt
  made.push(
    ...madeRecords('RPL_DOWN', await supply(ctx, { bill: of, priority: quiet, dueAt }, { supplies, rows, faces })),
  )
  await ctx.tx.run(sql`
    update wms_pre_rpl_bill_line l set short_qty = n.short, version = l.version + 1, updated_at = ${ctx.now()}
    from unnest(${lines.map((l) => l.id)}::bigint[], ${draws.map((d) => formatQty(d.short))}::numeric[]) as n(id, short)
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = n.id`)
}

async function namesOf(ctx: Ctx, line: Line): Promise<{ p: string; bin: string }> {
  return ctx.tx.one<{ p: string; bin: string }>(sql`
    select (select code from mdm_product where tenant_id = ${ctx.tenantId} and id = ${line.productId}) as p,
      (select code from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.binId}) as bin`)
}

/** Faces that get less than was planned are told when the tasks are made. */
async function partly(ctx: Ctx, bill: Paper) {
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from wms_pre_rpl_bill_line
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${bill.id} and plan_qty > 0 and short_qty > 0`)
  if (n === 0) return undefined
  return {
    text: ['已开始，但有{n}个拣货位货源不足', 'Started, but storage lacks goods for pick faces: {n}'] as const,
    args: { n },
  }
}

export const preRplSteps: StepWorks<typeof preRplBill> = {
  compute: { effect: compute },
  approve: { effect: approve },
  start: { effect: start, partly },
}

/** The bill is over with the last of its tasks. */
export async function refreshPreRpl(ctx: Ctx, id: string): Promise<void> {
  const bill = await ctx.tx.maybe<Paper>(sql`
    select t.* from wms_pre_rpl_bill t where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = ${id} for no key update`)
  if (bill?.state !== 'INPROGRESS') return
  const open = await ctx.tx.maybe(sql`
    select 1 from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${id}
      and task_type in ('RPL_DOWN', 'RPL_UP') and state not in ('DONE', 'CANCELED') limit 1`)
  if (open) return
  await setBill(ctx, preRplBill, bill, 'FINISHED', { finishedAt: ctx.now() })
  ctx.audit({
    subject: preRplBill.header.key,
    subjectId: id,
    subjectNo: bill.billNo,
    action: 'carriedOut',
    before: { state: bill.state },
    after: { state: 'FINISHED' },
  })
}
