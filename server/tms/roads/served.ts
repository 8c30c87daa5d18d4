import { refuse } from '@lading/contract/kernel/fault.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import { tmsFaults } from '@lading/contract/tms/masterFaults.ts'
import { correctLeg, type RoadProfile, roadCoverage, roadNet, roadPairs } from '@lading/contract/tms/roadNet.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow, updateRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import type { Input, Rules, Seen } from '../../kernel/rules.ts'
import { from, named } from '../../kernel/scope.ts'
import { legsFrom } from './legs.ts'

function demandLeg({ distanceM, durationS }: Input): void {
  if (distanceM !== undefined && Number(distanceM) <= 0) refuse(tmsFaults.distanceZero)
  if (durationS !== undefined && Number(durationS) <= 0) refuse(tmsFaults.durationZero)
}
/** A leg is called by the codes of its ends, which never change. */
async function wayOf(ctx: Ctx, fromId: string, toId: string): Promise<string> {
  const { way } = await ctx.tx.one<{ way: string }>(sql`
    select a.code || '→' || b.code as way from ${named(ctx, clientSite, 'a')}, ${named(ctx, clientSite, 'b')}
    where a.id = ${fromId} and b.id = ${toId}`)
  return way
}
/** Who types a way, or brings it in a file, knows it: no estimate and no map takes its place. */
export const roadRules: Rules<typeof roadNet> = {
  beforeCreate: async (ctx, input) => {
    demandLeg(input)
    if (input.fromId === input.toId) refuse(tmsFaults.sameSite)
    input.way = await wayOf(ctx, input.fromId, input.toId)
    input.source = 'MANUAL'
  },
  beforeUpdate: async (_, input) => {
    demandLeg(input)
    if (input.distanceM !== undefined || input.durationS !== undefined) input.source = 'MANUAL'
  },
}

async function coverage(ctx: Ctx, { profile }: { profile: RoadProfile }) {
  const { sites, located, known } = await ctx.tx.one<{ sites: number; located: number; known: number }>(sql`
    with s as (select id, lng is not null and lat is not null as there from ${from(ctx, clientSite, 'x')} where not disabled)
    select count(*)::integer as sites, count(*) filter (where there)::integer as located,
      (select count(*)::integer from ${from(ctx, roadNet, 'r')}
        join s a on a.id = r.from_id and a.there join s b on b.id = r.to_id and b.there where r.profile = ${profile}) as known
    from s`)
  return { sites, unlocated: sites - located, pairs: located * (located - 1), known }
}

interface Other {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly lng: string
  readonly lat: string
}
async function pairs(ctx: Ctx, { siteId, profile }: { siteId: string; profile: RoadProfile }) {
  const site = await ctx.tx.maybe(sql`select 1 as known from ${from(ctx, clientSite, 's')} where id = ${siteId}`)
  found(site, clientSite.title)
  const others = await ctx.tx.query<Other>(sql`
    select id, code, name, lng, lat from ${from(ctx, clientSite, 's')}
    where not disabled and lng is not null and lat is not null and id <> ${siteId} order by code`)
  const legs = await legsFrom(ctx, siteId, others, profile)
  return others.flatMap(({ code, name, lng, lat }, i) => {
    const leg = legs[i]
    return leg ? [{ ...leg, code, name, lng: Number(lng), lat: Number(lat) }] : []
  })
}

async function correct(ctx: Ctx, { both, fromId, toId, ...leg }: z.output<typeof correctLeg.input>) {
  const ways = both
    ? [
        { fromId, toId },
        { fromId: toId, toId: fromId },
      ]
    : [{ fromId, toId }]
  for (const way of ways) {
    const before = await ctx.tx.maybe<Seen>(sql`
      select id, version from ${from(ctx, roadNet, 'r')}
      where from_id = ${way.fromId} and to_id = ${way.toId} and profile = ${leg.profile}`)
    if (before)
      await updateRow(ctx, roadNet, { ...before, distanceM: leg.distanceM, durationS: leg.durationS }, roadRules)
    else await createRow(ctx, roadNet, { ...way, ...leg }, roadRules)
  }
  return { count: ways.length }
}

/** What is asked of the road network, and said of it, beside its list. */
export const roadServed = (): Served[] => [
  serve(roadCoverage, coverage),
  serve(roadPairs, pairs),
  serve(correctLeg, correct),
]
