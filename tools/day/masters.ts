import { setTimeout } from 'node:timers/promises'
import type { Person } from './client.ts'
import { readCsv, toCsv } from './files.ts'

/** What was made, and what of it is derived by seed rather than read. */
export interface DayProduct {
  readonly code: string
  readonly barcode: string
  readonly qpc: number
  readonly weigh: boolean
  readonly lifeDays: number
  readonly turnover: 'FEFO' | 'FIFO' | 'LIFO'
  id: string
}
export interface DayMasters {
  readonly ownerId: string
  readonly vendorId: string
  readonly products: DayProduct[]
  readonly storeIds: string[]
  readonly warnings: number
}
interface ImportAnswer {
  rows: number
  created: number
  errors: { row: number; field: string; message: string }[]
  warnings: { row: number; field: string; message: string }[]
  /** Of many rows: they are worked off in the background. */
  taskId?: string
}

const cities = ['上海市', '杭州市', '苏州市']
/** As other systems read: while the planner learns of what has just come in, thousands in one answer take longer than they may. */
const pageSize = 500
/** Every record of a list. */
export async function all<T>(p: Person, path: string, filter: object = {}): Promise<T[]> {
  const rows: T[] = []
  for (let page = 1; ; page++) {
    const got = await p.query<T>(`${path}/query`, { filter, page, pageSize, orderBy: 'id', searchCount: false })
    rows.push(...got.records)
    if (got.records.length < pageSize) return rows
  }
}

/** Imports a file all or nothing, after a dry run; a refusal stops the day. */
export async function mustImport(p: Person, path: string, name: string, text: string): Promise<ImportAnswer> {
  const dry = await sendFile(p, path, name, text, 'true')
  const first = dry.errors[0]
  if (first) throw new Error(`${name}: ${dry.errors.length} refused, row ${first.row} ${first.field}: ${first.message}`)
  return sendFile(p, path, name, text, 'false')
}

const lookMs = 300
/** What came of a file, whether it was worked off at once or in the background. */
async function sendFile(p: Person, path: string, name: string, text: string, dryRun: string): Promise<ImportAnswer> {
  const answer = await p.importCsv<ImportAnswer>(`${path}/import`, name, text, { dryRun, mode: 'INSERT' })
  if (answer.taskId === undefined) return answer
  for (;;) {
    type Task = ImportAnswer & { state: string; message: string | null }
    const task = await p.get<Task>('/fw/api/sys/importRecord/getById', { id: answer.taskId })
    if (['FAILED', 'CANCELLED'].includes(task.state)) throw new Error(`${name}: ${task.message ?? task.state}`)
    if (!['QUEUED', 'CHECKING', 'RUNNING'].includes(task.state)) return task
    await setTimeout(lookMs)
  }
}

/** Derived by seed: packs of 6, 12, 24; one product in twenty by weight; shelf life for four in five; all three turnovers. */
const overlay = (i: number) => ({
  qpc: [6, 12, 24][i % 3] ?? 12,
  weigh: i % 20 === 7,
  lifeDays: i % 5 === 4 ? 0 : ([180, 365, 720][i % 3] ?? 365),
  turnover: (['FEFO', 'FIFO', 'LIFO', 'FEFO'] as const)[i % 4] ?? 'FEFO',
})

export async function importMasters(p: Person, data: string): Promise<DayMasters> {
  const owner = await p.post<{ id: string }>('/wms/api/owner/create', {
    code: 'REAL',
    name: '真实数据货主',
    kind: 'SELF',
    turnover: 'FEFO',
    overPct: '2',
    transferAllowed: false,
  })
  const vendor = await p.post<{ id: string }>('/wms/api/vendor/create', {
    code: 'RV1',
    name: '综合供应商',
    grade: 'A',
    needAppointment: false,
  })
  const rows = readCsv(data, 'cn_supermarket_products.csv')
  const categories = new Map(rows.map((r) => [r.category_code ?? '', r.category_zh ?? '']))
  await mustImport(
    p,
    '/wms/api/productCategory',
    'categories.csv',
    toCsv(
      ['code', 'name'],
      [...categories].map(([code, name]) => [code, name || code]),
    ),
  )
  const products = rows.map(
    (r, i): DayProduct => ({ code: r.code ?? '', barcode: r.code ?? '', ...overlay(i), id: '' }),
  )
  const text = productSheet(rows)
  const made = await mustImport(p, '/mdm/api/product', 'cn_supermarket_products.csv', text)
  const ids = new Map((await all<{ id: string; code: string }>(p, '/mdm/api/product')).map((r) => [r.code, r.id]))
  for (const product of products) product.id = ids.get(product.code) ?? ''
  await importStores(p, data)
  const storeIds = (await all<{ id: string }>(p, '/wms/api/store')).map((s) => s.id)
  return { ownerId: owner.id, vendorId: vendor.id, products, storeIds, warnings: made.warnings.length }
}

/** The products as the product's own import wants them. Missing units and broken packs stay as they are. */
function productSheet(rows: readonly Record<string, string>[]): string {
  const columns = [
    'code',
    'name',
    'categoryId',
    'brand',
    'baseUnit',
    'isWeigh',
    'shelfMode',
    'shelfLifeDays',
    'lotBy',
    'price',
    'spec',
    'turnover',
    'qpcs.name',
    'qpcs.qpc',
    'qpcs.isDefault',
    'barcodes.code',
    'owners.ownerId',
  ]
  return toCsv(
    columns,
    rows.map((r, i) => {
      const o = overlay(i)
      return [
        r.code ?? '',
        r.name_zh ?? '',
        r.category_code ?? '',
        (r.brand ?? '').slice(0, 32),
        o.weigh ? 'kg' : (r.unit ?? ''),
        o.weigh,
        o.lifeDays > 0 ? 'PROD_DATE' : 'NONE',
        o.lifeDays || '',
        o.lifeDays > 0 ? 'EXPIRY' : '',
        r.retail_price_cny ?? '',
        (r.spec ?? '').slice(0, 64),
        o.turnover,
        `1*${o.qpc}`,
        r.pack_in === '1' ? o.qpc : (r.pack_in ?? ''),
        true,
        r.code ?? '',
        'REAL',
      ]
    }),
  )
}

async function importStores(p: Person, data: string): Promise<void> {
  const stores = readCsv(data, 'cn_store_locations.csv').filter((s) => cities.includes(s.city ?? ''))
  await mustImport(
    p,
    '/wms/api/store',
    'cn_store_locations.csv',
    toCsv(
      ['code', 'name', 'region', 'address', 'longitude', 'latitude', 'route'],
      stores.map((s, i) => [
        s.store_no ?? '',
        s.name ?? '',
        s.city ?? '',
        s.address ?? '',
        s.lng ?? '',
        s.lat ?? '',
        `R${i % 30}`,
      ]),
    ),
  )
}
