import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { binType, storageArea } from '@lading/contract/wms/place.ts'
import { productStorageScheme } from '@lading/contract/wms/scheme.ts'
import { tryPutAway } from '@lading/contract/wms/schemeCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportAnswer } from '../../platform/sheet/importReport.ts'
import { readSheet } from '../../platform/sheet/read.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

let server: TestServer
let yard: Yard
let clerk: Client
const areas = new Map<string, string>()
const calls = crudCalls(productStorageScheme)
const zones = crudCalls(storageArea)

beforeAll(async () => {
  server = await openTestServer()
  clerk = await server.as('clerk', 'DC01')
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, { bins: { 'A-01': 'STORAGE', 'B-01': 'STORAGE', 'C-01': 'STORAGE' }, products: [{ code: 'X' }] }),
  )
  const areaId = await areaOf('DC01', yard.bins.get('A-01') ?? '')
  for (const code of ['A', 'B', 'C']) {
    const { id } = await clerk.call<{ id: string }>(zones.create, { code, name: `zone ${code}`, areaId })
    areas.set(code, id)
    await server.inside('DC01', (ctx) =>
      ctx.tx.run(sql`
        update wms_bin set storage_area_id = ${id} where tenant_id = ${ctx.tenantId} and code = ${`${code}-01`}`),
    )
  }
})
afterAll(() => server.close())

async function areaOf(org: string, binId: string): Promise<string> {
  const { areaId } = await server.inside(org, (ctx) =>
    ctx.tx.one<{ areaId: string }>(
      sql`select area_id from wms_bin where tenant_id = ${ctx.tenantId} and id = ${binId}`,
    ),
  )
  return areaId
}
const idsOf = (codes: string): string[] => [...codes].map((code) => areas.get(code) ?? '')
interface Scheme {
  id: string
  version: number
  rules: { id: string; storageAreaIds: string[]; refs: Record<string, { code: string; name: string }> }[]
}
const read = (id: string) => clerk.call<Scheme>(calls.getById, { id })
const chosen = async (): Promise<string | undefined> => {
  const goods = { productId: yard.products.get('X')?.id, ownerId: yard.owners.get('O1'), qty: '1' }
  return (await clerk.call<{ targets: { bin: string }[] }>(tryPutAway, goods)).targets[0]?.bin
}

test('a rule names several storage areas, and goods go to the first of them', async () => {
  const rules = [{ seq: 10, method: 'EMPTY', storageAreaIds: idsOf('CB') }]
  const made = await clerk.call<Scheme>(calls.create, { code: 'S', name: 'S', rules })
  const scheme = await read(made.id)
  expect(scheme.rules[0]).toMatchObject({
    storageAreaIds: idsOf('CB'),
    binTypeIds: [],
    refs: { storageAreaIds: { code: 'C,B', name: 'zone C, zone B' } },
  })
  expect(await chosen()).toBe('C-01')
  const turned = [{ id: scheme.rules[0]?.id, seq: 10, method: 'EMPTY', storageAreaIds: idsOf('BC') }]
  await clerk.call(calls.update, { id: made.id, version: scheme.version, rules: turned })
  expect(await chosen()).toBe('B-01')
})

test('what a rule names must be there, in use and of the same centre, and stays while it is named', async () => {
  const create = (ids: string[], more: object = {}) =>
    clerk.call(calls.create, {
      code: 'NO',
      name: 'no',
      rules: [{ seq: 10, method: 'EMPTY', storageAreaIds: ids, ...more }],
    })
  await expect(create(['1'])).rejects.toMatchObject({ code: 40400, errors: [{ field: 'storageAreaIds' }] })
  const other = await server.inside('DC02', (ctx) =>
    buildYard(ctx, { bins: { 'E-01': 'STORAGE' }, owners: ['O9'], products: [] }),
  )
  const areaId = await areaOf('DC02', other.bins.get('E-01') ?? '')
  const elsewhere = await (await server.as('admin', 'DC02')).call<Scheme>(zones.create, {
    code: 'E',
    name: 'E',
    areaId,
  })
  await expect(create([elsewhere.id])).rejects.toMatchObject({ code: 40400 })
  await expect(create(['x'])).rejects.toMatchObject({ code: 40000 })
  const type = await clerk.call<Scheme>(crudCalls(binType).create, { code: 'T', name: 'type' })
  await clerk.call(crudCalls(binType).disable, { id: type.id, version: 0 })
  await expect(create(idsOf('A'), { binTypeIds: [type.id] })).rejects.toThrow('已停用')
  const zone = await clerk.call<Scheme>(zones.getById, { id: areas.get('B') })
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`update wms_bin set storage_area_id = null where tenant_id = ${ctx.tenantId} and code = 'B-01'`),
  )
  await expect(clerk.call(zones.remove, { id: zone.id, version: zone.version })).rejects.toMatchObject({ code: 42205 })
  expect(await clerk.call<Scheme>(zones.getById, { id: zone.id })).toMatchObject({ id: zone.id })
})

test('a file carries the codes of several areas there and back', async () => {
  const columns = ['code', 'name', 'rules.seq', 'rules.method', 'rules.storageAreaIds']
  const { data } = await clerk.bytes(calls.export, { format: 'csv', columns })
  expect((await readSheet({ name: 'a.csv', data }))[1]?.cells).toContain('B,C')
  const send = (csv: string) =>
    clerk.call<ImportAnswer>(
      calls.import,
      { dryRun: 'false', mode: 'INSERT' },
      { file: { name: 'a.csv', data: `代码,名称,顺序,方法,存储区\n${csv}` } },
    )
  const bad = await send('F,F,10,EMPTY,"A、Z"\n')
  expect(bad.errors).toEqual([
    { row: 2, field: 'rules.storageAreaIds', title: '存储区', message: expect.stringContaining('[Z]不存在') },
  ])
  expect(await send('F,F,10,EMPTY,"A、C"\n')).toMatchObject({ created: 1, errors: [] })
  const { records } = await clerk.call<{ records: Scheme[] }>(calls.query, { filter: { code: 'F' } })
  expect((await read(records[0]?.id ?? '')).rules[0]?.storageAreaIds).toEqual(idsOf('AC'))
})
