import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type BusinessMessage, businessEventNames, documentOf, schemaOf } from '@lading/contract/sys/businessEvent.ts'
import { openAccount, openDelivery } from '@lading/contract/sys/openAccount.ts'
import { openAccountFaults } from '@lading/contract/sys/openCalls.ts'
import sql from 'sql-template-tag'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { type Answered, type Outcome, postMessage, type Way } from '../outbound/deliveries.ts'

/** The outbox's word that a message is to be tried again. */
export const deliveryTopic = 'open.delivery'
const errorMax = 300
const keptAnswer = 1_000

let installation = ''
/** The installation's secret, said once when the process starts: what signs messages follows from it. */
export const signWith = (secret: string): void => {
  installation = secret
}
/** What signs the messages of an account; another one with each revision. Told once, and kept nowhere. */
export const webhookSecret = (tenantId: string, accountId: string, revision: number): string =>
  Buffer.from(hkdfSync('sha256', installation, '', `lading webhook ${tenantId}:${accountId}:${revision}`, 32)).toString(
    'base64url',
  )
/** As a receiver reckons it to know that a message is ours and nobody has changed it. */
export const webhookSignature = (secret: string, timestamp: string, deliveryId: string, body: string): string =>
  createHmac('sha256', secret)
    .update(`V1\n${timestamp}\n${deliveryId}\n${createHash('sha256').update(body).digest('hex')}`)
    .digest('base64')

/** A message as it happens, and whose goods each of its lines is about. */
export interface Told {
  readonly orgId: string
  readonly message: BusinessMessage
  readonly ownerIds: readonly string[]
}
type Account = RowOf<typeof openAccount, 'id' | 'ownerScope'> & { readonly ownerIds: readonly string[] | null }

/** Puts a message down for every account that wants such ones from there. @returns false: no account wants any at all */
export async function tellAccounts(ctx: Ctx, { orgId, message, ownerIds }: Told): Promise<boolean> {
  const [{ n } = { n: 0 }] = await ctx.tx.query<{ n: number }>(sql`
    select count(*)::integer as n from sys_open_account t
    where t.tenant_id = ${ctx.tenantId} and not t.disabled and t.callback_url is not null and t.callback_revision > 0`)
  if (n === 0) return false
  const accounts = await ctx.tx.query<Account>(sql`
    select t.id, t.owner_scope, t.owner_ids from sys_open_account t
    where t.tenant_id = ${ctx.tenantId} and not t.disabled and t.callback_url is not null and t.callback_revision > 0
      and (t.valid_to is null or t.valid_to >= ${dayIn(usualZone, ctx.now())})
      and ${message.type} = any(t.callback_events)
      and (${orgId}::bigint = any(t.org_ids) or exists (select 1 from sys_org o
        where o.tenant_id = t.tenant_id and o.type = 'GROUP' and o.id = any(t.org_ids)))`)
  for (const account of accounts) {
    const own = message.lines.filter(
      (_, i) => account.ownerScope === 'ALL' || (account.ownerIds ?? []).includes(ownerIds[i] ?? ''),
    )
    if (own.length === 0) continue
    const row = {
      accountId: account.id,
      event: message.type,
      messageId: message.id,
      document: documentOf(message),
      state: 'PENDING' as const,
      tries: 0,
      body: JSON.stringify({ ...message, lines: own }),
    }
    const { ids, count } = await insert(ctx, openDelivery, [row], sql`on conflict do nothing`)
    if (count === 1) ctx.emit({ topic: deliveryTopic, key: ids[0] ?? '' })
  }
  return true
}

interface Attempt {
  readonly accountId: string
  readonly event: string
  readonly body: string
  readonly url: string
  readonly revision: number
}

/** Where a message stands: whose it is, and which document it is about. */
const placeOf = (ctx: Ctx, id: string) =>
  ctx.tx.maybe<RowOf<typeof openDelivery, 'accountId' | 'document'>>(sql`
    select account_id, document from sys_open_delivery where tenant_id = ${ctx.tenantId} and id = ${id}`)

async function lock(ctx: Ctx, id: string) {
  const place = await placeOf(ctx, id)
  if (!place) return undefined
  const first = await ctx.tx.maybe<Attempt & { id: string; tries: number; disabled: boolean; nextAt: Date | null }>(sql`
    select d.id, d.account_id, d.event, d.body, d.tries, d.next_at, a.callback_url as url, a.callback_revision as revision, a.disabled
    from sys_open_delivery d join sys_open_account a on a.tenant_id = d.tenant_id and a.id = d.account_id
    where d.tenant_id = ${ctx.tenantId} and d.account_id = ${place.accountId} and d.document = ${place.document} and d.state = 'PENDING' and d.id <= ${id}
    order by d.id limit 1 for update of d`)
  if (first?.id !== id) return undefined
  const refused: Text | null =
    first.disabled || !first.url ? ['该账号不接收消息', 'the account takes no messages'] : null
  return { tries: first.tries, nextAt: first.nextAt, refused, attempt: first }
}

async function next(ctx: Ctx, id: string): Promise<string | undefined> {
  const place = await placeOf(ctx, id)
  if (!place) return undefined
  const row = await ctx.tx.maybe<{ id: string }>(sql`
    select id from sys_open_delivery where tenant_id = ${ctx.tenantId} and account_id = ${place.accountId} and document = ${place.document}
      and state = 'PENDING' order by id limit 1`)
  return row?.id
}

async function settle(ctx: Ctx, id: string, state: Outcome, o: Answered): Promise<void> {
  const error = o.error?.[1].slice(0, errorMax) ?? null
  await ctx.tx.run(sql`
    update sys_open_delivery set state = ${state}, status = ${o.status ?? null}, error = ${error},
      answer = ${o.answer?.slice(0, keptAnswer) ?? null}, done_at = case when ${state} = 'DONE' then ${ctx.now()}::timestamptz end,
      next_at = case when ${state} = 'PENDING' then next_at end, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'PENDING'`)
  ctx.tell(openDelivery.key)
}

async function send(kernel: Kernel, tenantId: string, id: string, a: Attempt): Promise<Answered> {
  const timestamp = String(kernel.now().getTime())
  return postMessage({
    url: a.url,
    body: a.body,
    headers: {
      'x-event': a.event,
      'x-delivery': id,
      'x-timestamp': timestamp,
      'x-signature': webhookSignature(webhookSecret(tenantId, a.accountId, a.revision), timestamp, id, a.body),
    },
  })
}

/** Messages to the addresses of API accounts. */
export const webhookWay: Way<Attempt> = {
  topic: deliveryTopic,
  lock,
  next,
  noteTry: async (ctx, id, next) => {
    await ctx.tx.run(sql`
      update sys_open_delivery set tries = tries + 1, next_at = ${next}, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${id}`)
  },
  settle,
  send,
}

/** Sends dead messages again, or those that wait for their next try: from the beginning. */
export async function resend(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<{ count: number }> {
  const rows = await ctx.tx.query<{ id: string; name: string }>(sql`
    select d.id, a.name from sys_open_delivery d
    join sys_open_account a on a.tenant_id = d.tenant_id and a.id = d.account_id
    where d.tenant_id = ${ctx.tenantId} and d.account_id = ${accountId} and d.id = any(${ids}::bigint[]) order by d.id for update of d`)
  if (rows.length !== new Set(ids).size) refuse(openAccountFaults.noDelivery)
  await ctx.tx.run(sql`
    update sys_open_delivery set state = 'PENDING', tries = 0, status = null, error = null, answer = null, done_at = null, next_at = null, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
  for (const { id } of rows) ctx.emit({ topic: deliveryTopic, key: id })
  const told = { subject: openAccount.key, subjectId: accountId, subjectNo: rows[0]?.name ?? null }
  ctx.audit({ ...told, action: 'resend', after: { count: rows.length } })
  return { count: rows.length }
}

export const eventSchemas = async () => businessEventNames.map((name) => ({ name, schema: { ...schemaOf(name) } }))
