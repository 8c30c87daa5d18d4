import { say } from '@lading/contract/kernel/text.ts'
import type { OpenSocket } from '@lading/contract/sys/monitor.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { knownEntity } from '../../kernel/registry.ts'
import { nodeName } from '../../platform/job/run.ts'
import type { Opened } from '../../platform/push/push.ts'
import { withinReach } from '../rights.ts'

/** More than anybody reads. */
const shownMax = 500

/** Sockets of people within reach, whose and from where as their session tells it; `total` counts all of the tenant. */
export async function socketsOf(ctx: Ctx, opened: readonly Opened[]) {
  const ids = [...new Set(opened.flatMap(({ sessionId }) => sessionId ?? []))]
  const rows = await ctx.tx.query<Omit<OpenSocket, 'since' | 'topics'>>(sql`
    select s.id, coalesce(u.real_name, u.username) as user, o.name as org, s.source, s.ip from sys_session s
    join sys_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join sys_org o on o.tenant_id = s.tenant_id and o.id = s.working_org_id
    where s.tenant_id = ${ctx.tenantId} and s.id = any(${ids}::bigint[]) and (s.user_id = ${ctx.userId} or ${withinReach(ctx, sql`u.org_id`)})`)
  const bySession = new Map(rows.map((row) => [row.id, row]))
  const titled = (topic: string): string => {
    const e = knownEntity(topic)
    return e ? say(e.title, ctx.language) : topic
  }
  const sockets = opened.flatMap(({ id, sessionId, since, topics }): OpenSocket[] => {
    const row = sessionId === null ? undefined : bySession.get(sessionId)
    return row ? [{ ...row, id, since: since.toISOString(), topics: [...new Set(topics.map(titled))].sort() }] : []
  })
  return { node: nodeName, total: opened.length, sockets: sockets.slice(0, shownMax) }
}
