import { mail, mailItem } from '@lading/contract/sys/mail.ts'
import type { MessageKind } from '@lading/contract/sys/message.ts'
import { mannerOf } from '@lading/contract/sys/subscription.ts'
import sql from 'sql-template-tag'
import { type Ctx, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { readOption } from '../../platform/option.ts'
import type { Listener } from '../../platform/outbox/relay.ts'
import { isMailOn } from './settings.ts'

/** The outbox's word that messages wait for somebody's letter, and that a letter is to be sent. */
export const mailDue = 'mail.due'
export const mailTopic = 'mail.send'
const hourMs = 3_600_000
/** What a letter holds at most; what is more comes in the next. */
const itemsMax = 100

interface Told {
  readonly userId: string
  readonly messageId: string
  /** The end of his quiet hours; undefined: at once. */
  readonly after: Date | undefined
}

/**
 * Puts messages down for the mail of those who have asked for it and have proved their address; what concerns somebody's
 * own account goes to every proved address.
 */
export async function queueMail(ctx: Ctx, kind: MessageKind, told: readonly Told[]): Promise<void> {
  if (told.length === 0 || !(await isMailOn(ctx))) return
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select u.id from sys_user u
    where u.tenant_id = ${ctx.tenantId} and u.id = any(${told.map((one) => one.userId)}::bigint[]) and not u.disabled
      and u.email is not null and u.email_confirmed_at is not null
      and (${mannerOf[kind] === 'ALWAYS'} or exists (select 1 from sys_message_subscription s
        where s.tenant_id = u.tenant_id and s.user_id = u.id and s.key = ${kind} and not s.is_off and 'EMAIL' = any(s.channels)))`)
  const ids = new Set(rows.map((r) => r.id))
  const wanted = told.filter((one) => ids.has(one.userId))
  await insert(
    ctx,
    mailItem,
    wanted.map(({ userId, messageId, after }) => ({ userId, messageId, dueAt: after ?? ctx.now() })),
  )
  for (const { userId, after } of wanted) ctx.emit({ topic: mailDue, key: userId, ...(after && { notBefore: after }) })
}

/** Writes down the letter of all that is due for somebody, unless he has had enough of them in this hour. */
async function gather(ctx: Ctx, userId: string): Promise<void> {
  const items = await ctx.tx.query<{ id: string; key: MessageKind }>(sql`
    select i.id, m.key from sys_mail_item i
    join sys_message m on m.tenant_id = i.tenant_id and m.id = i.message_id
    where i.tenant_id = ${ctx.tenantId} and i.user_id = ${userId} and i.mail_id is null and i.due_at <= ${ctx.now()}
    order by i.id limit ${itemsMax} for update of i`)
  const [first] = items
  if (!first) return
  const ids = items.map((i) => i.id)
  const since = new Date(ctx.now().getTime() - hourMs)
  const most = await readOption(ctx, 'mail_hourly')
  const lately = await ctx.tx.query<{ createdAt: Date }>(sql`
    select created_at from sys_mail where tenant_id = ${ctx.tenantId} and receiver_id = ${userId} and created_at > ${since}
    order by created_at desc limit ${most}`)
  const oldest = lately[most - 1]
  if (oldest) {
    const next = new Date(oldest.createdAt.getTime() + hourMs)
    await ctx.tx.run(sql`
      update sys_mail_item set due_at = ${next} where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
    ctx.emit({ topic: mailDue, key: userId, notBefore: next })
    return
  }
  const { ids: made } = await insert(ctx, mail, [{ receiverId: userId, kind: first.key, messages: items.length }])
  const mailId = made[0] ?? ''
  await ctx.tx.run(sql`
    update sys_mail_item set mail_id = ${mailId} where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
  ctx.emit({ topic: mailTopic, key: mailId })
  if (items.length === itemsMax) ctx.emit({ topic: mailDue, key: userId })
  ctx.tell(mail.key)
}

/** The outbox's `mail.due`: one letter of whatever has come together since. */
export const gatherListener =
  (kernel: Kernel): Listener =>
  async (tenantId, events) => {
    const [event] = events
    if (!event) return
    const who = systemIdentity(tenantId, systemOrg)
    await perform(kernel, tenantId, systemOrigin(event.id), who, (ctx) => gather(ctx, event.key))
  }
