import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { applyCalls, applyLink } from '@lading/contract/saas/applying.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { platformMailCalls } from '@lading/contract/sys/platformMail.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTenant } from '../platform/job/run.ts'
import { readLetter } from '../testing/letters.ts'
import { openMailServer, type TestMailServer } from '../testing/mailServer.ts'
import type { Client } from '../testing/server.ts'
import { forgetUnconfirmed } from './tenant/apply.ts'
import { application, type ChannelDesk, makeAgent, openChannelDesk } from './testing/channelDesk.ts'

let desk: ChannelDesk
let mails: TestMailServer
let agent: Client
const site = 'https://lading.example.cn'
beforeAll(async () => {
  ;[desk, mails] = [await openChannelDesk(), await openMailServer()]
  await makeAgent(desk, 'A1')
  agent = await desk.agentUser('A1')
})
afterAll(async () => {
  await desk.server.close()
  await mails.close()
})
beforeEach(() => {
  mails.got.length = 0
})

const filled = (more: object = {}) => ({
  ...{ company: '昆山仓储', licenceNo: 'L1', contact: '李', phone: '139', email: 'li@example.cn', region: '' },
  ...{ modules: 'wms,tms', dcs: '2', tcs: '1' },
  ...more,
})
const send = (url: string, form: Record<string, string>, ip = '10.0.0.1') =>
  desk.server.app.inject({
    method: 'POST',
    url,
    remoteAddress: ip,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'zh-CN' },
  })
const rowsOf = (licence: string) =>
  inTenant(
    desk.server.kernel,
    desk.plat.tenantId,
    { id: '0', code: '', type: 'GROUP', timeZone: 'Asia/Shanghai' },
    (ctx) =>
      ctx.tx.query<{ id: string; state: string; agentId: string | null; source: string }>(sql`
      select id, state, agent_id, source from saas_tenant_application
      where tenant_id = ${ctx.tenantId} and licence_no = ${licence} order by id`),
  )
const linkIn = async (): Promise<string> => {
  await desk.server.relay.drain()
  const text = readLetter(mails.got.at(-1)?.raw ?? '').text
  return /https:\/\/lading\.example\.cn(\/\S+)/.exec(text)?.[1] ?? ''
}

test('without mail there is no form', async () => {
  expect((await agent.envelope(applyLink, {})).code).toBe(saasFaults.noMail.code)
})

test('a company applies by an agent’s form, confirms its address, and is the agent’s to follow', async () => {
  const { version } = await desk.operator.call(platformMailCalls.get)
  await desk.operator.call(platformMailCalls.set, {
    ...{ isOn: true, host: '127.0.0.1', port: mails.port, security: 'none', username: null },
    ...{ sender: 'noreply@platform.example', site, tenantDaily: 100, version },
  })
  const { address } = await agent.call(applyLink, {})
  expect(address.startsWith(`${site}${applyCalls.show.path}?token=`)).toBe(true)
  const url = address.slice(site.length)
  expect((await desk.server.app.inject({ url })).body).toContain('统一社会信用代码')

  const none = await send(url, filled({ dcs: '0', tcs: '0' }))
  expect([none.body.includes('role="alert"'), await rowsOf('L1')]).toEqual([true, []])
  expect((await send(url, filled({ email: 'no address' }))).statusCode).toBe(400)

  expect((await send(url, filled())).body).toContain('li@example.cn')
  // Sent again it is no second application, and no second letter.
  await send(url, filled())
  const confirm = await linkIn()
  expect(mails.got).toHaveLength(1)
  const [row] = await rowsOf('L1')
  expect(row).toMatchObject({ state: 'DRAFT', source: 'FORM' })
  expect(row?.agentId).not.toBeNull()
  expect(await rowsOf('L1')).toHaveLength(1)
  const id = row?.id ?? ''
  expect(await desk.step(agent, tenantApplication, id, 'submit')).toBe('申请人尚未确认邮箱')
  // Whoever looks at the link, as mail systems do, confirms nothing.
  await desk.server.app.inject({ url: confirm })
  expect((await desk.read(agent, tenantApplication.header, id)).state).toBe('DRAFT')
  for (const _ of [1, 2]) expect((await send(confirm, {})).body).toContain('申请已确认')
  expect(await desk.read(agent, tenantApplication.header, id)).toMatchObject({
    ...{ state: 'APPLIED', modules: ['wms', 'tms'], dcs: 2, tcs: 1 },
    confirmedAt: expect.any(String),
  })
  // From now on the licence is taken, by a form as by a person.
  expect((await send(url, filled({ company: '他人' }))).body).toContain('统一社会信用代码已申请')
  const twice = await desk.operator.envelope(
    crudCalls(tenantApplication.header).create,
    application({ licenceNo: 'L1' }),
  )
  expect(twice.code).toBe(saasFaults.licenceTaken.code)
})

test('a network sends five a day, others go on, and what nobody confirms holds no licence', async () => {
  const url = (await desk.operator.call(applyLink, {})).address.slice(site.length)
  const said: string[] = []
  for (let i = 0; i < 6; i++) said.push((await send(url, filled({ licenceNo: `M${i}` }), '10.0.0.9')).body)
  expect(said.map((body) => body.includes('提交次数过多'))).toEqual([false, false, false, false, false, true])
  expect((await send(url, filled({ licenceNo: 'M0', company: '另一家' }), '10.0.0.10')).body).toContain('确认邮件')
  expect(await rowsOf('M0')).toHaveLength(2)
  const late = await linkIn()
  desk.at = new Date(desk.at.getTime() + 3 * 86_400_000)
  const root = desk.plat.orgs.get('PLAT')
  if (root) await inTenant(desk.server.kernel, desk.plat.tenantId, root, forgetUnconfirmed)
  expect((await rowsOf('M0')).map((r) => r.state)).toEqual(['CANCELLED', 'CANCELLED'])
  expect((await send(late, {})).statusCode).toBe(404)
  expect((await send(url, filled({ licenceNo: 'M5' }), '10.0.0.9')).body).toContain('确认邮件')
})
