import { countMax } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { queryStock, stockLookBoard } from '@lading/contract/wms/board.ts'
import { expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, keyOf } from '../testing/yard.ts'

const each = 2
/** Balances of one product in as many containers; nobody declared those: to make them would prove no more. */
async function fill(server: TestServer, rows: number): Promise<void> {
  const key = await server.inside('DC01', async (ctx) => {
    const yard = await buildYard(ctx, { bins: { 'S-01': 'STORAGE' }, products: [{ code: 'X' }] })
    return keyOf(ctx, yard, { bin: 'S-01', product: 'X' })
  })
  await server.db.owner.query(`set session_replication_role = replica;
    insert into wms_stock (tenant_id, org_id, id, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, qty, first_in_at)
    select ${server.one.tenantId}, ${server.one.orgs.get('DC01')?.id}, n, ${key.ownerId}, ${key.productId}, ${key.qpcId}, ${key.lotId}, 'GOOD', ${key.binId}, n, ${each}, now()
    from generate_series(1, ${rows}) n;
    set session_replication_role = origin`)
}

test('the board totals so many balances at most, says when there are more, and knows all its groups', async () => {
  const server = await openTestServer()
  try {
    await fill(server, countMax + 10)
    const clerk = await server.as('clerk', 'DC01')
    const board = async (input: object) => {
      const { total, sums, isCut, records } = await clerk.call(queryStock, { pageSize: 1, ...input } as never)
      return { total, isCut, qty: sums?.qty, first: records[0]?.qty }
    }
    const atLeast = `${each * (countMax + 1)}.000`
    const whole = `${each * (countMax + 10)}.000`
    // What a group says of itself is exact; only what all of them come to is not read to its end.
    expect(await board({ groupBy: ['productId'] })).toEqual({ total: 1, isCut: true, qty: atLeast, first: whole })
    const byContainer = { groupBy: ['containerId'], orderBy: 'qty' }
    expect(await board(byContainer)).toEqual({ total: countMax, isCut: true, qty: atLeast, first: `${each}.000` })
    expect(await board({ ...byContainer, page: 3 })).toMatchObject({ total: countMax, isCut: true })
    await server.db.owner.query(`delete from wms_stock where id > ${countMax}`)
    expect(await board({ groupBy: ['productId'] })).toMatchObject({ isCut: undefined, qty: `${each * countMax}.000` })
    // The list of the same balances says the same.
    const list = await clerk.call<{ sums: object }>(crudCalls(stockLookBoard).query, { pageSize: 1 })
    expect(list.sums).toMatchObject({ qty: `${each * countMax}.000` })
  } finally {
    await server.close()
  }
})
