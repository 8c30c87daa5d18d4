import { documentOf } from '@lading/contract/sys/businessEvent.ts'
import { dataInteractive } from '@lading/contract/sys/collection.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../../kernel/ctx.ts'
import { insert } from '../../../kernel/insert.ts'
import type { Told } from '../../openAccount/webhooks.ts'

/** The outbox's word that a message of a collection is to be sent. Its key is the id of its line in the log. */
export const sendTopic = 'collection.send'
const numberMax = 200

interface Wanting {
  readonly id: string
  readonly ownerIds: readonly string[] | null
}

/**
 * Puts a message down for every collection that sends such ones from there: one line of the log for each, found again by
 * the message's id, so that an event that is told twice goes once.
 * @returns false: no collection sends any at all
 */
export async function tellCollections(ctx: Ctx, { orgId, message, ownerIds }: Told): Promise<boolean> {
  const any = await ctx.tx.maybe(sql`
    select 1 from sys_data_collection t where t.tenant_id = ${ctx.tenantId} and t.direction = 'OUT' and not t.disabled limit 1`)
  if (!any) return false
  const configs = await ctx.tx.query<Wanting>(sql`
    select t.id, case when t.owner_scope = 'LISTED' then t.owner_ids end as owner_ids from sys_data_collection t
    join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    where t.tenant_id = ${ctx.tenantId} and t.direction = 'OUT' and not t.disabled and ${message.type} = any(t.events)
      and (t.org_id = ${orgId} or o.type = 'GROUP') order by t.id`)
  for (const config of configs) {
    const lines = message.lines.filter((_, i) => config.ownerIds?.includes(ownerIds[i] ?? '') ?? true)
    if (lines.length === 0) continue
    const no = message.source.billNo ?? message.source.no ?? ''
    const row = {
      configId: config.id,
      direction: 'OUT' as const,
      object: message.type,
      businessNo: `${no.slice(0, numberMax - message.id.length - 1)} ${message.id}`.trim(),
      document: documentOf(message),
      revision: 1,
      status: 'PENDING' as const,
      tries: 0,
      rawRecord: JSON.stringify({ ...message, lines }),
    }
    const { ids, count } = await insert(ctx, dataInteractive, [row], sql`on conflict do nothing`)
    if (count === 0) continue
    ctx.emit({ topic: sendTopic, key: ids[0] ?? '' })
    ctx.tell(dataInteractive.key)
  }
  return true
}
