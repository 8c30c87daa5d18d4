import { randomUUID } from 'node:crypto'
import type { Call } from '@lading/contract/kernel/call.ts'
import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../server/kernel/bulk.ts'
import type { Client, TestServer } from '../server/testing/server.ts'
import { post } from '../server/wms/stock/post.ts'
import { buildYard, keyOf } from '../server/wms/testing/yard.ts'
import type { CallWork } from './calls.ts'

export interface PickSize {
  readonly products: number
  readonly orders: number
  readonly lines: number
}

/** Confirms of picks: `products` pick faces, `orders` allocated orders of `lines` lines each, all for the same goods. */
export const pickWork = (title: string, size: PickSize): CallWork => ({
  title,
  path: '/wms/api/task/confirmLine',
  marker: 'insert into wms_posting',
  prepare: async (server) => {
    const { client, tasks } = await buildPicks(server, size)
    return { client, lists: tasks.map((ids) => ids.map((taskLineId) => JSON.stringify({ taskLineId, qty: '2' }))) }
  },
})

/** A warehouse with so many pick faces, each full of one product, and a store. */
export function stockedYard(
  server: TestServer,
  products: number,
): Promise<{ owner: string; store: string; products: string[] }> {
  const codes = Array.from({ length: products }, (_, i) => `P${String(i).padStart(3, '0')}`)
  return server.inside('DC01', async (ctx) => {
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
    const store = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: store, code: 'S1', name: 'store' }])
    return { store, owner: yard.owners.get('O1') ?? '', products: codes.map((c) => yard.products.get(c)?.id ?? '') }
  })
}

async function buildPicks(server: TestServer, o: PickSize): Promise<{ client: Client; tasks: string[][] }> {
  const { owner, store, products } = await stockedYard(server, o.products)
  const clerk = await server.as('clerk', 'DC01')
  const calls = documentCalls(operateBill)
  for (let i = 0; i < o.orders; i++) {
    const lines = Array.from({ length: o.lines }, (_, n) => ({
      productId: products[(i + n) % products.length],
      planQty: '2',
    }))
    const made = await clerk.call<{ id: string; version: number }>(
      calls.create,
      { ownerId: owner, storeId: store, lines },
      { key: randomUUID() },
    )
    await mustDo(clerk, calls.approve, made)
    await mustDo(clerk, calls.allocate, { id: made.id, version: made.version + 1 })
  }
  await server.relay.drain()
  return { client: clerk, tasks: await taskLines(server, 'PICK') }
}

/** Task lines of a type in the order of their work, one list per task. */
export async function taskLines(server: TestServer, type: string): Promise<string[][]> {
  const rows = await server.inside('DC01', (ctx) =>
    ctx.tx.query<{ id: string; taskId: string }>(sql`
      select l.id, l.task_id from wms_task_line l join wms_task t on t.tenant_id = l.tenant_id and t.id = l.task_id
      where l.tenant_id = ${ctx.tenantId} and t.task_type = ${type} order by l.task_id, l.seq`),
  )
  return [...Map.groupBy(rows, (r) => r.taskId).values()].map((list) => list.map((r) => r.id))
}

/** A step that is refused would leave the benchmark without work. */
export async function mustDo(
  clerk: Client,
  call: Call | undefined,
  row: { id: string; version: number },
): Promise<{ made?: { id: string }[] }> {
  const { failed, ...done } = await clerk.call<{ failed: { message: string }[]; made?: { id: string }[] }>(call, {
    rows: [row],
  })
  if (failed[0]) throw new Error(failed[0].message)
  return done
}
