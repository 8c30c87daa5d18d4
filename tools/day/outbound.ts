import { chance, type Person } from './client.ts'
import { readCsv, toCsv } from './files.ts'
import { fire, mustStep, nextTask, type Position } from './inbound.ts'
import { all, type DayProduct, mustImport } from './masters.ts'

interface Bill {
  doneQty: string
  id: string
  version: number
  storeId: string
  state: string
  planQty: string
  bookedQty: string
  cancelQty: string
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

export const waveBills = (p: Person, wave: string): Promise<Bill[]> =>
  all<Bill>(p, '/wms/api/operateBill', { upstreamNo: `W${wave}-` })

/** Approves and allocates every order of the wave. @returns how many pieces could not be allocated */
export async function allocateWave(p: Person, wave: string): Promise<number> {
  for (const step of ['approve', 'allocate']) {
    const bills = await waveBills(p, wave)
    for (let from = 0; from < bills.length; from += 40) {
      const rows = bills.slice(from, from + 40).map(({ id, version }) => ({ id, version }))
      const { failed } = await p.post<{ failed: { message: string }[] }>(`/wms/api/operateBill/${step}`, { rows })
      if (failed[0]) throw new Error(`${step}: ${failed[0].message}`)
    }
  }
  return 0
}

interface PickLine {
  id: string
  planQty: string
  fromBin: { code: string } | null
  product: { id: string; code: string; isWeigh: boolean } | null
  lot: { expireDate: string | null } | null
}
export const shortages = new Map<string, number>()

/** What a picker did: lines, and base units. */
export interface Picked {
  readonly rows: number
  readonly qty: number
}

/** One picker: a fresh tote per task, every bin and product scanned, two picks in a hundred found damaged. */
export async function pick(p: Person, totes: () => string, products: ReadonlyMap<string, DayProduct>): Promise<Picked> {
  let rows = 0
  let sum = 0
  for (let work = await nextTask(p, ['PICK']); work; work = await nextTask(p, ['PICK'])) {
    const tote = totes()
    for (const line of work.lines as unknown as PickLine[]) {
      const plan = Number(line.planQty)
      const short = chance() < 0.02
      const qty = short ? Math.max(0, plan - 1) : plan
      if (short) shortages.set('DAMAGED', (shortages.get('DAMAGED') ?? 0) + plan - qty)
      await p.post('/wms/api/task/confirmLine', {
        taskLineId: line.id,
        qty: qty === plan ? line.planQty : String(qty),
        toContainer: tote,
        ...(short && { reason: 'DAMAGED' }),
        scans: { bin: line.fromBin?.code, product: line.product?.code },
        ...(line.product?.isWeigh && { pieces: Math.ceil(qty) }),
      })
      sum += qty
      fire(`turnover: ${products.get(line.product?.id ?? '')?.turnover}`)
      fire(line.lot?.expireDate ? 'pick: a lot with an expiry date' : 'pick: a lot without one')
      rows += 1
    }
  }
  return { rows, qty: sum }
}

const settleTries = 300
/** Headers follow their lines after the commit: waits until the wave's orders show everything that was picked. */
export async function settlePicks(p: Person, wave: string, picked: number): Promise<void> {
  for (let i = 0; i < settleTries; i++) {
    const bills = await waveBills(p, wave)
    const done = bills.reduce((n, b) => n + Number(b.doneQty), 0)
    if (Math.abs(done - picked) < 0.0005 && bills.every((b) => b.bookedQty === b.doneQty)) return
    await new Promise((later) => setTimeout(later, 200))
  }
  throw new Error('the orders do not show what was picked')
}

/** Gives up what was short, loads everything in trucks of `perTruck` stores and lets them leave. */
export async function ship(p: Person, wave: string, perTruck: number): Promise<{ trucks: number; containers: number }> {
  const short = (await waveBills(p, wave)).filter(
    (b) => Number(b.planQty) - Number(b.cancelQty) > Number(b.bookedQty) && b.state === 'INPROGRESS',
  )
  for (const b of short) {
    shortages.set(
      'given up',
      (shortages.get('given up') ?? 0) + Number(b.planQty) - Number(b.cancelQty) - Number(b.bookedQty),
    )
    await mustStep(p, 'operateBill', 'giveUpShort', b)
  }
  const stores = [
    ...new Set(
      (await all<{ storeId: string | null; state: string }>(p, '/wms/api/container', { state: ['PICKED'] }))
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
    for (let work = await nextTask(p, ['ENTER_TRUCK']); work; work = await nextTask(p, ['ENTER_TRUCK']))
      for (const line of work.lines as unknown as { id: string; fromContainer: { code: string } }[]) {
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
