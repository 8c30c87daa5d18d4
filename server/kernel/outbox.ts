import { bulkInsert } from './bulk.ts'
import type { Ctx } from './ctx.ts'

/** Something to be done after the commit: at least once, coalesced by topic and key. */
export interface Event {
  readonly topic: string
  readonly key: string
  readonly orgId?: string
  readonly payload?: Readonly<Record<string, unknown>>
  /** Left out: at once. */
  readonly notBefore?: Date
}

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
