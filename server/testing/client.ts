import { randomUUID } from 'node:crypto'
import type { Call, Envelope } from '@lading/contract/kernel/call.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { login } from '@lading/contract/sys/session.ts'
import { keySigner, newSignKey, type Signer } from '../../tools/signing.ts'
import { declared } from './declared.ts'

/** An answer that is a refusal, as a client sees it. */
export class Refused extends Error {
  readonly code: number
  readonly errors: NonNullable<Envelope<unknown>['errors']>
  readonly about: NonNullable<Envelope<unknown>['about']>
  constructor(envelope: Envelope<unknown>) {
    super(envelope.message)
    this.code = envelope.code
    this.errors = envelope.errors ?? []
    this.about = envelope.about ?? []
  }
}

interface Asked {
  /** `Idempotency-Key`; writing calls get a fresh one. */
  key?: string
  language?: Language
  file?: { name: string; data: Buffer | string }
}

/** A logged-in user of a test. */
export interface Client {
  /** The data of the answer, or `Refused`. A binary call answers its bytes. */
  call<I, O>(call: Call<I, O>, input?: unknown, o?: Asked): Promise<O>
  /** For calls that are looked up by name, whose answer the test knows. */
  call<R>(call: Call | undefined, input?: unknown, o?: Asked): Promise<R>
  bytes(call: Call | undefined, input?: unknown, o?: Asked): Promise<{ name: string; data: Buffer }>
  /** The whole envelope, also of a refusal. */
  envelope(call: Call | undefined, input?: unknown, o?: Asked): Promise<Envelope<unknown>>
  /** Headers of a request that a test sends itself. */
  readonly sign: Signer
  readonly token: string
  /** Private key of the session, as text. */
  readonly signKey: string
  readonly userId: string
}

type Headers = Record<string, string>

/** A request as it goes over the wire. */
interface Request {
  readonly method: Call['method']
  readonly url: string
  readonly headers: Headers
  readonly payload?: string | Buffer
}
interface Answer {
  readonly headers: Readonly<Record<string, unknown>>
  readonly rawPayload: Buffer
  json(): unknown
}
/** A server as its clients reach it. */
export interface Reach {
  send(request: Request): Promise<Answer>
  /** By the server's clock, which a test may set. */
  now(): Date
  /** What it serves at a path, where that is known. */
  callAt?(path: string): Call | undefined
}

/** A server in a process of its own. */
export const reachAt = (base: string, now: () => Date): Reach => ({
  now,
  send: async ({ method, url, headers, payload }) => {
    const body = typeof payload === 'string' ? payload : payload && new Uint8Array(payload)
    const answer = await fetch(`${base}${url}`, { method, headers, ...(body !== undefined && { body }) })
    const rawPayload = Buffer.from(await answer.arrayBuffer())
    return {
      rawPayload,
      headers: Object.fromEntries(answer.headers),
      json: () => JSON.parse(rawPayload.toString()),
    }
  },
})

interface LoginAnswer {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresIn: number
  readonly firstLogin: boolean
  readonly user: { readonly id: string; readonly originalPassword: boolean }
}
/** Who logs in, and where; an organisation by its id. */
export interface Credentials {
  readonly tenant: string
  readonly username: string
  readonly password: string
  readonly workingOrgId?: string | undefined
  readonly source?: string
}
export interface LoggedIn extends Client {
  readonly login: LoginAnswer
}

/** Logs in with a key pair of its own, as a browser does. */
export async function logInAt(reach: Reach, { tenant, ...input }: Credentials): Promise<LoggedIn> {
  const { publicKey, privateKey } = newSignKey()
  const answer = await reach.send({
    method: 'POST',
    url: login.path,
    headers: { 'content-type': 'application/json', 'x-sign-key': publicKey },
    payload: JSON.stringify({ tenant, ...input }),
  })
  const { data, ...envelope } = answer.json() as Envelope<LoginAnswer>
  if (envelope.code !== 0) throw new Refused({ ...envelope, data })
  return { ...clientOf(reach, tenant, data.accessToken, privateKey), userId: data.user.id, login: data }
}

/** A client that has a token and the private key of its session. */
export function clientOf(reach: Reach, tenant: string, token: string, signKey: string): Omit<Client, 'userId'> {
  const signer = keySigner(token, signKey)
  const sign: Signer = (sent) => ({ 'x-tenant': tenant, ...signer({ at: reach.now().getTime(), ...sent }) })
  const send = (call: Call | undefined, input: unknown = {}, asked: Asked = {}) => {
    if (!call) throw new Error('there is no such call')
    return reach.send(requestOf(call, input, asked, sign))
  }
  const parsed = async (call: Call | undefined, input?: unknown, asked?: Asked) => {
    const envelope = (await send(call, input, asked)).json() as Envelope<unknown>
    return call ? declared(reach.callAt?.(call.path) ?? call, envelope) : envelope
  }
  return {
    sign,
    token,
    signKey,
    envelope: parsed,
    call: async <R>(call: Call | undefined, input?: unknown, asked?: Asked) => {
      const got = await parsed(call, input, asked)
      if (got.code !== 0) throw new Refused(got)
      // The shape is what the call declares, or what the test knows of it.
      return got.data as R
    },
    bytes: async (call, input, asked) => {
      const got = await send(call, input, asked)
      if (String(got.headers['content-type']).startsWith('application/json'))
        throw new Refused(got.json() as Envelope<unknown>)
      const name = /filename\*=UTF-8''([^;]+)/.exec(String(got.headers['content-disposition']))?.[1] ?? ''
      return { name: decodeURIComponent(name), data: got.rawPayload }
    },
  }
}

function requestOf(call: Call, input: unknown, o: Asked, sign: Signer): Request {
  const language = { 'accept-language': o.language ?? 'zh-CN' }
  const key = call.writes ? (o.key ?? randomUUID()) : undefined
  const texts = Object.fromEntries(Object.entries(input as object).map(([name, value]) => [name, String(value)]))
  const { method, path } = call
  if (call.upload) {
    const headers = { ...sign({ method, url: path, fields: texts, key }), ...language }
    return { method, url: path, ...multipart(input, o, headers) }
  }
  if (method === 'POST') {
    const payload = JSON.stringify(input)
    const headers = { ...sign({ method, url: path, body: payload, key }), ...language }
    return { method, url: path, headers: { ...headers, 'content-type': 'application/json' }, payload }
  }
  const url = `${path}?${new URLSearchParams(texts)}`
  return { method, url, headers: { ...sign({ method, url, key }), ...language } }
}

function multipart(input: unknown, o: Asked, headers: Headers): { headers: Headers; payload: Buffer } {
  const boundary = 'lading-test-boundary'
  const parts: (string | Buffer)[] = []
  for (const [name, value] of Object.entries(input as object))
    parts.push(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`)
  if (o.file)
    parts.push(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${o.file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      Buffer.from(o.file.data),
      '\r\n',
    )
  parts.push(`--${boundary}--\r\n`)
  return {
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat(parts.map((part) => Buffer.from(part))),
  }
}
