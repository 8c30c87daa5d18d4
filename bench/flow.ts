import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { confirmLine } from '@lading/contract/wms/taskCalls.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { bulkInsert } from '../server/kernel/bulk.ts'
import type { Database } from '../server/kernel/database.ts'
import { type Client, openTestServer, type TestServer } from '../server/testing/server.ts'
import type { BackEnd } from './databases.ts'
import { mustDo, stockedYard } from './picks.ts'
import { recording, type Waited } from './recorder.ts'

export interface FlowResult {
  readonly backEnd: string
  readonly flows: number
  readonly rate: number
}
interface Row {
  readonly id: string
  readonly version: number
}

const clients = 8
const linesPerOrder = 5
const operate = documentCalls(operateBill)
const ship = documentCalls(shipBill)
const view = (type: TaskType) => crudCalls(viewOf(type))
const [picks, loads, leaves] = [view('PICK'), view('ENTER_TRUCK'), view('DESPATCH')]

/**
 * Whole orders: five lines, approved, allocated, picked line by line, loaded and sent off with a truck of their own.
 * Checking is not part of it: there is no such step yet.
 */
export async function benchFlow(backEnd: BackEnd, perClient: number): Promise<FlowResult> {
  const flows = clients * perClient
  return { backEnd: backEnd.name, flows, rate: flows / (await runFlows(await backEnd.open(), perClient)) }
}

const profiled = 3
/** What a flow waits for, statement by statement, the longest first; measured apart, since watching costs time. */
export async function profileFlow(backEnd: BackEnd): Promise<readonly Waited[]> {
  const { db, waited } = recording(await backEnd.open())
  await runFlows(db, profiled)
  const flows = clients * (profiled + warmUp)
  return [...waited.values()]
    .map((w) => ({ text: w.text, ms: w.ms / flows, count: w.count / flows }))
    .sort((a, b) => b.ms - a.ms)
}

const warmUp = 2
/** @returns the seconds that the flows took, without those that went before */
async function runFlows(db: Database, perClient: number): Promise<number> {
  const server = await openTestServer({ db })
  try {
    const { owner, products } = await stockedYard(server, 40)
    const clerk = await server.as('clerk', 'DC01')
    const stores = await makeStores(server)
    // Everybody picks other goods: who waits for whose row is the hot row's benchmark.
    const order = (storeId: string, n: number): Promise<void> =>
      oneFlow(clerk, {
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
          for (let n = from; n < to; n++) await order(storeId, n * clients + client)
        }),
      )
    await round(0, warmUp)
    const begin = performance.now()
    await round(warmUp, perClient + warmUp)
    return (performance.now() - begin) / 1000
  } finally {
    await server.close()
  }
}

function makeStores(server: TestServer): Promise<string[]> {
  return server.inside('DC01', async (ctx) => {
    const ids = Array.from({ length: clients }, () => ctx.newId())
    await bulkInsert(
      ctx.tx,
      'wms_store',
      ids.map((id, i) => ({ tenantId: ctx.tenantId, id, code: `F${i}`, name: `store ${i}` })),
    )
    return ids
  })
}

async function oneFlow(clerk: Client, input: { storeId: string; ownerId: string; lines: object[] }): Promise<void> {
  const made = await clerk.call<Row>(operate.create, input)
  await mustDo(clerk, operate.approve, made)
  await mustDo(clerk, operate.allocate, { id: made.id, version: made.version + 1 })
  for (const line of await linesOf(clerk, picks, made.id)) await confirm(clerk, line)
  const truck = await clerk.call<Row>(ship.create, {
    vehicleNo: '沪A00001',
    stops: [{ seq: 1, storeId: input.storeId }],
  })
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
