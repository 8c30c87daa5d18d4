import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { customReport, customReportCalls } from '@lading/contract/sys/customReport.ts'
import { messageCalls } from '@lading/contract/sys/message.ts'
import { reportPlanCalls as calls, planLimits } from '@lading/contract/sys/reportPlan.ts'
import { sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobHandlers } from '../../areas.ts'
import { insert } from '../../kernel/insert.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard } from '../../wms/testing/yard.ts'
import { cronOf } from './plans.ts'

let server: TestServer
let admin: Client
/** 10:00 in Shanghai, a Friday. */
let now = Date.parse('2026-11-20T02:00:00Z')
const path = '主数据/单据.cpt'

beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(now) })
  admin = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

/** The job comes, and the background does what it left. */
async function pass(to: string): Promise<void> {
  now = Date.parse(to)
  const job = jobHandlers.reportPlans
  if (!job || !('steps' in job)) throw new Error('no job')
  await job.steps({
    perform: (work) => server.inside('G', work),
    tell: () => undefined,
    params: {},
    asOwner: async () => undefined as never,
  })
  await server.sheets.tick()
  admin = await server.as('admin', 'DC01')
}
interface Exported {
  readonly id: string
  readonly state: string
  readonly fileName: string
  readonly rowCount: number
  readonly message: string | null
}
const exported = async (who: Client) =>
  (await who.call<{ records: Exported[] }>(sheetRecordCalls.exports as never, {})).records
const mine = async (who: Client) => (await who.call(calls.mine, {})).plans

test.each([
  [{ cycle: 'DAILY', at: '07:30' }, '30 7 * * *'],
  [{ cycle: 'WEEKLY', day: 7, at: '00:05' }, '5 0 * * 0'],
  [{ cycle: 'WEEKLY', day: 1, at: '08:00' }, '0 8 * * 1'],
  [{ cycle: 'MONTHLY', day: 31, at: '06:00' }, '0 6 L * *'],
  [{ cycle: 'MONTHLY', day: 30, at: '06:00' }, '0 6 28 * *'],
] as const)('%j is %s', (plan, cron) => expect(cronOf(plan)).toBe(cron))

test('whoever subscribes finds the file with his own exports at the time that he named, and after five failures nothing more', async () => {
  let group = await server.as('admin', 'G')
  const row = await group.call<{ id: string; version: number }>(crudCalls(customReport).create as never, {
    ...{ code: 'P1', name: '单据', folder: '主数据', grants: [] },
  })
  const set = {
    model: 'wms.stock',
    dims: ['binId.code'],
    measures: ['qty'],
    filters: [],
    sort: [{ field: 'binId.code', desc: false }],
  }
  const cells = {
    A1: { bind: { set: 'o', field: 'binId.code', take: 'LIST' }, expand: 'DOWN' },
  }
  const template = {
    v: 1,
    params: [],
    sets: { o: set },
    sheets: [{ name: 'S', cells, cols: [100], rows: [24], page: {} }],
  }
  const kept = await group.call(customReportCalls.save, { ...row, template } as never)
  await group.call(customReportCalls.publish, kept)

  const daily = { path, format: 'csv', cycle: 'DAILY', at: '10:30' } as const
  await expect(admin.call(calls.subscribe, { ...daily, path: '主数据/没有.cpt' })).rejects.toMatchObject({
    code: 40421,
  })
  const { id, nextAt } = await admin.call(calls.subscribe, daily)
  expect(nextAt).toBe('2026-11-20T02:30:00.000Z')
  const clerk = await server.as('clerk', 'DC01')
  expect(await mine(clerk)).toEqual([])
  expect(await clerk.call(calls.unsubscribe, { id })).toEqual({ removed: 0 })
  await expect(clerk.call(calls.resume, { id })).rejects.toMatchObject({ code: 43772 })

  await pass('2026-11-20T02:29:00Z')
  expect(await exported(admin)).toEqual([])
  await pass('2026-11-20T02:31:00Z')
  await pass('2026-11-20T02:36:00Z')
  expect(await exported(admin)).toMatchObject([{ state: 'DONE', fileName: '单据_2026-11-20.csv' }])
  expect(await exported(await server.as('clerk', 'DC01'))).toEqual([])
  expect(await mine(admin)).toMatchObject([{ nextAt: '2026-11-21T02:30:00.000Z', failures: 0, state: 'ON' }])

  // Where there is nothing to tell, nothing is made, and that is no failure.
  const some = await admin.call(calls.subscribe, { ...daily, at: '10:45', leastRows: 1 })
  await pass('2026-11-20T02:46:00Z')
  const [dropped, first] = await exported(admin)
  expect([first?.state, dropped?.state, dropped?.message]).toEqual([
    'DONE',
    'CANCELLED',
    '数据少于订阅的最少行数，未生成文件',
  ])
  await server.runBook.flush()
  const { rows: runs } = await server.db.owner.query('select result, row_count from sys_report_run order by id')
  expect(runs).toEqual([
    { result: 'DONE', row_count: 0 },
    { result: 'DONE', row_count: 0 },
  ])
  expect((await mine(admin)).find((p) => p.id === some.id)).toMatchObject({ leastRows: 1, failures: 0, state: 'ON' })
  await admin.call(calls.unsubscribe, { id: some.id })

  group = await server.as('admin', 'G')
  const version = await server.inside('G', (ctx) =>
    ctx.tx.one<{ version: number }>(
      sql`select version from sys_custom_report where tenant_id = ${ctx.tenantId} and id = ${row.id}`,
    ),
  )
  await group.call(customReportCalls.offline, { id: row.id, ...version })
  for (let day = 21; day < 21 + planLimits.failures; day++) await pass(`2026-11-${day}T02:31:00Z`)
  expect(await mine(admin)).toMatchObject([{ failures: planLimits.failures - 1, state: 'ON' }])
  await pass('2026-11-26T02:31:00Z')
  expect(await mine(admin)).toMatchObject([{ failures: planLimits.failures, state: 'OFF' }])
  await server.relay.drain()
  const told = await admin.call<{ records: { title: string; body: string }[] }>(messageCalls.query as never, {})
  expect(JSON.stringify(told)).toContain('订阅已停用')
  const before = (await exported(admin)).length
  await pass('2026-11-27T02:31:00Z')
  expect(await exported(admin)).toHaveLength(before)
  expect((await admin.call(calls.resume, { id })).nextAt).toBe('2026-11-28T02:30:00.000Z')
  // Whoever keeps the reports does not wait for those who read them.
  group = await server.as('admin', 'G')
  const { version: last } = await group.call<{ version: number }>(customReportCalls.design as never, { id: row.id })
  await group.call(crudCalls(customReport).remove as never, { id: row.id, version: last })
  expect(await mine(admin)).toEqual([])
  expect(await admin.call(calls.unsubscribe, { id })).toEqual({ removed: 0 })
})

test('for others it is made with their rights, when the total that is watched is beyond its bound', async () => {
  now = Date.parse('2026-11-20T02:00:00Z')
  const goods = await server.inside('DC01', async (ctx) => {
    const { owners, products } = await buildYard(ctx, { bins: { 'S-01': 'STORAGE' }, products: [{ code: 'A' }] })
    const { ids } = await insert(ctx, store, [{ code: 'S1', name: 'S1' }])
    return { ownerId: owners.get('O1'), storeId: ids[0], productId: products.get('A')?.id }
  })
  for (const [code, count] of Object.entries({ DC01: 3, DC02: 5 }))
    await server.inside(code, async (ctx) => {
      const { productId, ...of } = goods
      const head = { ...of, billNo: `CK${code}`, bizDate: '2026-11-20', state: 'SAVED' }
      const bill = await insert(ctx, operateBill.header, [head] as never)
      const line = { billId: bill.ids[0], productId, planQty: '10' }
      const lines = Array.from({ length: count }, (_, i) => ({ ...line, lineNo: i + 1 }))
      await insert(ctx, operateBill.line, lines as never)
    })
  let group = await server.as('admin', 'G')
  const row = await group.call<{ id: string; version: number }>(crudCalls(customReport).create as never, {
    ...{ code: 'P2', name: '出库', folder: '主数据', grants: [] },
  })
  const o = { model: 'wms.outboundLine', dims: ['billId.billNo'], measures: ['plan', 'fill'], filters: [], sort: [] }
  const take = (field: string) => ({ bind: { set: 'o', field, take: 'LIST' } })
  const cells = { A1: { ...take('billId.billNo'), expand: 'DOWN' }, B1: take('plan') }
  const template = {
    v: 1,
    params: [],
    sets: { o },
    sheets: [{ name: 'S', cells, cols: [100, 80], rows: [24], page: {} }],
  }
  await group.call(customReportCalls.publish, await group.call(customReportCalls.save, { ...row, template } as never))

  admin = await server.as('admin', 'DC01')
  let clerk = await server.as('clerk', 'DC01')
  const of = { path: '主数据/出库.cpt', format: 'csv', cycle: 'DAILY', at: '10:30' } as const
  expect(await admin.call(calls.figures, { path: of.path })).toEqual({
    figures: [
      { figure: 'o.plan', title: '计划数量' },
      { figure: 'o.fill', title: '发货满足率' },
    ],
  })
  const bound = (value: string, figure = 'o.plan') => ({ figure, op: 'ABOVE' as const, value })
  const ask = (more: object) => admin.call(calls.subscribe, { ...of, ...more })
  await expect(ask({ bound: bound('1', 'o.nothing') })).rejects.toMatchObject({ code: 43776 })
  const stranger = await server.as('admin', 'G', 'two')
  for (const userIds of [['1'], [stranger.userId], [clerk.userId, '1']])
    await expect(ask({ userIds })).rejects.toMatchObject({ code: 43777 })
  expect(await mine(admin)).toEqual([])

  const { id } = await ask({ userIds: [clerk.userId], bound: bound('29.5') })
  await ask({ bound: bound('30'), at: '10:31' })
  expect(await mine(clerk)).toMatchObject([{ id, forWhom: null, byWhom: expect.any(String), bound: bound('29.5') }])
  expect(await mine(admin)).toMatchObject([
    { id, forWhom: expect.any(String), byWhom: null },
    { forWhom: null, bound: bound('30') },
  ])
  await pass('2026-11-20T02:32:00Z')
  clerk = await server.as('clerk', 'DC01')
  const [his] = await exported(clerk)
  expect(his).toMatchObject({ state: 'DONE', rowCount: 1 })
  const { url } = await clerk.call(sheetRecordCalls.exportTicket, { id: his?.id })
  expect((await server.app.inject({ method: 'GET', url })).payload).toBe('\uFEFFCKDC01,30\r\n')
  const [own] = await exported(admin)
  expect(own).toMatchObject({ state: 'CANCELLED', message: '指标未达到订阅的预警条件，未生成文件' })
  expect((await mine(admin)).map((p) => p.failures)).toEqual([0, 0])

  // Whoever loses the report finds no more files; who has subscribed for him ends it, as he may himself.
  group = await server.as('admin', 'G')
  const version = await group.call<{ version: number }>(customReportCalls.design as never, { id: row.id })
  await group.call(crudCalls(customReport).update as never, {
    ...{
      id: row.id,
      version: version.version,
      name: '出库',
      folder: '主数据',
      grants: [{ userId: admin.userId, mayExport: true }],
    },
  })
  await pass('2026-11-21T02:32:00Z')
  clerk = await server.as('clerk', 'DC01')
  expect((await exported(clerk)).map((e) => e.state)).toEqual(['FAILED', 'DONE'])
  await expect(ask({ userIds: [clerk.userId] })).rejects.toMatchObject({ code: 43777 })
  expect(await admin.call(calls.unsubscribe, { id })).toEqual({ removed: 1 })
  expect(await mine(clerk)).toEqual([])
})
