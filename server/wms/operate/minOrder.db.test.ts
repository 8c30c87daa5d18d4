import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, type Yard } from '../testing/yard.ts'

let server: TestServer
let clerk: Client
let yard: Yard
const stores = { FREE: '', FIVE: '' }
const calls = documentCalls(operateBill)

beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: { 'P-01': 'PICK' },
      products: [{ code: 'A', qpc: '12' }, { code: 'B' }, { code: 'KG', isWeigh: true }],
    })
    for (const code of ['FREE', 'FIVE'] as const) {
      stores[code] = ctx.newId()
      const row = {
        tenantId: ctx.tenantId,
        id: stores[code],
        code,
        name: code,
        minOrderCases: code === 'FIVE' ? 5 : null,
      }
      await bulkInsert(ctx.tx, 'wms_store', [row])
    }
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

type Line = readonly [product: string, planQty: string, planPieces?: number]
async function approved(store: keyof typeof stores, delivery: string, lines: readonly Line[]) {
  const { id } = await clerk.call<{ id: string }>(calls.create, {
    ...{ ownerId: yard.owners.get('O1'), storeId: stores[store], delivery },
    lines: lines.map(([code, planQty, planPieces]) => ({
      productId: yard.products.get(code)?.id,
      planQty,
      ...(planPieces && { planPieces }),
    })),
  })
  const answer = await clerk.call<{ ok: number; failed: { code: number; message: string }[] }>(calls.approve, {
    rows: [{ id, version: 0 }],
  })
  const { state, version } = await clerk.call<{ state: string; version: number }>(calls.getById, { id })
  return { ...answer, state, version }
}
const cases: readonly (readonly [keyof typeof stores, string, readonly Line[], string | null])[] = [
  // store, delivery, lines: cases that are too few
  ['FREE', 'NORMAL', [['A', '1']], null],
  ['FIVE', 'NORMAL', [['A', '60']], null],
  ['FIVE', 'NORMAL', [['A', '59']], '4.9'],
  ['FIVE', 'FIRST', [['A', '48']], '4'],
  ['FIVE', 'URGENT', [['A', '1']], null],
  [
    'FIVE',
    'NORMAL',
    [
      ['A', '30'],
      ['A', '30'],
    ],
    null,
  ],
  [
    'FIVE',
    'NORMAL',
    [
      ['A', '36'],
      ['B', '2'],
    ],
    null,
  ],
  ['FIVE', 'NORMAL', [['KG', '30.5', 4]], '4'],
  ['FIVE', 'NORMAL', [['KG', '30.5', 5]], null],
]

test.each(cases)('store %s, delivery %s: %j', async (store, delivery, lines, tooFew) => {
  const answer = await approved(store, delivery, lines)
  if (tooFew === null) return expect(answer).toMatchObject({ ok: 1, state: 'APPROVED' })
  expect(answer).toMatchObject({ ok: 0, state: 'SAVED', version: 0, failed: [{ code: 42741 }] })
  expect(answer.failed[0]?.message).toContain(`订单${tooFew}件，低于门店起订量5`)
})
