import { date } from '@lading/contract/kernel/field.ts'
import { auditSeal } from '@lading/contract/sys/auditLog.ts'
import sql from 'sql-template-tag'
import { dayIn, instantAt } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { JobHandlers, Steps } from '../../platform/job/run.ts'
import { readOption } from '../../platform/option.ts'
import { blockOf, blockRows, chainStart, cutDigest, sealedRows, verifyChain } from './chain.ts'

const dayMs = 86_400_000
/** Above any id. */
const idMost = '9223372036854775807'
/** No transaction lives as long as that: whatever has an older id is there by now. */
const settledMs = 10 * 60_000

interface End {
  readonly number: number
  readonly lastId: string
  readonly digest: string
}
async function chainEnd(ctx: Ctx): Promise<End> {
  const last = await ctx.tx.maybe<Pick<End, 'number' | 'digest'>>(sql`
    select number, digest from sys_audit_seal where tenant_id = ${ctx.tenantId} order by number desc limit 1`)
  const rows = await ctx.tx.maybe<{ lastId: string }>(sql`
    select last_id from sys_audit_seal where tenant_id = ${ctx.tenantId} and kind = 'ROWS' order by number desc limit 1`)
  return { number: last?.number ?? 0, digest: last?.digest ?? chainStart, lastId: rows?.lastId ?? '0' }
}

/** Seals the next rows, if any have settled. @returns how many */
export async function sealNext(ctx: Ctx): Promise<number> {
  const end = await chainEnd(ctx)
  const until = new Date(ctx.now().getTime() - settledMs)
  // Up to the first that has not settled: behind it may stand one of an earlier hour, where a clock was set back.
  const rows = await sealedRows(
    ctx,
    sql`id > ${end.lastId} and id < coalesce((
      select min(id) from (
        select id, created_at from sys_audit_log where tenant_id = ${ctx.tenantId} and id > ${end.lastId} order by id limit ${blockRows}) next
      where created_at >= ${until}), ${idMost}::bigint)`,
  )
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return 0
  await insert(ctx, auditSeal, [
    {
      number: end.number + 1,
      kind: 'ROWS',
      firstId: first.id,
      lastId: last.id,
      rowCount: rows.length,
      previous: end.digest,
      ...blockOf(end.digest, rows),
    },
  ])
  return rows.length
}

async function sealAll(by: Steps): Promise<string> {
  let rows = 0
  for (;;) {
    const n = await by.perform(sealNext)
    rows += n
    if (n < blockRows) return `${rows} rows`
  }
}

/** The next block whose rows are all older than that, or nothing. */
const oldBlock = (ctx: Ctx, before: Date) =>
  ctx.tx.maybe<{ firstId: string; lastId: string; rowCount: number }>(sql`
    select first_id, last_id, row_count from sys_audit_seal s
    where tenant_id = ${ctx.tenantId} and kind = 'ROWS'
      and last_id > coalesce((select max(last_id) from sys_audit_seal c where c.tenant_id = s.tenant_id and c.kind = 'CUT'), 0)
      and not exists (select 1 from sys_audit_log a where a.tenant_id = s.tenant_id and a.id between s.first_id and s.last_id
        and a.created_at >= ${before})
    order by number limit 1`)

/**
 * Takes away blocks of the audit log that are older than the option says, and log-ins with them. The application's role
 * may delete neither: the owner of the tables does, and the chain says so in the same transaction.
 */
async function clean(by: Steps): Promise<string> {
  const days = await by.perform((ctx) => readOption(ctx, 'audit_retention_days'))
  if (days === 0) return 'kept for ever'
  let rows = 0
  for (;;) {
    const block = await by.perform((ctx) => oldBlock(ctx, new Date(ctx.now().getTime() - days * dayMs)))
    if (!block) break
    const step = await by.perform(async (ctx) => ({
      end: await chainEnd(ctx),
      id: ctx.newId(),
      tenantId: ctx.tenantId,
      now: ctx.now(),
    }))
    const { firstId, lastId, rowCount } = block
    await by.asOwner(async (tx) => {
      await tx.run(sql`delete from sys_audit_log where tenant_id = ${step.tenantId} and id <= ${lastId}`)
      await tx.run(sql`
        insert into sys_audit_seal (tenant_id, id, created_at, number, kind, first_id, last_id, row_count, previous, digest, marks)
        values (${step.tenantId}, ${step.id}, ${step.now}, ${step.end.number + 1}, 'CUT', ${firstId}, ${lastId}, ${rowCount},
          ${step.end.digest}, ${cutDigest(step.end.digest, firstId, lastId, rowCount)}, '')`)
    })
    rows += rowCount
    by.tell(`${rowCount} rows up to ${lastId}`)
  }
  const before = await by.perform(async (ctx) => ({
    at: new Date(ctx.now().getTime() - days * dayMs),
    tenantId: ctx.tenantId,
  }))
  const logins = await by.asOwner((tx) =>
    tx.run(sql`delete from sys_login_log where tenant_id = ${before.tenantId} and created_at < ${before.at}`),
  )
  return `${rows} rows, ${logins} log-ins`
}

/** Yesterday's rows, or those of the day that was asked for, and the whole chain of seals. */
async function verify(by: Steps): Promise<string> {
  const span = await by.perform(async (ctx) => {
    const zone = ctx.org.timeZone
    const day = String(by.params.day ?? dayIn(zone, new Date(ctx.now().getTime() - dayMs)))
    const from = instantAt(zone, `${day} 00:00:00`)
    return { from, to: new Date(from.getTime() + dayMs) }
  })
  const { ok, firstBadId, rows, head } = await verifyChain(by.perform, span)
  if (!ok) throw new Error(`the audit log is not what was sealed, from row ${firstBadId} on`)
  by.tell(`head ${head}`)
  return `${rows} rows`
}

export const auditJobs = {
  auditSealing: { title: ['封存操作日志', 'Seal the audit log'], cron: '5 * * * *', steps: sealAll },
  auditCleaning: { title: ['清理到期日志', 'Clear out old logs'], cron: '15 4 * * *', steps: clean },
  auditChecking: {
    title: ['校验操作日志', 'Verify the audit log'],
    cron: '45 4 * * *',
    params: { day: date(['日期', 'Day']) },
    steps: verify,
  },
} satisfies JobHandlers
