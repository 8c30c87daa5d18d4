import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { customReportCalls as calls, customReport } from '@lading/contract/sys/customReport.ts'
import { reportPlanCalls } from '@lading/contract/sys/reportPlan.ts'
import { reportRun } from '@lading/contract/sys/reportRun.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobHandlers } from '../../areas.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
let now = Date.parse('2026-11-20T02:00:00Z')
const crud = crudCalls(customReport)
const set = { model: 'wms.stock', dims: ['binId.code'], measures: ['qty'], filters: [], sort: [] }
const params = [{ name: 'from', title: ['从', 'From'], kind: 'day', initial: '@today-30' }]
const grid = {
  v: 1,
  params,
  sets: { o: set },
  sheets: [
    {
      name: 'S',
      cells: { A1: { bind: { set: 'o', field: 'binId.code', take: 'LIST' }, expand: 'DOWN' } },
      cols: [100],
      rows: [24],
      page: {},
    },
  ],
}
const board = {
  ...{ v: 1, params: [], sets: { o: set }, refresh: 10 },
  widgets: [{ id: 'w', type: 'FIGURE', title: 'w', set: 'o', figures: ['qty'], at: [0, 0, 3, 2] }],
}

async function publish(code: string, template: object, kind: 'CPT' | 'FRM' = 'CPT'): Promise<void> {
  const made = await admin.call(crud.create as never, { code, name: code, folder: '仓储', kind, grants: [] } as never)
  const kept = await admin.call(calls.save, { ...(made as object), template } as never)
  await admin.call(calls.publish, kept)
}
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(now) })
  admin = await server.as('admin')
  await publish('R1', grid)
  await publish('B1', board, 'FRM')
})
afterAll(() => server.close())

interface Ran {
  readonly path: string
  readonly way: string
  readonly result: string
  readonly format: string | null
  readonly rowCount: number | null
  readonly costMs: number
  readonly asked: string | null
  readonly message: string | null
  readonly refs: Readonly<Record<string, { readonly name: string }>>
}
/** What the list tells, oldest first, once what waits is written. */
async function runs(who = admin): Promise<readonly Ran[]> {
  await server.runBook.flush()
  const { records } = await who.call<{ records: Ran[] }>(
    crudCalls(reportRun).query as never,
    { orderBy: 'id' } as never,
  )
  return records
}
const path = '仓储/R1.cpt'

test('a report that is read, saved and subscribed to is in the book: who, by which way, of how many rows', async () => {
  const clerk = await server.as('clerk', 'DC01')
  await clerk.call(calls.open, { path, params: {} })
  await admin.bytes(calls.file as never, { path, params: { from: '2026-11-01' }, format: 'csv' })
  await admin.call(reportPlanCalls.subscribe, { path, params: {}, format: 'xlsx', cycle: 'DAILY', at: '10:30' })
  now += 3_600_000
  const job = jobHandlers.reportPlans
  if (!job || !('steps' in job)) throw new Error('no job')
  await job.steps({
    perform: (work) => server.inside('G', work),
    ...{ tell: () => undefined, params: {}, asOwner: async () => undefined as never },
  })
  await server.sheets.tick()
  admin = await server.as('admin')
  const all = await runs()
  expect(all.map((r) => [r.way, r.format, r.result, r.rowCount, r.refs.userId?.name])).toEqual([
    ['SCREEN', null, 'DONE', 0, 'clerk'],
    ['EXPORT', 'csv', 'DONE', 0, 'admin'],
    ['PLAN', 'xlsx', 'DONE', 0, 'admin'],
  ])
  expect(all[1]).toMatchObject({ path, asked: '从: 2026-11-01', message: null })
  expect(all.every((r) => r.costMs >= 0)).toBe(true)
})

test('nobody but the job of subscriptions says that a file is a subscription’s', async () => {
  const before = (await runs()).length
  const asked = { path, params: {}, format: 'csv', planned: true } as const
  await expect(admin.call(calls.file as never, asked)).rejects.toMatchObject({ code: 43778 })
  expect(await runs()).toHaveLength(before)
})

test('what came to nothing is there with its reason; what was never the reader’s is no run', async () => {
  const before = (await runs()).length
  await expect(admin.call(calls.open, { path, params: { from: 'x' } })).rejects.toMatchObject({ code: 42840 })
  await expect(admin.call(calls.open, { path: '仓储/没有.cpt', params: {} })).rejects.toMatchObject({ code: 40421 })
  const nobody = await server.as('nobody', 'DC01')
  await expect(nobody.call(calls.open, { path, params: {} })).rejects.toMatchObject({ code: 40301 })
  expect((await runs()).slice(before)).toMatchObject([
    { way: 'SCREEN', result: 'FAILED', rowCount: null, message: '参数[从]不正确' },
  ])
})

test('a dashboard that asks anew by itself is a run now and then, not each time', async () => {
  const before = (await runs()).length
  const read = () => admin.call(calls.open, { path: '仓储/B1.frm', params: {} })
  for (let n = 0; n < 3; n++) await read()
  now += 11 * 60_000
  admin = await server.as('admin')
  await read()
  expect((await runs()).slice(before).map((r) => r.path)).toEqual(['仓储/B1.frm', '仓储/B1.frm'])
})

test('the book is for who keeps the reports, of his own tenant and within his reach', async () => {
  const two = await server.as('admin', 'G', 'two')
  expect(await runs(two)).toEqual([])
  const clerk = await server.as('clerk', 'DC01')
  expect((await clerk.envelope(crudCalls(reportRun).query as never, {})).code).toBe(40301)
  const dc = await server.as('admin', 'DC01')
  expect((await runs(dc)).map((r) => r.refs.userId?.name)).toEqual(['clerk'])
})
