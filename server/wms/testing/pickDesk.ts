import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { containerByCode } from '../masters/facts.ts'
import type { StockKey } from '../stock/key.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, keyOf, type Yard } from './yard.ts'

/** A pick face, two storage bins, three products of dozens, a store, totes T1 to T60 and pallets PL1 to PL60. */
export interface PickDesk {
  readonly server: TestServer
  readonly clerk: Client
  readonly yard: Yard
  readonly storeId: string
  inside<T>(act: (ctx: Ctx) => Promise<T>): Promise<T>
  /** Brings goods in, or takes them out, of O1 and sound unless said otherwise. @param expire tells lots apart @returns the stock row */
  put(
    bin: string,
    product: string,
    qty: string,
    o?: { expire?: string; container?: string; type?: StockKey['stockType']; owner?: string; pieces?: number },
  ): Promise<string>
  /** An approved and allocated order of these quantities for a store, with its one pick. */
  pick(plan: Readonly<Record<string, string>>, storeId?: string): Promise<Pick>
  /** Every rule of the book holds. */
  sound(after?: string): Promise<void>
}
export interface Pick {
  readonly billId: string
  readonly id: string
  readonly lines: readonly work.WorkLine[]
}

const operate = documentCalls(operateBill)

export async function openPickDesk(): Promise<PickDesk> {
  const server = await openTestServer()
  const inside = <T>(act: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', act)
  const { yard, storeId } = await inside(build)
  const clerk = await server.as('clerk', 'DC01')
  let posted = 0
  return {
    server,
    clerk,
    yard,
    storeId,
    inside,
    put: (bin, product, qty, o = {}) =>
      inside(async (ctx) => {
        const container = o.container === undefined ? undefined : (await containerByCode(ctx, o.container)).id
        const { type, owner } = o
        const to = await keyOf(ctx, yard, {
          ...{ bin, product, expire: o.expire ?? null },
          ...(container && { container }),
          ...(type && { type }),
          ...(owner && { owner }),
        })
        const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
        const lines = [
          { key: from, delta: -parseQty(qty) },
          { key: to, delta: parseQty(qty), ...(o.pieces !== undefined && { pieces: o.pieces }) },
        ]
        posted += 1
        const { rowIds } = await post(ctx, {
          bizType: qty.startsWith('-') ? 'ADJ_DEC' : 'ADJ_INC',
          idemKey: `put:${posted}`,
          lines,
        })
        return [...rowIds.values()][0] ?? ''
      }),
    pick: async (plan, toStore = storeId) => {
      const made = await clerk.call<{ id: string; version: number }>(operate.create, {
        ownerId: yard.owners.get('O1'),
        storeId: toStore,
        lines: Object.entries(plan).map(([code, planQty]) => ({ productId: yard.products.get(code)?.id, planQty })),
      })
      await clerk.call(operate.approve, { rows: [made] })
      await clerk.call(operate.allocate, { rows: [{ id: made.id, version: 1 }] })
      const { id } = await inside((ctx) =>
        ctx.tx.one<{ id: string }>(
          sql`select id from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${made.id}`,
        ),
      )
      return { billId: made.id, id, lines: (await clerk.call(work.getWork, { id })).lines }
    },
    sound: async (after) => expect(await inside(reconcile), after).toEqual([]),
  }
}

async function build(ctx: Ctx): Promise<{ yard: Yard; storeId: string }> {
  const yard = await buildYard(ctx, {
    bins: { 'P-01': 'PICK', DOCK: 'RECEIVE', 'S-01': 'STORAGE', 'S-02': 'STORAGE', DEF: 'DEFECT' },
    owners: ['O1', 'O2'],
    products: ['A', 'B', 'C'].map((code) => ({ code, qpc: '12', shelfLifeDays: 365 })),
  })
  const [storeId, tote, pallet] = [ctx.newId(), ctx.newId(), ctx.newId()]
  const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
  await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: storeId, code: 'S1', name: 'store' }])
  await bulkInsert(ctx.tx, 'wms_container_type', [
    { tenantId: ctx.tenantId, id: tote, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'T' },
    { tenantId: ctx.tenantId, id: pallet, code: 'PL', name: 'pallet', category: 'PALLET', prefix: 'PL' },
  ])
  const boxes = (prefix: string, count: number, typeId: string) =>
    Array.from({ length: count }, (_, i) => ({
      ...at,
      id: ctx.newId(),
      code: `${prefix}${i + 1}`,
      typeId,
      state: 'IDLE',
    }))
  await bulkInsert(ctx.tx, 'wms_container', [...boxes('T', 60, tote), ...boxes('PL', 60, pallet)])
  return { yard, storeId }
}

/** What the book says of a task line: what it counts as done, and what its postings moved. */
export const bookOf = (desk: PickDesk, taskLineId: string): Promise<{ done: string; moved: string }> =>
  desk.inside(async (ctx) => {
    const { done, moved } = await ctx.tx.one<{ done: string; moved: string }>(sql`
      select l.done_qty as done, (select coalesce(sum(g.delta), 0) from wms_ledger g
        join wms_posting p on p.tenant_id = g.tenant_id and p.id = g.posting_id
        join wms_bin b on b.tenant_id = g.tenant_id and b.id = g.bin_id and b.usage = 'PICK_TRANSIT'
        where g.tenant_id = l.tenant_id and p.task_line_id = l.id) as moved
      from wms_task_line l where l.tenant_id = ${ctx.tenantId} and l.id = ${taskLineId}`)
    return { done: formatQty(parseQty(done)), moved: formatQty(parseQty(moved)) }
  })
