import type { Text } from '@lading/contract/kernel/text.ts'
import { type BusinessEvent, type BusinessMessage, messageSample } from '@lading/contract/sys/businessEvent.ts'
import { dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { RowOf } from '../../../kernel/rowOf.ts'
import { type Answered, type Outcome, postMessage, type Way } from '../../outbound/deliveries.ts'
import { unseal } from '../../seal.ts'
import { putFile } from '../folder.ts'
import type { Mapping, OutsideRecord } from '../mapping.ts'
import { type Config, withServer } from '../remote.ts'
import { lockConfig, mappingsOf, tenantCode } from '../runs.ts'
import { shortened } from '../settle.ts'
import { credentials } from '../source.ts'
import { csvBody, jsonBody } from './body.ts'
import { sendTopic } from './tell.ts'

const keptAnswer = 1_000

interface Attempt {
  readonly config: Config
  readonly mappings: readonly Mapping[]
  readonly tenant: string
  readonly message: BusinessMessage
}

/** Where a message stands: who sends it, and which document it is about. */
const placeOf = (ctx: Ctx, id: string) =>
  ctx.tx.maybe<RowOf<typeof dataInteractive, 'configId' | 'document'>>(sql`
    select config_id, document from sys_data_interactive where tenant_id = ${ctx.tenantId} and id = ${id} and direction = 'OUT'`)

/** The collection first, as whoever restarts or cancels locks them too. */
async function lock(ctx: Ctx, id: string) {
  const seen = await placeOf(ctx, id)
  const config = seen && (await lockConfig(ctx, seen.configId))
  if (!config) return undefined
  const first = await ctx.tx.maybe<RowOf<typeof dataInteractive, 'id' | 'tries' | 'nextAt' | 'rawRecord'>>(sql`
    select id, tries, next_at, raw_record from sys_data_interactive
    where tenant_id = ${ctx.tenantId} and config_id = ${config.id} and document = ${seen.document} and status = 'PENDING' and id <= ${id}
    order by id limit 1 for update`)
  if (first?.id !== id) return undefined
  const refused: Text | null = config.disabled
    ? ['采集配置已停用，启用后可重新发送', 'The collection is disabled: enable it and restart']
    : null
  const attempt: Attempt = {
    config,
    mappings: await mappingsOf(ctx, config.id),
    tenant: await tenantCode(ctx),
    // As it was put down here.
    message: JSON.parse(first.rawRecord ?? '{}') as BusinessMessage,
  }
  return { tries: first.tries, nextAt: first.nextAt, refused, attempt }
}

async function next(ctx: Ctx, id: string): Promise<string | undefined> {
  const place = await placeOf(ctx, id)
  if (!place) return undefined
  const row = await ctx.tx.maybe<{ id: string }>(sql`
    select id from sys_data_interactive where tenant_id = ${ctx.tenantId} and config_id = ${place.configId} and document = ${place.document}
      and status = 'PENDING' order by id limit 1`)
  return row?.id
}

/** Messages that are not sent any more hold back nobody. @param ids of messages that waited */
export async function passOn(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const key = await next(ctx, id)
    if (key !== undefined) ctx.emit({ topic: sendTopic, key })
  }
}

async function noteTry(ctx: Ctx, id: string, next: Date): Promise<void> {
  await ctx.tx.run(sql`
    update sys_data_interactive set tries = tries + 1, next_at = ${next}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
}

const statusOf = { PENDING: 'PENDING', DONE: 'OK', DEAD: 'FAILED' } as const satisfies Record<Outcome, string>

/** What somebody has cancelled meanwhile stays cancelled, whatever the other side said. */
async function settle(ctx: Ctx, id: string, outcome: Outcome, o: Answered): Promise<void> {
  await ctx.tx.run(sql`
    update sys_data_collection set last_at = ${ctx.now()}, last_status = ${o.isTaken ? 'DONE' : 'FAILED'}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = (select config_id from sys_data_interactive where tenant_id = ${ctx.tenantId} and id = ${id})`)
  const [zh, en] = o.error ? shortened(o.error) : [null, null]
  await ctx.tx.run(sql`
    update sys_data_interactive set status = ${statusOf[outcome]}, message = ${zh}, message_en = ${en}, http_status = ${o.status ?? null},
      raw_answer = ${o.answer?.toWellFormed().replaceAll('\0', '').slice(0, keptAnswer) ?? null}, sent_body = ${o.sent ?? null}, updated_at = ${ctx.now()},
      done_at = case when ${outcome} = 'PENDING' then null else ${ctx.now()}::timestamptz end,
      next_at = case when ${outcome} = 'PENDING' then next_at end
    where tenant_id = ${ctx.tenantId} and id = ${id} and status = 'PENDING'`)
  ctx.tell(dataInteractive.key)
  ctx.tell(dataCollection.key)
}

/** What goes out for a message by the mapping of today. */
export async function bodyOf(
  config: Pick<Config, 'sourceKind'>,
  message: BusinessMessage,
  mappings: readonly Mapping[],
): Promise<string> {
  const record = message as unknown as OutsideRecord
  if (config.sourceKind === 'REST_SEND') return jsonBody(record, mappings)
  return (await csvBody(record, mappings)).toString('utf8')
}

async function send(secret: string, { config, mappings, tenant, message }: Attempt): Promise<Answered> {
  const body = await bodyOf(config, message, mappings)
  const isOwnForm = mappings.length > 0 || config.sourceKind !== 'REST_SEND'
  const sent = isOwnForm ? body : null
  if (config.sourceKind === 'REST_SEND') {
    const opened = config.sealed === null ? null : unseal(config.sealed, secret, 'collection')
    const own = credentials(config.credentialKind, config.credentialName, opened)
    const headers = { ...own, 'x-event': message.type, 'x-message-id': message.id }
    const told = await postMessage({ url: config.endpoint ?? '', body, headers })
    const error: Text | null = told.isTaken
      ? null
      : [`对方应答HTTP ${told.status}`, `The other side answered HTTP ${told.status}`]
    return { ...told, error, sent }
  }
  // The same name for the same message: what was written before this process died is written over.
  const name = `${message.type}-${message.id}.csv`
  const data = Buffer.from(body, 'utf8')
  if (config.sourceKind === 'SFTP') await withServer(config, secret, (files, folder) => files.write(folder, name, data))
  else await putFile(tenant, config.folder, name, data)
  return { isTaken: true, sent }
}

/** Business events by the collections that send them. @param secret the installation's */
export const collectionWay = (secret: string): Way<Attempt> => ({
  topic: sendTopic,
  lock,
  next,
  noteTry,
  settle,
  send: (_kernel, _tenantId, _id, attempt) => send(secret, attempt),
})

/** A message to try by what a collection makes of one: that which was sent last, or one as it could be. */
export async function lastMessage(ctx: Ctx, configId: string, events: readonly BusinessEvent[]): Promise<string> {
  const row = await ctx.tx.maybe<{ rawRecord: string }>(sql`
    select raw_record from sys_data_interactive where tenant_id = ${ctx.tenantId} and config_id = ${configId} and direction = 'OUT'
    order by id desc limit 1`)
  return row?.rawRecord ?? JSON.stringify({ ...messageSample, type: events[0] ?? messageSample.type })
}

/** Puts messages in to be sent from the beginning. */
export async function sendAgain(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await ctx.tx.run(sql`
    update sys_data_interactive set status = 'PENDING', tries = 0, next_at = null, message = null, message_en = null, http_status = null, raw_answer = null, done_at = null,
      version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
  for (const key of ids) ctx.emit({ topic: sendTopic, key })
}
