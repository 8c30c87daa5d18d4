import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { createContainers } from '@lading/contract/wms/masterCalls.ts'
import { printCalls } from '@lading/contract/wms/printCalls.ts'
import { adverse, parsers } from '../server/testing/adverse.ts'
import { type Client, openTestServer } from '../server/testing/server.ts'
import { replayOne } from './calls.ts'
import type { BackEnd } from './databases.ts'
import { recording } from './recorder.ts'

/** A piece of work on files: how much, how long, and how long its SQL alone takes, where there is any. */
export interface FileResult {
  readonly title: string
  readonly rows: number
  readonly seconds: number
  readonly rawSeconds?: number
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1000
}

const sheetOf = (rows: number): string =>
  [
    '代码,名称,单位,规格.每箱数量,条码.条码',
    ...Array.from(
      { length: rows },
      (_, i) => `${String(i).padStart(6, '0')},商品 ${i},个,${6 + (i % 4) * 6},29${String(i).padStart(10, '0')}`,
    ),
  ].join('\n')

interface Came {
  readonly created: number
  readonly errors: readonly object[]
}
/** A file of products comes in, goes out again, and labels are printed. */
export async function benchFiles(backEnd: BackEnd, rows: number, labels: number): Promise<FileResult[]> {
  const { db, transactions } = recording(await backEnd.open())
  const server = await openTestServer({ db })
  try {
    const admin = await server.as('admin')
    const dc = await server.as('admin', 'DC01')
    const calls = crudCalls(product)
    const file = { name: 'products.csv', data: sheetOf(rows) }
    const send = async (dryRun: string): Promise<Came> => {
      const answer = await admin.call<Came & { taskId?: string }>(calls.import, { dryRun, mode: 'INSERT' }, { file })
      if (answer.taskId === undefined) return answer
      // So many are left to the background.
      await server.sheets.tick()
      return admin.call(sheetRecordCalls.importTask, { id: answer.taskId })
    }
    await send('true')
    let made: Came = { created: 0, errors: [] }
    const brought = await timed(async () => {
      made = await send('false')
    })
    if (made.created !== rows)
      throw new Error(`${made.created} of ${rows} rows came in: ${JSON.stringify(made.errors.slice(0, 3))}`)
    const sent = transactions.filter((t) => t.some((s) => s.text.includes('insert into mdm_product ('))).at(-1) ?? []
    const took = await timed(async () => {
      await admin.call(calls.export, { filter: {}, format: 'xlsx' })
      await server.sheets.tick()
    })
    const { records } = await admin.call<{ records: { state: string; rowsDone: number }[] }>(
      sheetRecordCalls.exports,
      {},
    )
    if (records[0]?.state !== 'DONE' || records[0].rowsDone !== rows)
      throw new Error(`not all rows are in the file: ${JSON.stringify(records[0])}`)
    const printed = await benchLabels(admin, dc, labels)
    await db.owner.query('truncate mdm_product, sys_audit_log, sys_idempotency cascade')
    return [
      {
        title: 'import of products (csv, with packs and barcodes)',
        rows,
        seconds: brought,
        rawSeconds: await timed(() => replayOne(db, sent)),
      },
      { title: 'export of products (xlsx)', rows, seconds: took },
      printed,
    ]
  } finally {
    await server.close()
  }
}

async function benchLabels(admin: Client, dc: Client, count: number): Promise<FileResult> {
  const type = { code: 'T', name: '周转箱', prefix: 'T', digits: 6 }
  const { id } = await admin.call<{ id: string }>(crudCalls(containerType).create, type)
  await dc.call(createContainers, { typeId: id, count })
  const { records } = await dc.call<{ records: { id: string }[] }>(crudCalls(container).query, {
    filter: { typeId: [id] },
    pageSize: 0,
  })
  const rows = records.map((r) => ({ id: r.id }))
  return {
    title: 'container labels (PDF)',
    rows: count,
    seconds: await timed(() => dc.bytes(printCalls.container, { rows })),
  }
}

/** The longest that any parser takes for a megabyte made to keep it busy. */
export function benchParsers(): FileResult & { readonly parser: string } {
  let worst = { parser: '', ms: 0 }
  for (const [parser, parse] of Object.entries(parsers))
    for (const text of adverse) {
      const begin = performance.now()
      try {
        parse(text)
      } catch {
        // A refusal takes its time as well.
      }
      const ms = performance.now() - begin
      if (ms > worst.ms) worst = { parser, ms }
    }
  return { title: 'longest parse of 1 MB of adverse text', rows: 1, seconds: worst.ms / 1000, parser: worst.parser }
}
