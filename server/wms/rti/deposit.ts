// engine: keeps the money of returnable containers, and statements of it

import { refuse } from '@lading/contract/kernel/fault.ts'
import type { rtiAccount } from '@lading/contract/wms/rti.ts'
import { rtiDiff } from '@lading/contract/wms/rtiBills.ts'
import type { answerStatement } from '@lading/contract/wms/rtiCalls.ts'
import { depositKinds, rtiDeposit, rtiStatementLine } from '@lading/contract/wms/rtiDeposit.ts'
import { rtiFaults } from '@lading/contract/wms/rtiFaults.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { instantAt } from '../../kernel/clock.ts'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { businessDay } from '../../platform/document/day.ts'
import { documentRules } from '../../platform/document/served.ts'
import { type BillRow, demandStep, lockBill, type StepWorks, setBill, takeStep } from '../../platform/document/steps.ts'
import { readOption } from '../option.ts'
import { codeOf, formatMoney, type Holder, holderOf, lockAccounts, parseMoney, partyOf, readTypes } from './accounts.ts'
import { demandParty, keyOf } from './bills.ts'
import { diffRules } from './diff.ts'
import { postRti, undoRti } from './post.ts'

type Paper = BillRow<typeof rtiDeposit>
type Kind = keyof typeof depositKinds
function demandKind(of: Pick<Paper, 'kind'>, ...kinds: readonly Kind[]): void {
  if (!kinds.includes(of.kind)) refuse(rtiFaults.otherKind, { kind: depositKinds[of.kind] })
}
type Typed = { kind?: Kind | null; amount?: string | null; depositMode?: string | null; answerBy?: string | null }
/** Each kind of paper says what it is about. */
function demandWhole(ctx: Ctx, of: Typed & Parameters<typeof demandParty>[0]): void {
  demandParty(of)
  if ((of.kind === 'IN' || of.kind === 'OUT') && parseMoney(of.amount) <= 0n) refuse(rtiFaults.noAmount)
  if (of.kind === 'TERMS' && !of.depositMode) refuse(rtiFaults.noMode)
  if (of.kind === 'STATEMENT' && of.answerBy && of.answerBy < businessDay(ctx)) refuse(rtiFaults.past)
}
export const depositRules = documentRules(rtiDeposit, {
  beforeCreate: async (ctx, input) => demandWhole(ctx, input),
  beforeUpdate: async (ctx, input, before) => demandWhole(ctx, { ...before, ...input }),
})

/** All accounts of somebody, locked: what he owes for containers that he holds or lost, less what he paid. */
async function owedBy(ctx: Ctx, holder: Holder): Promise<bigint> {
  const rows = await ctx.tx.query<RowOf<typeof rtiAccount, 'deposit'>>(sql`
    select a.deposit from wms_rti_account a where a.tenant_id = ${ctx.tenantId} and a.org_id = ${ctx.org.id} and a.kind = ${holder.kind}
      and coalesce(a.store_id, a.vendor_id, a.carrier_id) = ${holder.id} order by a.id for update`)
  return rows.reduce((sum, row) => sum + parseMoney(row.deposit), 0n)
}

export const depositSteps: StepWorks<typeof rtiDeposit> = {
  pay: {
    effect: async (ctx, bill) => {
      demandKind(bill, 'IN', 'OUT')
      const holder = holderOf(bill)
      const amount = parseMoney(bill.amount)
      // Nobody gets more back than he has paid beyond what he still owes.
      const spare = -(await owedBy(ctx, holder))
      if (bill.kind === 'OUT' && amount > spare)
        refuse(rtiFaults.overDeposit, { b: formatMoney(spare > 0n ? spare : 0n).replace(/\.?0+$/, '') })
      const charge = { holder, typeId: null, amount: bill.kind === 'IN' ? -amount : amount, charged: 0 }
      await postRti(ctx, { bizType: 'PAY', key: keyOf(rtiDeposit, bill), billNo: bill.billNo }, [], [charge])
      return { balance: formatMoney(-spare + charge.amount) }
    },
  },
  apply: {
    effect: async (ctx, bill) => {
      demandKind(bill, 'TERMS')
      const holder = holderOf(bill)
      await lockAccounts(ctx, [{ holder, typeId: null }])
      await ctx.tx.run(sql`
        update wms_rti_account set deposit_mode = ${bill.depositMode}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
        where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${codeOf(holder, null)}`)
      return undefined
    },
  },
  send: { effect: sendStatement },
  agree: {},
  reverse: {
    effect: async (ctx, bill) => {
      demandKind(bill, 'IN', 'OUT')
      const spare = -(await owedBy(ctx, holderOf(bill)))
      if (bill.kind === 'IN' && parseMoney(bill.amount) > spare)
        refuse(rtiFaults.overDeposit, { b: formatMoney(spare > 0n ? spare : 0n).replace(/\.?0+$/, '') })
      await undoRti(ctx, keyOf(rtiDeposit, bill), bill.billNo)
      return undefined
    },
  },
}

interface Sums {
  readonly typeId: string | null
  readonly openQty: number
  readonly outQty: number
  readonly inQty: number
  readonly bookQty: number
  readonly opening: string
  readonly charged: string
  readonly refunded: string
  readonly deposit: string
}
/** Days that a holder has for an answer where nothing else is said. */
const answerDays = 7

/** What stood on the accounts on a day, what came and went since, and what stands there now. */
async function sendStatement(ctx: Ctx, bill: Paper) {
  demandKind(bill, 'STATEMENT')
  const today = businessDay(ctx)
  const since = bill.since ?? `${today.slice(0, 8)}01`
  const from = instantAt(ctx.org.timeZone, `${since} 00:00:00`)
  const { kind, id } = holderOf(bill)
  const rows = await ctx.tx.query<Sums & object>(sql`
    select a.type_id, (a.qty - coalesce(sum(e.delta), 0))::integer as open_qty, coalesce(sum(greatest(e.delta, 0)), 0)::integer as out_qty,
      coalesce(-sum(least(e.delta, 0)), 0)::integer as in_qty, a.qty as book_qty, a.deposit - coalesce(sum(e.deposit), 0) as opening,
      coalesce(sum(greatest(e.deposit, 0)), 0) as charged, coalesce(-sum(least(e.deposit, 0)), 0) as refunded, a.deposit
    from wms_rti_account a left join (select x.* from wms_rti_entry x join wms_rti_posting p on p.tenant_id = x.tenant_id and p.id = x.posting_id
      where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and p.posted_at >= ${from}) e on e.account_id = a.id
    where a.tenant_id = ${ctx.tenantId} and a.org_id = ${ctx.org.id} and a.kind = ${kind} and coalesce(a.store_id, a.vendor_id, a.carrier_id) = ${id}
    group by a.id, a.type_id, a.qty, a.deposit order by a.type_id`)
  const ofTypes = rows.flatMap(({ typeId, ...r }) => (typeId === null ? [] : [{ ...r, typeId }]))
  await insert(
    ctx,
    rtiStatementLine,
    ofTypes.map(({ typeId, openQty, outQty, inQty, bookQty, deposit }) => ({
      ...{ billId: bill.id, typeId, openQty, outQty, inQty, bookQty, deposit },
    })),
  )
  const total = (list: readonly Sums[], of: 'opening' | 'charged' | 'refunded' | 'deposit') =>
    list.reduce((sum, r) => sum + parseMoney(r[of]), 0n)
  const money = rows.filter((r) => r.typeId === null)
  return {
    ...{ since, sentAt: ctx.now(), answerBy: bill.answerBy ?? dayAfter(today, answerDays) },
    ...{ opening: formatMoney(total(rows, 'opening')), balance: formatMoney(total(rows, 'deposit')) },
    ...{ charged: formatMoney(total(ofTypes, 'charged')), refunded: formatMoney(total(ofTypes, 'refunded')) },
    paid: formatMoney(total(money, 'refunded') - total(money, 'charged')),
  }
}
const dayAfter = (day: string, n: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + n * 86_400_000).toISOString().slice(0, 10)

/** What the other side counts is put beside the statement, line by line; what differs becomes a paper of its own. */
export async function answer(
  ctx: Ctx,
  { id, version, rows }: z.output<typeof answerStatement.input>,
): Promise<z.output<typeof answerStatement.output>> {
  const bill = await lockBill(ctx, rtiDeposit, id, version)
  demandKind(bill, 'STATEMENT')
  demandStep(rtiDeposit, 'agree', bill)
  const lines = await ctx.tx.query<RowOf<typeof rtiStatementLine, 'id' | 'typeId' | 'bookQty'>>(sql`
    select id, type_id, book_qty from wms_rti_statement_line
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${id} order by id`)
  const types = await readTypes(
    ctx,
    lines.map((l) => l.typeId),
  )
  const told = new Map<string, number>()
  for (const { type, qty } of rows) {
    const line = lines.find((l) => [types.get(l.typeId)?.code, types.get(l.typeId)?.name].includes(type))
    if (!line) return refuse(rtiFaults.unknownType, { type })
    told.set(line.id, qty)
  }
  for (const { id: lineId, bookQty } of lines)
    await ctx.tx.run(sql`
      update wms_rti_statement_line set their_qty = ${told.get(lineId) ?? bookQty}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${lineId}`)
  const differing = lines.filter((l) => (told.get(l.id) ?? l.bookQty) !== l.bookQty)
  const state = differing.length === 0 ? 'FINISHED' : 'DISPUTED'
  const diffNo = differing.length === 0 ? null : await dispute(ctx, bill, differing, told)
  await setBill(ctx, rtiDeposit, bill, state, { finishedAt: ctx.now() })
  ctx.audit({
    ...{
      subject: rtiDeposit.header.key,
      subjectId: id,
      subjectNo: bill.billNo,
      action: diffNo === null ? 'agree' : 'dispute',
    },
    ...{ before: { state: bill.state }, after: { state } },
  })
  return { id, version: version + 1, diffNo }
}
async function dispute(
  ctx: Ctx,
  bill: Paper,
  lines: readonly { readonly id: string; readonly typeId: string }[],
  told: ReadonlyMap<string, number>,
): Promise<string> {
  const head = { ...partyOf(holderOf(bill)), note: bill.billNo }
  const counted = lines.map((l) => ({ typeId: l.typeId, countQty: Math.max(told.get(l.id) ?? 0, 0) }))
  const made = await createRow(ctx, rtiDiff.header, { ...head, lines: counted }, diffRules)
  const row = await ctx.tx.one<{ billNo: string }>(sql`
    update wms_rti_diff set statement_id = ${bill.id} where tenant_id = ${ctx.tenantId} and id = ${made.id} returning bill_no`)
  return row.billNo
}

/** 无异议视为确认: statements whose deadline has passed without a word. @returns how many */
export async function agreeBySilence(ctx: Ctx): Promise<number> {
  const rows = await ctx.tx.query<{ id: string; version: number }>(sql`
    select id, version from wms_rti_deposit where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and state = 'SENT'
      and answer_by < ${businessDay(ctx)} order by id`)
  for (const row of rows) await takeStep(ctx, rtiDeposit, 'agree', row, { effect: async () => ({ silent: true }) })
  return rows.length
}

interface Late {
  readonly kind: Holder['kind']
  readonly partyId: string
  readonly typeId: string
  readonly late: number
  readonly deposit: string | null
  readonly depositMode: string | null
}
/** Deposits of what is overdue, where that is agreed: of each container once. @returns of how many accounts */
export async function chargeOverdue(ctx: Ctx): Promise<number> {
  const days = Number(await readOption(ctx, 'wms_rti_due_days'))
  const usual = String(await readOption(ctx, 'wms_rti_deposit_mode'))
  const before = new Date(ctx.now().getTime() - days * 86_400_000)
  // First out, first back: what went out since then is not due, and all else that is held is.
  const rows = await ctx.tx.query<Late & object>(sql`
    select a.kind, coalesce(a.store_id, a.vendor_id, a.carrier_id) as party_id, a.type_id, k.deposit, c.deposit_mode,
      (a.qty - coalesce((select sum(e.delta) from wms_rti_entry e join wms_rti_posting p on p.tenant_id = e.tenant_id and p.id = e.posting_id
        where e.tenant_id = a.tenant_id and e.account_id = a.id and e.delta > 0 and p.posted_at >= ${before}), 0) - a.charged)::integer as late
    from wms_rti_account a join wms_container_type k on k.tenant_id = a.tenant_id and k.id = a.type_id
    left join wms_rti_account c on c.tenant_id = a.tenant_id and c.org_id = a.org_id and c.kind = a.kind and c.type_id is null
      and coalesce(c.store_id, c.vendor_id, c.carrier_id) = coalesce(a.store_id, a.vendor_id, a.carrier_id)
    where a.tenant_id = ${ctx.tenantId} and a.org_id = ${ctx.org.id} and a.kind in ('STORE', 'VENDOR', 'CARRIER') and a.qty > a.charged and k.deposit > 0
    order by a.id`)
  const due = rows.filter((r) => r.late > 0 && (r.depositMode ?? usual) === 'OVERDUE')
  for (const { kind, partyId, typeId, late, deposit } of due) {
    const holder = { kind, id: partyId }
    const amount = parseMoney(deposit) * BigInt(late)
    const key = `overdue:${codeOf(holder, typeId)}:${businessDay(ctx)}`
    await postRti(ctx, { bizType: 'OVERDUE', key, billNo: null }, [], [{ holder, typeId, amount, charged: late }])
  }
  return due.length
}
