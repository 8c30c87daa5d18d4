import type { MessageKind } from '@lading/contract/sys/message.ts'
import type { MessageWords, messageTemplate } from '@lading/contract/sys/messageTemplate.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

/** What a tenant says in words of its own; a kind that is not there is said as the product says it. */
export type OwnWords = ReadonlyMap<string, MessageWords>

type Row = RowOf<typeof messageTemplate, 'titleZh' | 'titleEn' | 'bodyZh' | 'bodyEn' | 'version'> & {
  readonly key: MessageKind
}
export type Template = MessageWords & { readonly key: MessageKind; readonly version: number }

/** The tenant's templates, by the order of their making: there is one of a kind at most. */
export async function readTemplates(ctx: Ctx): Promise<Template[]> {
  const rows = await ctx.tx.query<Row>(sql`
    select key, version, title_zh, title_en, body_zh, body_en from sys_message_template
    where tenant_id = ${ctx.tenantId} order by id`)
  return rows.map(({ key, version, titleZh, titleEn, bodyZh, bodyEn }) => ({
    key,
    version,
    title: [titleZh, titleEn],
    body: [bodyZh, bodyEn],
  }))
}

export const readOwnWords = async (ctx: Ctx): Promise<OwnWords> =>
  new Map((await readTemplates(ctx)).map(({ key, title, body }) => [key, { title, body }]))
