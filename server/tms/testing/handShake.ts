import { setTimeout as sleep } from 'node:timers/promises'
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { org } from '@lading/contract/sys/org.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { type RoadTrip, recordTrip, tripOnRoad } from '@lading/contract/tms/tripCalls.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql, { raw } from 'sql-template-tag'
import { expect } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openPostgres } from '../../kernel/database.ts'
import { migrate } from '../../kernel/migrate.ts'
import { silentMs } from '../../platform/due/queue.ts'
import { logInAt } from '../../testing/client.ts'
import { type ClockedServer, clockedServers } from '../../testing/clocked.ts'
import { emptyPostgres, testSecret } from '../../testing/database.ts'
import { type Client, openTestServer, password, type TestServer } from '../../testing/server.ts'
import { stageTote } from '../../wms/testing/stageTote.ts'
import { buildYard, type Yard } from '../../wms/testing/yard.ts'
import { outboundTopic, shipmentTopic } from '../../wms/transport/tell.ts'
import { createTrip } from '../trip/make.ts'
import { tripTopic } from '../warehouse/topics.ts'
import { makeFleet } from './fleet.ts'

export type Row = Record<string, unknown> & { id: string; version: number; billNo: string; state: string }
const operate = documentCalls(operateBill)
const ship = documentCalls(shipBill as never)
const trips = documentCalls(shipPlanBill)
const bills = documentCalls(wayBill)
const orgs = crudCalls(org)
export const at = (hhmm: string): string => `2026-11-28T${hhmm}:00+08:00`
export const day = '2026-11-28'

interface Centre {
  readonly server: TestServer
  readonly yard: Yard
  readonly typeId: string
  /** By code; nobody knows where S9 is. */
  readonly stores: ReadonlyMap<string, string>
  readonly clerk: () => Client
  readonly tc: () => Client
  /** Until nobody has anything more to tell. */
  readonly settle: () => Promise<void>
}

/** What a warehouse of a test deals with. Nobody knows where S9 is. */
export interface Dealing {
  readonly products: readonly { readonly code: string; readonly qpc: string }[]
  readonly stores: readonly string[]
}
const usualDealing: Dealing = {
  products: [
    { code: 'MILK', qpc: '12' },
    { code: 'ICE', qpc: '6' },
  ],
  stores: ['S1', 'S2', 'S9'],
}

async function makeCentre(server: TestServer, dealing: Dealing): Promise<Pick<Centre, 'yard' | 'typeId' | 'stores'>> {
  return server.inside('DC01', async (ctx) => {
    const { products } = dealing
    const yard = await buildYard(ctx, { bins: { 'C-01': 'COLLECT' }, products })
    await ctx.tx.run(sql`
      update mdm_product set temperature = 'FROZEN' where tenant_id = ${ctx.tenantId} and code = 'ICE'`)
    const { tenantId } = ctx
    const stores = new Map(dealing.stores.map((code) => [code, ctx.newId()]))
    for (const [code, id] of stores) {
      const place = code === 'S9' ? {} : { longitude: `120.6${code.slice(1)}`, latitude: '31.5' }
      const window = { windowFrom: '06:00', windowTo: '11:00' }
      await bulkInsert(ctx.tx, 'wms_store', [{ tenantId, id, code, name: `store ${code}`, ...place, ...window }])
    }
    const typeId = ctx.newId()
    const tote = { tenantId, id: typeId, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'T' }
    await bulkInsert(ctx.tx, 'wms_container_type', [tote])
    return { yard, typeId, stores }
  })
}

/** One step of a paper as it is now, and all that follows from it. */
const taker = (calls: object, who: () => Client, settle: () => Promise<void>) => {
  const named = calls as Readonly<Record<string, never>>
  return async (name: string, id: string, more: object = {}): Promise<void> => {
    const { version } = await who().call<Row>(named.getById as never, { id })
    const { failed } = await who().call<{ failed: unknown[] }>(named[name] as never, {
      rows: [{ id, version }],
      ...more,
    })
    expect(failed, name).toEqual([])
    await settle()
  }
}
async function allOf(who: Client, calls: object, filter: object): Promise<Row[]> {
  const { query, getById } = calls as Readonly<Record<string, never>>
  const { records } = await who.call<{ records: Row[] }>(query as never, { filter, orderBy: 'id' })
  return Promise.all(records.map(({ id }) => who.call<Row>(getById as never, { id })))
}

/** What is done in the warehouse. */
function warehouseActs({ server, yard, typeId, stores, clerk, settle }: Centre) {
  const orderStep = taker(operate, clerk, settle)
  const shipStep = taker(ship, clerk, settle)
  return {
    shipStep,
    order: async (store: string, lines: Readonly<Record<string, string>>, more: object = {}): Promise<Row> => {
      const { id } = await clerk().call<Row>(operate.create, {
        ...{ ownerId: yard.owners.get('O1'), storeId: stores.get(store), bizDate: day, ...more },
        lines: Object.entries(lines).map(([code, planQty]) => ({ productId: yard.products.get(code)?.id, planQty })),
      })
      return clerk().call<Row>(operate.getById, { id })
    },
    approve: (id: string) => orderStep('approve', id),
    cancelOrder: (id: string) => orderStep('cancel', id, { reason: '门店取消' }),
    ships: (filter: object = {}) => allOf(clerk(), ship, filter),
    /** A tote with so much of the order's first line stands ready. */
    stage: async (code: string, of: Row, qty: string, product = 'MILK') => {
      const [line] = of.lines as { id: string }[]
      const tote = { code, typeId, storeId: String(of.storeId), qty, product, orderLineId: line?.id ?? '' }
      await server.inside('DC01', (ctx) => stageTote(ctx, yard, tote))
    },
    /** Everything that stands ready is loaded. @returns stores, in the order in which their goods go in */
    load: async (id: string): Promise<readonly (string | undefined)[]> => {
      await shipStep('start', id)
      const { billNo } = await clerk().call<Row>(ship.getById as never, { id })
      const { tasks } = await clerk().call(work.findWork, { scan: billNo, taskTypes: ['ENTER_TRUCK'] })
      const { lines } = await clerk().call(work.getWork, { id: tasks[0]?.id })
      for (const l of lines)
        await clerk().call(work.confirmLine, {
          taskLineId: l.id,
          qty: '1',
          scans: { container: l.fromContainer?.code },
        })
      return lines.map((l) => l.store?.code)
    },
  }
}

/** What is done in the transport centre. */
function transportActs({ server, tc, settle }: Centre, fleet: Awaited<ReturnType<typeof makeFleet>>['fleet']) {
  return {
    tripStep: taker(trips, tc, settle),
    billStep: taker(bills, tc, settle),
    waybills: (filter: object = {}) => allOf(tc(), bills, filter),
    getTrip: (id: string) => tc().call<Row>(trips.getById, { id }),
    onRoad: (id: string) => tc().call(tripOnRoad, { id }) as Promise<RoadTrip>,
    /** A trip with these way bills, a stop each, by a truck of the fleet. */
    trip: (ids: readonly Row[], crew = 0) =>
      server.inside('TC01', (ctx) =>
        createTrip(ctx, {
          ...{ source: 'VRP', departSiteId: String(ids[0]?.fromSiteId), bizDate: day },
          ...{ truckId: fleet[crew]?.truck ?? null, driverId: fleet[crew]?.driver ?? null },
          ...{ planDepartAt: at('12:00'), planReturnAt: at('16:00') },
          stops: ids.map((w, i) => ({
            siteId: String(w.toSiteId),
            planArriveAt: at(`1${3 + i}:00`),
            wayBillIds: [w.id],
          })),
        }),
      ),
    record: async (id: string, told: object) => {
      const { version } = await tc().call<Row>(trips.getById, { id })
      await tc().call(recordTrip, { id, version, ...told } as never)
      await settle()
    },
  }
}

/** All of it is told again, last things first. */
async function tellAgain({ server, settle }: Centre): Promise<void> {
  for (const [code, topic, table] of [
    ['TC01', tripTopic, 'tms_ship_plan_bill'],
    ['DC01', shipmentTopic, 'wms_ship_bill'],
    ['DC01', outboundTopic, 'wms_operate_bill'],
  ] as const)
    await server.inside(code, async (ctx) => {
      const rows = await ctx.tx.query<{ id: string }>(sql`
        select id from ${raw(table)} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} order by id desc`)
      for (const { id } of rows) ctx.emit({ topic, key: id })
    })
  await settle()
}

/** Processes of their own on a PostgreSQL that serve a day from some hour on, and die when they are told to. */
async function openMortal(from: Date) {
  const { url, drop } = await emptyPostgres()
  const db = openPostgres({ url, secret: testSecret })
  await migrate(db, testSecret)
  const clock = clockedServers(url, from)
  let one: ClockedServer | undefined
  let isDoomed = false
  const revive = async (): Promise<void> => {
    isDoomed = false
    // As likely before the first word of what was answered has gone out as in the middle of it.
    await sleep(Math.random() * 400)
    await one?.kill()
    one = await clock.start()
    // What it was at is taken over from it once it has been silent for long enough.
    await clock.moveTo(new Date(clock.now().getTime() + silentMs + 1000))
  }
  return {
    ...{ db, moveTo: clock.moveTo },
    reach: () => one,
    start: async () => {
      one = await clock.start()
    },
    /** It dies after its next answer, and another begins where it left. */
    doom: () => {
      isDoomed = true
    },
    settle: async (): Promise<void> => {
      if (isDoomed) await revive()
      const due = 'select 1 from sys_outbox where not_before <= $1 limit 1'
      do await one?.tick()
      while ((await db.owner.query(due, [clock.now()])).rowCount)
    },
    close: async () => {
      await clock.close()
      await drop()
    },
  }
}

/**
 * A warehouse with milk and three stores, a transport centre with trucks, and who works in both.
 * @param o.mortal on a PostgreSQL where another process can serve what comes after `moveOut`
 */
export async function openHandShake(dealing = usualDealing, o: { readonly mortal?: boolean } = {}) {
  let now = new Date(at('08:00'))
  const mortal = o.mortal ? await openMortal(now) : undefined
  const server = await openTestServer({ now: () => now, ...(mortal && { db: mortal.db }) })
  const { fleet, type } = await makeFleet(server)
  const group = await server.as('admin', 'G')
  const made = await makeCentre(server, dealing)
  const orgId = (code: string): string => server.one.orgs.get(code)?.id ?? ''
  const enter = (username: string, code: string): Promise<Client> => {
    const reach = mortal?.reach()
    const who = { tenant: 'one', username, password, workingOrgId: orgId(code) }
    return reach ? logInAt(reach, who) : server.as(username, code)
  }
  let clerk: Client
  let tc: Client
  const enterBoth = async (): Promise<void> => {
    ;[clerk, tc] = [await enter('clerk', 'DC01'), await enter('admin', 'TC01')]
  }
  await enterBoth()
  const settle = async (): Promise<void> => {
    if (!mortal?.reach()) return server.relay.drain()
    const before = mortal.reach()
    // What the test itself left is handed over: it tells nothing any more.
    await server.relay.stop()
    await mortal.settle()
    if (mortal.reach() !== before) await enterBoth()
  }
  const centre: Centre = { server, ...made, clerk: () => clerk, tc: () => tc, settle }
  return {
    ...centre,
    ...warehouseActs(centre),
    ...transportActs(centre, fleet),
    fleet,
    truckTypeId: type,
    group,
    orgId,
    again: () => tellAgain(centre),
    /** Sessions end with the hours: both log in again. */
    travel: async (to: string): Promise<void> => {
      now = new Date(to)
      await mortal?.moveTo(now)
      await enterBoth()
    },
    /** From now on a process of its own serves all that is asked, and dies after the next answer that something follows from. */
    moveOut: async (): Promise<void> => {
      await settle()
      await mortal?.start()
      await enterBoth()
      mortal?.doom()
    },
    close: async (): Promise<void> => {
      await server.close()
      await mortal?.close()
    },
    setOrg: async (code: string, more: object) => {
      const { id, version } = await group.call<Row>(orgs.getById, { id: orgId(code) })
      return group.envelope(orgs.update, { id, version, ...more })
    },
  }
}
export type HandShake = Awaited<ReturnType<typeof openHandShake>>
