import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { abnormal } from '@lading/contract/tms/abnormal.ts'
import { gpsConfig, type PushedFix, pushFixes } from '@lading/contract/tms/gps.ts'
import sql from 'sql-template-tag'
import type { At } from '../gps/coords.ts'
import { driven, type Leg } from '../watch/testing/drive.ts'
import { at, openTrips, type Row } from './tripWorld.ts'

/** Metres east and north of the depot. */
export const place = (x: number, y: number): At => [120.5 + x / 94_811, 31.5 + y / 111_195]
/** Where the stores are: three in a row, six kilometres apart. */
export const stores = [place(6_000, 0), place(12_000, 0), place(18_000, 0)] as const

/** A transport centre whose trucks tell where they are. */
export async function openRoad() {
  const w = await openTrips()
  const group = await w.server.as('admin', 'G')
  for (const [i, [lng, lat]] of [place(0, 0), ...stores].entries())
    await w.server.inside('G', (ctx) =>
      ctx.tx.run(sql`
        update tms_client_site set lng = ${lng}::numeric, lat = ${lat}::numeric where tenant_id = ${ctx.tenantId} and id = ${[w.depot, ...w.stores][i]}`),
    )
  const source = await group.call<{ id: string; version: number }>(crudCalls(gpsConfig).create, {
    ...{ code: 'GPS', name: 'provider', kind: 'HTTP', system: 'WGS84' },
    devices: w.fleet.map(({ truck }, i) => ({ deviceNo: `D${i}`, truckId: truck })),
  })
  const push = async (fixes: readonly PushedFix[]) => {
    const told = await w.tc().call(pushFixes, { source: 'GPS', fixes: [...fixes] })
    await w.server.relay.drain()
    return told
  }
  /** A truck drives from `hhmm` on; the clock goes with it. @param temp of its cold room */
  const drive = async (
    crew: number,
    hhmm: string,
    from: At,
    legs: readonly Leg[],
    o: { everyS?: number; temp?: number } = {},
  ) => {
    const begin = Date.parse(at(hhmm))
    const fixes = driven(from, legs, { everyS: o.everyS ?? 30 })
    const end = begin + (fixes.at(-1)?.at ?? 0)
    if (end > w.now().getTime()) await w.travel(new Date(end).toISOString())
    return push(
      fixes.map((f) => ({
        ...{ deviceNo: `D${crew}`, at: new Date(begin + f.at).toISOString(), lng: f.p[0], lat: f.p[1] },
        ...{ speedKmh: f.speed ?? 0, ...(o.temp !== undefined && { temps: [o.temp] }) },
      })),
    )
  }
  const abnormals = async (tripId?: string) => {
    const { records } = await w.tc().call<{ records: Row[] }>(crudCalls(abnormal.header).query, {
      filter: tripId ? { tripId: [tripId] } : {},
      orderBy: 'billNo',
    })
    return records
  }
  return { ...w, group, source, push, drive, abnormals }
}
export type RoadWorld = Awaited<ReturnType<typeof openRoad>>
