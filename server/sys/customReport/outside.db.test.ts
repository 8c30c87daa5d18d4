import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { customReport, customReportCalls } from '@lading/contract/sys/customReport.ts'
import { messageCalls } from '@lading/contract/sys/message.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { reportPlanCalls as calls } from '@lading/contract/sys/reportPlan.ts'
import { robotCalls } from '@lading/contract/sys/robot.ts'
import { sentFileCall } from '@lading/contract/sys/sheetRecord.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobHandlers } from '../../areas.ts'
import { insert } from '../../kernel/insert.ts'
import { readLetter } from '../../testing/letters.ts'
import { openMailServer, type TestMailServer } from '../../testing/mailServer.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard } from '../../wms/testing/yard.ts'
import { allPosted } from '../mail/deliver.ts'
import { allSent } from '../outbound/deliveries.ts'
import { allowReach } from '../outbound/reach.ts'
import { raiseRights } from '../session/identify.ts'

let server: TestServer
let smtp: TestMailServer
let group: Server
let clerk: Client
let now = Date.parse('2026-11-20T02:00:00Z')
const heard: string[] = []
const path = '仓储/出库单.cpt'
const daily = { path, format: 'csv', cycle: 'DAILY', at: '10:30' } as const
const to = ['partner@example.com']

async function option(values: Readonly<Record<string, string>>): Promise<void> {
  const admin = await server.as('admin')
  const { options } = await admin.call(optionCalls.getGroupOptions, { groupName: 'mail' })
  const versionOf = (key: string) => options.find((o) => o.key === key)?.version ?? 0
  const items = Object.entries(values).map(([key, value]) => ({ key, value, version: versionOf(key) }))
  await admin.call(optionCalls.batchUpdate, { items })
}
async function pass(at: string): Promise<void> {
  now = Date.parse(at)
  const job = jobHandlers.reportPlans
  if (!job || !('steps' in job)) throw new Error('no job')
  const steps = () =>
    job.steps({
      perform: (work) => server.inside('G', work),
      ...{ tell: () => undefined, params: {}, asOwner: async () => undefined as never },
    })
  await steps()
  await server.sheets.tick()
  await steps()
  await steps()
  for (let i = 0; i < 3; i++) {
    await server.relay.drain()
    await allPosted()
    await allSent()
  }
  clerk = await server.as('clerk', 'DC01')
}
/** Where a letter or a message leads to, as somebody without an account opens it. */
async function fetched(text: string) {
  const [, url = ''] = /https:\/\/wms\.example\.cn(\/fw\/api\/reportFile\?token=[\w.-]+)/.exec(text) ?? []
  return server.app.inject({ method: 'GET', url })
}
beforeAll(async () => {
  allowReach(['127.0.0.1'])
  smtp = await openMailServer()
  group = createServer((request, response) => {
    request.on('data', (part: Buffer) => heard.push(part.toString('utf8')))
    request.on('end', () => response.end('{"errcode":0}'))
  })
  await new Promise<void>((done) => group.listen(0, '127.0.0.1', done))
  server = await openTestServer({ now: () => new Date(now) })
  const of = await server.inside('DC01', async (ctx) => {
    const { owners, products } = await buildYard(ctx, { bins: {}, products: [{ code: 'A' }] })
    const { ids } = await insert(ctx, store, [{ code: 'S1', name: 'S1' }])
    return { ownerId: owners.get('O1'), storeId: ids[0], productId: products.get('A')?.id }
  })
  for (const code of ['DC01', 'DC02'])
    await server.inside(code, async (ctx) => {
      const { productId, ...head } = { ...of, billNo: `CK${code}`, bizDate: '2026-11-20', state: 'SAVED' }
      const bill = await insert(ctx, operateBill.header, [head] as never)
      await insert(ctx, operateBill.line, [{ billId: bill.ids[0], lineNo: 1, productId, planQty: '10' }] as never)
    })
  const admin = await server.as('admin')
  const row = await admin.call<object>(
    crudCalls(customReport).create as never,
    { code: 'O1', name: '出库单', folder: '仓储', grants: [] } as never,
  )
  const set = { model: 'wms.outboundLine', each: true, dims: ['billId.billNo'], measures: [], filters: [], sort: [] }
  const cells = { A1: { v: 'T' }, A2: { bind: { set: 'o', field: 'billId.billNo', take: 'LIST' }, expand: 'DOWN' } }
  const sheet = { name: 'S', cells, cols: [100], rows: [24, 24], page: {} }
  const template = { v: 1, params: [], sets: { o: set }, sheets: [sheet] }
  const kept = await admin.call(customReportCalls.save, { ...row, template } as never)
  await admin.call(customReportCalls.publish, kept)
  clerk = await server.as('clerk', 'DC01')
})
afterAll(async () => {
  await server.close()
  await smtp.close()
  await new Promise((done) => group.close(done))
})

test('what its subscriber is given goes to addresses and robots outside; the address in it opens that file alone, while it is kept', async () => {
  await expect(clerk.call(calls.subscribe, { ...daily, mails: to })).rejects.toMatchObject({ code: 43780 })
  await option({
    ...{ mail_host: '127.0.0.1', mail_port: String(smtp.port), mail_security: 'none', mail_from: 'wms@example.cn' },
    ...{ mail_user: '', mail_site: 'https://wms.example.cn/' },
  })
  const admin = await server.as('admin')
  const at = `http://127.0.0.1:${(group.address() as AddressInfo).port}/send`
  const robot = {
    ...{ name: '客户群', kind: 'WECOM', orgId: server.one.orgs.get('DC01')?.id ?? '', ownerId: null },
    ...{ language: 'zh-CN', kinds: [], address: at },
  } as const
  const { id } = await admin.call(robotCalls.add, robot)
  expect(await clerk.call(calls.robots)).toEqual({ robots: [{ id, name: '客户群' }] })
  await expect(clerk.call(calls.subscribe, { ...daily, robotIds: ['1'] })).rejects.toMatchObject({ code: 43781 })
  const two = await server.as('admin', 'G', 'two')
  expect(await two.call(calls.robots)).toEqual({ robots: [] })

  await clerk.call(calls.subscribe, { ...daily, mails: to, robotIds: [id] })
  expect((await clerk.call(calls.mine)).plans).toMatchObject([{ outside: ['partner@example.com', '客户群'] }])
  await pass('2026-11-20T02:31:00Z')
  // Once, however often the job comes.
  expect(smtp.got.map((g) => g.to)).toEqual([to])
  expect(heard).toHaveLength(1)
  expect(heard[0]).not.toContain('partner@example.com')
  for (const text of [readLetter(smtp.got[0]?.raw ?? '').text, JSON.parse(heard[0] ?? '{}').text.content as string]) {
    const file = await fetched(text)
    expect([file.statusCode, file.payload]).toEqual([200, '\uFEFFT\r\nCKDC01\r\n'])
  }
  const told = JSON.stringify(await clerk.call(messageCalls.query as never, {} as never))
  expect(told).toContain('REPORT_SENT')
  // What an administrator looks at leads him to no file.
  const later = await server.as('admin')
  const { records } = (await later.call(robotCalls.deliveries, {})) as never as { records: { id: string }[] }
  expect((await later.call(robotCalls.show, { id: records[0]?.id ?? '' })).text).not.toContain('token=')
  const late = heard[0] ?? ''
  now = Date.parse('2027-11-20T02:00:00Z')
  expect((await fetched(late)).statusCode).toBe(404)
  expect(
    (await server.app.inject({ method: 'GET', url: `${sentFileCall.path}?token=${'x'.repeat(40)}` })).statusCode,
  ).toBe(404)
  now = Date.parse('2026-11-20T03:00:00Z')
})

test("a robot that is an owner's is sent what somebody sees who sees no other owner's goods", async () => {
  const admin = await server.as('admin')
  const { records } = (await admin.call(crudCalls(owner).query as never, {} as never)) as { records: { id: string }[] }
  const ownerId = records[0]?.id ?? ''
  const robot = {
    ...{ name: '货主群', kind: 'WECOM', orgId: server.one.orgs.get('DC01')?.id ?? '', ownerId },
    ...{ language: 'zh-CN', kinds: [], address: 'http://127.0.0.1:9/send' },
  } as const
  const { id } = await admin.call(robotCalls.add, robot)
  // He sees the goods of all owners.
  expect(JSON.stringify(await clerk.call(calls.robots))).not.toContain('货主群')
  await expect(clerk.call(calls.subscribe, { ...daily, robotIds: [id] })).rejects.toMatchObject({ code: 43781 })
  await server.db.owner.query(
    'insert into sys_user_owner (tenant_id, id, user_id, owner_id, created_at, updated_at) values ($1, 1, $2, $3, now(), now())',
    [server.one.tenantId, clerk.userId, ownerId],
  )
  await server.inside('G', ({ tx, tenantId, newId }) => raiseRights(tx, tenantId, newId))
  const limited = await server.as('clerk', 'DC01')
  expect(JSON.stringify(await limited.call(calls.robots))).toContain('货主群')
  await server.db.owner.query('delete from sys_user_owner where id = 1')
  await server.inside('G', ({ tx, tenantId, newId }) => raiseRights(tx, tenantId, newId))
})

test('who may not send outside is refused, and nothing more goes out when he loses the right', async () => {
  const sent = smtp.got.length
  await server.db.owner.query(`delete from sys_role_permission where permission = 'rpt:report_application:permit'`)
  await server.inside('G', ({ tx, tenantId, newId }) => raiseRights(tx, tenantId, newId))
  await pass('2026-11-21T02:31:00Z')
  expect(smtp.got).toHaveLength(sent)
  expect(heard).toHaveLength(1)
  const told = JSON.stringify(await clerk.call(messageCalls.query as never, {} as never))
  expect(told).toContain('您没有向外部发送报表的权限')
  await expect(clerk.call(calls.subscribe, { ...daily, mails: to })).rejects.toMatchObject({ code: 43779 })
  expect((await clerk.envelope(calls.robots as never, {} as never)).code).toBe(40301)
  // His own he still has.
  await clerk.call(calls.subscribe, { ...daily, at: '11:00' })
})
