import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { insert } from '../../kernel/insert.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { balances } from './balances.ts'
import { buildYard, type Yard } from './yard.ts'

/** Where goods come in that are counted (NAIL, BOLT, CASE with a pattern of pallets), dated (MILK) or weighed (FISH). */
export interface ReceiveDesk {
  readonly server: TestServer
  readonly clerk: Client
  readonly yard: Yard
  readonly vendorId: string
  /** An order of these quantities, with its receive task and the lines of that. */
  make(plan: Readonly<Record<string, string>>): Promise<{
    billId: string
    task: work.WorkTask
    lines: readonly work.WorkLine[]
  }>
  read(billId: string): Promise<{ doneQty: string; state: string; lines: Record<string, unknown>[] }>
  stock(): ReturnType<typeof balances>
}

const order = documentCalls(orderBill)

export async function openReceiveDesk(o: { now?: () => Date } = {}): Promise<ReceiveDesk> {
  const server = await openTestServer(o)
  const { yard, vendorId } = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE' },
      products: [
        { code: 'NAIL', qpc: '12' },
        { code: 'BOLT', qpc: '5' },
        { code: 'MILK', shelfLifeDays: 30 },
        { code: 'FISH', isWeigh: true },
        { code: 'CASE', qpc: '12', palletTi: 5, palletHi: 2 },
      ],
    })
    const { ids } = await insert(ctx, vendor, [{ code: 'V1', name: 'vendor' }])
    return { yard: made, vendorId: ids[0] ?? '' }
  })
  const clerk = await server.as('clerk', 'DC01')
  return {
    server,
    clerk,
    yard,
    vendorId,
    make: async (plan) => {
      const made = await clerk.call<{ id: string; version: number }>(order.create, {
        ownerId: yard.owners.get('O1'),
        vendorId,
        lines: Object.entries(plan).map(([code, planQty]) => ({ productId: yard.products.get(code)?.id, planQty })),
      })
      await clerk.call(order.approve, { rows: [made] })
      await clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
      const head = await clerk.call<{ billNo: string }>(order.getById, { id: made.id })
      const { tasks } = await clerk.call(work.findWork, { scan: head.billNo, taskTypes: ['RECEIVE'] })
      const { task, lines } = await clerk.call(work.getWork, { id: tasks[0]?.id })
      return { billId: made.id, task, lines }
    },
    read: (id) => clerk.call(order.getById, { id }),
    stock: () => server.inside('DC01', balances),
  }
}
