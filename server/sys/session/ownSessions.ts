import { endSessions, getSessions, type OwnSession } from '@lading/contract/sys/session.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { revokeSessions } from './tokens.ts'

const listMax = 100

type Row = Omit<OwnSession, 'isCurrent' | 'createTime' | 'lastSeen'> & { createdAt: Date; lastSeen: Date }

/** Where a user is logged in, the caller's session first, then the latest; not what nobody can renew any more. */
export async function readSessions(ctx: Ctx, userId: string): Promise<OwnSession[]> {
  const rows = await ctx.tx.query<Row>(sql`
    select s.id, s.source, s.ip, s.user_agent, s.created_at, s.last_seen, o.name as working_org_name
    from sys_session s join sys_org o on o.tenant_id = s.tenant_id and o.id = s.working_org_id
    where s.tenant_id = ${ctx.tenantId} and s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${ctx.now()}
      and exists (select 1 from sys_session_token k
        where k.tenant_id = s.tenant_id and k.session_id = s.id and k.kind in ('ACCESS', 'REFRESH') and k.expires_at > ${ctx.now()})
    order by (s.id = ${ctx.sessionId}) desc, s.last_seen desc, s.id desc limit ${listMax}`)
  return rows.map(({ createdAt, lastSeen, ...row }) => ({
    ...row,
    createTime: createdAt.toISOString(),
    lastSeen: lastSeen.toISOString(),
    isCurrent: row.id === ctx.sessionId,
  }))
}

export const ownSessionsServed = (): Served[] => [
  serve(getSessions, (ctx) => readSessions(ctx, ctx.userId ?? '0')),
  serve(endSessions, async (ctx, { ids }) => {
    // This one ends by logging out; another user's is not there.
    const others = ids.filter((id) => id !== ctx.sessionId)
    const count = await revokeSessions(ctx, { userId: ctx.userId ?? '0', ids: others }, 'OWNER')
    if (count > 0)
      ctx.audit({
        subject: 'sys.user',
        subjectId: ctx.userId ?? '0',
        subjectNo: ctx.username,
        action: 'endSessions',
        after: { count },
      })
    return { count }
  }),
]
