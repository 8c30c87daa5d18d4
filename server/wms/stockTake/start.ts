// engine: counts bins whose locks it holds: who sees a count sees all that it counts

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { stockTakeBill, stockTakeBin, type TakeKind } from '@lading/contract/wms/stockTakeBill.ts'
import type { countNow } from '@lading/contract/wms/stockTakeCalls.ts'
import { takeFaults } from '@lading/contract/wms/stockTakeFaults.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { Input } from '../../kernel/rules.ts'
import { from, named } from '../../kernel/scope.ts'
import { documentRules } from '../../platform/document/served.ts'
import { type BillRow, lockBill, setBill } from '../../platform/document/steps.ts'
import { byId } from '../stock/key.ts'
import { readTake, type TakeBin } from './bins.ts'
import { makeCounts } from './count.ts'
import { countableOf } from './countable.ts'
import { binsOf, type Scope, type ScopedBin, takenOf } from './scope.ts'
import { demandTeam, shareOut } from './team.ts'

/** Who is limited to some owners counts the goods of one of them. @throws Fault required */
function demandOwner(ctx: Ctx, input: Input): void {
  if (ctx.owners === null || input.ownerId) return
  const [only, ...others] = ctx.owners
  if (only === undefined || others.length > 0)
    refuse(faults.required, { field: stockTakeBill.header.fields.ownerId.title })
  input.ownerId = only
}

export const takeRules = documentRules(stockTakeBill, {
  beforeCreate: async (ctx, input) => demandOwner(ctx, input),
  beforeUpdate: async (ctx, input) => {
    if ('ownerId' in input) demandOwner(ctx, input)
  },
})

/** The bins are those that match now, and each is in one count only: tasks by area, so many bins each. */
export async function start(ctx: Ctx, bill: BillRow<typeof stockTakeBill>): Promise<undefined> {
  const bins = await binsOf(ctx, bill as unknown as Scope)
  if (bins.length === 0) refuse(takeFaults.noBins)
  await begin(ctx, bill.id, bins)
}

/** Locks the bins, so that no second count begins meanwhile, and makes the work. */
async function begin(ctx: Ctx, takeId: string, bins: readonly ScopedBin[]): Promise<void> {
  const take = await readTake(ctx, takeId)
  const ids = bins.map((b) => b.id).sort(byId)
  await ctx.tx.query(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[]) order by id for no key update`)
  const [taken] = await takenOf(ctx, ids, take)
  if (taken)
    refuse(takeFaults.binInTake, {
      bin: rowName(bin, taken.binId, taken.bin),
      no: rowName(stockTakeBill.header, taken.takeId, taken.billNo),
    })
  const rows = bins.map((b) => ({
    id: ctx.newId(),
    takeId,
    binId: b.id,
    ownerId: take.ownerId,
    productId: take.productId,
  }))
  await insert(ctx, stockTakeBin, rows)
  if (take.lockBins)
    await ctx.tx.run(sql`
      update wms_bin set lock_in = true, lock_out = true, lock_reason = ${take.billNo}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${ids}::bigint[]) and not lock_in and not lock_out`)
  await demandTeam(ctx, take.teamIds)
  const idOf = new Map(rows.map((r) => [r.binId, r]))
  const shares = shareOut(bins, take.binsPerTask, take.teamIds).map(({ bins: of, userId }) => ({
    userId,
    bins: of.map((b): TakeBin => ({ ...blank, ...found(idOf.get(b.id), ['货位', 'Bin']) })),
  }))
  await makeCounts(ctx, take, shares, null)
}
const blank = { state: 'OPEN', round: 1, taskLineId: null, countedAt: null, countedBy: null } as const

/** What a count of its own is about, that begins at once. */
interface Wanted {
  readonly kind: TakeKind
  readonly binIds: readonly string[]
  readonly ownerId: string | null
  readonly productId: string | null
  readonly note?: string
}

/** Makes a count of named bins that is begun already. */
export async function beginCount(ctx: Ctx, w: Wanted): Promise<{ id: string; billNo: string; bins: number }> {
  const made = await createRow(
    ctx,
    stockTakeBill.header,
    { kind: w.kind, ownerId: w.ownerId, productId: w.productId, ...(w.note && { note: w.note }) },
    takeRules,
  )
  const bill = await lockBill(ctx, stockTakeBill, made.id)
  const bins = await ctx.tx.query<ScopedBin>(sql`
    select b.id, b.code, b.area_id, false as empty from ${named(ctx, bin, 'b')} where b.org_id = ${ctx.org.id} and b.id = any(${w.binIds}::bigint[])
      and b.usage <> 'VIRTUAL' order by b.area_id, b.pick_seq, b.code`)
  if (bins.length === 0) refuse(takeFaults.noBins)
  await begin(ctx, bill.id, bins)
  await setBill(ctx, stockTakeBill, bill, 'INPROGRESS', { approvedAt: ctx.now(), startedAt: ctx.now() })
  return { id: bill.id, billNo: bill.billNo, bins: bins.length }
}

/** 立即盘点: what somebody points at is counted now, where something can be counted. */
export async function countBinsNow(
  ctx: Ctx,
  { binIds, productId }: z.output<typeof countNow.input>,
): Promise<z.output<typeof countNow.output>> {
  demandDc(ctx)
  const counted = (await countableOf(ctx, 'SPOT')).where('s')
  const there = sql`select 1 from ${named(ctx, stock, 's')} where s.org_id = ${ctx.org.id} and s.bin_id = b.id and s.qty > 0`
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select b.id from ${from(ctx, bin, 'b')} where b.org_id = ${ctx.org.id} and b.id = any(${binIds}::bigint[])
      and (not exists (${there}) or exists (${there} and ${counted}))`)
  return beginCount(ctx, { kind: 'SPOT', binIds: rows.map((r) => r.id), ownerId: null, productId: productId ?? null })
}
