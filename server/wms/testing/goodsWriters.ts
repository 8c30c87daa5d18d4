import { isDeepStrictEqual } from 'node:util'
import type { Call } from '@lading/contract/kernel/call.ts'
import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { createContainers } from '@lading/contract/wms/masterCalls.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import type pg from 'pg'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { logInPatient, newRun, type Patient, type Run, type Sent } from '../../testing/patient.ts'
import { added, type Book, type Mine, posted, readBook } from './goodsBook.ts'
import { buildYard } from './yard.ts'

/** Product, vendor, store and kinds of containers of one writer. */
export interface GoodsPlace extends Mine {
  readonly name: string
  readonly ownerId: string
}

/** A warehouse for so many writers, each with goods of his own and all with the same bins and hands. */
export async function buildGoodsPlaces(ctx: Ctx, writers: number): Promise<GoodsPlace[]> {
  const names = Array.from({ length: writers }, (_, i) => `G${i + 1}`)
  const yard = await buildYard(ctx, {
    bins: { 'P-01': 'PICK', 'S-01': 'STORAGE', 'S-02': 'STORAGE' },
    products: names.map((code) => ({ code, qpc: '12' })),
  })
  const { tenantId } = ctx
  const insert = async (table: string, code: string, more: object): Promise<string> => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, table, [{ tenantId, id, code, name: code, ...more }])
    return id
  }
  const made: GoodsPlace[] = []
  for (const name of names)
    made.push({
      name,
      ownerId: yard.owners.get('O1') ?? '',
      productId: yard.products.get(name)?.id ?? '',
      vendorId: await insert('wms_vendor', name, {}),
      storeId: await insert('wms_store', name, {}),
      palletTypeId: await insert('wms_container_type', `${name}P`, { category: 'PALLET', prefix: `${name}P` }),
      toteTypeId: await insert('wms_container_type', `${name}T`, { category: 'TOTE', prefix: `${name}T` }),
    })
  return made
}

export interface GoodsWriters {
  /** How many writes were acknowledged so far. */
  readonly count: () => number
  hold(): Promise<void>
  go(): void
  /** Lets each finish the write that it is at. */
  stop(): Promise<void>
  readonly run: Run
  /** For each writer, what stands and what he was told; the call that he has no answer to may have been done or not. */
  compare(owner: pg.Pool): Promise<{ found: Book; told: Book; asked: Book }[]>
}

/** Ends a writer: the run is over, or what went wrong is noted. */
class Over extends Error {}

/** One who knows what must stand, by what he was answered. */
function teller(patient: Patient, run: Run) {
  let told: Book = {}
  let asked: Book = {}
  let count = 0
  let last: { readonly call: Call; readonly body: object; readonly sent: Sent } | undefined

  async function send(call: Call, body: object): Promise<Sent> {
    const sent = run.stopping ? undefined : await patient.send(call, body)
    if (!sent) throw new Over()
    return sent
  }
  /** Who had to ask again asks for his last answer once more: it must be the same, and nothing may come of it. */
  async function askAgain(attempts: number): Promise<void> {
    if (attempts === 1 || !last) return
    const { call, body, sent } = last
    const again = await patient.send(call, body, sent.key)
    if (again && !isDeepStrictEqual(again.data, sent.data))
      run.wrong.push(`${call.path}: ${JSON.stringify(again.data)} after ${JSON.stringify(sent.data)}`)
  }
  return {
    count: () => count,
    told: () => told,
    asked: () => asked,
    read: async <I, O>(call: Call<I, O>, body: object): Promise<O> => {
      const sent = await send(call as Call, body)
      await askAgain(sent.attempts)
      return sent.data as O
    },
    /** @param does what stands afterwards that did not before */
    write: async <I, O>(call: Call<I, O>, body: object, does: Book): Promise<O> => {
      asked = added(told, does)
      const sent = await send(call as Call, body)
      told = asked
      count += 1
      last = { call: call as Call, body, sent }
      await askAgain(sent.attempts)
      return sent.data as O
    },
  }
}
type Teller = ReturnType<typeof teller>

/** The steps of a bill, which tell each row's outcome, and lines of work by what a scan means. */
function deskOf(run: Run, { read, write }: Teller) {
  return {
    read,
    write,
    make: (call: Call | undefined, body: object, does: Book) =>
      write(called(call), body, does) as Promise<{ id: string }>,
    step: async (call: Call | undefined, id: string, version: number, does: Book = {}): Promise<void> => {
      const answer = (await write(called(call), { rows: [{ id, version }] }, does)) as { ok: number }
      if (answer.ok === 1) return
      run.wrong.push(`${call?.path} ${id}: ${JSON.stringify(answer)}`)
      throw new Over()
    },
    /** Takes the task that a scan means. @returns its first line */
    take: async (scan: string, taskType: TaskType): Promise<string> => {
      const { tasks } = await read(work.findWork, { scan, taskTypes: [taskType] })
      const { lines } = await write(work.takeTask, { id: tasks[0]?.id }, {})
      return lines[0]?.id ?? ''
    },
    confirm: (taskLineId: string, qty: number, more: object, does: Book) =>
      write(work.confirmLine, { taskLineId, qty: String(qty), ...more }, { ...does, [`done ${taskLineId}`]: qty }),
    undo: (taskLineId: string, qty: number, does: Book) =>
      write(work.undoLine, { taskLineId }, { ...does, [`done ${taskLineId}`]: -qty }),
  }
}
const called = (call: Call | undefined): Call => {
  if (!call) throw new Error('there is no such call')
  return call
}
type Desk = ReturnType<typeof deskOf>
const whole = 12

/** From the vendor to a bin: received, taken back, received again, taken up, put down, moved back and put away again. */
async function inbound(desk: Desk, place: GoodsPlace, no: string): Promise<void> {
  const order = documentCalls(orderBill)
  const { first: pallet } = await desk.write(
    createContainers,
    { typeId: place.palletTypeId, count: 1 },
    { containers: 1 },
  )
  const { ownerId, vendorId, productId } = place
  const lines = [{ productId, planQty: String(whole) }]
  const bill = await desk.make(order.create, { ownerId, vendorId, upstreamNo: no, lines }, { 'inbound orders': 1 })
  await desk.step(order.approve, bill.id, 0, { 'inbound approved': 1 })
  await desk.step(order.createTask, bill.id, 1, { 'tasks RECEIVE': 1 })
  const line = await desk.take(no, 'RECEIVE')
  const toContainer = pallet
  await desk.confirm(
    line,
    5,
    { toContainer, partial: true },
    { ...posted('RECEIVE', 5), 'on hand': 5, 'tasks PUTAWAY': 1 },
  )
  await desk.undo(line, 5, { ...posted('REVERSE', 5), 'on hand': -5, 'tasks PUTAWAY': -1 })
  await desk.confirm(
    line,
    whole,
    { toContainer },
    { ...posted('RECEIVE', whole), 'on hand': whole, 'tasks PUTAWAY': 1 },
  )
  const put = await desk.take(pallet, 'PUTAWAY')
  await desk.write(work.confirmLine, { taskLineId: put, qty: String(whole), pickUp: true }, posted('MOVE', whole))
  await desk.confirm(put, whole, { toBin: 'S-01' }, posted('PUTAWAY', whole))
  await desk.undo(put, whole, posted('PUTAWAY', whole))
  await desk.confirm(put, whole, { toBin: 'S-02' }, posted('PUTAWAY', whole))
}

/** From the bin to the store: picked, taken back, picked again, loaded, unloaded, loaded again, gone. */
async function outbound(desk: Desk, place: GoodsPlace, no: string): Promise<void> {
  const [operate, ship] = [documentCalls(operateBill), documentCalls(shipBill)]
  const { first: tote } = await desk.write(createContainers, { typeId: place.toteTypeId, count: 1 }, { containers: 1 })
  const { ownerId, storeId, productId } = place
  const lines = [{ productId, planQty: String(whole) }]
  const bill = await desk.make(operate.create, { ownerId, storeId, upstreamNo: no, lines }, { 'outbound orders': 1 })
  await desk.step(operate.approve, bill.id, 0)
  await desk.step(operate.allocate, bill.id, 1, { 'tasks PICK': 1 })
  const line = await desk.take(no, 'PICK')
  const toContainer = tote
  await desk.confirm(line, 7, { toContainer, partial: true }, posted('PICK', 7))
  await desk.undo(line, 7, posted('REVERSE', 7))
  await desk.confirm(line, whole, { toContainer }, posted('PICK', whole))
  const truck = await desk.make(ship.create, { vehicleNo: no, stops: [{ storeId, seq: 1 }] }, { shipments: 1 })
  await desk.step(ship.approve, truck.id, 0)
  await desk.step(ship.start, truck.id, 1, { 'tasks ENTER_TRUCK': 1 })
  const load = await desk.take(no, 'ENTER_TRUCK')
  await desk.confirm(load, 1, {}, posted('LOAD', whole))
  await desk.undo(load, 1, posted('UNLOAD', whole))
  await desk.confirm(load, 1, {}, posted('LOAD', whole))
  await desk.step(ship.finish, truck.id, 2, { 'tasks DESPATCH': 1 })
  await desk.step(ship.despatch, truck.id, 3, { ...posted('SHIP', whole), 'on hand': -whole })
}

/** One writer for each place: what he brings in goes out again, until he is told to stop. */
export async function startGoodsWriters(
  url: string,
  places: readonly GoodsPlace[],
  password: string,
  patience = 60_000,
): Promise<GoodsWriters> {
  const run = newRun()
  const patient = await logInPatient(run, url, { username: 'clerk', org: 'DC01', password, patience })
  const writers = places.map((place) => ({ place, teller: teller(patient, run) }))
  const client = async ({ place, teller: own }: (typeof writers)[number]): Promise<void> => {
    const desk = deskOf(run, own)
    for (let n = 1; ; n++) {
      await inbound(desk, place, `${place.name}-I${n}`)
      await outbound(desk, place, `${place.name}-O${n}`)
    }
  }
  const all = writers.map((writer) =>
    client(writer).catch((error: unknown) => {
      if (!(error instanceof Over)) run.wrong.push(String(error))
    }),
  )
  return {
    run,
    count: () => writers.reduce((sum, { teller: own }) => sum + own.count(), 0),
    hold: run.hold,
    go: run.go,
    stop: async () => {
      run.stopping = true
      await Promise.all(all)
    },
    compare: (owner) =>
      Promise.all(
        writers.map(async ({ place, teller: own }) => ({
          found: await readBook(owner, place),
          told: own.told(),
          asked: own.asked(),
        })),
      ),
  }
}
