import { createHash } from 'node:crypto'
import {
  messageCalls as calls,
  type MessageKind,
  type MessageRecord,
  message,
  messageKinds,
} from '@lading/contract/sys/message.ts'
import type { MessageWords } from '@lading/contract/sys/messageTemplate.ts'
import type { org as orgTable } from '@lading/contract/sys/org.ts'
import type { user } from '@lading/contract/sys/user.ts'
import { wsPayloadMax, wsRecord } from '@lading/contract/sys/wsRecord.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { guidedPages } from '../../platform/guidance/served.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { ownTopic } from '../../platform/push/push.ts'
import { unreadAnnouncements } from '../announcement/announcements.ts'
import { planShown, supportShown } from '../entitlement/read.ts'
import { queueMail } from '../mail/queue.ts'
import { tellRobots } from '../robot/tell.ts'
import { readOwnWords } from './ownWords.ts'
import { askedFor, wantedBy } from './wanted.ts'

/** Nobody asks for more than this many people at once. */
const receiversMax = 200

interface Told {
  readonly args: Readonly<Record<string, string>>
  readonly link?: string
}

/** News that somebody's quiet hours are over. */
export const quietOver = 'message.quietOver'

/**
 * Tells users something, in the transaction in which it happens; their open screens hear of it after the commit, or after
 * their quiet hours. Whoever has turned it off hears nothing.
 */
export async function sendMessage(ctx: Ctx, to: readonly string[], kind: MessageKind, o: Told): Promise<void> {
  const receivers = await wantedBy(ctx, to.slice(0, receiversMax), kind)
  const { ids } = await insert(
    ctx,
    message,
    receivers.map(({ userId }) => ({ userId, key: kind, args: o.args, link: o.link })),
  )
  const payload = JSON.stringify({ kind, args: o.args, link: o.link ?? null }).slice(0, wsPayloadMax)
  const payloadDigest = createHash('sha256').update(payload).digest('hex')
  await insert(
    ctx,
    wsRecord,
    receivers.map(({ userId, after }, i) => ({
      queuedAt: after ?? ctx.now(),
      kind,
      topic: message.key,
      receiverId: userId,
      messageId: ids[i],
      rawPayload: payload,
      payloadDigest,
    })),
  )
  for (const { userId, after } of receivers)
    if (after === undefined) ctx.tell(ownTopic(message.key, userId))
    else ctx.emit({ topic: quietOver, key: userId, notBefore: after })
  await queueMail(
    ctx,
    kind,
    receivers.map((one, i) => ({ ...one, messageId: ids[i] ?? '' })),
  )
  ctx.tell(wsRecord.key)
}

/** The outbox's word that quiet hours are over: the screens of whose they were hear what has come meanwhile. */
export const quietListener =
  (kernel: Kernel): Listener =>
  async (tenantId, events) => {
    const [event] = events
    if (!event) return
    const who = systemIdentity(tenantId, systemOrg)
    await perform(kernel, tenantId, systemOrigin(event.id), who, async (ctx) =>
      ctx.tell(ownTopic(message.key, event.key)),
    )
  }

/** Who hears of what concerns the whole tenant: who may change users, and who has subscribed to it. */
async function receiversOf(ctx: Ctx, kind: MessageKind): Promise<string[]> {
  const rows = await ctx.tx.query<RowOf<typeof user, 'id'>>(sql`
    select u.id from sys_user u where u.tenant_id = ${ctx.tenantId} and not u.disabled and (${askedFor(ctx, kind)}
      or exists (select 1 from sys_user_role ur
        join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.disabled
        join sys_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id and p.permission = 'sys:user:update'
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id))
    order by u.id limit ${receiversMax}`)
  return rows.map((r) => r.id)
}

/** Tells those who have asked for it, or must hear of it, and the robots of the whole tenant. */
export async function tellSubscribers(ctx: Ctx, kind: MessageKind, o: Told): Promise<void> {
  const happened = { kind, eventId: ctx.newId(), orgId: ctx.org.id, ownerId: null }
  await tellRobots(ctx, { ...happened, args: o.args, link: o.link ?? null })
  const rows = await ctx.tx.query<RowOf<typeof user, 'id'>>(sql`
    select u.id from sys_user u where u.tenant_id = ${ctx.tenantId} and not u.disabled and ${askedFor(ctx, kind)}
    order by u.id limit ${receiversMax}`)
  await sendMessage(
    ctx,
    rows.map((r) => r.id),
    kind,
    o,
  )
}

/** After a nightly check of a centre that found something. */
export async function tellStockHits(ctx: Ctx, count: number): Promise<void> {
  if (count === 0) return
  const { name } = await ctx.tx.one<RowOf<typeof orgTable, 'name'>>(sql`
    select name from sys_org where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id}`)
  const told = { args: { org: name, count: String(count) }, link: '#/app-wms/dashboardCurrent' }
  await sendMessage(ctx, await receiversOf(ctx, 'STOCK_CHECK'), 'STOCK_CHECK', told)
  await tellRobots(ctx, { kind: 'STOCK_CHECK', eventId: ctx.newId(), orgId: ctx.org.id, ownerId: null, ...told })
}

type Row = RowOf<typeof message, 'id' | 'key' | 'args' | 'link' | 'readAt' | 'createdAt'>

const known = (row: Row): row is Row & { key: MessageKind } => Object.hasOwn(messageKinds, row.key)

/** As the answer has them. */
const pairs = (words: MessageWords | undefined): MessageRecord['own'] =>
  words ? { title: [...words.title], body: [...words.body] } : null

async function queryOwn(ctx: Ctx, { page, pageSize }: { page: number; pageSize: number }) {
  const rows = await ctx.tx.query<Row>(sql`
    select id, key, args, link, read_at, created_at from sys_message
    where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId}
    order by created_at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const own = await readOwnWords(ctx)
  const records = rows.filter(known).map(
    ({ readAt, createdAt, args, ...row }): MessageRecord => ({
      ...row,
      own: pairs(own.get(row.key)),
      args: args ?? {},
      isRead: readAt !== null,
      createTime: createdAt.toISOString(),
    }),
  )
  return { records, total: null, page, pageSize }
}

async function markRead(ctx: Ctx, input: { all: true } | { ids: string[] }): Promise<{ count: number }> {
  const which = 'all' in input ? sql`true` : sql`id = any(${input.ids}::bigint[])`
  const count = await ctx.tx.run(sql`
    update sys_message set read_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and read_at is null and ${which}`)
  // The user's other screens count anew.
  if (count > 0) ctx.tell(ownTopic(message.key, ctx.userId ?? '0'))
  return { count }
}

/** What the caller was told. */
export const messageServed = (): Served[] => [
  serve(calls.query, queryOwn),
  serve(calls.unreadCount, (ctx) =>
    ctx.tx.one<z.output<typeof calls.unreadCount.output>>(sql`
      select count(*)::int as count, ${unreadAnnouncements(ctx)} as announcements, ${guidedPages(ctx)} as guided,
        ${planShown(ctx)} as plan, ${supportShown(ctx)} as support from sys_message
      where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and read_at is null`),
  ),
  serve(calls.read, markRead),
]
