import { say, type Text } from '@lading/contract/kernel/text.ts'
import { type dicType, dictionaries } from '@lading/contract/sys/dictionary.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

export interface Entry {
  readonly typeCode: string
  readonly queryKey: string
  readonly text: Text
  readonly sort: number
  readonly color: string | null
  readonly disabled: boolean
}
interface Stored extends Omit<Entry, 'text'> {
  readonly infoValue: string
  readonly infoValueEn: string
}

const defaults: Readonly<Record<string, Readonly<Record<string, Text>>>> = dictionaries
const ownKeys = (typeCode: string): Readonly<Record<string, Text>> =>
  Object.hasOwn(defaults, typeCode) ? (defaults[typeCode] ?? {}) : {}

/** Whether the product itself brings the entry. */
export const isSystem = (typeCode: string, queryKey: string): boolean => Object.hasOwn(ownKeys(typeCode), queryKey)
export const systemKeys = (typeCode: string): string[] => Object.keys(ownKeys(typeCode))

/**
 * Entries of dictionaries: the product's own, where the tenant has not replaced them, and the tenant's.
 * @param typeCodes which; left out, all
 */
export async function readDictionaries(ctx: Ctx, typeCodes?: readonly string[]): Promise<Entry[]> {
  const entries = new Map<string, Entry>()
  const put = (entry: Entry) => entries.set(`${entry.typeCode} ${entry.queryKey}`, entry)
  for (const typeCode of typeCodes ?? Object.keys(defaults))
    Object.entries(ownKeys(typeCode)).forEach(([queryKey, text], i) => {
      put({ typeCode, queryKey, text, sort: (i + 1) * 10, color: null, disabled: false })
    })
  const stored = await ctx.tx.query<Stored>(sql`
    select type_code, query_key, info_value, info_value_en, sort, color, disabled from sys_dic_info
    where tenant_id = ${ctx.tenantId} and (${typeCodes === undefined} or type_code = any(${typeCodes ?? []}::text[]))`)
  for (const { infoValue, infoValueEn, ...entry } of stored) put({ ...entry, text: [infoValue, infoValueEn] })
  return [...entries.values()].sort((a, b) => a.sort - b.sort || (a.queryKey < b.queryKey ? -1 : 1))
}

/** As clients show it. */
export const inLanguage = (ctx: Ctx, { text, ...entry }: Entry) => ({ ...entry, infoValue: say(text, ctx.language) })

/** How often each dictionary was changed; one that never was has version 0. */
export async function typeVersions(ctx: Ctx): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.tx.query<RowOf<typeof dicType, 'code' | 'version'>>(sql`
    select code, version from sys_dic_type where tenant_id = ${ctx.tenantId}`)
  return new Map(rows.map((r) => [r.code, r.version]))
}
