import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { isRoot } from '@lading/contract/kernel/org.ts'
import { isOfUseAt, type Permission } from '@lading/contract/kernel/permission.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import {
  type BackupState,
  backupStates,
  tenantBackupCalls as calls,
  tenantBackup,
  tenantBackupFaults,
} from '@lading/contract/sys/tenantBackup.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveList } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { demandWholeSight } from '../../kernel/scope.ts'
import { putDue } from '../../platform/due/queue.ts'
import { dropFiles, fileOf } from '../../platform/sheet/files.ts'
import { giveTicket } from '../sheetRecord/tickets.ts'
import { backupKey } from './tasks.ts'

type Permissions = () => readonly Permission[]

/** A copy of everything shows everything: it is for whoever may see and do all that there is for an enterprise like his, of all goods and places. */
function demandAll(ctx: Ctx, permissions: Permissions): void {
  // Who works at a centre sees that alone, whatever his roles allow.
  if (!isRoot(ctx.org.type)) refuse(tenantBackupFaults.notCentre)
  demandWholeSight(ctx)
  const { permissions: own } = ctx
  if (own === null) return
  const missing = permissions().filter(({ code }) => isOfUseAt(ctx.org.type, code) && !own.has(code))
  if (missing[0]) refuse(tenantBackupFaults.notAll, { count: missing.length, permission: missing[0].code })
}

const two = (n: number): string => String(n).padStart(2, '0')
/** What the file will be called: `backup-acme-20261127-0315.jsonl.gz`, by UTC's clocks. */
async function nameOf(ctx: Ctx): Promise<string> {
  const { code } = await ctx.tx.one<{ code: string }>(sql`select code from sys_tenant where id = ${ctx.tenantId}`)
  const at = ctx.now()
  const day = `${at.getUTCFullYear()}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`
  return `backup-${code}-${day}-${two(at.getUTCHours())}${two(at.getUTCMinutes())}.jsonl.gz`
}

const isOpen = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.tx.maybe(sql`
    select 1 from sys_tenant_backup where tenant_id = ${ctx.tenantId} and state in ('QUEUED', 'RUNNING') limit 1`)) !==
  undefined

/** Has a backup taken, unless one is on its way. @returns its id, or nothing */
export async function queueBackup(ctx: Ctx, trigger: 'MANUAL' | 'CRON'): Promise<string | undefined> {
  // Whoever asks waits for who asks, so that there are never two at once.
  await ctx.tx.query(sql`
    select id from sys_org where tenant_id = ${ctx.tenantId} and upper_org_id is null order by id for no key update`)
  if (await isOpen(ctx)) return undefined
  const fileName = await nameOf(ctx)
  const { ids } = await insert(ctx, tenantBackup, [{ fileName, trigger, userId: ctx.userId }])
  const id = ids[0] ?? ''
  await putDue(ctx.tx, ctx.newId, [{ tenantId: ctx.tenantId, kind: 'sheet', key: backupKey(id), at: ctx.now() }])
  ctx.audit({
    subject: tenantBackup.key,
    subjectId: id,
    subjectNo: fileName,
    action: 'take',
    after: { fileName, trigger },
  })
  return id
}

interface Row {
  readonly id: string
  readonly fileName: string
  readonly state: BackupState
  readonly fileId: string | null
}
const lock = async (ctx: Ctx, id: string): Promise<Row> =>
  found(
    await ctx.tx.maybe<Row>(sql`
      select id, file_name, state, file_id from sys_tenant_backup
      where tenant_id = ${ctx.tenantId} and id = ${id} for update`),
    tenantBackup.title,
  )

/** Each by itself: one that cannot does not keep the others. */
async function each(ctx: Ctx, ids: readonly string[], work: (row: Row) => Promise<void>) {
  const failed: { id: string; code: number; message: string }[] = []
  for (const id of [...new Set(ids)].sort()) {
    try {
      await work(await lock(ctx, id))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      failed.push({ id, code: error.refusal.code, message: error.in(ctx.language) })
    }
  }
  return { ok: new Set(ids).size - failed.length, failed }
}
const cannot = (row: Row, action: Text): never =>
  refuse(sheetFaults.notWaiting, { name: row.fileName, state: backupStates[row.state], action })
const note = (ctx: Ctx, row: Row, action: string, state: string | null): void =>
  ctx.audit({
    subject: tenantBackup.key,
    subjectId: row.id,
    subjectNo: row.fileName,
    action,
    before: { state: row.state },
    after: { state },
  })

/** What waits is taken back at once; what runs ends at its next step, and leaves no file. */
async function cancelOne(ctx: Ctx, row: Row): Promise<void> {
  if (row.state !== 'QUEUED' && row.state !== 'RUNNING') return cannot(row, ['取消', 'cancelled'])
  await ctx.tx.run(sql`
    update sys_tenant_backup set stop_asked = true, version = version + 1, updated_at = ${ctx.now()},
      state = case when state = 'QUEUED' then 'CANCELLED' else state end,
      ended_at = case when state = 'QUEUED' then ${ctx.now()}::timestamptz else ended_at end
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  note(ctx, row, 'cancel', row.state === 'QUEUED' ? 'CANCELLED' : 'RUNNING')
}
async function dropOne(ctx: Ctx, row: Row): Promise<void> {
  if (row.state === 'QUEUED' || row.state === 'RUNNING') return cannot(row, ['删除', 'deleted'])
  await dropFiles(ctx, [row.fileId])
  await ctx.tx.run(sql`delete from sys_tenant_backup where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  note(ctx, row, 'drop', null)
}

/** Who took everything out stays known. */
async function ticketOf(ctx: Ctx, id: string) {
  const row = await lock(ctx, id)
  if (row.fileId === null || !(await fileOf(ctx, row.fileId))) return refuse(sheetFaults.notKept)
  ctx.audit({
    subject: tenantBackup.key,
    subjectId: row.id,
    subjectNo: row.fileName,
    action: 'export',
    after: { fileName: row.fileName },
  })
  return giveTicket(ctx, row.fileId)
}

/** 备份: of the whole tenant, by whoever may do everything in it. @param permissions all that there are */
export const backupServed = (permissions: Permissions): Served[] => [
  serveList(calls.query, (ctx, input) => listRecords(ctx, tenantBackup, input)),
  serve(calls.take, async (ctx) => {
    demandAll(ctx, permissions)
    return { id: (await queueBackup(ctx, 'MANUAL')) ?? refuse(tenantBackupFaults.busy) }
  }),
  serve(calls.cancel, (ctx, { ids }) => each(ctx, ids, (row) => cancelOne(ctx, row))),
  serve(calls.drop, (ctx, { ids }) => each(ctx, ids, (row) => dropOne(ctx, row))),
  serve(calls.ticket, (ctx, { id }) => {
    demandAll(ctx, permissions)
    return ticketOf(ctx, id)
  }),
]
