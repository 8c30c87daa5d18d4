import type { WorkLine, WorkTask } from '@lading/contract/wms/taskCalls.ts'
import type { Person } from '../tools/day/client.ts'

/** What the desk prepares before a shift, by calls. */
export interface Document {
  readonly id: string
  readonly version: number
  readonly billNo: string
  readonly state: string
}
export interface Work {
  readonly task: WorkTask
  readonly lines: readonly WorkLine[]
}
type Lines = readonly (readonly [productCode: string, qty: string])[]

/** The one row that a filter finds. */
export async function find<T = Document>(p: Person, path: string, filter: object): Promise<T> {
  const [first] = (await p.query<T>(`${path}/query`, { filter, pageSize: 1 })).records
  if (!first) throw new Error(`${path} has no row for ${JSON.stringify(filter)}`)
  return first
}
const idOf = async (p: Person, path: string, code: string): Promise<string> => {
  const { records } = await p.query<{ id: string; code: string }>(`${path}/query`, { filter: { code }, pageSize: 50 })
  const found = records.find((r) => r.code === code)
  if (!found) throw new Error(`${path} has no ${code}`)
  return found.id
}

async function linesOf(p: Person, lines: Lines): Promise<object[]> {
  const made: object[] = []
  for (const [code, planQty] of lines) made.push({ productId: await idOf(p, '/mdm/api/product', code), planQty })
  return made
}

/** Takes a step of a bill as it stands now. */
export async function step(p: Person, noun: string, id: string, name: string): Promise<Document> {
  const path = `/wms/api/${noun}`
  const { version } = await find(p, path, { id: [id] })
  const { failed } = await p.post<{ failed: { message: string }[] }>(`${path}/${name}`, { rows: [{ id, version }] })
  if (failed[0]) throw new Error(`${noun}/${name}: ${failed[0].message}`)
  return find(p, path, { id: [id] })
}

/** An approved order of goods that a vendor brings. */
export async function makeOrder(p: Person, lines: Lines): Promise<Document> {
  const made = await p.post<{ id: string }>('/wms/api/orderBill/create', {
    ownerId: await idOf(p, '/wms/api/owner', 'O1'),
    vendorId: await idOf(p, '/wms/api/vendor', 'V02'),
    mode: 'PURCHASE',
    priority: 50,
    lines: await linesOf(p, lines),
  })
  return step(p, 'orderBill', made.id, 'approve')
}

/** An approved order of what a store is to get. A small priority comes first. */
export async function makeOutbound(
  p: Person,
  store: string,
  lines: Lines,
  priority = 50,
  more: object = {},
): Promise<Document> {
  const made = await p.post<{ id: string }>('/wms/api/operateBill/create', {
    ownerId: await idOf(p, '/wms/api/owner', 'O1'),
    storeId: await idOf(p, '/wms/api/store', store),
    mode: 'SUPPLY',
    delivery: 'NORMAL',
    priority,
    lines: await linesOf(p, lines),
    ...more,
  })
  return step(p, 'operateBill', made.id, 'approve')
}

/** A truck for one store, which nobody has approved yet. */
export async function makeTruck(p: Person, store: string, more: object): Promise<Document> {
  const stops = [{ seq: 1, storeId: await idOf(p, '/wms/api/store', store) }]
  const made = await p.post<{ id: string }>('/wms/api/shipBill/create', { stops, ...more })
  return find(p, '/wms/api/shipBill', { id: [made.id] })
}

/** Tasks of one type that serve a bill, oldest first. */
export async function tasksOf(p: Person, noun: string, billId: string): Promise<WorkTask[]> {
  const { records } = await p.query<WorkTask>(`/wms/api/${noun}/query`, {
    filter: { billId: [billId] },
    pageSize: 50,
    orderBy: 'taskNo',
  })
  return records
}
export const workOf = (p: Person, id: string): Promise<Work> => p.get<Work>('/wms/api/task/getWork', { id })

interface Sum {
  readonly qty: string
  readonly availableQty: string
  readonly refs: { readonly productId?: { readonly code: string } }
}
const sums = async (p: Person, more: object): Promise<readonly Sum[]> =>
  (await p.query<Sum>('/wms/api/stockLookBoard/group', { groupBy: ['productId'], pageSize: 200, ...more })).records

/** What there is of a product, in base units. */
export async function onHand(p: Person, productCode: string, filter: object = {}): Promise<number> {
  const found = await sums(p, { productCode, filter })
  return found.filter((r) => r.refs.productId?.code === productCode).reduce((sum, r) => sum + Number(r.qty), 0)
}

/** Products of the ambient store of which much is free. */
export async function stocked(p: Person, count: number): Promise<string[]> {
  const found = await sums(p, { onlyAvailable: true, orderBy: '-availableQty', filter: { stockType: ['GOOD'] } })
  const codes = found.map((r) => r.refs.productId?.code ?? '').filter((code) => /^[1236]/.test(code))
  if (codes.length < count) throw new Error('the demo has too little stock')
  return codes.slice(0, count)
}

/** How many rows of the ledger the picks have made. */
export const pickRows = async (p: Person): Promise<number> =>
  (await p.query('/wms/api/ledger/query', { filter: { bizType: ['PICK'] }, pageSize: 1, searchCount: true })).total

const idOfWorker = async (p: Person, username: string): Promise<string> => {
  const { workers } = await p.get<{ workers: { id: string; username: string }[] }>('/wms/api/task/workers')
  return workers.find((w) => w.username === username)?.id ?? ''
}

/** Somebody comes to work or goes home, where he is one of the workers at all and has not done so yet. */
export async function setDuty(p: Person, username: string, onDuty: boolean): Promise<void> {
  const { records } = await p.query<Document & { onDuty: boolean }>('/wms/api/worker/query', {
    filter: { userId: [await idOfWorker(p, username)] },
    pageSize: 1,
  })
  const rows = records.filter((w) => w.onDuty !== onDuty).map(({ id, version }) => ({ id, version }))
  if (rows.length > 0) await p.post(`/wms/api/worker/${onDuty ? 'start' : 'stop'}`, { rows })
}

/**
 * Somebody is at work, and whatever he has in hand goes back to all: his next task is then the most urgent one. Pressing
 * every button of a page of people sends them home as well.
 */
export async function freeHands(p: Person, username: string): Promise<void> {
  const { records } = await p.query<{ id: string }>('/wms/api/task/query', {
    filter: { assigneeId: [await idOfWorker(p, username)], state: ['ASSIGNED', 'RUNNING'] },
    pageSize: 50,
  })
  for (const task of records) await p.post('/wms/api/task/giveUp', { id: task.id })
  await setDuty(p, username, true)
}

/** Every broken rule of the stock; there must be none. */
export const reconcile = async (p: Person): Promise<readonly { rule: string; detail: string }[]> =>
  (await p.get<{ hits: { rule: string; detail: string }[] }>('/wms/api/stockLookBoard/reconcile')).hits

/** New containers of a type. @returns their codes */
export async function makeContainers(p: Person, type: string, count: number): Promise<string[]> {
  const typeId = await idOf(p, '/wms/api/containerType', type)
  const { first } = await p.post<{ first: string }>('/wms/api/container/createBatch', { typeId, count })
  const [, prefix = '', digits = ''] = /^(\D+)(\d+)$/.exec(first) ?? []
  return Array.from({ length: count }, (_, i) => prefix + String(Number(digits) + i).padStart(digits.length, '0'))
}

/** A lot of which nothing is promised: who holds one that is promised is shown for whom at once. */
export async function freeLot(p: Person): Promise<string> {
  type Sum = { reservedQty: string; refs: Record<string, { code: string }> }
  const { records } = await p.query<Sum>('/wms/api/stockLookBoard/group', { groupBy: ['lotId'], pageSize: 200 })
  const lot = records.find((r) => Number(r.reservedQty) === 0)?.refs.lotId
  if (!lot) throw new Error('something of every lot is promised')
  return lot.code
}
