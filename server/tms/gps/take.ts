// engine: positions of trucks, whoever drives them

import type { Refusal } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { type CoordSystem, gpsConfig, gpsFix, type PushedFix, truckPos } from '@lading/contract/tms/gps.ts'
import { roadFaults } from '@lading/contract/tms/roadFaults.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { named } from '../../kernel/scope.ts'
import { readOption } from '../option.ts'
import { metres, toWgs84 } from './coords.ts'

/** The outbox's word that positions of a truck have come. Its key is the truck's id. */
export const fixTopic = 'tms.fix'

const minute = 60_000
/** No truck drives faster, nor gets anywhere faster. */
const fastest = { shown: 160, jump: 200 }
const early = 5 * minute

export interface Source {
  readonly id: string
  readonly system: CoordSystem
}
export interface TakenFixes {
  readonly applied: number
  readonly repeated: number
  readonly refused: readonly { readonly index: number; readonly code: number; readonly message: string }[]
}
interface Fix extends PushedFix {
  readonly index: number
  readonly truckId: string
  readonly when: number
}
interface Last {
  readonly truckId: string
  readonly at: Date
  readonly lng: string
  readonly lat: string
}

/** On which truck each device of a source is. */
async function trucksOf(ctx: Ctx, source: Source, devices: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.tx.query<{ deviceNo: string; truckId: string }>(sql`
    select d.device_no, d.truck_id from tms_gps_device d join ${named(ctx, truck, 'k')} on k.id = d.truck_id
    where d.tenant_id = ${ctx.tenantId} and d.config_id = ${source.id} and d.device_no = any(${devices}::text[])`)
  return new Map(rows.map((r) => [r.deviceNo, r.truckId]))
}

const rounded = (n: number | undefined, digits: number): string | null => (n === undefined ? null : n.toFixed(digits))

/** A position as it is kept, and whether it is believed after the one before. */
function rowOf(fix: Fix, system: CoordSystem, before: { at: number; lng: number; lat: number } | undefined) {
  const [lng, lat] = toWgs84(system, [fix.lng, fix.lat])
  const hours = before && (fix.when - before.at) / 3_600_000
  const way = before && metres([before.lng, before.lat], [lng, lat]) / 1000
  // Two clocks differ by seconds: what lies that near is no jump.
  const isJump = hours !== undefined && way !== undefined && hours > 0 && way > 1 && way / hours > fastest.jump
  const isBad = (fix.speedKmh ?? 0) > fastest.shown || isJump || (lng === 0 && lat === 0)
  return {
    ...{ truckId: fix.truckId, at: new Date(fix.when), lng: lng.toFixed(6), lat: lat.toFixed(6), isBad },
    ...{ speedKmh: rounded(fix.speedKmh, 1), heading: fix.heading === undefined ? null : Math.round(fix.heading) },
    ...{ odoKm: rounded(fix.odoKm, 1), temp1: rounded(fix.temps?.[0], 1), temp2: rounded(fix.temps?.[1], 1) },
  }
}

/** Those of one truck, in the order of their time; of those after its last position each is compared with the one before. */
function rowsOf(fixes: readonly Fix[], system: CoordSystem, last: Last | undefined) {
  let before = last && { at: last.at.getTime(), lng: Number(last.lng), lat: Number(last.lat) }
  return fixes
    .toSorted((a, b) => a.when - b.when)
    .map((fix) => {
      const row = rowOf(fix, system, before && fix.when > before.at ? before : undefined)
      if (!row.isBad && (!before || fix.when > before.at))
        before = { at: fix.when, lng: Number(row.lng), lat: Number(row.lat) }
      return row
    })
}

/**
 * Takes positions that a source brings: each is kept once, the last of each truck stands by itself, and whoever watches its
 * trip hears of it. Those that cannot be true are refused one by one.
 */
export async function takeFixes(ctx: Ctx, source: Source, pushed: readonly PushedFix[]): Promise<TakenFixes> {
  const now = ctx.now().getTime()
  const oldest = now - (await readOption(ctx, 'tms_gps_keep_days')) * 1_440 * minute
  const truckOf = await trucksOf(ctx, source, [...new Set(pushed.map((f) => f.deviceNo))])
  const refused: { index: number; code: number; message: string }[] = []
  const refuse = (index: number, { code, text }: Refusal, args: object = {}) =>
    void refused.push({ index, code, message: say(text, ctx.language, { ...args }) })
  const fixes = pushed.flatMap((fix, index): Fix[] => {
    const when = Math.floor(Date.parse(fix.at) / 1000) * 1000
    const truckId = truckOf.get(fix.deviceNo)
    if (truckId === undefined) refuse(index, roadFaults.unknownDevice, { d: fix.deviceNo })
    else if (when > now + early) refuse(index, roadFaults.fixEarly)
    else if (when < oldest) refuse(index, roadFaults.fixOld)
    else return [{ ...fix, index, truckId, when }]
    return []
  })
  const byTruck = Map.groupBy(fixes, (f) => f.truckId)
  const ids = [...byTruck.keys()].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  const known = await ctx.tx.query<Last>(sql`
    select p.truck_id, p.at, p.lng, p.lat from tms_truck_pos p
    where p.tenant_id = ${ctx.tenantId} and p.truck_id = any(${ids}::bigint[]) order by p.truck_id for update of p`)
  const rows = ids.flatMap((id) =>
    rowsOf(
      byTruck.get(id) ?? [],
      source.system,
      known.find((k) => k.truckId === id),
    ),
  )
  if (rows.length === 0) return { applied: 0, repeated: 0, refused }
  const { count } = await insert(ctx, gpsFix, rows, sql`on conflict do nothing`)
  await moveTrucks(ctx, rows)
  for (const [truckId, own] of byTruck)
    ctx.emit({
      ...{ topic: fixTopic, key: truckId },
      payload: { from: new Date(Math.min(...own.map((f) => f.when))).toISOString() },
    })
  ctx.tell(gpsConfig.key)
  return { applied: count, repeated: rows.length - count, refused }
}

/** The last of each truck that is believed stands by itself, unless a later one is known. */
async function moveTrucks(ctx: Ctx, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  const lasts = [...Map.groupBy(rows, (r) => r.truckId).values()].flatMap((own) => {
    const last = own.findLast((r) => !r.isBad)
    if (!last) return []
    const { odoKm: _, isBad: __, ...pos } = last
    return [{ ...pos, heardAt: ctx.now() }]
  })
  if (lasts.length === 0) return
  await insert(
    ctx,
    truckPos,
    lasts,
    sql`on conflict (tenant_id, truck_id) do update set at = excluded.at, lng = excluded.lng, lat = excluded.lat, speed_kmh = excluded.speed_kmh,
      heading = excluded.heading, temp1 = excluded.temp1, temp2 = excluded.temp2, heard_at = excluded.heard_at,
      version = tms_truck_pos.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
      where excluded.at > tms_truck_pos.at`,
  )
}

/** A source that is in use, by its code. */
export const sourceOf = (ctx: Ctx, code: string, kind: 'HTTP' | 'JT808') =>
  ctx.tx.maybe<Source & object>(sql`
    select g.id, g.system from ${named(ctx, gpsConfig, 'g')} where g.code = ${code} and g.kind = ${kind} and not g.disabled`)
