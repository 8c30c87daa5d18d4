import { queryPast } from '@lading/contract/wms/pastStock.ts'
import sql, { type Sql } from 'sql-template-tag'
import { idAt } from '../server/kernel/ids.ts'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { openTestServer } from '../server/testing/server.ts'
import { closeMonths } from '../server/wms/stock/checkpoint.ts'
import { everyProductInEveryBin, fill } from '../server/wms/testing/fillStock.ts'
import { buildYard } from '../server/wms/testing/yard.ts'
import { bestOf } from './bestOf.ts'
import type { BackEnd } from './databases.ts'

export interface PastResult {
  readonly backEnd: string
  /** Milliseconds of each question at each number of ledger rows, the best of several. */
  readonly at: readonly { readonly ledgerRows: number; readonly ms: Readonly<Record<string, number>> }[]
}
export interface PastSize {
  readonly bins: number
  readonly products: number
  /** So many rows a month, and after how many months it is asked. */
  readonly rowsPerMonth: number
  readonly months: readonly number[]
}

const monthAt = (n: number): Date => new Date(Date.UTC(2025, n, 1))

/**
 * The ledger inquiry of a product, a bin and a lot, in the middle of the last month, as the months go by: each closes
 * as its nightly job would close it.
 */
export async function benchPast(backEnd: BackEnd, o: PastSize): Promise<PastResult> {
  let now = monthAt(0)
  const server = await openTestServer({ db: await backEnd.open(), now: () => now })
  try {
    const yard = await server.inside('DC01', (ctx) =>
      buildYard(ctx, {
        bins: Object.fromEntries(Array.from({ length: o.bins }, (_, i) => [`B-${i}`, 'STORAGE'])),
        products: Array.from({ length: o.products }, (_, i) => ({ code: `P${String(i).padStart(4, '0')}` })),
      }),
    )
    await fill(server, everyProductInEveryBin)
    const productId = [yard.products.get('P0001')?.id ?? '']
    const binId = [yard.bins.get('B-1') ?? '']
    // Its one lot has the product's id: see `everyProductInEveryBin`.
    const asked = { product: { productId }, bin: { binId }, lot: { lotId: productId } }
    const at: { ledgerRows: number; ms: Record<string, number> }[] = []
    const most = Math.max(...o.months)
    for (let month = 0; month < most; month++) {
      await fill(server, movements(month, o.rowsPerMonth))
      if (o.months.includes(month + 1)) {
        await refreshStatistics(server.db, 0)
        now = new Date(monthAt(month + 1).getTime() - 86_400_000)
        const clerk = await server.as('clerk', 'DC01')
        const [from, to] = [10, 20].map((day) => new Date(monthAt(month).getTime() + day * 86_400_000).toISOString())
        const ms: Record<string, number> = {}
        for (const [name, where] of Object.entries(asked))
          ms[name] = await bestOf(async () => {
            const { types } = await clerk.call(queryPast, { ...where, from, to, groupBy: ['productId', 'binId'] })
            if (types.length === 0) throw new Error(`nothing moved of the ${name}`)
          })
        at.push({ ledgerRows: (month + 1) * o.rowsPerMonth, ms })
      }
      now = new Date(monthAt(month + 1).getTime() + 2 * 86_400_000)
      await closeMonths((work) => server.inside('DC01', work))
    }
    return { backEnd: backEnd.name, at }
  } finally {
    await server.close()
  }
}

/** A month’s rows, spread evenly over it and, by a prime, over the balances. */
const movements = (month: number, rows: number): Sql => {
  const [first, last] = [monthAt(month), monthAt(month + 1)]
  return sql`
    insert into wms_ledger (tenant_id, org_id, id, created_at, posting_id, line_no, biz_type, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, delta)
    select s.tenant_id, s.org_id, ${idAt(first)}::bigint + (${idAt(last)}::bigint - ${idAt(first)}::bigint) / ${rows}::bigint * n,
      ${first}::timestamptz + (${last}::timestamptz - ${first}::timestamptz) / ${rows}::bigint * n, n, 1, 'MOVE',
      s.owner_id, s.product_id, s.qpc_id, s.lot_id, s.stock_type, s.bin_id, s.container_id, 1
    from generate_series(0::bigint, ${rows - 1}::bigint) n join wms_stock s on s.id = 1 + n * 7919 % (select count(*) from wms_stock)`
}
