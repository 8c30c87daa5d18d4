import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { productCategory, store } from '@lading/contract/mdm/partner.ts'
import { customReportCalls as calls, customReport } from '@lading/contract/sys/customReport.ts'
import type { LaidReport } from '@lading/contract/sys/laidReport.ts'
import type { ReportTemplate } from '@lading/contract/sys/reportTemplate.ts'
import { sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { readXlsx } from 'hucre/xlsx'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportModels } from '../../areas.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { askChunk, chunksOf } from '../../platform/report/askList.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard } from '../../wms/testing/yard.ts'

let server: TestServer
let admin: Client
let dc2: Client
const now = Date.parse('2026-11-20T02:00:00Z')

/** Three stores, four categories, three months: 1,000 lines that come to 10,000, of which DC02 sends 4,000. */
async function fill(ctx: Ctx, lines: number, from: number): Promise<void> {
  const owner = ctx.newId()
  const mine = await ctx.tx.query<{ id: string; categoryId: string }>(sql`
    select id, category_id from mdm_product where tenant_id = ${ctx.tenantId} and category_id is not null order by code`)
  const stores = await ctx.tx.query<{ id: string }>(
    sql`select id from wms_store where tenant_id = ${ctx.tenantId} order by code`,
  )
  const [{ id: ownerId } = { id: owner }] = await ctx.tx.query<{ id: string }>(
    sql`select id from wms_owner where tenant_id = ${ctx.tenantId} limit 1`,
  )
  const heads = stores.flatMap(({ id: storeId }, s) =>
    ['2026-09-05', '2026-10-05', '2026-11-05'].map((bizDate, m) => ({
      billNo: `CK${ctx.org.code}${s}${m}`,
      ownerId,
      storeId,
      bizDate,
      state: 'SAVED' as const,
    })),
  )
  const { ids } = await insert(ctx, operateBill.header, heads as never)
  await insert(
    ctx,
    operateBill.line,
    Array.from({ length: lines }, (_, n) => {
      const i = n + from
      const billId = ids[(i % 3) * 3 + (Math.floor(i / 12) % 3)] ?? ''
      return {
        billId,
        lineNo: n + 1,
        productId: mine[Math.floor(i / 3) % 4]?.id ?? '',
        planQty: i % 2 === 0 ? '9.5' : '10.5',
      }
    }) as never,
  )
}

beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(now) })
  await server.inside('DC01', async (ctx) => {
    await buildYard(ctx, { bins: { 'S-01': 'STORAGE' }, products: ['A', 'B', 'C', 'D'].map((code) => ({ code })) })
    const kinds = await insert(
      ctx,
      productCategory,
      ['K1', 'K2', 'K3', 'K4'].map((code) => ({ code, name: `类${code}`, path: `/${code}/` })) as never,
    )
    for (const [i, code] of ['A', 'B', 'C', 'D'].entries())
      await ctx.tx.run(
        sql`update mdm_product set category_id = ${kinds.ids[i]} where tenant_id = ${ctx.tenantId} and code = ${code}`,
      )
    await insert(ctx, store, ['S1', 'S2', 'S3'].map((code) => ({ code, name: `店${code}` })) as never)
  })
  await server.inside('DC01', (ctx) => fill(ctx, 600, 0))
  await server.inside('DC02', (ctx) => fill(ctx, 400, 600))
  admin = await server.as('admin', 'G')
  dc2 = await server.as('admin', 'DC02')
})
afterAll(() => server.close())

const by = (field: string, take: string, more: object = {}) => ({ bind: { set: 'o', field, take }, ...more })
const template = {
  v: 1 as const,
  params: [
    { name: 'from', title: ['从', 'From'], kind: 'day', initial: '@today-80', required: true },
    { name: 'owner', title: ['货主', 'Owner'], kind: 'ref', to: 'wms.owner' },
  ],
  sets: {
    o: {
      model: 'wms.outboundLine',
      dims: ['billId.storeId', 'productId.categoryId', 'billId.bizDate:MONTH'],
      measures: ['plan', 'fill'],
      filters: [
        { field: 'billId.bizDate', op: 'ge', value: '$from' },
        { field: 'billId.ownerId', op: 'eq', value: '$owner' },
      ],
      sort: [],
    },
  },
  sheets: [
    {
      name: '出库汇总',
      cols: [100, 100, 80, 80],
      rows: [30, 10, 24, 24, 24, 24],
      page: { head: [1, 3], headCols: 2, exportHead: true },
      cells: {
        A1: { v: '出库汇总', span: [1, 4], style: { bold: true, size: 16, align: 'center' } },
        A3: { v: '门店' },
        B3: { v: '类别' },
        C3: by('billId.bizDate:MONTH', 'GROUP', { expand: 'RIGHT' }),
        D3: { v: '合计' },
        A4: by('billId.storeId', 'GROUP', { expand: 'DOWN' }),
        B4: by('productId.categoryId', 'GROUP', { expand: 'DOWN' }),
        C4: by('plan', 'SUM', {
          style: { format: '#,##0.0', border: 'all' },
          when: [{ if: 'C4<0', style: { color: '#ff0000' } }],
        }),
        D4: { v: '=sum(C4)', style: { format: '#,##0.0' } },
        A5: { v: '小计', left: 'A4', span: [1, 2] },
        C5: { v: '=sum(C4)', left: 'A4' },
        D5: { v: '=sum(C5)', left: 'A4' },
        A6: { v: '总计', span: [1, 2] },
        C6: { v: '=sum(C4)' },
        D6: { v: '=sum(D4)', style: { format: '#,##0' } },
      },
    },
  ],
}
const crud = crudCalls(customReport)
const path = '仓储/出库汇总.cpt'
let row: { id: string; version: number }
const textsAt = (report: LaidReport, col: number): string[] =>
  (report.sheets[0]?.pages[0]?.cells ?? []).filter((c) => c.c === col).map((c) => c.t)

describe('a report is drawn, published and read', () => {
  beforeAll(async () => {
    row = (await admin.call(crud.create as never, {
      code: 'R1',
      name: '出库汇总',
      folder: '仓储',
      grants: [],
    })) as typeof row
    row = await admin.call(calls.save, { ...row, template } as never)
  })

  test('nobody reads a draft; published, its figures add up everywhere, and a DC sees its own without a change', async () => {
    await expect(admin.call(calls.open, { path, params: {} })).rejects.toMatchObject({ code: 40421 })
    const made = await admin.call(calls.publish, { ...row, note: '第一版' })
    expect(made.no).toBe(1)
    row = made
    const report = await admin.call(calls.open, { path, params: {} })
    const [page] = report.sheets[0]?.pages ?? []
    // Title, gap, head; twelve details, three subtotals, one total.
    expect(page?.heights).toHaveLength(3 + 12 + 3 + 1)
    expect(textsAt(report, 0).filter((t) => t.startsWith('店'))).toEqual(['店S1', '店S2', '店S3'])
    expect(textsAt(report, 5).at(-1)).toBe('10,000')
    const details = textsAt(report, 5)
      .slice(1, -1)
      .map((t) => Number(t.replaceAll(',', '')))
    expect(details.reduce((a, b) => a + b, 0)).toBe(20_000)
    expect(report.asked).toEqual([{ title: '从', value: '2026-09-01' }])
    expect(textsAt(await dc2.call(calls.open, { path, params: {} }), 5).at(-1)).toBe('4,000')
    expect(textsAt(await dc2.call(calls.open, { path, params: { from: '2026-10-01' } }), 4).at(-1)).not.toBe('4,000')
  })

  test('the list of reports carries no drawing, however large; the board asks for its own', async () => {
    const question = { filter: { code: 'R1' } }
    const { records } = await admin.call<{ records: object[] }>(crud.query as never, question as never)
    expect(records).toMatchObject([{ code: 'R1', name: '出库汇总', state: 'PUBLISHED' }])
    expect(JSON.stringify(records).length).toBeLessThan(1_000)
    const alone = JSON.stringify(await admin.call(crud.getById as never, { id: row.id } as never))
    const csv = (await admin.bytes(crud.export as never, { ...question, format: 'csv' })).data.toString('utf8')
    for (const told of [JSON.stringify(records), alone, csv]) expect(told).not.toContain('outboundLine')
    expect((await admin.call(calls.design, { id: row.id })).template).toEqual(expect.objectContaining({ v: 1 }))
  })

  test('the files have the same figures: numbers as numbers, merged, with print titles', async () => {
    const { name, data } = await admin.bytes(calls.file as never, { path, params: {}, format: 'xlsx' })
    expect(name).toMatch(/^出库汇总_\d{14}\.xlsx$/)
    const book = await readXlsx(data)
    const [sheet] = book.sheets
    const flat = sheet?.rows.map((r) => r.map((v) => v ?? null)) ?? []
    expect(flat[0]?.[0]).toBe('出库汇总')
    expect(flat.at(-1)?.[5]).toBe(10_000)
    expect(sheet?.merges?.length).toBeGreaterThan(4)
    expect(sheet?.pageSetup?.printTitlesRow).toMatch(/^\$\d+:\$\d+$/)
    const csv = (await admin.bytes(calls.file as never, { path, params: {}, format: 'csv' })).data.toString('utf8')
    expect(csv.trimEnd().split('\r\n').at(-1)).toMatch(/^总计,,[\d.]+,[\d.]+,[\d.]+,10000$/)
    const pdf = await admin.bytes(calls.file as never, { path, params: {}, format: 'pdf' })
    expect(pdf.data.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('it is nobody else’s: another tenant, whoever is not granted, whoever may not see the rows', async () => {
    const other = await server.as('admin', 'G', 'two')
    await expect(other.call(calls.open, { path, params: {} })).rejects.toMatchObject({ code: 40421 })
    const owner = '99999999999'
    await expect(admin.call(calls.open, { path, params: { owner } })).rejects.toMatchObject({ code: 42840 })
    const nobody = await server.as('nobody', 'DC01')
    await expect(nobody.call(calls.open, { path, params: {} })).rejects.toMatchObject({ code: 40301 })
  })

  test('a version never changes; an old one comes back as a draft; offline nobody reads it', async () => {
    const changed = structuredClone(template)
    changed.sheets[0]!.cells.A1.v = '新标题'
    row = await admin.call(calls.save, { ...row, template: changed } as never)
    expect(textsAt(await admin.call(calls.open, { path, params: {} }), 0)[0]).toBe('出库汇总')
    row = await admin.call(calls.publish, row)
    expect(textsAt(await admin.call(calls.open, { path, params: {} }), 0)[0]).toBe('新标题')
    row = await admin.call(calls.restore, { ...row, no: 1 })
    const design = await admin.call(calls.design, { id: row.id })
    expect([
      design.versions.length,
      design.isChanged,
      (design.template as ReportTemplate).sheets[0]?.cells.A1?.v,
    ]).toEqual([2, true, '出库汇总'])
    await expect(admin.call(crud.remove as never, row)).rejects.toMatchObject({ code: 43761 })
    row = await admin.call(calls.offline, row)
    await expect(admin.call(calls.open, { path, params: {} })).rejects.toMatchObject({ code: 43762 })
    const copy = await admin.call(calls.copy, { id: row.id, code: 'R2', name: '副本' })
    const gone = await admin.call(calls.offline, await admin.call(calls.publish, copy))
    await admin.call(crud.remove as never, gone)
    await expect(admin.call(calls.design, { id: gone.id })).rejects.toMatchObject({ code: 40400 })
  })

  test.each<[number, (t: typeof template) => void]>([
    [43764, (t) => Object.assign(t.sheets[0]!.cells, { D4: { v: '=sum(' } })],
    [43764, (t) => Object.assign(t.sheets[0]!.cells.A4, { left: 'B4' })],
    [43765, (t) => Object.assign(t.sets.o, { model: 'wms.none' })],
    [43750, (t) => Object.assign(t.sets.o, { dims: ['billId.storeId.phone'] })],
    [43750, (t) => Object.assign(t.sets.o, { measures: ['constructor'] })],
    [43764, (t) => Object.assign(t.sheets[0]!.cells.C4.bind, { set: 'constructor' })],
    // Not even the name of what no report is about.
    [42840, (t) => Object.assign(t.params[1]!, { to: 'sys.role', initial: '1' })],
  ])('%i: what does not hold is not published', async (code, spoil) => {
    const spoiled = structuredClone(template)
    spoil(spoiled)
    row = await admin.call(calls.save, { ...row, template: spoiled } as never)
    await expect(admin.call(calls.publish, row)).rejects.toMatchObject({ code })
  })
})

test('a report is carried elsewhere as a file, and is a draft there', async () => {
  const { id } = (await admin.call(crud.create as never, {
    code: 'P1',
    name: '打包',
    folder: '仓储',
    grants: [],
  })) as typeof row
  await expect(admin.bytes(calls.pack as never, { id })).rejects.toMatchObject({ code: 43766 })
  await admin.call(calls.save, { id, version: 0, template } as never)
  const { name, data } = await admin.bytes(calls.pack as never, { id })
  const made = JSON.parse(data.toString('utf8'))
  expect([name, made.kind, Object.keys(made.template.sets)]).toEqual(['打包.json', 'CPT', ['o']])
  await expect(admin.call(calls.unpack, { code: 'P1', package: made } as never)).rejects.toMatchObject({ code: 42203 })
  const other = await server.as('admin', 'G', 'two')
  const there = await other.call(calls.unpack, { code: 'P1', package: made } as never)
  const { state, template: drawn } = await other.call(calls.design, { id: there.id })
  expect([state, drawn]).toEqual(['DRAFT', made.template])
})

test('a dashboard has the same figures on the screen and in its file, and each of its readers his own', async () => {
  const o = { ...template.sets.o, filters: [] }
  const widget = (id: string, type: string, more: object = {}) => ({
    ...{ id, type, title: id, set: 'o', figures: ['plan'], at: [0, 0, 3, 2], ...more },
  })
  const dash = {
    v: 1 as const,
    params: [],
    sets: { o },
    refresh: 60,
    widgets: [
      widget('总量', 'FIGURE', { least: 20_000 }),
      widget('按门店', 'BAR', { by: 'billId.storeId', split: 'billId.bizDate:MONTH' }),
      widget('前两类', 'TABLE', { by: 'productId.categoryId', figures: ['plan', 'fill'], most: 2 }),
    ],
  }
  let seen = (await admin.call(crud.create as never, {
    ...{ code: 'D1', name: '看板', folder: '仓储', kind: 'FRM', grants: [] },
  })) as typeof row
  await expect(admin.call(calls.save, { ...seen, template } as never)).rejects.toMatchObject({ code: 43770 })
  seen = await admin.call(calls.save, { ...seen, template: dash } as never)
  await admin.call(calls.publish, seen)
  const at = { path: '仓储/看板.frm', params: {} }
  const { widgets = [], refresh } = await admin.call(calls.open, at)
  const [total, stores, kinds] = widgets
  expect([refresh, total?.rows[0]?.texts, total?.isMarked]).toEqual([60, ['10,000'], true])
  expect(stores?.heads).toEqual(['门店', '2026-09', '2026-10', '2026-11'])
  const all = stores?.rows.flatMap((r) => r.values).reduce<number>((a, b) => a + (b ?? 0), 0)
  expect([stores?.rows.map((r) => r.key), all]).toEqual([['店S1', '店S2', '店S3'], 10_000])
  expect(kinds?.rows).toHaveLength(2)
  expect((await dc2.call(calls.open, at)).widgets?.[0]?.rows[0]?.values).toEqual([4_000])
  const book = await readXlsx((await admin.bytes(calls.file as never, { ...at, format: 'xlsx' })).data)
  expect(book.sheets.map((s) => s.rows.at(-1)?.[1])).toEqual([
    10_000,
    stores?.rows.at(-1)?.values[0],
    kinds?.rows.at(-1)?.values[0],
  ])
})

test('a list of more rows than a screen takes is previewed and published: only a part of them is tried', async () => {
  await server.inside('DC02', (ctx) =>
    ctx.tx.run(sql`
      insert into wms_operate_bill_line (tenant_id, org_id, id, created_at, updated_at, bill_id, line_no, product_id, plan_qty)
      select l.tenant_id, l.org_id, l.id + n, now(), now(), l.bill_id, 10000 + n, l.product_id, 1
      from (select * from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} order by id desc limit 1) l,
        generate_series(1, 5100) n`),
  )
  const long = structuredClone(template)
  Object.assign(long.sets.o, { dims: ['billId.billNo', 'lineNo'], each: true, filters: [] })
  const [sheet] = long.sheets
  const cells = { A1: by('billId.billNo', 'LIST', { expand: 'DOWN' }), B1: by('lineNo', 'LIST') }
  Object.assign(sheet ?? {}, { cells, page: {}, rows: [24] })
  const list = await admin.call(crud.create as never, { code: 'L1', name: '长清单', folder: '仓储', grants: [] })
  const kept = await admin.call(calls.save, { ...(list as typeof row), template: long } as never)
  expect((await admin.call(calls.preview, { template: long, params: {} } as never)).sheets).toHaveLength(1)
  expect((await admin.call(calls.publish, kept)).no).toBe(1)
  // Whoever reads it is told to narrow it; its file takes them all.
  const at = { path: '仓储/长清单.cpt', params: {} }
  await expect(admin.call(calls.open, at)).rejects.toMatchObject({ code: 42842 })
  await server.runBook.flush()
  const { rows } = await server.db.owner.query('select result, message from sys_report_run where path = $1', [at.path])
  expect(rows).toEqual([{ result: 'LIMIT', message: '结果超过5000行，请增加筛选条件或导出' }])
  // That is made in the background, of what its reader sees.
  const fileOf = async (who: Client): Promise<string[]> => {
    const { taskId } = await who.call<{ taskId: string }>(calls.file, { ...at, format: 'csv' })
    await server.sheets.tick()
    const { url } = await who.call(sheetRecordCalls.exportTicket, { id: taskId })
    return (await server.app.inject({ method: 'GET', url })).payload.trimEnd().split('\r\n')
  }
  const [all, own] = [await fileOf(admin), await fileOf(dc2)]
  expect([all.length, own.length]).toEqual([6_100, 5_500])
  expect(own.filter((line) => !line.includes('CKDC02'))).toEqual([])
  // Rows that somebody found are not another's for that.
  const model = reportModels.find((m) => m.key === 'wms.outboundLine')
  if (!model) throw new Error('no model')
  const set = { model: model.key, each: true, dims: ['billId.billNo'], measures: [], filters: [], sort: [] }
  const chunks = await server.inside('G', (ctx) => chunksOf(ctx, { model, set, params: {} }, 10_000))
  expect(chunks.map((c) => c.n)).toEqual([2_000, 2_000, 2_000, 100])
  const seen = await server.inside('DC02', async (ctx) => {
    const sets = []
    for (const chunk of chunks) sets.push(await askChunk(ctx, { model, set, params: {} }, chunk))
    return sets.flatMap((one) => one.columns['billId.billNo'] ?? [])
  })
  expect([seen.length, seen.every((no) => String(no).startsWith('CKDC02'))]).toEqual([5_500, true])
  await server.runBook.flush()
  const { rows: runs } = await server.db.owner.query(
    "select way, result, row_count from sys_report_run where path = $1 and format = 'csv' order by id",
    [at.path],
  )
  expect(runs).toEqual([6_100, 5_500].map((n) => ({ way: 'EXPORT', result: 'DONE', row_count: n })))
})
