import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import { type MailState, mail } from '@lading/contract/sys/mail.ts'
import { wsRecord } from '@lading/contract/sys/wsRecord.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found, type Kernel, perform, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { atMost } from '../../platform/atMost.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { withinReach } from '../rights.ts'
import { type Answered, type Letter, postLetter } from './post.ts'
import { mailTopic } from './queue.ts'
import { type MailServer, readMailServer } from './settings.ts'
import { type Item, writeLetter } from './words.ts'

const minute = 60_000
/** Between tries; with the last of them a day has gone by, and somebody has to look. */
const waitsMs = [1, 5, 30, 120, 240, 480, 564].map((n) => n * minute)
export const mailTriesMax = waitsMs.length + 1
/** Mail servers shut out who comes with many connections at once. */
const turn = atMost(4)

interface Attempt {
  readonly server: MailServer
  readonly letter: Letter
  readonly isLast: boolean
}
interface Row {
  readonly state: MailState
  readonly tries: number
  readonly nextAt: Date | null
  readonly createdAt: Date
  readonly disabled: boolean | null
  readonly email: string | null
  readonly emailConfirmedAt: Date | null
  readonly language: Language | null
  readonly timeZone: string | null
}

/**
 * Takes a letter to be sent. The next try is put into the outbox with it, so that whatever becomes of this process it is
 * tried again, under the same id; once it has gone, that finds nothing to do.
 */
async function take(ctx: Ctx, id: string, secret: string): Promise<Attempt | undefined> {
  const row = await ctx.tx.maybe<Row>(sql`
    select m.state, m.tries, m.next_at, m.created_at, u.disabled, u.email, u.email_confirmed_at, p.language, o.time_zone
    from sys_mail m
    left join sys_user u on u.tenant_id = m.tenant_id and u.id = m.receiver_id
    left join sys_org o on o.tenant_id = u.tenant_id and o.id = u.org_id
    left join sys_user_preference p on p.tenant_id = u.tenant_id and p.user_id = u.id
    where m.tenant_id = ${ctx.tenantId} and m.id = ${id} for update of m`)
  if (row?.state !== 'PENDING') return undefined
  // The outbox may bring an event twice: this one is being sent, or its time has not come.
  if (row.nextAt && row.nextAt > ctx.now()) return undefined
  const dead = async (why: string): Promise<undefined> => {
    await settle(ctx, id, 'DEAD', why)
    return undefined
  }
  if (row.tries >= mailTriesMax) return dead('no try has come through')
  if (row.disabled !== false || row.email === null || row.emailConfirmedAt === null)
    return dead('the receiver has no confirmed address')
  const server = await readMailServer(ctx, secret)
  if (!server) return dead('no mail server is set up')
  const items = await ctx.tx.query<Item>(sql`
    select m.key, m.args, m.link, m.created_at from sys_mail_item i
    join sys_message m on m.tenant_id = i.tenant_id and m.id = i.message_id
    where i.tenant_id = ${ctx.tenantId} and i.mail_id = ${id} order by i.id`)
  if (items.length === 0) return dead('its messages are gone')
  const wait = waitsMs[row.tries] ?? minute
  const next = new Date(ctx.now().getTime() + wait)
  await ctx.tx.run(sql`
    update sys_mail set tries = tries + 1, next_at = ${next}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
  ctx.emit({ topic: mailTopic, key: id, notBefore: next })
  const written = writeLetter(items, {
    language: row.language ?? 'zh-CN',
    timeZone: row.timeZone ?? systemOrg.timeZone,
    company: server.from.name,
    site: server.site,
  })
  return {
    server,
    letter: { id: `lading-${id}`, to: row.email, at: row.createdAt, ...written },
    isLast: row.tries + 1 >= mailTriesMax,
  }
}

async function settle(ctx: Ctx, id: string, state: MailState, answer: string): Promise<void> {
  await ctx.tx.run(sql`
    update sys_mail set state = ${state}, answer = ${answer.slice(0, 300)}, updated_at = ${ctx.now()},
      sent_at = case when ${state} = 'SENT' then ${ctx.now()}::timestamptz end,
      next_at = case when ${state} = 'PENDING' then next_at end
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'PENDING'`)
  ctx.tell(mail.key)
}

const stateOf = ({ isTaken, isFinal }: Answered, isLast: boolean): MailState =>
  isTaken ? 'SENT' : isFinal || isLast ? 'DEAD' : 'PENDING'

async function send(kernel: Kernel, tenantId: string, id: string, { server, letter, isLast }: Attempt): Promise<void> {
  const answered = await postLetter(server, letter)
  const who = systemIdentity(tenantId, systemOrg)
  await perform(kernel, tenantId, systemOrigin(id), who, (ctx) =>
    settle(ctx, id, stateOf(answered, isLast), answered.answer),
  )
}

/** What is being sent now, for whoever has to wait until nothing is. */
const underWay = new Set<Promise<void>>()
export const allPosted = async (): Promise<void> => {
  while (underWay.size > 0) await Promise.all(underWay)
}

/** The outbox's `mail.send`: sends a letter. The outbox does not wait for it: a slow mail server holds nobody else up. */
export const mailListener =
  (kernel: Kernel, secret: string): Listener =>
  async (tenantId, events) => {
    for (const { id, key } of events) {
      const who = systemIdentity(tenantId, systemOrg)
      const attempt = await perform(kernel, tenantId, systemOrigin(id), who, (ctx) => take(ctx, key, secret))
      if (!attempt) continue
      const work = turn(() => send(kernel, tenantId, key, attempt)).catch((error: unknown) =>
        kernel.log.warn({ err: error, mail: key }, 'what became of a mail could not be noted'),
      )
      underWay.add(work)
      void work.finally(() => underWay.delete(work))
    }
  }

/** Mails `t` of people within reach; who is limited to some owners' goods sees his own. */
export const seenMails = (ctx: Ctx): Sql[] => [
  ctx.owners !== null
    ? sql`t.receiver_id = ${ctx.userId}`
    : sql`exists (select 1 from sys_user u where u.tenant_id = t.tenant_id and u.id = t.receiver_id and ${withinReach(ctx, sql`u.org_id`)})`,
]

/** What has failed is sent again, from the beginning. */
export async function resend(ctx: Ctx, { ids }: { ids: readonly string[] }): Promise<{ count: number }> {
  const [only] = seenMails(ctx)
  const rows = await ctx.tx.query<{ id: string; state: MailState; kind: string }>(sql`
    select t.id, t.state, t.kind from sys_mail t
    where t.tenant_id = ${ctx.tenantId} and t.id = any(${ids}::bigint[]) and ${only} order by t.id for update`)
  if (rows.length !== new Set(ids).size) found(undefined, mail.title)
  if (rows.some(({ state }) => state !== 'DEAD')) refuse(mailFaults.notDead)
  await ctx.tx.run(sql`
    update sys_mail set state = 'PENDING', tries = 0, answer = null, next_at = null, version = version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
  for (const { id, kind } of rows) {
    ctx.emit({ topic: mailTopic, key: id })
    ctx.audit({
      subject: wsRecord.key,
      subjectId: id,
      subjectNo: kind,
      action: 'resend',
      before: { status: 'FAILED' },
      after: { status: 'PENDING' },
    })
  }
  ctx.tell(mail.key)
  return { count: rows.length }
}
