import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { type BusinessMessage, businessEventNames, schemaOf } from '@lading/contract/sys/businessEvent.ts'
import { openAccount, openDelivery } from '@lading/contract/sys/openAccount.ts'
import { openAccountFaults } from '@lading/contract/sys/openCalls.ts'
import sql from 'sql-template-tag'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import { type Ctx, type Kernel, perform, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { atMost } from '../../platform/atMost.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { askHttp } from '../outbound/http.ts'

/** The outbox's word that a message is to be tried again. */
export const deliveryTopic = 'open.delivery'
const minute = 60_000
/** Between tries; with the last of them a day has gone by, and somebody has to look. */
const waitsMs = [1, 5, 30, 120, 240, 480, 564].map((n) => n * minute)
export const deliveryTriesMax = waitsMs.length + 1
const turn = atMost(8)
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

interface Told {
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
  readonly id: string
  readonly accountId: string
  readonly event: string
  readonly body: string
  readonly tries: number
  readonly url: string
  readonly revision: number
}

/**
 * Takes a message to be sent. The next try is put into the outbox with it, so that whatever becomes of this process it is
 * tried again; once it has come, that finds nothing to do.
 */
async function take(ctx: Ctx, id: string): Promise<Attempt | undefined> {
  const row = await ctx.tx.maybe<Attempt & { state: string; disabled: boolean; nextAt: Date | null }>(sql`
    select d.id, d.account_id, d.event, d.body, d.tries, d.state, d.next_at, a.callback_url as url, a.callback_revision as revision, a.disabled
    from sys_open_delivery d join sys_open_account a on a.tenant_id = d.tenant_id and a.id = d.account_id
    where d.tenant_id = ${ctx.tenantId} and d.id = ${id} for update of d`)
  if (row?.state !== 'PENDING') return undefined
  // The outbox may bring an event twice: this one is being sent, or its time has not come.
  if (row.nextAt && row.nextAt > ctx.now()) return undefined
  const isOver = row.tries >= deliveryTriesMax
  const why = isOver ? 'no try has come through' : row.disabled || !row.url ? 'the account takes no messages' : null
  if (why !== null) {
    await settle(ctx, id, 'DEAD', { error: why })
    return undefined
  }
  const wait = waitsMs[row.tries] ?? minute
  const next = new Date(ctx.now().getTime() + wait)
  await ctx.tx.run(sql`
    update sys_open_delivery set tries = tries + 1, next_at = ${next}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
  ctx.emit({ topic: deliveryTopic, key: id, notBefore: next })
  return { ...row, tries: row.tries + 1 }
}

async function settle(
  ctx: Ctx,
  id: string,
  state: 'PENDING' | 'DONE' | 'DEAD',
  o: { status?: number | null; error?: string | null; answer?: string | null },
): Promise<void> {
  await ctx.tx.run(sql`
    update sys_open_delivery set state = ${state}, status = ${o.status ?? null}, error = ${o.error?.slice(0, errorMax) ?? null},
      answer = ${o.answer?.slice(0, keptAnswer) ?? null}, done_at = case when ${state} = 'DONE' then ${ctx.now()}::timestamptz end,
      next_at = case when ${state} = 'PENDING' then next_at end, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'PENDING'`)
  ctx.tell(openDelivery.key)
}

async function send(kernel: Kernel, tenantId: string, orgId: string, a: Attempt): Promise<void> {
  const who = systemIdentity(tenantId, { ...systemOrg, id: orgId })
  const inside = (work: (ctx: Ctx) => Promise<void>) => perform(kernel, tenantId, systemOrigin(a.id), who, work)
  const timestamp = String(kernel.now().getTime())
  const isLast = a.tries >= deliveryTriesMax
  const failed = isLast ? 'DEAD' : 'PENDING'
  try {
    const told = await askHttp({
      url: a.url,
      method: 'POST',
      body: a.body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-event': a.event,
        'x-delivery': a.id,
        'x-timestamp': timestamp,
        'x-signature': webhookSignature(webhookSecret(tenantId, a.accountId, a.revision), timestamp, a.id, a.body),
      },
      timeoutMs: 10_000,
      maxBytes: 64_000,
    })
    const isTaken = told.status >= 200 && told.status < 300
    const error = isTaken ? null : `HTTP ${told.status}`
    await inside((ctx) =>
      settle(ctx, a.id, isTaken ? 'DONE' : failed, { status: told.status, error, answer: told.body }),
    )
  } catch (error) {
    const why = String(error instanceof Error ? error.message : error)
    await inside((ctx) => settle(ctx, a.id, failed, { error: why }))
  }
}

/** What is being sent now, for whoever has to wait until nothing is. */
const underWay = new Set<Promise<void>>()
export const allSent = async (): Promise<void> => {
  while (underWay.size > 0) await Promise.all(underWay)
}

/** The outbox's `open.delivery`: sends a message. The outbox does not wait for it: who is slow holds nobody else up. */
export const deliveryListener =
  (kernel: Kernel): Listener =>
  async (tenantId, events) => {
    for (const { id, orgId, key } of events) {
      const who = systemIdentity(tenantId, { ...systemOrg, id: orgId })
      const attempt = await perform(kernel, tenantId, systemOrigin(id), who, (ctx) => take(ctx, key))
      if (!attempt) continue
      const work = turn(() => send(kernel, tenantId, orgId, attempt)).catch((error: unknown) =>
        kernel.log.warn({ err: error, delivery: key }, 'what became of a message could not be noted'),
      )
      underWay.add(work)
      void work.finally(() => underWay.delete(work))
    }
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

export const eventSchemas = async () => businessEventNames.map((name) => ({ name, schema: schemaOf(name) }))
