import { bulkInsert } from './bulk.ts'
import type { Ctx, Event } from './ctx.ts'

export async function writeOutbox(ctx: Ctx, events: readonly Event[]): Promise<void> {
  await bulkInsert(
    ctx.tx,
    'sys_outbox',
    events.map((e) => ({
      tenantId: ctx.tenantId,
      orgId: e.orgId ?? ctx.org.id,
      id: ctx.newId(),
      topic: e.topic,
      key: e.key,
      payload: e.payload ?? null,
      notBefore: e.notBefore ?? ctx.now(),
    })),
  )
}
