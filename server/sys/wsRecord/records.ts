import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { message } from '@lading/contract/sys/message.ts'
import { wsCalls as calls, type WsRateHour, wsFaults, wsRecord } from '@lading/contract/sys/wsRecord.ts'
import sql, { type Sql } from 'sql-template-tag'
import { getRow } from '../../kernel/crud.ts'
import { crudServed } from '../../kernel/crudServed.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveList } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Seen } from '../../kernel/rules.ts'
import { ownTopic } from '../../platform/push/push.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { withinReach } from '../rights.ts'
import { masked } from './mask.ts'

/** Records `t` of people within reach; who is limited to some owners' goods sees what he was told himself. */
const seen = (ctx: Ctx): Sql[] => [
  ctx.owners !== null
    ? sql`t.receiver_id = ${ctx.userId}`
    : sql`exists (select 1 from sys_user u where u.tenant_id = t.tenant_id and u.id = t.receiver_id and ${withinReach(ctx, sql`u.org_id`)})`,
]

/** What has failed is sent once more, to whatever socket its receiver has or opens. */
async function resend(ctx: Ctx, { ids }: { ids: readonly string[] }) {
  const [only] = seen(ctx)
  const rows = await ctx.tx.query<RowOf<typeof wsRecord, 'id' | 'status' | 'receiverId' | 'kind'>>(sql`
    select t.id, t.status, t.receiver_id, t.kind from sys_ws_record t
    where t.tenant_id = ${ctx.tenantId} and t.id = any(${ids}::bigint[]) and ${only} order by t.id for update`)
  if (rows.length !== new Set(ids).size) found(undefined, wsRecord.title)
  if (rows.some(({ status }) => status !== 'FAILED' && status !== 'EXPIRED')) refuse(wsFaults.notFailed)
  await ctx.tx.run(sql`
    update sys_ws_record set status = 'PENDING', error = null, tries = 0, queued_at = ${ctx.now()}, version = version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
  for (const { id, status, receiverId, kind } of rows) {
    ctx.audit({
      subject: wsRecord.key,
      subjectId: id,
      subjectNo: kind,
      action: 'resend',
      before: { status },
      after: { status: 'PENDING' },
    })
    ctx.tell(ownTopic(message.key, receiverId))
  }
  return { count: rows.length }
}

async function payload(ctx: Ctx, { id }: { id: string }) {
  const [only] = seen(ctx)
  const row = await ctx.tx.maybe<RowOf<typeof wsRecord, 'rawPayload'>>(sql`
    select t.raw_payload from sys_ws_record t where t.tenant_id = ${ctx.tenantId} and t.id = ${id} and ${only}`)
  return { payload: masked(found(row, wsRecord.title).rawPayload ?? '') }
}

const hourMs = 3_600_000
const hours = 24
/** The last day by hour, also those in which nothing was sent. */
async function rate(ctx: Ctx): Promise<WsRateHour[]> {
  const last = Math.floor(ctx.now().getTime() / hourMs) * hourMs
  const from = new Date(last - (hours - 1) * hourMs)
  const counted = await ctx.tx.query<{ hour: string; type: string; n: number }>(sql`
    select left(minute, 13) as hour, type, sum(frames)::integer as n from sys_ws_rate
    where tenant_id = ${ctx.tenantId} and minute >= ${from.toISOString().slice(0, 16)} group by 1, 2`)
  const broken = await ctx.tx.query<{ at: Date; n: number }>(sql`
    select date_trunc('hour', t.queued_at) as at, count(*)::integer as n from sys_ws_record t
    where t.tenant_id = ${ctx.tenantId} and t.queued_at >= ${from} and t.status in ('FAILED', 'EXPIRED') and ${seen(ctx)[0]} group by 1`)
  return Array.from({ length: hours }, (_, i): WsRateHour => {
    const at = from.getTime() + i * hourMs
    const hour = new Date(at).toISOString().slice(0, 13)
    const of = (type: string) => counted.find((c) => c.hour === hour && c.type === type)?.n ?? 0
    const failed = broken.find((b) => b.at.getTime() === at)?.n ?? 0
    const [changed, messages, rights] = [of('CHANGED'), of('MESSAGE'), of('RIGHTS')]
    return { at: new Date(at).toISOString(), changed, messages, rights, failed }
  })
}

export function wsRecordServed(): Served[] {
  const { query, getById } = crudCalls(wsRecord)
  const own = new Set([query, getById].map((call) => call?.path))
  return [
    ...crudServed(wsRecord).filter(({ call }) => !own.has(call.path)),
    ...(query ? [serveList(query, (ctx, input) => listRecords(ctx, wsRecord, input, seen(ctx)))] : []),
    ...(getById
      ? [
          serve(getById, async (ctx, input) => {
            await payload(ctx, input as Seen)
            return getRow(ctx, wsRecord, (input as Seen).id)
          }),
        ]
      : []),
    ...exportServed(wsRecord, seen),
    serve(calls.resend, resend),
    serve(calls.payload, payload),
    serve(calls.rate, rate),
  ]
}
