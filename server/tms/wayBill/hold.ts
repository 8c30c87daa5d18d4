import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { planFaults } from '@lading/contract/tms/planFaults.ts'
import { holdMinutes, planHold } from '@lading/contract/tms/planHold.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'

const table = raw(planHold.table)
const own = (ctx: Ctx) => sql`h.tenant_id = ${ctx.tenantId} and h.org_id = ${ctx.org.id}`

export interface Held {
  readonly wayBillId: string
  readonly billNo: string
  readonly user: string
}
/** Which of these way bills somebody else plans just now, in the order of their ids. */
export const heldByOthers = (ctx: Ctx, wayBillIds: readonly string[]): Promise<Held[]> =>
  ctx.tx.query<Held>(sql`
    select h.way_bill_id, w.bill_no, u.real_name as user
    from ${fromHere(ctx, planHold, 'h')} join ${fromHere(ctx, wayBill.header, 'w')} on w.id = h.way_bill_id
      join sys_user u on u.tenant_id = h.tenant_id and u.id = h.user_id
    where h.way_bill_id = any(${wayBillIds}::bigint[]) and h.user_id is distinct from ${ctx.userId ?? null}::bigint and h.held_until > ${ctx.now()}
    order by h.way_bill_id`)

/** The same as names of their planners by way bill. */
export const plannersOf = async (ctx: Ctx, wayBillIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await heldByOthers(ctx, wayBillIds)).map((h) => [h.wayBillId, h.user]))

/** @throws Fault held: one of these is planned by somebody else just now */
export async function demandUnheld(ctx: Ctx, wayBillIds: readonly string[]): Promise<void> {
  const [first] = await heldByOthers(ctx, wayBillIds)
  if (first) refuse(planFaults.held, { no: first.billNo, user: first.user })
}

/**
 * Keeps exactly these way bills for a plan of one's own from now on; those that it had besides are free.
 * @param wayBillIds each once, in the order of their ids
 * @returns until when
 * @throws Fault held
 */
export async function hold(ctx: Ctx, planId: string, wayBillIds: readonly string[]): Promise<Date> {
  const heldUntil = new Date(ctx.now().getTime() + holdMinutes * 60_000)
  await ctx.tx.run(sql`
    delete from ${table} h where ${own(ctx)} and h.plan_id = ${planId} and h.way_bill_id <> all(${wayBillIds}::bigint[])`)
  const userId = ctx.userId ?? ''
  // Whoever comes second waits for the first one's row, and then finds it taken.
  const { count } = await insert(
    ctx,
    planHold,
    wayBillIds.map((wayBillId) => ({ wayBillId, planId, userId, heldUntil })),
    sql`on conflict (tenant_id, org_id, way_bill_id) do update
      set plan_id = excluded.plan_id, user_id = excluded.user_id, held_until = excluded.held_until,
        version = ${table}.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
      where ${table}.user_id = excluded.user_id or ${table}.held_until <= ${ctx.now()}`,
  )
  if (count < wayBillIds.length) {
    await demandUnheld(ctx, wayBillIds)
    refuse(faults.busy)
  }
  return heldUntil
}

/** What a plan keeps is free. */
export const letHeldGo = (ctx: Ctx, planId: string): Promise<number> =>
  ctx.tx.run(sql`delete from ${table} h where ${own(ctx)} and h.plan_id = ${planId}`)

/** Way bills stand on trips: nobody needs to keep them any more. */
export const letPlannedGo = (ctx: Ctx, wayBillIds: readonly string[]): Promise<number> =>
  ctx.tx.run(sql`delete from ${table} h where ${own(ctx)} and h.way_bill_id = any(${wayBillIds}::bigint[])`)
