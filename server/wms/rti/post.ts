// engine: the one place that moves returnable containers between accounts

import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { rtiEntry, rtiKinds, rtiPosting, type rtiTypes } from '@lading/contract/wms/rti.ts'
import { rtiFaults } from '@lading/contract/wms/rtiFaults.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { readOption } from '../option.ts'
import {
  type Account,
  codeOf,
  dc,
  formatMoney,
  type Holder,
  isParty,
  lockAccounts,
  modeOf,
  parseMoney,
  readTypes,
  supply,
  type TypeFacts,
} from './accounts.ts'

/** What a movement is about. `key` is told at most once, however often it is asked for. */
export interface Movement {
  readonly bizType: keyof typeof rtiTypes
  readonly key: string
  readonly billNo: string | null
  /** Containers that are seen to leave were here: what the account lacks of them is its opening. */
  readonly isSeen?: boolean
}
/** So many containers of a type from one to another, and what stands on them as a deposit. */
export interface Leg {
  readonly typeId: string
  readonly from: Holder
  readonly to: Holder
  readonly n: number
}
/** Money alone: what somebody owes more, or less. */
export interface Charge {
  readonly holder: Holder
  /** Null: no type's. */
  readonly typeId: string | null
  readonly amount: bigint
  /** Deposit of so many containers. */
  readonly charged: number
}
/** What was done: deposits that were charged, and given back. Null: it had been done before. */
export type Posted = { readonly charged: bigint; readonly refunded: bigint } | null

type Delta = { qty: number; deposit: bigint; charged: number }
/** The accounts of a posting, and what it changes of each. */
class Book {
  readonly deltas = new Map<string, Delta>()
  readonly accounts: ReadonlyMap<string, Account>
  constructor(accounts: ReadonlyMap<string, Account>) {
    this.accounts = accounts
  }
  at(holder: Holder, typeId: string | null): Account {
    const account = this.accounts.get(codeOf(holder, typeId))
    if (!account) throw new Error(`there is no account ${codeOf(holder, typeId)}`)
    return account
  }
  add(holder: Holder, typeId: string | null, by: Delta): void {
    const account = this.at(holder, typeId)
    account.qty += by.qty
    account.deposit += by.deposit
    account.charged += by.charged
    const code = codeOf(holder, typeId)
    const sum = this.deltas.get(code) ?? { qty: 0, deposit: 0n, charged: 0 }
    this.deltas.set(code, {
      qty: sum.qty + by.qty,
      deposit: sum.deposit + by.deposit,
      charged: sum.charged + by.charged,
    })
  }
  /** Somebody's deposit, and the warehouse's other side of it. */
  deposit(holder: Holder, typeId: string | null, amount: bigint, charged: number): void {
    this.add(holder, typeId, { qty: 0, deposit: amount, charged })
    this.add(dc, typeId, { qty: 0, deposit: -amount, charged: -charged })
  }
  /** Gives back what stands on so many of his containers, those first that were charged first. @returns how much, for how many */
  refund(holder: Holder, typeId: string, n: number): readonly [bigint, number] {
    const { deposit, charged } = this.at(holder, typeId)
    const of = Math.min(n, charged)
    if (of <= 0) return [0n, 0]
    const amount = (deposit * BigInt(of)) / BigInt(charged)
    this.deposit(holder, typeId, -amount, -of)
    return [amount, of]
  }
}

/** Begins a posting. @returns its id; undefined: it has been written before */
async function begin(ctx: Ctx, { bizType, key, billNo }: Movement): Promise<string | undefined> {
  const { ids, count } = await insert(
    ctx,
    rtiPosting,
    [{ bizType, idemKey: key, billNo, postedAt: ctx.now() }],
    sql`on conflict (tenant_id, org_id, idem_key) do nothing`,
  )
  return count === 0 ? undefined : ids[0]
}

/**
 * Moves containers between accounts: of each type as many leave as arrive, and so do deposits. It stands in the ledger for
 * ever. Locks come behind those of stock and bins, and before lines of papers.
 * @throws Fault short, holderShort: then nothing is booked
 */
export async function postRti(
  ctx: Ctx,
  of: Movement,
  legs: readonly Leg[],
  charges: readonly Charge[] = [],
): Promise<Posted> {
  const postingId = await begin(ctx, of)
  if (postingId === undefined) return null
  const book = new Book(
    await lockAccounts(ctx, [
      ...legs.flatMap(({ typeId, from, to }) => [from, to, dc, supply].map((holder) => ({ holder, typeId }))),
      ...charges.flatMap(({ holder, typeId }) => [holder, dc].map((one) => ({ holder: one, typeId }))),
    ]),
  )
  const types = await readTypes(
    ctx,
    legs.map((leg) => leg.typeId),
  )
  const sums = { charged: 0n, refunded: 0n }
  for (const leg of legs) await moveLeg(ctx, book, leg, of, types.get(leg.typeId), sums)
  for (const { holder, typeId, amount, charged } of charges) book.deposit(holder, typeId, amount, charged)
  await demandThere(ctx, book, types)
  await write(ctx, postingId, book)
  return sums
}

async function moveLeg(
  ctx: Ctx,
  book: Book,
  { typeId, from, to, n }: Leg,
  { bizType, isSeen }: Movement,
  type: TypeFacts | undefined,
  sums: { charged: bigint; refunded: bigint },
): Promise<void> {
  assert(n > 0 && codeOf(from, null) !== codeOf(to, null), 'containers go from one to another')
  const lacks = isSeen && from.kind === 'DC' ? n - book.at(dc, typeId).qty : 0
  if (lacks > 0) moveQty(book, supply, dc, typeId, lacks)
  moveQty(book, from, to, typeId, n)
  const [back, of] = isParty(from) ? book.refund(from, typeId, n) : [0n, 0]
  sums.refunded += back
  if (!isParty(to)) return
  // What stood on them goes with them; otherwise it is charged anew, where that is agreed.
  const isPassedOn = isParty(from)
  const isCharged = isPassedOn || (bizType === 'OUT' && (await modeOf(ctx, to)) === 'DESPATCH')
  if (!isCharged) return
  const amount = isPassedOn ? back : parseMoney(type?.deposit) * BigInt(n)
  if (isPassedOn ? of > 0 : amount > 0n) book.deposit(to, typeId, amount, isPassedOn ? of : n)
  sums.charged += amount
}
const moveQty = (book: Book, from: Holder, to: Holder, typeId: string, n: number): void => {
  book.add(from, typeId, { qty: -n, deposit: 0n, charged: 0 })
  book.add(to, typeId, { qty: n, deposit: 0n, charged: 0 })
}

/**
 * The opposite of a posting. Deposits that were charged are given back as far as they still stand, those given back are
 * charged again.
 * @throws Fault short, holderShort where the containers have gone on meanwhile: then nothing is booked
 */
export async function undoRti(ctx: Ctx, key: string, billNo: string | null): Promise<Posted> {
  const postingId = await begin(ctx, { bizType: 'UNDO', key: `${key}|UNDO`, billNo })
  if (postingId === undefined) return null
  const entries = await ctx.tx.query<Entry & object>(sql`
    select a.kind, coalesce(a.store_id, a.vendor_id, a.carrier_id) as party_id, a.type_id, e.delta, e.deposit, e.charged from wms_rti_entry e
    join wms_rti_account a on a.tenant_id = e.tenant_id and a.id = e.account_id join wms_rti_posting p on p.tenant_id = e.tenant_id and p.id = e.posting_id
    where e.tenant_id = ${ctx.tenantId} and e.org_id = ${ctx.org.id} and p.idem_key = ${key} order by e.id`)
  const lines = entries.map((e) => ({ ...e, holder: { kind: e.kind, id: e.partyId } }))
  const book = new Book(
    await lockAccounts(
      ctx,
      lines.flatMap(({ holder, typeId }) => [holder, dc].map((one) => ({ holder: one, typeId }))),
    ),
  )
  const sums = { charged: 0n, refunded: 0n }
  for (const { holder, typeId, delta } of lines) book.add(holder, typeId, { qty: -delta, deposit: 0n, charged: 0 })
  for (const { holder, typeId, deposit, charged } of lines.filter((l) => isParty(l.holder))) {
    if (typeId !== null && charged > 0) sums.refunded += book.refund(holder, typeId, charged)[0]
    else if (parseMoney(deposit) !== 0n || charged !== 0) {
      book.deposit(holder, typeId, -parseMoney(deposit), -charged)
      sums.charged -= parseMoney(deposit)
    }
  }
  const typeIds = lines.flatMap((l) => l.typeId ?? [])
  await demandThere(ctx, book, await readTypes(ctx, typeIds))
  await write(ctx, postingId, book)
  return sums
}
interface Entry {
  readonly kind: Holder['kind']
  readonly partyId: string | null
  readonly typeId: string | null
  readonly delta: number
  readonly deposit: string
  readonly charged: number
}

/** Nobody gives what he does not have; only where the warehouse says so others bring back more than they were given. */
async function demandThere(ctx: Ctx, book: Book, types: ReadonlyMap<string, TypeFacts>): Promise<void> {
  for (const [code, { qty: by }] of book.deltas) {
    const account = book.accounts.get(code)
    if (!account || account.typeId === null || by >= 0 || account.qty >= 0) continue
    const { holder, qty } = account
    const type = types.get(account.typeId)
    const had = qty - by
    if (holder.kind === 'DC')
      refuse(rtiFaults.short, { type: type?.name ?? '', n: Math.max(had - (type?.busy ?? 0), 0) })
    if (isParty(holder) && (await readOption(ctx, 'wms_rti_allow_negative')) !== true)
      refuse(rtiFaults.holderShort, { party: await nameOf(ctx, holder), type: type?.name ?? '', n: Math.max(had, 0) })
  }
}

const tables = { STORE: 'wms_store', VENDOR: 'wms_vendor', CARRIER: 'tms_carrier' } as const
/** What somebody is called. */
async function nameOf(ctx: Ctx, { kind, id }: Holder): Promise<string | Text> {
  const table = tables[kind as keyof typeof tables]
  if (!table) return rtiKinds[kind]
  const row = await ctx.tx.maybe<{ name: string }>(sql`
    select name from ${raw(table)} where tenant_id = ${ctx.tenantId} and id = ${id}`)
  return row?.name ?? ''
}

/** Entries, and what the accounts come to. */
async function write(ctx: Ctx, postingId: string, book: Book): Promise<void> {
  const lines = [...book.deltas].flatMap(([code, by]) => {
    const account = book.accounts.get(code)
    return account && (by.qty !== 0 || by.deposit !== 0n || by.charged !== 0) ? [{ account, by }] : []
  })
  for (const [typeId, ofType] of Map.groupBy(lines, (l) => l.account.typeId)) {
    assert(ofType.reduce((n, l) => n + l.by.qty, 0) === 0, `containers of ${typeId} do not add up`)
    assert(ofType.reduce((n, l) => n + l.by.deposit, 0n) === 0n, `deposits of ${typeId} do not add up`)
  }
  if (lines.length === 0) return
  await insert(
    ctx,
    rtiEntry,
    lines.map(({ account, by }) => ({
      ...{ accountId: account.id, postingId, delta: by.qty, qtyAfter: account.qty },
      ...{ deposit: formatMoney(by.deposit), charged: by.charged },
    })),
  )
  const part = (of: (a: Account) => string | number) => lines.map(({ account }) => of(account))
  await ctx.tx.run(sql`
    update wms_rti_account a set qty = n.qty, deposit = n.deposit, charged = n.charged, version = a.version + 1, updated_at = ${ctx.now()}
    from unnest(${part((a) => a.id)}::bigint[], ${part((a) => a.qty)}::integer[], ${part((a) => formatMoney(a.deposit))}::numeric[],
      ${part((a) => a.charged)}::integer[]) as n(id, qty, deposit, charged)
    where a.tenant_id = ${ctx.tenantId} and a.org_id = ${ctx.org.id} and a.id = n.id`)
  ctx.tell('wms.rtiAccount')
}
