import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { monitorCalls } from '@lading/contract/sys/monitor.ts'
import { tables } from '@lading/contract/tables.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askReading, type Told } from '../testing/answers.ts'
import { type Compared, compare, expectNothingTold } from '../testing/beside.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { parts } from '../testing/parts.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { orderDocuments } from '../tms/orders.ts'
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

/** What he is answered by every reading call, in the centre and in the enterprise. */
async function ask(asks: (call: Call) => boolean): Promise<readonly Told[]> {
  // What is counted by the minute would answer otherwise for being asked once more, whoever's goods there are.
  await server.db.owner.query('delete from sys_login_throttle')
  return [
    ...(await askReading(server, world.limited.dc, world.own, asks)),
    ...(await askReading(server, world.limited.group, world.own, asks)),
  ]
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

const documents = { ...warehouseDocuments, ...orderDocuments }
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
const print = (paper: Paper): Promise<string> =>
  server.inside('DC01', async (ctx) => {
    const { subject, make } = documents[paper]
    const who = { ...ctx, owners: [world.own.get('wms.owner') ?? ''], now: () => new Date('2026-11-20T08:00:00Z') }
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

test('his papers say nothing of any other', async () => {
  const printAll = async (): Promise<Map<Paper, string>> => {
    const made = new Map<Paper, string>()
    for (const paper of papers) made.set(paper, await print(paper))
    return made
  }
  const alone = await printAll()
  await addOthers()
  try {
    expect(await printAll()).toEqual(alone)
  } finally {
    await removeOthers()
  }
  expect([...alone.values()].filter((text) => !text.startsWith('{"refused"')).length).toBeGreaterThan(8)
})
