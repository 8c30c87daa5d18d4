import { say, type Text } from '@lading/contract/kernel/text.ts'
import { mailCalls as calls } from '@lading/contract/sys/mail.ts'
import { type MessageKind, messageKinds } from '@lading/contract/sys/message.ts'
import { mannerOf, messageForce } from '@lading/contract/sys/subscription.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Ctx, type Kernel, perform, systemIdentity, systemOrg } from '../../kernel/ctx.ts'
import type { FileAnswer, OutsideRequest } from '../../kernel/http/serve.ts'
import { forcedKinds } from '../message/wanted.ts'
import { type Look, pageAnswer, plainPage } from './plainPage.ts'
import { readSender } from './settings.ts'
import { readSigned, signed } from './signed.ts'

const shape = z.object({ t: z.string(), u: z.string(), k: z.array(z.string()).max(40) })

/**
 * Where somebody ends mail of some kinds with one press, without a log-in. It does not expire: a letter may be old.
 * @returns undefined where there is nothing to end, or no address to do so
 */
export function leaveAddress(
  secret: string,
  site: string,
  o: { readonly tenantId: string; readonly userId: string; readonly kinds: readonly string[] },
): string | undefined {
  if (site === '' || o.kinds.length === 0) return undefined
  const token = signed(secret, 'mail leave', { t: o.tenantId, u: o.userId, k: o.kinds })
  return `${site}${calls.leave.path}?token=${token}`
}

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

interface Meant {
  readonly look: Look
  readonly userId: string
  /** What of the letter's kinds may be turned off now. */
  readonly kinds: readonly MessageKind[]
}

const isKind = (key: string): key is MessageKind => Object.hasOwn(messageKinds, key)

/** Reads the link, as the product itself and in the link's own tenant. @returns undefined: it is none of ours, or nobody's any more */
async function within<T>(
  kernel: Kernel,
  secret: string,
  request: OutsideRequest,
  token: string,
  work: (ctx: Ctx, meant: Meant) => Promise<T>,
): Promise<T | undefined> {
  const said = readSigned(secret, 'mail leave', token, shape)
  if (!said) return undefined
  return perform(kernel, said.t, request.origin, systemIdentity(said.t, systemOrg), async (ctx) => {
    const row = await ctx.tx.maybe<{ language: Look['language'] | null }>(sql`
      select p.language from sys_user u
      left join sys_user_preference p on p.tenant_id = u.tenant_id and p.user_id = u.id
      where u.tenant_id = ${ctx.tenantId} and u.id = ${said.u}`)
    if (!row) return undefined
    const { company, color } = await readSender(ctx)
    const forced = await forcedKinds(ctx, said.u)
    const kinds = said.k.filter(isKind).filter((key) => mannerOf[key] !== 'ALWAYS' && !forced.has(key))
    return work(ctx, { look: { language: row.language ?? 'zh-CN', company, color }, userId: said.u, kinds })
  })
}

const titles = (kinds: readonly MessageKind[], { language }: Look): readonly string[] =>
  kinds.map((key) => say(messageKinds[key].title, language))

function unknown(request: OutsideRequest): FileAnswer {
  const { language } = request.origin
  const look: Look = { language, company: 'Lading', color: null }
  return pageAnswer(
    plainPage(look, { title: say(texts.unknown, language), body: say(texts.unknownWhy, language) }),
    404,
  )
}

const fixed = (look: Look): string =>
  plainPage(look, { title: say(texts.title, look.language), body: say(texts.fixed, look.language) })

/** What the link opens: nothing is changed by looking, since mail systems follow links by themselves. */
export async function showLeave(
  kernel: Kernel,
  secret: string,
  request: OutsideRequest,
  token: string,
): Promise<FileAnswer> {
  const page = await within(kernel, secret, request, token, async (_ctx, { look, kinds }) =>
    kinds.length === 0
      ? fixed(look)
      : plainPage(look, {
          title: say(texts.title, look.language),
          body: say(texts.ask, look.language),
          items: titles(kinds, look),
          press: say(texts.press, look.language),
        }),
  )
  return page === undefined ? unknown(request) : pageAnswer(page, 200)
}

/** Turns mail of the kinds off. A second time finds nothing to do and says the same. */
export async function leave(
  kernel: Kernel,
  secret: string,
  request: OutsideRequest,
  token: string,
): Promise<FileAnswer> {
  const page = await within(kernel, secret, request, token, async (ctx, { look, userId, kinds }) => {
    if (kinds.length === 0) return fixed(look)
    const rows = await ctx.tx.query<{ key: MessageKind; username: string }>(sql`
      update sys_message_subscription s set channels = array_remove(s.channels, 'EMAIL'), version = s.version + 1,
        updated_at = ${ctx.now()}, updated_by = ${userId}
      from sys_user u
      where s.tenant_id = ${ctx.tenantId} and s.user_id = ${userId} and s.key = any(${kinds}::varchar[]) and 'EMAIL' = any(s.channels)
        and u.tenant_id = s.tenant_id and u.id = s.user_id
      returning s.key, u.username`)
    const [first] = rows
    if (first) {
      const told = { subject: user.key, subjectId: userId, subjectNo: first.username, action: 'leaveMail' }
      ctx.audit({ ...told, after: { mailKinds: rows.map(({ key }) => key) } })
      ctx.tell(messageForce.key)
    }
    return plainPage(look, {
      title: say(texts.title, look.language),
      body: say(texts.done, look.language),
      items: titles(kinds, look),
      foot: say(texts.again, look.language),
    })
  })
  return page === undefined ? unknown(request) : pageAnswer(page, 200)
}
