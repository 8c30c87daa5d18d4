import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { is, oneOf, type RuleTable } from '@lading/contract/kernel/ruleTable.ts'
import { bin, storageArea } from '@lading/contract/wms/place.ts'
import { productStorageScheme, putAwayRules } from '@lading/contract/wms/scheme.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard } from '../../wms/testing/yard.ts'
import { rulesServed } from './served.ts'

/** The rules that stand, asked by what they hold: their columns as conditions of every kind. */
const fields = putAwayRules.entity.fields
const asking: RuleTable = {
  ...putAwayRules,
  conditions: {
    capacity: is(fields.capacity as never),
    storageAreaIds: oneOf(fields.storageAreaIds as never),
  },
  results: ['method'],
  match: 'first',
}
type Handle = (ctx: Ctx, input: object) => Promise<{ rows: object[] }>
let server: TestServer
let clerk: Client
let areas: readonly string[]
const calls = crudCalls(productStorageScheme)
interface Scheme {
  id: string
  version: number
  rules: { id: string; seq: number; method: string }[]
}
beforeAll(async () => {
  server = await openTestServer()
  clerk = await server.as('clerk', 'DC01')
  const yard = await server.inside('DC01', (ctx) => buildYard(ctx, { bins: { A: 'STORAGE' }, products: [] }))
  const { areaId } = await server.inside('DC01', (ctx) => getRow(ctx, bin, yard.bins.get('A') ?? ''))
  areas = await Promise.all(
    ['KA', 'KB'].map(
      async (code) =>
        (await clerk.call<{ id: string }>(crudCalls(storageArea).create, { code, name: code, areaId })).id,
    ),
  )
})
afterAll(() => server.close())

const make = (code: string, rules: object[]) => clerk.call<{ id: string }>(calls.create, { code, name: code, rules })
const read = (id: string) => clerk.call<Scheme>(calls.getById, { id })
const ways = async (id: string) => (await read(id)).rules.map((r) => `${r.seq} ${r.method}`)

test('each rule says why it does not fire, and the first that does what it says', async () => {
  const { id } = await make('WHY', [
    { seq: 10, method: 'EMPTY', capacity: 'IGNORE' },
    { seq: 20, method: 'BULK', storageAreaIds: [areas[0]] },
    { seq: 30, method: 'SAME_LOT' },
    { seq: 40, method: 'OVERFLOW' },
  ])
  const served = rulesServed(productStorageScheme, 'rules', asking)
  expect(served.call).toMatchObject({ path: '/wms/api/productStorageScheme/tryPutAwayRule', writes: false })
  const facts = { capacity: 'CHECK', storageAreaIds: areas[1] }
  const outcome = await server.inside('DC01', (ctx) => (served.handle as Handle)(ctx, { id, facts }))
  expect(outcome.rows).toEqual([
    { no: 1, fires: false, why: ['容量控制: 不控制'], got: [] },
    { no: 2, fires: false, why: ['存储区: KA'], got: [] },
    { no: 3, fires: true, why: [], got: ['方法: 同批次货位'] },
    { no: 4, fires: false, why: [], got: [] },
  ])
  const stranger = server.inside('DC02', (ctx) => (served.handle as Handle)(ctx, { id, facts }))
  await expect(stranger).rejects.toThrow()
})

test('rules change places, are put between others, and are read in their order', async () => {
  const { id } = await make('ORDER', [
    { seq: 10, method: 'EMPTY' },
    { seq: 20, method: 'BULK' },
    { seq: 30, method: 'SAME_LOT' },
  ])
  const { version, rules } = await read(id)
  const [empty, bulk, lot] = rules
  const rows = [
    { ...lot, seq: 10 },
    { ...empty, seq: 20 },
    { seq: 30, method: 'OVERFLOW' },
    { ...bulk, seq: 40 },
  ]
  await clerk.call(calls.update, { id, version, rules: rows })
  expect(await ways(id)).toEqual(['10 SAME_LOT', '20 EMPTY', '30 OVERFLOW', '40 BULK'])
  // Two that are told to stand on one place are refused, and all stay where they were.
  const again = await read(id)
  const twice = clerk.call(calls.update, {
    id,
    version: again.version,
    rules: again.rules.map((r) => ({ ...r, seq: 10 })),
  })
  await expect(twice).rejects.toThrow()
  expect(await ways(id)).toEqual(['10 SAME_LOT', '20 EMPTY', '30 OVERFLOW', '40 BULK'])
})
