import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { openTestServer } from '../server/testing/server.ts'
import { reconcile } from '../server/wms/stock/reconcile.ts'
import type { BackEnd } from './databases.ts'
import { mustDo, stockedYard } from './picks.ts'

export interface AllocateResult {
  readonly backEnd: string
  readonly orders: number
  readonly lines: number
  readonly seconds: number
}

const calls = documentCalls(operateBill)
const rowsPerCall = 50
const sides = 4

/** Orders of ten lines, each allocated on its own as a desk does it today; a wave that allocates them as a set comes later. */
export async function benchAllocate(backEnd: BackEnd, orders: number): Promise<AllocateResult> {
  const server = await openTestServer({ db: await backEnd.open() })
  try {
    const { owner, store, products } = await stockedYard(server, 200)
    const clerk = await server.as('clerk', 'DC01')
    const rows: { id: string; version: number }[] = []
    for (let i = 0; i < orders; i++) {
      const lines = Array.from({ length: 10 }, (_, n) => ({
        productId: products[(i + n * 17) % products.length],
        planQty: '1',
      }))
      const made = await clerk.call<{ id: string; version: number }>(calls.create, {
        ownerId: owner,
        storeId: store,
        lines,
      })
      await mustDo(clerk, calls.approve, made)
      rows.push({ id: made.id, version: made.version + 1 })
    }
    const parts = Array.from({ length: Math.ceil(orders / rowsPerCall) }, (_, i) =>
      rows.slice(i * rowsPerCall, (i + 1) * rowsPerCall),
    )
    const begin = performance.now()
    await Promise.all(
      Array.from({ length: sides }, async () => {
        for (let part = parts.shift(); part; part = parts.shift()) {
          const { failed } = await clerk.call<{ failed: { message: string }[] }>(calls.allocate, { rows: part })
          if (failed[0]) throw new Error(failed[0].message)
        }
      }),
    )
    const seconds = (performance.now() - begin) / 1000
    const hits = await server.inside('DC01', reconcile)
    if (hits[0]) throw new Error(`oversold: ${hits[0].rule} ${hits[0].detail}`)
    return { backEnd: backEnd.name, orders, lines: orders * 10, seconds }
  } finally {
    await server.close()
  }
}
