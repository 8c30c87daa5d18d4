import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sent } from '../signing.ts'
import { betrayals, endpointPath, formsPath, type SigningProxy, startProxy } from './proxy.ts'
import type { Target } from './targets.ts'

const list: Target = { method: 'POST', path: '/list', query: '', body: { filter: { code: 'a*' } }, isOpen: false }
const write: Target = {
  method: 'POST',
  path: '/create',
  query: '',
  body: { code: 'UNUSED*' },
  isOpen: false,
  writes: true,
}
interface Seen {
  readonly url: string
  readonly headers: Record<string, unknown>
  readonly body: string
}
let server: Server
let proxy: SigningProxy
let seen: Seen[]
/** What the next request is answered. */
let next: { status: number; text: string }

beforeEach(async () => {
  seen = []
  next = { status: 200, text: '{"code":0,"traceId":"12345"}' }
  server = createServer(async (from, to) => {
    let body = ''
    for await (const part of from) body += String(part)
    seen.push({ url: from.url ?? '', headers: from.headers, body })
    to.writeHead(next.status, { 'content-type': 'application/json' }).end(next.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const signerOf = (path: string) => (sent: Sent) => ({
    'x-signed': `${path} ${JSON.stringify({ ...sent, body: String(sent.body) })}`,
  })
  const planted = { answer: async () => undefined, close: async () => undefined }
  const to = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  proxy = await startProxy({ to, tenant: 'demo', signerOf, targets: [list, write], planted })
})
afterEach(async () => {
  await proxy.close()
  await new Promise((resolve) => server.close(resolve))
})

const signedOf = (one: Seen | undefined) => {
  const [path = '', json = ''] = String(one?.headers['x-signed']).split(/ (.*)/)
  return { path, sent: JSON.parse(json) as Sent }
}

test('what is passed on is signed as it is sent, and belongs to the tenant', async () => {
  await fetch(`${proxy.url}/list?x=%27`, { method: 'POST', body: '{"a":"\'"}' })
  const { path, sent } = signedOf(seen[0])
  expect(path).toBe('/list')
  expect(sent).toMatchObject({ method: 'POST', url: '/list?x=%27', body: '{"a":"\'"}' })
  expect(seen[0]).toMatchObject({ url: '/list?x=%27', body: '{"a":"\'"}', headers: { 'x-tenant': 'demo' } })
})

test('a header that the tool sends is the one that is signed and sent', async () => {
  const headers = { 'x-tenant': "demo'", 'idempotency-key': "k'", 'x-trace-id': "1'", 'x-forwarded-for': "1.2.3.4'" }
  await fetch(`${proxy.url}/list`, { method: 'POST', body: '{}', headers })
  expect(seen[0]?.headers).toMatchObject(headers)
  expect(signedOf(seen[0]).sent).toMatchObject({ key: "k'", traceId: "1'" })
})

test('a form arrives as the JSON of its call', async () => {
  expect(await (await fetch(proxy.url + formsPath)).text()).toContain('name="filter.code" value="a"')
  await fetch(`${proxy.url}/list`, { method: 'POST', body: new URLSearchParams({ 'filter.code': "b'" }) })
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ filter: { code: "b'" } })
  expect(seen[0]?.headers['content-type']).toBe('application/json')
  expect(signedOf(seen[0]).sent.body).toBe(seen[0]?.body)
})

test('a refusal looks like an answer, and what differs by chance is gone', async () => {
  next = { status: 401, text: '{"code":40100,"traceId":"7"}' }
  const answer = await fetch(`${proxy.url}/list`)
  expect([answer.status, await answer.text()]).toEqual([200, '{"code":40100,"traceId":""}'])
  expect([...proxy.troubles]).toEqual([])
})

test('what is written has a name of its own each time, is signed so, and its answer is as if it had no id', async () => {
  next = { status: 200, text: '{"code":0,"data":{"id":"77","version":1},"traceId":"12345"}' }
  const send = () => fetch(`${proxy.url}/create`, { method: 'POST', body: '{"code":"UNUSED\'"}' })
  await send()
  expect(await (await send()).text()).toBe('{"code":0,"data":{"id":"","version":1},"traceId":""}')
  expect(seen[0]?.body).toMatch(/^\{"code":"\w+'"\}$/)
  expect(seen[0]?.body).not.toBe(seen[1]?.body)
  expect(seen.map((one) => signedOf(one).sent.body)).toEqual(seen.map((one) => one.body))
})

test('of what is read the ids are kept: by them answers differ', async () => {
  next = { status: 200, text: '{"code":0,"data":[{"id":"77"}],"traceId":"1"}' }
  expect(await (await fetch(`${proxy.url}/list`, { method: 'POST', body: '{}' })).text()).toContain('"id":"77"')
})

test('what is no call is not there', async () => {
  next = { status: 404, text: '{"code":40400}' }
  expect((await fetch(`${proxy.url}/list.bak`)).status).toBe(404)
})

test('an internal error is a finding, and keeps its status', async () => {
  next = { status: 500, text: '{"code":50000}' }
  expect((await fetch(`${proxy.url}/list?q=%27`)).status).toBe(500)
  expect([...proxy.troubles]).toEqual([expect.stringContaining("GET /list: 500  after /list?q='")])
})

test('words of the database are a finding, unless the request said them', async () => {
  expect(betrayals('a', 'ERROR: syntax error at or near "x"')).toEqual(['syntax error at or near'])
  expect(betrayals('?a=pg%5Fcatalog', 'no such column: pg_catalog')).toEqual([])
  next = { status: 400, text: '{"message":"SQLSTATE 42601"}' }
  await fetch(`${proxy.url}/list`)
  expect([...proxy.troubles]).toEqual([expect.stringContaining('SQLSTATE')])
})

test('a server that calls the address it was told is a finding; to ask for results is none', async () => {
  await fetch(`${proxy.url}${endpointPath}get_ssrf.php?id=1`)
  expect(proxy.troubles.size).toBe(0)
  await fetch(`${proxy.url}${endpointPath}ssrf/abc/1/61/`)
  expect([...proxy.troubles]).toEqual([expect.stringContaining('ssrf/abc/1/61/')])
})

test('it counts what it passed on, and what was refused as too many', async () => {
  next = { status: 429, text: '{"code":42900}' }
  await fetch(`${proxy.url}/list`)
  await fetch(`${proxy.url}/list`)
  expect(proxy.asked.get('/list')).toBe(2)
  expect(proxy.limited.get('/list')).toBe(2)
})
