import { createHash } from 'node:crypto'
import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionFaults, pushMax } from '@lading/contract/sys/collectionCalls.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { keyOf } from '../../platform/sheet/importDrafts.ts'
import { type OutsideRecord, recordsIn } from './mapping.ts'
import { objectOf } from './objects.ts'
import { queueRecords, recordMax } from './queue.ts'
import type { Config } from './remote.ts'
import { type Collecting, lockConfig, mappingsOf, putRun } from './runs.ts'

/** So much of what cannot be read is kept, for somebody to look at. */
const keptMax = 10_000

/** One record, a list of them, or a whole answer that has them at a path. */
export function readSent(text: string, path: string | null): readonly OutsideRecord[] {
  const trimmed = text.trim()
  const bare = (): readonly OutsideRecord[] => recordsIn(trimmed.startsWith('[') ? trimmed : `[${trimmed}]`, null)
  if (!path) return bare()
  try {
    return recordsIn(trimmed, path)
  } catch (error) {
    if (error instanceof Fault && error.refusal === collectionFaults.noArray) return bare()
    throw error
  }
}

/** Notes what another system has sent, to be brought in by a run. The collection is locked by the caller. */
export async function noteSent(
  ctx: Ctx,
  o: Collecting,
  config: Config,
  records: readonly OutsideRecord[],
  runId: string,
): Promise<{ runId: string; read: number; same: number; ignored: number; queued: number }> {
  const object = objectOf(o.served(), config.object)
  const mappings = await mappingsOf(ctx, config.id)
  const { id: configId, versionPath } = config
  const asked = { configId, versionPath, runId, object: object.key, key: keyOf(object), mappings }
  const { same, ignored, ids } = await queueRecords(ctx, asked, records)
  await ctx.tx.run(sql`
    update sys_collection_run set read_count = read_count + ${records.length}, same_count = same_count + ${same}, ignored_count = ignored_count + ${ignored}
    where tenant_id = ${ctx.tenantId} and id = ${runId}`)
  return { runId, read: records.length, same, ignored, queued: ids.length }
}

/** Messages that come one by one go together while no run has begun with them. */
async function waitingRun(ctx: Ctx, configId: string): Promise<string> {
  const run = await ctx.tx.maybe<{ id: string }>(sql`
    select id from sys_collection_run where tenant_id = ${ctx.tenantId} and config_id = ${configId} and status = 'WAITING' and trigger = 'PUSH'
    order by id desc limit 1`)
  return run?.id ?? putRun(ctx, configId, 'PUSH')
}

/**
 * Notes a message of a line. What no reader could make anything of is noted as failed: it would come again for ever, and
 * hold back what is behind it.
 */
export async function noteMessage(ctx: Ctx, o: Collecting, configId: string, payload: Buffer): Promise<void> {
  const config = await lockConfig(ctx, configId)
  if (!config || config.disabled) throw new Error('the collection is not there any more')
  const runId = await waitingRun(ctx, configId)
  const read = readPayload(payload, config.recordsPath)
  if (read instanceof Fault) await noteUnreadable(ctx, config, runId, payload, read)
  else await noteSent(ctx, o, config, read, runId)
}

function readPayload(payload: Buffer, path: string | null): readonly OutsideRecord[] | Fault {
  try {
    const records = readSent(payload.toString('utf8'), path)
    if (records.length > pushMax) refuse(collectionFaults.tooMany, { max: pushMax })
    if (records.some((record) => JSON.stringify(record).length > recordMax))
      refuse(collectionFaults.recordTooBig, { max: recordMax })
    return records
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

async function noteUnreadable(ctx: Ctx, config: Config, runId: string, payload: Buffer, why: Fault): Promise<void> {
  const hash = createHash('sha256').update(payload).digest('hex')
  const text = payload.toString('utf8').replaceAll('\0', '').slice(0, keptMax)
  const row = {
    configId: config.id,
    direction: 'IN' as const,
    runId,
    object: config.object ?? '',
    businessNo: `#${hash.slice(0, 12)}`,
    revision: 1,
    status: 'FAILED' as const,
    tries: 1,
    message: why.said[0],
    messageEn: why.said[1],
    doneAt: ctx.now(),
    rawRecord: JSON.stringify({ payload: text }),
    contentHash: hash,
  }
  await insert(ctx, dataInteractive, [row], sql`on conflict do nothing`)
  await ctx.tx.run(sql`
    update sys_collection_run set read_count = read_count + 1, failed_count = failed_count + 1
    where tenant_id = ${ctx.tenantId} and id = ${runId}`)
  ctx.tell(dataInteractive.key)
}
