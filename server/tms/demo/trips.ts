import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as } from '../../platform/demo/site.ts'
import { takeStep } from '../../platform/document/steps.ts'
import { createTrip, type MadeTrip } from '../trip/make.ts'
import { roadTrips } from '../trip/read.ts'
import { record } from '../trip/road.ts'
import { tripSteps } from '../trip/steps.ts'

interface Waiting {
  readonly id: string
  readonly siteId: string
  readonly fromSiteId: string
}
const minutes = 60_000
const iso = (at: number): string => new Date(at).toISOString()

/** Trips of the day: one signed with a refusal, one on the road, two yet to be released. */
export async function seedTransportTrips(system: Ctx): Promise<void> {
  const ctx = await as(system, 'dispatcher')
  const waiting = await ctx.tx.query<Waiting>(sql`
    select w.id, w.to_site_id as site_id, w.from_site_id from ${fromHere(ctx, wayBill.header, 'w')}
    where w.state = 'CONFIRMED' and w.kind = 'DELIVERY' order by w.id limit 14`)
  const trucks = await ctx.tx.query<{ id: string }>(sql`
    select k.id from ${named(ctx, truck, 'k')} where k.code = any('{沪A31010,沪A31017,沪A31031,沪A31045}'::text[]) order by k.code`)
  const now = ctx.now().getTime()
  for (const [i, [fromMin, toMin, drive]] of (
    [
      [-300, -30, 'closed'],
      [-60, 240, 'road'],
      [120, 420, 'draft'],
      [180, 480, 'draft'],
    ] as const
  ).entries()) {
    const own = waiting.slice(i * 3, i * 3 + 3)
    const made = await trip(ctx, own, trucks[i]?.id ?? null, [now + fromMin * minutes, now + toMin * minutes])
    if (made && drive !== 'draft') await driven(ctx, made, now + fromMin * minutes, drive === 'closed')
  }
}

async function trip(ctx: Ctx, own: readonly Waiting[], truckId: string | null, [from, to]: readonly [number, number]) {
  const [first] = own
  if (!first) return undefined
  const sites = [...Map.groupBy(own, (w) => w.siteId)]
  const part = (to - from) / (sites.length + 1)
  return createTrip(ctx, {
    ...{ source: 'MANUAL', departSiteId: first.fromSiteId, truckId, planDepartAt: iso(from), planReturnAt: iso(to) },
    stops: sites.map(([siteId, bills], i) => ({
      siteId,
      planArriveAt: iso(from + part * (i + 1)),
      planLeaveAt: iso(from + part * (i + 1) + 15 * minutes),
      wayBillIds: bills.map((w) => w.id),
    })),
  })
}

/** Released and departed; with a first stop that is signed, or all of them, one of which did not take all. */
async function driven(ctx: Ctx, made: MadeTrip, departAt: number, isOver: boolean): Promise<void> {
  const { version } = await takeStep(ctx, shipPlanBill, 'release', made, tripSteps.release)
  const [whole] = await roadTrips(ctx, [made.id])
  if (!whole) return
  const stops = (isOver ? whole.stops : whole.stops.slice(0, 1)).map((s, i) => {
    const arrive = departAt + (isOver ? 60 * (i + 1) : 40) * minutes
    const isShort = isOver && i === 1
    const items = s.items.map(({ wayBillId }) => ({
      wayBillId,
      signer: '店长小何',
      ...(isShort && { lines: [], reason: '门店无人' }),
    }))
    return { stopId: s.id, arriveAt: iso(arrive), leaveAt: iso(arrive + 10 * minutes), items }
  })
  const back = isOver ? { returnAt: iso(departAt + 265 * minutes), odoEnd: 52_110 } : {}
  await record(ctx, { id: made.id, version, departAt: iso(departAt), odoStart: 52_040, stops, ...back })
}
