import { say, type Text } from '@lading/contract/kernel/text.ts'
import { dictionaries, dictionaryTitles } from '@lading/contract/sys/dictionary.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../kernel/ctx.ts'

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
const titles: Readonly<Record<string, Text>> = dictionaryTitles
const ownKeys = (typeCode: string): Readonly<Record<string, Text>> =>
  Object.hasOwn(defaults, typeCode) ? (defaults[typeCode] ?? {}) : {}

/** Whether the product itself brings the entry, or the dictionary. */
export const isSystem = (typeCode: string, queryKey: string): boolean => Object.hasOwn(ownKeys(typeCode), queryKey)
export const isSystemType = (typeCode: string): boolean => Object.hasOwn(defaults, typeCode)
export const systemKeys = (typeCode: string): string[] => Object.keys(ownKeys(typeCode))
/** What a dictionary is called: by the product, or by the tenant; else by its code. */
export const typeTitle = (code: string, own: { title: string | null; titleEn: string | null } | undefined): Text =>
  Object.hasOwn(titles, code)
    ? (titles[code] ?? [code, code])
    : [own?.title ?? code, own?.titleEn ?? own?.title ?? code]

/** The whole enterprise, below which no organisation differs. */
export const enterprise = '0'

/**
 * Entries of dictionaries: the product's own, where the tenant has not replaced them, the tenant's, and, of dictionaries
 * that may differ, what the organisation and those above it have otherwise.
 * @param typeCodes which; left out, all
 * @param orgId as they count there; left out, in the working organisation
 */
export async function readDictionaries(ctx: Ctx, typeCodes?: readonly string[], orgId = ctx.org.id): Promise<Entry[]> {
  const entries = new Map<string, Entry>()
  const put = (entry: Entry) => entries.set(`${entry.typeCode} ${entry.queryKey}`, entry)
  for (const typeCode of typeCodes ?? Object.keys(defaults))
    Object.entries(ownKeys(typeCode)).forEach(([queryKey, text], i) => {
      put({ typeCode, queryKey, text, sort: (i + 1) * 10, color: null, disabled: false })
    })
  const wanted = sql`(${typeCodes === undefined} or d.type_code = any(${typeCodes ?? []}::text[]))`
  const [tenants, organisations] = await Promise.all([
    ctx.tx.query<Stored>(sql`
      select type_code, query_key, info_value, info_value_en, sort, color, disabled from sys_dic_info d
      where tenant_id = ${ctx.tenantId} and ${wanted}`),
    ctx.tx.query<Stored>(sql`
      select d.type_code, d.query_key, d.info_value, d.info_value_en, d.sort, d.color, d.disabled from sys_dic_org_info d
      join sys_dic_type k on k.tenant_id = d.tenant_id and k.code = d.type_code and k.is_org_level
      join sys_org o on o.tenant_id = d.tenant_id and o.id = d.org_id
      join sys_org own on own.tenant_id = d.tenant_id and own.id = ${orgId} and position(o.path in own.path) = 1
      where d.tenant_id = ${ctx.tenantId} and ${wanted} order by o.level`),
  ])
  for (const { infoValue, infoValueEn, ...entry } of [...tenants, ...organisations])
    put({ ...entry, text: [infoValue, infoValueEn] })
  return [...entries.values()].sort((a, b) => a.sort - b.sort || (a.queryKey < b.queryKey ? -1 : 1))
}

/** As clients show it. */
export const inLanguage = (ctx: Ctx, { text, ...entry }: Entry) => ({ ...entry, infoValue: say(text, ctx.language) })

interface Type {
  readonly code: string
  readonly version: number
  readonly title: string | null
  readonly titleEn: string | null
  readonly isOrgLevel: boolean
}
/** What the tenant has said of dictionaries; of one that never was changed there is nothing. */
export async function readTypes(ctx: Ctx): Promise<ReadonlyMap<string, Type>> {
  const rows = await ctx.tx.query<Type>(sql`
    select code, version, title, title_en, is_org_level from sys_dic_type where tenant_id = ${ctx.tenantId}`)
  return new Map(rows.map((r) => [r.code, r]))
}

/** What the entries of one dictionary are called, by key; whatever is no entry of it stands for itself. */
export async function entryTexts(ctx: Ctx, typeCode: string): Promise<(key: string) => Text> {
  const entries = new Map((await readDictionaries(ctx, [typeCode])).map((e) => [e.queryKey, e.text]))
  return (key) => entries.get(key) ?? [key, key]
}
