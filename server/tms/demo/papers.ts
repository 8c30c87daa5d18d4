import { client } from '@lading/contract/tms/client.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { takeDeliveryBill } from '@lading/contract/tms/takeDeliveryBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { instantAt } from '../../kernel/clock.ts'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Seen } from '../../kernel/rules.ts'
import { named } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { takeStep } from '../../platform/document/steps.ts'
import { takeDeliveryRules, takeDeliverySteps } from '../takeDelivery/steps.ts'
import { wayBillRules, wayBillSteps } from '../wayBill/rules.ts'

/** What stores get, by temperature: name, unit, kilograms and cubic metres of one. */
const goods = {
  AMBIENT: [
    ['来丁矿泉水 550ml', '箱', 13.5, 0.021],
    ['东北大米 10kg', '袋', 10, 0.014],
    ['卷筒纸 12卷', '提', 1.8, 0.03],
  ],
  CHILL: [
    ['鲜牛奶 950ml', '箱', 12, 0.018],
    ['冷藏酸奶 8杯', '箱', 6.4, 0.016],
  ],
  FROZEN: [
    ['速冻水饺 1kg', '箱', 10.5, 0.024],
    ['雪糕 24支', '箱', 3.2, 0.015],
  ],
} as const satisfies Record<string, readonly (readonly [name: string, unit: string, kg: number, m3: number])[]>
type Zone = keyof typeof goods

const zoneOf = (i: number): Zone => (i % 7 === 3 ? 'FROZEN' : i % 4 === 1 ? 'CHILL' : 'AMBIENT')
/** @param isBare as somebody types them who knows no measures yet */
const linesOf = (i: number, zone: Zone, isBare: boolean) =>
  goods[zone].map(([productName, uom, kg, m3], k) => {
    const count = 4 + ((i * 7 + k * 5) % 18)
    const [weight, volume] = isBare ? ['0', '0'] : [(count * kg).toFixed(3), (count * m3).toFixed(6)]
    return { productName, uom, planQty: String(count), weight, volume }
  })

/** A day's orders of transport: what stores get and send back, and goods that are fetched. */
export async function seedTransportPapers(run: Run): Promise<void> {
  const sites = await run((ctx) =>
    ctx.tx.query<{ id: string; clientId: string; isDepot: boolean }>(sql`
      select s.id, s.client_id, s.is_depot from ${named(ctx, clientSite, 's')}
      where s.lng is not null and not s.disabled order by s.is_depot desc, s.code`),
  )
  const [depot, second] = sites.filter((s) => s.isDepot)
  const stores = sites.filter((s) => !s.isDepot)
  if (!depot || !second || stores.length === 0) return
  for (let i = 0; i < 60; i++) await run((ctx) => seedWayBill(ctx, depot.id, stores, i))
  await run((ctx) => seedCollections(ctx, second.id, depot.id))
}

type Stores = readonly { readonly id: string; readonly clientId: string }[]
async function seedWayBill(system: Ctx, depotId: string, stores: Stores, i: number): Promise<void> {
  const ctx = await as(system, 'dispatcher')
  const day = businessDay(ctx)
  const store = stores[i % stores.length]
  if (!store) return
  const kind = i % 15 === 7 ? 'RETURN' : i % 20 === 11 ? 'CONTAINER' : 'DELIVERY'
  const zone = zoneOf(i)
  const isBare = i % 12 === 5
  const night = i % 10 === 2
  const way =
    kind === 'DELIVERY' ? { fromSiteId: depotId, toSiteId: store.id } : { fromSiteId: store.id, toSiteId: depotId }
  const made = await createRow(
    ctx,
    wayBill.header,
    {
      ...way,
      kind,
      clientId: store.clientId,
      bizDate: day,
      windowFrom: night ? instantAt(ctx.org.timeZone, `${day} 04:00:00`) : null,
      windowTo: night ? instantAt(ctx.org.timeZone, `${day} 06:30:00`) : null,
      tempZone: zone,
      skills: zone === 'AMBIENT' ? [] : ['REEFER'],
      priority: i % 9 === 4 ? 90 : 50,
      source: kind === 'DELIVERY' ? 'API' : 'MANUAL',
      sourceNo: `SO${day.replaceAll('-', '').slice(2)}${String(i + 1).padStart(3, '0')}`,
      containers: 2 + (i % 6),
      lines: linesOf(i, zone, isBare),
    },
    wayBillRules,
  )
  if (!isBare && i % 6 !== 0) await takeStep(ctx, wayBill, 'approve', made, wayBillSteps.approve)
}

/** One waits to be approved, the other is a way bill already. */
async function seedCollections(system: Ctx, fromSiteId: string, toSiteId: string): Promise<void> {
  const ctx = await as(system, 'dispatcher')
  const clients = await ctx.tx.query<{ id: string }>(sql`
    select c.id from ${named(ctx, client, 'c')} where not c.disabled order by c.code`)
  const day = businessDay(ctx)
  for (const [i, { id: clientId }] of clients.slice(0, 2).entries()) {
    const made = await createRow(
      ctx,
      takeDeliveryBill.header,
      {
        clientId,
        fromSiteId,
        toSiteId,
        bizDate: day,
        wantFrom: instantAt(ctx.org.timeZone, `${day} 13:00:00`),
        wantTo: instantAt(ctx.org.timeZone, `${day} 16:00:00`),
        contact: '发货员小石',
        phone: '19900007001',
        source: 'MANUAL',
        sourceNo: null,
        vendorRef: `GYS-${i + 1}`,
        lines: linesOf(40 + i, 'AMBIENT', false),
      },
      takeDeliveryRules,
    )
    const step = (name: 'submit' | 'approve', seen: Seen) =>
      takeStep(ctx, takeDeliveryBill, name, seen, takeDeliverySteps[name])
    const submitted = await step('submit', made)
    if (i === 0) await step('approve', submitted)
  }
}
