import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { bulkInsert } from '../server/kernel/bulk.ts'
import { dayIn, usualZone } from '../server/kernel/clock.ts'
import { buildYard } from '../server/wms/testing/yard.ts'
import type { CallWork } from './calls.ts'
import { mustDo, taskLines } from './picks.ts'

const day = (offset: number): string => dayIn(usualZone, new Date(Date.now() + offset * 86_400_000))

/** Confirms of receipts: each finds or makes a lot, posts, proposes a bin, claims it and makes the put-away. */
export const receiveWork = (title: string, o: { orders: number; lines: number }): CallWork => ({
  title,
  path: '/wms/api/task/confirmLine',
  marker: 'insert into wms_posting',
  prepare: async (server) => {
    const codes = Array.from({ length: o.lines }, (_, i) => `P${String(i).padStart(3, '0')}`)
    const bins = Object.fromEntries(
      Array.from({ length: o.orders * o.lines * 2 }, (_, i) => [`S-${String(i).padStart(5, '0')}`, 'STORAGE']),
    )
    const at = await server.inside('DC01', async (ctx) => {
      const yard = await buildYard(ctx, { bins, products: codes.map((code) => ({ code, shelfLifeDays: 365 })) })
      const vendorId = ctx.newId()
      await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id: vendorId, code: 'V1', name: 'vendor' }])
      return { vendorId, ownerId: yard.owners.get('O1'), products: codes.map((c) => yard.products.get(c)?.id) }
    })
    const clerk = await server.as('clerk', 'DC01')
    const calls = documentCalls(orderBill)
    for (let i = 0; i < o.orders; i++) {
      const made = await clerk.call<{ id: string; version: number }>(calls.create, {
        ownerId: at.ownerId,
        vendorId: at.vendorId,
        lines: at.products.map((productId) => ({ productId, planQty: '24' })),
      })
      await mustDo(clerk, calls.approve, made)
      await mustDo(clerk, calls.createTask, { id: made.id, version: made.version + 1 })
    }
    const lists = await taskLines(server, 'RECEIVE')
    return {
      client: clerk,
      lists: lists.map((ids, order) =>
        ids.map((taskLineId) => JSON.stringify({ taskLineId, qty: '24', productionDate: day(-(order % 20)) })),
      ),
    }
  },
})
