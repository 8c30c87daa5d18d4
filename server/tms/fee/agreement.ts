import { refuse } from '@lading/contract/kernel/fault.ts'
import { feeAgreement, feeAgreements, feeRule } from '@lading/contract/tms/feeAgreement.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { bases, type Party, parties, partyField } from '@lading/contract/tms/feeTerms.ts'
import { isWhole, parseTiers } from '@lading/contract/tms/feeTiers.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { snake } from '../../kernel/tx.ts'
import { businessDay } from '../../platform/document/day.ts'
import { documentRules } from '../../platform/document/served.ts'
import type { BillRow, StepWorks } from '../../platform/document/steps.ts'
import { misfits } from './units.ts'

type Agreement = BillRow<typeof feeAgreement>
type RuleRow = Input & { seq: number; basis: keyof typeof bases; calc: string }

/** What is written from a file stands where it was read: at a transport centre. */
export function demandCentre(ctx: Ctx, input: Input): void {
  if (ctx.org.type !== 'TC') refuse(feeFaults.noImport)
  input.centreId = ctx.org.id
}

/** @throws Fault tiers, noPrice, bounds, notForParty */
function demandRule(party: Party, r: RuleRow): void {
  const { seq } = r
  const isTiered = r.calc === 'TIER_SLICE' || r.calc === 'TIER_WHOLE'
  const tiers = isTiered ? parseTiers(String(r.tiers ?? '')) : undefined
  if (isTiered && !(tiers && isWhole(tiers))) refuse(feeFaults.tiers, { seq })
  if (!isTiered && (r.price ?? '') === '') refuse(feeFaults.noPrice, { seq })
  const given = (v: unknown): v is string => v !== null && v !== undefined && v !== ''
  if (given(r.minCharge) && given(r.maxCharge) && Number(r.minCharge) > Number(r.maxCharge))
    refuse(feeFaults.bounds, { seq })
  const isOfStop = party === 'CLIENT' && r.merge === 'PER_STOP'
  if (misfits[party].includes(r.basis) || isOfStop)
    refuse(feeFaults.notForParty, { seq, basis: bases[r.basis], party: parties[party] })
}
function demandSense(party: Party, a: Input): void {
  if (String(a.validFrom) > String(a.validTo)) refuse(feeFaults.validity)
  const rules = (a.rules ?? []) as readonly RuleRow[]
  for (const r of rules) demandRule(party, r)
  // A charge is known by its kind and its rule's order: two of the same would take each other's place.
  const isSame = (a: RuleRow, b: RuleRow) => a.seq === b.seq && a.feeType === b.feeType
  const twice = rules.find((r, i) => rules.findIndex((o) => isSame(o, r)) < i)
  if (twice) refuse(feeFaults.sameSeq, { seq: twice.seq })
}

export const agreementRules = (party: Party): Rules =>
  documentRules(feeAgreements[party], {
    beforeCreate: async (ctx: Ctx, input: Input) => {
      demandCentre(ctx, input)
      demandSense(party, input)
      input.party = party
    },
    beforeUpdate: async (_ctx: Ctx, input: Input, before: Input) => demandSense(party, { ...before, ...input }),
  } as Rules) as Rules

/**
 * No two agreements of the same weight charge a party the same for a day: nobody could say which counts. The one that this
 * one revises ends before it. @throws Fault overlap
 */
async function demandAlone(ctx: Ctx, a: Agreement): Promise<void> {
  const who = raw(`o.${snake(partyField[a.party as Party])}`)
  const own = a[partyField[a.party as Party]]
  const other = await ctx.tx.maybe<{ billNo: string } & object>(sql`
    select o.bill_no from ${fromHere(ctx, feeAgreement.header, 'o')}
    where o.party = ${a.party} and o.id <> ${a.id} and o.id is distinct from ${a.prevId}::bigint and o.state <> 'DRAFT' and o.priority = ${a.priority}
      and ${who} is not distinct from ${own}::bigint and o.valid_from <= ${a.validTo} and o.valid_to >= ${a.validFrom}
      and exists (select 1 from ${fromHere(ctx, feeRule, 'x')} join ${fromHere(ctx, feeRule, 'y')} on y.fee_type = x.fee_type
        where x.bill_id = o.id and y.bill_id = ${a.id})
    order by o.id limit 1`)
  if (other) refuse(feeFaults.overlap, { no: other.billNo })
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/** The one that is revised ends the day before. @throws Fault revised */
async function endPrevious(ctx: Ctx, a: Agreement): Promise<void> {
  const [prev] = await ctx.tx.query<Agreement>(sql`
    select t.* from ${fromHere(ctx, feeAgreement.header, 't')} where t.id = ${a.prevId} for update of t`)
  if (!prev) return
  demandWithin(prev, a.validFrom)
  await ctx.tx.run(sql`
    update tms_fee_agreement set valid_to = ${dayBefore(a.validFrom)}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${prev.id}`)
  ctx.audit({
    ...{ subject: feeAgreement.header.key, subjectId: prev.id, subjectNo: prev.billNo, action: 'revise' },
    ...{ before: { validTo: prev.validTo }, after: { validTo: dayBefore(a.validFrom) } },
  })
}
function demandWithin(prev: Agreement, from: string): void {
  if (from <= prev.validFrom || from > prev.validTo)
    refuse(feeFaults.revised, { from: prev.validFrom, to: prev.validTo })
}

/** A draft with the same rules, for as long as the one that it shall follow. */
async function copyOf(ctx: Ctx, a: Agreement, validFrom: string): Promise<{ id: string; no: string }> {
  const no = ctx.numbers(feeAgreement.prefix, 1)[0] ?? ''
  const rules = await ctx.tx.query<Input>(sql`
    select r.* from ${fromHere(ctx, feeRule, 'r')} where r.bill_id = ${a.id} order by r.seq, r.id`)
  const { party, name, clientId, carrierId, staffId, validTo, priority, taxRate, centreId, note } = a
  const { ids } = await insert(ctx, feeAgreement.header, [
    {
      ...{
        billNo: no,
        state: 'DRAFT',
        party,
        name,
        clientId,
        carrierId,
        staffId,
        validFrom,
        validTo,
        priority,
        taxRate,
      },
      ...{ centreId, note, prevId: a.id, ruleCount: rules.length, bizDate: businessDay(ctx) },
    },
  ])
  const id = ids[0] ?? ''
  const own = Object.keys(feeRule.fields)
  await insert(
    ctx,
    feeRule,
    rules.map((r) => ({ ...Object.fromEntries(own.map((name) => [name, r[name] ?? null])), billId: id })) as never,
  )
  ctx.audit({
    subject: feeAgreement.header.key,
    subjectId: id,
    subjectNo: no,
    action: 'create',
    after: { prevId: a.id, validFrom },
  })
  return { id, no }
}

export const agreementSteps = (key: string): StepWorks<typeof feeAgreement> => ({
  approve: {
    effect: async (ctx, a) => {
      if (a.ruleCount === 0) refuse(feeFaults.noRules, { no: a.billNo })
      // Two that would overlap are approved one after the other.
      await ctx.tx.query(
        sql`select 1 from sys_org where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id} for no key update`,
      )
      if (a.prevId !== null) await endPrevious(ctx, a)
      await demandAlone(ctx, a)
      return undefined
    },
  },
  revise: {
    effect: async (ctx, a, made, { newFrom }) => {
      demandWithin(a, String(newFrom))
      const { id, no } = await copyOf(ctx, a, String(newFrom))
      made.push({ key, id, no })
      return undefined
    },
  },
  // It counts up to today: what was driven meanwhile is charged by it.
  stop: {
    effect: async (ctx, a) => {
      const today = businessDay(ctx)
      return { validTo: a.validTo < today ? a.validTo : today > a.validFrom ? today : a.validFrom }
    },
  },
})
