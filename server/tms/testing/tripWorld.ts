import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { type RoadTrip, tripOnRoad } from '@lading/contract/tms/tripCalls.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { type Client, openTestServer } from '../../testing/server.ts'
import { createTrip, type NewTrip } from '../trip/make.ts'
import { wayBillOnce } from '../wayBill/make.ts'
import { makeFleet } from './fleet.ts'

export type Seen = { id: string; version: number }
export type Row = Seen & Record<string, unknown> & { billNo: string; state: string }
export type Bulk = { ok: number; failed: { code: number; message: string }[]; partly?: { message: string }[] }
const trips = documentCalls(shipPlanBill)
const bills = documentCalls(wayBill)

export const at = (hhmm: string): string => `2026-11-28T${hhmm}:00+08:00`
export interface Making {
  crew?: number | null
  from?: string
  to?: string
  stops?: NewTrip['stops']
}

/** Its stops with their goods. */
const roadOf = (who: Client, id: string): Promise<RoadTrip> => who.call(tripOnRoad, { id })

/** A transport centre with stores, trucks and drivers, and what a dispatcher does there. */
export async function openTrips() {
  let now = new Date('2026-11-28T02:00:00Z')
  const server = await openTestServer({ now: () => now })
  const fleetOf = await makeFleet(server)
  const { chain, depot, stores, fleet } = fleetOf
  let tc: Client = await server.as('admin', 'TC01')
  /** Sessions end with the hours: he logs in again. */
  const travel = async (to: string): Promise<void> => {
    now = new Date(to)
    tc = await server.as('admin', 'TC01')
  }
  let no = 0
  const wayBillAt = async (store = 0, o: { kg?: string; m3?: string; kind?: string } = {}): Promise<string> => {
    const { kg = '100', m3 = '1', kind = 'DELIVERY' } = o
    const way = { fromSiteId: depot, toSiteId: stores[store] }
    const back = { fromSiteId: stores[store], toSiteId: depot }
    return server.inside('TC01', async (ctx) => {
      const { id } = await wayBillOnce(ctx, {
        ...{ source: 'API', sourceNo: `X${no++}`, clientId: chain, kind, containers: 2 },
        ...(kind === 'DELIVERY' ? way : back),
        lines: [{ productName: '水', uom: '箱', planQty: '10', weight: kg, volume: m3 }],
      })
      return id
    })
  }
  const makeTrip = ({ crew = 0, from = at('12:00'), to = at('16:00'), stops }: Making = {}) =>
    server.inside('TC01', async (ctx) => {
      const of = crew === null ? undefined : fleet[crew]
      return createTrip(ctx, {
        ...{ source: 'VRP', departSiteId: depot, planDepartAt: from, planReturnAt: to },
        ...{ truckId: of?.truck ?? null, driverId: of?.driver ?? null, stops: stops ?? [] },
      })
    })
  const get = (id: string) => tc.call<Row>(trips.getById, { id })
  const bill = (id: string) => tc.call<Row>(bills.getById, { id })
  const states = async (...ids: string[]) => Promise.all(ids.map(async (id) => (await bill(id)).state))
  const step = async (name: string, id: string, more: object = {}) =>
    tc.call<Bulk>(trips[name], { rows: [{ id, version: (await get(id)).version }], ...more })
  const stop = (n: number, ...wayBillIds: string[]) => ({
    siteId: stores[n] ?? '',
    planArriveAt: at('13:00'),
    wayBillIds,
  })
  /** A trip of its own truck and hours, with one way bill a store. */
  async function twoStops(o: Making = {}) {
    const ids = [await wayBillAt(0), await wayBillAt(1)]
    const trip = await makeTrip({ ...o, stops: [stop(0, ids[0] ?? ''), stop(1, ids[1] ?? '')] })
    return { id: trip.id, a: ids[0] ?? '', b: ids[1] ?? '' }
  }
  /** Trips of a test leave the trucks to the next. */
  const clear = () =>
    server.inside('TC01', (ctx) =>
      ctx.tx.run(
        sql`update tms_ship_plan_bill set state = 'CLOSED' where tenant_id = ${ctx.tenantId} and state not in ('CLOSED', 'CANCELLED')`,
      ),
    )

  return {
    ...fleetOf,
    server,
    tc: () => tc,
    now: () => now,
    travel,
    wayBillAt,
    makeTrip,
    get,
    bill,
    states,
    onRoad: (id: string) => roadOf(tc, id),
    step,
    stop,
    twoStops,
    clear,
  }
}
export type TripWorld = Awaited<ReturnType<typeof openTrips>>
