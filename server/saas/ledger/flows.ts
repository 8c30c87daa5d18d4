// engine: what the channel does with quota

import { addDays } from '@lading/contract/kernel/day.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import type { lotKinds } from '@lading/contract/saas/ledger.ts'
import { type Unit, units } from '@lading/contract/saas/units.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Account, type Holder, lockAccounts, quotaDay } from './accounts.ts'
import { changeLot, draw, type Move, type Movement, move, openLot } from './post.ts'

/** What is delivered of a unit. */
export interface Parcel {
  readonly unit: Unit
  readonly qty: Qty
  readonly priority: number
  /** From today; null: for good. */
  readonly validDays: number | null
}
type About = Pick<Movement, 'kind' | 'key' | 'orderId' | 'reason'>
const issue: Holder = { kind: 'ISSUE' }

/** The platform gives quota out: to an agent, or straight into a wallet. */
export async function giveOut(
  ctx: Ctx,
  to: Holder,
  { unit, qty, priority, validDays }: Parcel,
  about: About & { readonly lot: keyof typeof lotKinds },
): Promise<void> {
  const day = quotaDay(ctx)
  const [from, account] = await two(ctx, unit, issue, to)
  await move(ctx, { ...about, day }, async () => [
    { account: from, lotId: null, amount: -qty },
    await openLot(ctx, account, {
      ...{ kind: about.lot, qty, priority, day, orderId: about.orderId ?? null },
      expiresOn: validDays === null ? null : addDays(day, validDays),
    }),
  ])
  await settle(ctx, account, `${about.key}|SETTLE`)
}

/** The platform takes off what it gave, or somebody has too much. @throws Fault lessThere */
export async function takeOff(ctx: Ctx, from: Holder, unit: Unit, qty: Qty, about: About): Promise<void> {
  const day = quotaDay(ctx)
  const [to, account] = await two(ctx, unit, issue, from)
  const short = (n: string): never => refuse(saasFaults.lessThere, { n })
  await move(ctx, { ...about, day }, async () => [
    ...(await draw(ctx, account, { qty, day, short })).map((one) => ({ account, lotId: one.lot.id, amount: -one.qty })),
    { account: to, lotId: null, amount: qty },
  ])
}

/** An agent sells out of its stock: what a tenant gets ends when it would have ended there. @throws Fault agentShort, frozen */
export async function sell(
  ctx: Ctx,
  from: Holder,
  to: Holder,
  { unit, qty, priority }: Parcel,
  about: About,
): Promise<void> {
  const day = quotaDay(ctx)
  const [stock, wallet] = await two(ctx, unit, from, to)
  const short = (n: string): never => refuse(saasFaults.agentShort, { unit: units[unit], n })
  await move(ctx, { ...about, day }, async () => {
    const moves: Move[] = []
    for (const { lot, qty: part } of await draw(ctx, stock, { qty, day, short })) {
      moves.push({ account: stock, lotId: lot.id, amount: -part })
      moves.push(
        await openLot(ctx, wallet, {
          ...{ kind: 'PAID', qty: part, priority, day, expiresOn: lot.expiresOn },
          ...{ parentId: lot.id, orderId: about.orderId ?? null },
        }),
      )
    }
    return moves
  })
  await settle(ctx, wallet, `${about.key}|SETTLE`)
}

/** What is owed is taken from what there is now. The balance stays: it said so before. */
async function settle(ctx: Ctx, account: Account, key: string): Promise<void> {
  const day = quotaDay(ctx)
  const debt = await debtOf(ctx, account.id)
  if (debt <= 0n) return
  await move(ctx, { kind: 'SETTLE', key, day }, async () => {
    const drawn = await draw(ctx, account, { qty: debt, day })
    const paid = qtySum(drawn.map(({ qty }) => qty))
    return [
      { account, lotId: null, amount: paid },
      ...drawn.map(({ lot, qty }) => ({ account, lotId: lot.id, amount: -qty })),
    ]
  })
}

/** What was used beyond all lots. */
async function debtOf(ctx: Ctx, accountId: string): Promise<Qty> {
  const { debt } = await ctx.tx.one<{ debt: string }>(sql`
    select coalesce((select sum(left_qty) from saas_lot where tenant_id = ${ctx.tenantId} and account_id = ${accountId}), 0) - balance as debt
    from saas_account where tenant_id = ${ctx.tenantId} and id = ${accountId}`)
  return parseQty(debt)
}

/** The last day that was counted of a tenant's account `a`: by its keys, which stand in the order of their days. */
export const lastCounted = (applicationId: string): Sql => sql`
  (select max(x.day) from saas_txn x where x.tenant_id = a.tenant_id and x.kind = 'CONSUME'
    and x.idem_key between ${`${applicationId}|`} || a.unit || '|0' and ${`${applicationId}|`} || a.unit || '|:')`

/** A tenant has used so much on a day; beyond his lots it is owed. A day is counted once. @returns whether it was counted now */
export async function consume(
  ctx: Ctx,
  wallet: Holder & { kind: 'WALLET' },
  unit: Unit,
  qty: Qty,
  day: string,
): Promise<boolean> {
  const [used, account] = await two(ctx, unit, { kind: 'CONSUMED' }, wallet)
  const key = `${wallet.applicationId}|${unit}|${day}`
  const isCounted = await move(ctx, { kind: 'CONSUME', key, day }, async () => {
    const drawn = await draw(ctx, account, { qty, day })
    const owed = qty - qtySum(drawn.map((one) => one.qty))
    return [
      { account: used, lotId: null, amount: qty },
      ...drawn.map((one) => ({ account, lotId: one.lot.id, amount: -one.qty })),
      { account, lotId: null, amount: -owed },
    ]
  })
  // A day that is counted late may be owed though there is something since.
  if (isCounted) await settle(ctx, account, `${key}|SETTLE`)
  return isCounted
}

/** What of an account has passed its last day goes to the expired. */
export async function expire(ctx: Ctx, holder: Holder, unit: Unit): Promise<number> {
  const day = quotaDay(ctx)
  const [gone, account] = await two(ctx, unit, { kind: 'EXPIRED' }, holder)
  const lots = await ctx.tx.query<{ id: string; leftQty: string }>(sql`
    select id, left_qty from saas_lot where tenant_id = ${ctx.tenantId} and account_id = ${account.id}
      and left_qty > 0 and expires_on < ${day} order by id for update`)
  for (const { id, leftQty } of lots)
    await move(ctx, { kind: 'EXPIRE', key: `${id}|EXPIRE`, day }, async () => {
      const amount = parseQty(leftQty)
      await changeLot(ctx, id, -amount)
      return [
        { account, lotId: id, amount: -amount },
        { account: gone, lotId: null, amount },
      ]
    })
  return lots.length
}

/**
 * Takes back what an order delivered and nobody has used: into the lots of the seller's stock it came from, or to where the
 * platform issued it.
 * @throws Fault consumed, with what can be taken back
 */
export async function takeBack(
  ctx: Ctx,
  from: Holder,
  to: Holder,
  unit: Unit,
  qty: Qty,
  about: About & { readonly orderId: string },
): Promise<void> {
  const day = quotaDay(ctx)
  const [seller, account] = await two(ctx, unit, to, from)
  const short = (n: string): never => refuse(saasFaults.consumed, { n })
  await move(ctx, { ...about, day }, async () => {
    const moves: Move[] = []
    for (const { lot, qty: part } of await draw(ctx, account, { qty, day, orderId: about.orderId, short })) {
      const { parentId } = await ctx.tx.one<{ parentId: string | null }>(sql`
        select parent_id from saas_lot where tenant_id = ${ctx.tenantId} and id = ${lot.id}`)
      const back = to.kind === 'STOCK' ? parentId : null
      if (back !== null) await changeLot(ctx, back, part)
      moves.push({ account, lotId: lot.id, amount: -part }, { account: seller, lotId: back, amount: part })
    }
    return moves
  })
}

async function two(ctx: Ctx, unit: Unit, one: Holder, other: Holder): Promise<[Account, Account]> {
  const [a, b] = await lockAccounts(ctx, unit, [one, other])
  if (!a || !b) throw new Error('an account is missing')
  return [a, b]
}
