import { refuse } from '@lading/contract/kernel/fault.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { tmsFaults } from '@lading/contract/tms/masterFaults.ts'
import { type routeScheme, routeStop } from '@lading/contract/tms/routeScheme.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Changes, Rules, StoredRow } from '../../kernel/rules.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { driven, readRoute } from './drive.ts'

type Scheme = Changes<typeof routeScheme>

/** The stores of a scheme in the order in which they are served. */
const inOrder = (stops: NonNullable<Scheme['stops']>): string[] =>
  [...stops].sort((a, b) => Number(a.seq) - Number(b.seq)).map((s) => String(s.siteId))

async function keptStops(ctx: Ctx, id: string): Promise<string[]> {
  const rows = await ctx.tx.query<{ siteId: string }>(sql`
    select s.site_id from ${fromHere(ctx, routeStop, 's')} where s.scheme_id = ${id} order by s.seq, s.id`)
  return rows.map((r) => r.siteId)
}

async function demandOnce(ctx: Ctx, siteIds: readonly string[]): Promise<void> {
  const twice = siteIds.find((id, i) => siteIds.indexOf(id) < i)
  if (twice === undefined) return
  const { site } = await ctx.tx.one<{ site: string }>(sql`
    select s.code || ' ' || s.name as site from ${named(ctx, clientSite, 's')} where s.id = ${twice}`)
  refuse(tmsFaults.stopTwice, { site })
}

/** Refuses a scheme without stores or with one twice, and writes how far and how long it is. */
async function measured(ctx: Ctx, input: Scheme, before?: StoredRow<typeof routeScheme>): Promise<void> {
  const siteIds = input.stops ? inOrder(input.stops) : before ? await keptStops(ctx, before.id) : []
  if (siteIds.length === 0) refuse(tmsFaults.noStops)
  const depotId = String(input.depotId ?? before?.depotId)
  if (siteIds.includes(depotId)) refuse(tmsFaults.depotOnRoute)
  await demandOnce(ctx, siteIds)
  const truckId = input.truckId === undefined ? before?.truckId : input.truckId
  const route = await readRoute(ctx, [depotId, ...siteIds], truckId ?? null)
  const trip = route && driven(route, 0, undefined)
  input.distanceKm = trip ? (trip.metres / 1000).toFixed(1) : null
  input.durationMin = trip ? Math.round(trip.seconds / 60) : null
}

export const routeSchemeRules: Rules<typeof routeScheme> = {
  beforeCreate: (ctx, input) => measured(ctx, input),
  beforeUpdate: (ctx, input, before) => measured(ctx, input, before),
}
