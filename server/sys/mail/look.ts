import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { mailFaults } from '@lading/contract/sys/email.ts'
import { mailCalls as calls, mail } from '@lading/contract/sys/mail.ts'
import { type MessageKind, messageKinds } from '@lading/contract/sys/message.ts'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Ctx, found, systemIdentity, systemOrg } from '../../kernel/ctx.ts'
import type { FileAnswer, OutsideRequest } from '../../kernel/http/serve.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { frameAnswer } from '../../platform/signed/plainPage.ts'
import { readSigned, type SignedKind, signed } from '../../platform/signed/signed.ts'
import { readOwnWords } from '../message/ownWords.ts'
import { masked } from '../wsRecord/mask.ts'
import { seenMails } from './deliver.ts'
import { readPlatform, readSender } from './settings.ts'
import { type Item, type Reader, type Written, writeExample, writeLetter } from './words.ts'

/** As long as somebody may have the page open before he looks. */
const validMs = 10 * 60_000
const fields = z.object({
  /** A letter by its id, or an example of a kind. */
  m: z.string().optional(),
  k: z.enum(Object.keys(messageKinds) as [MessageKind]).optional(),
  l: z.enum(['zh-CN', 'en-US']),
  z: z.string(),
  /** When an example is of: the same in text and page. */
  at: z.number(),
})
type Meant = z.output<typeof fields>
const framed: SignedKind<Meant> = { kind: 'mail page', fields }

async function readerOf(ctx: Ctx, language: Language, timeZone: string): Promise<Reader> {
  const sender = await readSender(ctx, (await readPlatform(ctx))?.site)
  // Without a way to end such mail: nobody who only looks may end another's.
  return { language, timeZone, ...sender, own: await readOwnWords(ctx) }
}

/** A letter as it went, from what it was made of, with what tells of people masked. */
async function letterOf(ctx: Ctx, id: string, reader: Reader): Promise<Written> {
  const items = await ctx.tx.query<Item>(sql`
    select m.key, m.args, m.link, m.created_at from sys_mail_item i
    join sys_message m on m.tenant_id = i.tenant_id and m.id = i.message_id
    where i.tenant_id = ${ctx.tenantId} and i.mail_id = ${id} order by i.id`)
  if (items.length === 0) refuse(mailFaults.noLetter)
  // Our own texts, masked and read back.
  const tame = (args: Item['args']) => args && (JSON.parse(masked(JSON.stringify(args)) || '{}') as Item['args'])
  return writeLetter(
    items.map((item) => ({ ...item, args: tame(item.args) })),
    reader,
  )
}

const write = (ctx: Ctx, { m, k }: Pick<Meant, 'm' | 'k'>, reader: Reader, at: Date): Promise<Written> | Written =>
  m !== undefined ? letterOf(ctx, m, reader) : writeExample(k ?? 'TEST', at, reader)

async function shown(ctx: Ctx, what: Pick<Meant, 'm' | 'k'>, secret: string) {
  const at = Math.ceil(ctx.now().getTime() / validMs) * validMs - validMs
  const about: Meant = { ...what, l: ctx.language, z: ctx.org.timeZone, at }
  const { subject, text } = await write(ctx, what, await readerOf(ctx, about.l, about.z), new Date(at))
  const token = signed(secret, framed, { tenantId: ctx.tenantId, about }, new Date(at + 2 * validMs))
  return { subject, text, page: `${calls.page.path}?token=${token}` }
}

export const preview = (ctx: Ctx, kind: MessageKind, secret: string) => shown(ctx, { k: kind }, secret)

/** A letter of somebody within reach. */
export async function show(ctx: Ctx, id: string, secret: string) {
  const [only] = seenMails(ctx)
  const row = await ctx.tx.maybe<{ id: string }>(sql`
    select t.id from sys_mail t where t.tenant_id = ${ctx.tenantId} and t.id = ${id} and ${only}`)
  return shown(ctx, { m: found(row, mail.title).id }, secret)
}

/** The HTML of what `show` and `preview` answer, to whoever brings their token in time. */
export async function page(
  kernel: Kernel,
  secret: string,
  request: OutsideRequest,
  token: string,
): Promise<FileAnswer> {
  const meant = readSigned(secret, framed, token, kernel.now())
  if (!meant) return refuse(faults.notFound, { subject: mail.title, no: '' })
  const { tenantId, about } = meant
  const { html } = await perform(
    kernel,
    tenantId,
    request.origin,
    systemIdentity(tenantId, systemOrg),
    async (ctx) => write(ctx, about, await readerOf(ctx, about.l, about.z), new Date(about.at)),
    { read: true },
  )
  return frameAnswer(html)
}
