import { feeAgreement, feeRule } from '@lading/contract/tms/feeAgreement.ts'
import type { Explain } from '@lading/contract/tms/feeExplain.ts'
import { type Micro, parseMicro, rounded } from '@lading/contract/tms/feeMoney.ts'
import { isStoreBasis, type Party, partyField } from '@lading/contract/tms/feeTerms.ts'
import { storeBases } from '@lading/contract/tms/warehouse.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere } from '../../kernel/scope.ts'
import { snake } from '../../kernel/tx.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { priceOf } from './price.ts'
import { type Pick, parted, picked, quantityOf, type Rule, type Unit, waitedMin } from './units.ts'

export interface Agreement {
  readonly id: string
  readonly billNo: string
  readonly taxRate: string
  readonly rules: readonly Rule[]
}

/** Agreements with their rules, the most important first. */
export async function readAgreements(ctx: Ctx, ids: readonly string[]): Promise<Agreement[]> {
  const heads = await ctx.tx.query<Omit<Agreement, 'rules'>>(sql`
    select a.id, a.bill_no, a.tax_rate from ${fromHere(ctx, feeAgreement.header, 'a')} where a.id = any(${ids}::bigint[]) order by a.priority desc, a.id`)
  const rules = await ctx.tx.query<Rule & { billId: string }>(sql`
    select r.* from ${fromHere(ctx, feeRule, 'r')} where r.bill_id = any(${ids}::bigint[]) order by r.seq, r.id`)
  return heads.map((a) => ({ ...a, rules: rules.filter((r) => r.billId === a.id) }))
}

/**
 * What counts for a party on a day, of the road or of warehouses: its own agreements where it has any, else those that are for all of its kind. One that
 * was stopped counts for the days up to then.
 */
export async function agreementsFor(
  ctx: Ctx,
  party: Party,
  partyId: string,
  { day, depot }: Unit,
): Promise<Agreement[]> {
  const who = raw(`a.${snake(partyField[party])}`)
  const rows = await ctx.tx.query<{ id: string; isOwn: boolean }>(sql`
    select a.id, ${who} is not null as is_own from ${fromHere(ctx, feeAgreement.header, 'a')}
    where a.party = ${party} and a.state <> 'DRAFT' and (${who} = ${partyId} or ${who} is null) and a.valid_from <= ${day} and a.valid_to >= ${day}
      and ${hasRules(ctx, depot !== undefined)}`)
  const own = rows.filter((r) => r.isOwn)
  return readAgreements(
    ctx,
    (own.length > 0 ? own : rows).map((r) => r.id),
  )
}

/** Whether an agreement `a` says anything of warehouses, or of the road. */
export const hasRules = (ctx: Ctx, ofStore: boolean): Sql => sql`exists (
  select 1 from ${fromHere(ctx, feeRule, 'r')} where r.bill_id = a.id and (r.basis = any(${Object.keys(storeBases)}::text[])) = ${ofStore})`

export interface Charge {
  /** What it is about, of which rule: rated again it is the same. */
  readonly key: string
  readonly feeType: string
  readonly agreement: Agreement | null
  readonly pick: Pick | null
  readonly unit: Unit
  readonly amount: Micro
  readonly tax: Micro
  readonly qty: Micro | null
  readonly price: string | null
  readonly stop: string | null
  readonly explain: Explain
}

const taxIn = (amount: Micro, rate: string): Micro => {
  const r = parseMicro(rate)
  return r === 0n ? 0n : rounded((amount * r) / (100_000_000n + r), 10_000n)
}

interface Ruled {
  readonly agreement: Agreement
  readonly rules: readonly Rule[]
}
/**
 * Of each charge the rules of the most important agreement that has any, those of the road or those of warehouses. These
 * charge what comes by the case and what comes by the piece beside each other: only rules of one basis take each other's turn.
 */
function rulesByType(agreements: readonly Agreement[], isStore: boolean): Ruled[] {
  const all = new Map<string, Ruled>()
  for (const agreement of agreements) {
    const own = agreement.rules.filter((r) => isStoreBasis(r.basis) === isStore)
    for (const [feeType, rules] of Map.groupBy(own, (r) => r.feeType))
      if (!all.has(feeType)) all.set(feeType, { agreement, rules })
  }
  if (!isStore) return [...all.values()]
  return [...all.values()].flatMap(({ agreement, rules }) =>
    [...Map.groupBy(rules, (r) => r.basis).values()].map((same) => ({ agreement, rules: same })),
  )
}

/** What a rule is applied to where all of a day comes together: what it takes of each unit of that day. */
function ofDay(p: Pick, rules: readonly Rule[], day: readonly Unit[]): Pick {
  const same = day.flatMap((u) => picked(rules, u).filter(({ rule }) => rule.id === p.rule.id))
  const units = same.flatMap((s) => s.units)
  return { rule: p.rule, units, items: same.flatMap((s) => s.items), stops: same.flatMap((s) => s.stops) }
}

function said(ctx: Ctx, p: Pick): readonly string[] {
  const [stop] = p.stops
  const waits = p.rule.basis === 'WAIT_MIN' ? p.stops.filter((s) => waitedMin(s) > 0) : []
  const clock = (at: Date | null) => (at ? showInstant(ctx, at).slice(11, 16) : '')
  return [
    ...(p.rule.merge === 'PER_DAY' ? p.units.map((u) => u.no) : []),
    ...(waits.length > 0 ? waits.map((s) => `${s.name} ${clock(s.waitFrom)}-${clock(s.waitTo)}`) : []),
    ...(p.rule.merge === 'PER_STOP' && waits.length === 0 && stop ? [stop.name] : []),
  ].slice(0, 20)
}

function chargeOf(ctx: Ctx, unit: Unit, agreement: Agreement, p: Pick): Charge {
  const { amount, qty, explain } = priceOf(p.rule, quantityOf(p))
  const isOfStop = p.rule.merge === 'PER_STOP'
  const of = p.rule.merge === 'PER_DAY' ? `D${unit.day}:${unit.dayKey}` : `U${unit.id}`
  const [stop] = p.stops
  const about = said(ctx, p)
  return {
    key: [of, p.rule.feeType, p.rule.seq, ...(isOfStop && stop ? [stop.id] : [])].join('|'),
    feeType: p.rule.feeType,
    ...{ agreement, pick: p, unit, amount, qty, price: p.rule.price },
    tax: taxIn(amount, agreement.taxRate),
    stop: isOfStop ? (stop?.name ?? null) : (unit.depot?.name ?? null),
    explain: { ...explain, agreementNo: agreement.billNo, seq: p.rule.seq, ...(about.length > 0 && { about }) },
  }
}

/**
 * What a unit is charged by agreements: pure of what was read. Nothing, where no rule is for it; what comes to nothing is no
 * charge.
 * @param day all units of its day, itself among them
 */
export function chargesOf(
  ctx: Ctx,
  agreements: readonly Agreement[],
  unit: Unit,
  day: readonly Unit[],
): { readonly charges: readonly Charge[]; readonly isPriced: boolean } {
  const picks = rulesByType(agreements, unit.depot !== undefined).flatMap(({ agreement, rules }) =>
    picked(rules, unit)
      .map((p) => (p.rule.merge === 'PER_DAY' ? ofDay(p, rules, day) : p))
      .flatMap(parted)
      .map((pick) => ({ agreement, pick })),
  )
  // What a warehouse did not do that day costs nothing, whatever the least that it charges.
  const isDone = (p: Pick) => unit.depot === undefined || quantityOf(p) !== 0n
  const all = picks
    .filter(({ pick }) => isDone(pick))
    .map(({ agreement, pick }) => chargeOf(ctx, unit, agreement, pick))
  return { charges: all.filter((c) => c.amount !== 0n), isPriced: picks.length > 0 }
}

/** What has no agreement stands as a charge of nothing that nobody can confirm. */
export const unpricedOf = (unit: Unit): Charge => ({
  key: `U${unit.id}|NONE`,
  feeType: unit.depot ? 'STORAGE' : 'FREIGHT',
  ...{ agreement: null, pick: null, unit, amount: 0n, tax: 0n, qty: null, price: null, stop: unit.depot?.name ?? null },
  explain: { amount: '0.00', isUnpriced: true },
})
