import { randomUUID } from 'node:crypto'
import type { Call } from '@lading/contract/kernel/call.ts'
import { billCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../server/kernel/bulk.ts'
import type { Client, TestServer } from '../server/testing/server.ts'
import { post } from '../server/wms/stock/post.ts'
import { buildYard, keyOf } from '../server/wms/testing/yard.ts'

export interface PickWorld {
  readonly token: string
  /** Task line ids, one list per task. */
  readonly tasks: readonly (readonly string[])[]
}

/** A warehouse with `products` pick faces and `orders` allocated orders of `lines` lines each, all for the same goods. */
export async function buildPicks(
  server: TestServer,
  o: { products: number; orders: number; lines: number },
): Promise<PickWorld> {
  const codes = Array.from({ length: o.products }, (_, i) => `P${String(i).padStart(3, '0')}`)
  const store = await server.inside('DC01', async (ctx) => {
    const bins = Object.fromEntries(codes.map((c) => [`B-${c}`, 'PICK']))
    const yard = await buildYard(ctx, { bins, products: codes.map((code) => ({ code })) })
    for (const code of codes) {
      const to = await keyOf(ctx, yard, { bin: `B-${code}`, product: code })
      const from = { ...to, binId: yard.bins.get('V_VENDOR') ?? '' }
      const qty = parseQty('100000')
      await post(ctx, {
        bizType: 'RECEIVE',
        idemKey: `open:${code}`,
        lines: [
          { key: from, delta: -qty },
          { key: to, delta: qty },
        ],
      })
    }
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id, code: 'S1', name: 'store' }])
    return { id, owner: yard.owners.get('O1') ?? '', products: codes.map((c) => yard.products.get(c)?.id ?? '') }
  })
  const clerk = await server.as('clerk', 'DC01')
  const calls = billCalls(operateBill)
  for (let i = 0; i < o.orders; i++) {
    const lines = Array.from({ length: o.lines }, (_, n) => ({
      productId: store.products[(i + n) % store.products.length],
      planQty: '2',
    }))
    const made = await clerk.call<{ id: string; version: number }>(
      calls.create,
      { ownerId: store.owner, storeId: store.id, lines },
      { key: randomUUID() },
    )
    await mustDo(clerk, calls.approve, made)
    await mustDo(clerk, calls.allocate, { id: made.id, version: made.version + 1 })
  }
  await server.relay.drain()
  const rows = await server.inside('DC01', (ctx) =>
    ctx.tx.query<{ id: string; taskId: string }>(sql`
      select l.id, l.task_id from wms_task_line l join wms_task t on t.tenant_id = l.tenant_id and t.id = l.task_id
      where l.tenant_id = ${ctx.tenantId} and t.task_type = 'PICK' order by l.task_id, l.seq`),
  )
  return {
    token: clerk.token,
    tasks: [...Map.groupBy(rows, (r) => r.taskId).values()].map((list) => list.map((r) => r.id)),
  }
}

/** A step that is refused would leave the benchmark without work. */
async function mustDo(clerk: Client, call: Call | undefined, row: { id: string; version: number }): Promise<void> {
  const { failed } = await clerk.call<{ failed: { message: string }[] }>(call, { rows: [row] })
  if (failed[0]) throw new Error(failed[0].message)
}
