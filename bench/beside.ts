/**
 * `npm run bench:beside`: what booking a slot, confirming a return's line and posting containers cost, beside a line of a
 * receipt. Processor time of the server and of its PostgreSQL, one caller, in one run; rounds of each in turn.
 */
import { documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { vendor } from '@lading/contract/mdm/partner.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { dock } from '@lading/contract/wms/place.ts'
import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { rtiBuy, rtiOut } from '@lading/contract/wms/rtiBills.ts'
import { storeReturnBill } from '@lading/contract/wms/storeReturnBill.ts'
import { confirmLine } from '@lading/contract/wms/taskCalls.ts'
import { bulkInsert } from '../server/kernel/bulk.ts'
import { dayIn, usualZone } from '../server/kernel/clock.ts'
import { insert } from '../server/kernel/insert.ts'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { openTestServer } from '../server/testing/server.ts'
import { post } from '../server/wms/stock/post.ts'
import { buildYard, keyOf } from '../server/wms/testing/yard.ts'
import { startTestPostgres } from '../tools/testPostgres.ts'
import { cpuNow } from './cpu.ts'
import { asInstalled, postgresBackEnd } from './databases.ts'
import { mustDo, taskLines } from './picks.ts'

const [rounds, each, warmUp] = [6, 40, 20] as const
const lines = rounds * each + warmUp
const day = (offset: number): string => dayIn(usualZone, new Date(Date.now() + offset * 86_400_000))
const expire = day(300)
const codes = Array.from({ length: 60 }, (_, i) => `P${String(i).padStart(3, '0')}`)

const started = await startTestPostgres(asInstalled)
const server = await openTestServer({ db: await postgresBackEnd(started.url).open() })
const at = await server.inside('DC01', async (ctx) => {
  const bins = Object.fromEntries([
    ...Array.from({ length: lines * 2 }, (_, i) => [`S-${String(i).padStart(5, '0')}`, 'STORAGE'] as const),
    ['D-01', 'DOCK'] as const,
  ])
  const yard = await buildYard(ctx, { bins, products: codes.map((code) => ({ code, shelfLifeDays: 365 })) })
  const of = { tenantId: ctx.tenantId }
  const { ids } = await insert(ctx, vendor, [{ code: 'V1', name: 'vendor', unloadMinutes: 2 }])
  const [storeId, typeId] = [ctx.newId(), ctx.newId()]
  await bulkInsert(ctx.tx, 'wms_store', [{ ...of, id: storeId, code: 'S1', name: 'store' }])
  const pallet = { category: 'PALLET', prefix: 'PX', deposit: '60', serialised: false }
  await bulkInsert(ctx.tx, 'wms_container_type', [{ ...of, id: typeId, code: 'PLT', name: 'PLT', ...pallet }])
  const usual = {
    openFrom: '00:00',
    openTo: '23:30',
    temperature: 'AMBIENT',
    direction: 'IN',
    slotVehicles: 99,
  } as const
  const docks = await insert(ctx, dock, [{ ...usual, code: 'D1', name: 'D1', binId: yard.bins.get('D-01') ?? '' }])
  for (const code of codes) {
    const key = await keyOf(ctx, yard, { bin: 'S-00000', product: code, expire })
    const gone = { ...key, binId: yard.bins.get('V_STORE') ?? '', containerId: yard.loose }
    const from = { ...gone, binId: yard.bins.get('V_ADJUST') ?? '' }
    const qty = parseQty('10000')
    const moved = [
      { key: from, delta: -qty },
      { key: gone, delta: qty },
    ]
    await post(ctx, { bizType: 'SHIP', idemKey: `ship:${code}`, storeId, lines: moved })
  }
  const products = codes.map((c) => yard.products.get(c)?.id)
  return { ownerId: yard.owners.get('O1'), vendorId: ids[0], storeId, typeId, dockId: docks.ids[0], products }
})
const clerk = await server.as('clerk', 'DC01')
type Seen = { id: string; version: number }
const make = (d: AnyDocument, input: object) => clerk.call<Seen>(documentCalls(d).create as never, input)
const step = (d: AnyDocument, verb: string, row: Seen) => mustDo(clerk, documentCalls(d)[verb], row)
const product = (i: number) => at.products[i % at.products.length]

async function receipts(): Promise<(() => Promise<unknown>)[]> {
  for (let i = 0; i < lines; i += 20) {
    const wanted = Array.from({ length: 20 }, (_, n) => ({ productId: product(i + n), planQty: '24' }))
    const made = await make(orderBill, { ownerId: at.ownerId, vendorId: at.vendorId, lines: wanted })
    await step(orderBill, 'approve', made)
    await step(orderBill, 'createTask', { ...made, version: made.version + 1 })
  }
  const ids = (await taskLines(server, 'RECEIVE')).flat()
  return ids.map(
    (taskLineId, i) => () => clerk.call(confirmLine, { taskLineId, qty: '24', productionDate: day(-(i % 20)) }),
  )
}
async function returns(): Promise<(() => Promise<unknown>)[]> {
  for (let i = 0; i < lines; i += 20) {
    const wanted = Array.from({ length: 20 }, (_, n) => ({ productId: product(i + n), planQty: '2' }))
    const made = await make(storeReturnBill, { ownerId: at.ownerId, storeId: at.storeId, lines: wanted })
    await step(storeReturnBill, 'approve', made)
  }
  const ids = (await taskLines(server, 'STORE_RTN_RECEIVE')).flat()
  return ids.map((taskLineId) => () => clerk.call(confirmLine, { taskLineId, qty: '2', expireDate: expire }))
}
async function slots(): Promise<(() => Promise<unknown>)[]> {
  const made: Seen[] = []
  for (let i = 0; i < lines; i++) {
    const order = await make(orderBill, {
      ...{ ownerId: at.ownerId, vendorId: at.vendorId, lines: [{ productId: product(i), planQty: '24' }] },
    })
    await step(orderBill, 'approve', order)
    const clock = `${String(8 + (i % 10)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`
    const when = { slotAt: `${day(1 + (i % 20))}T${clock}:00+08:00`, minutes: 30, handling: 'LIVE', dockId: at.dockId }
    made.push(
      await make(previewBill, { ownerId: at.ownerId, vendorId: at.vendorId, ...when, orders: [{ orderId: order.id }] }),
    )
  }
  return made.map((row) => () => step(previewBill, 'approve', row))
}
async function containers(): Promise<(() => Promise<unknown>)[]> {
  const bought = await make(rtiBuy, { vendorId: at.vendorId, lines: [{ typeId: at.typeId, qty: 10_000 }] })
  await step(rtiBuy, 'approve', bought)
  await step(rtiBuy, 'finish', { ...bought, version: bought.version + 1 })
  const made: Seen[] = []
  for (let i = 0; i < lines; i++)
    made.push(await make(rtiOut, { storeId: at.storeId, lines: [{ typeId: at.typeId, qty: 2 }] }))
  return made.map((row) => () => step(rtiOut, 'approve', row))
}

const works = {
  'a line of a receipt': await receipts(),
  'a line of a return': await returns(),
  'a slot booked': await slots(),
  'containers posted': await containers(),
}
await server.relay.drain()
await refreshStatistics(server.db, 0)
const spent = new Map<string, number[]>()
for (let round = -1; round < rounds; round++)
  for (const [name, calls] of Object.entries(works)) {
    const some = calls.splice(0, round < 0 ? warmUp : each)
    const before = cpuNow()
    for (const call of some) await call()
    const after = cpuNow()
    const ms = (after.server + after.database - before.server - before.database) / some.length
    if (round >= 0) spent.set(name, [...(spent.get(name) ?? []), ms])
  }
const median = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[of.length >> 1] ?? Number.NaN
const usual = median(spent.get('a line of a receipt') ?? [])
for (const [name, of] of spent)
  process.stdout.write(`${name}: ${median(of).toFixed(1)} ms of processors, ${(median(of) / usual).toFixed(2)} times\n`)
await server.close()
await started.stop()
process.exit(0)
