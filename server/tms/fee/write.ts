import { feeBill, feeShare } from '@lading/contract/tms/feeBill.ts'
import { formatMicro, type Micro, moneyText, parseMicro, shared } from '@lading/contract/tms/feeMoney.ts'
import { type Party, partyField } from '@lading/contract/tms/feeTerms.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { snake } from '../../kernel/tx.ts'
import type { Charge } from './charges.ts'
import { openDay } from './closing.ts'
import { type Unit, weightsOf } from './units.ts'

/** `byHand`: what somebody has voided is charged again. */
export interface Rating {
  readonly byHand?: boolean
}
/** Whose money it is, for what. */
export interface Subject {
  readonly party: Party
  readonly partyId: string
  readonly tripId: string | null
  readonly wayBillId: string | null
}
interface Row {
  readonly id: string
  readonly billNo: string
  readonly state: 'DRAFT' | 'CONFIRMED' | 'SETTLED' | 'VOID'
  readonly amount: string
  readonly explain: unknown
  readonly rateKey: string
  readonly isUnpriced: boolean
}

const table = raw(feeBill.header.table)
const ownKey = ({ party, partyId }: Subject, key: string): string => `${party}:${partyId}|${key}`

/** What the same party was charged before of the same, by whatever agreement. Locked. */
const chargedBefore = (ctx: Ctx, of: Subject, unit: Unit): Promise<Row[]> => {
  const begins = (key: string) => sql`(f.rate_key >= ${key} and f.rate_key < ${`${key}~`})`
  const [own, day] = [ownKey(of, `U${unit.id}|`), ownKey(of, `D${unit.day}:${unit.dayKey}|`)]
  const who = sql`f.${raw(snake(partyField[of.party]))} = ${of.partyId}`
  return ctx.tx.query<Row>(sql`
    select f.id, f.bill_no, f.state, f.amount, f.explain, f.rate_key, f.is_unpriced from ${table} f
    where f.tenant_id = ${ctx.tenantId} and f.org_id = ${ctx.org.id} and f.party = ${of.party} and ${who} and f.source = 'AUTO'
      and (${begins(own)} or ${begins(day)}) order by f.id for update of f`)
}

interface Wanted {
  readonly key: string
  readonly amount: Micro
  readonly charge: Charge | undefined
  /** What of it has been confirmed, where anything was. */
  readonly confirmed: Micro | undefined
  readonly draft: Row | undefined
}

/** What is to stand there as not yet confirmed: all of a charge, or what it differs from what has been confirmed. */
function wantedOf(
  key: string,
  charge: Charge | undefined,
  rows: readonly Row[],
  { byHand }: Rating,
): Wanted | undefined {
  const said = rows.filter((r) => r.state === 'CONFIRMED' || r.state === 'SETTLED')
  const draft = rows.find((r) => r.state === 'DRAFT')
  if (said.length > 0) {
    const confirmed = said.reduce((n, r) => n + parseMicro(r.amount), 0n)
    const amount = (charge?.amount ?? 0n) - confirmed
    return amount === 0n && !draft ? undefined : { key, amount, charge, confirmed, draft }
  }
  // What somebody has voided stays so, until somebody rates it by hand.
  if (charge && !draft && !byHand && rows.some((r) => r.state === 'VOID')) return undefined
  return charge || draft ? { key, amount: charge?.amount ?? 0n, charge, confirmed: undefined, draft } : undefined
}

const explained = ({ charge, confirmed, amount }: Wanted) =>
  confirmed === undefined
    ? charge?.explain
    : { ...(charge?.explain ?? {}), amount: moneyText(amount + confirmed), confirmed: moneyText(confirmed) }

/** What a charge says, whether it is new or stands there already. */
function columnsOf(of: Subject, unit: Unit, day: string, w: Wanted) {
  const { charge } = w
  const isOfDay = charge?.key.startsWith('D') ?? false
  const isWhole = w.confirmed === undefined
  return {
    party: of.party,
    ...{ clientId: null, carrierId: null, staffId: null, [partyField[of.party]]: of.partyId },
    source: 'AUTO' as const,
    feeType: (charge?.feeType ?? w.key.split('|')[2] ?? 'OTHER') as never,
    tripId: isOfDay && of.wayBillId === null ? null : of.tripId,
    truckId: unit.truckId,
    wayBillId: isOfDay ? null : of.wayBillId,
    stop: charge?.stop ?? null,
    basis: charge?.pick?.rule.basis ?? null,
    qty: isWhole && charge?.qty !== undefined && charge.qty !== null ? formatMicro(charge.qty) : null,
    price: isWhole ? (charge?.price ?? null) : null,
    amount: moneyText(w.amount),
    tax: moneyText(isWhole ? (charge?.tax ?? 0n) : 0n),
    explain: (explained(w) ?? null) as never,
    isUnpriced: charge?.explain.isUnpriced === true,
    agreementId: charge?.agreement?.id ?? null,
    isAdjusting: !isWhole,
    bizDate: day,
    centreId: null as string | null,
    rateKey: w.key,
  }
}

/** Its parts among the way bills that it is for, which add up to it. */
async function writeShares(ctx: Ctx, feeId: string, w: Wanted): Promise<void> {
  await ctx.tx.run(sql`delete from ${raw(feeShare.table)} where tenant_id = ${ctx.tenantId} and bill_id = ${feeId}`)
  const pick = w.charge?.pick
  if (!pick || pick.rule.share === 'NONE' || pick.items.length === 0 || w.charge?.unit.depot) return
  const parts = shared(w.amount, weightsOf(pick))
  await insert(
    ctx,
    feeShare,
    pick.items.map((i, n) => ({ billId: feeId, wayBillId: i.wayBillId, amount: moneyText(parts[n] ?? 0n) })),
  )
}

const same = (row: Row, w: Wanted): boolean =>
  parseMicro(row.amount) === w.amount && JSON.stringify(sorted(row.explain)) === JSON.stringify(sorted(explained(w)))
/** A database keeps the names of a structure in an order of its own. */
const sorted = (v: unknown): unknown =>
  Array.isArray(v)
    ? v.map(sorted)
    : v !== null && typeof v === 'object'
      ? Object.fromEntries(
          Object.entries(v)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, x]) => [k, sorted(x)]),
        )
      : v

const tell = (ctx: Ctx, subjectId: string, subjectNo: string, action: string, after: object): void =>
  ctx.audit({ subject: feeBill.header.key, subjectId, subjectNo, action, after: { ...after } })

async function change(ctx: Ctx, row: Row, of: Subject, unit: Unit, day: string, w: Wanted): Promise<void> {
  const c = columnsOf(of, unit, day, w)
  const set = (
    ['amount', 'tax', 'qty', 'price', 'feeType', 'stop', 'basis', 'agreementId', 'isUnpriced', 'isAdjusting'] as const
  ).map((name) => sql`${raw(snake(name))} = ${c[name]}`)
  await ctx.tx.run(sql`
    update ${table} set ${set.reduce((a, b) => sql`${a}, ${b}`)}, explain = ${JSON.stringify(c.explain)}::jsonb, version = version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${row.id}`)
  await writeShares(ctx, row.id, w)
  tell(ctx, row.id, row.billNo, 'rate', { amount: c.amount })
}

async function remove(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.tx.run(sql`
    delete from ${table} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${rows.map((r) => r.id)}::bigint[]) and state = 'DRAFT'`)
}

async function add(ctx: Ctx, of: Subject, unit: Unit, day: string, fresh: readonly Wanted[]): Promise<void> {
  if (fresh.length === 0) return
  const numbers = ctx.numbers(feeBill.prefix, fresh.length)
  const rows = fresh.map((w, i) => ({
    ...columnsOf(of, unit, day, w),
    ...{ billNo: numbers[i] ?? '', state: 'DRAFT' as const, centreId: ctx.org.id },
  }))
  const { ids } = await insert(ctx, feeBill.header, rows)
  for (const [i, w] of fresh.entries()) {
    await writeShares(ctx, ids[i] ?? '', w)
    tell(ctx, ids[i] ?? '', numbers[i] ?? '', 'create', { amount: moneyText(w.amount) })
  }
}

/** Who was charged for a trip before and has nothing to do with it any more, since it was driven by others. */
export async function formerOf(ctx: Ctx, party: Party, tripId: string, now: readonly string[]): Promise<string[]> {
  const who = raw(snake(partyField[party]))
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select distinct f.${who} as id from ${table} f where f.tenant_id = ${ctx.tenantId} and f.org_id = ${ctx.org.id} and f.party = ${party}
      and f.source = 'AUTO' and f.trip_id = ${tripId} and f.${who} <> all(${now}::bigint[]) order by 1`)
  return rows.map((r) => r.id)
}

/**
 * Writes what is due of a unit: what stands there as not yet confirmed becomes that. What has been confirmed is never
 * touched; where it was more or less, the difference is a charge of its own.
 */
export async function writeCharges(
  ctx: Ctx,
  of: Subject,
  unit: Unit,
  due: readonly Charge[],
  o: Rating,
): Promise<{ readonly isNew: boolean }> {
  const before = Map.groupBy(await chargedBefore(ctx, of, unit), (r) => r.rateKey)
  const charges = new Map(due.map((c) => [ownKey(of, c.key), c]))
  const wanted = [...new Set([...before.keys(), ...charges.keys()])].flatMap(
    (key) => wantedOf(key, charges.get(key), before.get(key) ?? [], o) ?? [],
  )
  // What nobody owes is no charge; what has no agreement is one of nothing.
  const isDue = (w: Wanted) => w.amount !== 0n || w.charge?.explain.isUnpriced === true
  const day = await openDay(ctx, unit.day)
  await remove(
    ctx,
    wanted.flatMap((w) => (w.draft && !isDue(w) ? [w.draft] : [])),
  )
  for (const w of wanted.filter(isDue)) if (w.draft && !same(w.draft, w)) await change(ctx, w.draft, of, unit, day, w)
  const fresh = wanted.filter((w) => isDue(w) && !w.draft)
  await add(ctx, of, unit, day, fresh)
  return { isNew: fresh.length > 0 }
}
