import type { Call } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { openCalls } from '@lading/contract/sys/open.ts'
import { sessionCalls } from '@lading/contract/sys/session.ts'
import { tables } from '@lading/contract/tables.ts'
import { openApi } from '@lading/server/kernel/http/openapi.ts'
import { expect, test } from 'vitest'
import { formsPage, jsonOf } from './forms.ts'
import { requestFile } from './sqlmap.ts'
import { type Document, marked, named, plain, type Samples, targetsOf, typical, writesOf } from './targets.ts'

const calls = tables.flatMap((e) => Object.values(crudCalls(e)))
const document = openApi([...calls, openCalls.loginUrl], '1') as Document
const owner = { id: '77', code: 'O1', name: '甲方', createTime: '2026-11-20T00:00:00Z' }
const samples: Samples = new Map([['wms.owner', owner]])
const targets = targetsOf(document, samples)
const targetAt = (path: string) => targets.find((t) => t.path === path && !t.headers)

test('every call that reads and takes a text is a target, and none that writes', () => {
  const written = new Set(calls.filter((c) => c.writes).map((c) => c.path))
  const asked = new Set(targets.map((t) => t.path))
  const missing = calls.filter((c) => !c.writes && /\/(query|getById|log|export)$/.test(c.path) && !asked.has(c.path))
  expect(missing.map((c) => c.path)).toEqual([])
  expect([...asked].filter((path) => written.has(path))).toEqual([])
})

test('every call that writes and takes a text is a target, but for what is about the asker himself', () => {
  const all = openApi([...calls, ...sessionCalls], '1') as Document
  const asked = writesOf(all, samples)
  const paths = new Set(asked.map((t) => t.path))
  const isPlain = (c: Call) => c.writes && c.method === 'POST' && !c.upload
  expect(calls.filter((c) => isPlain(c) && !paths.has(c.path)).map((c) => c.path)).toEqual([])
  const left = sessionCalls.filter((c) => c.writes && !paths.has(c.path))
  expect(left.map((c) => c.path.split('/').at(-1)).toSorted()).toEqual([
    'endSessions',
    'login',
    'logout',
    'modifyPassword',
    'switchWorkingOrg',
    'wsTicket',
  ])
  expect(asked.every((t) => t.writes && JSON.stringify(t.body).includes('*'))).toBe(true)
})

test('what is written names a row that there is, and a new one as no other is named', () => {
  const at = (path: string) => writesOf(document, samples).find((t) => t.path === path)?.body
  expect(at('/wms/api/owner/update')).toMatchObject({ id: '77*' })
  const sent = () =>
    JSON.parse(named(plain(JSON.stringify(at('/wms/api/owner/create'))))) as { code: string; name: string }
  const [one, other] = [sent(), sent()]
  expect(new Set([one.code, one.name, other.code, other.name]).size).toBe(4)
})

test('a list is asked for a row that there is, by each kind of filter, by the name of a column and by its order', () => {
  const body = targetAt('/wms/api/owner/query')?.body
  expect(body).toMatchObject({
    filter: { id: ['77*'], code: 'O1*', name: '甲方*', 'createTime*': { from: '2020-01-01*' } },
    orderBy: 'code*',
  })
  expect(plain(JSON.stringify(body))).not.toContain('*')
})

test('an id in an address is that of a row that there is', () => {
  expect(targetAt('/wms/api/owner/getById')?.query).toBe('?id=77*')
})

test('what is open is asked by nobody, all else by somebody', () => {
  expect(targets.filter((t) => t.isOpen).map((t) => t.path)).toEqual([openCalls.loginUrl.path])
})

test('every header that a call reads is tampered with, on a read and on a write', () => {
  const headers = targets.flatMap((t) => Object.entries(t.headers ?? {}))
  expect(headers.every(([, value]) => value.endsWith('*'))).toBe(true)
  expect(headers.filter(([name]) => name === 'X-Tenant')).toHaveLength(2)
})

test('only texts are marked, at any depth', () => {
  expect(marked({ a: 'x', b: [1, 'y'], c: { d: true, e: null } })).toEqual({
    a: 'x*',
    b: [1, 'y*'],
    c: { d: true, e: null },
  })
})

test('a form becomes the JSON of its call: words where they were, all else as it is meant', () => {
  const list = targetAt('/wms/api/owner/query')
  if (!list) throw new Error('no target')
  expect(formsPage([list])).toContain('name="filter.id.0" value="77"')
  const sent = JSON.parse(jsonOf(list, new URLSearchParams({ 'filter.code': `"'<` }).toString())) as object
  expect(sent).toMatchObject({ filter: { id: ['77'], code: `"'<`, name: '甲方' }, page: 1, orderBy: 'code' })
})

test('sqlmap gets each request with its host, headers and marks', () => {
  const [list, read] = [targetAt('/wms/api/owner/query'), targetAt('/wms/api/owner/getById')]
  if (!list || !read) throw new Error('no target')
  const text = requestFile([list, read], () => 'http://127.0.0.1:99')
  expect(text).toContain('POST /wms/api/owner/query HTTP/1.1\nHost: 127.0.0.1:99\nContent-Type: application/json\n\n{')
  expect(text).toContain('GET /wms/api/owner/getById?id=77* HTTP/1.1\nHost: 127.0.0.1:99\n\n')
  expect(text.match(/^={54}$/gm)).toHaveLength(4)
})

test('two lists stand for all of them, and nothing else is left out', () => {
  const at = (path: string) => ({ method: 'GET', path, query: '', isOpen: false }) as const
  const all = ['/a/query', '/b/query', '/c/query', '/a/own', '/b/own', '/c/own'].map(at)
  expect(typical(all, ['query']).map((t) => t.path)).toEqual(['/a/query', '/b/query', '/a/own', '/b/own', '/c/own'])
})
