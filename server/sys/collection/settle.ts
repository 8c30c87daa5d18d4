import type { Text } from '@lading/contract/kernel/text.ts'
import { dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

const reasonMax = 1_000
/** As much of a text as is kept. */
export const shortened = ([zh, en]: Text): Text => [zh.slice(0, reasonMax), en.slice(0, reasonMax)]

/** Notes what became of records; those that went in together or not at all have failed together. */
export async function settle(
  ctx: Ctx,
  runId: string,
  ids: readonly string[],
  problems: ReadonlyMap<number, Text>,
  isHeld: boolean,
): Promise<void> {
  const held = collectionFaults.stopped.text
  const good = isHeld ? [] : ids.filter((_, i) => !problems.has(i))
  const bad = ids.flatMap((id, i) => {
    const why = problems.get(i) ?? (isHeld ? held : undefined)
    return why === undefined ? [] : [{ id, why: shortened(why) }]
  })
  await ctx.tx.run(sql`
    update sys_data_interactive set status = 'OK', message = null, message_en = null, tries = tries + 1, done_at = ${ctx.now()}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = any(${good}::bigint[])`)
  for (const {
    id,
    why: [zh, en],
  } of bad)
    await ctx.tx.run(sql`
      update sys_data_interactive set status = 'FAILED', message = ${zh}, message_en = ${en}, tries = tries + 1, done_at = ${ctx.now()}, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${id}`)
  await ctx.tx.run(sql`
    update sys_collection_run set ok_count = ok_count + ${good.length}, failed_count = failed_count + ${bad.length}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${runId}`)
  ctx.tell(dataInteractive.key)
  ctx.tell(dataCollection.key)
}

/** What of a run was not come to. */
export async function failRest(ctx: Ctx, runId: string, why: Text): Promise<void> {
  const [zh, en] = shortened(why)
  const n = await ctx.tx.run(sql`
    update sys_data_interactive set status = 'FAILED', message = ${zh}, message_en = ${en}, done_at = ${ctx.now()}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and run_id = ${runId} and status = 'PENDING'`)
  await ctx.tx.run(sql`
    update sys_collection_run set failed_count = failed_count + ${n} where tenant_id = ${ctx.tenantId} and id = ${runId}`)
  ctx.tell(dataInteractive.key)
}
