import { randomUUID } from 'node:crypto'
import type { Call, Envelope } from '@lading/contract/kernel/call.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { login } from '@lading/contract/sys/session.ts'
import type { Logger } from 'pino'
import { keySigner, newSignKey, type Signer } from '../../tools/signing.ts'
import { inTenant, type MadeTenant } from '../demo/tenant.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { Database } from '../kernel/database.ts'
import type { RateLimits } from '../kernel/http/rateLimit.ts'
import { createLog, createServer, type Server } from '../server.ts'
import { hashAt } from '../sys/session/password.ts'
import { openTestDatabase, testSecret } from './database.ts'
import { wordlessActions } from './logWords.ts'
import { makeTwoTenants, password, readTwoTenants, twoTenants } from './twoTenants.ts'

export { password }

const plenty = { perSecond: 1e6, burst: 1e6 }

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

export interface TestServer extends Server {
  readonly db: Database
  /** Tenant `one`: GROUP `G`, `DC01`, `DC02`; users `admin` (all rights), `clerk` (all of WMS at DC01), `viewer`, `nobody`. */
  readonly one: MadeTenant
  /** Tenant `two`: GROUP `G`, `DC01`; user `admin`. */
  readonly two: MadeTenant
  /** Logs in; `org` is the code of the organisation to work in. */
  as(username: string, org?: string, tenant?: 'one' | 'two'): Promise<Client>
  /** Runs work as the product itself in an organisation of tenant `one`. */
  inside<T>(org: string, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** A server on a fresh database with two small tenants; nothing listens. */
export async function openTestServer(
  o: {
    now?: () => Date
    db?: Database
    limits?: RateLimits
    webFolder?: string
    log?: Logger
    hashes?: 'as served'
  } = {},
): Promise<TestServer> {
  // What is kept so is protected from nobody; most tests are about something else.
  hashAt(o.hashes === 'as served' ? undefined : { memory: 64, passes: 1 })
  // Tenants are copied, unless the test says when or how they are made.
  const isCopied = !o.db && !o.now && !o.hashes
  const db = o.db ?? (await openTestDatabase(isCopied ? twoTenants : undefined))
  const log = o.log ?? createLog(process.env.LOG_LEVEL ?? 'error')
  const server = await createServer({
    db,
    log,
    // Tests listen on this machine, and reach nothing else inside.
    config: { secret: testSecret, trustProxy: false, tls: undefined, outbound: ['127.0.0.1'] },
    // Tests ask faster than any user.
    limits: o.limits ?? { session: plenty, open: plenty, stranger: plenty },
    ...(o.now && { now: o.now }),
    webFolder: o.webFolder,
  })
  const made = (await readTwoTenants(db)) ?? (await makeTwoTenants(server))
  const { one, two } = made
  server.tenants.forget()
  return {
    ...server,
    db,
    one,
    two,
    as: (username, org = 'G', tenant = 'one') => logIn(server, made[tenant], tenant, username, org),
    inside: (org, work) => {
      const at = one.orgs.get(org)
      if (!at) throw new Error(`no organisation ${org}`)
      return inTenant(server.kernel, one.tenantId, at, work)
    },
    close: async () => {
      await server.close()
      const wordless = await wordlessActions(db, [one.tenantId, two.tenantId]).finally(() => db.close())
      if (wordless.length > 0) throw new Error(`logs have no word for ${wordless.join(', ')}`)
    },
  }
}

type Headers = Record<string, string>

/** Logs in to a tenant that a test made itself, with the password of all tests. */
export async function logIn(
  server: Server,
  made: MadeTenant,
  tenant: string,
  username: string,
  org: string,
): Promise<Client> {
  const workingOrgId = made.orgs.get(org)?.id
  const { publicKey, privateKey } = newSignKey()
  const answer = await server.app.inject({
    method: 'POST',
    url: login.path,
    headers: { 'content-type': 'application/json', 'x-sign-key': publicKey },
    payload: JSON.stringify({ tenant, username, password, workingOrgId }),
  })
  const { data, ...envelope } = answer.json() as Envelope<{ accessToken: string; user: { id: string } }>
  if (envelope.code !== 0) throw new Refused({ ...envelope, data })
  const signer = keySigner(data.accessToken, privateKey)
  // By the server's clock, which a test may set.
  const sign: Signer = (sent) => ({ 'x-tenant': tenant, ...signer({ at: server.kernel.now().getTime(), ...sent }) })
  const send = (call: Call | undefined, input: unknown = {}, asked: Asked = {}) => {
    if (!call) throw new Error('there is no such call')
    return inject(server, call, input, asked, sign)
  }
  const parsed = async (call: Call | undefined, input?: unknown, asked?: Asked) =>
    (await send(call, input, asked)).json() as Envelope<unknown>
  return {
    sign,
    token: data.accessToken,
    signKey: privateKey,
    userId: data.user.id,
    envelope: parsed,
    call: async <R>(call: Call | undefined, input?: unknown, asked?: Asked) => {
      const got = await parsed(call, input, asked)
      if (got.code !== 0) throw new Refused(got)
      // The shape is what the call declares, or what the test knows of it.
      return got.data as R
    },
    bytes: async (call, input, asked) => {
      const got = await send(call, input, asked)
      if (String(got.headers['content-type']).startsWith('application/json')) throw new Refused(got.json())
      const name = /filename\*=UTF-8''([^;]+)/.exec(String(got.headers['content-disposition']))?.[1] ?? ''
      return { name: decodeURIComponent(name), data: got.rawPayload }
    },
  }
}

function inject(server: Server, call: Call, input: unknown, o: Asked, sign: Signer) {
  const language = { 'accept-language': o.language ?? 'zh-CN' }
  const key = call.writes ? (o.key ?? randomUUID()) : undefined
  const texts = Object.fromEntries(Object.entries(input as object).map(([name, value]) => [name, String(value)]))
  const { method } = call
  if (call.upload) {
    const headers = { ...sign({ method, url: call.path, fields: texts, key }), ...language }
    return server.app.inject({ method, url: call.path, ...multipart(input, o, headers) })
  }
  if (method === 'POST') {
    const payload = JSON.stringify(input)
    const headers = { ...sign({ method, url: call.path, body: payload, key }), ...language }
    return server.app.inject({
      method,
      url: call.path,
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    })
  }
  const url = `${call.path}?${new URLSearchParams(texts)}`
  return server.app.inject({ method, url, headers: { ...sign({ method, url, key }), ...language } })
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
