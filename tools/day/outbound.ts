import { type Person, Refused } from './client.ts'
import { dieAndTakeOver, type Floor, shortages, work } from './floor.ts'
import { fire, mustStep, nextTask } from './inbound.ts'
import { all } from './masters.ts'
import { type Bill, seenOf, waveBills } from './wave.ts'

/** Work of a wave on the floor; counting has a turn of its own. */
const floorWork = ['RPL_DOWN', 'PICK', 'SOW', 'CONTAINER_CHECK', 'CONTAINER_MERGE', 'PICK_COLLECT'] as const
const quietMs = 1_000
const pause = (ms: number) => new Promise((later) => setTimeout(later, ms))

/** All people at all work of the wave, doubts counted and settled between, until nothing is left to do. */
export async function workWave(people: readonly Person[], floor: Floor, disturb: () => Promise<void>): Promise<number> {
  const [dying, ...others] = people
  if (!dying || !others[0]) throw new Error('a wave takes two people at least')
  await dieAndTakeOver(dying, others[0], floor)
  const first = Promise.all(others.map((p) => work(p, floorWork, floor)))
  await disturb()
  let rows = sum(await first)
  for (let merged = false, idle = 0; idle < quietMs; ) {
    const done = await sumOf(others.map((p) => work(p, floorWork, floor)))
    const settled = (await settleChecks(floor.desk)) + (await countDoubts(others, floor))
    rows += done
    if (done + settled > 0) idle = 0
    else if (!merged) {
      merged = true
      await mergeSome(floor.desk)
    } else {
      idle += 100
      await pause(100)
    }
  }
  return rows
}
const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)
const sumOf = async (list: readonly Promise<number>[]): Promise<number> => sum(await Promise.all(list))

/** What checks found missing is short. */
async function settleChecks(desk: Person): Promise<number> {
  const failed = await all<{ id: string; version: number }>(desk, '/wms/api/containerCheckTask', {
    checkResult: ['FAILED'],
  })
  if (failed.length === 0) return 0
  const answer = await desk.post<{ ok: number; failed: { message: string }[] }>('/wms/api/containerCheckTask/settle', {
    rows: seenOf(failed),
  })
  if (answer.failed[0]) throw new Error(`settle: ${answer.failed[0].message}`)
  fire('check settled', answer.ok)
  return answer.ok
}

/** Bins in doubt are counted, by two people where they differ, and the differences posted. */
async function countDoubts(people: readonly Person[], floor: Floor): Promise<number> {
  let rows = 0
  // One at a time: a counter who is sent away must find a colleague.
  for (let again = true; again; ) {
    again = false
    for (const p of people.slice(0, 3)) {
      const n = await work(p, ['STOCK_TAKE'], floor)
      rows += n
      again ||= n > 0
    }
  }
  if (rows === 0) return 0
  for (let tries = 0; tries < 100; tries++) {
    const takes = await all<{ id: string; version: number; state: string }>(floor.desk, '/wms/api/stockTakeBill', {
      state: ['INPROGRESS', 'AUDITING'],
    })
    const ready = takes.filter((t) => t.state === 'AUDITING')
    for (const take of ready) {
      await mustStep(floor.desk, 'stockTakeBill', 'settle', take)
      fire('count settled')
    }
    if (takes.length === ready.length) break
    await pause(50)
  }
  floor.truth.settle()
  return rows
}

interface Box {
  readonly id: string
  readonly store: { readonly id: string }
  readonly isReal: boolean
}
const mergesMost = 20
/** What one store has in two totes goes into one, for some of the stores. */
async function mergeSome(desk: Person): Promise<void> {
  const { containers } = await desk.get<{ containers: Box[] }>('/wms/api/containerMergeTask/mergeable')
  const byStore = Map.groupBy(
    containers.filter((c) => c.isReal),
    (c) => c.store.id,
  )
  for (const [target, source] of [...byStore.values()].filter((boxes) => boxes.length > 1).slice(0, mergesMost))
    try {
      await desk.post('/wms/api/containerMergeTask/start', { targetId: target?.id, sourceIds: [source?.id] })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      fire('merge refused')
    }
}

const settleTries = 300
/** Headers follow their lines after the commit: waits until what is promised of the wave's orders has been picked. */
export async function settlePicks(p: Person, no: string): Promise<void> {
  for (let i = 0; i < settleTries; i++) {
    const bills = await waveBills(p, no)
    if (bills.every((b) => b.state === 'CLOSED' || b.bookedQty === b.doneQty)) return
    await pause(200)
  }
  throw new Error(`the orders do not show what was picked: ${await whatIsLeft(p, no)}`)
}

/** Orders that were promised more than was picked, and the work that is left of any kind, for who reads why a day stopped. */
async function whatIsLeft(p: Person, no: string): Promise<string> {
  const bills = (await waveBills(p, no)).filter((b) => b.state !== 'CLOSED' && b.bookedQty !== b.doneQty)
  const open = { state: ['NEW', 'WAIT', 'READY', 'ASSIGNED', 'RUNNING', 'SUSPENDED'] }
  const tasks = await all<{ taskNo: string; taskType: string; state: string; reason: string | null }>(
    p,
    '/wms/api/task',
    open,
  )
  const kinds = Map.groupBy(tasks, (t) => `${t.taskType} ${t.state}`)
  return [
    bills.slice(0, 5).map((b) => `${b.billNo} ${b.state} promised ${b.bookedQty}, picked ${b.doneQty}`),
    [...kinds].map(([kind, list]) => `${list.length} ${kind}, as ${list[0]?.taskNo} ${list[0]?.reason ?? ''}`),
  ]
    .map((part) => part.join('; '))
    .join(' | ')
}

const lackOf = (b: Bill): number => Number(b.planQty) - Number(b.cancelQty) - Number(b.bookedQty)
/** Gives up what is short for good. */
export async function giveUp(p: Person, no: string): Promise<void> {
  for (const b of (await waveBills(p, no)).filter((bill) => bill.state === 'INPROGRESS' && lackOf(bill) > 0)) {
    shortages.set('given up', (shortages.get('given up') ?? 0) + lackOf(b))
    await mustStep(p, 'operateBill', 'giveUpShort', b)
  }
}

/** Loads everything in trucks of `perTruck` stores and lets them leave. */
export async function ship(p: Person, perTruck: number): Promise<{ trucks: number; containers: number }> {
  const stores = [
    ...new Set(
      (await all<{ storeId: string | null }>(p, '/wms/api/container', { state: ['PICKED', 'COLLECTED', 'CHECKED'] }))
        .map((c) => c.storeId)
        .filter((s): s is string => s !== null),
    ),
  ]
  let containers = 0
  let trucks = 0
  for (let from = 0; from < stores.length; from += perTruck) {
    const stops = stores.slice(from, from + perTruck).map((storeId, i) => ({ seq: i + 1, storeId }))
    const made = await p.post<{ id: string; version: number }>('/wms/api/shipBill/create', {
      vehicleNo: `沪D${String(trucks + 1).padStart(5, '0')}`,
      stops,
    })
    const step = async (name: string) => {
      const [row] = (
        await p.query<{ id: string; version: number }>('/wms/api/shipBill/query', { filter: { id: [made.id] } })
      ).records
      if (row) await mustStep(p, 'shipBill', name, row)
    }
    await step('approve')
    await step('start')
    for (let load = await nextTask(p, ['ENTER_TRUCK']); load; load = await nextTask(p, ['ENTER_TRUCK']))
      for (const line of load.lines as unknown as { id: string; fromContainer: { code: string } }[]) {
        await p.post('/wms/api/task/confirmLine', {
          taskLineId: line.id,
          qty: '1',
          scans: { container: line.fromContainer.code },
        })
        containers += 1
      }
    await step('finish')
    const leave = await nextTask(p, ['DESPATCH'])
    if (!leave?.lines[0]) throw new Error('no despatch task')
    await p.post('/wms/api/task/confirmLine', { taskLineId: leave.lines[0].id, qty: '1' })
    trucks += 1
  }
  return { trucks, containers }
}
