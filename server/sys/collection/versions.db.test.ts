import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionCalls as calls, collectionFaults, interactiveCalls } from '@lading/contract/sys/collectionCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { allCollected } from './runs.ts'

/** Messages of another system that come more than once, and not in the order in which they were written. */
let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

let number = 0
const make = async (more: object = {}): Promise<{ id: string; version: number; code: string }> => {
  number += 1
  const code = `V${number}`
  const seen = await admin.call<{ id: string; version: number }>(crudCalls(dataCollection).create, {
    code,
    name: `ERP ${number}`,
    sourceKind: 'REST_PUSH',
    object: 'mdm.product',
    orgId: server.one.orgs.get('G')?.id,
    versionPath: 'head.version',
    mappings: [
      { target: 'code', path: 'no' },
      { target: 'name', path: 'title' },
    ],
    ...more,
  })
  return { ...seen, code }
}
const item = (no: string, title: string, version?: string | number) => ({ no, title, head: { version } })
/** Each time under a key of its own, as a system repeats that forgot. */
const push = async (code: string, ...records: object[]) => {
  const { read, same, ignored, queued } = await admin.call(calls.push, { code, records })
  await server.relay.drain()
  await allCollected()
  return { read, same, ignored, queued }
}
const nameOf = async (code: string) =>
  (await admin.call<{ records: { name: string; version: number }[] }>(crudCalls(product).query, { filter: { code } }))
    .records
const logOf = async (configId: string) => {
  const asked = { filter: { configId }, orderBy: 'id' }
  const { records } = await admin.call<{ records: Record<string, unknown>[] }>(crudCalls(dataInteractive).query, asked)
  return records
}
const lastRun = async (configId: string) =>
  (await admin.call<{ records: Record<string, unknown>[] }>(calls.runs, { configId })).records[0]

test('a message that comes three times has one effect, one that comes late has none and is noted', async () => {
  const { id, code } = await make()
  const [v1, v2, v3] = [item('A1', '一', 9), item('A1', '二', 10), item('A1', '三', 11)]
  expect(await push(code, v2)).toEqual({ read: 1, same: 0, ignored: 0, queued: 1 })
  const [made] = await nameOf('A1')
  expect(made).toMatchObject({ name: '二' })
  for (let n = 0; n < 2; n++) expect(await push(code, v2)).toEqual({ read: 1, same: 1, ignored: 0, queued: 0 })
  expect(await nameOf('A1')).toEqual([made])
  expect(await logOf(id)).toHaveLength(1)
  // As a text 9 stands behind 10.
  for (let n = 0; n < 3; n++) expect(await push(code, v1)).toEqual({ read: 1, same: 0, ignored: 1, queued: 0 })
  expect(await nameOf('A1')).toEqual([made])
  expect(await logOf(id)).toMatchObject([
    { status: 'OK', revision: 1, sourceVersion: '10' },
    {
      status: 'IGNORED',
      revision: 2,
      sourceVersion: '9',
      tries: 0,
      message: '来源版本[9]早于已收到的[10]，未写入',
      messageEn: 'Version [9] is older than [10], which is here already: it was not written',
    },
  ])
  expect(await lastRun(id)).toMatchObject({ status: 'DONE', readCount: 1, ignoredCount: 1, okCount: 0, failedCount: 0 })
  // What was ignored stands in the way of nothing.
  expect(await push(code, v2)).toEqual({ read: 1, same: 1, ignored: 0, queued: 0 })
  expect(await push(code, v3)).toEqual({ read: 1, same: 0, ignored: 0, queued: 1 })
  expect(await nameOf('A1')).toMatchObject([{ name: '三' }])
  expect(await push(code, v2)).toEqual({ read: 1, same: 0, ignored: 1, queued: 0 })
  expect(await nameOf('A1')).toMatchObject([{ name: '三' }])
})

test('in one delivery, too, the newest version counts, wherever it stands', async () => {
  const { id, code } = await make()
  const at = (when: string, title: string) => item('B1', title, when)
  // The second is the last by its instant, though not as a text.
  const first = at('2026-03-01T18:00:00.5+08:00', '先')
  const second = at('2026-03-01T10:30:00Z', '后')
  expect(await push(code, second, first, item('B2', '旁'), second)).toEqual({ read: 4, same: 1, ignored: 1, queued: 2 })
  expect(await nameOf('B1')).toMatchObject([{ name: '后' }])
  expect((await logOf(id)).map(({ businessNo, status }) => `${businessNo} ${status}`).toSorted()).toEqual([
    'B1 IGNORED',
    'B1 OK',
    'B2 OK',
  ])
  // Who says no version is as new as he comes, and does not make us forget the last.
  expect(await push(code, item('B1', '无版本'))).toMatchObject({ queued: 1 })
  expect(await nameOf('B1')).toMatchObject([{ name: '无版本' }])
  expect(await push(code, at('2026-03-01T09:00:00Z', '迟'))).toMatchObject({ ignored: 1 })
  // Equally new, and another content: the last one counts.
  expect(await push(code, at('2026-03-01T10:30:00Z', '改'))).toMatchObject({ queued: 1 })
  expect(await nameOf('B1')).toMatchObject([{ name: '改' }])
})

test('a wrong newer version still is newer; what was ignored is not restarted, what counts is', async () => {
  const { id, code } = await make()
  expect(await push(code, item('C1', '好', 1))).toMatchObject({ queued: 1 })
  expect(await push(code, item('C1', '长'.repeat(500), 3))).toMatchObject({ queued: 1 })
  expect(await push(code, item('C1', '迟', 2))).toMatchObject({ ignored: 1 })
  const log = await logOf(id)
  expect(log.map(({ status }) => status)).toEqual(['OK', 'FAILED', 'IGNORED'])
  const restart = (n: number) => admin.call(interactiveCalls.restart, { ids: [log[n]?.id] })
  await expect(restart(2)).rejects.toMatchObject({ code: collectionFaults.settled.code })
  await expect(restart(0)).rejects.toMatchObject({ code: collectionFaults.newer.code })
  expect(await restart(1)).toEqual({ count: 1 })
  await server.relay.drain()
  await allCollected()
  expect((await logOf(id)).map(({ status }) => status)).toEqual(['OK', 'FAILED', 'IGNORED'])
  expect(await nameOf('C1')).toMatchObject([{ name: '好' }])
})

test('without a version field the last to come counts, as before; a path that is none is refused', async () => {
  const { id, code } = await make({ versionPath: null })
  await push(code, item('D1', '新', 2))
  expect(await push(code, item('D1', '旧', 1))).toEqual({ read: 1, same: 0, ignored: 0, queued: 1 })
  expect(await nameOf('D1')).toMatchObject([{ name: '旧' }])
  expect((await logOf(id)).map(({ sourceVersion }) => sourceVersion)).toEqual([null, null])
  await expect(make({ versionPath: 'head..version' })).rejects.toMatchObject({ code: collectionFaults.path.code })
})
