import { queryStock } from '@lading/contract/wms/board.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { openTestServer } from '../../testing/server.ts'
import { everyProductInEveryBin, fill } from '../testing/fillStock.ts'
import { buildYard } from '../testing/yard.ts'
import { stockBoard } from './stockBoard.ts'

const side = 40
const balances = side * side

/** Rows that this connection has read, by table: exact inside of a transaction. */
async function rowsRead(ctx: Ctx): Promise<Map<string, number>> {
  const rows = await ctx.tx.query<{ name: string; n: string }>(sql`
    select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables`)
  return new Map(rows.map((r) => [r.name, Number(r.n)]))
}

test('the board asks for lots, packs and products by group, not by balance, however little the planner knows', async () => {
  const server = await openTestServer()
  try {
    await server.inside('DC01', (ctx) =>
      buildYard(ctx, {
        bins: Object.fromEntries(Array.from({ length: side }, (_, i) => [`B-${i}`, 'STORAGE'])),
        products: Array.from({ length: side }, (_, i) => ({ code: `P${i}` })),
      }),
    )
    await fill(server, everyProductInEveryBin)
    await server.inside('DC01', async (ctx) => {
      const before = await rowsRead(ctx)
      const page = await stockBoard(ctx, queryStock.input.parse({ groupBy: ['productId'], pageSize: side }))
      const after = await rowsRead(ctx)
      const read = (table: string): number => (after.get(table) ?? 0) - (before.get(table) ?? 0)
      expect(page.records).toHaveLength(side)
      expect(page.sums?.qty).toBe(`${balances * 10}.000`)
      expect(read('wms_stock')).toBeGreaterThanOrEqual(balances)
      // Without statistics each group may still look through all rows of its tenant, which are as many as the groups.
      for (const table of ['wms_lot', 'mdm_product', 'mdm_product_qpc'])
        expect(read(table), table).toBeLessThan(3 * balances)
    })
  } finally {
    await server.close()
  }
})
