import { brandCalls as calls } from '@lading/contract/sys/brand.ts'
import { openCalls } from '@lading/contract/sys/open.ts'
import { getLoginUser } from '@lading/contract/sys/session.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepImage } from '../platform/file/image.ts'
import { pngOf } from '../testing/images.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'

const own = { slogan: '一件不少', enterpriseWebsite: 'https://one.example', color: '#7a1f5c' }

let server: TestServer
let group: Client
beforeAll(async () => {
  server = await openTestServer()
  group = await server.as('admin')
})
afterAll(() => server.close())

const asAnybody = async (url: string) => server.app.inject({ method: 'GET', url })
const atTheDoor = async (tenant = 'one') => (await asAnybody(`${openCalls.loginUrl.path}?tenant=${tenant}`)).json().data
const files = () =>
  server.inside('G', (ctx) =>
    ctx.tx.query<{ id: string; name: string }>(sql`select id, name from sys_file where tenant_id = ${ctx.tenantId}`),
  )
const read = () => group.call(calls.get, {})
const put = async (name: 'loginLogo' | 'colorLogo', data: Buffer) =>
  group.call(calls.setImage, { name, version: (await read()).version }, { file: { name: 'a.png', data } })

test('S-46 what a tenant says of itself stands on its log-in page, and with whoever is logged in', async () => {
  expect(await read()).toMatchObject({ version: 0, slogan: null, color: null, images: { loginLogo: null } })
  expect(await atTheDoor()).toMatchObject({ companyName: 'tenant one', color: null })
  const { version } = await group.call(calls.update, { version: 0, ...own, color: '#7A1F5C' })
  expect(await read()).toMatchObject({ version, ...own })
  expect(await atTheDoor()).toMatchObject({ companyName: 'tenant one', ...own })
  expect((await group.call(getLoginUser, {})).tenant).toMatchObject({ slogan: '一件不少', color: '#7a1f5c' })
  expect(await atTheDoor('two')).toMatchObject({ slogan: 'Make Your Supply Chain Smarter', color: null })
  const [last] = await server.inside('G', (ctx) =>
    ctx.tx.query(sql`
      select action, before, after from sys_audit_log where tenant_id = ${ctx.tenantId} and subject = 'sys.brand'
      order by id desc limit 1`),
  )
  expect(last).toEqual({
    action: 'update',
    before: { slogan: null, enterpriseWebsite: null, color: null },
    after: own,
  })
})

test('S-46 a picture of the brand is anybody’s to see; another takes its place, and no other file is seen so', async () => {
  await put('loginLogo', pngOf('one'))
  const { loginLogoUrl } = await atTheDoor()
  const shown = await asAnybody(loginLogoUrl)
  expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(pngOf('one'))]).toEqual([
    200,
    'image/png',
    true,
  ])
  expect(shown.headers['cache-control']).toContain('immutable')
  expect((await group.call(getLoginUser, {})).tenant.loginLogoUrl).toBe(loginLogoUrl)
  await put('loginLogo', pngOf('two'))
  await put('colorLogo', pngOf('three'))
  const after = await read()
  expect(after.images.loginLogo).not.toBe(loginLogoUrl)
  expect((await asAnybody(loginLogoUrl)).json()).toMatchObject({ code: 40400 })
  expect(await files()).toHaveLength(2)
  await group.call(calls.clearImage, { name: 'loginLogo', version: after.version })
  expect(await files()).toHaveLength(1)
  // A file of the tenant that its brand does not show, its brand under another tenant's name, a tenant that is none.
  const kept = await server.inside('G', async (ctx) => {
    const { id } = await keepImage(ctx, { name: 'x.png', data: pngOf('') })
    return id
  })
  const logo = (await read()).images.colorLogo ?? ''
  expect((await asAnybody(logo)).statusCode).toBe(200)
  for (const url of [
    `${calls.image.path}?tenant=one&id=${kept}`,
    logo.replace('tenant=one', 'tenant=two'),
    logo.replace('tenant=one', 'tenant=nobody'),
  ])
    expect((await asAnybody(url)).json(), url).toMatchObject({ code: 40400, message: '[企业品牌]不存在或已被删除' })
})

test('what is no colour, no page, no picture, of a stale form or not the enterprise’s to say changes nothing', async () => {
  const before = [await read(), await files()]
  const { version } = await read()
  const update = (change: object) => group.call(calls.update, { version, ...own, ...change })
  for (const color of ['red', '#fff', '#12345g', 'url(//x)', '#1234567'])
    await expect(update({ color }), color).rejects.toMatchObject({ code: 40000 })
  for (const enterpriseWebsite of ['javascript:alert(1)', 'ftp://one.example', 'one', 'https://', 'https://a:b@c.de'])
    await expect(update({ enterpriseWebsite }), enterpriseWebsite).rejects.toMatchObject({ code: 40000 })
  await expect(update({ slogan: '长'.repeat(101) })).rejects.toMatchObject({ code: 40000 })
  await expect(put('loginLogo', Buffer.from('<svg onload="alert(1)"/>'))).rejects.toThrow('PNG、JPEG或WebP')
  // T56: a few bytes that claim more pixels than anybody can draw.
  await expect(put('loginLogo', pngOf('flood', 30_000, 30_000))).rejects.toThrow('30000×30000')
  await expect(update({ version: version - 1 })).rejects.toThrow('已被他人修改')
  const dc = await server.as('admin', 'DC01')
  await expect(dc.call(calls.update, { version, ...own })).rejects.toThrow('切换到企业组织')
  await expect(dc.call(calls.clearImage, { name: 'colorLogo', version })).rejects.toThrow('切换到企业组织')
  expect([await read(), await files()]).toEqual(before)
  for (const enterpriseWebsite of ['one.example', 'http://one.example:8080/a?b#c', null]) {
    await group.call(calls.update, { ...own, enterpriseWebsite, version: (await read()).version })
    expect((await read()).enterpriseWebsite).toBe(enterpriseWebsite)
  }
})
