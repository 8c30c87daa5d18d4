import type { openUsage } from '@lading/contract/sys/openAccount.ts'
import type { OpenUsage } from '@lading/contract/sys/openCalls.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Input } from '../../kernel/rules.ts'
import { daySlot } from './admit.ts'

const days = 30
const dayMs = 86_400_000

/** The last days, also those without a call. */
export async function usage(ctx: Ctx, account: Input): Promise<OpenUsage> {
  const slots = Array.from({ length: days }, (_, i) => daySlot(new Date(ctx.now().getTime() - (days - 1 - i) * dayMs)))
  const rows = await ctx.tx.query<RowOf<typeof openUsage, 'slot' | 'calls' | 'refused'>>(sql`
    select slot, calls, refused from sys_open_usage
    where tenant_id = ${ctx.tenantId} and account_id = ${String(account.id)} and slot = any(${slots}::text[])`)
  const bySlot = new Map(rows.map((r) => [r.slot, r]))
  const told = slots.map((day) => ({
    day,
    calls: bySlot.get(day)?.calls ?? 0,
    refused: bySlot.get(day)?.refused ?? 0,
  }))
  return { days: told, today: told.at(-1)?.calls ?? 0, quota: Number(account.dailyQuota) }
}

/** Calls of the account `t` on this day. */
export const callsToday = (ctx: Ctx): Sql => sql`
  coalesce((select u.calls from sys_open_usage u where u.tenant_id = t.tenant_id and u.account_id = t.id and u.slot = ${daySlot(ctx.now())}), 0)`
/** When the account `t` was last heard of. */
export const lastCallAt = sql`
  (select l.created_at from sys_open_call_log l where l.tenant_id = t.tenant_id and l.account_id = t.id order by l.id desc limit 1)`
