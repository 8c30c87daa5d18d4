import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'lading-open-'))
beforeAll(async () => {
  mkdirSync(join(folder, 'child', 'wms'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'child', 'wms', 'version.json'), '{"version":"1","buildTime":"2026-11-20 08:00:00"}')
  server = await openTestServer({ webFolder: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As anybody, without a session. */
const ask = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await server.app.inject({ method: 'GET', url, headers })
  return { ...(answer.json() as { code: number; data: Record<string, unknown> }), headers: answer.headers }
}

test('anybody learns his address and what is installed', async () => {
  for (const area of ['fw', 'tms', 'dps', 'saas'])
    expect(await ask(`/${area}/api/getClientIp`), area).toMatchObject({ code: 0, data: { ip: '127.0.0.1' } })
  for (const area of ['wms', 'tms', 'dps', 'mdm', 'saas']) {
    const { data } = await ask(`/${area}/api/info`)
    expect(data, area).toEqual({ version: expect.stringMatching(/^\d/), buildTime: '2026-11-20 08:00:00' })
  }
  const { data } = await ask('/fw/api/info')
  expect(data).toMatchObject({ name: 'Lading', env: 'PROD', copyrightYear: 2026 })
  expect(Math.abs(Date.parse(String(data.serverTime)) - Date.now())).toBeLessThan(60_000)
  expect((await ask('/wms/api/getClientIp')).code).toBe(40401)
})

test('a log-in page looks as its tenant says, and that of an unknown tenant like one that says nothing', async () => {
  await server.db.owner.query(
    `insert into sys_brand (tenant_id, id, slogan, enterprise_website)
      select id, 1, 'Faster', 'https://one.example' from sys_tenant where code = 'one'`,
  )
  const { data } = await ask('/fw/api/loginUrl?tenant=ONE')
  expect(data).toEqual({
    tenant: 'ONE',
    companyName: 'tenant one',
    enterpriseWebsite: 'https://one.example',
    slogan: 'Faster',
    loginBackgroundUrl: null,
    loginLogoUrl: null,
    mediumLogoUrl: null,
    colorLogoUrl: null,
    sloganImageUrl: null,
    color: null,
    captcha: false,
    sso: [],
  })
  const unknown = await ask('/fw/api/loginUrl?tenant=nobody-knows')
  expect(unknown.data).toMatchObject({ companyName: 'Lading', slogan: 'Make Your Supply Chain Smarter' })
  expect((await ask('/fw/api/loginUrl')).data).toEqual({ ...unknown.data, tenant: '' })
  expect(Object.keys(unknown.data)).toEqual(Object.keys(data))
  expect((await ask(`/fw/api/loginUrl?tenant=${'x'.repeat(33)}`)).code).toBe(40000)
})

test('the version of a part of the client is a plain file that no cache keeps', async () => {
  const answer = await server.app.inject({ method: 'GET', url: '/child/wms/version.json' })
  expect(answer.json()).toEqual({ version: '1', buildTime: '2026-11-20 08:00:00' })
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(String(answer.headers['content-type'])).toContain('application/json')
})
