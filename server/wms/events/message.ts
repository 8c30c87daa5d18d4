// engine: puts what was posted into words once for all that listen: each hears of his own owners and organisations only

import { formatQty, minQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { BusinessEvent, BusinessMessage } from '@lading/contract/sys/businessEvent.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { BizType } from '@lading/contract/wms/stock.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { beQuiet, isQuiet } from './posted.ts'

/** A message, and whose goods its lines are about, so that nobody hears of others'. */
export interface ToldEvent {
  readonly orgId: string
  readonly message: BusinessMessage
  /** Ids of the owners of its lines, in their order. */
  readonly ownerIds: readonly string[]
}
/** Hands a message on to whoever wants it. @returns false: nobody of the tenant wants any */
export type Tell = (ctx: Ctx, event: ToldEvent) => Promise<boolean>

interface Head {
  readonly id: string
  readonly orgId: string
  readonly bizType: BizType
  readonly sourceType: string | null
  readonly reversesId: string | null
  readonly reason: string | null
  readonly createdAt: Date
  readonly orgCode: string
  readonly orgName: string
  readonly no: string | null
  readonly billNo: string | null
  readonly store: string | null
  readonly storeName: string | null
}
interface Row {
  readonly lineNo: number
  readonly ownerId: string
  readonly owner: string
  readonly product: string
  readonly productName: string
  readonly unit: string
  readonly pack: string | null
  readonly lot: string
  readonly productionDate: string | null
  readonly expiryDate: string | null
  readonly batch: string | null
  readonly stockType: string
  readonly bin: string
  readonly container: string | null
  readonly delta: string
}

const names: Partial<Record<BizType, BusinessEvent>> = {
  RECEIVE: 'received',
  PUTAWAY: 'putAway',
  SHIP: 'shipped',
  ADJ_INC: 'adjusted',
  ADJ_DEC: 'adjusted',
  REVERSE: 'reversed',
}
const nameOf = ({ bizType, sourceType }: Head): BusinessEvent | undefined =>
  sourceType === 'stockTake' ? 'counted' : names[bizType]

/** The outbox's `wms.posted`: the posting as a message, for whoever wants it. */
export const postedListener = (kernel: Kernel, tell: Tell): Listener => eventListener(kernel, tell, readEvent)
/** The outbox's `wms.signed`: what a store has got as a message, for whoever wants it. */
export const signedListener = (kernel: Kernel, tell: Tell): Listener => eventListener(kernel, tell, readSigned)

const eventListener =
  (kernel: Kernel, tell: Tell, read: (ctx: Ctx, key: string) => Promise<ToldEvent | undefined>): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events) {
      if (isQuiet(tenantId, kernel.now())) return
      const org = { ...systemOrg, id: orgId }
      const isHeard = await perform(kernel, tenantId, systemOrigin(id), systemIdentity(tenantId, org), async (ctx) => {
        const event = await read(ctx, key)
        return event === undefined || (await tell(ctx, event))
      })
      if (!isHeard) beQuiet(tenantId, kernel.now())
    }
  }

async function readEvent(ctx: Ctx, postingId: string): Promise<ToldEvent | undefined> {
  const head = await ctx.tx.maybe<Head>(sql`
    select p.id, p.org_id, p.biz_type, p.source_type, p.reverses_id, p.reason, p.created_at, o.code as org_code, o.name as org_name,
      coalesce(t.task_no, s.bill_no, k.bill_no) as no, t.bill_no, w.code as store, w.name as store_name
    from wms_posting p join sys_org o on o.tenant_id = p.tenant_id and o.id = p.org_id
    left join wms_task t on t.tenant_id = p.tenant_id and t.id = p.source_id
    left join wms_ship_bill s on s.tenant_id = p.tenant_id and s.id = p.source_id
    left join wms_stock_take_bill k on k.tenant_id = p.tenant_id and k.id = p.source_id
    left join wms_store w on w.tenant_id = p.tenant_id and w.id = p.store_id
    where p.tenant_id = ${ctx.tenantId} and p.id = ${postingId}`)
  const type = head && nameOf(head)
  if (!head || !type) return undefined
  const rows = await readLines(ctx, sql`l.posting_id = ${postingId}`)
  // Of what is put away it is told where it stands now.
  const shown = rows.filter((r) => type !== 'putAway' || parseQty(r.delta) > 0n)
  if (shown.length === 0) return undefined
  return toldOf(head, type, shown, (delta) => delta)
}

/** What was shipped to a store, once it has signed: the goods of the shipment that have left for it. */
async function readSigned(ctx: Ctx, stopId: string): Promise<ToldEvent | undefined> {
  const head = await ctx.tx.maybe<Omit<Head, 'bizType' | 'sourceType' | 'reversesId' | 'reason'> & Stop>(sql`
    select x.id, x.org_id, b.finished_at as created_at, o.code as org_code, o.name as org_name, b.bill_no as no, b.bill_no, b.id as bill_id,
      x.store_id, w.code as store, w.name as store_name
    from wms_ship_stop x join wms_ship_bill b on b.tenant_id = x.tenant_id and b.id = x.bill_id and b.state = 'FINISHED'
    join sys_org o on o.tenant_id = x.tenant_id and o.id = x.org_id
    join wms_store w on w.tenant_id = x.tenant_id and w.id = x.store_id
    where x.tenant_id = ${ctx.tenantId} and x.id = ${stopId}`)
  if (!head) return undefined
  const rows = await readLines(
    ctx,
    sql`l.delta < 0 and l.posting_id in (select p.id from wms_posting p where p.tenant_id = ${ctx.tenantId} and p.org_id = ${head.orgId}
      and p.biz_type = 'SHIP' and p.source_id = ${head.billId} and p.store_id = ${head.storeId})`,
  )
  const of = { ...head, sourceType: shipBill.header.key, reversesId: null, reason: null }
  // Each of several containers counts its own lines.
  const lines = (await withoutRefused(ctx, head, rows)).map((r, i) => ({ ...r, lineNo: i + 1 }))
  return lines.length === 0 ? undefined : toldOf(of, 'signed', lines, (delta) => -delta)
}
/** What the store did not take is no part of what it signed for. */
async function withoutRefused(ctx: Ctx, { billId, storeId }: Stop, rows: readonly Row[]): Promise<readonly Row[]> {
  const refused = await ctx.tx.query<{ ownerId: string; product: string; qty: string }>(sql`
    select b.owner_id, p.code as product, sum(s.refused_qty) as qty from wms_ship_sign s
    join wms_operate_bill b on b.tenant_id = s.tenant_id and b.id = s.order_id
    join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.tenant_id = ${ctx.tenantId} and s.bill_id = ${billId} and s.store_id = ${storeId} and s.refused_qty > 0 group by b.owner_id, p.code`)
  const left = new Map(refused.map((r) => [`${r.ownerId} ${r.product}`, parseQty(r.qty)]))
  return rows.flatMap((row) => {
    const of = `${row.ownerId} ${row.product}`
    const off = minQty(left.get(of) ?? 0n, -parseQty(row.delta))
    left.set(of, (left.get(of) ?? 0n) - off)
    const delta = parseQty(row.delta) + off
    return delta === 0n ? [] : [{ ...row, delta: formatQty(delta) }]
  })
}
interface Stop {
  readonly billId: string
  readonly storeId: string
}

/** Both sides of a posting stand in the ledger `l`; what stands outside the warehouse is nobody's place. */
const readLines = (ctx: Ctx, which: Sql): Promise<Row[]> =>
  ctx.tx.query<Row>(sql`
    select l.line_no, l.owner_id, w.code as owner, p.code as product, p.name as product_name, p.base_unit as unit, q.name as pack, x.lot_no as lot,
      x.production_date, x.expire_date as expiry_date, x.production_batch as batch, l.stock_type, b.code as bin, nullif(c.code, 'LOOSE') as container, l.delta
    from wms_ledger l join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.bin_id
    join wms_owner w on w.tenant_id = l.tenant_id and w.id = l.owner_id
    join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
    left join mdm_product_qpc q on q.tenant_id = l.tenant_id and q.id = l.qpc_id
    join wms_lot x on x.tenant_id = l.tenant_id and x.id = l.lot_id
    left join wms_container c on c.tenant_id = l.tenant_id and c.id = l.container_id
    where l.tenant_id = ${ctx.tenantId} and b.usage <> 'VIRTUAL' and ${which} order by l.posting_id, l.line_no`)

function toldOf(
  head: Omit<Head, 'bizType'>,
  type: BusinessEvent,
  rows: readonly Row[],
  counted: (delta: Qty) => Qty,
): ToldEvent {
  const message: BusinessMessage = {
    id: head.id,
    type,
    version: 1,
    occurredAt: head.createdAt.toISOString(),
    org: { code: head.orgCode, name: head.orgName },
    source: { kind: head.sourceType, no: head.no, billNo: head.billNo },
    store: head.store,
    storeName: head.storeName,
    reason: head.reason,
    reverses: head.reversesId,
    lines: rows.map(({ ownerId: _, delta, ...line }) => ({ ...line, qty: formatQty(counted(parseQty(delta))) })),
  }
  return { orgId: head.orgId, message, ownerIds: rows.map((r) => r.ownerId) }
}
