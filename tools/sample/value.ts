import { idText } from '@lading/contract/kernel/schema.ts'

/** What of JSON Schema our calls' inputs become. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  /** Of a tuple, each place by itself. */
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly minItems?: number
  readonly minLength?: number
  readonly maxLength?: number
}

export interface InputOptions {
  /** Called for each id in the order of the schema, with the names that lead to it: `qpcs`, `id`. */
  readonly id: (path: readonly string[]) => string
  /** Another text than the usual one, for fields whose patterns are given. */
  readonly text?: (path: readonly string[], patterns: readonly string[], max: number) => string | undefined
  /** Which of several shapes an input takes. */
  readonly variant?: number
  /** Leaves out what may be left out. */
  readonly short?: boolean
}

const idPattern = idText.toJSONSchema().pattern
const candidates = [
  '1',
  'A1',
  '2026-11-20',
  '08:00',
  '2026-11-20T08:00:00+08:00',
  '2026-11-20T00:00:00Z',
  'a@b.cn',
  'red',
  '#0f766e',
  'https://example.cn/a',
  'data:image/png;base64,iVBORw0KGgo=',
  'a'.repeat(64),
  `SHA256:${'a'.repeat(43)}`,
  '135790',
  '[{"name":"code"}]',
]
let sequence = 0
/** A short text that was not used before. No time zone is called so: the 984th with a P was `Prc`, which is one. */
export const freshText = (max = 16): string => `Q${(++sequence).toString(36)}`.slice(0, Math.max(1, max))

function stringOf(s: Schema, path: readonly string[], o: InputOptions): string {
  const patterns = [s, ...(s.allOf ?? [])].flatMap((part) => (part.pattern === undefined ? [] : [part.pattern]))
  if (patterns.some((p) => p === idPattern)) return o.id(path)
  const given = o.text?.(path, patterns, Math.floor((s.maxLength ?? 32) / 2))
  if (given !== undefined) return given
  // Names of columns are a list's own; any other text would be refused.
  if (['orderBy', 'orderField', 'columns'].includes(path.at(-1) ?? '')) return 'id'
  // What is looked for begins what the rows of proofs are called.
  if (path.at(-1) === 'word') return 'O'
  if (patterns.length > 0) {
    const fits = (text: string) => patterns.every((p) => new RegExp(p, 'u').test(text))
    return candidates.find(fits) ?? freshText()
  }
  if (s.format === 'date-time') return '2026-11-20T00:00:00Z'
  // Limits are given in code units, twice the code points that the refinement behind them allows.
  return freshText(Math.floor((s.maxLength ?? 32) / 2)).padEnd(s.minLength ?? 0, 'x')
}

/** A value that the schema accepts; `path` is where it stands. */
export function valueFor(s: Schema, path: readonly string[], o: InputOptions): unknown {
  if (s.const !== undefined) return s.const
  if (s.enum) return s.enum[0]
  const options = s.anyOf ?? s.oneOf
  if (options) {
    const real = options.filter((one) => one.type !== 'null')
    const chosen = real[(o.variant ?? 0) % Math.max(real.length, 1)]
    return chosen ? valueFor(chosen, path, o) : null
  }
  const type = Array.isArray(s.type) ? s.type.find((t) => t !== 'null') : s.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(s.properties ?? {})
          .filter(([key]) => !o.short || s.required?.includes(key))
          .map(([key, inner]) => [key, valueFor(inner, [...path, key], o)]),
      )
    case 'array':
      if (s.prefixItems) return s.prefixItems.map((inner) => valueFor(inner, path, o))
      return s.items && !(o.short && !s.minItems) ? [valueFor(s.items, path, o)] : []
    case 'string':
      return stringOf(s, path, o)
    case 'integer':
    case 'number':
      return Math.max(s.minimum ?? 0, 0)
    case 'boolean':
      return false
    default:
      return null
  }
}
