import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { exportRecord, sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import { type Ctx, systemOrg } from '../../kernel/ctx.ts'
import type { FileAnswer } from '../../kernel/http/serve.ts'
import { inTenant } from '../job/run.ts'
import { tellWho } from '../tellWho.ts'
import { beginFile, dropFiles, endFile, writePart } from './files.ts'
import { auditExport, expiry } from './records.ts'
import { Cancelled, CutOff, Lost } from './stopped.ts'
import { askAgain, noteCount, type Task, type TaskKind, tellOwner, toldMs, type Work } from './tasks.ts'

/** Exports: a file is written in parts as its rows come, so that no process ever has a whole one in hand. */
export const exportTasks: TaskKind = {
  of: exportRecord,
  key: 'export',
  working: ['RUNNING'],
  failed: 'EXPORT_FAILED',
  link: '#/app-sys/exportRecord',
  begin: (o) => {
    const { kernel, task } = o
    const file: Written = { id: undefined, size: 0, rows: 0 }
    return {
      run: async () => {
        const sha256 = await write(o, file)
        await inTenant(kernel, task.tenantId, systemOrg, (ctx) => finish(ctx, task, file, sha256))
      },
      undo: (ctx) => dropFiles(ctx, [file.id ?? null]),
    }
  },
}

interface Written {
  id: string | undefined
  size: number
  rows: number
}

/** Asks the call again that it came from, and keeps what that answers. @returns the hash of all of it */
async function write(o: Work, file: Written): Promise<string> {
  const { kernel, task } = o
  const passed = (rows: number): void => {
    file.rows += rows
  }
  const answer = (await askAgain(o, { count: noteCount(o, exportRecord), passed })) as FileAnswer
  file.id = await inTenant(kernel, task.tenantId, systemOrg, (ctx) => beginFile(ctx, task.fileName, task.userId))
  return keep(o, file, answer.data as Readable)
}

/** Keeps the bytes in parts, each with how far it is. Stops where somebody asked for it. */
async function keep({ kernel, task, isStopped }: Work, file: Written, bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  let waiting: Buffer[] = []
  let held = 0
  let no = 0
  let told = kernel.now().getTime()
  const step = async (part: Buffer | undefined): Promise<void> => {
    if (isStopped()) throw new CutOff()
    told = kernel.now().getTime()
    await inTenant(kernel, task.tenantId, systemOrg, async (ctx) => {
      await goOn(ctx, task, file.rows)
      if (part && file.id) await writePart(ctx, file.id, no++, part)
    })
  }
  for await (const chunk of bytes) {
    const part = chunk as Buffer
    hash.update(part)
    file.size += part.length
    if (file.size > limits.fileBytes) throw new Fault(sheetFaults.outputTooBig, { max: limits.fileBytes / 1024 / 1024 })
    waiting.push(part)
    held += part.length
    if (held >= limits.partBytes) {
      const all = Buffer.concat(waiting)
      let from = 0
      for (; all.length - from >= limits.partBytes; from += limits.partBytes)
        await step(all.subarray(from, from + limits.partBytes))
      waiting = [Buffer.from(all.subarray(from))]
      held = all.length - from
    } else if (kernel.now().getTime() - told >= toldMs) await step(undefined)
  }
  await step(held > 0 ? Buffer.concat(waiting) : undefined)
  return hash.digest('hex')
}

/** Says how far it is, while it is this process's to do. */
async function goOn(ctx: Ctx, task: Task, rows: number): Promise<void> {
  const row = await ctx.tx.maybe<{ stopAsked: boolean }>(sql`
    update sys_export_record set rows_done = least(${rows}::integer, coalesce(row_count, ${rows}::integer)), updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${task.id} and state = 'RUNNING' and attempt = ${task.attempt}
    returning stop_asked`)
  if (!row) throw new Lost()
  if (row.stopAsked) throw new Cancelled()
  tellOwner(ctx, exportRecord, task)
}

async function finish(ctx: Ctx, task: Task, file: Written, sha256: string): Promise<void> {
  const { rowCount } = await ctx.tx.one<{ rowCount: number | null }>(sql`
    select row_count from sys_export_record where tenant_id = ${ctx.tenantId} and id = ${task.id} for update`)
  // Rows that went meanwhile are in no file; what tells of no pages was counted beforehand.
  const rows = file.rows > 0 ? file.rows : (rowCount ?? 0)
  const done = await ctx.tx.run(sql`
    update sys_export_record set state = 'DONE', rows_done = ${rows}, row_count = ${rows}, size = ${file.size}, file_id = ${file.id ?? null}, sha256 = ${sha256},
      message = null, expires_at = ${await expiry(ctx)}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${task.id} and state = 'RUNNING' and attempt = ${task.attempt} and not stop_asked`)
  if (done === 0) throw new Cancelled()
  if (file.id) await endFile(ctx, file.id, file.size, task.userId)
  auditExport(ctx, { id: task.id, name: task.fileName }, sha256)
  tellOwner(ctx, exportRecord, task)
  tellWho(ctx, {
    kind: 'EXPORT_DONE',
    about: task.id,
    args: { file: task.fileName, rows: String(rows) },
    link: exportTasks.link,
    to: { userIds: [task.userId] },
  })
}
