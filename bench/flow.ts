import type { Call } from '@lading/contract/kernel/call.ts'
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { confirmLine, confirmSheet } from '@lading/contract/wms/taskCalls.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { bulkInsert } from '../server/kernel/bulk.ts'
import type { Database } from '../server/kernel/database.ts'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { type Client, openTestServer, type TestServer } from '../server/testing/server.ts'
import { startTestPostgres } from '../tools/testPostgres.ts'
import { type Cpu, cpuNow } from './cpu.ts'
import { asInstalled, type BackEnd, postgresBackEnd } from './databases.ts'
import { mustDo, stockedYard } from './picks.ts'
import { recording, type Waited } from './recorder.ts'

/** How work is confirmed: line by line as it is scanned, or a whole task in one call at a desk. */
export type Way = 'line by line' | 'at the desk'
export interface FlowResult {
  readonly backEnd: string
  readonly way: Way
  readonly flows: number
  readonly rate: number
  /** Processor time of a flow, in milliseconds: the server and who calls it, the connections of its PostgreSQL. */
  readonly cpu: Cpu
}
interface Row {
  readonly id: string
  readonly version: number
}

export const flowClients = 16
const linesPerOrder = 5
const operate = documentCalls(operateBill)
const ship = documentCalls(shipBill)
const view = (type: TaskType) => crudCalls(viewOf(type))
const [picks, loads, leaves] = [view('PICK'), view('ENTER_TRUCK'), view('DESPATCH')]

/**
 * Whole orders: five lines, approved, allocated, picked, loaded and sent off with a truck of their own.
 * Checking is not part of it: there is no such step yet.
 */
export async function benchFlow(backEnd: BackEnd, way: Way, perClient: number): Promise<FlowResult> {
  const flows = flowClients * perClient
  const { seconds, cpu } = await runFlows(await backEnd.open(), way, perClient)
  return {
    backEnd: backEnd.name,
    way,
    flows,
    rate: flows / seconds,
    cpu: { server: cpu.server / flows, database: cpu.database / flows },
  }
}

const profiled = 3
/** What a flow waits for, statement by statement, the longest first; measured apart, since watching costs time. */
export async function profileFlow(backEnd: BackEnd, way: Way): Promise<readonly Waited[]> {
  const { db, waited } = recording(await backEnd.open())
  await runFlows(db, way, profiled)
  const flows = flowClients * (profiled + warmUp)
  return [...waited.values()]
    .map((w) => ({ text: w.text, ms: w.ms / flows, count: w.count / flows }))
    .sort((a, b) => b.ms - a.ms)
}

const warmUp = 2
/** @returns the time that the flows took, without those that went before */
async function runFlows(db: Database, way: Way, perClient: number): Promise<{ seconds: number; cpu: Cpu }> {
  const server = await openTestServer({ db })
  try {
    const { owner, products } = await stockedYard(server, flowClients * linesPerOrder)
    const clerk = await server.as('clerk', 'DC01')
    const stores = await makeStores(server)
    // Everybody picks other goods: who waits for whose row is the hot row's benchmark.
    const order = (storeId: string, n: number): Promise<void> =>
      flowBy[way](clerk, {
        ownerId: owner,
        storeId,
        lines: Array.from({ length: linesPerOrder }, (_, i) => ({
          productId: products[(n * linesPerOrder + i) % products.length],
          planQty: '2',
        })),
      })
    const round = (from: number, to: number): Promise<unknown> =>
      Promise.all(
        stores.map(async (storeId, client) => {
          for (let n = from; n < to; n++) await order(storeId, n * flowClients + client)
        }),
      )
    await round(0, warmUp)
    await refreshStatistics(db, 0)
    const [begin, before] = [performance.now(), cpuNow()]
    await round(warmUp, perClient + warmUp)
    const after = cpuNow()
    const cpu = { server: after.server - before.server, database: after.database - before.database }
    return { seconds: (performance.now() - begin) / 1000, cpu }
  } finally {
    await server.close()
  }
}

function makeStores(server: TestServer): Promise<string[]> {
  return server.inside('DC01', async (ctx) => {
    const ids = Array.from({ length: flowClients }, () => ctx.newId())
    await bulkInsert(
      ctx.tx,
      'wms_store',
      ids.map((id, i) => ({ tenantId: ctx.tenantId, id, code: `F${i}`, name: `store ${i}` })),
    )
    return ids
  })
}

interface Order {
  readonly storeId: string
  readonly ownerId: string
  readonly lines: readonly object[]
}
const truckFor = ({ storeId }: Order): object => ({ vehicleNo: '沪A00001', stops: [{ seq: 1, storeId }] })

/** Each line, each container by a call of its own, and what is to be done is read before. */
async function scanned(clerk: Client, order: Order): Promise<void> {
  const made = await clerk.call<Row>(operate.create, order)
  await mustDo(clerk, operate.approve, made)
  await mustDo(clerk, operate.allocate, { id: made.id, version: made.version + 1 })
  for (const line of await linesOf(clerk, picks, made.id)) await confirm(clerk, line)
  const truck = await clerk.call<Row>(ship.create, truckFor(order))
  const step = async (verb: 'approve' | 'start' | 'finish'): Promise<void> => {
    const now = await clerk.call<Row>(ship.getById, { id: truck.id })
    await mustDo(clerk, ship[verb], { id: now.id, version: now.version })
  }
  await step('approve')
  await step('start')
  for (const line of await linesOf(clerk, loads, truck.id)) await confirm(clerk, { ...line, planQty: '1' })
  await step('finish')
  for (const line of await linesOf(clerk, leaves, truck.id)) await confirm(clerk, { ...line, planQty: '1' })
}

interface Stepped extends Row {
  /** Tasks that the step has made. */
  readonly made: readonly { readonly id: string }[]
}
/** A task is confirmed as it was planned; which it is, the step says that has made it. */
async function atDesk(clerk: Client, order: Order): Promise<void> {
  const step = async (verb: Call | undefined, { id, version }: Row): Promise<Stepped> => {
    const { made = [] } = await mustDo(clerk, verb, { id, version })
    return { id, version: version + 1, made }
  }
  const confirmMade = async ({ made }: Stepped): Promise<void> => {
    if (made.length === 0) throw new Error('a step without the task that it makes')
    for (const { id } of made) await clerk.call(confirmSheet, { id })
  }
  const approved = await step(operate.approve, await clerk.call<Row>(operate.create, order))
  await confirmMade(await step(operate.allocate, approved))
  const started = await step(ship.start, await step(ship.approve, await clerk.call<Row>(ship.create, truckFor(order))))
  await confirmMade(started)
  await step(ship.despatch, await step(ship.finish, started))
}

const flowBy: Readonly<Record<Way, (clerk: Client, order: Order) => Promise<void>>> = {
  'line by line': scanned,
  'at the desk': atDesk,
}

interface Line {
  readonly id: string
  readonly planQty: string
}
/** Lines of the tasks of a bill. */
async function linesOf(clerk: Client, calls: ReturnType<typeof crudCalls>, billId: string): Promise<Line[]> {
  const { records } = await clerk.call<{ records: Row[] }>(calls.query, { filter: { billId: [billId] } })
  if (records.length === 0) throw new Error('a bill without its tasks')
  const details = await Promise.all(records.map((t) => clerk.call<{ lines: Line[] }>(calls.getById, { id: t.id })))
  return details.flatMap((d) => d.lines)
}
const confirm = (clerk: Client, line: Line): Promise<unknown> =>
  clerk.call(confirmLine, { taskLineId: line.id, qty: line.planQty })

// `node bench/flow.ts` alone: whole orders at the desk on PostgreSQL, and what they wait for.
if (import.meta.main) {
  const server = await startTestPostgres(asInstalled)
  try {
    const backEnd = postgresBackEnd(server.url)
    for (const way of ['at the desk', 'line by line'] as const) {
      const { rate, flows, cpu } = await benchFlow(backEnd, way, 20)
      console.log(
        `${way}: ${rate.toFixed(1)} flows/s, ${flows} flows; processor ms a flow: server and clients ${cpu.server.toFixed(1)}, database ${cpu.database.toFixed(1)}`,
      )
      for (const w of (await profileFlow(backEnd, way)).slice(0, 12))
        console.log(`  ${w.ms.toFixed(2)} ms, ${w.count.toFixed(2)} times: ${w.text.slice(0, 130)}`)
    }
  } finally {
    await server.stop()
  }
}
