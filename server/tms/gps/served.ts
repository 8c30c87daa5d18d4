// engine: positions of trucks, whoever drives them

import { refuse } from '@lading/contract/kernel/fault.ts'
import { gpsConfig, gpsDevice, lastFixes, pushFixes, type ShownFix } from '@lading/contract/tms/gps.ts'
import { roadFaults } from '@lading/contract/tms/roadFaults.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import sql, { raw } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import type { Computations } from '../../kernel/registry.ts'
import type { Rules } from '../../kernel/rules.ts'
import { from } from '../../kernel/scope.ts'
import type { Steps } from '../../platform/job/run.ts'
import { masterServed } from '../../platform/masterServed.ts'
import { readOption } from '../option.ts'
import { sourceOf, takeFixes } from './take.ts'

interface Given {
  readonly id?: string
  readonly deviceNo?: string
  readonly removed?: boolean
}
/** A device is on one truck: it says on which, before it can be on another. */
async function demandFree(ctx: Ctx, devices: readonly Given[]): Promise<void> {
  const given = devices.filter((d) => !d.removed && d.deviceNo)
  const bound = await ctx.tx.query<{ id: string; deviceNo: string; plate: string }>(sql`
    select d.id, d.device_no, k.code as plate from ${raw(gpsDevice.table)} d join tms_truck k on k.tenant_id = d.tenant_id and k.id = d.truck_id
    where d.tenant_id = ${ctx.tenantId} and d.device_no = any(${given.map((g) => g.deviceNo ?? '')}::text[])
      and not (d.id = any(${devices.flatMap((d) => d.id ?? [])}::bigint[]))`)
  const [other] = bound
  if (other) refuse(roadFaults.deviceBound, { d: other.deviceNo, p: other.plate })
}
/** What a terminal calls itself, however many noughts somebody typed before it. */
const plainNo = (no: string): string => no.replace(/^0+(?=\d)/, '')

export const gpsRules: Rules<typeof gpsConfig> = {
  complete: (input) => {
    if (input.kind === 'JT808')
      for (const d of (input.devices ?? []) as readonly { deviceNo?: string }[])
        if (d.deviceNo) d.deviceNo = plainNo(d.deviceNo)
  },
  beforeCreate: async (ctx, input) => {
    if (input.kind === 'JT808' && input.system !== 'WGS84') refuse(roadFaults.wgsOnly)
    await demandFree(ctx, input.devices ?? [])
  },
  beforeUpdate: async (ctx, input, before) => {
    const { kind, system } = { ...before, ...input }
    if (kind === 'JT808' && system !== 'WGS84') refuse(roadFaults.wgsOnly)
    await demandFree(ctx, input.devices ?? [])
  },
}

type Pushed = z.output<typeof pushFixes.input>
/** Nothing is kept of the request itself: a position that is told again is known. */
const push = (request: OutsideRequest, { source, fixes }: Pushed): Promise<z.output<typeof pushFixes.output>> =>
  request.perform(async (ctx) => {
    const known = (await sourceOf(ctx, source, 'HTTP')) ?? refuse(roadFaults.sourceOff, { code: source })
    const { refused, ...counts } = await takeFixes(ctx, known, fixes)
    return { ...counts, refused: [...refused] }
  })

/** So many positions tell whether a source speaks. */
const shownMost = 5
async function last(ctx: Ctx, { id }: { id: string }): Promise<ShownFix[]> {
  found(await ctx.tx.maybe(sql`select 1 from ${from(ctx, gpsConfig, 'g')} where g.id = ${id}`), gpsConfig.title)
  const rows = await ctx.tx.query<Omit<ShownFix, 'at'> & { at: Date }>(sql`
    select d.device_no, k.code as plate, f.at, f.lng, f.lat, f.speed_kmh, f.is_bad from ${from(ctx, gpsDevice, 'd')}
    join ${from(ctx, truck, 'k')} on k.id = d.truck_id
    join lateral (select x.* from tms_gps_fix x where x.tenant_id = ${ctx.tenantId} and x.truck_id = d.truck_id order by x.at desc limit ${shownMost}) f on true
    where d.config_id = ${id} order by f.at desc limit ${shownMost}`)
  return rows.map((r) => ({ ...r, at: r.at.toISOString() }))
}

export const gpsServed = (): Served[] => [
  ...masterServed(gpsConfig, gpsRules),
  serveOutside(pushFixes, push),
  serve(lastFixes, last),
]

const lastOf = sql`(select max(p.at) from tms_truck_pos p join tms_gps_device d on d.tenant_id = p.tenant_id and d.truck_id = p.truck_id
  where p.tenant_id = t.tenant_id and d.config_id = t.id)`
export const gpsComputed: Computations = {
  [gpsConfig.table]: {
    lastAt: { value: () => lastOf },
    offline: {
      value: (
        ctx,
      ) => sql`(select count(*)::integer from tms_gps_device d where d.tenant_id = t.tenant_id and d.config_id = t.id
        and not exists (select 1 from tms_truck_pos p where p.tenant_id = d.tenant_id and p.truck_id = d.truck_id
          and p.at > ${new Date(ctx.now().getTime() - 10 * 60_000)}))`,
    },
  },
  [gpsDevice.table]: {
    lastAt: {
      value: () => sql`(select p.at from tms_truck_pos p where p.tenant_id = t.tenant_id and p.truck_id = t.truck_id)`,
    },
  },
}

const dayMs = 86_400_000
/** Positions in one statement: a day of a hundred trucks. */
const dayMost = 20_000
/** 清理轨迹: positions that are older than the option says, day by day. */
export async function dropOldFixes(by: Steps): Promise<string> {
  const before = await by.perform(async (ctx) => {
    const days = await readOption(ctx, 'tms_gps_keep_days')
    return new Date(ctx.now().getTime() - days * dayMs)
  })
  let rows = 0
  for (;;) {
    const n = await by.perform((ctx) =>
      ctx.tx.run(sql`
        delete from tms_gps_fix where tenant_id = ${ctx.tenantId} and id in (
          select f.id from tms_gps_fix f where f.tenant_id = ${ctx.tenantId} and f.at < ${before} order by f.at limit ${dayMost})`),
    )
    rows += n
    if (n < dayMost) return `${rows} positions`
  }
}
