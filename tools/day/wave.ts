import { chance, type Person } from './client.ts'
import { readCsv, toCsv } from './files.ts'
import { fire, mustStep, type Position } from './inbound.ts'
import { all, mustImport } from './masters.ts'

export interface Bill {
  readonly billNo: string
  readonly doneQty: string
  readonly id: string
  readonly version: number
  readonly storeId: string
  readonly state: string
  readonly planQty: string
  readonly bookedQty: string
  readonly cancelQty: string
}
interface WaveRow {
  readonly id: string
  readonly version: number
  readonly state: string
  readonly problem: string | null
}
interface Plan {
  readonly shortLines: number
  readonly waitingLines: number
  readonly replenishments: number
  readonly pickTasks: number
}
/** A wave of the file with its goods. */
export interface Wave {
  readonly no: string
  readonly lines: readonly Record<string, string>[]
  readonly skus: ReadonlySet<string>
}

/** The wave of that number, or with `all` every one; a number that the file lacks is an error that names those it has. */
export function wavesOf(data: string, wished: string): readonly Wave[] {
  const waves = Map.groupBy(readCsv(data, 'dc_waves_boxes.csv'), (row) => row.ONDA_ID ?? '')
  const found = [...waves].filter(([no]) => wished === 'all' || no === wished)
  if (found.length === 0)
    throw new Error(`there is no wave ${wished}: set DAY_WAVE to all or one of ${[...waves.keys()].join(', ')}`)
  return found.map(([no, lines]) => ({ no, lines, skus: new Set(lines.map((l) => l.SKU ?? '')) }))
}

/** Pieces that all of the waves want, by SKU. */
export function demandOf(waves: readonly Wave[]): ReadonlyMap<string, number> {
  const demand = new Map<string, number>()
  for (const { lines } of waves)
    for (const l of lines) demand.set(l.SKU ?? '', (demand.get(l.SKU ?? '') ?? 0) + Number(l.PECAS))
  return demand
}

/** One wave as outbound orders through the import: a box is an order of a store. */
export async function importWave(
  p: Person,
  { no, lines }: Pick<Wave, 'no' | 'lines'>,
  positions: readonly Position[],
): Promise<number> {
  const bySku = new Map(positions.map((x) => [x.sku, x.product]))
  const boxes = [...new Set(lines.map((l) => l.CAIXA_ID ?? ''))]
  const stores = await all<{ id: string; code: string }>(p, '/wms/api/store')
  const storeOf = new Map(boxes.map((box, i) => [box, stores[(i * 7) % stores.length]?.code ?? '']))
  const merged = new Map<string, { box: string; product: string; qty: number }>()
  for (const l of lines) {
    const product = bySku.get(l.SKU ?? '')
    if (!product) continue
    const key = `${l.CAIXA_ID}/${product.code}`
    const before = merged.get(key)
    merged.set(key, { box: l.CAIXA_ID ?? '', product: product.code, qty: (before?.qty ?? 0) + Number(l.PECAS) })
  }
  const answer = await mustImport(
    p,
    '/wms/api/operateBill',
    'dc_waves_boxes.csv',
    toCsv(
      ['upstreamNo', 'ownerId', 'storeId', 'mode', 'delivery', 'lines.productId', 'lines.planQty'],
      [...merged.values()].map((l) => [
        `W${no}-${l.box}`,
        'REAL',
        storeOf.get(l.box) ?? '',
        'SUPPLY',
        'NORMAL',
        l.product,
        l.qty,
      ]),
    ),
  )
  return answer.rows
}

export const waveBills = (p: Person, no: string): Promise<Bill[]> =>
  all<Bill>(p, '/wms/api/operateBill', { upstreamNo: `W${no}-` })
export const seenOf = (list: readonly { id: string; version: number }[]) =>
  list.map(({ id, version }) => ({ id, version }))

/** Orders that join when the wave runs already, and orders that are stopped then; no more than a quarter of all. */
const lateMost = 3
const stoppedMost = 2

/** Approves the orders of the wave and starts it with all but those that come late. @returns the wave's id */
export async function releaseWave(p: Person, no: string, ration: string): Promise<string> {
  const saved = await waveBills(p, no)
  for (let from = 0; from < saved.length; from += 40) {
    const rows = seenOf(saved.slice(from, from + 40))
    const { failed } = await p.post<{ failed: { message: string }[] }>('/wms/api/operateBill/approve', { rows })
    if (failed[0]) throw new Error(`approve: ${failed[0].message}`)
  }
  const bills = await waveBills(p, no)
  const members = bills.slice(few(bills.length, lateMost))
  const made = await p.post<WaveRow>('/wms/api/operateBill/wave', { rows: seenOf(members) })
  const { id, version } = await p.post<WaveRow>('/wms/api/waveBill/update', {
    ...{ id: made.id, version: made.version },
    ...{ title: `W${no}`, ration },
  })
  const plan = await p.get<Plan>('/wms/api/waveBill/plan', { id })
  fire('simulated: short lines', plan.shortLines)
  fire('simulated: lines that wait', plan.waitingLines)
  fire('simulated: replenishments', plan.replenishments)
  fire('simulated: pick tasks', plan.pickTasks)
  await mustStep(p, 'waveBill', 'start', { id, version })
  await started(p, id)
  fire(`ration: ${ration}`)
  return id
}
const few = (n: number, most: number): number => Math.min(most, Math.floor(n / 4))

/** Orders are stopped, and others join, while the wave is worked on. */
export async function disturbWave(p: Person, no: string, waveId: string): Promise<void> {
  const bills = await waveBills(p, no)
  const off = bills.filter((b) => b.state === 'INPROGRESS').slice(-few(bills.length, stoppedMost))
  for (const bill of off) {
    await stopOrder(p, bill)
    fire('order stopped')
  }
  const late = (await waveBills(p, no)).filter((b) => b.state === 'APPROVED')
  if (late.length === 0) return
  const { version } = await waveRow(p, waveId)
  await p.post('/wms/api/waveBill/addOrders', { id: waveId, version, rows: seenOf(late) })
  fire('order joined late', late.length)
  await started(p, waveId)
}
const stopOrder = async (p: Person, { id, version }: Bill): Promise<void> => {
  const { failed } = await p.post<{ failed: { message: string }[] }>('/wms/api/operateBill/stop', {
    rows: [{ id, version }],
    reason: `取消${Math.floor(chance() * 100)}`,
  })
  if (failed[0]) throw new Error(`stop: ${failed[0].message}`)
}

const waveRow = async (p: Person, id: string): Promise<WaveRow> => {
  const [row] = (await p.query<WaveRow>('/wms/api/waveBill/query', { filter: { id: [id] } })).records
  if (!row) throw new Error('the wave is there')
  return row
}
const startTries = 1_000
/** Waits until goods have been given to all of its orders. */
async function started(p: Person, id: string): Promise<void> {
  for (let i = 0; i < startTries; i++) {
    const { state, problem } = await waveRow(p, id)
    if (state === 'STARTED' || state === 'INPROGRESS' || state === 'FINISHED') return
    if (state === 'STARTEXCEPTION') throw new Error(`the wave could not be started: ${problem}`)
    await new Promise((later) => setTimeout(later, 100))
  }
  throw new Error('the wave does not start')
}
export const waveState = async (p: Person, id: string): Promise<string> => (await waveRow(p, id)).state
