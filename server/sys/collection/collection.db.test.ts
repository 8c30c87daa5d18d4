import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { collectionRun, dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionCalls as calls, interactiveCalls } from '@lading/contract/sys/collectionCalls.ts'
import { outboundFaults } from '@lading/contract/sys/outboundFaults.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insert } from '../../kernel/insert.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { allowReach } from '../outbound/reach.ts'
import { collectBelow } from './folder.ts'
import { allCollected, collectionTopic } from './runs.ts'

let at = Date.parse('2026-11-25T04:00:00Z')
let server: TestServer
let admin: Client
let source: HttpServer
let address = ''
/** What the source has, and what it was asked. */
let items: Record<string, unknown>[] = []
let asked: IncomingMessage[] = []
let status = 200

beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
  source = createServer((request, response) => {
    asked.push(request)
    const url = new URL(request.url ?? '', 'http://source')
    const since = url.searchParams.get('since') ?? ''
    const size = Number(url.searchParams.get('size') ?? 1000)
    const page = Number(url.searchParams.get('page') ?? 1)
    const found = items.filter(({ at: when }) => String(when ?? '') > since).slice((page - 1) * size, page * size)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data: { items: found } }))
  })
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((resolve) => source.close(resolve))
  await server.close()
})
beforeEach(async () => {
  items = []
  asked = []
  status = 200
  at += 600_000
  admin = await server.as('admin')
})

const orgId = (code: string): string => server.one.orgs.get(code)?.id ?? ''
const configs = crudCalls(dataCollection)
const log = crudCalls(dataInteractive)
let number = 0
const mappings = [
  { target: 'code', path: 'sku.code' },
  { target: 'name', path: 'title' },
  { target: 'qpcs.name', path: 'packs[].spec' },
  { target: 'qpcs.qpc', path: 'packs[].n' },
]
const make = async (more: object = {}, by = admin): Promise<{ id: string; version: number; code: string }> => {
  number += 1
  const input = {
    code: `C${number}`,
    name: `ERP ${number}`,
    sourceKind: 'REST_PULL',
    object: 'mdm.product',
    orgId: orgId('G'),
    endpoint: `${address}/products?since=$watermark&page=$page&size=$size`,
    recordsPath: 'data.items',
    watermarkPath: 'at',
    batchSize: 2,
    errorPolicy: 'SKIP',
    mappings,
    ...more,
  }
  const seen = await by.call<{ id: string; version: number }>(configs.create, input)
  return { ...seen, code: input.code }
}
const item = (code: string, title: string, when = '1') => ({
  sku: { code },
  title,
  at: when,
  packs: [
    { spec: '1*12', n: 12 },
    { spec: '1*24', n: 24 },
  ],
})
const work = async () => {
  await server.relay.drain()
  await allCollected()
}
const run = async (id: string) => {
  await admin.call(calls.run, { id })
  await work()
  return lastRun(id)
}
const lastRun = async (configId: string) =>
  (await admin.call<{ records: Record<string, unknown>[] }>(calls.runs, { configId })).records[0]
const records = async (id: string) =>
  (
    await admin.call<{ records: Record<string, unknown>[] }>(log.query, { filter: { configId: id }, orderBy: 'id' })
  ).records.map((r) => ({ ...r }))
const products = async () =>
  (
    await admin.call<{ records: Record<string, unknown>[] }>(crudCalls(product).query, {
      orderBy: 'code',
      pageSize: 100,
    })
  ).records.map((r) => [r.code, r.name])

test('a source is read page by page into products, once, and from its watermark on', async () => {
  items = [item('P1', '苹果', '1'), item('P2', '梨', '2'), item('P3', '桃', '3')]
  const { id } = await make()
  expect(await run(id)).toMatchObject({ status: 'DONE', readCount: 3, okCount: 3, failedCount: 0, sameCount: 0 })
  expect(await products()).toEqual([
    ['P1', '苹果'],
    ['P2', '梨'],
    ['P3', '桃'],
  ])
  const page = await admin.call<{ records: { id: string }[] }>(crudCalls(product).query, { filter: { code: 'P1' } })
  const one = await admin.call<{ qpcs: { name: string }[] }>(crudCalls(product).getById, { id: page.records[0]?.id })
  expect(one.qpcs.map(({ name }) => name)).toEqual(['1*12', '1*24'])
  expect(asked.map(({ url }) => url)).toEqual(['/products?since=&page=1&size=2', '/products?since=&page=2&size=2'])
  const seen = await admin.call<Record<string, unknown>>(configs.getById, { id })
  expect(seen).toMatchObject({ watermark: '3', lastStatus: 'DONE' })
  items.push(item('P2', '雪梨', '4'))
  expect(await run(id)).toMatchObject({ readCount: 1, okCount: 1 })
  // From the beginning again: what is ours already is left alone.
  await admin.call(calls.resetWatermark, { id, version: seen.version, value: '' })
  items = [item('P1', '苹果', '1'), item('P2', '雪梨', '4')]
  expect(await run(id)).toMatchObject({ readCount: 2, okCount: 0, sameCount: 2 })
  // A content that comes back is news.
  items = [item('P2', '梨', '5')]
  expect(await run(id)).toMatchObject({ okCount: 1 })
  expect((await products())[1]).toEqual(['P2', '梨'])
  await expect(admin.call(calls.resetWatermark, { id, version: 0, value: '' })).rejects.toMatchObject({ code: 40900 })
})

test('wrong records are left out and told of, tried again, restarted, or cancelled', async () => {
  const wrong = { ...item('bad code', '错'), packs: [] }
  items = [item('Q1', '好'), wrong]
  const { id } = await make({ watermarkPath: null })
  expect(await run(id)).toMatchObject({ status: 'DONE', okCount: 1, failedCount: 1 })
  const [good, bad] = await records(id)
  expect(good).toMatchObject({ businessNo: 'Q1', status: 'OK', tries: 1, message: null })
  expect(bad).toMatchObject({ businessNo: 'bad code', status: 'FAILED', message: expect.stringContaining('代码') })
  expect(bad?.messageEn).toContain('Code')
  expect(await run(id)).toMatchObject({ sameCount: 1, failedCount: 1 })
  expect((await records(id))[1]).toMatchObject({ id: bad?.id, tries: 2 })
  const { payload } = await admin.call<{ payload: string }>(interactiveCalls.payload, { id: bad?.id })
  expect(JSON.parse(payload)).toMatchObject({ title: '错', sku: { code: '***' } })
  expect(await admin.call(interactiveCalls.restart, { ids: [good?.id, bad?.id] })).toEqual({ count: 2 })
  await expect(admin.call(interactiveCalls.restart, { ids: [bad?.id] })).rejects.toMatchObject({ code: 42527 })
  await work()
  expect(await lastRun(id)).toMatchObject({ trigger: 'RESTART', okCount: 1, failedCount: 1 })
  expect(await admin.call(interactiveCalls.cancel, { ids: [bad?.id] })).toEqual({ count: 1 })
  await expect(admin.call(interactiveCalls.cancel, { ids: [good?.id] })).rejects.toMatchObject({ code: 42527 })
  expect(await run(id)).toMatchObject({ sameCount: 2, failedCount: 0 })
  items = [item('Q1', '更好')]
  await run(id)
  await expect(admin.call(interactiveCalls.restart, { ids: [good?.id] })).rejects.toMatchObject({ code: 42528 })
})

test('with errors that stop, nothing of the batch is written and the watermark stays', async () => {
  items = [item('S1', '一', '1'), { ...item('no good', '二', '2'), packs: [] }]
  const { id } = await make({ errorPolicy: 'STOP' })
  expect(await run(id)).toMatchObject({
    status: 'FAILED',
    okCount: 0,
    failedCount: 2,
    message: expect.stringContaining('整批'),
  })
  expect((await products()).some(([code]) => code === 'S1')).toBe(false)
  expect(await admin.call(configs.getById, { id })).toMatchObject({ watermark: null, lastStatus: 'FAILED' })
})

test('a source that fails, or is not allowed, is told of in words', async () => {
  const { id } = await make()
  status = 503
  expect(await run(id)).toMatchObject({
    status: 'FAILED',
    message: '对方应答HTTP 503',
    messageEn: 'The other side answered HTTP 503',
  })
  status = 200
  for (const endpoint of ['http://10.0.0.1/products', 'http://169.254.169.254/latest', 'http://0xa000001/x'])
    await expect(make({ endpoint }), endpoint).rejects.toMatchObject({ code: outboundFaults.notAllowed.code })
  allowReach(['127.0.0.1', '10.0.0.1'])
  const inside = await make({ endpoint: 'http://10.0.0.1/products' })
  // What was allowed when it was typed is asked again when something goes there.
  allowReach(['127.0.0.1'])
  expect(await run(inside.id)).toMatchObject({ status: 'FAILED', message: expect.stringContaining('10.0.0.1') })
  const closed = await make({ endpoint: 'http://127.0.0.1:9/products' })
  expect(await run(closed.id)).toMatchObject({ status: 'FAILED', message: expect.stringContaining('无法连接') })
  const elsewhere = await make({ recordsPath: 'rows' })
  expect(await run(elsewhere.id)).toMatchObject({ status: 'FAILED', message: '在[rows]处没有记录数组' })
})

test('a secret is sealed, sent, told to nobody, and not taken along to another host', async () => {
  const made = await make({ credentialKind: 'BEARER' })
  expect(await run(made.id)).toMatchObject({ status: 'FAILED', message: '请先设置密钥' })
  const seen = await admin.call<{ id: string; version: number }>(calls.setSecret, { ...made, secret: 'top-secret-1' })
  expect(await run(made.id)).toMatchObject({ status: 'DONE' })
  expect(asked.at(-1)?.headers.authorization).toBe('Bearer top-secret-1')
  const record = await admin.call<Record<string, unknown>>(configs.getById, { id: made.id })
  expect(record).toMatchObject({ hasSecret: true })
  const stored = await server.inside('G', ({ tx, tenantId }) =>
    tx.query(sql`
      select to_jsonb(c)::text as c from sys_data_collection c where tenant_id = ${tenantId}
      union all select to_jsonb(a)::text from sys_audit_log a where tenant_id = ${tenantId}`),
  )
  expect(JSON.stringify([record, stored])).not.toContain('top-secret-1')
  const same = { id: made.id, version: seen.version, endpoint: `${address}/other?page=$page` }
  const kept = await admin.call<{ version: number }>(configs.update, same)
  expect(await admin.call(configs.getById, { id: made.id })).toMatchObject({ hasSecret: true })
  await admin.call(configs.update, { id: made.id, version: kept.version, endpoint: 'https://elsewhere.example/x' })
  expect(await admin.call(configs.getById, { id: made.id })).toMatchObject({ hasSecret: false })
})

test('it comes by the clock while it is on, once for each time', async () => {
  items = [item('T1', '钟')]
  const made = await make({ cron: '*/5 * * * *' })
  await work()
  expect(asked).toEqual([])
  at += 5 * 60_000
  await work()
  await work()
  expect(asked.length).toBe(1)
  expect(await lastRun(made.id)).toMatchObject({ trigger: 'CRON', status: 'DONE', okCount: 1 })
  await admin.call(configs.disable, made)
  at += 10 * 60_000
  await work()
  expect(asked.length).toBe(1)
})

test('another system sends records: they are taken once, and brought in by the keeper’s rights', async () => {
  const { id, code, version } = await make({ sourceKind: 'REST_PUSH', endpoint: null })
  const sent = { code, records: [item('U1', '推'), item('U1', '推送'), item('U2', '送')] }
  const answer = await admin.call<{ runId: string; same: number; queued: number }>(calls.push, sent, { key: 'push-1' })
  expect(answer).toMatchObject({ read: 3, same: 1, queued: 2 })
  expect(await admin.call(calls.push, sent, { key: 'push-1' })).toEqual(answer)
  await work()
  expect(await lastRun(id)).toMatchObject({ trigger: 'PUSH', status: 'DONE', okCount: 2 })
  expect((await products()).filter(([c]) => String(c).startsWith('U'))).toEqual([
    ['U1', '推送'],
    ['U2', '送'],
  ])
  expect(await admin.call(calls.push, sent)).toMatchObject({ same: 3, queued: 0 })
  await expect(admin.call(calls.run, { id })).rejects.toMatchObject({ code: 42519 })
  const pull = await make()
  await expect(admin.call(calls.push, { ...sent, code: pull.code })).rejects.toMatchObject({ code: 42526 })
  await admin.call(configs.disable, { id, version })
  await expect(admin.call(calls.push, sent)).rejects.toMatchObject({ code: 42517 })
  await work()
})

test('a try shows what a record would become and writes nothing', async () => {
  items = [item('V1', '试'), { ...item('v 2', '错'), packs: [] }]
  const { id } = await make()
  const before = await products()
  const tried = await admin.call(calls.test, { id })
  expect(tried.count).toBe(2)
  expect(tried.mapped).toEqual([
    { target: 'code', title: '代码', value: 'V1' },
    { target: 'name', title: '名称', value: '试' },
  ])
  expect(tried.lines).toEqual([
    { target: 'qpcs.name', title: '规格.规格', values: ['1*12', '1*24'] },
    { target: 'qpcs.qpc', title: '规格.每箱数量', values: ['12', '24'] },
  ])
  expect(tried.errors).toMatchObject([{ record: 2 }])
  const one = await admin.call(calls.test, { id, sample: JSON.stringify(item('V3', '样')) })
  expect(one).toMatchObject({ count: 1, errors: [] })
  await expect(admin.call(calls.test, { id, sample: '<xml>' })).rejects.toMatchObject({ code: 42523 })
  const dc = await server.as('admin', 'DC01')
  await expect(dc.call(calls.test, { id })).rejects.toMatchObject({ code: 40400 })
  expect(await products()).toEqual(before)
  expect(await records(id)).toEqual([])
})

test('what makes no sense is refused, and so is what its keeper could not do himself', async () => {
  const cases: [object, number][] = [
    [{ object: 'sys.user' }, 42509],
    [{ mappings: [...mappings, { target: 'nothing', path: 'x' }] }, 42510],
    [{ mappings: mappings.slice(1) }, 42511],
    [{ mappings: [...mappings, { target: 'spec' }] }, 42512],
    [{ mappings: [{ target: 'code', path: 'a..b' }] }, 42513],
    [{ mappings: [{ target: 'code', path: 'a', words: 'x' }] }, 42514],
    [{ mappings: [...mappings, { target: 'barcodes.code', path: 'codes[].c' }] }, 42532],
    [{ endpoint: null }, 42518],
    [{ endpoint: 'ftp://x/y' }, 42501],
    [{ endpoint: 'https://$watermark/y' }, 42501],
    [{ credentialKind: 'HEADER', credentialName: 'host' }, 42533],
    [{ credentialKind: 'BASIC' }, 42533],
    [{ cron: '* *' }, 40013],
  ]
  for (const [more, code] of cases) await expect(make(more), String(code)).rejects.toMatchObject({ code })
  const clerk = await server.as('clerk', 'DC01')
  await expect(make({}, clerk)).rejects.toMatchObject({ code: 40301 })
  // Whom his rights have left brings nothing in any more.
  items = [item('W1', '无权')]
  const { id } = await make()
  await server.inside('G', ({ tx, tenantId }) =>
    tx.run(
      sql`update sys_data_collection set keeper_id = ${clerk.userId} where tenant_id = ${tenantId} and id = ${id}`,
    ),
  )
  expect(await run(id)).toMatchObject({ status: 'FAILED', okCount: 0 })
  expect((await products()).some(([code]) => code === 'W1')).toBe(false)
  const stranger = await server.as('admin', 'G', 'two')
  await expect(stranger.call(calls.run, { id })).rejects.toMatchObject({ code: 40400 })
})

test('one run at a time; what a dead process had is found again', async () => {
  items = [item('X1', '断')]
  const { id } = await make()
  // As a process leaves it that dies while it reads.
  await server.inside('G', async (ctx) => {
    const { ids } = await insert(ctx, collectionRun, [{ configId: id, trigger: 'MANUAL', status: 'RUNNING' }])
    ctx.emit({ topic: collectionTopic, key: ids[0] ?? '' })
  })
  await expect(admin.call(calls.run, { id })).rejects.toMatchObject({ code: 42516 })
  await work()
  expect(await lastRun(id)).toMatchObject({ status: 'RUNNING' })
  at += 4 * 60_000
  await work()
  expect(await lastRun(id)).toMatchObject({ status: 'FAILED', message: '执行中断，未完成' })
  expect(await run(id)).toMatchObject({ status: 'DONE', okCount: 1 })
})

test('files of a folder are collected in order, put away, and never read from anywhere else', async () => {
  const root = mkdtempSync(join(tmpdir(), 'collect-'))
  const folder = join(root, 'one', 'stores')
  const put = (name: string, text: string, ageMs = 60_000) => {
    writeFileSync(join(folder, name), text)
    utimesSync(join(folder, name), new Date(Date.now() - ageMs), new Date(Date.now() - ageMs))
  }
  const more = {
    sourceKind: 'CSV_FOLDER',
    endpoint: null,
    watermarkPath: null,
    recordsPath: null,
    mappings: [
      { target: 'code', path: '商品编号' },
      { target: 'name', path: '品名' },
    ],
  }
  try {
    collectBelow(undefined)
    await expect(make({ ...more, folder: 'stores' })).rejects.toMatchObject({ code: 42538 })
    collectBelow(root)
    for (const bad of ['../two', 'a/b', '', '.', null])
      await expect(make({ ...more, folder: bad }), String(bad)).rejects.toMatchObject({ code: 42539 })
    const { id } = await make({ ...more, folder: 'stores' })
    expect(await run(id)).toMatchObject({ status: 'DONE', readCount: 0 })
    put('2.csv', '商品编号,品名\nF1,新名\nF2,二\n')
    put('1.csv', '商品编号,品名\nF1,旧名\nbad no,错\n')
    put('3.csv', '商品编号,品名\nF3,还在写\n', 0)
    put('notes.txt', 'x')
    expect(await admin.call(calls.test, { id })).toMatchObject({ count: 2, errors: [{ record: 2 }] })
    expect(await run(id)).toMatchObject({ status: 'DONE', readCount: 4, okCount: 3, failedCount: 1 })
    expect((await products()).filter(([code]) => String(code).startsWith('F'))).toEqual([
      ['F1', '新名'],
      ['F2', '二'],
    ])
    expect(readdirSync(folder).sort()).toEqual(['3.csv', 'done', 'notes.txt'])
    expect(readdirSync(join(folder, 'done')).map((name) => name.split('-')[1])).toEqual(['1.csv', '2.csv'])
    // The same file once more changes nothing.
    put('4.csv', '商品编号,品名\nF1,新名\nF2,二\n')
    expect(await run(id)).toMatchObject({ sameCount: 2, okCount: 0 })
    put('5.csv', '')
    expect(await run(id)).toMatchObject({ status: 'FAILED', message: expect.stringContaining('[5.csv]') })
    expect(readdirSync(join(folder, 'failed'))).toHaveLength(1)
    // A link that leads to another company's files is not followed.
    mkdirSync(join(root, 'two', 'secret'), { recursive: true })
    writeFileSync(join(root, 'two', 'secret', 's.csv'), '商品编号,品名\nZ1,z\n')
    symlinkSync(join(root, 'two', 'secret'), join(root, 'one', 'link'))
    const linked = await make({ ...more, folder: 'link' })
    expect(await run(linked.id)).toMatchObject({ status: 'FAILED', readCount: 0 })
    expect(readFileSync(join(root, 'two', 'secret', 's.csv'), 'utf8')).toContain('Z1')
  } finally {
    collectBelow(undefined)
    rmSync(root, { recursive: true, force: true })
  }
})
