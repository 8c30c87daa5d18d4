import { mannerOf } from '@lading/contract/sys/subscription.ts'
import type { user } from '@lading/contract/sys/user.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import type { Notice } from '../../platform/tellWho.ts'
import { tellRobots } from '../robot/tell.ts'
import { sendMessage } from './messages.ts'
import { askedFor } from './wanted.ts'

/** Nobody in particular: what the product itself does by the clock. */
type Stored = Notice & { readonly by: string | null }
/** Nobody asks for more than this many people at once. */
const receiversMax = 200

/** The outbox's `message`: each of those whom it concerns hears of it once. */
export const noticeListener =
  (kernel: Kernel): Listener =>
  async (tenantId, events) => {
    for (const event of events) {
      // `tellWho` has put it there.
      const notice = event.payload as unknown as Stored
      const org = { ...systemOrg, id: event.orgId }
      await perform(kernel, tenantId, systemOrigin(event.id), systemIdentity(tenantId, org), async (ctx) => {
        const args = { ...notice.args, event: event.id }
        const to = await receiversOf(ctx, event.orgId, notice, event.id)
        if (to.length > 0) await sendMessage(ctx, to, notice.kind, { args, link: notice.link })
        const ownerId = 'permission' in notice.to ? notice.to.ownerId : null
        await tellRobots(ctx, {
          ...{ kind: notice.kind, eventId: event.id, orgId: event.orgId },
          ...{ ownerId, args: notice.args, link: notice.link },
        })
      })
    }
  }

async function receiversOf(ctx: Ctx, orgId: string, { kind, to, by }: Stored, eventId: string): Promise<string[]> {
  const may: Sql = 'userIds' in to ? sql`u.id = any(${to.userIds}::bigint[])` : mayDo(orgId, to)
  // What comes on request comes to those who have asked.
  const who: Sql = mannerOf[kind] === 'OFF' ? sql`${may} and ${askedFor(ctx, kind)}` : may
  const rows = await ctx.tx.query<RowOf<typeof user, 'id'>>(sql`
    select u.id from sys_user u where u.tenant_id = ${ctx.tenantId} and not u.disabled and u.id is distinct from ${by}::bigint and ${who}
      and not exists (select 1 from sys_message m where m.tenant_id = u.tenant_id and m.user_id = u.id
        and m.key = ${kind} and m.args->>'event' = ${eventId})
    order by u.id limit ${receiversMax}`)
  return rows.map(({ id }) => id)
}

/** Who works there, has the right by a role, and sees goods of that owner. */
const mayDo = (orgId: string, { permission, ownerId }: Extract<Notice['to'], { permission: string }>): Sql => sql`
  (u.org_id = ${orgId} or exists (
    select 1 from sys_user_org o where o.tenant_id = u.tenant_id and o.user_id = u.id and o.org_id = ${orgId}))
  and exists (
    select 1 from sys_user_role ur
    join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.disabled
    join sys_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id and p.permission = ${permission}
    where ur.tenant_id = u.tenant_id and ur.user_id = u.id)
  and (${ownerId}::bigint is null
    or not exists (select 1 from sys_user_owner w where w.tenant_id = u.tenant_id and w.user_id = u.id)
    or exists (select 1 from sys_user_owner w where w.tenant_id = u.tenant_id and w.user_id = u.id and w.owner_id = ${ownerId}))`
