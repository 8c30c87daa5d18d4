import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

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
): Promise<{ code: number; message: string; data: unknown }> {
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

/** One logged-in person at one organisation. */
export class Person {
  readonly base: URL
  readonly headers: Record<string, string>
  constructor(base: URL, headers: Record<string, string>) {
    this.base = base
    this.headers = headers
  }

  async #call<T>(method: string, path: string, headers: Record<string, string>, body: Body): Promise<T> {
    const from = performance.now()
    const answer = await send(new URL(path, this.base), method, { ...this.headers, ...headers }, body)
    const t = timings.get(step)
    if (t) {
      t.calls += 1
      t.ms.push(performance.now() - from)
    }
    if (answer.code !== 0) throw new Refused(answer.code, `${path}: ${answer.message}`)
    return answer.data as T
  }

  get<T>(path: string, input: Record<string, string> = {}): Promise<T> {
    const query = new URLSearchParams(input).toString()
    return this.#call<T>('GET', query ? `${path}?${query}` : path, {}, '')
  }

  /** A writing call; some are sent twice, and then both must answer the same. */
  async post<T>(path: string, input: object): Promise<T> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const body = JSON.stringify(input)
    const first = await this.#call<T>('POST', path, headers, body)
    if (chance() < twice) {
      const again = await this.#call<T>('POST', path, headers, body)
      if (JSON.stringify(again) !== JSON.stringify(first))
        throw new Error(`${path} answered a repeated call differently`)
    }
    return first
  }

  query<T>(path: string, input: object): Promise<{ records: T[]; total: number; sums?: Record<string, string> }> {
    return this.#call('POST', path, { 'content-type': 'application/json' }, JSON.stringify(input))
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
    return this.#call<T>(
      'POST',
      path,
      { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': randomUUID() },
      body,
    )
  }
}

interface LoginAnswer {
  accessToken: string
  user: {
    workingOrg: { id: string; code: string }
    availableWorkingOrgs: { id: string; code: string; type: string }[]
    orgId: string
  }
}
/** Logs in and works at the organisation of that code. */
export async function logIn(
  base: URL,
  tenant: string,
  username: string,
  password: string,
  org: string,
): Promise<Person & { user: LoginAnswer['user'] }> {
  const nobody = new Person(base, { 'x-tenant': tenant })
  const first = await nobody.post<LoginAnswer>('/fw/api/sys/user/login', { tenant, username, password })
  const wanted = first.user.availableWorkingOrgs.find((o) => o.code === org)
  if (!wanted) throw new Error(`${username} does not work at ${org}`)
  const answer =
    first.user.workingOrg.code === org
      ? first
      : await nobody.post<LoginAnswer>('/fw/api/sys/user/login', {
          tenant,
          username,
          password,
          workingOrgId: wanted.id,
        })
  return Object.assign(new Person(base, { 'x-tenant': tenant, 'x-access-token': answer.accessToken }), {
    user: answer.user,
  })
}
