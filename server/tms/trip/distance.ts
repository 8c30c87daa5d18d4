// engine: the track of a trip's truck, whoever asks

import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type At, metres } from '../gps/coords.ts'
import type { Picture } from './project.ts'
import type { Trip } from './read.ts'

export interface Fix {
  readonly at: Date
  readonly p: At
}
/** A truck that stands trembles by so many metres: what lies nearer to the last place is no way. */
const trembling = 100
/** Longer than so without a position, nobody knows what was driven. */
const silent = { ms: 30 * 60_000, metres: 1_000 }

/** How far a truck went between two moments; undefined where its positions leave part of that in the dark. */
export function trackLength(fixes: readonly Fix[], from: Date, to: Date): number | undefined {
  const [first, last] = [fixes[0], fixes.at(-1)]
  if (!first || !last || first === last) return undefined
  if (Number(first.at) - Number(from) > silent.ms || Number(to) - Number(last.at) > silent.ms) return undefined
  let sum = 0
  let anchor = first.p
  for (const [i, { at, p }] of fixes.entries()) {
    const before = fixes[i - 1] ?? first
    if (Number(at) - Number(before.at) > silent.ms && metres(before.p, p) > silent.metres) return undefined
    const way = metres(anchor, p)
    if (way < trembling) continue
    sum += way
    anchor = p
  }
  return Math.round(sum)
}

async function trackOf(ctx: Ctx, truckId: string, from: Date, to: Date): Promise<number | undefined> {
  const fixes = await ctx.tx.query<{ at: Date; lng: string; lat: string }>(sql`
    select f.at, f.lng, f.lat from tms_gps_fix f
    where f.tenant_id = ${ctx.tenantId} and f.truck_id = ${truckId} and f.at between ${from} and ${to} and f.is_bad is not true
    order by f.at`)
  return trackLength(
    fixes.map((f) => ({ at: f.at, p: [Number(f.lng), Number(f.lat)] })),
    from,
    to,
  )
}

/**
 * What a trip that is back has driven: by the odometer where both readings are given, else by the track of its truck. What
 * neither says is not written.
 */
export async function drivenBy(
  ctx: Ctx,
  { truckId }: Pick<Trip, 'truckId'>,
  { departAt, returnAt, odoStart, odoEnd }: Picture,
): Promise<{ actDistanceM?: number; trackDistanceM?: number }> {
  if (!departAt || !returnAt) return {}
  const track = truckId === null ? undefined : await trackOf(ctx, truckId, departAt, returnAt)
  // The two readings in the wrong order, or the same, are a slip of the pen.
  const odometer = odoStart !== null && odoEnd !== null && odoEnd > odoStart ? (odoEnd - odoStart) * 1_000 : undefined
  const driven = odometer ?? (track || undefined)
  return {
    ...(driven !== undefined && { actDistanceM: driven }),
    ...(track && { trackDistanceM: track }),
  }
}
