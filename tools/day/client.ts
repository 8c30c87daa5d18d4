import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { type Sent, type Signer, secretSigner } from '../signing.ts'

/** An answer that is a refusal. */
export class Refused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
interface Timing {
  calls: number
  ms: number[]
}

/** Times of a step's calls; the report prints them. */
export const timings = new Map<string, Timing>()
let step = ''
export const beginStep = (name: string): void => {
  step = name
  timings.set(name, { calls: 0, ms: [] })
}

let twice = 0
/** Share of writing calls that are sent twice with the same key, as a bad network does. */
export const sendTwice = (share: number): void => {
  twice = share
}
let seed = 20_261_120
/** Numbers that look random and are the same in every run. */
export function chance(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
type Body = string | Buffer

function send(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body: Body,
): Promise<{ code: number; message: string; data: unknown; errors?: readonly { readonly message: string }[] }> {
  return new Promise((resolve, reject) => {
    const r = request(
      url,
      { agent, method, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (res) => {
        const parts: Buffer[] = []
        res.on('data', (d: Buffer) => parts.push(d))
        res.on('end', () => {
          try {
            resolve(JSON.parse(Buffer.concat(parts).toString()))
          } catch (error) {
            reject(error as Error)
          }
        })
      },
    )
    r.on('error', reject)
    r.end(body)
  })
}

/** His access token has run out: whoever works on logs in again. */
const expired = 40101

/** One logged-in person at one organisation. */
export class Person {
  readonly base: URL
  readonly tenant: string
  sign: Signer | undefined
  readonly #enter: (() => Promise<Signer>) | undefined
  #entering: Promise<unknown> | undefined
  /** @param enter logs him in; left out: he is nobody yet */
  constructor(base: URL, tenant: string, sign?: Signer, enter?: () => Promise<Signer>) {
    this.base = base
    this.tenant = tenant
    this.sign = sign
    this.#enter = enter
  }

  async #call<T>(type: string, sent: Sent, body: Body): Promise<T> {
    const { sign } = this
    try {
      return await this.#ask<T>(type, sent, body)
    } catch (error) {
      if (!(error instanceof Refused && error.code === expired && this.#enter)) throw error
      // Several calls of his may find out at once: he logs in once.
      if (this.sign === sign)
        this.#entering ??= this.#enter()
          .then((anew) => (this.sign = anew))
          .finally(() => (this.#entering = undefined))
      await this.#entering
      return this.#ask<T>(type, sent, body)
    }
  }

  async #ask<T>(type: string, sent: Sent, body: Body): Promise<T> {
    const from = performance.now()
    const signed = this.sign?.(sent) ?? {}
    const headers = { 'x-tenant': this.tenant, ...signed, ...(type && { 'content-type': type }) }
    const answer = await send(new URL(sent.url, this.base), sent.method, headers, body)
    const t = timings.get(step)
    if (t) {
      t.calls += 1
      t.ms.push(performance.now() - from)
    }
    if (answer.code !== 0) {
      const words = [answer.message, ...(answer.errors ?? []).map((e) => e.message)].join(' · ')
      throw new Refused(answer.code, `${sent.url}: ${words}`)
    }
    return answer.data as T
  }

  get<T>(path: string, input: Record<string, string> = {}): Promise<T> {
    const query = new URLSearchParams(input).toString()
    return this.#call<T>('', { method: 'GET', url: query ? `${path}?${query}` : path }, '')
  }

  /** A writing call; some are sent twice, and then both must answer the same. */
  async post<T>(path: string, input: object): Promise<T> {
    const body = JSON.stringify(input)
    const sent = { method: 'POST', url: path, body, key: randomUUID() }
    const first = await this.#call<T>('application/json', sent, body)
    if (chance() < twice) {
      const again = await this.#call<T>('application/json', sent, body)
      if (JSON.stringify(again) !== JSON.stringify(first))
        throw new Error(`${path} answered a repeated call differently`)
    }
    return first
  }

  query<T>(path: string, input: object): Promise<{ records: T[]; total: number; sums?: Record<string, string> }> {
    const body = JSON.stringify(input)
    return this.#call('application/json', { method: 'POST', url: path, body }, body)
  }

  /** Sends a csv file to an import call. */
  importCsv<T>(path: string, name: string, text: string, fields: Record<string, string>): Promise<T> {
    const boundary = `lading${randomUUID()}`
    const parts = Object.entries(fields).map(
      ([k, v]) => `--${boundary}\r\ncontent-disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`,
    )
    const body = Buffer.from(
      `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`,
    )
    const sent = { method: 'POST', url: path, fields, key: randomUUID() }
    return this.#call<T>(`multipart/form-data; boundary=${boundary}`, sent, body)
  }
}

interface LoginAnswer {
  accessToken: string
  signKey: string
  user: {
    id: string
    username: string
    workingOrg: { id: string; code: string }
    availableWorkingOrgs: { id: string; code: string; type: string }[]
    orgId: string
    preferences: Record<string, unknown>
  }
}
export type LoggedIn = Person & { user: LoginAnswer['user'] }

/** Logs in and works at the organisation of that code. */
export async function logIn(
  base: URL,
  tenant: string,
  username: string,
  password: string,
  org: string,
): Promise<LoggedIn> {
  const nobody = new Person(base, tenant)
  const enter = (workingOrgId?: string) =>
    nobody.post<LoginAnswer>('/fw/api/sys/user/login', {
      tenant,
      username,
      password,
      ...(workingOrgId && { workingOrgId }),
    })
  const first = await enter()
  const wanted = first.user.availableWorkingOrgs.find((o) => o.code === org)
  if (!wanted) throw new Error(`${username} does not work at ${org}`)
  const answer = first.user.workingOrg.code === org ? first : await enter(wanted.id)
  const signerOf = ({ accessToken, signKey }: LoginAnswer) => secretSigner(accessToken, signKey)
  const person = new Person(base, tenant, signerOf(answer), async () => signerOf(await enter(wanted.id)))
  return Object.assign(person, { user: answer.user })
}
