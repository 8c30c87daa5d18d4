import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { auditCalls, auditLog } from '@lading/contract/sys/auditLog.ts'
import { sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { type Client, openTestServer, type TestServer } from '../server/testing/server.ts'
import { writeAlone } from '../server/testing/xlsx.ts'
import { bestOf } from './bestOf.ts'
import type { BackEnd } from './databases.ts'

export interface TrailResult {
  readonly backEnd: string
  /** Milliseconds of each question at each number of rows, the best of several. */
  readonly at: readonly { readonly rows: number; readonly ms: Readonly<Record<string, number>> }[]
  readonly export: ExportResult
}
export interface ExportResult {
  readonly rows: number
  readonly seconds: number
  /** The library alone, with the same cells. */
  readonly aloneSeconds: number
  /** How much the process held at most beyond what it held before, in MB. */
  readonly grownMb: number
}

/** Ten entries of one request, a hundred of one paper. */
const [perTrace, perPaper] = [10, 100]

/** The audit log as it grows: by trace id and by document, and all of it as a file. */
export async function benchTrail(backEnd: BackEnd, sizes: readonly number[]): Promise<TrailResult> {
  const server = await openTestServer({ db: await backEnd.open() })
  try {
    const admin = await server.as('admin')
    const at: { rows: number; ms: Record<string, number> }[] = []
    let rows = 0
    for (const size of sizes) {
      await write(server, rows, size)
      rows = size
      await refreshStatistics(server.db)
      const ask = (filter: object) => () => admin.call(auditCalls.query, { filter, page: 1, pageSize: 20 })
      at.push({
        rows,
        ms: {
          'trace id': await bestOf(ask({ traceId: 't0000007' })),
          document: await bestOf(ask({ subjectNo: 'N0000007' })),
        },
      })
    }
    return { backEnd: backEnd.name, at, export: await exported(server, admin, rows) }
  } finally {
    await server.close()
  }
}

/** As the database's owner: what is measured is how the log is read. */
async function write(server: TestServer, from: number, to: number): Promise<void> {
  await server.db.owner.query(
    `insert into sys_audit_log (tenant_id, id, created_at, created_by, org_id, username, source, ip, trace_id, subject, subject_id, subject_no, action)
     select ${server.one.tenantId}, 1000000 + i, now() - (${to} - i) * interval '1 second', null, 0, 'clerk', 'WEB', '10.0.0.1', 't' || lpad((i / ${perTrace})::text, 7, '0'),
       'wms.orderBill', i / ${perPaper} + 1, 'N' || lpad((i / ${perPaper})::text, 7, '0'), 'approve'
     from generate_series(${from}, ${to - 1}) i`,
  )
}

async function exported(server: TestServer, admin: Client, rows: number): Promise<ExportResult> {
  const before = process.memoryUsage().rss
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 100)
  const begin = performance.now()
  await admin.call(crudCalls(auditLog).export, { format: 'xlsx' })
  await server.sheets.tick()
  const seconds = (performance.now() - begin) / 1000
  clearInterval(look)
  const { records } = await admin.call<{ records: { state: string; rowsDone: number }[] }>(sheetRecordCalls.exports, {})
  if (records[0]?.state !== 'DONE' || records[0].rowsDone < rows)
    throw new Error(`not all rows are in the file: ${JSON.stringify(records[0])}`)
  return { rows, seconds, aloneSeconds: await alone(rows), grownMb: (most - before) / 2 ** 20 }
}

/** As many cells as the log has columns in its file, of the same kinds. */
async function alone(rows: number): Promise<number> {
  const cells = auditLog.list.length
  async function* made() {
    for (let i = 0; i < rows; i++)
      yield Array.from({ length: cells }, (_, n) => (n === 0 ? `2026-11-26 08:00:${i % 60}` : `value ${n} of ${i}`))
  }
  const begin = performance.now()
  await writeAlone(made())
  return (performance.now() - begin) / 1000
}
