import type { Language, Text } from '@lading/contract/kernel/text.ts'
import { leaveCalls } from '@lading/contract/sys/mail.ts'
import { type MessageKind, messageKinds } from '@lading/contract/sys/message.ts'
import { mannerOf, messageForce } from '@lading/contract/sys/subscription.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Shown, type SignedPage, signedPath } from '../../platform/signed/signedPages.ts'
import { forcedKinds } from '../message/wanted.ts'

const texts = {
  title: ['退订邮件', 'Unsubscribe'],
  ask: ['以后不再通过邮件接收：', 'No longer receive by mail:'],
  press: ['退订', 'Unsubscribe'],
  done: ['已退订。以后不再通过邮件发送：', 'Done. No longer sent by mail:'],
  again: [
    '站内消息不受影响。可在个人信息中重新打开。',
    'Messages in the product stay. Turn mail on again under Personal information.',
  ],
  fixed: [
    '这些消息由企业规定必须接收，不能退订。',
    'Your company has you receive these messages: they cannot be turned off.',
  ],
  unknown: ['链接无效', 'This link is not valid'],
  unknownWhy: ['请在个人信息的消息订阅中关闭邮件。', 'Turn mail off under Personal information, Messages.'],
} as const satisfies Record<string, Text>

/** Whose mail, and of which kinds. The names are those of letters that have gone out. */
const fields = z.object({ u: z.string(), k: z.array(z.string()).max(40) })
type About = z.output<typeof fields>

const isKind = (key: string): key is MessageKind => Object.hasOwn(messageKinds, key)
const titles = (kinds: readonly MessageKind[]): readonly Text[] => kinds.map((key) => messageKinds[key].title)

interface Meant {
  readonly language: Language
  /** What of the letter's kinds may be turned off now. */
  readonly kinds: readonly MessageKind[]
}
/** @returns undefined: the link is nobody's any more */
async function meantBy(ctx: Ctx, { u, k }: About): Promise<Meant | undefined> {
  const row = await ctx.tx.maybe<{ language: Language | null }>(sql`
    select p.language from sys_user u
    left join sys_user_preference p on p.tenant_id = u.tenant_id and p.user_id = u.id
    where u.tenant_id = ${ctx.tenantId} and u.id = ${u}`)
  if (!row) return undefined
  const forced = await forcedKinds(ctx, u)
  const kinds = k.filter(isKind).filter((key) => mannerOf[key] !== 'ALWAYS' && !forced.has(key))
  return { language: row.language ?? 'zh-CN', kinds }
}

async function show(ctx: Ctx, about: About): Promise<Shown | undefined> {
  const meant = await meantBy(ctx, about)
  if (!meant) return undefined
  const { language, kinds } = meant
  if (kinds.length === 0) return { language, title: texts.title, paragraphs: [texts.fixed] }
  return { language, title: texts.title, paragraphs: [texts.ask], items: titles(kinds), form: { press: texts.press } }
}

/** Turns mail of the kinds off. A second time finds nothing to do and says the same. */
async function press(ctx: Ctx, about: About): Promise<Shown | undefined> {
  const meant = await meantBy(ctx, about)
  if (!meant) return undefined
  const { language, kinds } = meant
  if (kinds.length === 0) return { language, title: texts.title, paragraphs: [texts.fixed] }
  const rows = await ctx.tx.query<{ key: MessageKind; username: string }>(sql`
    update sys_message_subscription s set channels = array_remove(s.channels, 'EMAIL'), version = s.version + 1,
      updated_at = ${ctx.now()}, updated_by = ${about.u}
    from sys_user u
    where s.tenant_id = ${ctx.tenantId} and s.user_id = ${about.u} and s.key = any(${kinds}::varchar[]) and 'EMAIL' = any(s.channels)
      and u.tenant_id = s.tenant_id and u.id = s.user_id
    returning s.key, u.username`)
  const [first] = rows
  if (first) {
    const told = { subject: user.key, subjectId: about.u, subjectNo: first.username, action: 'leaveMail' }
    ctx.audit({ ...told, after: { mailKinds: rows.map(({ key }) => key) } })
    ctx.tell(messageForce.key)
  }
  return { language, title: texts.title, paragraphs: [texts.done], items: titles(kinds), foot: texts.again }
}

/** Where somebody ends mail of some kinds with one press, without a log-in. */
export const leavePage: SignedPage<About, object> = {
  kind: 'mail leave',
  fields,
  calls: leaveCalls,
  typed: z.object({}),
  show,
  press,
  unknown: { title: texts.unknown, paragraphs: [texts.unknownWhy] },
}

/**
 * The page's address. It does not expire: a letter may be old.
 * @returns undefined where there is nothing to end, or no address to do so
 */
export function leaveAddress(
  secret: string,
  site: string,
  {
    tenantId,
    userId,
    kinds,
  }: { readonly tenantId: string; readonly userId: string; readonly kinds: readonly string[] },
): string | undefined {
  if (site === '' || kinds.length === 0) return undefined
  return `${site}${signedPath(secret, leavePage, { tenantId, about: { u: userId, k: [...kinds] } }, 'ever')}`
}
