import { type Call, type Envelope, fieldsText, type MadeRecord } from '@lading/contract/kernel/call.ts'
import type { FieldError } from '@lading/contract/kernel/fault.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { secondFactorFaults } from '@lading/contract/sys/secondFactor.ts'
import { signHeaders } from '@lading/contract/sys/signature.ts'
import { catalogue } from './catalogue.ts'
import { usePrefs } from './prefs.ts'
import { serverTime } from './serverTime.ts'
import type { Signable } from './sign.ts'
import { sayNow } from './text.ts'

/** The server, or the network, said no. `code` 0 stands for no answer at all. */
export class Refused extends Error {
  readonly code: number
  readonly errors: readonly FieldError[]
  /** Rows that have to be settled first. */
  readonly about: readonly MadeRecord[]
  readonly traceId: string
  /** HTTP status; 0 without an answer. */
  readonly status: number
  constructor(message: string, o: Why) {
    super(message)
    this.name = 'Refused'
    this.code = o.code
    this.traceId = o.traceId
    this.status = o.status
    this.errors = o.errors ?? []
    this.about = o.about ?? []
  }
}

interface Why {
  readonly code: number
  readonly traceId: string
  readonly status: number
  readonly errors?: readonly FieldError[]
  readonly about?: readonly MadeRecord[]
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** One per action of the user: a retry with the same key is done once. Made up when left out. */
  readonly key?: string | undefined
  /** The one file of an upload. */
  readonly file?: File | undefined
  /** With a log-in: the public key of the session that it begins. */
  readonly publicKey?: string | undefined
  /** Before there is a session: the tenant that the call is about. Left out, that of the session. */
  readonly tenant?: string | undefined
  /** Of a call without a session: the token whose key signs it. */
  readonly signOver?: string | undefined
  readonly limitMs?: number | undefined
  /** Goes on when the window is closed. */
  readonly keepalive?: boolean | undefined
  /** Where somebody is told by which id the call is found in the logs. Made up when left out. */
  readonly traceId?: string | undefined
}

/** The network is silent. */
export const noAnswer = (traceId = ''): Refused =>
  new Refused(sayNow(catalogue.noAnswer), { code: 0, status: 0, traceId })

/** Who is calling; the session says so, because it stands above the client. */
export interface Bearer {
  readonly tenant: () => string
  readonly token: () => string | undefined
  /** Awaited before a call, so that no call starts with a token that is about to end. */
  readonly ensureFresh: () => Promise<void>
  /** True when a new token was obtained after the server called the old one expired. */
  readonly renew: () => Promise<boolean>
  readonly lost: () => void
  /** The server wants to know something of the user before it does anything else for him. */
  readonly incomplete: () => void
  /** Signs a request; undefined when this browser has lost the session's key. */
  readonly sign: (token: string, request: Signable, time: number) => Promise<Record<string, string> | undefined>
}
let bearer: Bearer = {
  tenant: () => '',
  token: () => undefined,
  ensureFresh: async () => {},
  renew: async () => false,
  lost: () => {},
  incomplete: () => {},
  sign: async () => undefined,
}
export const setBearer = (b: Bearer): void => {
  bearer = b
}

const limitMs = 30_000

/** How far the server's clock is ahead; learnt when it calls a signature too old or too new. */
let skewMs = 0

/** Nothing is sent any more, and what is on its way is of no interest: somebody else has logged in. */
const halted = new AbortController()
export const halt = (): void => halted.abort()

/** Calls the server and answers the envelope's data. @throws Refused when it says no, AbortError when cancelled. */
export async function call<I, O>(c: Call<I, O>, input: I, o: CallOptions = {}): Promise<O> {
  const traceId = o.traceId ?? newTraceId()
  const { response, envelope } = await send(c, input, o, traceId)
  // The contract gives the shape; a server that breaks it is a programmer's error.
  if (response.ok && envelope?.code === 0) return envelope.data as O
  throw refusedOf(response, envelope, traceId)
}

/** Fetches a file. A JSON answer is an envelope with the reason why there is none. */
export async function fetchFile<I>(c: Call<I, unknown>, input: I, o: CallOptions = {}): Promise<Response> {
  const traceId = newTraceId()
  const { response, envelope } = await send(c, input, o, traceId)
  const isFile = response.ok && !isJson(response)
  if (!isFile) throw refusedOf(response, envelope, traceId)
  return response
}

/** Fetches a file under the name that it comes with. */
export async function fetchNamed<I>(c: Call<I, unknown>, input: I, o: CallOptions = {}): Promise<File> {
  const response = await fetchFile(c, input, o)
  const content = await response.blob()
  return new File([content], fileName(response.headers.get('Content-Disposition') ?? ''), { type: content.type })
}

/** Fetches a file and hands it to the browser. */
export async function download<I>(c: Call<I, unknown>, input: I, o: CallOptions = {}): Promise<void> {
  const file = await fetchNamed(c, input, o)
  saveFile(file, file.name)
}

/** As `download`; or what is answered where the file is to be made in the background. */
export async function downloadOrTold<I>(c: Call<I, unknown>, input: I): Promise<unknown> {
  const traceId = newTraceId()
  const { response, envelope } = await send(c, input, {}, traceId)
  if (response.ok && envelope?.code === 0) return envelope.data
  if (!response.ok || isJson(response)) throw refusedOf(response, envelope, traceId)
  saveFile(await response.blob(), fileName(response.headers.get('Content-Disposition') ?? ''))
  return undefined
}

/** Hands the browser a file of an address that opens it: the browser writes it as it comes, however large it is. */
export function saveFrom(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** 18 random digits, the first of them not 0. */
export function newTraceId(): string {
  const digits = crypto.getRandomValues(new Uint8Array(18))
  return Array.from(digits, (d, i) => (i === 0 ? (d % 9) + 1 : d % 10)).join('')
}

/** `crypto.randomUUID` exists on secure origins only, and a warehouse's own server is often plain http. */
export function newKey(): string {
  const b = crypto.getRandomValues(new Uint8Array(16))
  b[6] = ((b[6] ?? 0) & 0x0f) | 0x40
  b[8] = ((b[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(b, (x) => x.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** What of a call matters on the wire. */
type Route = Pick<Call, 'method' | 'path' | 'permission' | 'writes' | 'binary' | 'upload'>

/** What came back: a file, or an envelope, which is read once. */
interface Answer {
  readonly response: Response
  readonly envelope: Envelope<unknown> | undefined
}
const isBadSignature = ({ envelope }: Answer): boolean => envelope?.code === faults.badSignature.code
/** By its words alone, as specified: whatever stands around them, and whatever the status. */
const isExpired = ({ envelope }: Answer): boolean =>
  envelope !== undefined && envelope.code !== 0 && envelope.message?.includes(faults.tokenExpired.text[0])

async function send(c: Route, input: unknown, o: CallOptions, traceId: string): Promise<Answer> {
  const key = c.writes ? (o.key ?? newKey()) : undefined
  if (c.permission !== 'open') await bearer.ensureFresh()
  const first = await attempt(c, input, { ...o, key }, traceId)
  if (isBadSignature(first) && (c.permission !== 'open' || o.signOver)) {
    // The clocks differ, or the browser itself sent it twice: with the server's time and a fresh trace id it is good.
    skewMs = Date.parse(first.response.headers.get('Date') ?? '') - Date.now() || 0
    const second = await attempt(c, input, { ...o, key }, newTraceId())
    if (isBadSignature(second)) bearer.lost()
    return second
  }
  if (c.permission === 'open' || !isExpired(first)) return first
  const second = (await bearer.renew()) ? await attempt(c, input, { ...o, key }, newTraceId()) : first
  if (isExpired(second)) bearer.lost()
  return second
}

async function attempt(c: Route, input: unknown, o: CallOptions, traceId: string): Promise<Answer> {
  const inQuery = c.method !== 'POST'
  const url = inQuery ? `${c.path}${queryString(input)}` : c.path
  const limit = c.upload || c.binary ? [] : [AbortSignal.timeout(o.limitMs ?? limitMs)]
  const signal = AbortSignal.any([halted.signal, ...(o.signal ? [o.signal] : []), ...limit])
  const body = c.upload ? fieldsText(fieldsOf(input)) : inQuery ? '' : JSON.stringify(input)
  const { method } = c
  const signed = { method, url, body, isUpload: c.upload, traceId, key: o.key }
  const init: RequestInit = { method, signal, headers: await headers(c, o, signed), keepalive: o.keepalive ?? false }
  if (c.upload) init.body = form(input, o.file)
  else if (!inQuery) init.body = body
  try {
    const response = await fetch(url, init)
    serverTime.hear(response.headers.get('Date'))
    return { response, envelope: await readEnvelope(response) }
  } catch (error) {
    if (o.signal?.aborted || halted.signal.aborted) throw error
    throw noAnswer(traceId)
  }
}

async function headers(c: Route, o: CallOptions, signed: Signable): Promise<Record<string, string>> {
  const token = c.permission === 'open' ? undefined : bearer.token()
  const over = token ?? o.signOver
  const { key, tenant = bearer.tenant() } = o
  return {
    'X-Trace-Id': signed.traceId,
    'Accept-Language': usePrefs.getState().language,
    ...(tenant && { 'X-Tenant': encodeURIComponent(tenant) }),
    ...(token && { 'X-Access-Token': token }),
    ...(over && (await bearer.sign(over, signed, Date.now() + skewMs))),
    ...(o.publicKey && { [signHeaders.key]: o.publicKey }),
    ...(key && { 'Idempotency-Key': key }),
    ...(c.method === 'POST' && !c.upload && { 'Content-Type': 'application/json' }),
  }
}

/** `{a: [1, 2], b: undefined}` is `?a=1&a=2`. */
export function queryString(input: unknown): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(name, String(one))
    }
  }
  const text = query.toString()
  return text && `?${text}`
}

function form(input: unknown, file: File | undefined): FormData {
  const body = new FormData()
  // Fields stand before the file, so that the server knows them when the file begins.
  for (const [name, value] of Object.entries(fieldsOf(input))) body.append(name, value)
  if (file) body.append('file', file)
  return body
}

const fieldsOf = (input: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

const isJson = (r: Response): boolean => (r.headers.get('Content-Type') ?? '').startsWith('application/json')

async function readEnvelope(r: Response): Promise<Envelope<unknown> | undefined> {
  if (!isJson(r)) return undefined
  try {
    return (await r.json()) as Envelope<unknown>
  } catch (error) {
    if (error instanceof DOMException) throw error
    // A cut-off answer reads like none.
    return undefined
  }
}

/** What a user may not do. It is shown in its place, not as a toast. */
export const isPermission = ({ code, message }: Refused): boolean =>
  code === faults.forbidden.code || /没有权限|缺少权限|无权限|No permission/.test(message)

function refusedOf(r: Response, envelope: Envelope<unknown> | undefined, traceId: string): Refused {
  const fallback = r.ok ? catalogue.status : catalogue.silent
  const refused = new Refused(envelope?.message || sayNow(fallback, { status: r.status }), {
    code: envelope?.code ?? r.status * 100,
    status: r.status,
    traceId: envelope?.traceId ?? r.headers.get('X-Trace-Id') ?? traceId,
    ...(envelope?.errors && { errors: envelope.errors }),
    ...(envelope?.about && { about: envelope.about }),
  })
  if (refused.code === secondFactorFaults.mustSetUp.code) bearer.incomplete()
  // biome-ignore lint/suspicious/noConsole: for who looks why a button does nothing
  if (isPermission(refused)) console.warn(`${refused.message} (${refused.traceId})`)
  return refused
}

function fileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download'
}
