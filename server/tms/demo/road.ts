import { guidance as materials } from '@lading/contract/sys/guidance.ts'
import { abnormal } from '@lading/contract/tms/abnormal.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { tripEvaluate } from '@lading/contract/tms/evaluate.ts'
import { gpsConfig, gpsDevice, type PushedFix } from '@lading/contract/tms/gps.ts'
import { shipPlanBill, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as } from '../../platform/demo/site.ts'
import { takeStep } from '../../platform/document/steps.ts'
import { openAbnormal } from '../abnormal/open.ts'
import { abnormalSteps } from '../abnormal/steps.ts'
import { rateTrip } from '../evaluate/rate.ts'
import { evaluateRules } from '../evaluate/served.ts'
import type { At } from '../gps/coords.ts'
import { gpsRules } from '../gps/served.ts'
import { takeFixes } from '../gps/take.ts'
import { followTrip } from '../watch/follow.ts'

/** Two ways by which positions come: a provider's system, and terminals of one's own. */
export async function seedDevices(ctx: Ctx): Promise<void> {
  const trucks = await ctx.tx.query<{ id: string; code: string }>(sql`
    select k.id, k.code from ${named(ctx, truck, 'k')} where not k.disabled order by k.code limit 10`)
  const deviceOf = ({ id, code }: { id: string; code: string }) => ({
    deviceNo: `13900${code.replace(/\D/g, '')}0`,
    truckId: id,
  })
  const [first, last] = [trucks.slice(0, 8), trucks.slice(8)]
  const own = { code: 'GPS', name: '车联网平台', kind: 'HTTP', system: 'GCJ02', devices: first.map(deviceOf) }
  await createRow(ctx, gpsConfig, own, gpsRules)
  const terminals = { code: 'T808', name: '自有部标终端', kind: 'JT808', system: 'WGS84', devices: last.map(deviceOf) }
  await createRow(ctx, gpsConfig, terminals, gpsRules)
  await insert(ctx, materials, [
    {
      ...{
        title: '在途监控怎么用',
        kind: 'ARTICLE',
        product: 'tms',
        audience: ['TENANT'],
        state: 'PUBLISHED',
        edition: '1.0',
      },
      ...{ pages: 'tms/truckWorkWatchDashboard tms/abnormalCenterList', publishedAt: ctx.now(), url: null },
      body: '左侧选择车辆，右侧显示派车单的计划、预计和实际到达时间，可回放轨迹。\n超过设定分钟没有定位、偏航、长停或预计晚到时自动生成异常，请在异常中心指派和处理。',
    },
  ])
}

interface OnRoad {
  readonly id: string
  readonly truckId: string
  readonly actDepartAt: Date
  readonly lng: string
  readonly lat: string
}
interface Leg {
  readonly lng: string
  readonly lat: string
  readonly arriveAt: Date | null
  readonly leaveAt: Date | null
  readonly planAt: Date | null
}
const minute = 60_000

/** A truck's way until now: at the depot when it left, at each stop when it was there, on its way to the next. */
function drive(trip: OnRoad, legs: readonly Leg[], deviceNo: string, now: number): PushedFix[] {
  const at = ({ lng, lat }: { lng: string; lat: string }): At => [Number(lng), Number(lat)]
  const known: { t: number; p: At }[] = [{ t: trip.actDepartAt.getTime(), p: at(trip) }]
  for (const leg of legs) {
    if (leg.arriveAt) known.push({ t: leg.arriveAt.getTime(), p: at(leg) })
    if (leg.leaveAt) known.push({ t: leg.leaveAt.getTime(), p: at(leg) })
  }
  const next = legs.find((l) => !l.arriveAt)
  if (next) known.push({ t: Math.max(now + 10 * minute, next.planAt?.getTime() ?? 0), p: at(next) })
  const fixes: PushedFix[] = []
  for (let t = known[0]?.t ?? now; t <= now; t += minute) {
    const before = known.findLast((k) => k.t <= t)
    const after = known.find((k) => k.t > t)
    if (!before) continue
    const share = after ? (t - before.t) / (after.t - before.t) : 0
    const to = after?.p ?? before.p
    const [lng, lat] = [before.p[0] + (to[0] - before.p[0]) * share, before.p[1] + (to[1] - before.p[1]) * share]
    const isStill = to[0] === before.p[0] && to[1] === before.p[1]
    fixes.push({ deviceNo, at: new Date(t).toISOString(), lng, lat, speedKmh: isStill ? 0 : 38, temps: [4.2] })
  }
  return fixes
}

/** The trucks on the road say where they are; one has broken down; what is over was rated. */
export async function seedRoad(system: Ctx): Promise<void> {
  const ctx = await as(system, 'dispatcher')
  const trips = await ctx.tx.query<OnRoad>(sql`
    select t.id, t.truck_id, t.act_depart_at, d.lng, d.lat from ${fromHere(ctx, shipPlanBill.header, 't')} join ${named(ctx, clientSite, 'd')} on d.id = t.depart_site_id
    where t.state = 'IN_TRANSIT' and t.truck_id is not null and d.lng is not null order by t.id`)
  for (const trip of trips) {
    const legs = await ctx.tx.query<Leg>(sql`
      select p.lng, p.lat, s.act_arrive_at as arrive_at, s.act_leave_at as leave_at, s.plan_arrive_at as plan_at
      from ${fromHere(ctx, tripStop, 's')} join ${named(ctx, clientSite, 'p')} on p.id = s.site_id where s.bill_id = ${trip.id} order by s.seq`)
    const device = await ctx.tx.maybe<{ deviceNo: string; configId: string } & object>(sql`
      select d.device_no, d.config_id from ${named(ctx, gpsDevice, 'd')} where d.truck_id = ${trip.truckId}`)
    if (!device) continue
    const source = { id: device.configId, system: 'WGS84' as const }
    await takeFixes(ctx, source, drive(trip, legs, device.deviceNo, ctx.now().getTime()))
    await followTrip(system, trip.id)
  }
  const [, broken = trips[0]] = trips
  if (broken)
    await openAbnormal(ctx, {
      ...{ kind: 'BREAKDOWN', what: '冷机报警，司机停车检查', episode: 'demo', tripId: broken.id, source: 'DRIVER' },
      ...{ lng: broken.lng, lat: broken.lat },
    })
  await settleFirst(ctx)
  const over = await ctx.tx.query<{ id: string }>(sql`
    select t.id from ${fromHere(ctx, shipPlanBill.header, 't')} where t.state = 'CLOSED' order by t.id limit 3`)
  for (const { id } of over) {
    await rateTrip(system, id)
    await createRow(
      ctx,
      tripEvaluate.header,
      { tripId: id, stars: 4, comment: '到店准时，一家门店无人收货' },
      evaluateRules,
    )
  }
}

/** What a store did not take was settled: the store bears it. */
async function settleFirst(ctx: Ctx): Promise<void> {
  const row = await ctx.tx.maybe<{ id: string; version: number } & object>(sql`
    select a.id, a.version from ${fromHere(ctx, abnormal.header, 'a')} where a.kind = 'REJECT' and a.state = 'OPEN' order by a.id limit 1`)
  if (!row) return
  const input = { result: '门店承认无人收货，重新安排配送', duty: 'STORE', amount: '80' }
  const { id, version } = await takeStep(ctx, abnormal, 'resolve', { ...row, input }, abnormalSteps.resolve)
  await takeStep(ctx, abnormal, 'toFee', { id, version }, abnormalSteps.toFee)
}
