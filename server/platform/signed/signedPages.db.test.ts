import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { signedCalls } from '@lading/contract/kernel/signedCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { createApp } from '../../kernel/http/app.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { type SignedPage, signedPath, signedServed } from './signedPages.ts'

const fields = z.object({ bill: z.string() })
const typed = z.object({ slot: z.enum(['AM', 'PM']), driver: z.string().min(1).max(8) })
type Typed = z.output<typeof typed>
const booked: (Typed & { bill: string; tenant: string })[] = []

const tenantOf = async (ctx: Ctx): Promise<string> =>
  (await ctx.tx.one<{ name: string }>(sql`select name from sys_tenant where id = ${ctx.tenantId}`)).name

/** A supplier says when he comes. */
const slot: SignedPage<z.output<typeof fields>, Typed> = {
  kind: 'test slot',
  fields,
  typed,
  calls: signedCalls('/wms/api/testSlot', { show: ['预约页面', 'The page'], press: ['预约', 'Book'] }),
  show: async (_ctx, { bill }) =>
    bill === 'gone'
      ? undefined
      : {
          title: ['预约月台', 'Book a dock'],
          paragraphs: [bill],
          form: {
            fields: [
              {
                name: 'slot',
                title: ['时段', 'Slot'],
                choices: { AM: ['上午', 'Morning'], PM: ['下午', 'Afternoon'] },
              },
              { name: 'driver', title: ['司机', 'Driver'], required: true, max: 8 },
            ],
            press: ['确认', 'Confirm'],
          },
        },
  press: async (ctx, { bill }, given) => {
    if (given.slot === 'PM') refuse(faults.duplicate, { field: ['时段', 'Slot'], value: 'PM' })
    booked.push({ ...given, bill, tenant: await tenantOf(ctx) })
    return { title: ['已预约', 'Booked'], paragraphs: [] }
  },
  unknown: { title: ['链接无效', 'This link is not valid'], paragraphs: [] },
}

let server: TestServer
let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  server = await openTestServer()
  const lookOf = async (ctx: Ctx) => ({ company: await tenantOf(ctx), color: null })
  app = await createApp({
    kernel: server.kernel,
    door: {
      tenantId: async () => undefined,
      networkOf: (ip) => ip,
      identify: nobody,
      admit: nobody,
      foreign: { header: 'x-app-id', enter: nobody },
    },
    served: signedServed({ kernel: server.kernel, secret: 's', lookOf }, slot),
    trustProxy: false,
    limits: { session: few, open: few, stranger: few },
    ready: async () => true,
    version: '',
  })
})
const nobody = (): never => {
  throw new Error('nobody who has such an address is asked who he is')
}
const few = { perSecond: 0.001, burst: 14 }
afterAll(async () => {
  await app.close()
  await server.close()
})
beforeEach(() => booked.splice(0))

const urlOf = (bill = 'DH1', tenantId = server.one.tenantId) =>
  signedPath('s', slot, { tenantId, about: { bill } }, new Date(server.kernel.now().getTime() + 60_000))
const look = (url: string, language = 'en-US') => app.inject({ url, headers: { 'accept-language': language } })
const send = (url: string, form: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en-US' },
  })

test('who has the address sees the page in his language, of its tenant, with nothing that runs', async () => {
  const answer = await look(urlOf())
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answer.body).toMatch(/tenant one.*Book a dock.*DH1.*Morning/s)
  expect((await look(urlOf('DH2', server.two.tenantId), 'zh-CN')).body).toMatch(/tenant two.*预约月台/s)
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  for (const url of [urlOf('gone'), `${urlOf()}x`]) {
    const none = await look(url)
    expect([none.statusCode, none.body]).toEqual([404, expect.stringContaining('This link is not valid')])
  }
})

test('what is typed is done; what is wrong, or refused, is said on the page with what was typed', async () => {
  const url = urlOf()
  const done = await send(url, { slot: 'AM', driver: '张三 &' })
  expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('Booked')])
  expect(booked).toEqual([{ slot: 'AM', driver: '张三 &', bill: 'DH1', tenant: 'tenant one' }])
  const empty = await send(url, { slot: 'AM', driver: '' })
  expect([empty.statusCode, empty.body]).toEqual([
    400,
    expect.stringContaining('<p role="alert">Driver: Must not be empty</p>'),
  ])
  expect(empty.body).toContain('value="AM" checked')
  const taken = await send(url, { slot: 'PM', driver: '李四' })
  expect([taken.statusCode, taken.body]).toEqual([200, expect.stringMatching(/role="alert">[^<]*PM.*value="李四"/s)])
  expect((await send(urlOf('gone'), { slot: 'no' })).statusCode).toBe(404)
  // What no database holds, and what reaches for a prototype, is refused like other such input.
  expect((await send(url, { slot: 'AM', driver: '\0' })).statusCode).toBe(400)
  expect((await send(url, { slot: 'AM', driver: 'a', ['__proto__']: 'x' })).statusCode).toBe(400)
  expect((await send(url, { slot: 'AM', driver: 'a'.repeat(70_000) })).statusCode).toBe(413)
  expect(booked).toHaveLength(1)
})

test('a network that comes too often is sent away', async () => {
  const codes: number[] = []
  for (let i = 0; i < 20; i++) codes.push((await look(urlOf())).statusCode)
  expect(codes.at(-1)).toBe(429)
})
