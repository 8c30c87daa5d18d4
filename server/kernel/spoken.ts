import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { raw, type Sql } from 'sql-template-tag'
import { snake } from './tx.ts'

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * A text column of a row `t` as its reader's language has it, where its field says how (`english`). Made of our own words
 * only, so that it may be grouped by as well.
 */
export function spoken({ language }: { language: Language }, e: AnyEntity, name: string, t: string): Sql {
  const column = `${t}.${snake(name)}`
  const english = language === 'en-US' ? e.fields[name]?.english : undefined
  if (english === undefined) return raw(column)
  if (typeof english === 'string') return raw(`coalesce(nullif(${t}.${snake(english)}, ''), ${column})`)
  return raw(`coalesce(${literal(JSON.stringify(english))}::jsonb ->> ${column}, ${column})`)
}

/** What a row `t` is called where it is referred to: its code, and its name in the reader's language. */
export function labelColumns(who: { language: Language }, e: AnyEntity, t: string): { code: Sql; name: Sql } {
  const { code, name } = e.label
  const said = spoken(who, e, name, t)
  if (code !== name) return { code: raw(`${t}.${snake(code)}`), name: said }
  const text = e.fields[code]?.kind === 'int' ? raw(`${t}.${snake(code)}::text`) : said
  return { code: text, name: text }
}
