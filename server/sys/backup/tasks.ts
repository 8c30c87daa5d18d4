import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { backupLimits as limits, tenantBackup, tenantBackupFaults } from '@lading/contract/sys/tenantBackup.ts'
import sql from 'sql-template-tag'
import { type Ctx, systemOrg } from '../../kernel/ctx.ts'
import { snapshot } from '../../kernel/database.ts'
import { readMigrations } from '../../kernel/migrate.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { writeLines } from '../../platform/backup/lines.ts'
import { dumpTenant } from '../../platform/backup/tenantFile.ts'
import { createWorker, type Worker } from '../../platform/due/worker.ts'
import { inTenant } from '../../platform/job/run.ts'
import { readOption } from '../../platform/option.ts'
import { beginFile, dropFiles, writePart } from '../../platform/sheet/files.ts'
import { keyMark } from './key.ts'

interface Task {
  readonly id: string
  readonly tenantId: string
  readonly fileName: string
  /** By which whoever works on it is told from whoever did before. */
  readonly attempt: number
}
interface Needs {
  readonly tables: readonly AnyEntity[]
  readonly secret: string
}
/** What was written, and is kept part by part. */
interface Written {
  readonly path: string
  readonly size: number
  readonly rows: number
  readonly takenAt: Date
}

/** This process is about to end: another begins anew. */
class CutOff extends Error {}
/** Somebody has asked to stop. */
class Cancelled extends Error {}
/** It has been given to another: this process was not heard of for too long. */
class Lost extends Error {}

const interrupted: Text = ['多次中断，未完成', 'It was interrupted several times and not finished']
/** Files belong to nobody, so that they count among no user's. */
const nobody = '0'
const toldMs = 1_000
const dayMs = 86_400_000

export const backupKey = (id: string): string => `backup:${id}`
/** Names and hashes as the database keeps them. */
export const ourMigrations = (): string[] => readMigrations().map((m) => `${m.name} ${m.hash}`)

/**
 * Takes backups in the background: first all of one moment into a file beside the database, so that the moment ends soon;
 * then that into the database in parts, a transaction each, so that no process ever has a whole one in hand.
 */
export const createBackupTasks = (kernel: Kernel, o: Needs): Worker =>
  createWorker(kernel, {
    kind: 'sheet',
    keys: ['backup'],
    failed: 'backups could not be taken',
    handle: async ({ tenantId, key }, isStopped) => {
      const within = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => inTenant(kernel, tenantId, systemOrg, work)
      const task = await within((ctx) => begin(ctx, key.split(':')[1] ?? '0'))
      if (!task) return undefined
      const folder = await mkdtemp(join(tmpdir(), 'lading-backup-'))
      const kept: { fileId?: string } = {}
      try {
        const written = await write(kernel, o, task, join(folder, 'backup'), isStopped)
        const sha256 = await keep(kernel, task, written, kept, isStopped)
        await within((ctx) => finish(ctx, task, written, { fileId: kept.fileId ?? nobody, sha256 }))
      } catch (error) {
        if (error instanceof Lost) return undefined
        if (!(error instanceof CutOff || error instanceof Cancelled || error instanceof Fault))
          kernel.log.error({ err: error }, 'a backup failed')
        await within((ctx) => giveUp(ctx, task, kept.fileId, error))
        return error instanceof CutOff ? kernel.now() : undefined
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
      return undefined
    },
  })

/** Takes a task, unless it is over or was taken back. */
async function begin(ctx: Ctx, id: string): Promise<Task | undefined> {
  const row = await ctx.tx.maybe<Task & { state: string; stopAsked: boolean }>(sql`
    select id, tenant_id, file_name, attempt, state, stop_asked from sys_tenant_backup
    where tenant_id = ${ctx.tenantId} and id = ${id} for update`)
  if (!row || (row.state !== 'QUEUED' && row.state !== 'RUNNING')) return undefined
  const attempt = row.attempt + 1
  if (row.stopAsked) await end(ctx, id, 'CANCELLED', null)
  else if (attempt > limits.attempts) await end(ctx, id, 'FAILED', say(interrupted, ctx.language))
  else {
    await ctx.tx.run(sql`
      update sys_tenant_backup set state = 'RUNNING', attempt = ${attempt}, rows_done = 0, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${id}`)
    ctx.tell(tenantBackup.key)
    return { ...row, attempt }
  }
  return undefined
}

async function write(kernel: Kernel, o: Needs, task: Task, path: string, isStopped: () => boolean): Promise<Written> {
  const { tenantId } = task
  let told = kernel.now().getTime()
  let rows = 0
  // The embedded database has one connection, and that reads: how far it is shows when the file is written.
  const tells = kernel.db.kind === 'postgres'
  const takenAt = kernel.now()
  await snapshot(kernel.db, tenantId, (client) =>
    writeLines(path, (put) =>
      dumpTenant(client, {
        tenantId,
        put,
        takenAt,
        tables: o.tables,
        migrations: ourMigrations(),
        key: keyMark(o.secret),
        progress: async (done, all) => {
          rows = done
          if (isStopped()) throw new CutOff()
          if (!tells || kernel.now().getTime() - told < toldMs) return
          told = kernel.now().getTime()
          await inTenant(kernel, tenantId, systemOrg, (ctx) => goOn(ctx, task, { done, all }))
        },
      }),
    ),
  )
  const { size } = await stat(path)
  if (size > limits.fileBytes) throw new Fault(tenantBackupFaults.tooBig, { max: limits.fileBytes / 1024 / 1024 })
  return { path, size, rows, takenAt }
}

/** @returns the hash of the file */
async function keep(
  kernel: Kernel,
  task: Task,
  written: Written,
  kept: { fileId?: string },
  isStopped: () => boolean,
): Promise<string> {
  const hash = createHash('sha256')
  const step = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => {
    if (isStopped()) throw new CutOff()
    return inTenant(kernel, task.tenantId, systemOrg, async (ctx) => {
      await goOn(ctx, task, { done: written.rows, all: written.rows })
      return work(ctx)
    })
  }
  const fileId = await step(async (ctx) => {
    const id = await beginFile(ctx, task.fileName, nobody)
    await ctx.tx.run(sql`
      update sys_sheet_file set held_until = ${await expiry(ctx)}, size = ${written.size}
      where tenant_id = ${ctx.tenantId} and id = ${id}`)
    return id
  })
  kept.fileId = fileId
  let no = 0
  for await (const chunk of createReadStream(written.path, { highWaterMark: limits.partBytes })) {
    const part = chunk as Buffer
    hash.update(part)
    await step((ctx) => writePart(ctx, fileId, no++, part))
  }
  return hash.digest('hex')
}

const expiry = async (ctx: Ctx): Promise<Date> =>
  new Date(ctx.now().getTime() + (await readOption(ctx, 'backup_retention_days')) * dayMs)

/** Says how far it is, while it is this process's to do. */
async function goOn(ctx: Ctx, task: Task, { done, all }: { done: number; all: number }): Promise<void> {
  const row = await ctx.tx.maybe<{ stopAsked: boolean }>(sql`
    update sys_tenant_backup set rows_done = ${done}, row_count = ${all}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${task.id} and state = 'RUNNING' and attempt = ${task.attempt}
    returning stop_asked`)
  if (!row) throw new Lost()
  if (row.stopAsked) throw new Cancelled()
  ctx.tell(tenantBackup.key)
}

async function finish(ctx: Ctx, task: Task, written: Written, o: { fileId: string; sha256: string }): Promise<void> {
  const done = await ctx.tx.run(sql`
    update sys_tenant_backup set state = 'DONE', rows_done = ${written.rows}, row_count = ${written.rows}, size = ${written.size},
      file_id = ${o.fileId}, sha256 = ${o.sha256}, taken_at = ${written.takenAt}, message = null, expires_at = ${await expiry(ctx)},
      ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${task.id} and state = 'RUNNING' and attempt = ${task.attempt} and not stop_asked`)
  if (done === 0) throw new Cancelled()
  await expire(ctx, await olderThan(ctx, limits.kept))
  ctx.tell(tenantBackup.key)
}

interface Kept {
  readonly id: string
  readonly fileId: string | null
}
const olderThan = (ctx: Ctx, kept: number): Promise<Kept[]> =>
  ctx.tx.query<Kept>(sql`
    select id, file_id from sys_tenant_backup where tenant_id = ${ctx.tenantId} and state = 'DONE'
    order by id desc offset ${kept}`)

/** The files go; that there were such backups, and what became of them, stays known. */
export async function expire(ctx: Ctx, old: readonly Kept[]): Promise<void> {
  if (old.length === 0) return
  await dropFiles(
    ctx,
    old.map((b) => b.fileId),
  )
  await ctx.tx.run(sql`
    update sys_tenant_backup set state = 'EXPIRED', file_id = null, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = any(${old.map((b) => b.id)}::bigint[])`)
  ctx.tell(tenantBackup.key)
}

/** What was written of it goes; why there is no file stands in its record. */
async function giveUp(ctx: Ctx, task: Task, fileId: string | undefined, error: unknown): Promise<void> {
  await dropFiles(ctx, [fileId ?? null])
  if (error instanceof CutOff) {
    await ctx.tx.run(sql`
      update sys_tenant_backup set state = 'QUEUED', attempt = attempt - 1, rows_done = 0, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${task.id} and state = 'RUNNING' and attempt = ${task.attempt}`)
    return
  }
  const said = error instanceof Fault ? error.in(ctx.language) : say(faults.internal.text, ctx.language)
  if (error instanceof Cancelled) await end(ctx, task.id, 'CANCELLED', null)
  else await end(ctx, task.id, 'FAILED', said.slice(0, 500))
}

async function end(ctx: Ctx, id: string, state: 'CANCELLED' | 'FAILED', message: string | null): Promise<void> {
  await ctx.tx.run(sql`
    update sys_tenant_backup set state = ${state}, message = ${message}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${id} and state in ('QUEUED', 'RUNNING')`)
  ctx.tell(tenantBackup.key)
}
