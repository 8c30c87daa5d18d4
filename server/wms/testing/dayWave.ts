import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { insertReservations, reserve } from '../stock/reservations.ts'
import { createTasks, type NewLine } from '../task/create.ts'
import { day, inside, PB, productId, SB, server } from './dayDesk.ts'
import { balance, keyAt } from './dayYard.ts'

/** Order lines by `S1/P1`. */
export const wanted = new Map<string, string>()
export const bills = new Map<string, string>()
export const picks = new Map<string, string>()
export const lineId = (code: string) => wanted.get(code) ?? ''
export const plan = { 'S1/P1': 720, 'S1/P2': 8, 'S2/P1': 960, 'S2/P2': 18, 'S3/P1': 288, 'S3/P2': 10 }
export const lockStorage = (locked: boolean) =>
  inside((ctx) =>
    ctx.tx.run(sql`update wms_bin set lock_out = ${locked} where tenant_id = ${ctx.tenantId} and usage = 'STORAGE'`),
  )

/** What a wave adds to allocation: the missing waits on the pick face, pieces of all stores are picked together. */
export async function wave(ctx: Ctx): Promise<void> {
  const [pb, sb] = [await keyAt(ctx, day, PB), await keyAt(ctx, day, SB)]
  const lotC = await keyAt(ctx, day, { ...PB, lot: 'C' })
  const line = (code: string, key: typeof pb, units: number): NewLine & { id: string; code: string } => {
    const { binId: fromBinId, containerId: fromContainerId, ...goods } = key
    return {
      id: ctx.newId(),
      code,
      ...goods,
      fromBinId,
      fromContainerId,
      billLineId: lineId(code),
      storeId: day.stores.get(code.slice(0, 2)) ?? null,
      planQty: wholeQty(units),
    }
  }
  const cases = [line('S1/P1', pb, 240), line('S2/P1', pb, 960), line('S3/P1', lotC, 288)]
  const pieces = [line('S1/P2', sb, 8), line('S2/P2', sb, 18), line('S3/P2', sb, 10)]
  const { id: stockId } = await balance(ctx, day, SB)
  const demand = (l: (typeof cases)[0]) => ({
    demandType: operateBill.header.key,
    demandLineId: lineId(l.code),
    taskLineId: l.id,
  })
  const granted = await reserve(
    ctx,
    pieces.map((l) => ({ stockId, qty: l.planQty, kind: 'ALLOC' as const, ...demand(l), idemKey: `wv:${l.code}` })),
  )
  expect(granted.map((g) => Number(g.qty) / 1000)).toEqual([8, 18, 4])
  const missing = [
    ...cases.map((l) => ({ l, key: pb, qty: l.planQty })),
    { l: pieces[2] as (typeof cases)[0], key: sb, qty: wholeQty(6) },
  ]
  await insertReservations(
    ctx,
    missing.map(({ l, key, qty }) => ({
      ...key,
      stockId: null,
      kind: 'ALLOC' as const,
      qty,
      ...demand(l),
      idemKey: `pend:${l.code}`,
    })),
  )
  const { pickAreaId } = await ctx.tx.one<{ pickAreaId: string }>(sql`
    select id as pick_area_id from wms_pick_area where tenant_id = ${ctx.tenantId} and code = 'PIECES'`)
  const made = await createTasks(ctx, [
    ...cases.map((l) => {
      const store = l.code.slice(0, 2)
      const bill = { key: operateBill.header.key, id: bills.get(store) ?? '', no: store }
      return {
        taskType: 'PICK' as const,
        state: 'WAIT' as const,
        bill,
        storeId: day.stores.get(store) ?? null,
        lines: [l],
      }
    }),
    { taskType: 'PICK' as const, state: 'WAIT' as const, pickAreaId, lines: pieces },
  ])
  for (const [i, name] of ['S1b', 'S2', 'S3', 'batch'].entries()) picks.set(name, made[i]?.id ?? '')
  await ctx.tx.run(sql`update wms_operate_bill_line set booked_qty = plan_qty where tenant_id = ${ctx.tenantId}`)
}
export const pendingUnits = (product: string) =>
  inside((ctx) =>
    ctx.tx.one(sql`
      select coalesce(sum(qty - used_qty - freed_qty), 0)::float as units from wms_reservation
      where tenant_id = ${ctx.tenantId} and state = 'PENDING' and product_id = ${productId(product)}`),
  )

export async function bookedUnits(): Promise<Map<string, number>> {
  const rows = await inside((ctx) =>
    ctx.tx.query<{ id: string; q: number }>(
      sql`select id, booked_qty::float as q from wms_operate_bill_line where tenant_id = ${ctx.tenantId}`,
    ),
  )
  return new Map(rows.map((r) => [r.id, r.q]))
}
export const pickTasks = () =>
  inside((ctx) =>
    ctx.tx.query<{ id: string; version: number; productId: string }>(sql`
      select distinct t.id, t.version, l.product_id from wms_task t join wms_task_line l on l.tenant_id = t.tenant_id and l.task_id = t.id
      where t.tenant_id = ${ctx.tenantId} and t.task_type = 'PICK' order by t.id`),
  )
/** Order lines as planned and as shipped. */
export const served = () =>
  inside((ctx) =>
    ctx.tx.query<{ plan: number; sent: number }>(
      sql`select plan_qty::float as plan, sent_qty::float as sent from wms_operate_bill_line where tenant_id = ${ctx.tenantId}`,
    ),
  )

export const shortPicks = () =>
  inside((ctx) =>
    ctx.tx.query(
      sql`select state, reason, short_qty::float as short, bill_line_id from wms_pick_diff where tenant_id = ${ctx.tenantId}`,
    ),
  )

/** What still waits when all that goods have woken is awake. */
export const waitingTasks = async () => {
  await server.relay.drain()
  return inside((ctx) =>
    ctx.tx.query<{ id: string; version: number }>(
      sql`select id, version from wms_task where tenant_id = ${ctx.tenantId} and state = 'WAIT' order by id`,
    ),
  )
}
