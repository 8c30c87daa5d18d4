import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { customReport, customReportCalls } from '@lading/contract/sys/customReport.ts'
import { reportPresetCalls as calls, presetsMax } from '@lading/contract/sys/reportPreset.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let clerk: Client
let viewer: Client
let now = Date.parse('2026-11-20T02:00:00Z')
const path = '仓储/库存.cpt'
const crud = crudCalls(customReport)
const template = {
  v: 1,
  params: [
    { name: 'from', title: ['从', 'From'], kind: 'day', initial: '@today-30' },
    { name: 'bin', title: ['货位', 'Bin'], kind: 'text' },
  ],
  sets: { o: { model: 'wms.stock', dims: ['binId.code'], measures: ['qty'], filters: [], sort: [] } },
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

async function publish(who: Client, code: string, name: string): Promise<{ id: string; version: number }> {
  const made = await who.call(crud.create as never, { code, name, folder: '仓储', grants: [] } as never)
  const kept = await who.call(customReportCalls.save, { ...(made as object), template } as never)
  return who.call(customReportCalls.publish, kept)
}
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(now) })
  await publish(await server.as('admin'), 'S1', '库存')
  ;[clerk, viewer] = [await server.as('clerk', 'DC01'), await server.as('viewer', 'DC01')]
})
afterAll(() => server.close())

const mine = async (who: Client) => (await who.call(calls.mine, { path })).presets
const names = async (who: Client) => (await mine(who)).map((p) => p.name)
const save = (who: Client, name: string, params: Record<string, string> = {}) =>
  who.call(calls.save, { path, name, params })

test('what a reader has chosen is kept under a name, the same name takes its place, and its days move on', async () => {
  const { id } = await save(clerk, ' 近一周 ', { from: '@today-6', bin: 'A' })
  expect(await mine(clerk)).toEqual([{ id, name: '近一周', params: { from: '@today-6', bin: 'A' } }])
  expect(await save(clerk, '近一周', { from: '@today-6' })).toEqual({ id })
  const [{ params } = { params: {} }] = await mine(clerk)
  const from = async () => (await clerk.call(customReportCalls.open, { path, params })).asked[0]?.value
  expect(await from()).toBe('2026-11-14')
  now += 86_400_000
  ;[clerk, viewer] = [await server.as('clerk', 'DC01'), await server.as('viewer', 'DC01')]
  expect(await from()).toBe('2026-11-15')
})

test('only what the report asks for is kept, each of its kind', async () => {
  const refused: object[] = [{ from: 'yesterday' }, { from: '@today-6', other: '1' }, { constructor: '1' }]
  for (const params of refused) await expect(save(clerk, 'x', params as never)).rejects.toMatchObject({ code: 42840 })
  await expect(clerk.call(calls.save, { path: '没有.cpt', name: 'x', params: {} })).rejects.toMatchObject({
    code: 40421,
  })
  expect(await names(clerk)).toEqual(['近一周'])
})

test('a preset is called otherwise, but not as another; it goes when it is not wanted', async () => {
  const { id } = await save(clerk, '甲', { bin: 'B' })
  await expect(clerk.call(calls.rename, { id, name: '近一周' })).rejects.toMatchObject({ code: 42203 })
  expect(await clerk.call(calls.rename, { id, name: '甲' })).toEqual({ id })
  await clerk.call(calls.rename, { id, name: '乙' })
  expect(await mine(clerk)).toContainEqual({ id, name: '乙', params: { bin: 'B' } })
  expect(await clerk.call(calls.forget, { id })).toEqual({ removed: 1 })
  expect(await clerk.call(calls.forget, { id })).toEqual({ removed: 0 })
  expect(await names(clerk)).toEqual(['近一周'])
})

test('nobody else sees one or changes it: another user, another tenant', async () => {
  const [{ id } = { id: '' }] = await mine(clerk)
  const two = await server.as('admin', 'G', 'two')
  await publish(two, 'S1', '库存')
  for (const who of [viewer, two]) {
    expect(await mine(who)).toEqual([])
    await expect(who.call(calls.rename, { id, name: '他人' })).rejects.toMatchObject({ code: 43775 })
    expect(await who.call(calls.forget, { id })).toEqual({ removed: 0 })
    // The same name is his own.
    await save(who, '近一周', { bin: 'C' })
  }
  expect(await mine(clerk)).toEqual([{ id, name: '近一周', params: { from: '@today-6' } }])
})

test('a person has twenty of a report and no more; the report takes them along', async () => {
  for (let n = 1; n < presetsMax; n++) await save(clerk, `方案${n}`)
  await expect(save(clerk, '多一个')).rejects.toMatchObject({ code: 43774 })
  await save(clerk, '方案1', { bin: 'D' })
  expect(await mine(clerk)).toHaveLength(presetsMax)
  const admin = await server.as('admin')
  const { records } = await admin.call<{ records: { id: string; version: number }[] }>(crud.query as never, {} as never)
  const [row = { id: '', version: 0 }] = records
  const gone = await admin.call(customReportCalls.offline, { id: row.id, version: row.version })
  await admin.call(crud.remove as never, gone as never)
  expect(await mine(clerk)).toEqual([])
})
