import { refuse } from '@lading/contract/kernel/fault.ts'
import { dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { contentHash, type Mapping, mapRecord, type OutsideRecord } from './mapping.ts'

export const recordMax = 100_000
const numberMax = 200

interface Queued {
  /** Records whose content is ours already. */
  readonly same: number
  readonly ids: readonly string[]
}
type Known = RowOf<typeof dataInteractive, 'id' | 'businessNo' | 'revision' | 'status' | 'contentHash'>

/** By what a record is called in its own words: the values of its key, or, without one, its content. */
function numberOf(record: OutsideRecord, mappings: readonly Mapping[], key: readonly string[], hash: string): string {
  const [row = []] = mapRecord(record, mappings)
  const values = key.map((name) => row[mappings.findIndex(({ target }) => target === name)] ?? '')
  const said = values.join(' ').trim().slice(0, numberMax)
  return said === '' ? `#${hash.slice(0, 12)}` : said
}

/**
 * Notes records that have come, to be brought in by a run. What is ours already with the same content is left alone, and
 * so is what somebody has cancelled; what failed is tried again. The collection is locked by the caller.
 */
export async function queueRecords(
  ctx: Ctx,
  o: { configId: string; runId: string; object: string; key: readonly string[]; mappings: readonly Mapping[] },
  records: readonly OutsideRecord[],
): Promise<Queued> {
  // Of several contents under one number the last one counts.
  const latest = new Map<string, { raw: string; hash: string }>()
  for (const record of records) {
    const raw = JSON.stringify(record)
    if (raw.length > recordMax) refuse(collectionFaults.recordTooBig, { max: recordMax })
    const hash = contentHash(record, o.mappings)
    const no = numberOf(record, o.mappings, o.key, hash)
    latest.delete(no)
    latest.set(no, { raw, hash })
  }
  const known = await ctx.tx.query<Known>(sql`
    select distinct on (business_no) id, business_no, revision, status, content_hash from sys_data_interactive
    where tenant_id = ${ctx.tenantId} and config_id = ${o.configId} and business_no = any(${[...latest.keys()]}::text[])
    order by business_no, revision desc`)
  const byNo = new Map(known.map((row) => [row.businessNo, row]))
  const fresh: { businessNo: string; revision: number; rawRecord: string; contentHash: string }[] = []
  const again: string[] = []
  let same = records.length - latest.size
  for (const [businessNo, { raw, hash }] of latest) {
    const row = byNo.get(businessNo)
    if (row?.contentHash !== hash)
      fresh.push({ businessNo, revision: (row?.revision ?? 0) + 1, rawRecord: raw, contentHash: hash })
    else if (row.status === 'OK' || row.status === 'CANCELLED') same += 1
    else again.push(row.id)
  }
  const { ids } = await insert(
    ctx,
    dataInteractive,
    fresh.map((row) => ({
      ...row,
      configId: o.configId,
      direction: 'IN' as const,
      runId: o.runId,
      object: o.object,
      status: 'PENDING' as const,
      tries: 0,
    })),
  )
  if (again.length > 0)
    await ctx.tx.run(sql`
      update sys_data_interactive set status = 'PENDING', run_id = ${o.runId}, message = null, message_en = null, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = any(${again}::bigint[])`)
  if (ids.length + again.length > 0) ctx.tell(dataInteractive.key)
  return { same, ids: [...ids, ...again] }
}
