// engine: tells the ways between sites of the enterprise, whoever's goods go there

import { refuse } from '@lading/contract/kernel/fault.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { tmsFaults } from '@lading/contract/tms/masterFaults.ts'
import type { RoadProfile, roadSources } from '@lading/contract/tms/roadNet.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { readOption } from '../option.ts'
import { estimated, type Habits, type Place, placeOf } from './estimate.ts'

export async function readHabits(ctx: Ctx): Promise<Habits> {
  const read = (key: Parameters<typeof readOption>[1]) => readOption(ctx, key).then(Number)
  return {
    detour: (await read('tms_road_detour')) / 100,
    speeds: [
      await read('tms_speed_to_5'),
      await read('tms_speed_to_20'),
      await read('tms_speed_to_60'),
      await read('tms_speed_beyond'),
    ],
  }
}

interface Site {
  readonly id: string
  readonly code: string
  readonly lng: string | null
  readonly lat: string | null
}
/** Where the sites lie, in the order asked. @throws Fault notFound, unlocated */
async function placesOf(ctx: Ctx, siteIds: readonly string[]): Promise<readonly Place[]> {
  const rows = await ctx.tx.query<Site>(sql`
    select id, code, lng, lat from tms_client_site where tenant_id = ${ctx.tenantId} and id = any(${siteIds}::bigint[])`)
  const byId = new Map(rows.map((r) => [r.id, r]))
  return siteIds.map((id) => {
    const { code, lng, lat } = found(byId.get(id), clientSite.title)
    if (lng === null || lat === null) refuse(tmsFaults.unlocated, { code })
    return placeOf(Number(lng), Number(lat))
  })
}

interface Kept {
  readonly fromId: string
  readonly toId: string
  readonly distanceM: number
  readonly durationS: number
  readonly source: keyof typeof roadSources
}
/** Ways between the sites that are known better than by an estimate. */
const keptBetween = (ctx: Ctx, from: readonly string[], to: readonly string[], profile: RoadProfile): Promise<Kept[]> =>
  ctx.tx.query<Kept>(sql`
    select from_id, to_id, distance_m, duration_s, source from tms_road_net
    where tenant_id = ${ctx.tenantId} and profile = ${profile}
      and from_id = any(${from}::bigint[]) and to_id = any(${to}::bigint[])`)

/** Ways between n sites: the one from site i to site k stands at `i * n + k`. */
export interface Legs {
  /** Metres. */
  readonly distance: Int32Array
  /** Seconds. */
  readonly duration: Int32Array
}

/**
 * All ways between some sites, each as well as it is known: what is kept of it, else an estimate. Two statements, whatever the
 * number of sites. From a site to itself it is 0 m and 0 s.
 * @param siteIds in the order of rows and columns
 * @throws Fault notFound, unlocated: a site without a position
 */
export async function legsOf(ctx: Ctx, siteIds: readonly string[], profile: RoadProfile): Promise<Legs> {
  const n = siteIds.length
  const [places, kept, habits] = await Promise.all([
    placesOf(ctx, siteIds),
    keptBetween(ctx, siteIds, siteIds, profile),
    readHabits(ctx),
  ])
  const legs = { distance: new Int32Array(n * n), duration: new Int32Array(n * n) }
  // An estimate is the same both ways.
  for (const [i, a] of places.entries())
    for (let k = i + 1; k < n; k++) {
      const { distanceM, durationS } = estimated(a, places[k] ?? a, habits)
      legs.distance[i * n + k] = legs.distance[k * n + i] = distanceM
      legs.duration[i * n + k] = legs.duration[k * n + i] = durationS
    }
  // A site may be asked for more than once.
  const indexes = Map.groupBy(siteIds.keys(), (i) => siteIds[i] ?? '')
  for (const { fromId, toId, distanceM, durationS } of kept)
    for (const i of indexes.get(fromId) ?? [])
      for (const k of indexes.get(toId) ?? []) {
        legs.distance[i * n + k] = distanceM
        legs.duration[i * n + k] = durationS
      }
  return legs
}

/** The ways from one site to each of some others, as {@link legsOf} has them, and by what they are known. */
export async function legsFrom(
  ctx: Ctx,
  siteId: string,
  others: readonly { readonly id: string; readonly lng: string; readonly lat: string }[],
  profile: RoadProfile,
) {
  const [[here], kept, habits] = await Promise.all([
    placesOf(ctx, [siteId]),
    keptBetween(
      ctx,
      [siteId],
      others.map(({ id }) => id),
      profile,
    ),
    readHabits(ctx),
  ])
  const known = new Map(kept.map((k) => [k.toId, k]))
  return others.map(({ id, lng, lat }) => {
    const there = placeOf(Number(lng), Number(lat))
    const { distanceM, durationS, source } = known.get(id) ?? {
      ...estimated(here ?? there, there, habits),
      source: 'ESTIMATE' as const,
    }
    return { toId: id, distanceM, durationS, source }
  })
}
