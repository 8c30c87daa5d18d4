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

interface Yard {
  readonly owner: string
  readonly products: readonly string[]
  readonly storeIds: readonly string[]
}
/** Faces of 200 products, and 200 stores. */
export async function yardOf(server: TestServer): Promise<Yard> {
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
  return { ...yard, storeIds }
}

/** A saved wave of so many orders of ten lines each. @returns its id */
export async function waveOf(clerk: Client, yard: Yard, orders: number): Promise<string> {
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
          storeId: yard.storeIds[at % stores],
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
  return wave.id
}

/** Starts a wave. @returns seconds until its last pick task */
export async function startOf(server: TestServer, clerk: Client, id: string): Promise<number> {
  const { version } = await clerk.call<{ version: number }>(waves.getById, { id })
  const begin = performance.now()
  await mustDo(clerk, waves.start, { id, version })
  let state = 'STARTING'
  while (state === 'STARTING') {
    await server.relay.drain()
    state = (await clerk.call<{ state: string }>(waves.getById, { id })).state
  }
  if (state !== 'STARTED') throw new Error(`the wave is ${state}`)
  return (performance.now() - begin) / 1000
}

/** Of the wave before, after which the database knows what its tables hold. */
const firstOrders = 100
/** 波次启动: how long a wave takes from its start to its last pick task, on a day that is not the first. */
export async function benchWave(backEnd: BackEnd, orders: number): Promise<WaveResult> {
  const db = await backEnd.open()
  const server = await openTestServer({ db })
  try {
    const yard = await yardOf(server)
    const clerk = await server.as('clerk', 'DC01')
    await startOf(server, clerk, await waveOf(clerk, yard, firstOrders))
    const id = await waveOf(clerk, yard, orders)
    await refreshStatistics(db)
    const seconds = await startOf(server, clerk, id)
    const hits = await server.inside('DC01', reconcile)
    if (hits[0]) throw new Error(`${hits[0].rule} ${hits[0].detail}`)
    return { backEnd: backEnd.name, orders, lines: orders * linesPerOrder, seconds }
  } finally {
    await server.close()
  }
}
