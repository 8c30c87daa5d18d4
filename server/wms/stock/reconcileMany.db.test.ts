import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { refreshStatistics } from '../../platform/job/statistics.ts'
import { openTestServer } from '../../testing/server.ts'
import { everyProductInEveryBin, fill } from '../testing/fillStock.ts'
import { buildYard } from '../testing/yard.ts'
import { reconcile } from './reconcile.ts'

const side = 100
const numbered = (prefix: string): string[] => Array.from({ length: side }, (_, i) => `${prefix}${i}`)

/** One promise of each balance. */
const promises = sql`
  insert into wms_reservation (tenant_id, org_id, id, created_at, created_by, updated_at, updated_by, stock_id, kind, state, qty, owner_id, product_id, qpc_id, stock_type, bin_id, demand_type, demand_line_id, idem_key)
  select tenant_id, org_id, id, now(), 0, now(), 0, id, 'ALLOC', 'ACTIVE', 1, owner_id, product_id, qpc_id, stock_type, bin_id, 'OPERATE', id, 'many:' || id from wms_stock`

test('ten thousand promised balances are compared before the database gives up', async () => {
  const server = await openTestServer()
  try {
    await server.inside('DC01', (ctx) =>
      buildYard(ctx, {
        bins: Object.fromEntries(numbered('B').map((code) => [code, 'STORAGE'])),
        products: numbered('P').map((code) => ({ code })),
      }),
    )
    await fill(server, everyProductInEveryBin)
    await fill(server, promises)
    await fill(server, sql`update wms_stock set reserved_qty = 1 where qty = 10`)
    await refreshStatistics(server.db, 0)
    const [first] = (await server.db.owner.query<{ id: string }>('select id from wms_stock where qty = 10 limit 1'))
      .rows
    const promised = async () =>
      (await server.inside('DC01', reconcile)).filter(({ rule }) => rule === 'W2').map(({ subjectId }) => subjectId)
    expect(await promised()).toEqual([])
    await server.db.owner.query('update wms_stock set reserved_qty = 2 where id = $1', [first?.id])
    expect(await promised()).toEqual([first?.id])
  } finally {
    await server.close()
  }
})
