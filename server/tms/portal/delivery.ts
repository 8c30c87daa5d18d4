// engine: shows a receiver his own delivery

import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { starsMax } from '@lading/contract/tms/evaluate.ts'
import { trackCalls, trackDays, trackWayBill } from '@lading/contract/tms/portal.ts'
import { roadFaults } from '@lading/contract/tms/roadFaults.ts'
import { onRoadStates, shipPlanBill, tripItem, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { type WayBillState, wayBill, wayBillStates } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { instantAt, wallTime } from '../../kernel/clock.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { Shown, Sign, SignedPage } from '../../platform/signed/signedPages.ts'
import { rateOnce } from '../evaluate/rate.ts'
import type { Trip } from '../trip/read.ts'

const texts = {
  title: ['您的配送', 'Your delivery'],
  rate: ['评价本次配送', 'Rate this delivery'],
  stars: ['星级', 'Stars'],
  comment: ['评语', 'Comment'],
  thanks: ['感谢您的评价。', 'Thank you for your rating.'],
  send: ['提交评价', 'Send'],
  unknown: ['链接无效或已过期', 'This link is not valid any more'],
  unknownWhy: ['请联系发货方获取新的链接。', 'Please ask the sender for a new one.'],
} as const satisfies Record<string, Text>

const fields = z.object({ o: z.string(), w: z.string() })
/** Organisation and way bill. */
type About = z.output<typeof fields>
const typed = z.object({ stars: z.enum(['1', '2', '3', '4', '5']), comment: z.string().trim().max(500).default('') })

interface Delivery {
  readonly billNo: string
  readonly state: WayBillState
  readonly site: string
  readonly pieces: string
  readonly signer: string | null
  readonly signedAt: Date | null
  readonly tripId: string | null
  readonly tripState: string | null
  readonly stopId: string | null
  readonly planAt: Date | null
  readonly etaAt: Date | null
  readonly arriveAt: Date | null
  readonly plate: string | null
  readonly isRated: boolean
}
/** Of one delivery what its receiver may know: nothing of other stops, of the driver or of prices. */
const deliveryOf = (ctx: Ctx, { w }: About) =>
  ctx.tx.maybe<Delivery & object>(sql`
    select b.bill_no, b.state, q.name as site, b.pieces, b.signer, b.signed_at, t.id as trip_id, t.state as trip_state, s.id as stop_id, s.plan_arrive_at as plan_at,
      s.eta_at, s.act_arrive_at as arrive_at, k.code as plate,
      exists (select 1 from tms_trip_evaluate e where e.tenant_id = ${ctx.tenantId} and e.org_id = ${ctx.org.id} and e.trip_id = t.id and e.stop_id = s.id and e.rater = 'STORE') as is_rated
    from ${fromHere(ctx, wayBill.header, 'b')} join ${named(ctx, clientSite, 'q')} on q.id = b.to_site_id
    left join ${fromHere(ctx, tripItem, 'i')} on i.way_bill_id = b.id and i.is_live
    left join ${fromHere(ctx, tripStop, 's')} on s.id = i.stop_id left join ${fromHere(ctx, shipPlanBill.header, 't')} on t.id = i.bill_id
    left join ${named(ctx, truck, 'k')} on k.id = t.truck_id where b.id = ${w} and b.state <> 'CANCELLED'`)

const line = (zh: string, en: string, said: string): Text => [`${zh}：${said}`, `${en}: ${said}`]
const overStates = ['SIGNED', 'PARTIAL', 'REJECTED', 'CLOSED']

function linesOf(ctx: Ctx, d: Delivery): readonly Text[] {
  const at = (moment: Date | null): string | undefined =>
    moment ? wallTime(ctx.org.timeZone, moment).slice(0, 16) : undefined
  const [zh, en] = wayBillStates[d.state]
  const isOnRoad = onRoadStates.some((s) => s === d.tripState)
  const eta = isOnRoad && !d.arriveAt ? (at(d.etaAt) ?? at(d.planAt)) : undefined
  const plan = !isOnRoad && !d.arriveAt ? at(d.planAt) : undefined
  const [arrived, signedAt] = [at(d.arriveAt), at(d.signedAt)]
  return [
    line('运单', 'Waybill', d.billNo),
    line('收货点', 'To', d.site),
    [`状态：${zh}`, `Status: ${en}`],
    line('件数', 'Pieces', String(Number(d.pieces))),
    ...(plan ? [line('计划到达', 'Planned', plan)] : []),
    ...(eta ? [line('预计到达', 'Expected', eta)] : []),
    ...(arrived ? [line('到达时间', 'Arrived', arrived)] : []),
    ...(isOnRoad && d.plate ? [line('车牌', 'Truck', d.plate)] : []),
    ...(signedAt ? [line('签收', 'Signed', [signedAt, d.signer].filter(Boolean).join(' '))] : []),
  ]
}

function page(ctx: Ctx, d: Delivery, note?: Text): Shown {
  const canRate = overStates.includes(d.state) && d.stopId !== null && !d.isRated
  const choices = Object.fromEntries(
    Array.from({ length: starsMax }, (_, i) => [String(starsMax - i), '★'.repeat(starsMax - i)]),
  )
  return {
    title: texts.title,
    paragraphs: note ? [note] : [],
    items: linesOf(ctx, d),
    ...(canRate && {
      form: {
        fields: [
          { name: 'stars', title: texts.stars, required: true, choices },
          { name: 'comment', title: texts.comment, type: 'lines' as const, max: 500 },
        ],
        press: texts.send,
      },
    }),
  }
}

async function show(ctx: Ctx, about: About): Promise<Shown | undefined> {
  const d = await deliveryOf(ctx, about)
  return d && page(ctx, d, d.isRated ? texts.thanks : undefined)
}

/** His stars count once. Pressed again nothing more happens. */
async function press(ctx: Ctx, about: About, { stars, comment }: z.output<typeof typed>): Promise<Shown | undefined> {
  const d = await deliveryOf(ctx, about)
  if (!d) return undefined
  if (!overStates.includes(d.state) || d.tripId === null)
    refuse(roadFaults.notOver, { no: d.billNo, state: wayBillStates[d.state] })
  const trip = await ctx.tx.maybe<Trip & object>(sql`
    select t.* from ${fromHere(ctx, shipPlanBill.header, 't')} where t.id = ${d.tripId} for no key update of t`)
  await rateOnce(ctx, found(trip, shipPlanBill.header.title), {
    ...{ rater: 'STORE', stopId: d.stopId, stars: Number(stars), comment: comment || null },
    total: ((Number(stars) / starsMax) * 100).toFixed(1),
  })
  return page(ctx, { ...d, isRated: true }, texts.thanks)
}

/** Where a receiver follows his delivery without an account. */
export const deliveryPage: SignedPage<About, z.output<typeof typed>> = {
  kind: 'tms delivery',
  fields,
  orgOf: ({ o }) => o,
  calls: trackCalls,
  typed,
  show,
  press,
  unknown: { title: texts.unknown, paragraphs: [texts.unknownWhy] },
}

/** 收货人链接: good until a week after the delivery day. */
const track =
  (sign: Sign) =>
  async (ctx: Ctx, { id }: { id: string }) => {
    const row = await ctx.tx.maybe<{ billNo: string; bizDate: string | null; orgId: string } & object>(sql`
      select b.bill_no, b.biz_date::text, b.org_id from ${from(ctx, wayBill.header, 'b')} where b.id = ${id}`)
    const { billNo, bizDate, orgId } = found(row, wayBill.header.title)
    const day = instantAt(ctx.org.timeZone, `${bizDate ?? businessDay(ctx)} 23:59:59`)
    const until = new Date(Math.max(day.getTime(), ctx.now().getTime()) + trackDays * 86_400_000)
    const address = await sign(ctx, deliveryPage, { o: orgId, w: id }, until)
    ctx.audit({ subject: wayBill.header.key, subjectId: id, subjectNo: billNo, action: 'track' })
    return { address, until: until.toISOString() }
  }
export const portalServed = (sign: Sign): Served[] => [serve(trackWayBill, track(sign))]
