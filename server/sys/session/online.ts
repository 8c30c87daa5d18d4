import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { session } from '@lading/contract/sys/tables.ts'
import { userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { userView } from '@lading/contract/sys/userCalls.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve, serveList } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { demandNotStronger, demandReach, withinReach } from '../rights.ts'
import { logLogin } from './loginLog.ts'
import { revokeSessions } from './tokens.ts'

/** Sessions `t` that somebody can still work in, of users of the working organisation and below. */
const open = (ctx: Ctx): Sql[] => [
  sql`t.revoked_at is null and t.expires_at > ${ctx.now()}`,
  sql`exists (select 1 from sys_session_token k where k.tenant_id = t.tenant_id and k.session_id = t.id
    and k.kind in ('ACCESS', 'REFRESH') and k.expires_at > ${ctx.now()})`,
  sql`exists (select 1 from sys_user u where u.tenant_id = t.tenant_id and u.id = t.user_id and ${withinReach(ctx, sql`u.org_id`)})`,
]

async function list(ctx: Ctx, input: Parameters<typeof listRecords>[2]) {
  const page = await listRecords(ctx, session, input, open(ctx))
  const records = page.records.map((r) => ({ ...r, publicKey: null, isCurrent: r.id === ctx.sessionId }))
  return { ...page, records }
}

/** Ends sessions, each as far as the caller may end it: one that he may not end ends none. */
async function revoke(ctx: Ctx, { ids, reason }: z.output<typeof userAccessCalls.revoke.input>) {
  if (ctx.sessionId !== null && ids.includes(ctx.sessionId)) refuse(sysFaults.ownSession)
  const rows = await ctx.tx.query<{ id: string; userId: string; username: string; orgId: string }>(sql`
    select t.id, t.user_id, u.username, u.org_id from sys_session t
    join sys_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
    where t.tenant_id = ${ctx.tenantId} and t.id = any(${ids}::bigint[]) order by t.id`)
  if (rows.length !== new Set(ids).size) refuse(faults.notFound, { subject: session.title, no: '' })
  await demandReach(
    ctx,
    rows.map((r) => r.orgId),
  )
  let count = 0
  for (const [userId, own] of Map.groupBy(rows, (r) => r.userId)) {
    await demandNotStronger(ctx, userId)
    const ended = await revokeSessions(ctx, { userId, ids: own.map((r) => r.id) }, 'ADMIN')
    count += ended
    if (ended === 0) continue
    await logLogin(ctx, { id: userId, username: own[0]?.username ?? '' }, 'ENDED', ctx.username)
    const after = { count: ended, ...(reason && { reason }) }
    ctx.audit({
      subject: userView.key,
      subjectId: userId,
      subjectNo: own[0]?.username ?? null,
      action: 'endSessions',
      after,
    })
  }
  return { count }
}

export function onlineServed(): Served[] {
  const { query } = crudCalls(session)
  return [
    ...(query ? [serveList(query, list)] : []),
    ...exportServed(session, open),
    serve(userAccessCalls.revoke, revoke),
  ]
}
