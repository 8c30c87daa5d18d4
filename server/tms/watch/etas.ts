import type { Ctx } from '../../kernel/ctx.ts'
import type { At } from '../gps/coords.ts'
import { estimated, placeOf } from '../roads/estimate.ts'
import { legsOf, readHabits } from '../roads/legs.ts'
import type { Trip } from '../trip/read.ts'
import { expected } from './eta.ts'
import type { Way } from './read.ts'

/** Where nothing was planned a stop takes so long. */
const usualStayMs = 15 * 60_000

/** When a truck that is somewhere comes to each of its stops; undefined where one of them is nowhere on the map. */
export async function etasOf(ctx: Ctx, trip: Trip, { stops, depot }: Way, here: At) {
  if (!depot.at || stops.some((s) => !s.at)) return undefined
  const legs = await legsOf(ctx, [...stops.map((s) => s.siteId), trip.departSiteId], 'TRUCK_SMALL')
  const n = stops.length + 1
  const next = stops.find((s) => !s.arriveAt && !s.isDone)
  const to = next?.at ?? depot.at
  const { durationS } = estimated(placeOf(...here), placeOf(...to), await readHabits(ctx))
  const ahead = stops.map((s) => ({
    ...{ id: s.id, isDone: s.isDone, arriveAt: s.arriveAt?.getTime() ?? null },
    stayMs:
      s.planArriveAt && s.planLeaveAt ? Math.max(0, s.planLeaveAt.getTime() - s.planArriveAt.getTime()) : usualStayMs,
  }))
  // From each stop to the one that comes after it, whatever was done out of turn.
  const between = stops.map((_, i) => {
    const after = stops.findIndex((s, k) => k > i && !s.arriveAt && !s.isDone)
    return legs.duration[i * n + (after < 0 ? n - 1 : after)] ?? 0
  })
  return expected(ctx.now().getTime(), ahead, { fromHere: durationS, between })
}
