import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
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
    await server.db.owner.query('analyze wms_stock, wms_reservation')
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

const loads = 6_000
/** One task that loaded them all, each by a posting, among many that were other work. */
const loaded = sql`
  with k as (insert into wms_task (tenant_id, org_id, id, task_no, task_type, state, queue)
    select tenant_id, id, 1, 'L1', 'ENTER_TRUCK', 'DONE', 'LOAD' from sys_org where type = 'DC' and code = 'DC01' returning *),
  l as (insert into wms_task_line (tenant_id, org_id, id, task_id, line_no, state, plan_qty, done_qty)
    select k.tenant_id, k.org_id, n, k.id, n, 'DONE', 1, 1 from k, generate_series(1, ${loads}::integer) n returning *)
  insert into wms_posting (tenant_id, org_id, id, biz_type, idem_key, task_line_id, business_date)
  select l.tenant_id, l.org_id, l.id * 20 + i, case i when 0 then 'LOAD' else 'MOVE' end, 'many:' || l.id || ':' || i, case i when 0 then l.id end, now()
  from l, generate_series(0, 15) i`

test('thousands of loaded containers are compared with their postings before the database gives up', async () => {
  const server = await openTestServer()
  try {
    await fill(server, loaded)
    await server.db.owner.query('analyze wms_task, wms_task_line, wms_posting')
    const moved = async () =>
      (await server.inside('DC01', reconcile)).filter(({ rule }) => rule === 'W11').map(({ subjectId }) => subjectId)
    expect(await moved()).toEqual([])
    await server.db.owner.query('update wms_task_line set done_qty = 0 where id = 7')
    expect(await moved()).toEqual(['7'])
  } finally {
    await server.close()
  }
})
