import type { MessageKind } from '@lading/contract/sys/message.ts'
import { isForGroups, robotDelivery } from '@lading/contract/sys/robot.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { robotTopic } from './send.ts'

export interface Happened {
  readonly kind: MessageKind
  /** The same is told a robot once, however often it is delivered to us. */
  readonly eventId: string
  /** Where. */
  readonly orgId: string
  /** Whose goods it is about; null: nobody's in particular. */
  readonly ownerId: string | null
  readonly args: Readonly<Record<string, string>>
  readonly link: string | null
}

/**
 * Puts a message down for each robot that hears of its kind there. A robot that is one owner's hears of nothing that is
 * nobody's in particular: it may tell of others' goods.
 */
export async function tellRobots(ctx: Ctx, { kind, eventId, orgId, ownerId, args, link }: Happened): Promise<void> {
  if (!isForGroups(kind)) return
  const robots = await ctx.tx.query<{ id: string }>(sql`
    select r.id from sys_message_robot r
    where r.tenant_id = ${ctx.tenantId} and not r.disabled and ${kind} = any(r.kinds)
      and (r.owner_id is null or r.owner_id = ${ownerId}::bigint)
      and (r.org_id = ${orgId}::bigint or exists (select 1 from sys_org o
        where o.tenant_id = r.tenant_id and o.id = r.org_id and o.type = 'GROUP'))
    order by r.id`)
  for (const { id: robotId } of robots) await putDelivery(ctx, robotId, { kind, eventId, args, link })
}

type Put = Pick<Happened, 'kind' | 'eventId' | 'args' | 'link'>
/** @returns its id; undefined: that robot has been told */
export async function putDelivery(ctx: Ctx, robotId: string, o: Put): Promise<string | undefined> {
  const row = { robotId, ...o, state: 'PENDING' as const, tries: 0 }
  const { ids, count } = await insert(ctx, robotDelivery, [row], sql`on conflict do nothing`)
  const id = count === 1 ? ids[0] : undefined
  if (id === undefined) return undefined
  ctx.emit({ topic: robotTopic, key: id })
  ctx.tell(robotDelivery.key)
  return id
}
