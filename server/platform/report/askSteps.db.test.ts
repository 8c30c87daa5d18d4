import { store } from '@lading/contract/mdm/partner.ts'
import type { ReportSet } from '@lading/contract/sys/reportTemplate.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportModels } from '../../areas.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { Tx } from '../../kernel/tx.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard } from '../../wms/testing/yard.ts'
import { askModel } from './ask.ts'
import { askChunk, type Chunk, chunksOf, countList, type ListAsked } from './askList.ts'
import { chunksInSteps } from './askSteps.ts'

let server: TestServer
const words = ['安徽', '北京', 'beijing', 'Beijing', '10', '9', '上海', '重庆', 'É', 'e', '-1', '', '阿', '啊']
const size = 10

beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', async (ctx) => {
    const { owners, products } = await buildYard(ctx, {
      bins: {},
      products: Array.from({ length: 60 }, (_, i) => ({ code: `P${(i * 7) % 60}` })),
    })
    const { ids: stores } = await insert(ctx, store, [{ code: 'S1', name: '门店一' }])
    const bill = { billNo: 'CK1', ownerId: owners.get('O1') ?? '', storeId: stores[0], bizDate: '2026-11-20' }
    const { ids } = await insert(ctx, operateBill.header, [{ ...bill, state: 'SAVED' }] as never)
    const own = [...products.values()]
    // Names that only the database's own collation puts in order; more of them than a statement takes.
    for (const [i, { id }] of own.entries())
      await ctx.tx.run(
        sql`update mdm_product set name = ${`${words[i % words.length]}${i % 3 ? '' : i}`}, spec = ${i % 5 ? words[i % 4] : null}
          where tenant_id = ${ctx.tenantId} and id = ${id}`,
      )
    const lines = Array.from({ length: 300 }, (_, i) => ({
      ...{ billId: ids[0], lineNo: i + 1, productId: own[(i * 17) % own.length]?.id },
      ...{ planQty: i === 7 ? '12345678901.234567' : String(((i * 37) % 100) / 4) },
    }))
    await insert(ctx, operateBill.line, lines as never)
  })
})
afterAll(() => server.close())

const listOf = (set: Partial<ReportSet>): ListAsked => {
  const model = reportModels.find((m) => m.key === 'wms.outboundLine')
  if (!model) throw new Error('no model')
  const whole = { model: model.key, each: true as const, dims: [], measures: [], filters: [], sort: [], ...set }
  return { model, set: whole, params: {} }
}
const idsOf = (chunks: readonly Chunk[]): string[] => chunks.flatMap(({ ids }) => ids.split(','))

/** Each in a transaction of its own. @returns how many rows the answers had */
function counting() {
  const rows: number[] = []
  const step = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    server.inside('DC01', (ctx) => {
      const counted =
        (ask: Tx['query']): Tx['query'] =>
        async <R extends object>(statement: Parameters<Tx['query']>[0]) => {
          const answer = await ask<R>(statement)
          rows.push(answer.length)
          return answer
        }
      return work({ ...ctx, tx: { ...ctx.tx, once: counted(ctx.tx.once), query: counted(ctx.tx.query) } })
    })
  return { rows, step }
}

test.each<Partial<ReportSet>>([
  { measures: ['plan'] },
  { dims: ['productId'] },
  { dims: ['productId', 'lineNo'], sort: [{ field: 'productId', desc: true }] },
  { dims: ['productId.code', 'productId.spec'], measures: ['plan'], sort: [{ field: 'plan', desc: true }] },
  { dims: ['productId.spec', 'productId'], sort: [{ field: 'productId.spec', desc: true }] },
  { dims: ['lineNo'], sort: [{ field: 'lineNo', desc: true }] },
  { dims: ['productId'], filters: [{ field: 'productId.spec', op: 'filled' }] },
])('%j: many small statements put rows in the very order of one', async (set) => {
  const list = listOf(set)
  const { rows, step } = counting()
  const small = await chunksInSteps(step, list, { most: 1_000, rows: size })
  const one = await server.inside('DC01', (ctx) => chunksOf(ctx, list, 1_000))
  expect(idsOf(small)).toEqual(idsOf(one))
  expect(small.map(({ n }) => n).slice(0, -1)).toEqual(Array.from({ length: small.length - 1 }, () => size))
  expect(rows.filter((n) => n > size)).toEqual([])
})

test('rows whose keys are equal stand on the screen as in the file', async () => {
  const list = listOf({ dims: ['productId'], measures: ['plan'] })
  const [chunk] = await server.inside('DC01', (ctx) => chunksOf(ctx, list, 1_000))
  const file = await server.inside('DC01', (ctx) => askChunk(ctx, list, chunk ?? { ids: '', n: 0 }))
  const screen = await server.inside('DC01', (ctx) => askModel(ctx, list.model, list.set, {}, 1_000))
  expect(screen.columns).toEqual(file.columns)
})

test('more rows than a file takes are refused before all are read', async () => {
  const { rows, step } = counting()
  await expect(chunksInSteps(step, listOf({ dims: ['productId'] }), { most: 25, rows: size })).rejects.toMatchObject({
    refusal: { code: 42842 },
  })
  expect(rows).toEqual([10, 10, 10])
  const none = listOf({ dims: ['productId'], filters: [{ field: 'lineNo', op: 'gt', value: '999' }] })
  expect(await chunksInSteps(step, none, { most: 25, rows: size })).toEqual([])
})

test.each<[string, string, Partial<Ctx>]>([
  ['who sees the goods of another owner only', 'DC01', { owners: ['1'] }],
  ['who works for a carrier', 'DC01', { owners: [] }],
  ['another centre', 'DC02', {}],
])('%s finds none of these rows: on a screen, in a file, by steps, nor by their ids', async (_, org, who) => {
  const list = listOf({ dims: ['productId'], measures: ['plan'] })
  const [chunk] = await server.inside('DC01', (ctx) => chunksOf(ctx, list, 1_000))
  expect(chunk?.n).toBe(300)
  const step = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside(org, (ctx) => work({ ...ctx, ...who }))
  expect((await step((ctx) => askModel(ctx, list.model, list.set, {}, 1_000))).size).toBe(0)
  expect(await step((ctx) => chunksOf(ctx, list, 1_000))).toEqual([])
  expect(await chunksInSteps(step, list, { most: 1_000 })).toEqual([])
  expect(await step((ctx) => countList(ctx, list, 10))).toBe(0)
  expect((await step((ctx) => askChunk(ctx, list, chunk ?? { ids: '', n: 0 }))).size).toBe(0)
})
