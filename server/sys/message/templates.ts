import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { type MessageKind, message, messageKinds } from '@lading/contract/sys/message.ts'
import {
  templateCalls as calls,
  messageTemplate,
  oddPart,
  placeholdersOf,
  templateFaults,
} from '@lading/contract/sys/messageTemplate.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { readTemplates } from './ownWords.ts'

type Said = RowOf<typeof messageTemplate, 'titleZh' | 'titleEn' | 'bodyZh' | 'bodyEn'>
type Row = Said & RowOf<typeof messageTemplate, 'id' | 'version'>

const lockOwn = (ctx: Ctx, key: MessageKind): Promise<Row | undefined> =>
  ctx.tx.maybe<Row>(sql`
    select id, version, title_zh, title_en, body_zh, body_en from sys_message_template
    where tenant_id = ${ctx.tenantId} and key = ${key} for update`)
const saidOf = ({ titleZh, titleEn, bodyZh, bodyEn }: Said): Said => ({ titleZh, titleEn, bodyZh, bodyEn })

/** Gives a kind words of the tenant's own. A second time with the same version is refused as one that came too late. */
async function set(ctx: Ctx, { key, version, ...next }: z.output<typeof calls.set.input>) {
  const { titleZh, titleEn, bodyZh, bodyEn } = next
  for (const said of Object.values(next)) {
    const part = oddPart(key, said)
    if (part !== undefined) refuse(templateFaults.unknown, { part, known: placeholdersOf(key).join(' ') })
  }
  const before = await lockOwn(ctx, key)
  if ((before ? before.version : 0) !== version) refuse(faults.stale)
  if (before)
    await ctx.tx.run(sql`
      update sys_message_template set title_zh = ${titleZh}, title_en = ${titleEn}, body_zh = ${bodyZh}, body_en = ${bodyEn},
        version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and id = ${before.id}`)
  const id = before?.id ?? (await add(ctx, key, next))
  const told = { subject: messageTemplate.key, subjectId: id, subjectNo: say(messageKinds[key].title, ctx.language) }
  ctx.audit({ ...told, action: 'update', before: before ? saidOf(before) : null, after: next })
  ctx.tell(message.key)
  return { version: version + 1 }
}

async function add(ctx: Ctx, key: MessageKind, next: Said): Promise<string> {
  // The first is version 1: 0 is what stands for none.
  const row = { key, ...next, version: 1 }
  const { ids, count } = await insert(ctx, messageTemplate, [row], sql`on conflict do nothing`)
  // Somebody else has made it in this moment.
  if (count === 0) refuse(faults.stale)
  return ids[0] ?? ''
}

async function restore(ctx: Ctx, { key }: { key: MessageKind }): Promise<null> {
  const before = await lockOwn(ctx, key)
  if (!before) return null
  await ctx.tx.run(sql`delete from sys_message_template where tenant_id = ${ctx.tenantId} and id = ${before.id}`)
  const told = { subject: messageTemplate.key, subjectId: before.id }
  const subjectNo = say(messageKinds[key].title, ctx.language)
  ctx.audit({ ...told, subjectNo, action: 'restore', before: saidOf(before) })
  ctx.tell(message.key)
  return null
}

/** How a tenant says its messages. */
export const templateServed = (): Served[] => [
  serve(calls.list, async (ctx) =>
    (await readTemplates(ctx)).map(({ key, version, title, body }) => ({
      key,
      version,
      title: [title[0], title[1]],
      body: [body[0], body[1]],
    })),
  ),
  serve(calls.set, set),
  serve(calls.restore, restore),
]
