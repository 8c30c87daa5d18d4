import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { collectionRun, dataCollection, type dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import type { RunState } from '@lading/contract/sys/job.ts'
import sql from 'sql-template-tag'
import { type Ctx, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import type { Served } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { atMost } from '../../platform/atMost.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { keyOf } from '../../platform/sheet/importDrafts.ts'
import { unseal } from '../seal.ts'
import { asKeeper, bringInSaid, rowsAtOnce } from './bring.ts'
import type { CollectedFile } from './folder.ts'
import { furthest, type Mapping, mapRecord, type OutsideRecord } from './mapping.ts'
import { importPermission, objectOf } from './objects.ts'
import { papersIn } from './papers.ts'
import { queueRecords } from './queue.ts'
import { type Config, withFiles } from './remote.ts'
import { failRest, settle, shortened } from './settle.ts'
import { pagesOf } from './source.ts'

/** The outbox's word that a run waits to be worked on. Its key is the run's id. */
export const collectionTopic = 'collection.run'

export interface Collecting {
  readonly served: () => readonly Served[]
  /** The installation's. */
  readonly secret: string
}

/** A run that has told nothing for so long is nobody's any more. */
const lostMs = 3 * 60_000
/** Another run of the same collection has to end first. */
const againMs = 2_000
/** Runs that this process works on at the same moment. */
const turn = atMost(4)

type Run = RowOf<typeof collectionRun, 'id' | 'configId' | 'trigger' | 'status' | 'updatedAt'>

/** The collection, locked against whoever else begins a run of it or puts something into it. */
export const lockConfig = (ctx: Ctx, id: string): Promise<Config | undefined> =>
  ctx.tx.maybe<Config>(sql`
    select id, code, direction, source_kind, object, org_id, events, owner_scope, owner_ids, endpoint, folder, topic, client_id, line_format, line_pattern, line_unit, steadiness, credential_kind, credential_name, host_key, records_path, watermark_path, watermark, version_path,
      batch_size, error_policy, cron, keeper_id, next_at, disabled, sealed
    from sys_data_collection where tenant_id = ${ctx.tenantId} and id = ${id} for no key update`)

export const mappingsOf = (ctx: Ctx, configId: string): Promise<Mapping[]> =>
  ctx.tx.query<Mapping>(sql`
    select target, path, fixed, words from sys_collection_mapping
    where tenant_id = ${ctx.tenantId} and config_id = ${configId} order by id`)

/** Puts a run in, to be worked on once this has been committed. */
export async function putRun(
  ctx: Ctx,
  configId: string,
  trigger: 'CRON' | 'MANUAL' | 'PUSH' | 'RESTART',
  more: { readCount?: number; sameCount?: number } = {},
): Promise<string> {
  const { ids } = await insert(ctx, collectionRun, [{ configId, trigger, status: 'WAITING' as const, ...more }])
  const runId = ids[0] ?? ''
  ctx.emit({ topic: collectionTopic, key: runId })
  ctx.tell(dataCollection.key)
  return runId
}

/** Whether a run of it is under way, or waits for its turn. */
export const isBusy = async (ctx: Ctx, configId: string): Promise<boolean> =>
  (await ctx.tx.maybe(sql`
    select 1 from sys_collection_run where tenant_id = ${ctx.tenantId} and config_id = ${configId} and status in ('WAITING', 'RUNNING') limit 1`)) !==
  undefined

interface Work {
  readonly runId: string
  readonly trigger: Run['trigger']
  readonly config: Config
  readonly mappings: readonly Mapping[]
}

/**
 * Takes a run to be worked on. One at a time for a collection, in the order in which they came. Word of it comes back
 * until it has ended, so that what a dead process had is found.
 */
async function take(ctx: Ctx, runId: string): Promise<Work | undefined> {
  const seen = await ctx.tx.maybe<{ configId: string }>(sql`
    select config_id from sys_collection_run where tenant_id = ${ctx.tenantId} and id = ${runId}`)
  const config = seen && (await lockConfig(ctx, seen.configId))
  if (!config) return undefined
  const run = await ctx.tx.one<Run>(sql`
    select id, config_id, trigger, status, updated_at from sys_collection_run where tenant_id = ${ctx.tenantId} and id = ${runId} for update`)
  if (run.status !== 'WAITING' && run.status !== 'RUNNING') return undefined
  const lookAgain = (ms: number) =>
    ctx.emit({ topic: collectionTopic, key: runId, notBefore: new Date(ctx.now().getTime() + ms) })
  if (run.status === 'RUNNING' && ctx.now().getTime() - run.updatedAt.getTime() < lostMs) {
    lookAgain(lostMs)
    return undefined
  }
  // What it had read is not known any more; the next one reads it again.
  if (run.status === 'RUNNING' && (run.trigger === 'CRON' || run.trigger === 'MANUAL')) {
    await endRun(ctx, config.id, runId, 'FAILED', collectionFaults.lost.text)
    return undefined
  }
  const before = await ctx.tx.maybe(sql`
    select 1 from sys_collection_run where tenant_id = ${ctx.tenantId} and config_id = ${config.id} and id < ${runId}
      and status in ('WAITING', 'RUNNING') limit 1`)
  if (before) {
    lookAgain(againMs)
    return undefined
  }
  await ctx.tx.run(sql`
    update sys_collection_run set status = 'RUNNING', started_at = ${ctx.now()}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${runId}`)
  lookAgain(lostMs)
  ctx.tell(dataCollection.key)
  return { runId, trigger: run.trigger, config, mappings: await mappingsOf(ctx, config.id) }
}

async function endRun(
  ctx: Ctx,
  configId: string,
  runId: string,
  status: RunState,
  message: Text | null,
): Promise<void> {
  const [zh, en] = message ? shortened(message) : [null, null]
  await ctx.tx.run(sql`
    update sys_collection_run set status = ${status}, message = ${zh}, message_en = ${en}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${runId} and status in ('WAITING', 'RUNNING')`)
  await ctx.tx.run(sql`
    update sys_data_collection set last_at = ${ctx.now()}, last_status = ${status}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${configId}`)
  ctx.tell(dataCollection.key)
}

type Inside = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** Some record went wrong where none may: the run ends there. */
class Stopped extends Error {}

async function workOn(kernel: Kernel, o: Collecting, inside: Inside, tenantId: string, work: Work): Promise<void> {
  const { config, runId } = work
  try {
    if (config.keeperId === null) throw new Fault(collectionFaults.noKeeper)
    const object = objectOf(o.served(), config.object)
    const hand = { kernel, o, inside, tenantId, work, object }
    if (work.trigger === 'CRON' || work.trigger === 'MANUAL') await pull(hand)
    else await bringWaiting(hand)
    await inside((ctx) => endRun(ctx, config.id, runId, 'DONE', null))
  } catch (error) {
    if (!(error instanceof Fault || error instanceof Stopped))
      kernel.log.error({ err: error, collection: config.code }, 'a collection failed')
    const why =
      error instanceof Fault ? error.said : (error instanceof Stopped ? collectionFaults.stopped : faults.internal).text
    await inside(async (ctx) => {
      await failRest(ctx, runId, why)
      await endRun(ctx, config.id, runId, 'FAILED', why)
    })
  }
}

interface Hand {
  readonly kernel: Kernel
  readonly o: Collecting
  readonly inside: Inside
  readonly tenantId: string
  readonly work: Work
  readonly object: AnyEntity
}

/** Reads the source to its end. */
const pull = (hand: Hand): Promise<void> =>
  hand.work.config.sourceKind === 'REST_PULL' ? pullPages(hand) : pullFiles(hand)

/** What was read is noted, and brought in. */
async function takeIn(hand: Hand, records: readonly OutsideRecord[]): Promise<void> {
  const { inside, object } = hand
  const { config, mappings, runId } = hand.work
  for (let from = 0; from < records.length; from += config.batchSize) {
    const some = records.slice(from, from + config.batchSize)
    await inside(async (ctx) => {
      await lockConfig(ctx, config.id)
      const { id: configId, versionPath } = config
      const asked = { configId, versionPath, runId, object: object.key, key: keyOf(object), mappings }
      const { same, ignored } = await queueRecords(ctx, asked, some)
      await ctx.tx.run(sql`
        update sys_collection_run set read_count = read_count + ${some.length}, same_count = same_count + ${same}, ignored_count = ignored_count + ${ignored}, updated_at = ${ctx.now()}
        where tenant_id = ${ctx.tenantId} and id = ${runId}`)
    })
    await bringWaiting(hand)
  }
}

/** Its watermark moves once all of it has been handled. */
async function pullPages(hand: Hand): Promise<void> {
  const { inside, o } = hand
  const { config } = hand.work
  const secret = config.sealed === null ? null : unseal(config.sealed, o.secret, 'collection')
  let mark = config.watermark
  for await (const records of pagesOf(config, secret)) {
    mark = furthest(records, config.watermarkPath, mark)
    await takeIn(hand, records)
  }
  if (mark !== config.watermark)
    await inside(async (ctx) => {
      // Somebody may have set it meanwhile: then his stands.
      await ctx.tx.run(sql`
        update sys_data_collection set watermark = ${mark}, updated_at = ${ctx.now()}
        where tenant_id = ${ctx.tenantId} and id = ${config.id} and watermark is not distinct from ${config.watermark}`)
    })
}

export const tenantCode = async (ctx: Ctx): Promise<string> =>
  (await ctx.tx.one<{ code: string }>(sql`select code from sys_tenant where id = ${ctx.tenantId}`)).code

/** What says nothing of the file that was being read. */
const notOfFile: ReadonlySet<number> = new Set([faults.foreignOrg.code, collectionFaults.unreachable.code])

/** A file that cannot be read, or of which nothing may go in, is put aside, and ends the run; what is behind it waits. */
async function pullFiles(hand: Hand): Promise<void> {
  const { kernel, inside, o, work } = hand
  const how = { tenant: await inside(tenantCode), secret: o.secret, at: kernel.now() }
  await withFiles(work.config, how, (files) => takeFiles(hand, files))
}
async function takeFiles(hand: Hand, files: readonly CollectedFile[]): Promise<void> {
  const { object, work } = hand
  for (const file of files) {
    try {
      const { config, mappings } = work
      await takeIn(hand, papersIn(await file.records(), { ...config, object, mappings }))
    } catch (error) {
      const isOfFile = error instanceof Stopped || (error instanceof Fault && !notOfFile.has(error.refusal.code))
      if (isOfFile) await file.end('failed')
      if (!(error instanceof Fault)) throw error
      throw new Fault(collectionFaults.file, { file: file.name, reason: error.said })
    }
    await file.end('done')
  }
}

type Waiting = RowOf<typeof dataInteractive, 'id' | 'businessNo' | 'revision' | 'rawRecord'> & {
  readonly isOld: boolean
}

/** Brings in what waits in the run, some at a time, until nothing does. */
async function bringWaiting(hand: Hand): Promise<void> {
  const { inside, work } = hand
  for (;;) {
    const rows = await inside((ctx) =>
      ctx.tx.query<Waiting>(sql`
        select t.id, t.business_no, t.revision, t.raw_record, exists (select 1 from sys_data_interactive n
          where n.tenant_id = t.tenant_id and n.config_id = t.config_id and n.business_no = t.business_no and n.revision > t.revision and n.status <> 'IGNORED') as is_old
        from sys_data_interactive t where t.tenant_id = ${ctx.tenantId} and t.run_id = ${work.runId} and t.status = 'PENDING'
        order by t.id limit ${work.config.batchSize}`),
    )
    if (rows.length === 0) return
    await bringSome(hand, rows)
  }
}

/** As many of them as make up the rows that go together, and then the others. */
function groups(rows: readonly Waiting[], mappings: readonly Mapping[]): { row: Waiting; record: OutsideRecord }[][] {
  const most = rowsAtOnce(mappings)
  const all: { row: Waiting; record: OutsideRecord }[][] = [[]]
  let held = 0
  for (const row of rows) {
    const record = JSON.parse(row.rawRecord ?? '{}') as OutsideRecord
    const size = mapRecord(record, mappings).length
    if (held > 0 && held + size > most) {
      all.push([])
      held = 0
    }
    held += size
    all.at(-1)?.push({ row, record })
  }
  return all
}

const passedBy = new Fault(collectionFaults.newer, { no: '' }).said

async function bringSome(hand: Hand, waiting: readonly Waiting[]): Promise<void> {
  const { kernel, o, inside, tenantId, work, object } = hand
  const { config, mappings, runId } = work
  const old = waiting.filter((row) => row.isOld)
  if (old.length > 0)
    await inside((ctx) =>
      ctx.tx.run(sql`
        update sys_data_interactive set status = 'CANCELLED', message = ${passedBy[0]}, message_en = ${passedBy[1]}, done_at = ${ctx.now()}, updated_at = ${ctx.now()}
        where tenant_id = ${ctx.tenantId} and id = any(${old.map(({ id }) => id)}::bigint[])`),
    )
  const isStrict = config.errorPolicy === 'STOP'
  for (const group of groups(
    waiting.filter((row) => !row.isOld),
    mappings,
  )) {
    if (group.length === 0) continue
    const by = { tenantId, keeperId: config.keeperId ?? '0', orgId: config.orgId, permission: importPermission(object) }
    const problems = await bringInSaid(
      o.served(),
      {
        tenantId,
        object,
        mappings,
        onlyGood: !isStrict,
        performIn: asKeeper(kernel, by),
      },
      group.map(({ record }) => record),
    )
    const isHeld = isStrict && problems.size > 0
    await inside((ctx) =>
      settle(
        ctx,
        runId,
        group.map(({ row }) => row.id),
        problems,
        isHeld,
      ),
    )
    if (isHeld) throw new Stopped()
  }
}

/** What is being worked on now, for whoever has to wait until nothing is. */
const underWay = new Set<Promise<void>>()
export const allCollected = async (): Promise<void> => {
  while (underWay.size > 0) await Promise.all(underWay)
}

/** Transactions of the product itself, for a tenant. */
export const insideOf =
  (kernel: Kernel, tenantId: string): Inside =>
  (work) =>
    perform(kernel, tenantId, systemOrigin(kernel.newId()), systemIdentity(tenantId, systemOrg), work)

/** The outbox's `collection.run`: the outbox does not wait for it, so that a slow source holds nobody up. */
export const runListener =
  (kernel: Kernel, o: Collecting): Listener =>
  async (tenantId, [event]) => {
    if (!event) return
    const inside = insideOf(kernel, tenantId)
    const taken = await inside((ctx) => take(ctx, event.key))
    if (!taken) return
    const work = turn(() => workOn(kernel, o, inside, tenantId, taken)).catch((error: unknown) =>
      kernel.log.warn({ err: error, run: taken.runId }, 'what became of a collection could not be noted'),
    )
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
