import { say, type Text } from '@lading/contract/kernel/text.ts'
import { dictionaries, queryByTypeCode } from '@lading/contract/sys/dictionary.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../kernel/ctx.ts'
import { type Served, serve } from '../kernel/http/serve.ts'

interface Entry {
  typeCode: string
  queryKey: string
  text: Text
  sort: number
  disabled: boolean
}
interface Stored {
  typeCode: string
  queryKey: string
  infoValue: string
  infoValueEn: string
  sort: number
  disabled: boolean
}

const defaults: Readonly<Record<string, Readonly<Record<string, Text>>>> = dictionaries

/** Entries of dictionaries: the product's own, where the tenant has not replaced them, and the tenant's. */
export async function readDictionaries(ctx: Ctx, typeCodes: readonly string[]): Promise<Entry[]> {
  const entries = new Map<string, Entry>()
  const put = (entry: Entry) => entries.set(`${entry.typeCode} ${entry.queryKey}`, entry)
  for (const typeCode of typeCodes)
    Object.entries(defaults[typeCode] ?? {}).forEach(([queryKey, text], i) => {
      put({ typeCode, queryKey, text, sort: (i + 1) * 10, disabled: false })
    })
  const stored = await ctx.tx.query<Stored>(sql`
    select type_code, query_key, info_value, info_value_en, sort, disabled from sys_dictionary
    where tenant_id = ${ctx.tenantId} and type_code = any(${typeCodes}::text[])`)
  for (const { infoValue, infoValueEn, ...entry } of stored) put({ ...entry, text: [infoValue, infoValueEn] })
  return [...entries.values()].sort((a, b) => a.sort - b.sort)
}

export const dictionaryServed = (): Served[] => [
  serve(queryByTypeCode, async (ctx, input) =>
    (await readDictionaries(ctx, input.typeCodes)).map(({ text, ...entry }) => ({
      ...entry,
      infoValue: say(text, ctx.language),
    })),
  ),
]
