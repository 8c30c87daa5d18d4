/** A text in both languages, side by side: a missing one does not compile. */
export type Text = readonly [zh: string, en: string]
export type Language = 'zh-CN' | 'en-US'
export const languages = ['zh-CN', 'en-US'] as const

/** The text in one language, with `{name}` replaced by the argument of that name. */
export function say(text: Text, language: Language, args: Readonly<Record<string, unknown>> = {}): string {
  const pattern = language === 'en-US' ? text[1] : text[0]
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = args[name]
    if (value === undefined) return whole
    if (isRowName(value)) return value.no
    return isText(value) ? say(value, language, args) : String(value)
  })
}

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
