// engine: looks for what is to be claimed, whoever may see it

import { parseQty } from '@lading/contract/kernel/qty.ts'
import { diffBill } from '@lading/contract/wms/diffBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { sjReturn } from '@lading/contract/wms/sjReturn.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, systemAt, systemOrigin } from '../../kernel/ctx.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { Listeners } from '../../platform/outbox/relay.ts'
import { type Claim, type ClaimLine, claim } from './claims.ts'
import { bringHome } from './refused.ts'
import { claimTopic } from './topic.ts'

interface Row extends Omit<ClaimLine, 'qty'> {
  readonly qty: string
  readonly storeId: string
  readonly ownerId: string
}
type Paper = Pick<Claim, 'kind' | 'shipBillId' | 'carrier' | 'occurredOn'> & Claim['source']

/** One discrepancy for each store and owner. */
async function claimAll(ctx: Ctx, paper: Paper, rows: readonly Row[]): Promise<void> {
  const { id, no, ...of } = paper
  const known = await ctx.tx.query<Pick<Row, 'storeId' | 'ownerId'> & object>(sql`
    select distinct b.store_id, b.owner_id from wms_diff_bill b
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.claim_of_id = ${id} and b.kind = ${of.kind} and b.state = 'SAVED'`)
  const whose = new Map([...known, ...rows].map((r) => [`${r.storeId} ${r.ownerId}`, r]))
  for (const { storeId, ownerId } of whose.values()) {
    const own = rows.filter((r) => r.storeId === storeId && r.ownerId === ownerId)
    const lines = own.map(({ storeId: _, ownerId: __, qty, ...l }) => ({ ...l, qty: parseQty(qty) }))
    await claim(ctx, { ...of, source: { id, no }, ownerId, storeId, lines })
  }
}

/** What stores did not take of a shipment comes home by its truck, or is missing: both are claimed. */
async function ofShipment(ctx: Ctx, id: string): Promise<void> {
  const bill = await lockPaper<{ carrier: string | null }>(ctx, sql`wms_ship_bill`, id, sql`t.carrier`)
  if (!bill) return
  await bringHome(ctx, id)
  const rows = await ctx.tx.query<Row & object>(sql`
    select o.id as source_line_id, x.side, s.product_id, o.qpc_id, x.qty, s.reason as cause, x.liable, x.verdict, s.store_id, h.owner_id
    from wms_ship_sign s
    join wms_operate_bill h on h.tenant_id = s.tenant_id and h.org_id = s.org_id and h.id = s.order_id
    join wms_operate_bill_line o on o.tenant_id = s.tenant_id and o.org_id = s.org_id and o.bill_id = s.order_id and o.line_no = s.line_no
    cross join lateral (values
      ('REFUSED', s.refused_qty, 'UNKNOWN', 'BACK'), ('SHORT', s.loaded_qty - s.signed_qty - s.refused_qty, 'CARRIER', null)) as x(side, qty, liable, verdict)
    where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.bill_id = ${id} and x.qty > 0 order by o.bill_id, o.line_no, x.side`)
  const { billNo, carrier } = bill
  await claimAll(ctx, { kind: 'DELIVERY', id, no: billNo, shipBillId: id, carrier, occurredOn: businessDay(ctx) }, rows)
}

/** What a store announced, and did not come. */
async function ofStoreReturn(ctx: Ctx, id: string): Promise<void> {
  const bill = await lockPaper<{ storeId: string; ownerId: string; shipBillId: string | null; state: string }>(
    ctx,
    sql`wms_store_return_bill`,
    id,
    sql`t.store_id, t.owner_id, t.ship_bill_id, t.state`,
  )
  if (!bill || bill.state === 'CANCELED') return
  const { storeId, ownerId, shipBillId, billNo: no } = bill
  const missing = await missingOf(ctx, sql`wms_store_return_bill_line`, id, sql`${storeId}::bigint`, 'STORE')
  const rows = missing.map((r) => ({ ...r, ownerId }))
  await claimAll(ctx, { kind: 'RETURN', id, no, shipBillId, carrier: null, occurredOn: businessDay(ctx) }, rows)
}

/** What a driver brought that no signature told of is claimed for its store; what he did not bring, of him. */
async function ofDriverReturn(ctx: Ctx, id: string): Promise<void> {
  const bill = await lockPaper<{ ownerId: string; shipBillId: string; carrier: string | null; state: string }>(
    ctx,
    sql`wms_sj_return`,
    id,
    sql`t.owner_id, t.ship_bill_id, t.carrier, t.state`,
  )
  if (!bill || bill.state === 'CANCELED') return
  const { ownerId, shipBillId, carrier, billNo: no } = bill
  const of = { id, no, shipBillId, carrier, occurredOn: businessDay(ctx) }
  const told = await ctx.tx.query<Row & object>(sql`
    select l.id as source_line_id, 'REFUSED' as side, l.product_id, l.qpc_id, l.plan_qty as qty, l.cause, 'UNKNOWN' as liable, 'BACK' as verdict,
      l.store_id, ${ownerId}::bigint as owner_id from wms_sj_return_line l
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${id} and l.order_id is null
      and ${bill.state} <> 'SAVED' order by l.line_no`)
  await claimAll(ctx, { ...of, kind: 'DELIVERY' }, told)
  const missing = await missingOf(ctx, sql`wms_sj_return_line`, id, sql`l.store_id`, 'CARRIER')
  const rows = missing.map((r) => ({ ...r, ownerId }))
  await claimAll(ctx, { ...of, kind: 'RETURN' }, rows)
}

/** Dropped of a return, but for what was sent back at the door. */
const missingOf = (ctx: Ctx, table: Sql, billId: string, store: Sql, liable: 'STORE' | 'CARRIER') =>
  ctx.tx.query<Omit<Row, 'ownerId'> & object>(sql`
    select l.id as source_line_id, 'SHORT' as side, l.product_id, l.qpc_id, l.cancel_qty - coalesce(l.refused_qty, 0) as qty, l.cause,
      ${liable} as liable, null as verdict, ${store} as store_id from ${table} l
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${billId} and l.cancel_qty > coalesce(l.refused_qty, 0)
    order by l.line_no`)

/** Two words of one paper are heard one after the other. */
const lockPaper = <R extends object>(ctx: Ctx, table: Sql, id: string, columns: Sql) =>
  ctx.tx.maybe<R & { billNo: string }>(sql`
    select t.bill_no, ${columns} from ${table} t where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.id = ${id} for no key update`)

const heard: Readonly<Record<string, (ctx: Ctx, id: string) => Promise<void>>> = {
  [shipBill.header.key]: ofShipment,
  [storeReturnBill.header.key]: ofStoreReturn,
  [sjReturn.header.key]: ofDriverReturn,
}

/** What the outbox says of papers that may be disputed. */
export const reverseListeners = (kernel: Kernel): Listeners => ({
  [claimTopic]: async (tenantId, events) => {
    const [first] = events
    if (!first) return
    const [key = '', id = ''] = first.key.split(':')
    await perform(
      kernel,
      tenantId,
      systemOrigin(first.id),
      (tx) => systemAt(tx, tenantId, first.orgId),
      async (ctx) => {
        ctx.tell(diffBill.header.key)
        await heard[key]?.(ctx, id)
      },
    )
  },
})
