import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { hasCheckDigit } from '@lading/contract/mdm/gs1.ts'
import { type PackIssue, packIssues } from '@lading/contract/mdm/packIssues.ts'
import { packProduct, product } from '@lading/contract/mdm/product.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { dice } from '../../testing/dice.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { isGtin } from './packIssues.ts'

let server: TestServer
let group: Client
beforeAll(async () => {
  server = await openTestServer()
  group = await server.as('admin')
})
afterAll(() => server.close())

test('the database and the contract agree which of 2,000 codes are GTINs', async () => {
  const roll = dice(7)
  const digits = (n: number) => Array.from({ length: n }, () => roll(10)).join('')
  const codes = Array.from({ length: 2000 }, (_, i) => digits([8, 12, 13, 14, 5, 18][i % 6] ?? 13))
  const odd = ['', 'A', '6901234567892 ', '６９０１２３４５６７８９２', '6901234567892', '16901234567899']
  const all = [...codes, ...odd]
  const rows = await server.inside('G', (ctx) =>
    ctx.tx.query<{ ok: boolean }>(
      sql`select ${isGtin(sql`x.code`)} as ok from unnest(${all}::text[]) with ordinality as x(code, i) order by x.i`,
    ),
  )
  expect(rows.map((r) => r.ok)).toEqual(all.map((c) => [8, 12, 13, 14].includes(c.length) && hasCheckDigit(c)))
  expect(rows.filter((r) => r.ok).length).toBeGreaterThan(50)
})

const whole = { lengthCm: '40', widthCm: '30', heightCm: '20', weightKg: '9' }
const each = { lengthCm: '6', widthCm: '6', heightCm: '12', weightKg: '0.35' }
const good = { each, barcodes: ['6901234567892'], pack: { ...whole, qpc: '24', barcode: '16901234567899' } }
const cases: readonly (readonly [PackIssue | undefined, object])[] = [
  [undefined, {}],
  ['NO_GTIN', { barcodes: ['00242'], pack: { ...good.pack, barcode: 'CASE-1' } }],
  ['WRONG_DIGIT', { pack: { ...good.pack, barcode: '16901234567890' } }],
  ['IN_STORE', { pack: { ...good.pack, barcode: '2012345678903' } }],
  ['INDICATOR', { pack: { ...good.pack, barcode: '16923450657710' } }],
  ['VARIABLE', { pack: { ...good.pack, barcode: '96901234567895' } }],
  ['SMALL', { pack: { ...good.pack, heightCm: '7' } }],
  ['LIGHT', { pack: { ...good.pack, weightKg: '7' } }],
  ['NO_CASE_CODE', { pack: { ...good.pack, barcode: null } }],
  ['NO_SIZE', { pack: { ...good.pack, lengthCm: null } }],
  ['NO_WEIGHT', { each: { ...each, weightKg: null }, pack: { ...good.pack, weightKg: null } }],
]

test.each(cases)('%s is told of the product that has it, and found by it', async (issue, odd) => {
  const code = `I-${issue ?? 'NONE'}`
  const { each: piece, barcodes, pack } = { ...good, ...odd }
  await server.inside('G', async (ctx) => {
    // As a file brings it: what a person types so is refused in part.
    const own = { tenantId: ctx.tenantId, id: ctx.newId() }
    await ctx.tx.run(sql`delete from mdm_product_barcode where tenant_id = ${ctx.tenantId}`)
    const bare = await group.call<{ id: string }>(crudCalls(product).create, { code, name: code, ...piece })
    await ctx.tx.run(
      sql`update mdm_product_qpc set disabled = true where tenant_id = ${ctx.tenantId} and product_id = ${bare.id}`,
    )
    const of = { tenantId: ctx.tenantId, productId: bare.id }
    await bulkInsert(ctx.tx, 'mdm_product_qpc', [
      { ...own, ...of, name: '1*24', caseUnit: '箱', isDefault: false, ...pack },
    ])
    await bulkInsert(
      ctx.tx,
      'mdm_product_barcode',
      barcodes.map((one) => ({ ...of, id: ctx.newId(), code: one })),
    )
  })
  const list = async (filter: object) =>
    (
      await group.call<{ records: { code: string; issues: string[] }[] }>(crudCalls(packProduct).query, {
        filter: { ...filter, code },
      })
    ).records
  expect((await list({})).map((r) => r.issues)).toEqual([issue ? [issue] : []])
  for (const one of Object.keys(packIssues)) expect((await list({ issues: [one] })).length).toBe(one === issue ? 1 : 0)
})
