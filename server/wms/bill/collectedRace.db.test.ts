import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { ImportAnswer } from '../../platform/sheet/importReport.ts'
import { pausing } from '../../testing/paused.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard } from '../testing/yard.ts'

/** One order that comes by two ways at the same moment. */
let server: TestServer
let clerk: Client
const order = documentCalls(orderBill)
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', async (ctx) => {
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id: ctx.newId(), code: 'V1', name: '甲' }])
    await buildYard(ctx, { bins: {}, owners: ['O1'], products: [{ code: 'A' }] })
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const head = '上游单号,供应商,货主,明细.商品,明细.计划数量'
const send = (no: string, qty: number) =>
  clerk.call<ImportAnswer>(
    order.import,
    { dryRun: 'false', mode: 'UPSERT', lines: 'REPLACE', again: 'true' },
    { file: { name: 'a.csv', data: Buffer.from(`${head}\n${no},V1,O1,A,${qty}\n`) } },
  )
const billsOf = async (upstreamNo: string) =>
  (await clerk.call<{ records: Record<string, unknown>[] }>(order.query, { filter: { upstreamNo } })).records

test('one that stands still while its twin comes through finds the order that the twin has made', async () => {
  const paused = pausing(server.db)
  const answers = new Set<string>()
  for (let at = 1; ; at++) {
    const no = `R${at}`
    const held = paused(at, () => send(no, 1))
    const isReached = await held.reached
    const twin = isReached ? send(no, 2) : Promise.resolve(undefined)
    // Whoever holds the row lets nobody else come through before he goes on.
    await Promise.race([twin, new Promise((resolve) => setTimeout(resolve, 400))])
    held.go()
    const [mine, other] = [await held.done, await twin]
    if (!isReached) break
    expect([mine.status, at, mine.status === 'fulfilled' ? mine.value.errors : mine.reason]).toEqual([
      'fulfilled',
      at,
      [],
    ])
    const bills = await billsOf(no)
    expect(bills.map(({ lineCount }) => lineCount)).toEqual([1])
    answers.add(`${mine.status === 'fulfilled' && mine.value.created} ${other?.created}`)
  }
  // Each of them was the first some time, and both never.
  expect([...answers].sort()).toEqual(['0 1', '1 0'])
})
