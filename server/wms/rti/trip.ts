// engine: takes note of empties that drivers bring, whoever may see them

import type { SignedStore } from '@lading/contract/tms/warehouse.ts'
import { rtiIn, rtiLines } from '@lading/contract/wms/rtiBills.ts'
import type { shipBill } from '@lading/contract/wms/shipBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { type BillRow, lockBill, setBill } from '../../platform/document/steps.ts'
import { readTypes } from './accounts.ts'
import { inRules } from './bills.ts'

type Count = ReadonlyMap<string, number>
/** What a store gave on a trip, whatever was signed for beside it. */
function counted(stores: readonly SignedStore[]): ReadonlyMap<string, Count> {
  const all = new Map<string, Map<string, number>>()
  for (const { storeId, empties } of stores)
    for (const { typeId, qty } of empties) {
      const of = all.get(storeId) ?? new Map<string, number>()
      all.set(storeId, of.set(typeId, (of.get(typeId) ?? 0) + qty))
    }
  return all
}

/**
 * Empties that stores gave to the driver of a trip become a paper for each store, to be counted when the truck is back. Told
 * again nothing happens; told otherwise the paper follows, until somebody has approved it.
 */
export async function takeEmpties(
  ctx: Ctx,
  ship: BillRow<typeof shipBill>,
  stores: readonly SignedStore[],
): Promise<void> {
  for (const [storeId, told] of counted(stores)) {
    const types = await readTypes(ctx, [...told.keys()])
    // What is no container of this warehouse's, or does not come back, is on no account.
    const lines = [...told].flatMap(([typeId, qty]) =>
      types.get(typeId)?.returnable ? [{ typeId, qty, planQty: qty, condition: 'GOOD' as const }] : [],
    )
    if (lines.length > 0) await note(ctx, ship, storeId, lines)
  }
}

interface Line {
  readonly typeId: string
  readonly qty: number
  readonly planQty: number
  readonly condition: 'GOOD'
}
async function note(ctx: Ctx, ship: BillRow<typeof shipBill>, storeId: string, lines: readonly Line[]): Promise<void> {
  const sentKey = `${ship.id}:${storeId}`
  const known = await ctx.tx.maybe<{ id: string }>(sql`
    select id from wms_rti_in where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and sent_key = ${sentKey}`)
  if (known) return follow(ctx, known.id, lines)
  const made = await createRow(ctx, rtiIn.header, { storeId, note: ship.billNo, lines }, inRules)
  await setBill(ctx, rtiIn, made, 'SAVED', { sentKey, shipId: ship.id, tripNo: ship.tripNo })
  await tellDriver(ctx, made.id, lines)
}
/** What a driver told stays beside what is counted. */
async function tellDriver(ctx: Ctx, billId: string, lines: readonly Line[]): Promise<void> {
  for (const { typeId, planQty } of lines)
    await ctx.tx.run(sql`
      update wms_rti_in_line set plan_qty = ${planQty} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId} and type_id = ${typeId}`)
}

async function follow(ctx: Ctx, id: string, lines: readonly Line[]): Promise<void> {
  const bill = await lockBill(ctx, rtiIn, id)
  if (bill.state !== 'SAVED') return
  const rows = await ctx.tx.query<RowOf<typeof rtiLines.in, 'typeId' | 'planQty'>>(sql`
    select type_id, plan_qty from wms_rti_in_line
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${id} and plan_qty is not null`)
  const said = (of: readonly { typeId: string; planQty: number | null }[]) =>
    of
      .map((l) => `${l.typeId} ${l.planQty}`)
      .sort()
      .join()
  if (said(rows) === said(lines)) return
  await ctx.tx.run(sql`
    delete from wms_rti_in_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${id}`)
  await insert(
    ctx,
    rtiLines.in,
    lines.map((l) => ({ ...l, billId: id })),
  )
  await setBill(ctx, rtiIn, bill, 'SAVED', { qty: lines.reduce((n, l) => n + l.qty, 0) })
}
