import { productBin } from '@lading/contract/wms/scheme.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { buildYard, type Yard } from '../wms/testing/yard.ts'
import { createRow, removeRow, updateRow } from './crud.ts'

/** Rows that have no number of their own, and are called like the bin that they are about. */
const ofBin = { ...productBin, label: { code: 'binId', name: 'binId' } }

let server: TestServer
let yard: Yard
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, { bins: { 'S-01': 'STORAGE' }, products: [{ code: 'X' }], mix: false }),
  )
})
afterAll(() => server.close())

test('a log calls a row like what it is shown as, not by an id', async () => {
  const input = { productId: yard.products.get('X')?.id, binId: yard.bins.get('S-01'), role: 'STORAGE' }
  const made = await server.inside('DC01', (ctx) => createRow(ctx, ofBin, { ...input }))
  const changed = await server.inside('DC01', (ctx) => updateRow(ctx, ofBin, { ...made, maxCases: 5 }))
  await server.inside('DC01', (ctx) => removeRow(ctx, ofBin, changed))
  const told = await server.inside('DC01', (ctx) =>
    ctx.tx.query(sql`
      select action, subject_no from sys_audit_log where tenant_id = ${ctx.tenantId} and subject_id = ${made.id} order by id`),
  )
  expect(told).toEqual(['create', 'update', 'remove'].map((action) => ({ action, subjectNo: 'S-01' })))
})
