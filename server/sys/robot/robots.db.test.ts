import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { faults } from '@lading/contract/kernel/fault.ts'
import { outboundFaults } from '@lading/contract/sys/outboundFaults.ts'
import { robotCalls as calls, type RobotRecord, robotFaults } from '@lading/contract/sys/robot.ts'
import { subscriptionCalls } from '@lading/contract/sys/subscription.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tellWho } from '../../platform/tellWho.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { webhookSignature } from '../openAccount/webhooks.ts'
import { allSent, deliveryTriesMax } from '../outbound/deliveries.ts'
import { allowReach } from '../outbound/reach.ts'

interface Got {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
const noon = Date.parse('2026-11-25T04:00:00Z')
let at = noon
let server: TestServer
let admin: Client
let group: Server
let url: string
const got: Got[] = []
/** What is answered to the next messages; nothing: they are taken. */
const answers: { status: number; body: string }[] = []

beforeAll(async () => {
  group = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      got.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
      const { status, body } = answers.shift() ?? { status: 200, body: '{"errcode":0,"code":0}' }
      response.writeHead(status).end(body)
    })
  })
  await new Promise<void>((done) => group.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(group.address() as AddressInfo).port}`
  server = await openTestServer({ now: () => new Date(at) })
})
afterAll(async () => {
  await server.close()
  await new Promise((done) => group.close(done))
})
beforeEach(async () => {
  got.length = 0
  answers.length = 0
  admin = await server.as('admin')
  for (const { id, version } of await admin.call(calls.list)) await admin.call(calls.remove, { id, version })
})

const orgId = (code: string): string => server.one.orgs.get(code)?.id ?? ''
const said = (more: object = {}) => ({
  ...{ name: '仓库群', kind: 'WECOM', orgId: orgId('DC01'), ownerId: null, language: 'zh-CN' },
  ...{ kinds: ['SHORT_PICK', 'STOCK_CHECK'], address: `${url}/send?key=k-1` },
  ...more,
})
const add = (more: object = {}): Promise<{ id: string; version: number }> => admin.call(calls.add, said(more) as never)
/** All that the outbox has, and the messages that go out of it. */
const work = async () => {
  for (let i = 0; i < 3; i++) {
    await server.relay.drain()
    await allSent()
  }
}
const short = (ownerId: string | null = null, org = 'DC01') =>
  server.inside(org, async (ctx) =>
    tellWho(ctx, {
      kind: 'SHORT_PICK',
      about: ctx.newId(),
      args: { by: '王小明', task: 'JH1', product: 'A 水', qty: '6' },
      link: 'wms.operateBill?id=12',
      to: { permission: 'wms:bill.operate:update', ownerId },
    }),
  )
const deliveries = async (who = admin) =>
  (await who.call(calls.deliveries, { searchCount: true })).records as never as {
    id: string
    state: string
    kind: string
    tries: number
    error: string | null
    status: number | null
  }[]
const only = async (): Promise<RobotRecord> => {
  const [one] = await admin.call(calls.list)
  if (!one) throw new Error('there is no robot')
  return one
}

test('a group hears of what happens at its centre, once, and not of other kinds or centres', async () => {
  await add()
  await short()
  await short(null, 'DC02')
  await server.inside('DC01', async (ctx) =>
    tellWho(ctx, { kind: 'EXPORT_DONE', about: '1', args: {}, link: '', to: { userIds: [] } }),
  )
  await work()
  expect(got).toMatchObject([{ url: '/send?key=k-1' }])
  expect(JSON.parse(got[0]?.body ?? '')).toEqual({
    msgtype: 'text',
    text: { content: '拣货差异待处理\n王小明在任务JH1中报告商品A 水少6。请重新分配，或放弃缺货。' },
  })
  expect(await deliveries()).toMatchObject([{ state: 'DONE', kind: 'SHORT_PICK', tries: 1, status: 200 }])
  await work()
  expect(got.length).toBe(1)
  const types = await admin.call(subscriptionCalls.types)
  expect(types.find(({ key }) => key === 'SHORT_PICK')?.robots).toEqual(['仓库群'])
  expect(types.find(({ key }) => key === 'APPROVAL')?.robots).toEqual([])
})

test("a group's own robot hears of all centres; an owner's only of its goods", async () => {
  await add({ orgId: orgId('G') })
  const ownerId = await server.inside('G', async (ctx) => {
    const id = ctx.newId()
    await ctx.tx.run(sql`insert into wms_owner (tenant_id, id, code, name, created_at, updated_at)
      values (${ctx.tenantId}, ${id}, 'RB1', '一号货主', ${ctx.now()}, ${ctx.now()})`)
    return id
  })
  await add({ name: '货主群', orgId: orgId('G'), ownerId, address: `${url}/owner` })
  await short(null, 'DC02')
  await short(ownerId, 'DC01')
  await work()
  expect(got.map((g) => g.url).sort()).toEqual(['/owner', '/send?key=k-1', '/send?key=k-1'])
})

test('what no try gets through is dead after a day, and goes once it is sent again', async () => {
  await add({ kind: 'DINGTALK', secret: 'SEC1' })
  await short()
  for (let i = 0; i < deliveryTriesMax; i++) {
    answers.push({ status: 200, body: '{"errcode":310000,"errmsg":"sign not match"}' })
    await work()
    at += 10 * 3_600_000
  }
  const [dead] = await deliveries(await server.as('admin'))
  expect(dead).toMatchObject({ state: 'DEAD', tries: deliveryTriesMax, error: 'errcode 310000: sign not match' })
  admin = await server.as('admin')
  expect((await only()).dead).toBe(1)
  expect(new URL(got[0]?.url ?? '', url).searchParams.get('sign')).toMatch(/^[A-Za-z0-9+/]{43}=$/)
  got.length = 0
  expect(await admin.call(calls.resend, { ids: [dead?.id ?? ''] })).toEqual({ count: 1 })
  expect(await admin.call(calls.resend, { ids: [dead?.id ?? ''] })).toEqual({ count: 0 })
  await work()
  expect(got.length).toBe(1)
  expect(await deliveries()).toMatchObject([{ state: 'DONE', error: null }])
})

test('a test goes as every message does, signed where there is a secret, and to none that is off', async () => {
  const { id } = await add({ kind: 'GENERIC', secret: 'mine', language: 'en-US' })
  await admin.call(calls.test, { id }, { key: 'once' })
  await admin.call(calls.test, { id }, { key: 'once' })
  await work()
  const [first] = got
  const { 'x-timestamp': time, 'x-delivery': delivery, 'x-signature': signature } = first?.headers ?? {}
  expect(signature).toBe(webhookSignature('mine', String(time), String(delivery), first?.body ?? ''))
  expect(got.length).toBe(1)
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ kind: 'TEST', title: 'Test message', url: '' })
  const [sent] = await deliveries()
  expect((await admin.call(calls.show, { id: sent?.id ?? '' })).text).toContain('Test message')
  const { version } = await only()
  await admin.call(calls.turn, { id, version, isOn: false })
  expect((await admin.envelope(calls.test, { id })).code).toBe(robotFaults.off.code)
  expect((await admin.envelope(calls.resend, { ids: [sent?.id ?? ''] })).code).toBe(robotFaults.off.code)
  await short()
  await work()
  expect(got.length).toBe(1)
})

test('the address is sealed and shown to nobody; a secret of one side is given to no other', async () => {
  const { id, version } = await add({ kind: 'FEISHU', secret: 'feishu secret' })
  const answer = JSON.stringify(await admin.call(calls.list))
  expect(answer).not.toContain('k-1')
  expect(answer).not.toContain('feishu secret')
  const stored = async () => {
    const { rows } = await server.db.owner.query('select sealed_address, sealed_secret, host from sys_message_robot')
    return rows[0] as { sealed_address: string; sealed_secret: string | null; host: string }
  }
  expect((await stored()).sealed_address).not.toContain('k-1')
  const { rows: audits } = await server.db.owner.query(
    "select before, after from sys_audit_log where subject = 'sys.messageRobot'",
  )
  expect(JSON.stringify(audits)).not.toMatch(/k-1|feishu secret/)
  const { address: _, ...kept } = said({ kind: 'FEISHU' })
  const seen = await admin.call(calls.change, { id, version, ...kept, name: '改名' } as never)
  expect(await only()).toMatchObject({ name: '改名', isSigned: true, host: new URL(url).host })
  expect((await admin.envelope(calls.change, { id, version, ...kept } as never)).code).toBe(faults.stale.code)
  const moved = { ...said({ kind: 'FEISHU' }), address: 'https://other.example.cn/x' }
  await admin.call(calls.change, { ...(seen as object), ...moved } as never)
  expect(await only()).toMatchObject({ isSigned: false, host: 'other.example.cn' })
  expect((await stored()).sealed_secret).toBeNull()
})

test('addresses inside, and open ones outside, are refused; a name that leads inside is not connected to', async () => {
  const code = async (address: string) => (await admin.envelope(calls.add, said({ address }) as never)).code
  expect(await code('http://robot.example.cn/x')).toBe(robotFaults.notSecure.code)
  expect(await code('http://10.0.0.8/x')).toBe(robotFaults.notSecure.code)
  expect(await code('ftp://robot.example.cn/x')).toBe(outboundFaults.address.code)
  expect(await code('https://user:pass@robot.example.cn/x')).toBe(outboundFaults.address.code)
  expect(await admin.call(calls.list)).toEqual([])
  expect(await code('https://169.254.169.254/latest')).toBe(outboundFaults.notAllowed.code)
  allowReach(['127.0.0.1', '169.254.169.254'])
  await add({ address: 'https://169.254.169.254/latest' })
  // What was allowed when it was typed is asked again when something goes there.
  allowReach(['127.0.0.1'])
  await short()
  await work()
  const [one] = await deliveries()
  expect(one).toMatchObject({ state: 'PENDING', tries: 1, status: null })
  expect(one?.error).toContain('169.254.169.254')
})

test('another tenant, another centre and who may not see of it do nothing with a robot', async () => {
  const { id, version } = await add({ orgId: orgId('G') })
  await short()
  await work()
  const [sent] = await deliveries()
  const foreign = await server.as('admin', 'G', 'two')
  const below = await server.as('admin', 'DC01')
  for (const who of [foreign, below]) {
    expect(await who.call(calls.list)).toEqual([])
    expect(await deliveries(who)).toEqual([])
    for (const [call, input] of [
      [calls.remove, { id, version }],
      [calls.test, { id }],
      [calls.turn, { id, version, isOn: false }],
      [calls.show, { id: sent?.id }],
      [calls.resend, { ids: [sent?.id] }],
      [calls.change, { id, version, ...said() }],
    ] as const)
      expect((await who.envelope(call as never, input as never)).code, call.path).toBe(faults.notFound.code)
  }
  expect((await below.envelope(calls.add, said({ orgId: orgId('G') }) as never)).code).toBe(40312)
  const viewer = await server.as('viewer')
  expect((await viewer.envelope(calls.add, said() as never)).code).toBe(40301)
  expect(await only()).toMatchObject({ id, version, disabled: false })
})

test('two robots are not called the same, and one that is removed takes what was sent to it with it', async () => {
  const { id } = await add()
  expect((await admin.envelope(calls.add, said() as never)).code).toBe(faults.duplicate.code)
  await short()
  await work()
  const { version } = await only()
  await admin.call(calls.remove, { id, version })
  expect(await deliveries()).toEqual([])
  expect((await server.db.owner.query('select 1 from sys_robot_delivery')).rows).toEqual([])
})
