import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { customReportCalls as calls, customReport } from '@lading/contract/sys/customReport.ts'
import type { LaidReport } from '@lading/contract/sys/laidReport.ts'
import { readXlsx } from 'hucre/xlsx'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '../../demo/seed.ts'
import type { Org } from '../../kernel/ctx.ts'
import { asOwner, type Database } from '../../kernel/database.ts'
import { readCsv } from '../../platform/sheet/csv.ts'
import { createLog, createServer, type Server } from '../../server.ts'
import { openTestDatabase, testSecret } from '../../testing/database.ts'
import { type Client, logIn, password } from '../../testing/server.ts'
import { hashAt } from '../session/password.ts'
import { boardStarters } from './starters/boards.ts'
import { kindOf, starters } from './starters/install.ts'

let db: Database
let server: Server
let admin: Client
/** Wide enough for all that the demo has ever done. */
const wide = { from: '2000-01-01', to: '2100-01-01' }
const asked = (code: string) => {
  const names = starters.find((s) => s.code === code)?.template.params.map((p) => p.name) ?? []
  return Object.fromEntries(Object.entries(wide).filter(([name]) => names.includes(name)))
}
const pathOf = ({ folder, name }: (typeof starters)[number]) => `${folder}/${name}.cpt`
const grids = starters.filter((s) => kindOf(s) === 'CPT')

const crud = crudCalls(customReport)
async function enter(tenant: string, org: string, username = 'admin'): Promise<Client> {
  const tenantId = (await server.tenants.idOf(tenant)) ?? ''
  const orgs = await asOwner(db, (tx) =>
    tx.query<Org & object>(sql`select id, code, type, time_zone from sys_org where tenant_id = ${tenantId}`),
  )
  const made = { tenantId, orgs: new Map(orgs.map((o) => [o.code, o])), users: new Map() }
  return logIn(server, made, tenant, username, org)
}

beforeAll(async () => {
  hashAt({ memory: 64, passes: 1 })
  db = await openTestDatabase()
  const config = { secret: testSecret, trustProxy: false, tls: undefined }
  server = await createServer({ db, log: createLog('error'), config })
  await seedDemo(server, password)
  admin = await enter('demo', 'LADING')
})
afterAll(async () => {
  await server.close()
  await db.close()
})

type Table = (string | number | null)[][]
/** What a screen shows: numbers as they are, everything else as it is read. */
function onScreen({ sheets: [sheet] }: LaidReport): Table {
  const [page] = sheet?.pages ?? []
  const table: Table = (page?.heights ?? []).map(() => (sheet?.widths ?? []).map(() => null))
  for (const { r, c, t, n } of page?.cells ?? []) (table[r] as Table[number])[c] = n ?? (t || null)
  return table
}
/** The figures of a screen, as another form of the same lines has them; text has no numbers, so that they are read. */
const figures = (screen: Table, lines: readonly (readonly unknown[])[]) =>
  screen.map((row, r) => row.map((v, c) => (typeof v === 'number' ? Number(lines.at(r - screen.length)?.[c]) : null)))

describe('starters of the demo', () => {
  test('are twelve or more, installed once, and leave alone what is the tenant’s own', async () => {
    expect(starters.length).toBeGreaterThanOrEqual(12)
    expect(new Set(starters.map((s) => s.code)).size).toBe(starters.length)
    expect(await admin.call(calls.installStarters)).toEqual({ installed: 0 })
    const own = await enter('demo2', 'G2')
    const mine = { code: 'STD-AGE', name: '我的库龄', folder: '自己', grants: [] }
    await own.call(crud.create as never, mine)
    expect(await own.call(calls.installStarters)).toEqual({ installed: starters.length - 1 })
    expect(await own.call(calls.installStarters)).toEqual({ installed: 0 })
    const { records } = await own.call<{ records: Record<string, unknown>[] }>(crud.query as never, { pageSize: 100 })
    expect(records.find((r) => r.code === 'STD-AGE')).toMatchObject({
      name: mine.name,
      state: 'DRAFT',
      published: null,
    })
    expect(records.filter((r) => r.state === 'PUBLISHED' && r.published === 1)).toHaveLength(starters.length - 1)
    const viewer = await enter('demo', 'DC01', 'viewer')
    await expect(viewer.call(calls.installStarters)).rejects.toMatchObject({ code: 40301 })
  })

  test.each(grids.map((s) => [s.code, s] as const))('%s has the same figures everywhere', async (code, s) => {
    // As it opens before anybody says anything.
    await admin.call(calls.open, { path: pathOf(s), params: {} })
    const input = { path: pathOf(s), params: asked(code) }
    const screen = onScreen(await admin.call(calls.open, input))
    // Title, heads, a total, and something between: a starter that shows nothing proves nothing.
    expect(screen.length).toBeGreaterThan(3)
    expect(screen.at(-1)?.[0]).toBe('总计')
    const shown = figures(screen, screen)
    expect(shown.flat().filter((v) => v !== null).length).toBeGreaterThan(1)
    const file = async (format: string) => (await admin.bytes(calls.file as never, { ...input, format })).data
    const book = (await readXlsx(await file('xlsx'))).sheets[0]?.rows ?? []
    expect(figures(screen, book)).toEqual(shown)
    for (const [r, row] of screen.entries())
      for (const [c, v] of row.entries()) expect(typeof (book.at(r - screen.length)?.[c] ?? null)).toBe(typeof v)
    const text = readCsv(await file('csv')).map((row) => row.cells)
    expect(figures(screen, text)).toEqual(shown)
  })

  const inDemo = (of: Sql) => sql`${of} and tenant_id = (select id from sys_tenant where code = 'demo')`
  test.each<[string, string, Sql]>([
    ['STD-STOCK', '在库数量', sql`select sum(qty) as n from wms_stock where true`],
    [
      'STD-INBOUND',
      '计划数量',
      sql`select sum(plan_qty) as n from wms_order_bill_line where bill_id in (select id from wms_order_bill where state <> 'CANCELED')`,
    ],
    ['STD-WAYBILL', '重量(kg)', sql`select sum(weight) as n from tms_way_bill where state <> 'CANCELLED'`],
    ['STD-CHARGE', '金额', sql`select sum(amount) as n from tms_fee_bill where party = 'CARRIER' and state <> 'VOID'`],
  ])('%s: the total of %s is that of the table', async (code, title, of) => {
    const s = starters.find((one) => one.code === code)
    const screen = onScreen(await admin.call(calls.open, { path: s ? pathOf(s) : '', params: asked(code) }))
    const { n } = await asOwner(db, (tx) => tx.one<{ n: string }>(inDemo(of)))
    const col = screen[1]?.indexOf(title) ?? -1
    expect(screen.at(-1)?.[col]).toBe(Number(n))
  })

  test.each(boardStarters.map((s) => [s.code, s] as const))(
    '%s: each widget shows something, and so does its file',
    async (code, s) => {
      const at = { path: `${s.folder}/${s.name}.frm`, params: asked(code) }
      const { widgets = [] } = await admin.call(calls.open, at)
      for (const w of widgets)
        expect([w.title, w.rows.some((r) => r.values.some((v) => v !== null))]).toEqual([w.title, true])
      const { data } = await admin.bytes(calls.file as never, { ...at, format: 'xlsx' })
      const { sheets } = await readXlsx(data)
      expect(sheets.map((sheet) => sheet.rows.length - 1)).toEqual(widgets.map((w) => w.rows.length))
      const { n } = await asOwner(db, (tx) =>
        tx.one<{ n: string }>(
          inDemo(
            sql`select sum(plan_qty) as n from wms_operate_bill_line where bill_id in (select id from wms_operate_bill where state <> 'CANCELED')`,
          ),
        ),
      )
      expect(widgets.find((w) => w.id === 'plan')?.rows[0]?.values).toEqual([Number(n)])
    },
  )
})
