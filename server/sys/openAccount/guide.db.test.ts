import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { openAccountCalls as calls } from '@lading/contract/sys/openCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let url: string
let account: { appKey: string; secret: string | null }
const folder = mkdtempSync(join(tmpdir(), 'lading-guide-'))
const guide = readFileSync(join(import.meta.dirname, '../../../docs/open-accounts.md'), 'utf8')

/** Writes a file of the guide as it stands there. */
function written(name: string): string {
  const [, text] = new RegExp(`\`\`\`\\w+ file=${name}\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? []
  if (text === undefined) throw new Error(`the guide has no ${name}`)
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

beforeAll(async () => {
  server = await openTestServer()
  url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const admin = await server.as('admin')
  const orgIds = [server.one.orgs.get('G')?.id, server.one.orgs.get('DC01')?.id]
  const scopes = ['wms:basic.owner:view', 'wms:basic.owner:create']
  account = await admin.call(calls.create, { name: 'by the guide', orgIds, scopes })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

test('the call by curl is answered', async () => {
  const run = async (path: string, body: string, secret = account.secret ?? '') => {
    const env = { ...process.env, LADING_APP_KEY: account.appKey, LADING_SECRET: secret }
    const { stdout } = await promisify(execFile)('sh', [written('openCall.sh'), url, 'POST', path, body], { env })
    return JSON.parse(stdout) as { code: number; data: { records: unknown[] } }
  }
  expect(await run('/wms/api/owner/query?_org=DC01&b=2&a=%E8%B4%A7', '{"pageSize":5}')).toMatchObject({
    code: 0,
    data: { records: [] },
  })
  expect(await run('/wms/api/owner/query', '{}', 'another secret')).toMatchObject({ code: 40120 })
})

type Opened = (method: string, path: string, o?: object) => Promise<Record<string, unknown>>
test('the client calls, repeats without doing twice, and tells of refusals', async () => {
  const { openClient } = (await import(pathToFileURL(written('openClient.mjs')).href)) as {
    openClient: (o: object) => Opened
  }
  const call = openClient({ url, appKey: account.appKey, key: account.secret })
  const body = { code: 'GUIDE', name: '导引 guide' }
  const made = await call('POST', '/wms/api/owner/create', { body, idempotencyKey: 'guide 1' })
  expect(await call('POST', '/wms/api/owner/create', { body, idempotencyKey: 'guide 1' })).toEqual(made)
  const query = [
    ['id', String(made.id)],
    ['_org', 'DC01'],
  ]
  expect(await call('GET', '/wms/api/owner/getById', { query })).toMatchObject({ code: 'GUIDE', name: '导引 guide' })
  await expect(call('POST', '/wms/api/store/query', { body: {} })).rejects.toMatchObject({ status: 403, code: 40330 })
  await expect(call('POST', '/wms/api/owner/create', { body })).rejects.toMatchObject({ status: 200, code: 42203 })
})

test('the client signs with a private key as well', async () => {
  const { openClient } = (await import(pathToFileURL(written('openClient.mjs')).href)) as {
    openClient: (o: object) => Opened
  }
  const pair = generateKeyPairSync('ed25519')
  const { appKey } = await (await server.as('admin')).call(calls.create, {
    name: 'by a pair',
    orgIds: [server.one.orgs.get('G')?.id],
    scopes: ['wms:basic.owner:view'],
    signAlgorithm: 'ED25519',
    publicKey: pair.publicKey.export({ format: 'pem', type: 'spki' }),
  })
  const call = openClient({ url, appKey, key: pair.privateKey })
  expect(await call('POST', '/wms/api/owner/query', { body: { pageSize: 1 } })).toMatchObject({ pageSize: 1 })
})
