import { randomInt, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Signer } from '../signing.ts'
import { formsPage, jsonOf } from './forms.ts'
import type { Planted } from './planted.ts'
import { common, named, type Target, typical } from './targets.ts'

export interface ProxyOptions {
  readonly to: URL
  readonly tenant: string
  /** Who signs a call; without it nobody is logged in. */
  readonly signerOf?: ((path: string) => Signer) | undefined
  /** What is called through it; its page of forms offers the typical ones. */
  readonly targets: readonly Target[]
  readonly planted: Planted
}
export interface SigningProxy {
  readonly url: string
  /** What the server answered that it should not: an internal error, words of the database; or whom it called. */
  readonly troubles: ReadonlySet<string>
  /** How often each path was passed on. */
  readonly asked: ReadonlyMap<string, number>
  /** How often each path was refused because it was asked too often. */
  readonly limited: ReadonlyMap<string, number>
  close(): Promise<void>
}

export const formsPath = '/planted/forms'
/** Where tools send a server that calls whomever it is told to; nobody else knows of it. */
export const endpointPath = '/planted/endpoint/'

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
const words =
  /syntax error at or near|PostgresError|pg_catalog|SQLSTATE|relation \\?"|unterminated quoted|at async |node_modules/g

/** What an answer says of the inside that its request did not say itself. */
export function betrayals(sent: string, answer: string): readonly string[] {
  const said = `${sent}\n${decoded(sent)}`
  return [...new Set([...answer.matchAll(words)].map(([word]) => word))].filter((word) => !said.includes(word))
}

/** The headers of a request that is passed on: everybody has an address of his own, as behind a balancer. */
function headersOf(
  given: IncomingMessage['headers'],
  own: Record<string, string>,
  length: number,
): OutgoingHttpHeaders {
  const rest = { ...given }
  for (const name of ['host', 'connection', 'accept-encoding', 'expect', 'transfer-encoding']) delete rest[name]
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  return { 'x-forwarded-for': address, 'x-forwarded-proto': 'https', ...own, ...rest, 'content-length': length }
}

class Watch {
  readonly troubles = new Set<string>()
  readonly asked = new Map<string, number>()
  readonly limited = new Map<string, number>()

  see(name: string, sent: string, status: number, text: string, isOurs: boolean): void {
    const path = name.split(' ')[1] ?? ''
    for (const counts of status === 429 ? [this.asked, this.limited] : [this.asked])
      counts.set(path, (counts.get(path) ?? 0) + 1)
    const told = isOurs ? betrayals(sent, text) : []
    if (status >= 500 || told.length > 0)
      this.troubles.add(`${name}: ${status} ${told.join(', ')} after ${decoded(sent).slice(0, 300)}`)
  }
}

type Pass = (from: IncomingMessage, to: ServerResponse) => Promise<void>

/** What the proxy answers itself: the planted holes, the page of forms, and the address to lure a server to. */
async function own(
  o: ProxyOptions,
  watch: Watch,
  url: URL,
  body: string,
): Promise<{ type: string; text: string } | undefined> {
  if (url.pathname === formsPath)
    return {
      type: 'text/html; charset=utf-8',
      text: formsPage(
        typical(
          o.targets.filter((t) => !t.writes),
          common,
        ),
      ),
    }
  if (!url.pathname.startsWith(endpointPath)) return o.planted.answer(url, body)
  if (!/get_\w+\.php$/.test(url.pathname))
    watch.troubles.add(`the server called the address that it was told: ${url.pathname}`)
  return { type: 'application/json', text: '{}' }
}

const newTrace = /"(traceId)":"[^"]*"/
/** What is written gets an id. */
const newEachTime = /"(traceId|id)":"[^"]*"/g

function passer(o: ProxyOptions, watch: Watch): Pass {
  const byPath = new Map(o.targets.filter((t) => t.body).map((t) => [t.path, t]))
  const calls = new Set(o.targets.map((t) => t.path))
  return async (from, to) => {
    const path = from.url ?? '/'
    const url = new URL(path, o.to)
    const raw = await bodyOf(from)
    const form = byPath.get(url.pathname)
    const isForm = from.headers['content-type']?.includes('urlencoded') && form !== undefined
    const isWrite = form?.writes === true
    const body = isForm ? Buffer.from(jsonOf(form, raw.toString())) : isWrite ? Buffer.from(named(raw.toString())) : raw
    const page = await own(o, watch, url, body.toString())
    if (page) return void to.writeHead(200, { 'content-type': page.type }).end(page.text)
    const method = from.method ?? 'GET'
    if (isForm) from.headers['content-type'] = 'application/json'
    const header = (name: string) => from.headers[name]?.toString()
    const key = header('idempotency-key') ?? randomUUID()
    const signed = o.signerOf?.(url.pathname)({ method, url: path, body, key, traceId: header('x-trace-id') }) ?? {}
    const headers = headersOf(from.headers, { 'x-tenant': o.tenant, ...signed }, body.length)
    const answer = await ask(o.to, method, path, headers, body)
    const isOurs = String(answer.headers['content-type']).includes('json')
    const text = answer.body.toString()
    const sent = `${path} ${JSON.stringify(from.headers)} ${body.toString()}`
    watch.see(`${method} ${url.pathname}`, sent, answer.status, isOurs ? text : '', isOurs)
    const { 'content-length': _, ...kept } = answer.headers
    // A call's refusal is an answer like any other: by its status alone a tool would give the call up. What differs from
    // call to call hides what differs by what was sent.
    const status = isOurs && answer.status < 500 && calls.has(url.pathname) ? 200 : answer.status
    to.writeHead(status, kept).end(isOurs ? text.replace(isWrite ? newEachTime : newTrace, '"$1":""') : answer.body)
  }
}

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}
const ask = (to: URL, method: string, path: string, headers: OutgoingHttpHeaders, body: Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(to.origin, { method, path, headers }, (answer) => {
      bodyOf(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: bytes }),
        reject,
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })

/** Passes every request on as somebody who is logged in: each is signed by itself, which no scanner can do. */
export async function startProxy(o: ProxyOptions): Promise<SigningProxy> {
  const watch = new Watch()
  const pass = passer(o, watch)
  // What Node itself refuses to send, no client could.
  const server = createServer((from, to) => void pass(from, to).catch(() => to.writeHead(400).end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    troubles: watch.troubles,
    asked: watch.asked,
    limited: watch.limited,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
