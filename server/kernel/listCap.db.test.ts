import { countMax, listQuery, type Page } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { ledgerView } from '@lading/contract/wms/board.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { listRecords } from './listQuery.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const owner = (text: string) => server.db.owner.query(text)
const fill = (rows: number) =>
  owner(`
    insert into wms_ledger (tenant_id, org_id, id, posting_id, line_no, biz_type, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, delta)
    select ${server.one.tenantId}, ${server.one.orgs.get('DC01')?.id}, n, n, 1, 'RECEIVE', 1, 1, 1, 1, 'GOOD', 1, 1, 2 from generate_series(1, ${rows}) n
    on conflict do nothing`)
const list = async () => {
  const clerk = await server.as('clerk', 'DC01')
  const { total, sums, isCut } = await clerk.call<Page<unknown>>(crudCalls(ledgerView).query, {})
  return { total, sums, isCut }
}

test('a list counts and sums so many rows at most, and says when there are more', async () => {
  await fill(1000)
  expect(await list()).toEqual({ total: 1000, sums: { delta: '2000.000' }, isCut: undefined })
  await fill(countMax + 10)
  // What may be below zero as well says nothing when not all of it was read.
  expect(await list()).toEqual({ total: countMax, sums: undefined, isCut: true })
})

test('what cannot be below zero is at least what was read', async () => {
  // Of goods that nobody declared: a hundred thousand lots and containers would prove no more.
  await owner(`set session_replication_role = replica;
    insert into wms_stock (tenant_id, org_id, id, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, qty, first_in_at)
    select ${server.one.tenantId}, ${server.one.orgs.get('DC01')?.id}, n, 1, 1, 1, 1, 'GOOD', n, 1, 2, now() from generate_series(1, ${countMax + 10}) n;
    set session_replication_role = origin`)
  const { total, sums, isCut } = await server.inside('DC01', (ctx) =>
    listRecords(ctx, stock, listQuery.parse({ pageSize: 1 })),
  )
  expect({ total, sums, isCut }).toEqual({
    total: countMax,
    sums: { qty: `${2 * (countMax + 1)}.000`, reservedQty: '0.000' },
    isCut: true,
  })
})
