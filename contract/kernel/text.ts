/** A text in both languages, side by side: a missing one does not compile. */
export type Text = readonly [zh: string, en: string]
export type Language = 'zh-CN' | 'en-US'
export const languages = ['zh-CN', 'en-US'] as const

/**
 * The text in one language, with `{name}` replaced by the argument of that name, and `{name|day|days}` by the
 * first word where that argument is 1, else by the second.
 */
export function say(text: Text, language: Language, args: Readonly<Record<string, unknown>> = {}): string {
  const pattern = language === 'en-US' ? text[1] : text[0]
  return pattern.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = args[name]
    if (value === undefined) return whole
    if (one !== undefined && many !== undefined) return String(value) === '1' ? one : many
    if (isRowName(value)) return value.no
    return isText(value) ? say(value, language, args) : String(value)
  })
}

/** An English title of one as that of many: `Inbound order` to `Inbound orders`. Only its last word changes. */
export const plural = (en: string): string =>
  uncounted.test(en)
    ? en
    : en.replace(/(?:[^aeiou]y|s|x|z|ch|sh|\w)$/i, (end) =>
        /^[^aeiou]y$/i.test(end) ? `${end[0]}ies` : /^(?:s|x|z|ch|sh)$/i.test(end) ? `${end}es` : `${end}s`,
      )
/** The reverse of `plural`; what is no plural stays. */
export const singular = (en: string): string =>
  uncounted.test(en)
    ? en
    : en
        .replace(/ies$/i, 'y')
        .replace(/(ss|x|z|ch|sh)es$/i, '$1')
        .replace(/([^s])s$/i, '$1')
/** Titles that end in a word which has no other form, or none to count. */
const uncounted = /\b(?:stock|packaging|staff|equipment|data|workforce|history|today|out|in)$/i

const ownWords = new WeakSet<Text>()
/** Choices that an organisation may call or mark its own way where they are shown. The same object. */
export function calledByOrg<const C extends Readonly<Record<string, Text>>>(choices: C): C {
  for (const text of Object.values(choices)) ownWords.add(text)
  return choices
}
export const isCalledByOrg = (text: Text): boolean => ownWords.has(text)

export const isText = (value: unknown): value is Text =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string'

/** A row as an argument of a text, which shows its number; whoever reads that may go to the row. */
export interface RowName {
  /** Of its entity: `wms.bin`. */
  readonly key: string
  readonly id: string
  readonly no: string
}
export const rowName = (of: { readonly key: string }, id: string, no: string): RowName => ({ key: of.key, id, no })
export const isRowName = (value: unknown): value is RowName =>
  typeof value === 'object' && value !== null && 'key' in value && 'id' in value && 'no' in value
