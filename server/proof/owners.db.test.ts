import type { Call } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { monitorCalls } from '@lading/contract/sys/monitor.ts'
import { userCarrier } from '@lading/contract/sys/user.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { tables } from '@lading/contract/tables.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { parkingArea } from '@lading/contract/tms/parkingArea.ts'
import { region } from '@lading/contract/tms/region.ts'
import { shipPlanBill, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { takeDeliveryTask } from '@lading/contract/tms/takeDeliveryTask.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Identity } from '../kernel/ctx.ts'
import { insert } from '../kernel/insert.ts'
import { raiseRights } from '../sys/session/identify.ts'
import { askReading, type Told } from '../testing/answers.ts'
import { type Compared, compare, expectNothingTold } from '../testing/beside.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { isTaken } from '../testing/full.ts'
import { dueParts, parts } from '../testing/parts.ts'
import { fingerprint, reach } from '../testing/reach.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { type Callers, makeWorld, putInPlace, type World } from '../testing/world.ts'
import { orderDocuments } from '../tms/orders.ts'
import { schemeDocuments } from '../tms/scheme/served.ts'
import { tripDocuments } from '../tms/trip/served.ts'
import { documents as warehouseDocuments } from '../wms/print/served.ts'

/** What is about nobody's goods is shared by owners: stores, places, types. */
const isShared = (e: AnyEntity): boolean => e.area === 'sys' || e.ownerThrough === 'everybody'
const sharedParents = new Set(tables.filter(isShared).map((e) => e.key))
/** Their rows of rows too, unless these name an owner. */
const isTheirs = (e: AnyEntity): boolean =>
  e.parent !== undefined && sharedParents.has(e.parent) && !Object.hasOwn(e.fields, 'ownerId')
const shared = new Set(tables.filter((e) => isShared(e) || isTheirs(e)).map((e) => e.key))

let server: TestServer
let world: World
let others: Rows = new Map()
beforeAll(async () => {
  server = await openTestServer()
  world = await makeWorld(server)
  await stage(world.own)
})
afterAll(() => server.close())

/** Rows of another owner in the same bins, for the same stores, on a truck of his. */
async function addOthers(): Promise<void> {
  const known = new Map([...world.own].filter(([key]) => shared.has(key)))
  const made = await server.inside('DC01', (ctx) => fillTables(ctx, 'NEIGHBOUR', known))
  others = new Map([...made].filter(([key]) => !known.has(key) && key !== 'sys.org'))
  await server.db.owner.query(
    `update wms_operate_bill set ship_bill_id = ${others.get('wms.shipBill')} where id = ${others.get('wms.operateBill')}`,
  )
  await stage(others)
}

/** Puts the container where a truck for its store finds it. */
async function stage(rows: Rows): Promise<void> {
  await server.db.owner.query(`update wms_container set state = 'PICKED' where id = ${rows.get('wms.container')}`)
}

/** As if the other owner had never been there. */
async function removeOthers(): Promise<void> {
  const { owner } = server.db
  const client = await owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    for (const e of tables) {
      const id = others.get(e.key)
      if (id !== undefined) await client.query(`delete from ${e.table} where id = ${id}`)
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** What he is answered by every reading call, in these organisations. */
async function ask(
  asks: (call: Call) => boolean,
  at: readonly (keyof Callers)[] = ['dc', 'group'],
): Promise<readonly Told[]> {
  // What is counted by the minute would answer otherwise for being asked once more, whoever's goods there are.
  await server.db.owner.query('delete from sys_login_throttle')
  const told: Told[] = []
  for (const org of at) told.push(...(await askReading(server, world.limited[org], world.own, asks)))
  return told
}

test('sizes of tables, in which the goods of all owners are counted, are told to nobody who sees some of them', async () => {
  for (const who of [world.limited.group, world.limited.dc])
    expect((await who.envelope(monitorCalls.database)).code).toBe(faults.someOwners.code)
})

describe('whoever sees one owner is answered as if there were no other', () => {
  let compared: Compared
  beforeAll(async () => {
    compared = await compare({ add: addOthers, remove: removeOthers, ask })
  })
  test.each(parts)('$title', (part) => expectNothingTold(compared, part))
})

const documents = { ...warehouseDocuments, ...orderDocuments, ...tripDocuments, ...schemeDocuments }
type Paper = keyof typeof documents
const papers = Object.keys(documents) as Paper[]
/** What a paper's task must be for it to be printed. */
const taskTypeOf: Partial<Record<Paper, TaskType>> = {
  pickTask: 'PICK',
  pickLabels: 'PICK',
  receiveTask: 'RECEIVE',
  receivedLots: 'RECEIVE',
  receivedContainers: 'RECEIVE',
  putAwayTask: 'PUTAWAY',
  sowTask: 'SOW',
  collectTask: 'PICK_COLLECT',
  storeCheckTask: 'STORE_COLLECT_CHECK',
  replenishUpperTask: 'RPL_UP',
  stockDecTask: 'STOCK_DEC',
  stockIncTask: 'STOCK_INC',
  enterTruckTask: 'ENTER_TRUCK',
  despatchTask: 'DESPATCH',
}

/** The text and bars of every page, or why there are none. */
const print = (paper: Paper, at: 'DC01' | 'TC01', limits: Pick<Identity, 'owners' | 'carriers'>): Promise<string> =>
  server.inside(at, async (ctx) => {
    const { subject, make } = documents[paper]
    const who = { ...ctx, ...limits, now: () => new Date('2026-11-20T08:00:00Z') }
    for (const made of [world.own, others])
      await ctx.tx.query(sql`
        update wms_task set task_type = ${taskTypeOf[paper] ?? 'RECEIVE'}, bill_key = ${shipBill.header.key}, bill_id = ${made.get(shipBill.header.key)}
        where tenant_id = ${ctx.tenantId} and id = ${made.get('wms.task')}`)
    const ids = [world.own.get(subject) ?? '']
    const job = await make(who, ids).catch((error: unknown) => {
      if (error instanceof Fault) return { refused: error.refusal.code }
      throw error
    })
    return JSON.stringify(job)
  })

/** What each paper says to somebody. */
async function printAll(...[at, limits]: Parameters<typeof print> extends [Paper, ...infer R] ? R : never) {
  const made = new Map<Paper, string>()
  for (const paper of papers) made.set(paper, await print(paper, at, limits))
  return made
}
const isPrinted = (text: string | undefined): boolean => text !== undefined && !text.startsWith('{"refused"')

test('his papers say nothing of any other', async () => {
  const limits = { owners: [world.own.get('wms.owner') ?? ''], carriers: null }
  const alone = await printAll('DC01', limits)
  await addOthers()
  try {
    expect(await printAll('DC01', limits)).toEqual(alone)
  } finally {
    await removeOthers()
  }
  expect([...alone.values()].filter(isPrinted).length).toBeGreaterThan(8)
})

describe('whoever works for a carrier', () => {
  /** What is nobody's: organisations, roles and settings, and the catalogue of types and licences. */
  const isCatalogue = (e: AnyEntity): boolean =>
    e.area === 'sys' ? ![e.key, e.parent].includes('sys.user') : e.carrierThrough === 'everybody'
  const catalogue = new Set(tables.filter((e) => isCatalogue(e)).map((e) => e.key))
  let compared: Compared

  /** Another carrier with trucks, people, trips and goods of his own: nothing but the catalogue is common to both. */
  async function addRival(): Promise<void> {
    const known = new Map([...world.own].filter(([key]) => catalogue.has(key)))
    const made = await server.inside('DC01', (ctx) => fillTables(ctx, 'RIVAL', known))
    others = new Map([...made].filter(([key]) => !known.has(key) && key !== 'sys.org'))
    await putInPlace(server, [others])
    await fetch(others)
  }
  /** What is on the trip is to be fetched. */
  const fetch = (rows: Rows) =>
    server.db.owner.query(`update ${tripItem.table} set direction = 'BACK' where id = ${rows.get(tripItem.key)}`)
  beforeAll(async () => {
    const userId = server.one.users.get('nobody') ?? ''
    await server.inside('G', async (ctx) => {
      await ctx.tx.run(sql`delete from sys_user_owner where tenant_id = ${ctx.tenantId} and user_id = ${userId}`)
      await insert(ctx, userCarrier.entity, [{ userId, carrierId: world.own.get('tms.carrier') ?? '' }])
      await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
    })
    await fetch(world.own)
    compared = await compare({ add: addRival, remove: removeOthers, ask: (asks) => ask(asks, ['tc', 'group']) })
  })

  test.each(parts)('is answered as if there were no other: $title', (part) => expectNothingTold(compared, part))

  test.each(dueParts)('reaches no row of another by its id, in no call: $title', async (part) => {
    const foreign = world.otherOwner
    const where = `tenant_id = ${server.one.tenantId} and id in (${[...foreign.values()].join(', ')})`
    const before = await fingerprint(server, where)
    const { leaks } = await reach({
      ...{ server, callers: world.limited, own: world.own, foreign },
      applies: (e) => !isCatalogue(e) && e.area !== 'sys',
      asks: (call, i) => part.has(call) && isTaken(i, 2),
    })
    expect(leaks).toEqual([])
    expect(await fingerprint(server, where)).toEqual(before)
  })

  test('sees what is his, and of all else nothing', async () => {
    const { group, tc } = world.limited
    const seen = async (e: AnyEntity, who = group) =>
      (await who.call<{ records: { id: string }[] }>(crudCalls(e).query as never, {})).records.map((r) => r.id)
    for (const e of [carrier, truck, staff]) expect(await seen(e), e.key).toEqual([world.own.get(e.key)])
    for (const e of [shipPlanBill.header, wayBill.header])
      expect(await seen(e, tc), e.key).toEqual([world.own.get(e.key)])
    expect(await seen(takeDeliveryTask, tc)).toEqual([world.own.get(tripItem.key)])
    for (const e of [client, parkingArea, region, product, vrpConfig]) expect(await seen(e), e.key).toEqual([])
  })

  test('is printed his trips and way bills, which say nothing of any other, and no other paper', async () => {
    const limits = { owners: [], carriers: [world.own.get('tms.carrier') ?? ''] }
    const alone = await printAll('TC01', limits)
    expect([...alone].flatMap(([paper, text]) => (isPrinted(text) ? [paper] : []))).toEqual(['wayBill', 'shipPlanBill'])
    await addRival()
    try {
      expect(await printAll('TC01', limits)).toEqual(alone)
    } finally {
      await removeOthers()
    }
  })

  test('writes nothing that is nobody’s or another’s, and makes himself no wider', async () => {
    const { group } = world.limited
    const person = { code: 'NEW1', name: 'Neu', phone: '13800000001', kinds: ['LOADER'] }
    const make = (more: object) => group.envelope(crudCalls(staff).create as never, { ...person, ...more })
    expect((await make({})).code).toBe(faults.beyondCarrier.code)
    expect((await make({ carrierId: world.otherOwner.get('tms.carrier') })).code).toBe(await codeOfMissing(make))
    expect((await make({ carrierId: world.own.get('tms.carrier') })).code).toBe(0)
    const id = server.one.users.get('nobody') ?? ''
    const { version } = await world.admin.group.call<{ version: number }>(userCalls.getById, { id })
    for (const [call, input] of [
      [userCalls.updateCarriers, { carrierIds: [] }],
      [userCalls.updateCarriers, { carrierIds: [world.otherOwner.get('tms.carrier')] }],
      [userCalls.updateOwners, { ownerIds: [] }],
    ] as const)
      expect((await group.envelope(call, { id, version, ...input })).code).toBe(sysFaults.beyondOwn.code)
  })
  const codeOfMissing = async (make: (more: object) => Promise<{ code: number }>) =>
    (await make({ carrierId: server.kernel.newId() })).code
})
