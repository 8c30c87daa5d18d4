/**
 * `npm run bench:reportExport`: a report of ROWS rows (300,000) as a file, by the call that its page makes. How late the event
 * loop was beside it, how far the process grew, and what a list took meanwhile. FORMAT is xlsx or csv, ON postgres or pglite.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { customReportCalls as calls, customReport } from '@lading/contract/sys/customReport.ts'
import { sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { insert } from '@lading/server/kernel/insert.ts'
import { openTestServer } from '@lading/server/testing/server.ts'
import { buildYard } from '@lading/server/wms/testing/yard.ts'
import sql from 'sql-template-tag'
import { startTestPostgres } from '../tools/testPostgres.ts'
import { asInstalled, pgliteBackEnd, postgresBackEnd } from './databases.ts'

const rows = Number(process.env.ROWS ?? 300_000)
const format = process.env.FORMAT ?? 'xlsx'
const fields = [
  'billId.billNo',
  'lineNo',
  'productId.code',
  'productId',
  'productId.baseUnit',
  'billId.storeId',
] as const
const figures = ['plan', 'booked', 'picked', 'sent'] as const

const started = process.env.ON === 'pglite' ? undefined : await startTestPostgres(asInstalled)
const server = await openTestServer({ db: await (started ? postgresBackEnd(started.url) : pgliteBackEnd).open() })
await server.inside('DC01', async (ctx) => {
  const { owners } = await buildYard(ctx, {
    bins: { 'S-01': 'STORAGE' },
    products: Array.from({ length: 100 }, (_, i) => ({ code: `P${i}` })),
  })
  const { ids } = await insert(ctx, store, [{ code: 'S1', name: '门店一' }])
  const bill = { billNo: 'CK1', ownerId: owners.get('O1') ?? '', storeId: ids[0] ?? '', bizDate: '2026-11-20' }
  const heads = await insert(ctx, operateBill.header, [{ ...bill, state: 'SAVED' }] as never)
  const [one] = await ctx.tx.query<{ id: string }>(
    sql`select id from mdm_product where tenant_id = ${ctx.tenantId} limit 1`,
  )
  const line = { billId: heads.ids[0], lineNo: 1, productId: one?.id, planQty: '9.5' }
  await insert(ctx, operateBill.line, [line] as never)
  await ctx.tx.run(sql`
    insert into wms_operate_bill_line (tenant_id, org_id, id, created_at, updated_at, bill_id, line_no, product_id, plan_qty)
    select l.tenant_id, l.org_id, l.id + n, now(), now(), l.bill_id, 1 + n, p.ids[1 + n % 100], n % 97 + 0.5
    from (select * from wms_operate_bill_line where tenant_id = ${ctx.tenantId} limit 1) l,
      (select array_agg(id order by code) as ids from mdm_product where tenant_id = ${ctx.tenantId}) p,
      generate_series(1, ${rows - 1}::integer) n`)
})
await server.db.owner.query('analyze wms_operate_bill_line, wms_operate_bill, mdm_product')

const columns = [...fields, ...figures]
const cells = Object.fromEntries(
  columns.flatMap((field, c) => {
    const at = String.fromCharCode(65 + c)
    const bind = { set: 'o', field, take: 'LIST' }
    return [
      [`${at}1`, { v: field, style: { bold: true, border: 'all' } }],
      [`${at}2`, { bind, ...(c === 0 && { expand: 'DOWN' }), style: { border: 'all' } }],
    ]
  }),
)
const template = {
  ...{ v: 1, params: [] },
  sets: { o: { model: 'wms.outboundLine', each: true, dims: fields, measures: figures, filters: [], sort: [] } },
  sheets: [{ name: 'S', cells, cols: columns.map(() => 100), rows: [24, 24], page: { head: [1, 1] } }],
}
const admin = await server.as('admin', 'DC01')
const group = await server.as('admin', 'G')
const crud = crudCalls(customReport)
const made = await group.call(crud.create as never, { code: 'L1', name: '长清单', folder: '仓储', grants: [] } as never)
const kept = await group.call(calls.save, { ...(made as { id: string; version: number }), template } as never)
await group.call(calls.publish, kept)

const at = (times: readonly number[], share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0
const lists = crudCalls(store)
/** Somebody looks at a list again and again. */
async function look(isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const from = performance.now()
    await admin.call(lists.query as never, { pageSize: 20 } as never)
    times.push(performance.now() - from)
    await sleep(50)
  }
  return times.sort((a, b) => a - b)
}
/** The call, and what it leaves to the background. */
async function take(): Promise<number> {
  const from = performance.now()
  await admin.call(calls.file as never, { path: '仓储/长清单.cpt', params: {}, format } as never)
  await server.sheets.tick()
  const { records } = await admin.call<{ records: { state: string; size: number }[] }>(
    sheetRecordCalls.exports as never,
    {} as never,
  )
  if (records[0]?.state !== 'DONE') throw new Error(`the export has ended as ${JSON.stringify(records[0])}`)
  console.log(`a file of ${(records[0].size / 1_048_576).toFixed(1)} MB`)
  return performance.now() - from
}

const until = performance.now() + 5_000
const alone = await look(() => performance.now() > until)
globalThis.gc?.()
const before = process.memoryUsage().rss
let most = before
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss)
}, 50)
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
let isOver = false
const beside = look(() => isOver)
const took = await take()
isOver = true
delay.disable()
clearInterval(watch)
const times = await beside
const ms = (n: number): string => n.toFixed(1)
console.log(
  `${rows} rows as ${format}: ${(took / 1000).toFixed(1)} s; the process grew by ${((most - before) / 1_048_576).toFixed(0)} MB\n` +
    // What is beyond the resolution is what others waited.
    `event loop late: p50 ${ms(delay.percentile(50) / 1e6 - 5)}, p99 ${ms(delay.percentile(99) / 1e6 - 5)}, most ${ms(delay.max / 1e6 - 5)} ms\n` +
    `a list alone: median ${ms(at(alone, 0.5))}, most ${ms(at(alone, 1))} ms; beside it: median ${ms(at(times, 0.5))}, 99 % ${ms(at(times, 0.99))}, most ${ms(at(times, 1))} ms`,
)
await server.close()
await started?.stop()
process.exit(0)
