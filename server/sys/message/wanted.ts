import type { MessageKind } from '@lading/contract/sys/message.ts'
import { mannerOf } from '@lading/contract/sys/subscription.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { quietUntil } from '../subscription/quiet.ts'

/** Somebody who is told, and when it comes to his screen. */
export interface Told {
  readonly userId: string
  /** The end of his quiet hours; undefined: at once. */
  readonly after: Date | undefined
}

/** Whether user `u` must hear of a kind: a role of his says so. */
export const isForced = (ctx: Ctx, kind: Sql | string): Sql => sql`exists (
  select 1 from sys_user_role ur join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.disabled
  join sys_message_force f on f.tenant_id = r.tenant_id and f.role_id = r.id and f.key = ${kind}
  where ur.tenant_id = ${ctx.tenantId} and ur.user_id = u.id)`

/** The kinds that a user must hear of: a role of his says so. */
export async function forcedKinds(ctx: Ctx, userId: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.tx.query<{ key: string }>(sql`
    select distinct f.key from sys_message_force f
    join sys_role r on r.tenant_id = f.tenant_id and r.id = f.role_id and not r.disabled
    join sys_user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id and ur.user_id = ${userId}
    where f.tenant_id = ${ctx.tenantId}`)
  return new Set(rows.map(({ key }) => key))
}

/** Of those to whom something would come, who has not turned it off; and when he may be disturbed. */
export async function wantedBy(ctx: Ctx, to: readonly string[], kind: MessageKind): Promise<Told[]> {
  if (to.length === 0) return []
  // What concerns somebody's own account waits for no hour.
  if (mannerOf[kind] === 'ALWAYS') return to.map((userId) => ({ userId, after: undefined }))
  const rows = await ctx.tx.query<{
    id: string
    timeZone: string
    quietFrom: string | null
    quietTo: string | null
  }>(sql`
    select u.id, o.time_zone, q.quiet_from, q.quiet_to from sys_user u
    join sys_org o on o.tenant_id = u.tenant_id and o.id = u.org_id
    left join sys_message_quiet q on q.tenant_id = u.tenant_id and q.user_id = u.id
    left join sys_message_subscription s on s.tenant_id = u.tenant_id and s.user_id = u.id and s.key = ${kind}
    where u.tenant_id = ${ctx.tenantId} and u.id = any(${to}::bigint[]) and (not coalesce(s.is_off, false) or ${isForced(ctx, kind)})
    order by u.id`)
  return rows.map(({ id, timeZone, quietFrom, quietTo }) => ({
    userId: id,
    after:
      quietFrom === null || quietTo === null
        ? undefined
        : quietUntil(ctx.now(), timeZone, quietFrom.slice(0, 5), quietTo.slice(0, 5)),
  }))
}

/** Who hears of a kind because he asked for it, or because a role of his must. */
export const askedFor = (ctx: Ctx, kind: MessageKind): Sql => sql`(exists (
    select 1 from sys_message_subscription m where m.tenant_id = u.tenant_id and m.user_id = u.id
      and m.key = ${kind} and not m.is_off and m.channels && array['IN_APP', 'EMAIL']::varchar[])
  or ${isForced(ctx, kind)})`
