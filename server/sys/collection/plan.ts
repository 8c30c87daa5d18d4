import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Kernel } from '../../kernel/perform.ts'
import { nextRun } from '../../platform/job/schedule.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import type { Config } from './remote.ts'
import { insideOf, isBusy, lockConfig, putRun } from './runs.ts'

/** The outbox's word that a collection's time has come. Its key is the collection's id. */
export const collectionDue = 'collection.due'
/** When it comes next; the clock is the outbox, so that a thousand collections that wait cost nothing. */
export async function planNext(
  ctx: Ctx,
  config: Pick<Config, 'id' | 'cron' | 'orgId' | 'disabled'>,
): Promise<Date | null> {
  if (!config.cron || config.disabled) return null
  const org = await ctx.tx.maybe<{ timeZone: string }>(sql`
    select time_zone from sys_org where tenant_id = ${ctx.tenantId} and id = ${config.orgId}`)
  const next = nextRun(config.cron, ctx.now(), org?.timeZone)
  ctx.emit({ topic: collectionDue, key: config.id, notBefore: next })
  return next
}

/** A time that has come: plans the next one, and puts a run in unless one is there. */
async function comeDue(ctx: Ctx, configId: string): Promise<void> {
  const config = await lockConfig(ctx, configId)
  // The word of a plan that was changed since finds nothing to do.
  if (!config?.nextAt || config.disabled || config.nextAt > ctx.now()) return
  const next = await planNext(ctx, config)
  await ctx.tx.run(sql`
    update sys_data_collection set next_at = ${next}, updated_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and id = ${configId}`)
  if (!(await isBusy(ctx, configId))) await putRun(ctx, configId, 'CRON')
}

/** The outbox's `collection.due`. */
export const dueListener =
  (kernel: Kernel): Listener =>
  async (tenantId, [event]) => {
    if (event) await insideOf(kernel, tenantId)((ctx) => comeDue(ctx, event.key))
  }
