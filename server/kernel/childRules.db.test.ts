import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { stockKeyNames } from '@lading/contract/wms/stockKey.ts'
import { typeChangeBill } from '@lading/contract/wms/typeChangeBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { post } from '../wms/stock/post.ts'
import { stockBillRules } from '../wms/stockBill/served.ts'
import { typeChangeWork } from '../wms/stockBill/typeChange.ts'
import { buildYard, keyOf, type Yard } from '../wms/testing/yard.ts'
import { createRow, getRow, updateRow } from './crud.ts'
import { listRecords } from './listQuery.ts'
import type { Input, Rules } from './rules.ts'

const { header } = typeChangeBill
const usual = stockBillRules(typeChangeBill, typeChangeWork)
/** Works out a column of each line that nobody types, after the kind's own rules. */
const rules: Rules = {
  ...usual,
  beforeCreateMany: async (ctx, inputs) => {
    await usual.beforeCreateMany?.(ctx, inputs)
    for (const input of inputs) derive(input)
  },
  beforeUpdate: async (ctx, input, before) => {
    await usual.beforeUpdate?.(ctx, input, before)
    derive(input)
  },
}
const derive = (input: Input): void => {
  for (const line of (input.lines ?? []) as Input[]) line.doneQty = String(Number(line.qty) / 2)
}

let server: TestServer
let yard: Yard
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, { bins: { 'S-01': 'STORAGE' }, products: [{ code: 'X' }], mix: false }),
  )
  await server.inside('DC01', async (ctx) => {
    const to = await keyOf(ctx, yard, { bin: 'S-01', product: 'X' })
    const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
    const lines = [
      { key: from, delta: -parseQty('40') },
      { key: to, delta: parseQty('40') },
    ]
    await post(ctx, { bizType: 'ADJ_INC', idemKey: 'in', lines })
  })
})
afterAll(() => server.close())

const input = (more: object) =>
  server.inside('DC01', async (ctx) => {
    const filter = { binId: yard.bins.get('S-01') ?? '' }
    const { records } = await listRecords(ctx, stock, { filter, page: 1, pageSize: 1, searchCount: false })
    const row = records[0] as Input
    const key = Object.fromEntries(stockKeyNames.map((name) => [name, row[name]]))
    return { ownerId: row.ownerId, cause: 'x', lines: [{ ...key, typeTo: 'DAMAGE', ...more }] }
  })
interface Bill {
  id: string
  version: number
  lines: (Input & { id: string })[]
}
const read = (id: string) =>
  server.inside('DC01', (ctx) => getRow(ctx, header, id)) as Promise<Input> as Promise<unknown> as Promise<Bill>

test('a rule fills columns of child rows that nobody types, on creation and on change', async () => {
  const sent = await input({ qty: '8' })
  const { id } = await server.inside('DC01', (ctx) => createRow(ctx, header, sent, rules))
  const made = await read(id)
  expect(made.lines).toMatchObject([{ qty: '8.000', doneQty: '4.000', lineNo: 1, state: 'OPEN' }])
  const lines = [{ ...sent.lines[0], id: made.lines[0]?.id, qty: '6' }]
  await server.inside('DC01', (ctx) => updateRow(ctx, header, { id, version: made.version, lines }, rules))
  expect((await read(id)).lines).toMatchObject([{ qty: '6.000', doneQty: '3.000', lineNo: 1 }])
})

test('a caller who sends them is not heard', async () => {
  const clerk = await server.as('clerk', 'DC01')
  const calls = documentCalls(typeChangeBill)
  const sent = await input({ qty: '8', doneQty: '7', state: 'DONE', lineNo: 9, billId: '1' })
  const { id } = await clerk.call<{ id: string }>(calls.create, sent)
  const { lines, version } = await read(id)
  expect(lines).toMatchObject([{ doneQty: '0.000', state: 'OPEN', lineNo: 1, billId: id }])
  const changed = [{ ...sent.lines[0], id: lines[0]?.id }]
  await clerk.call(calls.update, { id, version, lines: changed })
  expect((await read(id)).lines).toMatchObject([{ doneQty: '0.000', state: 'OPEN', lineNo: 1, billId: id }])
})
