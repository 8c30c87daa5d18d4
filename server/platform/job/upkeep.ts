import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { triesMax } from '../outbox/relay.ts'
import type { JobHandlers } from './jobs.ts'

const dayMs = 86_400_000
const keptDays = { token: 1, session: 30, throttle: 1, idempotency: 7, run: 90, message: 90 } as const
const before = (ctx: Ctx, days: number): Date => new Date(ctx.now().getTime() - days * dayMs)

/** What the product does by itself to stay small. */
export const upkeepJobs: JobHandlers = {
  sessionCleaning: {
    cron: '10 * * * *',
    run: async (ctx) => {
      const t = ctx.tenantId
      const old = before(ctx, keptDays.session)
      const tokens = await ctx.tx.run(
        sql`delete from sys_session_token where tenant_id = ${t} and expires_at < ${before(ctx, keptDays.token)}`,
      )
      // An ended session stays for a while: the log-in log tells what it was.
      await ctx.tx.run(sql`delete from sys_session_token where tenant_id = ${t}
        and session_id in (select id from sys_session where tenant_id = ${t} and expires_at < ${old})`)
      const sessions = await ctx.tx.run(sql`delete from sys_session where tenant_id = ${t} and expires_at < ${old}`)
      await ctx.tx.run(sql`delete from sys_login_throttle where tenant_id = ${t}
        and updated_at < ${before(ctx, keptDays.throttle)} and coalesce(blocked_until, updated_at) < ${ctx.now()}`)
      return `${tokens} tokens, ${sessions} sessions`
    },
  },
  idempotencyCleaning: {
    cron: '20 3 * * *',
    run: async (ctx) => {
      const t = ctx.tenantId
      const keys = await ctx.tx.run(
        sql`delete from sys_idempotency where tenant_id = ${t} and created_at < ${before(ctx, keptDays.idempotency)}`,
      )
      await ctx.tx.run(
        sql`delete from sys_job_run where tenant_id = ${t} and planned < ${before(ctx, keptDays.run)} and status <> 'RUNNING'`,
      )
      return `${keys} keys`
    },
  },
  messageCleaning: {
    cron: '40 3 * * *',
    run: async (ctx) => {
      const old = before(ctx, keptDays.message)
      const gone = await ctx.tx.run(
        sql`delete from sys_message where tenant_id = ${ctx.tenantId} and created_at < ${old}`,
      )
      return `${gone} messages`
    },
  },
  /** Deliveries that were tried to the end: somebody has to look at them. */
  outboxSweep: {
    cron: '*/10 * * * *',
    run: async (ctx) => {
      const { n, error } = await ctx.tx.one<{ n: string; error: string | null }>(
        sql`select count(*) as n, max(error) as error from sys_outbox where tenant_id = ${ctx.tenantId} and tries >= ${triesMax}`,
      )
      if (n !== '0') throw new Error(`${n} events were given up: ${error}`)
      return undefined
    },
  },
}
