// engine: writes down what transport found wrong with goods, whoever may see it

import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { GoodsClaim } from '@lading/contract/tms/warehouse.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { businessDay } from '../../platform/document/day.ts'
import { claim } from '../reverse/claims.ts'

interface Line {
  readonly ownerId: string
  readonly storeId: string
  readonly productId: string
  readonly qpcId: string | null
  readonly shipBillId: string | null
}
/** A discrepancy for what was found wrong after a store had signed. Told again, nothing happens. */
export async function takeClaim(ctx: Ctx, of: GoodsClaim): Promise<void> {
  const line = await ctx.tx.maybe<Line & object>(sql`
    select h.owner_id, h.store_id, l.product_id, l.qpc_id,
      (select b.id from wms_ship_bill b where b.tenant_id = h.tenant_id and b.org_id = h.org_id and b.sent_trip_id = ${of.tripId}::bigint and b.state <> 'CANCELED' limit 1) as ship_bill_id
    from wms_operate_bill_line l join wms_operate_bill h on h.tenant_id = l.tenant_id and h.org_id = l.org_id and h.id = l.bill_id
    where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${of.orderId} and l.id = ${of.orderLineId} for no key update of h`)
  if (!line) return
  const { ownerId, storeId, shipBillId, productId, qpcId } = line
  await claim(ctx, {
    ...{ kind: 'DELIVERY', source: of.source, ownerId, storeId, shipBillId, carrier: of.carrier },
    occurredOn: businessDay(ctx),
    lines: [
      {
        ...{ sourceLineId: of.orderLineId, side: of.side, productId, qpcId, qty: parseQty(of.qty) },
        ...{ cause: of.cause.slice(0, 100), liable: of.liable, verdict: null },
      },
    ],
  })
}
