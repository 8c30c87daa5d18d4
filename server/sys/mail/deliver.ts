import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import { type MailState, type MailWay, mail } from '@lading/contract/sys/mail.ts'
import type { MailProblem } from '@lading/contract/sys/mailProblems.ts'
import type { MessageKind } from '@lading/contract/sys/message.ts'
import { mannerOf } from '@lading/contract/sys/subscription.ts'
import { wsRecord } from '@lading/contract/sys/wsRecord.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, found, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { atMost } from '../../platform/atMost.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { readOwnWords } from '../message/ownWords.ts'
import { forcedKinds } from '../message/wanted.ts'
import { withinReach } from '../rights.ts'
import { leaveAddress } from './leave.ts'
import { type Answered, type Letter, postLetter } from './post.ts'
import { mailTopic } from './queue.ts'
import { nextQuota, noteHeld, spend } from './quota.ts'
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
  readonly way: MailWay | null
  readonly problem: MailProblem | null
  readonly createdAt: Date
  readonly receiverId: string
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
    select m.state, m.tries, m.next_at, m.way, m.problem, m.created_at, m.receiver_id, u.disabled, u.email, u.email_confirmed_at, p.language, o.time_zone
    from sys_mail m
    left join sys_user u on u.tenant_id = m.tenant_id and u.id = m.receiver_id
    left join sys_org o on o.tenant_id = u.tenant_id and o.id = u.org_id
    left join sys_user_preference p on p.tenant_id = u.tenant_id and p.user_id = u.id
    where m.tenant_id = ${ctx.tenantId} and m.id = ${id} for update of m`)
  if (row?.state !== 'PENDING') return undefined
  // The outbox may bring an event twice: this one is being sent, or its time has not come.
  if (row.nextAt && row.nextAt > ctx.now()) return undefined
  const dead = async (problem: MailProblem): Promise<undefined> => {
    await settle(ctx, id, 'DEAD', { problem, answer: null })
    return undefined
  }
  if (row.tries >= mailTriesMax) return dead('TRIES')
  if (row.disabled !== false || row.email === null || row.emailConfirmedAt === null) return dead('NO_ADDRESS')
  const server = await readMailServer(ctx, secret)
  if (!server) return dead('NO_SERVER')
  const items = await ctx.tx.query<Item>(sql`
    select m.key, m.args, m.link, m.created_at from sys_mail_item i
    join sys_message m on m.tenant_id = i.tenant_id and m.id = i.message_id
    where i.tenant_id = ${ctx.tenantId} and i.mail_id = ${id} order by i.id`)
  if (items.length === 0) return dead('GONE')
  if (!(await isWithinQuota(ctx, server, row))) return hold(ctx, id, row)
  const wait = waitsMs[row.tries] ?? minute
  const next = new Date(ctx.now().getTime() + wait)
  await ctx.tx.run(sql`
    update sys_mail set tries = tries + 1, next_at = ${next}, way = ${server.way}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
  ctx.emit({ topic: mailTopic, key: id, notBefore: next })
  const forced = await forcedKinds(ctx, row.receiverId)
  // Once a kind by its name, and none that its receiver may not turn off.
  const kinds = [...new Set(items.map(({ key }) => key))].filter((key) => isOptional(key) && !forced.has(key))
  const leave = leaveAddress(secret, server.sender.site, { tenantId: ctx.tenantId, userId: row.receiverId, kinds })
  const { language, timeZone } = row
  const own = await readOwnWords(ctx)
  const zone = timeZone ?? systemOrg.timeZone
  const reader = { language: language ?? 'zh-CN', timeZone: zone, ...server.sender, leave, own }
  return {
    server,
    letter: { id: `lading-${id}`, to: row.email, at: row.createdAt, leave, ...writeLetter(items, reader) },
    isLast: row.tries + 1 >= mailTriesMax,
  }
}

const isOptional = (key: string): key is MessageKind =>
  Object.hasOwn(mannerOf, key) && mannerOf[key as MessageKind] !== 'ALWAYS'

/** A letter counts once, with its first try through the platform's server. */
const isWithinQuota = async (ctx: Ctx, { daily, way }: MailServer, { tries, way: before }: Row): Promise<boolean> =>
  daily === undefined || (tries > 0 && before === way) || spend(ctx, daily)

/** Leaves a letter for the platform's next day. It has not been tried. */
async function hold(ctx: Ctx, id: string, { problem }: Row): Promise<undefined> {
  const next = nextQuota(ctx.now())
  await ctx.tx.run(sql`
    update sys_mail set next_at = ${next}, way = 'PLATFORM', problem = 'QUOTA', answer = null, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
  if (problem !== 'QUOTA') await noteHeld(ctx)
  ctx.emit({ topic: mailTopic, key: id, notBefore: next })
  ctx.tell(mail.key)
  return undefined
}

type Became = { readonly problem: MailProblem | null; readonly answer: string | null }
async function settle(ctx: Ctx, id: string, state: MailState, { problem, answer }: Became): Promise<void> {
  await ctx.tx.run(sql`
    update sys_mail set state = ${state}, problem = ${problem}, answer = ${answer?.slice(0, 300) ?? null}, updated_at = ${ctx.now()},
      sent_at = case when ${state} = 'SENT' then ${ctx.now()}::timestamptz end,
      next_at = case when ${state} = 'PENDING' then next_at end
    where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'PENDING'`)
  ctx.tell(mail.key)
}

const stateOf = ({ isTaken, isFinal }: Answered, isLast: boolean): MailState =>
  isTaken ? 'SENT' : isFinal || isLast ? 'DEAD' : 'PENDING'

async function send(kernel: Kernel, tenantId: string, id: string, { server, letter, isLast }: Attempt): Promise<void> {
  const answered = await postLetter(server, letter)
  const { problem, answer } = answered
  // What the platform's server says is for who runs it: the tenant hears why in our words.
  const isOwn = server.way === 'OWN'
  if (!isOwn && problem !== null)
    kernel.log.warn({ tenantId, mail: id, problem, answer }, "the platform's mail server did not take a letter")
  const who = systemIdentity(tenantId, systemOrg)
  await perform(kernel, tenantId, systemOrigin(id), who, (ctx) =>
    settle(ctx, id, stateOf(answered, isLast), { problem, answer: isOwn ? answer : null }),
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
    update sys_mail set state = 'PENDING', tries = 0, way = null, problem = null, answer = null, next_at = null, version = version + 1,
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
