import { queryStock } from '@lading/contract/wms/board.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../server/kernel/ctx.ts'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { openTestServer } from '../server/testing/server.ts'
import { everyProductInEveryBin, fill } from '../server/wms/testing/fillStock.ts'
import { buildYard } from '../server/wms/testing/yard.ts'
import { bestOf } from './bestOf.ts'
import type { BackEnd } from './databases.ts'

export interface BoardResult {
  readonly backEnd: string
  readonly balances: number
  /** Milliseconds at each number of ledger rows, the best of several: the page, and a bare sum by product. */
  readonly at: readonly { readonly ledgerRows: number; readonly ms: number; readonly rawMs: number }[]
}
export interface BoardSize {
  readonly bins: number
  readonly products: number
  readonly ledgerRows: readonly number[]
}
/** The stock board's first page by product, with totals, while the ledger behind it grows. */
export async function benchBoard(backEnd: BackEnd, o: BoardSize): Promise<BoardResult> {
  const server = await openTestServer({ db: await backEnd.open() })
  try {
    await server.inside('DC01', (ctx) =>
      buildYard(ctx, {
        bins: Object.fromEntries(Array.from({ length: o.bins }, (_, i) => [`B-${i}`, 'STORAGE'])),
        products: Array.from({ length: o.products }, (_, i) => ({ code: `P${String(i).padStart(4, '0')}` })),
      }),
    )
    await fill(server, everyProductInEveryBin)
    await refreshStatistics(server.db, 0)
    const clerk = await server.as('clerk', 'DC01')
    const at: { ledgerRows: number; ms: number; rawMs: number }[] = []
    let written = 0
    for (const rows of o.ledgerRows) {
      await fill(server, movements(written, rows))
      written = rows
      const ms = await bestOf(async () => {
        const page = await clerk.call(queryStock, { groupBy: ['productId'], pageSize: 50 })
        if (page.records.length !== Math.min(50, o.products)) throw new Error('the board shows too little')
      })
      const rawMs = await bestOf(() => server.inside('DC01', (ctx) => ctx.tx.query(rawSum(ctx))))
      at.push({ ledgerRows: rows, ms, rawMs })
    }
    return { backEnd: backEnd.name, balances: o.bins * o.products, at }
  } finally {
    await server.close()
  }
}

/** The least that any such board has to ask. */
const rawSum = (ctx: Ctx): Sql => sql`
  select product_id, sum(qty), sum(reserved_qty) from wms_stock
  where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and qty > 0 group by product_id order by sum(qty) desc limit 50`

const movements = (from: number, to: number): Sql => sql`
  insert into wms_ledger (tenant_id, org_id, id, created_at, posting_id, line_no, biz_type, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, delta)
  select s.tenant_id, s.org_id, n, now(), n, 1, 'MOVE', s.owner_id, s.product_id, s.qpc_id, s.lot_id, s.stock_type, s.bin_id, s.container_id, 1
  from generate_series(${from + 1}::bigint, ${to}::bigint) n join wms_stock s on s.id = 1 + n % (select count(*) from wms_stock)`
