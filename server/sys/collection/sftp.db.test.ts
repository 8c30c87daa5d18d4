import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { messageSample } from '@lading/contract/sys/businessEvent.ts'
import { dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionCalls as calls, collectionFaults, interactiveCalls } from '@lading/contract/sys/collectionCalls.ts'
import { outboundFaults } from '@lading/contract/sys/outboundFaults.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { newHostKey, newLoginKey, openSftpServer, type SftpServer } from '../../testing/sftpServer.ts'
import { allSent } from '../outbound/deliveries.ts'
import { allowReach } from '../outbound/reach.ts'
import { tellCollections } from './out/tell.ts'
import { allCollected } from './runs.ts'

const password = 'sftp-password-1'
const login = newLoginKey()
let server: TestServer
let admin: Client
let far: SftpServer
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.as('admin')
  far = await openSftpServer({ hostKey: newHostKey(), password, publicKey: login.public })
  mkdirSync(join(far.root, 'in'))
  mkdirSync(join(far.root, 'out'))
})
afterAll(async () => {
  await far.close()
  await server.close()
})

const configs = crudCalls(dataCollection)
interface Made {
  readonly id: string
  readonly version: number
}
let number = 0
const make = async (more: object = {}): Promise<Made> => {
  number += 1
  return admin.call(configs.create, {
    code: `S${number}`,
    name: `SFTP ${number}`,
    sourceKind: 'SFTP',
    object: 'mdm.product',
    orgId: server.one.orgs.get('G')?.id,
    endpoint: `sftp://127.0.0.1:${far.port}/in`,
    credentialKind: 'BASIC',
    credentialName: 'wms',
    mappings: [
      { target: 'code', path: '商品编号' },
      { target: 'name', path: '品名' },
    ],
    ...more,
  })
}
const secret = (made: Made, value = password) => admin.call(calls.setSecret, { ...made, secret: value })
const trust = async (made: Made) => {
  const { fingerprint } = await admin.call(calls.hostKey, { id: made.id })
  return admin.call(calls.trustHost, { ...made, fingerprint })
}
const work = async () => {
  await server.relay.drain()
  await allCollected()
  await allSent()
}
const run = async (id: string) => {
  await admin.call(calls.run, { id })
  await work()
  return (await admin.call<{ records: Record<string, unknown>[] }>(calls.runs, { configId: id })).records[0]
}
const put = (name: string, text: string, ageMs = 60_000) => {
  const path = join(far.root, 'in', name)
  const at = new Date(Date.now() - ageMs)
  writeFileSync(path, text)
  utimesSync(path, at, at)
}
const names = async () =>
  (
    await admin.call<{ records: { code: string; name: string }[] }>(crudCalls(product).query, {
      orderBy: 'code',
      pageSize: 100,
    })
  ).records.map(({ code, name }) => `${code} ${name}`)

test('files of a server are read in order, once, and put away there', async () => {
  const made = await make()
  expect(await run(made.id)).toMatchObject({ status: 'FAILED', message: collectionFaults.noSecret.text[0] })
  const sealed = await secret(made)
  expect(await run(made.id)).toMatchObject({ status: 'FAILED', messageEn: collectionFaults.noHostKey.text[1] })
  expect(far.seen).toEqual({ logins: 0, tries: 0 })
  await trust(sealed)
  put('2.csv', '商品编号,品名\nT1,新\nT2,二\n')
  put('1.csv', '商品编号,品名\nT1,旧\nbad no,错\n')
  put('note.txt', 'x')
  expect(await admin.call(calls.test, { id: made.id })).toMatchObject({ count: 2, errors: [{ record: 2 }] })
  // By a clock a little ahead of ours.
  put('3.csv', '商品编号,品名\nT3,还在写\n', -4_000)
  expect(await run(made.id)).toMatchObject({ status: 'DONE', readCount: 4, okCount: 3, failedCount: 1 })
  expect(await names()).toEqual(expect.arrayContaining(['T1 新', 'T2 二']))
  expect(readdirSync(join(far.root, 'in')).sort()).toEqual(['3.csv', 'done', 'note.txt'])
  expect(
    readdirSync(join(far.root, 'in', 'done'))
      .map((name) => name.split('-')[1])
      .sort(),
  ).toEqual(['1.csv', '2.csv'])
  put('4.csv', '')
  expect(await run(made.id)).toMatchObject({ status: 'FAILED', messageEn: expect.stringContaining('[4.csv]') })
  expect(readdirSync(join(far.root, 'in', 'failed'))).toHaveLength(1)
  // The wrong record is told of in both languages.
  const log = await admin.call<{ records: Record<string, string>[] }>(crudCalls(dataInteractive).query, {
    filter: { configId: made.id, status: ['FAILED'] },
  })
  expect(log.records[0]?.message).toContain('代码')
  expect(log.records[0]?.messageEn).toContain('Code')
})

test('a server with another key gets neither name nor password', async () => {
  const other = await openSftpServer({ hostKey: newHostKey(), password })
  mkdirSync(join(other.root, 'in'))
  const made = await make({ endpoint: `sftp://127.0.0.1:${other.port}/in` })
  await trust(await secret(made))
  expect(await run(made.id)).toMatchObject({ status: 'DONE' })
  await other.close()
  // Somebody else stands at its address.
  const impostor = await openSftpServer({ hostKey: newHostKey(), password, port: other.port })
  expect(await run(made.id)).toMatchObject({
    status: 'FAILED',
    message: expect.stringContaining('主机指纹已变为SHA256:'),
  })
  expect(impostor.seen).toEqual({ logins: 0, tries: 0 })
  const now = await admin.call<Made & { hostKey: string }>(configs.getById, { id: made.id })
  expect((await admin.call(calls.hostKey, { id: made.id })).kept).toBe(now.hostKey)
  await trust(now)
  mkdirSync(join(impostor.root, 'in'))
  expect(await run(made.id)).toMatchObject({ status: 'DONE' })
  await impostor.close()
  expect(await run(made.id)).toMatchObject({
    status: 'FAILED',
    messageEn: expect.stringContaining('cannot be reached'),
  })
})

test('a private key logs in; what is none is refused, and neither it nor the host key goes along to another host', async () => {
  const made = await make({ credentialKind: 'KEY' })
  await expect(secret(made, 'no key')).rejects.toMatchObject({ code: collectionFaults.badKey.code })
  await trust(await secret(made, login.private))
  expect(await run(made.id)).toMatchObject({ status: 'DONE' })
  const now = await admin.call<Made>(configs.getById, { id: made.id })
  expect(now).toMatchObject({ hasSecret: true, hostKey: expect.stringMatching(/^SHA256:/) })
  await admin.call(configs.update, { id: now.id, version: now.version, endpoint: 'sftp://elsewhere.example/in' })
  expect(await admin.call(configs.getById, { id: made.id })).toMatchObject({ hasSecret: false, hostKey: null })
  const stored = await server.inside('G', ({ tx, tenantId }) =>
    tx.query(sql`
      select to_jsonb(c)::text as c from sys_data_collection c where tenant_id = ${tenantId}
      union all select to_jsonb(a)::text from sys_audit_log a where tenant_id = ${tenantId}`),
  )
  expect(JSON.stringify(stored)).not.toContain(password)
  expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY')
})

test('a wrong password, a missing folder and an address inside are told of in words', async () => {
  const wrong = await make()
  await trust(await secret(wrong, 'another'))
  expect(await run(wrong.id)).toMatchObject({ status: 'FAILED', message: expect.stringContaining('无法连接') })
  const missing = await make({ endpoint: `sftp://127.0.0.1:${far.port}/nowhere` })
  await trust(await secret(missing))
  expect(await run(missing.id)).toMatchObject({ status: 'FAILED', messageEn: expect.stringContaining('No such file') })
  allowReach(['127.0.0.1', '10.0.0.1'])
  const inside = await make({ endpoint: 'sftp://10.0.0.1/in' })
  allowReach(['127.0.0.1'])
  await expect(admin.call(calls.hostKey, { id: inside.id })).rejects.toMatchObject({ code: 42500 })
  const cases: [object, number][] = [
    [{ endpoint: 'https://host/in' }, collectionFaults.sftpAddress.code],
    [{ endpoint: 'sftp://user:word@host/in' }, collectionFaults.sftpAddress.code],
    [{ endpoint: 'sftp://host/%2e%2e%2fup/..%2f..' }, collectionFaults.sftpAddress.code],
    [{ endpoint: null }, collectionFaults.sftpAddress.code],
    [{ endpoint: 'sftp://10.0.0.1/in' }, outboundFaults.notAllowed.code],
    [{ credentialKind: 'NONE' }, collectionFaults.login.code],
    [{ credentialName: null }, collectionFaults.credential.code],
    [{ sourceKind: 'REST_PULL', endpoint: 'https://host/x', credentialKind: 'KEY' }, collectionFaults.login.code],
  ]
  for (const [more, code] of cases) await expect(make(more), JSON.stringify(more)).rejects.toMatchObject({ code })
  const stranger = await server.as('admin', 'G', 'two')
  await expect(stranger.call(calls.hostKey, { id: wrong.id })).rejects.toMatchObject({ code: 40400 })
})

test('events go out as files, each written over by itself when it is sent again', async () => {
  const made = await make({
    direction: 'OUT',
    object: null,
    events: ['received'],
    endpoint: `sftp://127.0.0.1:${far.port}/out`,
    mappings: [{ target: '商品', path: 'lines[].product' }],
  })
  await trust(await secret(made))
  const tell = () =>
    server.inside('G', (ctx) => tellCollections(ctx, { orgId: ctx.org.id, message: messageSample, ownerIds: ['1'] }))
  expect(await tell()).toBe(true)
  await work()
  const file = `received-${messageSample.id}.csv`
  expect(readdirSync(join(far.root, 'out'))).toEqual([file])
  expect(readFileSync(join(far.root, 'out', file), 'utf8')).toContain('P1001')
  await tell()
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`
      update sys_data_interactive set status = 'FAILED' where tenant_id = ${ctx.tenantId} and config_id = ${made.id}`),
  )
  const log = await admin.call<{ records: { id: string }[] }>(crudCalls(dataInteractive).query, {
    filter: { configId: made.id },
  })
  expect(log.records).toHaveLength(1)
  await admin.call(interactiveCalls.restart, { ids: [log.records[0]?.id] })
  await work()
  expect(readdirSync(join(far.root, 'out'))).toEqual([file])
})
