import type { MessageKind } from '@lading/contract/sys/message.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

export interface Sent {
  readonly key: string
  readonly sent: number
  readonly failed: number
}
const weekMs = 7 * 86_400_000

/** Of kinds of messages how many people had in the last seven days, and what robots and mail have given up. */
export async function sentLately(ctx: Ctx, kinds: readonly MessageKind[]): Promise<readonly Sent[]> {
  const since = new Date(ctx.now().getTime() - weekMs)
  return ctx.tx.query<Sent & object>(sql`
    select k.key,
      (select count(*)::integer from sys_message m where m.tenant_id = ${ctx.tenantId} and m.key = k.key and m.created_at > ${since}) as sent,
      ((select count(*) from sys_robot_delivery r where r.tenant_id = ${ctx.tenantId} and r.kind = k.key and r.state = 'DEAD' and r.created_at > ${since})
        + (select count(*) from sys_mail l where l.tenant_id = ${ctx.tenantId} and l.kind = k.key and l.state = 'FAILED' and l.created_at > ${since}))::integer as failed
    from unnest(${kinds}::text[]) k (key)`)
}
