import { refuse } from '@lading/contract/kernel/fault.ts'
import { dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { contentHash, isBehind, type Mapping, mapRecord, markOf, type OutsideRecord } from './mapping.ts'

export const recordMax = 100_000
const numberMax = 200

interface Queued {
  /** Records whose content is ours already. */
  readonly same: number
  /** Records of an older version than ours. */
  readonly ignored: number
  readonly ids: readonly string[]
}
/** What is asked for with records that have come. */
interface Asked {
  readonly configId: string
  /** Where a record says which version of itself it is; null: the last to come is the newest. */
  readonly versionPath: string | null
  readonly runId: string
  readonly object: string
  readonly key: readonly string[]
  readonly mappings: readonly Mapping[]
}
interface Came {
  readonly no: string
  readonly raw: string
  readonly hash: string
  readonly version: string | null
}
type Known = RowOf<
  typeof dataInteractive,
  'id' | 'businessNo' | 'revision' | 'status' | 'contentHash' | 'sourceVersion'
> & { readonly top: number; readonly late: readonly string[] }

/** By what a record is called in its own words: the values of its key, or, without one, its content. */
function numberOf(record: OutsideRecord, mappings: readonly Mapping[], key: readonly string[], hash: string): string {
  const [row = []] = mapRecord(record, mappings)
  const values = key.map((name) => row[mappings.findIndex(({ target }) => target === name)] ?? '')
  const said = values.join(' ').trim().slice(0, numberMax)
  return said === '' ? `#${hash.slice(0, 12)}` : said
}

const read = (record: OutsideRecord, { mappings, key, versionPath }: Asked): Came => {
  const raw = JSON.stringify(record)
  if (raw.length > recordMax) refuse(collectionFaults.recordTooBig, { max: recordMax })
  const hash = contentHash(record, mappings)
  return { no: numberOf(record, mappings, key, hash), raw, hash, version: markOf(record, versionPath) }
}

/** Whether one is of an older version: who says none is as new as he comes. */
const isOlder = (version: string | null, than: string | null | undefined): boolean =>
  version !== null && typeof than === 'string' && isBehind(than, version)

/** Of several contents under one number the newest counts, which is the last one where nothing says otherwise. */
function newestOf(records: readonly OutsideRecord[], o: Asked) {
  const newest = new Map<string, Came>()
  const passed: Came[] = []
  for (const record of records) {
    const one = read(record, o)
    const other = newest.get(one.no)
    if (other && isOlder(one.version, other.version)) {
      passed.push(one)
      continue
    }
    newest.delete(one.no)
    newest.set(one.no, one)
  }
  return { newest, passed }
}

/** What is here under these numbers: the content that counts, how many there were, and which were too late. */
const knownOf = (ctx: Ctx, configId: string, numbers: readonly string[]): Promise<Known[]> =>
  ctx.tx.query<Known>(sql`
    select distinct on (t.business_no) t.id, t.business_no, t.revision, t.status, t.content_hash, t.source_version, a.top, a.late
    from sys_data_interactive t join (
      select business_no, max(revision) as top, coalesce(array_agg(content_hash) filter (where status = 'IGNORED'), '{}')::varchar[] as late
      from sys_data_interactive where tenant_id = ${ctx.tenantId} and config_id = ${configId} and business_no = any(${numbers}::text[])
      group by business_no) a on a.business_no = t.business_no
    where t.tenant_id = ${ctx.tenantId} and t.config_id = ${configId} and t.business_no = any(${numbers}::text[]) and t.status <> 'IGNORED'
    order by t.business_no, t.revision desc`)

/** A record that is too late is kept, for whoever asks why nothing came of it. */
function lateRow(ctx: Ctx, { version }: Came, last: string | null) {
  const message = `来源版本[${version}]早于已收到的[${last}]，未写入`
  const messageEn = `Version [${version}] is older than [${last}], which is here already: it was not written`
  return { status: 'IGNORED' as const, message, messageEn, doneAt: ctx.now() }
}

/**
 * Notes records that have come, to be brought in by a run. What is ours already with the same content is left alone, and
 * so is what somebody has cancelled; what failed is tried again. A record of an older version than the one that is here is
 * noted and goes nowhere. The collection is locked by the caller.
 */
export async function queueRecords(ctx: Ctx, o: Asked, records: readonly OutsideRecord[]): Promise<Queued> {
  const { newest, passed } = newestOf(records, o)
  const byNo = new Map((await knownOf(ctx, o.configId, [...newest.keys()])).map((row) => [row.businessNo, row]))
  const top = new Map([...byNo].map(([no, row]) => [no, row.top]))
  const again: string[] = []
  let same = records.length - newest.size - passed.length
  const row = ({ no, raw, hash, version }: Came) => {
    const revision = (top.get(no) ?? 0) + 1
    top.set(no, revision)
    return { businessNo: no, revision, rawRecord: raw, contentHash: hash, sourceVersion: version }
  }
  const fresh: ReturnType<typeof row>[] = []
  const late: (ReturnType<typeof row> & ReturnType<typeof lateRow>)[] = []
  let ignored = 0
  const ignore = (one: Came, last: string | null): void => {
    ignored += 1
    const isKnown = byNo.get(one.no)?.late.includes(one.hash) || late.some(({ contentHash: hash }) => hash === one.hash)
    if (!isKnown) late.push({ ...row(one), ...lateRow(ctx, one, last) })
  }
  for (const one of newest.values()) {
    const known = byNo.get(one.no)
    if (known?.contentHash === one.hash && (known.status === 'OK' || known.status === 'CANCELLED')) same += 1
    else if (known?.contentHash === one.hash) again.push(known.id)
    else if (isOlder(one.version, known?.sourceVersion)) ignore(one, known?.sourceVersion ?? null)
    // Who says no version does not make us forget the last.
    else fresh.push({ ...row(one), sourceVersion: one.version ?? known?.sourceVersion ?? null })
  }
  for (const one of passed) ignore(one, newest.get(one.no)?.version ?? null)
  return { same, ignored, ids: [...(await note(ctx, o, fresh, late)), ...(await tryAgain(ctx, o.runId, again))] }
}

type Noted = RowOf<typeof dataInteractive, 'businessNo' | 'revision' | 'rawRecord' | 'contentHash' | 'sourceVersion'>

/** @returns the ids of those that wait for the run */
async function note(ctx: Ctx, o: Asked, fresh: readonly Noted[], late: readonly Noted[]): Promise<readonly string[]> {
  const of = { configId: o.configId, direction: 'IN' as const, runId: o.runId, object: o.object, tries: 0 }
  const { ids } = await insert(
    ctx,
    dataInteractive,
    fresh.map((row) => ({ ...row, ...of, status: 'PENDING' as const })),
  )
  await insert(
    ctx,
    dataInteractive,
    late.map((row) => ({ ...row, ...of })),
  )
  if (fresh.length + late.length > 0) ctx.tell(dataInteractive.key)
  return ids
}

async function tryAgain(ctx: Ctx, runId: string, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return ids
  await ctx.tx.run(sql`
    update sys_data_interactive set status = 'PENDING', run_id = ${runId}, message = null, message_en = null, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
  ctx.tell(dataInteractive.key)
  return ids
}
