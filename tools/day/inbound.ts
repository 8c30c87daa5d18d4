import { chance, type Person, Refused } from './client.ts'
import { readCsv, toCsv } from './files.ts'
import { all, type DayMasters, type DayProduct, mustImport } from './masters.ts'

export interface Yard {
  readonly schemeId: string
}

export interface Position {
  readonly bin: string
  readonly sku: string
  readonly pieces: number
  readonly product: DayProduct
}
export const fired = new Map<string, number>()
export const fire = (rule: string, n = 1): void => void fired.set(rule, (fired.get(rule) ?? 0) + n)

/**
 * SKUs and products by rank: the most moved SKU is the first product.
 * @param isWanted which rows of the file count; names and ranks are those of the whole file
 */
export function positionsOf(
  data: string,
  products: readonly DayProduct[],
  isWanted: (sku: string, i: number) => boolean,
): Position[] {
  const rows = readCsv(data, 'dc_stock_by_aisle.csv')
  const total = new Map<string, number>()
  for (const r of rows) total.set(r.SKU ?? '', (total.get(r.SKU ?? '') ?? 0) + Number(r.PECAS))
  const rank = new Map([...total].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([sku], i) => [sku, i]))
  const seen = new Map<string, number>()
  const positions = rows.map((r) => {
    const face = `${r.ANDAR}-${String(r.CORREDOR).padStart(3, '0')}`
    const n = (seen.get(face) ?? 0) + 1
    seen.set(face, n)
    const product = products[rank.get(r.SKU ?? '') ?? 0]
    if (!product) throw new Error(`no product for ${r.SKU}`)
    return { bin: `${face}-${String(n).padStart(3, '0')}`, sku: r.SKU ?? '', pieces: Number(r.PECAS), product }
  })
  return positions.filter((x, i) => isWanted(x.sku, i))
}

/** Of what all waves want of it, a pick face holds so much. */
const faceShare = 0.2
/** How pick faces of each floor are filled up. */
const refills = ['ENOUGHOUT', 'WHOLE', 'HIGHLOW', 'FULL'] as const

/**
 * Floors as areas, one bin per position; the pick face of a product is its first position, with a limit for half of
 * them. Every other product is picked in batches.
 * @param demand pieces that the waves want, by SKU
 */
export async function buildBins(
  p: Person,
  positions: readonly Position[],
  demand: ReadonlyMap<string, number>,
  { schemeId }: Yard,
): Promise<void> {
  await p.post('/wms/api/taskConfig/create', {
    taskType: 'CONTAINER_CHECK',
    name: '容器复核',
    checks: [{ seq: 10, checkPct: 10, checkShort: true, weighGrams: 20, weighPct: '1' }],
  })
  await buildFloors(p, [...new Set(positions.map((x) => x.bin.split('-')[0] ?? ''))], schemeId)
  const first = new Map<string, Position>()
  for (const x of positions) if (!first.has(x.sku)) first.set(x.sku, x)
  // The most wanted first, so that every kind has some of them.
  const ranked = [...first.values()].sort(
    (a, b) => (demand.get(b.sku) ?? 0) - (demand.get(a.sku) ?? 0) || (a.sku < b.sku ? -1 : 1),
  )
  const faces = ranked.filter((_, i) => i % 3 !== 2)
  const modeOf = new Map(ranked.map((x, i) => [x.sku, i % 2 === 0 ? 'B' : 'F']))
  await p.post('/wms/api/binType/create', {
    code: lane,
    name: '堆垛',
    maxPallets: 20,
    equipment: 'FORKLIFT',
    access: 'STACK',
  })
  await importBins(p, positions, faces, (sku) => modeOf.get(sku) ?? 'F')
  const holds = (x: Position): number =>
    Math.max(1, Math.ceil(((demand.get(x.sku) ?? x.pieces * 2.5) * faceShare) / x.product.qpc))
  await mustImport(
    p,
    '/wms/api/productBin',
    'pick faces.csv',
    toCsv(
      ['productId', 'binId', 'role', 'minCases', 'maxCases'],
      faces.map((x) => [x.product.code, x.bin, 'PICK', 1, holds(x)]),
    ),
  )
  // Every other face cannot take more than that, however much orders wait for: replenishment comes in parts.
  await mustImport(
    p,
    '/wms/api/binCapacity',
    'face limits.csv',
    toCsv(
      ['place', 'binId', 'productId', 'maxCases'],
      faces.filter((_, i) => i % 2 === 0).map((x) => ['BIN', x.bin, x.product.code, holds(x) * 2]),
    ),
  )
  await makeSchemes(
    p,
    [...first.values()].slice(-anywhereProducts).map((x) => x.product),
  )
}

/** Each floor is an area, with a storage area and two pick areas: one picks by store, one in batches. */
async function buildFloors(p: Person, floors: readonly string[], schemeId: string): Promise<void> {
  for (const floor of floors) {
    const area = await p.post<{ id: string }>('/wms/api/area/create', {
      code: `F${floor}`,
      name: `楼层${floor}`,
      kind: 'ZONE',
      temperature: 'AMBIENT',
    })
    await p.post('/wms/api/storageArea/create', {
      code: `SF${floor}`,
      name: `楼层${floor}存储`,
      areaId: area.id,
      stockTypes: ['GOOD'],
      temperature: 'AMBIENT',
      searchOrder: 10,
    })
    for (const [i, mode] of ['F', 'B'].entries())
      await p.post('/wms/api/pickArea/create', {
        code: `P${mode}${floor}`,
        name: `楼层${floor}${mode === 'B' ? '批拣' : '拣货'}`,
        areaId: area.id,
        pickType: 'BOTH',
        method: 'RF',
        maxLines: 40,
        rpl: refills[(Number(floor) * 2 + i) % refills.length],
        ...(mode === 'B' && { pickMode: 'BATCH', sowingSchemeId: schemeId }),
      })
  }
}

const lane = 'LANE'
const anywhereProducts = 12
/** A pick face keeps to its product, and what it does not hold lies in storage; of the others one in fifty is a floor lane, and one in ten takes mixed goods. */
async function importBins(
  p: Person,
  positions: readonly Position[],
  faces: readonly Position[],
  modeOf: (sku: string) => string,
): Promise<void> {
  const isFace = new Set(faces.map((x) => x.bin))
  const columns = [
    'code',
    'usage',
    'areaId',
    'storageAreaId',
    'pickAreaId',
    'binTypeId',
    'aisle',
    'bay',
    'level',
    'pickSeq',
    'putawaySeq',
    'abc',
    'mixLot',
    'mixProduct',
    'mixOwner',
  ]
  await mustImport(
    p,
    '/wms/api/bin',
    'dc_stock_by_aisle.csv',
    toCsv(
      columns,
      positions.map((x, i) => {
        const [floor = '', aisle = '', n = ''] = x.bin.split('-')
        return [
          x.bin,
          isFace.has(x.bin) ? 'PICK' : i % 10 === 0 ? 'PICK_STORAGE' : 'STORAGE',
          `F${floor}`,
          `SF${floor}`,
          `P${modeOf(x.sku)}${floor}`,
          !isFace.has(x.bin) && i % 50 === 25 ? lane : '',
          aisle,
          Number(n),
          1,
          i + 1,
          i + 1,
          'B',
          true,
          i % 10 === 0,
          true,
        ]
      }),
    ),
  )
}

/** Put-away rules in an order in which each has its turn; goods of a few products lie beside anything. */
async function makeSchemes(p: Person, anywhere: readonly DayProduct[]): Promise<void> {
  const rule = (seq: number, method: string, more: object = {}) => ({
    seq,
    method,
    mixLot: true,
    fefoGuard: false,
    splitAllowed: true,
    ...more,
  })
  const types = await all<{ id: string; code: string }>(p, '/wms/api/binType')
  const create = (code: string, more: object, rules: object[]): Promise<unknown> =>
    p.post('/wms/api/productStorageScheme/create', {
      code,
      name: code,
      stockTypes: ['GOOD'],
      priority: 50,
      ...more,
      rules,
    })
  await create('ALL', {}, [
    rule(10, 'FIXED_PICK'),
    rule(20, 'BULK', { binTypeIds: types.filter((t) => t.code === lane).map((t) => t.id) }),
    ...['SAME_LOT', 'SAME_PRODUCT', 'NEAR_PICK', 'EMPTY'].map((method, i) =>
      rule(30 + i * 10, method, { usages: ['STORAGE'] }),
    ),
    rule(70, 'OVERFLOW'),
  ])
  for (const product of anywhere)
    await create(`ANY-${product.code}`, { productId: product.id }, [rule(10, 'OVERFLOW'), rule(20, 'EMPTY')])
}

interface Line {
  id: string
  planQty: string
  product: { id: string; shelfMode: string } | null
  toBin: { code: string } | null
  why: [string, string] | null
}
interface Work {
  task: { id: string; state: string; lineCount: number }
  lines: Line[]
}

const day = (offset: number): string =>
  new Date(Date.now() + offset * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)
/** Two lots per product: goods made a month ago and goods made last week. */
const madeOn = (product: DayProduct, n: number): string =>
  day(n % 2 === 0 ? -Math.floor(product.lifeDays / 12) : -Math.floor(product.lifeDays / 40))

const linesPerOrder = 60

/** Orders for every position, approved and made into receive tasks. */
export async function makeOrders(p: Person, m: DayMasters, positions: readonly Position[]): Promise<number> {
  let orders = 0
  for (let from = 0; from < positions.length; from += linesPerOrder) {
    const part = positions.slice(from, from + linesPerOrder)
    const made = await p.post<{ id: string; version: number }>('/wms/api/orderBill/create', {
      ownerId: m.ownerId,
      vendorId: m.vendorId,
      mode: 'PURCHASE',
      upstreamNo: `DAY-${from}`,
      priority: 50,
      lines: part.map((x) => ({
        productId: x.product.id,
        planQty: String(x.pieces),
        ...(x.product.weigh && { planPieces: x.pieces }),
      })),
    })
    await mustStep(p, 'orderBill', 'approve', made)
    await mustStep(p, 'orderBill', 'createTask', { id: made.id, version: made.version + 1 })
    orders += 1
  }
  return orders
}

export async function mustStep(
  p: Person,
  noun: string,
  step: string,
  row: { id: string; version: number },
): Promise<void> {
  const { failed } = await p.post<{ failed: { message: string }[] }>(`/wms/api/${noun}/${step}`, { rows: [row] })
  if (failed[0]) throw new Error(`${noun} ${step}: ${failed[0].message}`)
}

const noTask = 42_260
/** The next task, or nothing when none is left. */
export async function nextTask(p: Person, taskTypes: string[]): Promise<Work | undefined> {
  try {
    return await p.post<Work>('/wms/api/task/next', { taskTypes })
  } catch (error) {
    if (error instanceof Refused && error.code === noTask) return undefined
    throw error
  }
}

/** One receiver: takes receive tasks and confirms their lines until none is left. */
export async function receive(p: Person, products: ReadonlyMap<string, DayProduct>): Promise<number> {
  let rows = 0
  for (let work = await nextTask(p, ['RECEIVE']); work; work = await nextTask(p, ['RECEIVE'])) {
    for (const [n, line] of work.lines.entries()) {
      const product = products.get(line.product?.id ?? '')
      if (!product) throw new Error('a line without product')
      const dated = product.lifeDays > 0 ? { productionDate: madeOn(product, n) } : {}
      const pieces = product.weigh ? { pieces: Math.ceil(Number(line.planQty)) } : {}
      if (n === 0 && rows === 0) await tryWrong(p, line, product)
      const answer = await p.post<{ warnings: [string, string][] }>('/wms/api/task/confirmLine', {
        taskLineId: line.id,
        qty: line.planQty,
        ...dated,
        ...pieces,
      })
      for (const [, en] of answer.warnings) fire(`receive: ${en.replace(/[\d-]+/g, '#').slice(0, 60)}`)
      if (product.lifeDays > 0) fire('receive: expiry from production date')
      rows += 1
    }
  }
  return rows
}

/** What the receiving rules must refuse: too much, and goods that are too old. */
async function tryWrong(p: Person, line: Line, product: DayProduct): Promise<void> {
  const expect = async (rule: string, input: object, code: number) => {
    try {
      await p.post('/wms/api/task/confirmLine', { taskLineId: line.id, ...input })
    } catch (error) {
      if (error instanceof Refused && error.code === code) return fire(`receive: ${rule} refused`)
      throw error
    }
    throw new Error(`${rule} was not refused`)
  }
  const fresh = product.lifeDays > 0 ? { productionDate: day(-1) } : {}
  await expect('over-receipt', { qty: String(Math.ceil(Number(line.planQty) * 2) + 10), ...fresh }, 42_266)
  if (product.lifeDays > 0) {
    await expect('too old', { qty: line.planQty, productionDate: day(-product.lifeDays + 1) }, 42_269)
    await expect('missing date', { qty: line.planQty }, 42_268)
  }
}

/** One put-away worker: goes where the task says, or where there is room when it says nothing. */
export async function putAway(p: Person, spare: (n: number) => string): Promise<number> {
  let rows = 0
  for (let work = await nextTask(p, ['PUTAWAY']); work; work = await nextTask(p, ['PUTAWAY']))
    for (const line of work.lines) {
      fire(`put-away: ${line.why?.[1] ?? 'none'}`)
      const put = (bin: string) =>
        p.post('/wms/api/task/confirmLine', { taskLineId: line.id, qty: line.planQty, scans: { bin } })
      if (line.toBin) await put(line.toBin.code)
      else await putSomewhere(put, spare)
      rows += 1
    }
  return rows
}

/** Bins that somebody tries who was told none. */
const triesMax = 50
/** Why a bin does not take goods: mixed, full, not for them, more than a pick face shall hold. */
const takesNot: ReadonlySet<number> = new Set([42_242, 42_243, 42_247, 42_248])
/** From bin to bin until one takes the goods. */
async function putSomewhere(put: (bin: string) => Promise<unknown>, spare: (n: number) => string): Promise<void> {
  for (let n = 1; ; n++)
    try {
      await put(spare(Math.floor(chance() * 1e6)))
      return
    } catch (error) {
      if (n >= triesMax || !(error instanceof Refused && takesNot.has(error.code))) throw error
    }
}
