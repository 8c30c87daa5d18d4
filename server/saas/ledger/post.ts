// engine: the one place that moves quota

import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { entry, lot, type lotKinds, type TxnType, txn } from '@lading/contract/saas/ledger.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Account } from './accounts.ts'

/** What a movement is about. `key` is told at most once, however often it is asked for. */
export interface Movement {
  readonly kind: TxnType
  readonly key: string
  readonly day: string
  readonly orderId?: string | null
  readonly reason?: string | null
}
/** So much more or less on an account, of a lot of it; without a lot: issued, used up, expired, or owed. */
export interface Move {
  readonly account: Account
  readonly lotId: string | null
  readonly amount: Qty
}

/**
 * Moves quota: what `plan` answers adds up to nothing, and stands in the ledger for ever. Accounts are locked by whoever
 * calls (`lockAccounts`).
 * @returns false where that was done before: `plan` is not asked then
 */
export async function move(ctx: Ctx, of: Movement, plan: () => Promise<readonly Move[]>): Promise<boolean> {
  const { ids, count } = await insert(
    ctx,
    txn,
    [
      {
        kind: of.kind,
        idemKey: of.key,
        orderId: of.orderId ?? null,
        day: of.day,
        postedAt: ctx.now(),
        reason: of.reason ?? null,
      },
    ],
    sql`on conflict (tenant_id, idem_key) do nothing`,
  )
  if (count === 0) return false
  const moves = (await plan()).filter(({ amount }) => amount !== 0n)
  assert(qtySum(moves.map(({ amount }) => amount)) === 0n, `${of.key} does not add up`)
  assert(new Set(moves.map(({ account }) => account.unit)).size <= 1, `${of.key} mixes units`)
  const after = new Map<string, Qty>()
  for (const { account, lotId, amount } of moves) {
    const balance = (after.get(account.id) ?? (await balanceOf(ctx, account.id))) + amount
    after.set(account.id, balance)
    await insert(ctx, entry, [
      {
        txnId: ids[0] ?? '',
        accountId: account.id,
        lotId,
        unit: account.unit,
        amount: formatQty(amount),
        balanceAfter: formatQty(balance),
      },
    ])
  }
  for (const [id, balance] of after)
    await ctx.tx.run(sql`
      update saas_account set balance = ${formatQty(balance)}, version = version + 1, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${id}`)
  ctx.tell('saas.account')
  return true
}

async function balanceOf(ctx: Ctx, id: string): Promise<Qty> {
  const { balance } = await ctx.tx.one<{ balance: string }>(sql`
    select balance from saas_account where tenant_id = ${ctx.tenantId} and id = ${id}`)
  return parseQty(balance)
}

type Lot = RowOf<typeof lot, 'id' | 'leftQty' | 'priority' | 'effectiveOn' | 'expiresOn' | 'kind'>
/** Taken of a lot. */
export interface Drawn {
  readonly lot: Lot
  readonly qty: Qty
}

/** What of an account can be drawn on a day: by priority, then expiry, then age. Locked. @param orderId of this order's lots only */
async function usable(ctx: Ctx, accountId: string, day: string, orderId?: string): Promise<Lot[]> {
  return ctx.tx.query<Lot>(sql`
    select id, left_qty, priority, effective_on, expires_on, kind from saas_lot
    where tenant_id = ${ctx.tenantId} and account_id = ${accountId} and left_qty > 0 and effective_on <= ${day}
      and (expires_on is null or expires_on >= ${day}) and (${orderId ?? null}::bigint is null or order_id = ${orderId ?? null})
    order by priority, expires_on nulls last, id for update`)
}

interface Draw {
  readonly qty: Qty
  readonly day: string
  /** Lots of this order only. */
  readonly orderId?: string
  /** Why it is refused where there is less; left out: as much as there is. */
  readonly short?: (available: string) => never
}
/** Takes from the lots of an account. A frozen account gives nothing to a sale. */
export async function draw(ctx: Ctx, account: Account, { qty, day, orderId, short }: Draw): Promise<Drawn[]> {
  const lots = await usable(ctx, account.id, day, orderId)
  if (short) {
    if (account.isFrozen) refuse(saasFaults.frozen)
    const available = qtySum(lots.map((one) => parseQty(one.leftQty)))
    if (available < qty) short(formatQty(available))
  }
  const drawn: Drawn[] = []
  let open = qty
  for (const one of lots) {
    if (open === 0n) break
    const part = open < parseQty(one.leftQty) ? open : parseQty(one.leftQty)
    await changeLot(ctx, one.id, -part)
    drawn.push({ lot: one, qty: part })
    open -= part
  }
  return drawn
}

/** More or less left of a lot; less than nothing the database refuses. */
export const changeLot = (ctx: Ctx, id: string, by: Qty): Promise<number> =>
  ctx.tx.run(sql`
    update saas_lot set left_qty = left_qty + ${formatQty(by)}::numeric, version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)

interface NewLot {
  readonly kind: keyof typeof lotKinds
  readonly qty: Qty
  readonly priority: number
  readonly day: string
  readonly expiresOn: string | null
  readonly parentId?: string | null
  readonly orderId?: string | null
}
/** Opens a lot on an account. @returns the move that belongs to it */
export async function openLot(ctx: Ctx, account: Account, of: NewLot): Promise<Move> {
  const { ids } = await insert({ ...ctx, org: { ...ctx.org, id: account.orgId } }, lot, [
    {
      accountId: account.id,
      kind: of.kind,
      qty: formatQty(of.qty),
      leftQty: formatQty(of.qty),
      priority: of.priority,
      effectiveOn: of.day,
      expiresOn: of.expiresOn,
      parentId: of.parentId ?? null,
      orderId: of.orderId ?? null,
    },
  ])
  return { account, lotId: ids[0] ?? null, amount: of.qty }
}
