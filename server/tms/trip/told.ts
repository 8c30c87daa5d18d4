import type { MessageKind } from '@lading/contract/sys/message.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { shipPlanBill, tripStop } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { wallTime } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { openAbnormal } from '../abnormal/open.ts'
import { rateTopic, watchTopic } from '../watch/topics.ts'
import type { Picture, TripEvent } from './project.ts'
import type { Trip } from './read.ts'

/** Who looks at trucks hears of them, if he has asked to. */
const watchers = { permission: 'tms:dashboard.truckWatch:view', ownerId: null }
const linkOf = (trip: Trip): string => `${shipPlanBill.header.key}?id=${trip.id}`

const namesOf = (ctx: Ctx, trip: Trip) =>
  ctx.tx.maybe<{ plate: string | null; depot: string; userId: string | null } & object>(sql`
    select d.name as depot, k.code as plate, s.user_id from ${named(ctx, clientSite, 'd')}
    left join ${named(ctx, truck, 'k')} on k.id = ${trip.truckId}::bigint left join ${named(ctx, staff, 's')} on s.id = ${trip.driverId}::bigint
    where d.id = ${trip.departSiteId}`)

/** 派车单已发布: its driver hears of it on his phone. */
export async function tellDriver(ctx: Ctx, trip: Trip): Promise<void> {
  const names = await namesOf(ctx, trip)
  if (!names?.userId) return
  tellWho(ctx, {
    ...{ kind: 'TRIP_RELEASED', about: `${trip.id}:${trip.version}`, link: linkOf(trip) },
    args: {
      ...{ no: trip.billNo, truck: names.plate ?? '—', stops: String(trip.stopCount ?? 0) },
      at: wallTime(ctx.org.timeZone, new Date(trip.planDepartAt)).slice(5, 16),
    },
    to: { userIds: [names.userId] },
  })
}

async function tellMoves(ctx: Ctx, trip: Trip, fresh: readonly TripEvent[]): Promise<void> {
  const moves = fresh.filter((e) => e.kind === 'DEPART' || e.kind === 'ARRIVE')
  const names = moves.length > 0 ? await namesOf(ctx, trip) : undefined
  if (!names) return
  const sites = await ctx.tx.query<{ id: string; name: string }>(sql`
    select s.id, p.name from ${fromHere(ctx, tripStop, 's')} join ${named(ctx, clientSite, 'p')} on p.id = s.site_id where s.bill_id = ${trip.id}`)
  for (const e of moves) {
    const kind: MessageKind = e.kind === 'DEPART' ? 'TRIP_DEPARTED' : 'TRIP_ARRIVED'
    const site = e.kind === 'DEPART' ? names.depot : (sites.find((s) => s.id === e.stopId)?.name ?? '')
    const at = wallTime(ctx.org.timeZone, e.at).slice(5, 16)
    const args = { no: trip.billNo, truck: names.plate ?? '—', site, at }
    tellWho(ctx, { kind, about: `${e.stopId ?? trip.id}:${trip.round}`, args, link: linkOf(trip), to: watchers })
  }
}

/** 拒收: of goods that a store did not take, or not all of them, somebody has to decide. */
async function openRefused(ctx: Ctx, trip: Trip, picture: Picture, fresh: readonly TripEvent[]): Promise<void> {
  const uids = new Set(fresh.map((e) => e.uid))
  const refused = picture.stops.flatMap((s) =>
    s.items.flatMap((i) =>
      i.by && uids.has(i.by.uid) && (i.state === 'PARTIAL' || i.state === 'REJECTED') ? [{ stop: s, item: i }] : [],
    ),
  )
  if (refused.length === 0) return
  const bills = await ctx.tx.query<{ id: string; billNo: string }>(sql`
    select w.id, w.bill_no from ${fromHere(ctx, wayBill.header, 'w')} where w.id = any(${refused.map((r) => r.item.wayBillId)}::bigint[])`)
  for (const { stop, item } of refused)
    await openAbnormal(ctx, {
      ...{ kind: 'REJECT', episode: `${trip.id}:REJECT:${item.wayBillId}`, openedAt: item.at ?? ctx.now() },
      what: `${bills.find((b) => b.id === item.wayBillId)?.billNo ?? ''} ${item.reason ?? ''}`.trim(),
      ...{ tripId: trip.id, stopId: stop.id, wayBillId: item.wayBillId },
      source: item.by?.source === 'DRIVER' ? 'DRIVER' : 'DISPATCHER',
    })
}

/** What follows from new events of a trip beside its own states: people hear of it, and machines begin or end to look. */
export async function tellRoad(ctx: Ctx, trip: Trip, picture: Picture, fresh: readonly TripEvent[]): Promise<void> {
  await tellMoves(ctx, trip, fresh)
  await openRefused(ctx, trip, picture, fresh)
  if (picture.state === 'RETURNED') ctx.emit({ topic: rateTopic, key: trip.id })
  else ctx.emit({ topic: watchTopic, key: trip.id })
}
