import { queryStock } from '@lading/contract/wms/board.ts'
import sql, { type Sql } from 'sql-template-tag'
import { asOwner } from '../server/kernel/database.ts'
import { openTestServer, type TestServer } from '../server/testing/server.ts'
import { buildYard } from '../server/wms/testing/yard.ts'
import type { BackEnd } from './databases.ts'

export interface BoardResult {
  readonly backEnd: string
  readonly balances: number
  /** Milliseconds at each number of ledger rows: the best of several. */
  readonly at: readonly { readonly ledgerRows: number; readonly ms: number }[]
}
export interface BoardSize {
  readonly bins: number
  readonly products: number
  readonly ledgerRows: readonly number[]
}
const repeats = 7

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
    await fill(server, balances)
    const clerk = await server.as('clerk', 'DC01')
    const at: { ledgerRows: number; ms: number }[] = []
    let written = 0
    for (const rows of o.ledgerRows) {
      await fill(server, movements(written, rows))
      written = rows
      const times: number[] = []
      for (let i = 0; i < repeats; i++) {
        const begin = performance.now()
        const page = await clerk.call(queryStock, { groupBy: ['productId'], pageSize: 50 })
        times.push(performance.now() - begin)
        if (page.records.length !== Math.min(50, o.products)) throw new Error('the board shows too little')
      }
      at.push({ ledgerRows: rows, ms: Math.min(...times) })
    }
    return { backEnd: backEnd.name, balances: o.bins * o.products, at }
  } finally {
    await server.close()
  }
}

/** Rows by the million come straight from the database; the board does not ask where they come from. */
const fill = (server: TestServer, insert: Sql): Promise<unknown> =>
  asOwner(server.db, async (tx) => {
    await tx.run(sql`select set_config('app.tenant_id', ${server.one.tenantId}, true)`)
    await tx.run(sql`set local statement_timeout = 0`)
    await tx.run(insert)
    await tx.run(sql`analyze wms_stock`)
  })

const balances = sql`
  with lots as (
    insert into wms_lot (tenant_id, org_id, id, owner_id, product_id, lot_no, identity)
    select b.tenant_id, b.org_id, p.id, o.id, p.id, 'L' || p.code, '-' from mdm_product p
      join wms_owner o on o.tenant_id = p.tenant_id join (select distinct tenant_id, org_id from wms_bin) b on b.tenant_id = p.tenant_id returning *)
  insert into wms_stock (tenant_id, org_id, id, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, qty, first_in_at)
  select b.tenant_id, b.org_id, row_number() over (), l.owner_id, l.product_id, q.id, l.id, 'GOOD', b.id, c.id, 10, now()
  from lots l join mdm_product_qpc q on q.tenant_id = l.tenant_id and q.product_id = l.product_id
    join wms_bin b on b.tenant_id = l.tenant_id and b.usage = 'STORAGE' join wms_container c on c.tenant_id = b.tenant_id and c.org_id = b.org_id and c.code = 'LOOSE'`

const movements = (from: number, to: number): Sql => sql`
  insert into wms_ledger (tenant_id, org_id, id, created_at, posting_id, line_no, biz_type, owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id, delta)
  select s.tenant_id, s.org_id, n, now(), n, 1, 'MOVE', s.owner_id, s.product_id, s.qpc_id, s.lot_id, s.stock_type, s.bin_id, s.container_id, 1
  from generate_series(${from + 1}::bigint, ${to}::bigint) n join wms_stock s on s.id = 1 + n % (select count(*) from wms_stock)`
