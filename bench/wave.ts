import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { addToWave, waveOrdersMax } from '@lading/contract/wms/waveCalls.ts'
import { bulkInsert } from '../server/kernel/bulk.ts'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { type Client, openTestServer, type TestServer } from '../server/testing/server.ts'
import { reconcile } from '../server/wms/stock/reconcile.ts'
import type { BackEnd } from './databases.ts'
import { mustDo, stockedYard } from './picks.ts'

export interface WaveResult {
  readonly backEnd: string
  readonly orders: number
  readonly lines: number
  /** From the start to the last pick task. */
  readonly seconds: number
}
const [operate, waves] = [documentCalls(operateBill), documentCalls(waveBill)]
const [products, stores, linesPerOrder] = [200, 200, 10]
const sides = 4

/** A saved wave of so many orders of ten lines each, for 200 stores, out of the faces of 200 products. */
async function waveOf(server: TestServer, orders: number): Promise<{ clerk: Client; id: string }> {
  const yard = await stockedYard(server, products)
  const storeIds = await server.inside('DC01', async (ctx) => {
    const rows = Array.from({ length: stores }, (_, i) => ({
      tenantId: ctx.tenantId,
      id: ctx.newId(),
      code: `W${i}`,
      name: `store ${i}`,
    }))
    await bulkInsert(ctx.tx, 'wms_store', rows)
    return rows.map((r) => r.id)
  })
  const clerk = await server.as('clerk', 'DC01')
  const todo = Array.from({ length: orders }, (_, i) => i)
  const rows: { id: string; version: number }[] = []
  await Promise.all(
    Array.from({ length: sides }, async () => {
      for (let i = todo.shift(); i !== undefined; i = todo.shift()) {
        const at = i
        const lines = Array.from({ length: linesPerOrder }, (_, n) => ({
          productId: yard.products[(at * 7 + n * 101) % products],
          planQty: String(1 + (n % 5)),
        }))
        const made = await clerk.call<{ id: string; version: number }>(operate.create, {
          ownerId: yard.owner,
          storeId: storeIds[at % stores],
          lines,
        })
        await mustDo(clerk, operate.approve, made)
        rows.push({ id: made.id, version: made.version + 1 })
      }
    }),
  )
  let wave = await clerk.call<{ id: string; version: number }>(waves.create, { title: 'bench' })
  for (let from = 0; from < rows.length; from += waveOrdersMax)
    wave = await clerk.call(addToWave, { ...wave, rows: rows.slice(from, from + waveOrdersMax) })
  return { clerk, id: wave.id }
}

/** 波次启动: how long a wave takes from its start to its last pick task. */
export async function benchWave(backEnd: BackEnd, orders: number, begins = () => {}): Promise<WaveResult> {
  const db = await backEnd.open()
  const server = await openTestServer({ db })
  try {
    const { clerk, id } = await waveOf(server, orders)
    await refreshStatistics(db)
    const { version } = await clerk.call<{ version: number }>(waves.getById, { id })
    begins()
    const begin = performance.now()
    await mustDo(clerk, waves.start, { id, version })
    let state = 'STARTING'
    while (state === 'STARTING') {
      await server.relay.drain()
      state = (await clerk.call<{ state: string }>(waves.getById, { id })).state
    }
    const seconds = (performance.now() - begin) / 1000
    if (state !== 'STARTED') throw new Error(`the wave is ${state}`)
    const hits = await server.inside('DC01', reconcile)
    if (hits[0]) throw new Error(`${hits[0].rule} ${hits[0].detail}`)
    return { backEnd: backEnd.name, orders, lines: orders * linesPerOrder, seconds }
  } finally {
    await server.close()
  }
}
