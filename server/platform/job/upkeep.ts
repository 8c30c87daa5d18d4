import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { putDue } from '../due/queue.ts'
import { triesMax, wholeOutbox } from '../outbox/relay.ts'
import type { Job, JobHandlers, Steps } from './run.ts'

const dayMs = 86_400_000
const keptDays = { token: 1, session: 30, throttle: 1, idempotency: 7 } as const
/** For how many days a tenant keeps what he decides upon. */
export type KeptDays = (ctx: Ctx, what: 'run' | 'message') => Promise<number>
const before = (ctx: Ctx, days: number): Date => new Date(ctx.now().getTime() - days * dayMs)

/** What one statement removes: a moment's work, however much there is. */
const fullStep = 2000
const rowsPerStep = raw(String(fullStep))

/**
 * Removes rows in steps.
 * @param ids which to remove next, at most `full`; fewer: they are the last
 * @returns how many were removed
 */
export async function clear(by: Steps, table: string, ids: (ctx: Ctx) => Sql, full = fullStep): Promise<number> {
  for (let gone = 0; ; ) {
    const n = await by.perform((ctx) =>
      ctx.tx.run(sql`delete from ${raw(table)} where tenant_id = ${ctx.tenantId} and id = any(array(${ids(ctx)}))`),
    )
    gone += n
    if (n > 0) by.tell(`${table}: ${gone}`)
    if (n < full) return gone
  }
}
/** Of the oldest rows of a table, those that are older than a time: ids are in the order of time. */
export const oldest =
  (table: string, time: string, days: number) =>
  (ctx: Ctx): Sql =>
    sql`
    select id from (select * from ${raw(table)} where tenant_id = ${ctx.tenantId} order by id limit ${rowsPerStep}) oldest
    where ${raw(time)} < ${before(ctx, days)}`

/** Deliveries that a crash forgot are due again; those that were tried to the end somebody has to look at. */
const outboxSweep = {
  title: ['补发待发事件', 'Send forgotten events'],
  cron: '15 */4 * * *',
  steps: async (by) => {
    await by.perform(async (ctx) => {
      const left = await ctx.tx.query(
        sql`select 1 from sys_outbox where tenant_id = ${ctx.tenantId} and tries < ${triesMax} limit 1`,
      )
      await putDue(
        ctx.tx,
        ctx.newId,
        left.map(() => ({ tenantId: ctx.tenantId, ...wholeOutbox, at: ctx.now() })),
      )
    })
    const { n, error } = await by.perform((ctx) =>
      ctx.tx.one<{ n: string; error: string | null }>(
        sql`select count(*) as n, max(error) as error from sys_outbox where tenant_id = ${ctx.tenantId} and tries >= ${triesMax}`,
      ),
    )
    if (n !== '0') throw new Error(`${n} events were given up: ${error}`)
    return undefined
  },
} satisfies Job

/** What the product does by itself to stay small. */
export const upkeepJobs = (keptFor: KeptDays) =>
  ({
    sessionCleaning: {
      title: ['清理会话', 'Clear out old sessions'],
      cron: '10 */6 * * *',
      steps: async (by) => {
        const tokens = await clear(
          by,
          'sys_session_token',
          (ctx) => sql`
          select id from sys_session_token where tenant_id = ${ctx.tenantId} and expires_at < ${before(ctx, keptDays.token)}
          order by expires_at limit ${rowsPerStep}`,
        )
        // An ended session stays for a while: the log-in log tells what it was.
        const ended = (ctx: Ctx) => sql`
        select id from sys_session where tenant_id = ${ctx.tenantId} and expires_at < ${before(ctx, keptDays.session)}`
        await clear(
          by,
          'sys_session_token',
          (ctx) => sql`
          select id from sys_session_token where tenant_id = ${ctx.tenantId} and session_id in (${ended(ctx)}) limit ${rowsPerStep}`,
        )
        const sessions = await clear(by, 'sys_session', (ctx) => sql`${ended(ctx)} limit ${rowsPerStep}`)
        await clear(
          by,
          'sys_login_throttle',
          (ctx) => sql`
          select id from sys_login_throttle where tenant_id = ${ctx.tenantId} and updated_at < ${before(ctx, keptDays.throttle)}
            and coalesce(blocked_until, updated_at) < ${ctx.now()} limit ${rowsPerStep}`,
        )
        return `${tokens} tokens, ${sessions} sessions`
      },
    },
    idempotencyCleaning: {
      title: ['清理请求键', 'Clear out request keys'],
      cron: '20 3 * * *',
      steps: async (by) => {
        const runDays = await by.perform((ctx) => keptFor(ctx, 'run'))
        const keys = await clear(by, 'sys_idempotency', oldest('sys_idempotency', 'created_at', keptDays.idempotency))
        await clear(
          by,
          'sys_job_run',
          (ctx) => sql`${oldest('sys_job_run', 'planned', runDays)(ctx)} and status <> 'RUNNING'`,
        )
        return `${keys} keys`
      },
    },
    messageCleaning: {
      title: ['清理消息', 'Clear out old messages'],
      cron: '40 3 * * *',
      steps: async (by) => {
        const days = await by.perform((ctx) => keptFor(ctx, 'message'))
        return `${await clear(by, 'sys_message', oldest('sys_message', 'created_at', days))} messages`
      },
    },
    outboxSweep,
  }) satisfies JobHandlers
