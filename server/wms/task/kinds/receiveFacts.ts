// engine: locks tasks and their lines, and moves what they say

import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../../kernel/ctx.ts'
import { jsonOf } from '../../../kernel/json.ts'
import {
  type ContainerFacts,
  factsJson,
  isSystem,
  productJson,
  productOf,
  type RawProduct,
} from '../../masters/facts.ts'
import { notServedHere } from '../../masters/ownerDc.ts'
import { type FaceRow, facesJson } from '../../putAway/propose.ts'
import { type RuleRow, rulesJson } from '../../putAway/rules.ts'
import type { LineRow, TaskRow } from '../read.ts'

/** The order's line that goods are received against. */
export interface OrderLine {
  id: string
  planQty: string
  cancelQty: string
  doneQty: string
  ownerPct: string | null
  lotPerReceipt: boolean
  dateInversion: 'NONE' | 'WARN' | 'BLOCK'
  billId: string
  deadlineAt: string | null
  owner: string
  /** The order's owner is no longer served at this centre. */
  isElsewhere: boolean
  /** Production date of the newest goods that came before, where the owner asks. */
  newest: string | null
}

/** All that a receipt asks of masters and order, in one statement. */
export interface Facts {
  readonly product: RawProduct | null
  readonly orderLine: OrderLine | null
  /** Where received goods stand first: the dock's bin, or the general receiving bin. */
  readonly binId: string | null
  readonly box: ContainerFacts | null
  readonly loose: string | null
  readonly vendorBin: string | null
  readonly attrs: readonly Asked[] | null
  readonly faces: FaceRow[] | null
  readonly rules: RuleRow[] | null
}
export interface Asked {
  readonly name: string
  readonly needed: boolean
}
/** @param code of the container that takes the goods */
export async function readFacts(
  ctx: Ctx,
  task: TaskRow,
  line: LineRow,
  code: string,
  stockType: string,
): Promise<Facts> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const productId = line.productId ?? ''
  const bin =
    task.dockId === null
      ? sql`select id::text from wms_bin where ${here} and usage = 'RECEIVE' and not disabled order by ${isSystem('wms_bin')}, pick_seq, code limit 1`
      : sql`select bin_id::text from wms_dock where tenant_id = ${ctx.tenantId} and id = ${task.dockId}`
  return ctx.tx.one<Facts>(sql`
    select ${productJson(ctx, productId, line.qpcId)} as product, ${orderLineJson(ctx, line)} as order_line, (${bin}) as bin_id,
      (select ${factsJson('c', 'k')} from wms_container c join wms_container_type k on k.tenant_id = c.tenant_id and k.id = c.type_id
        where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.code = ${code}) as box,
      (select id::text from wms_container where ${here} and code = 'LOOSE') as loose,
      (select id::text from wms_bin where ${here} and code = 'V_VENDOR') as vendor_bin,
      (select json_agg(${jsonOf('a', [], ['name', 'needed'])}) from mdm_product_lot_attr a where a.tenant_id = ${ctx.tenantId} and a.product_id = ${productId}) as attrs,
      ${facesJson(ctx, productId)} as faces, ${rulesJson(ctx, productId, line.ownerId ?? '', stockType)} as rules`)
}

/** @throws Fault notFound for what a receipt cannot do without */
export const foundFacts = (facts: Facts, code: string) => ({
  product: productOf(found(facts.product ?? undefined, ['商品', 'Product'])),
  order: found(facts.orderLine ?? undefined, ['订货通知单明细', 'Inbound order line']),
  binId: found(facts.binId ?? undefined, ['货位', 'Bin'], 'RECEIVE'),
  container: found(facts.box ?? undefined, ['容器', 'Container'], code),
  loose: found(facts.loose ?? undefined, ['容器', 'Container'], 'LOOSE'),
  vendorBin: found(facts.vendorBin ?? undefined, ['货位', 'Bin'], 'V_VENDOR'),
})

const orderLineJson = (ctx: Ctx, line: LineRow): Sql => sql`(
  select ${jsonOf('l', ['id', 'planQty', 'cancelQty', 'doneQty'], [], {
    ownerPct: 'o.over_pct::text',
    lotPerReceipt: 'o.lot_per_receipt',
    dateInversion: 'o.date_inversion',
    billId: 'b.id::text',
    deadlineAt: 'b.deadline_at',
    owner: 'o.code',
    isElsewhere: 'x.elsewhere',
    newest: 'x.newest',
  })}
  from wms_order_bill_line l join wms_order_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id join wms_owner o on o.tenant_id = b.tenant_id and o.id = b.owner_id
  cross join lateral (select ${notServedHere(ctx, sql`o.id`)} as elsewhere, case when o.date_inversion <> 'NONE' then (
    select max(g.production_date)::text from wms_lot g
    where g.tenant_id = ${ctx.tenantId} and g.org_id = ${ctx.org.id} and g.owner_id = ${line.ownerId} and g.product_id = ${line.productId}) end as newest) x
  where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.id = ${line.billLineId})`
