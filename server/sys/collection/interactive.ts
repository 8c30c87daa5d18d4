import { refuse } from '@lading/contract/kernel/fault.ts'
import { dataInteractive, interactiveStates } from '@lading/contract/sys/collection.ts'
import { interactiveCalls as calls, collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { seenServed } from '../../platform/sheet/seenServed.ts'
import { masked } from '../wsRecord/mask.ts'
import { passOn, sendAgain } from './out/send.ts'
import { lockConfig, putRun } from './runs.ts'
import { knownTo } from './sense.ts'

/** Records `t` of collections that the caller may know of. */
const seen = (ctx: Ctx): Sql[] => [
  sql`t.config_id in (select t.id from sys_data_collection t where t.tenant_id = ${ctx.tenantId} and ${knownTo(ctx)})`,
]

const columns = sql`t.id, t.config_id, t.direction, t.business_no, t.revision, t.status, t.raw_record, t.sent_body, t.raw_answer`
type Row = RowOf<
  typeof dataInteractive,
  'id' | 'configId' | 'direction' | 'businessNo' | 'revision' | 'status' | 'rawRecord' | 'sentBody' | 'rawAnswer'
>
const one = async (ctx: Ctx, id: string): Promise<Row> =>
  found(
    await ctx.tx.maybe<Row>(sql`
      select ${columns} from sys_data_interactive t
      where t.tenant_id = ${ctx.tenantId} and t.id = ${id} and ${seen(ctx)[0]}`),
    dataInteractive.title,
  )

/** Their collections first, as whoever puts something into these locks them too; then the records. */
async function lockAll(ctx: Ctx, ids: readonly string[]): Promise<Row[]> {
  const configs = await ctx.tx.query<{ configId: string }>(sql`
    select distinct t.config_id from sys_data_interactive t
    where t.tenant_id = ${ctx.tenantId} and t.id = any(${ids}::bigint[]) and ${seen(ctx)[0]} order by 1`)
  for (const { configId } of configs) await lockConfig(ctx, configId)
  const rows = await ctx.tx.query<Row>(sql`
    select ${columns} from sys_data_interactive t
    where t.tenant_id = ${ctx.tenantId} and t.id = any(${ids}::bigint[]) and ${seen(ctx)[0]} order by t.id for update`)
  if (rows.length !== new Set(ids).size) found(undefined, dataInteractive.title)
  return rows
}

const settled = (row: Row, action: 'cancel' | 'restart'): never =>
  refuse(collectionFaults.settled, {
    no: row.businessNo,
    state: interactiveStates[row.status],
    action: dataInteractive.verbs[action] ?? '',
  })

function auditEach(ctx: Ctx, rows: readonly Row[], action: 'cancel' | 'restart', status: string): void {
  for (const row of rows)
    ctx.audit({
      subject: dataInteractive.key,
      subjectId: row.id,
      subjectNo: row.businessNo.slice(0, 60),
      action,
      before: { status: row.status },
      after: { status },
    })
}

/** Nothing is tried with them any more, until other content comes under their number. */
async function cancel(ctx: Ctx, { ids }: { ids: readonly string[] }) {
  const rows = await lockAll(ctx, ids)
  const done = rows.find(({ status }) => status !== 'PENDING' && status !== 'FAILED')
  if (done) settled(done, 'cancel')
  await ctx.tx.run(sql`
    update sys_data_interactive set status = 'CANCELLED', next_at = null, done_at = ${ctx.now()}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
  const held = rows.filter(({ direction, status }) => direction === 'OUT' && status === 'PENDING')
  await passOn(
    ctx,
    held.map(({ id }) => id),
  )
  auditEach(ctx, rows, 'cancel', 'CANCELLED')
  return { count: rows.length }
}

/**
 * Brings records in once more, as they came, by the mapping of today: also what went in before, which changes nothing twice.
 * Messages are sent once more, under the id that they had.
 */
async function restart(ctx: Ctx, { ids }: { ids: readonly string[] }) {
  const rows = await lockAll(ctx, ids)
  // What was older than what is here stays out; that itself can be brought in again.
  const not = rows.find(({ status }) => status === 'PENDING' || status === 'IGNORED')
  if (not) settled(not, 'restart')
  const [old] = await ctx.tx.query<{ businessNo: string }>(sql`
    select t.business_no from sys_data_interactive t where t.tenant_id = ${ctx.tenantId} and t.id = any(${ids}::bigint[])
      and exists (select 1 from sys_data_interactive n where n.tenant_id = t.tenant_id and n.config_id = t.config_id
        and n.business_no = t.business_no and n.revision > t.revision and n.status <> 'IGNORED') order by t.id limit 1`)
  if (old) refuse(collectionFaults.newer, { no: old.businessNo })
  const sent = rows.filter(({ direction }) => direction === 'OUT')
  await sendAgain(
    ctx,
    sent.map(({ id }) => id),
  )
  const came = rows.filter(({ direction }) => direction === 'IN')
  for (const [configId, own] of Map.groupBy(came, (row) => row.configId)) {
    const runId = await putRun(ctx, configId, 'RESTART', { readCount: own.length })
    await ctx.tx.run(sql`
      update sys_data_interactive set status = 'PENDING', run_id = ${runId}, message = null, message_en = null, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and id = any(${own.map(({ id }) => id)}::bigint[])`)
  }
  auditEach(ctx, rows, 'restart', 'PENDING')
  return { count: rows.length }
}

/** What of it is JSON is shown with what is nobody's business masked; else only the text of a file that we wrote. */
async function shown(ctx: Ctx, { configId, direction, rawRecord, sentBody, rawAnswer }: Row) {
  const text = sentBody ?? rawRecord ?? ''
  const { isFile } = await ctx.tx.one<{ isFile: boolean }>(sql`
    select source_kind in ('CSV_FOLDER', 'SFTP') as is_file from sys_data_collection where tenant_id = ${ctx.tenantId} and id = ${configId}`)
  return {
    payload: masked(text) || (isFile && direction === 'OUT' ? text : ''),
    answer: rawAnswer === null ? null : masked(rawAnswer),
  }
}

export const interactiveServed = (): Served[] => [
  ...seenServed(dataInteractive, seen),
  serve(calls.payload, async (ctx, { id }) => shown(ctx, await one(ctx, id))),
  serve(calls.cancel, cancel),
  serve(calls.restart, restart),
]
