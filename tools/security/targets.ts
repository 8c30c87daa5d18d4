import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Kind } from '@lading/contract/kernel/field.ts'
import { entityOfCall, entityOfId } from '../sample/rows.ts'
import { freshText, type Schema, valueFor } from '../sample/value.ts'

/** A request with a `*` behind each text that a tool shall tamper with. */
export interface Target {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** With its `?`, or empty. */
  readonly query: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** Asked by somebody who is not logged in. */
  readonly isOpen: boolean
  readonly writes?: true
}

interface Operation {
  readonly 'x-permission': string
  readonly 'x-writes': boolean
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
/** What of an OpenAPI document is looked at. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
/** One record of each kind of row that has any, by the entity's key: a question that finds nothing hides a hole. */
export type Samples = ReadonlyMap<string, Readonly<Record<string, unknown>>>

export const login = '/fw/api/sys/user/login'
/** A writing call that does no harm and takes all headers. */
const harmless = '/fw/api/sys/userPreference/updateLanguage'

/** The same value with a mark behind each text. */
export function marked(value: unknown): unknown {
  if (typeof value === 'string') return `${value}*`
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, marked(inner)]))
}
/** As somebody sends it who tampers with nothing. */
export const plain = (text: string): string => text.replaceAll('*', '')

/** Stands for a name that nobody has used: a row with the name of another is refused before much is done. */
const unused = 'UNUSED'
/** As it is sent at last. */
export const named = (text: string): string => text.replaceAll(unused, () => freshText())

const filtered: readonly (readonly Kind[])[] = [
  ['code'],
  ['text', 'note'],
  ['choice', 'dict'],
  ['ref'],
  ['date', 'instant'],
]

const timed = { 'createTime*': { from: '2020-01-01*' } }

/** A filter that finds the sample: one field of each kind, a list of ids, a time, and the name of a column itself. */
function filterOf(e: AnyEntity, sample: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  const fields = filtered.flatMap((kinds): (readonly [string, unknown])[] => {
    const found = Object.entries(e.fields).find(
      ([name, f]) => kinds.includes(f.kind) && typeof sample?.[name] === 'string' && sample[name] !== '',
    )
    if (!found) return []
    const [name, { kind }] = found
    const value = `${String(sample?.[name])}*`
    if (kind === 'date' || kind === 'instant') return [[name, { from: value, to: value }]]
    return [[name, kind === 'choice' || kind === 'ref' ? [value] : value]]
  })
  const id = sample?.id === undefined ? {} : { id: [`${String(sample.id)}*`] }
  const isTimed = sample === undefined || 'createTime' in sample
  return { ...id, ...(isTimed && timed), ...Object.fromEntries(fields) }
}

function exampleOf(path: string, schema: Schema, samples: Samples, word = 'a'): Record<string, unknown> {
  const id = (names: readonly string[]): string => {
    const e = entityOfId({ path }, names)
    return String(samples.get(e?.key ?? '')?.id ?? '1')
  }
  const text = (names: readonly string[], patterns: readonly string[], max: number): string | undefined => {
    if (columns.includes(names.at(-1) ?? '')) return undefined
    if (patterns.length === 0) return word.length > max ? 'a' : word
    return word === unused && patterns.every((p) => new RegExp(p, 'u').test(word)) ? word : undefined
  }
  return valueFor(schema, [], { id, text }) as Record<string, unknown>
}
/** Where a text is the name of a column. */
const columns = ['orderBy', 'orderField', 'columns']

function ofPost(path: string, schema: Schema, samples: Samples): Record<string, unknown> {
  if (path === login) return { tenant: 'demo*', username: 'nobody*', password: 'a*' }
  const e = entityOfCall({ path })
  const input = exampleOf(path, schema, samples)
  const body = marked(input) as Record<string, unknown>
  if (input.filter === undefined) return body
  if (!e) {
    const { columns: _, ...rest } = body
    return { ...rest, filter: timed }
  }
  const sample = samples.get(e.key)
  // Without the names for which a list has a filter of its own, `a` would find nothing.
  const own = Object.keys(input).filter((name) => /(Like|In|Equals)$/.test(name))
  for (const name of [...own, 'orderField', 'orderDirection']) delete body[name]
  return {
    ...body,
    filter: filterOf(e, sample),
    orderBy: e.fields[e.label.code]?.computed ? 'id*' : `${e.label.code}*`,
    ...('page' in input && { page: 1, pageSize: 5 }),
    ...('format' in input && { format: 'csv', columns: [`${e.label.code}*`] }),
    ...('disabled' in input && { disabled: false }),
  }
}

function ofGet(path: string, parameters: Operation['parameters'] = [], samples: Samples): string {
  const schema: Schema = { type: 'object', properties: Object.fromEntries(parameters.map((p) => [p.name, p.schema])) }
  const words = Object.entries(exampleOf(path, schema, samples)).filter(([, v]) => v !== null && v !== undefined)
  const text = words.map(([name, v]) => `${name}=${encodeURIComponent([v].flat().join(','))}*`).join('&')
  return text && `?${text}`
}

/** Every header that a call reads, on a read and on a write. */
function ofHeaders(samples: Samples): Target[] {
  const headers = {
    'X-Tenant': 'demo*',
    'X-Trace-Id': '123456*',
    'X-Source': 'WEB*',
    'Idempotency-Key': 'key*',
    'Accept-Language': 'en*',
    'X-Forwarded-For': '10.1.2.3*',
    'User-Agent': 'browser*',
  }
  const common = { method: 'POST', query: '', headers, isOpen: false } as const
  const id = String(samples.get('wms.owner')?.id ?? '1')
  return [
    { ...common, path: '/wms/api/owner/query', body: { filter: { id: [id] } } },
    { ...common, path: harmless, body: { language: 'en-US' } },
  ]
}

/** What takes words of a user into SQL and changes nothing: all reading calls, the log-in, and the headers. */
export function targetsOf(document: Document, samples: Samples): readonly Target[] {
  const calls = Object.entries(document.paths).flatMap(([path, { get, post }]): Target[] => {
    const operation = get ?? post
    if (!operation || (operation['x-writes'] && path !== login)) return []
    const isOpen = operation['x-permission'] === 'open'
    if (get) {
      const query = ofGet(path, get.parameters, samples)
      return query ? [{ method: 'GET', path, query, isOpen }] : []
    }
    const schema = operation.requestBody?.content['application/json']?.schema
    return schema ? [{ method: 'POST', path, query: '', body: ofPost(path, schema, samples), isOpen }] : []
  })
  return [...calls.filter((t) => t.body === undefined || JSON.stringify(t.body).includes('*')), ...ofHeaders(samples)]
}

/**
 * What ends the asker's session or moves it elsewhere, after which nobody would learn anything; and what takes his password,
 * of which a few wrong ones are enough to be made to wait.
 */
const aboutOneself = /\/user\/(login|logout|switchWorkingOrg|endSessions|modifyPassword)$|\/secondFactor\//
/** Where wrong passwords rightly make wait. */
export const slowed: readonly string[] = [login, '/fw/api/sys/user/checkPassword']

/** What takes words of a user and changes something. `samples` holds nothing that the asker needs himself. */
export function writesOf(document: Document, samples: Samples): readonly Target[] {
  return Object.entries(document.paths).flatMap(([path, { post }]): Target[] => {
    const schema = post?.requestBody?.content['application/json']?.schema
    if (!post?.['x-writes'] || !schema || aboutOneself.test(path)) return []
    const body = marked(exampleOf(path, schema, samples, unused)) as Record<string, unknown>
    if (!JSON.stringify(body).includes('*')) return []
    return [{ method: 'POST', path, query: '', body, isOpen: post['x-permission'] === 'open', writes: true }]
  })
}

/** Steps that all kinds of rows and documents have in one piece of code. */
export const repeatedWrites = ['enable', 'disable', 'print']
/** What an export asks its list asks too. */
export const repeated = ['export', 'importTemplate']
export const common = [...repeated, 'query', 'getById', 'log']

/** Without what all kinds of rows have in common, which is one piece of code: two of each of these verbs stand for the rest. */
export function typical(targets: readonly Target[], verbs: readonly string[]): readonly Target[] {
  const times = new Map<string, number>()
  return targets.filter(({ path }) => {
    const verb = path.split('/').at(-1) ?? ''
    times.set(verb, (times.get(verb) ?? 0) + 1)
    return !verbs.includes(verb) || (times.get(verb) ?? 0) <= 2
  })
}
