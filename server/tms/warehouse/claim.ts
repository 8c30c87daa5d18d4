import { abnormal, type Duty } from '@lading/contract/tms/abnormal.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import type { GoodsClaim } from '@lading/contract/tms/warehouse.ts'
import { wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { type Warehouse, within } from './asks.ts'

interface Told {
  readonly no: string
  readonly kind: string
  readonly what: string
  readonly duty: Duty | null
  readonly tripId: string | null
  readonly carrier: string | null
  readonly dcId: string
  readonly orderId: string
  readonly orderLineId: string
  readonly qty: string
}
const sides: Readonly<Record<string, GoodsClaim['side']>> = { DAMAGE: 'DAMAGED', REJECT: 'REFUSED' }
const liable: Readonly<Record<string, GoodsClaim['liable']>> = {
  ...{ DC: 'DC', CARRIER: 'CARRIER', DRIVER: 'CARRIER', STORE: 'STORE' },
}

/** What an abnormal says of goods of the warehouse, as it stands. */
const toldOf = (ctx: Ctx, id: string): Promise<(Told & object) | undefined> =>
  ctx.tx.maybe<Told & object>(sql`
    select a.bill_no as no, a.kind, a.what, a.duty, a.trip_id, c.name as carrier, p.org_ref as dc_id, l.out_order_id as order_id,
      l.out_line_id as order_line_id, a.claim_qty as qty
    from ${fromHere(ctx, abnormal.header, 'a')} join ${fromHere(ctx, wayBillLine, 'l')} on l.id = a.claim_line_id
    join ${fromHere(ctx, wayBill.header, 'w')} on w.id = l.bill_id
    join ${named(ctx, clientSite, 'p')} on p.id = w.from_site_id and p.org_ref is not null
    left join ${named(ctx, carrier, 'c')} on c.id = a.carrier_id
    where a.id = ${id} and l.out_line_id is not null`)

/** Transport's own word that goods turned out to be wrong. */
export const claimListener =
  (kernel: Kernel, warehouse: Warehouse): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events.slice(0, 1)) {
      const run = within(kernel, tenantId, id)
      const told = await run(orgId, (ctx) => toldOf(ctx, key))
      if (!told) continue
      const { no, kind, what, duty, dcId, ...of } = told
      await run(dcId, (ctx) =>
        warehouse.takeClaim(ctx, {
          ...{ ...of, source: { id: key, no }, side: sides[kind] ?? 'SHORT', cause: what },
          liable: liable[duty ?? ''] ?? 'UNKNOWN',
        }),
      )
    }
  }
