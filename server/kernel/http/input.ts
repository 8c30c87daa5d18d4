import { createHash } from 'node:crypto'
import { type Call, fieldsText } from '@lading/contract/kernel/call.ts'
import { Fault, type FieldError, faults } from '@lading/contract/kernel/fault.ts'
import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import type { FastifyRequest } from 'fastify'
import { parse as parseSafely } from 'secure-json-parse'
import type { z } from 'zod'
import type { Upload } from './serve.ts'

export const bodyMaxBytes = 4 * 1024 * 1024
export const uploadMaxBytes = 20 * 1024 * 1024
/** What somebody types on a page without log-in. */
export const formMaxBytes = 64 * 1024
/** One field beside an upload. */
const fieldMaxBytes = 400_000

export interface Received {
  readonly input: unknown
  readonly upload: Upload | undefined
  /** Identifies the content, to tell a repeated request from a different one under the same key. */
  readonly hash: string
}

/** Deeper than any input that a call takes; functions that follow a structure may follow this. */
const depthMax = 50

function isTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inText) {
      if (c === 0x5c) i += 1
      else if (c === 0x22) inText = false
    } else if (c === 0x22) inText = true
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > depthMax) return true
    } else if (c === 0x5d || c === 0x7d) depth -= 1
  }
  return false
}

/** What no column can hold: a null character, half a character. */
const mayBeUnsound = /\\u(?:0000|[dD][89a-fA-F])|\0|%00/
const isSound = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => isSound(name) && isSound(inner))
}
const demandSound = <T>(text: string, value: T): T => {
  if (mayBeUnsound.test(text) && !isSound(value)) throw new Fault(faults.malformed)
  return value
}

/** JSON that tries to reach a prototype, or to hold what no database can, is refused like JSON that cannot be read. */
export function parseJson(text: string): unknown {
  if (text === '') return {}
  if (isTooDeep(text)) throw new Fault(faults.malformed)
  try {
    return demandSound(text, parseSafely(text, null, { protoAction: 'error', constructorAction: 'error' }))
  } catch {
    throw new Fault(faults.malformed)
  }
}

export const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** @param signedHash what the caller has signed as the hash of the fields */
async function receiveMultipart(request: FastifyRequest, signedHash: string): Promise<Received> {
  const fields: Record<string, string> = {}
  let upload: Upload | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: uploadMaxBytes, files: 1, fields: 20, fieldSize: fieldMaxBytes },
    })) {
      if (part.type === 'file') upload = { name: part.filename, data: await part.toBuffer() }
      else fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    // What the parser cannot read it throws without a status: a missing boundary, a form that stops in the middle.
    throw (error as { statusCode?: number }).statusCode === undefined ? new Fault(faults.malformed) : error
  }
  if (!isSound(fields)) throw new Fault(faults.malformed)
  if (sha256(fieldsText(fields)) !== signedHash) throw new Fault(faults.badSignature)
  return { input: fields, upload, hash: sha256(JSON.stringify(fields), upload?.data ?? '') }
}

/** What is said of a wrong field, by zod's word for what is wrong, and by what has a size. */
const wrong: Readonly<Record<string, Text>> = {
  missing: ['不能为空', 'Must not be empty'],
  'too_big string': ['最多{n}个字符', 'At most {n} characters'],
  'too_small string': ['至少{n}个字符', 'At least {n} characters'],
  'too_big bytes': ['最多{n}字节', 'At most {n} bytes'],
  'too_big array': ['最多{n}项', 'At most {n} in the list'],
  'too_small array': ['至少{n}项', 'At least {n} in the list'],
  'too_big number': ['不能大于{n}', 'At most {n}'],
  'too_small number': ['不能小于{n}', 'At least {n}'],
  unrecognized_keys: ['没有这个字段', 'Unknown field'],
  invalid_value: ['不在可选值之内', 'Not an allowed value'],
}
const otherForm: Text = ['格式不正确', 'Invalid format']

function errorOf(input: unknown, issue: z.core.$ZodIssue, language: Language): FieldError {
  const own = issue.code === 'custom' ? issue.params : undefined
  const n = issue.code === 'too_big' ? issue.maximum : issue.code === 'too_small' ? issue.minimum : own?.max
  const sized =
    'origin' in issue ? `${issue.code} ${issue.origin}` : own?.max ? `too_big ${own.of ?? 'string'}` : issue.code
  const kind = sized !== 'unrecognized_keys' && (at(input, issue.path) ?? '') === '' ? 'missing' : sized
  const field = issue.path.map(String).join('.').slice(0, 200)
  return { field, rule: issue.code, message: say(wrong[kind] ?? otherForm, language, { n }) }
}

const at = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((v, key) => (v as Record<PropertyKey, unknown> | undefined)?.[key], input)

/** Of several shapes that an input may have, what keeps it from the one that it lacks least of. */
function nearest(input: unknown, issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] }))
  if (issue.code !== 'invalid_union') return [issue]
  const full = issue.errors.map((one) => one.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })))
  const lacks = (one: readonly z.core.$ZodIssue[]) => one.filter(({ path }) => at(input, path) === undefined).length
  const [best] = full.sort((a, b) => lacks(a) - lacks(b) || b.length - a.length)
  return best?.flatMap((inner) => nearest(input, inner)) ?? [issue]
}

/** Some calls are "with query": what stands in the address counts where the body does not say otherwise. */
const withQuery = (request: FastifyRequest, body: unknown): unknown => {
  const query = request.query as object
  const isPlain = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isPlain && Object.keys(query).length > 0 ? { ...demandSound(request.url, query), ...body } : body
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** The text of a body, or nothing where its bytes are no text: read as far as they go they would be another one. */
export function textOf(body: Buffer): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}

export const bodyText = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '')

/** Reads query or body and checks it against the call's schema; a refusal names every wrong field. */
export async function receive(
  request: FastifyRequest,
  call: Call,
  bodyHash: string,
  language: Language,
): Promise<Received> {
  if (call.upload !== Boolean(request.isMultipart())) throw new Fault(faults.malformed)
  const { url, query } = request
  const got: Received = call.upload
    ? await receiveMultipart(request, bodyHash)
    : call.method === 'POST'
      ? { input: withQuery(request, parseJson(bodyText(request))), upload: undefined, hash: sha256(bodyHash, url) }
      : { input: demandSound(url, { ...(query as object) }), upload: undefined, hash: sha256(url) }
  const parsed = call.input.safeParse(got.input)
  if (parsed.success && isDeaf(got.input, parsed.data)) throw new Fault(faults.invalid, {}, [deaf(language)])
  if (parsed.success) return { ...got, input: parsed.data }
  throw new Fault(faults.invalid, {}, inputErrors(got.input, parsed.error, language))
}

/** Who only asks (`foresee`) a call that cannot be asked would have it done: his word is lost with what the call does not know. */
const isDeaf = (sent: unknown, known: unknown): boolean => isAsking(sent) && !isAsking(known)
const isAsking = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'foresee' in input && Boolean(input.foresee)
const deaf = (language: Language): FieldError => ({
  field: 'foresee',
  rule: 'unrecognized_keys',
  message: say(wrong.unrecognized_keys ?? otherForm, language),
})

/** What is wrong with which part of an input. */
export const inputErrors = (input: unknown, { issues }: z.core.$ZodError, language: Language): readonly FieldError[] =>
  issues
    .flatMap((issue) => nearest(input, issue))
    .slice(0, 100)
    .map((issue) => errorOf(input, issue, language))
