import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { businessEventNames, businessMessage } from '@lading/contract/sys/businessEvent.ts'
import { openAccountCalls as calls, openAccountFaults } from '@lading/contract/sys/openCalls.ts'
import type { BizType } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhookSignature } from '../../sys/openAccount/webhooks.ts'
import { allSent, deliveryTriesMax } from '../../sys/outbound/deliveries.ts'
import type { Client } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { keyOf } from '../testing/yard.ts'

interface Got {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
let desk: PickDesk
let admin: Client
let receiver: Server
let url = ''
let got: Got[] = []
let status = 200
beforeAll(async () => {
  desk = await openPickDesk()
  admin = await desk.server.as('admin')
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      response.writeHead(status, status === 302 ? { location: `${url}/elsewhere` } : {}).end('thanks')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
beforeEach(() => {
  got = []
  status = 200
})
afterAll(async () => {
  await new Promise((done) => receiver.close(done))
  await desk.server.close()
})

const orgIds = () => [desk.server.one.orgs.get('DC01')?.id]
const account = (o: object) =>
  admin.call(calls.create, { orgIds: orgIds(), scopes: [], callbackUrl: url, callbackEvents: businessEventNames, ...o })
const listening = async (o: object) => {
  const made = await account(o)
  const { secret } = await admin.call(calls.webhookSecret, { id: made.id, version: made.version })
  return { ...made, secret: secret ?? '' }
}
let posted = 0
const goods = (bizType: BizType, n: number, o: { owner?: string; source?: { type: string; id: string } } = {}) =>
  desk.inside(async (ctx) => {
    const to = await keyOf(ctx, desk.yard, { bin: 'S-01', product: 'A', ...(o.owner && { owner: o.owner }) })
    const from = { ...to, binId: desk.yard.bins.get('V_ADJUST') ?? '', containerId: desk.yard.loose }
    posted += 1
    return post(ctx, {
      bizType,
      idemKey: `event ${posted}`,
      ...(o.source && { source: o.source }),
      lines: [
        { key: from, delta: -wholeQty(n) },
        { key: to, delta: wholeQty(n) },
      ],
    })
  })
const delivered = async () => {
  await desk.server.relay.drain()
  await allSent()
}
const stateOf = async (accountId: string) =>
  (
    await admin.call<{ records: { id: string; state: string; tries: number; status: number; error: string | null }[] }>(
      calls.deliveries,
      { accountId, filter: {}, pageSize: 50 },
    )
  ).records
const off = (id: string) =>
  desk.inside((ctx) =>
    ctx.tx.run(sql`update sys_open_account set disabled = true where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )

test('what the warehouse does leaves as signed messages that their schema describes', async () => {
  const { id, secret } = await listening({ name: '上游系统' })
  await goods('RECEIVE', 20)
  await goods('PUTAWAY', 5)
  await goods('ADJ_INC', 3)
  await goods('ADJ_DEC', -2)
  await goods('ADJ_DEC', -1, { source: { type: 'stockTake', id: '1' } })
  await goods('SHIP', -4)
  await goods('REVERSE', 1)
  await goods('MOVE', 1)
  await delivered()
  const messages = got.map((g) => businessMessage.parse(JSON.parse(g.body)))
  expect(messages.map((m) => m.type).sort()).toEqual([
    'adjusted',
    'adjusted',
    'counted',
    'putAway',
    'received',
    'reversed',
    'shipped',
  ])
  const received = messages.find((m) => m.type === 'received')
  expect(received?.org.code).toBe('DC01')
  expect(received?.lines).toEqual([expect.objectContaining({ product: 'A', qty: '20', bin: 'S-01', container: null })])
  expect(messages.find((m) => m.type === 'shipped')?.lines[0]?.qty).toBe(formatQty(wholeQty(-4)))
  for (const { headers, body } of got) {
    const signed = webhookSignature(secret, String(headers['x-timestamp']), String(headers['x-delivery']), body)
    expect(headers['x-signature']).toBe(signed)
    expect(headers['x-event']).toBe(JSON.parse(body).type)
  }
  expect((await stateOf(id)).map((d) => `${d.state} ${d.tries} ${d.status}`)).toEqual(Array(7).fill('DONE 1 200'))
  await off(id)
})

test('every kind of message has a schema that can be asked for, and stands in the guide', async () => {
  const schemas = await admin.call(calls.eventSchemas)
  expect(schemas.map((s) => s.name)).toEqual(businessEventNames)
  const guide = readFileSync('docs/open-accounts.md', 'utf8')
  for (const { name, schema } of schemas) {
    expect(schema).toMatchObject({ type: 'object', properties: { type: { const: name }, version: { const: 1 } } })
    expect(guide).toContain(`\`${name}\``)
  }
  for (const field of Object.keys(businessMessage.shape)) expect(guide).toContain(`\`${field}\``)
})

test('what nobody takes is tried again for a day, then lies dead until somebody sends it again', async () => {
  const { id } = await listening({ name: '不在线的系统', callbackEvents: ['adjusted'] })
  status = 302
  await goods('ADJ_INC', 2)
  const hurry = () =>
    desk.inside(async (ctx) => {
      const now = ctx.now()
      await ctx.tx.run(
        sql`update sys_open_delivery set next_at = ${now} where tenant_id = ${ctx.tenantId} and state = 'PENDING'`,
      )
      await ctx.tx.run(
        sql`update sys_outbox set not_before = ${now} where tenant_id = ${ctx.tenantId} and topic = 'open.delivery'`,
      )
    })
  await delivered()
  // A redirect is not followed.
  expect(got).toHaveLength(1)
  expect(await stateOf(id)).toMatchObject([{ state: 'PENDING', tries: 1, status: 302, error: 'HTTP 302' }])
  for (let tries = 2; tries <= deliveryTriesMax; tries++) {
    await hurry()
    await delivered()
  }
  expect(await stateOf(id)).toMatchObject([{ state: 'DEAD', tries: deliveryTriesMax }])
  expect(got).toHaveLength(deliveryTriesMax)
  status = 200
  const [dead] = await stateOf(id)
  const again = { accountId: id, deliveryIds: [dead?.id] }
  expect(await admin.call(calls.resend, again)).toEqual({ count: 1 })
  await delivered()
  expect(await stateOf(id)).toMatchObject([{ state: 'DONE', tries: 1 }])
  // What waited for a try of its own finds it done.
  await hurry()
  await delivered()
  expect(got).toHaveLength(deliveryTriesMax + 1)
  const stranger = await desk.server.as('admin', 'G', 'two')
  expect((await stranger.envelope(calls.resend, again)).code).toBe(40400)
  expect((await admin.envelope(calls.resend, { ...again, deliveryIds: ['1'] })).code).toBe(
    openAccountFaults.noDelivery.code,
  )
  await off(id)
})

test('an account hears of its own owners, organisations and events only, and of nothing without a secret', async () => {
  const o2 = desk.yard.owners.get('O1')
  const owners = await listening({
    name: '别的货主',
    ownerScope: 'LISTED',
    ownerIds: [o2],
    callbackEvents: ['adjusted'],
  })
  const elsewhere = await listening({ name: '别的仓', orgIds: [desk.server.one.orgs.get('DC02')?.id] })
  const silent = await account({ name: '没有密钥' })
  for (const callbackUrl of ['http://10.1.2.3/hook', 'https://169.254.169.254/', 'http://[::1]/', 'http://2130706434/'])
    await expect(account({ name: callbackUrl, callbackUrl }), callbackUrl).rejects.toMatchObject({ code: 42500 })
  expect(
    (
      await admin.envelope(calls.webhookSecret, {
        id: (await account({ name: '无地址', callbackUrl: null })).id,
        version: 0,
      })
    ).code,
  ).toBe(openAccountFaults.noCallback.code)
  await goods('ADJ_INC', 1)
  await goods('RECEIVE', 1)
  await delivered()
  expect(got.map((g) => JSON.parse(g.body).type)).toEqual(['adjusted'])
  expect(await stateOf(owners.id)).toHaveLength(1)
  expect(await stateOf(elsewhere.id)).toEqual([])
  expect(await stateOf(silent.id)).toEqual([])
})
