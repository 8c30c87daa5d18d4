import { emailCalls, mailFaults } from '@lading/contract/sys/email.ts'
import { mailCalls } from '@lading/contract/sys/mail.ts'
import type { OptionKey } from '@lading/contract/sys/optionDefs.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { outboundFaults } from '@lading/contract/sys/outboundFaults.ts'
import { subscriptionCalls } from '@lading/contract/sys/subscription.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readLetter } from '../../testing/letters.ts'
import { openMailServer, type TestMailServer } from '../../testing/mailServer.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { sendMessage } from '../message/messages.ts'
import { allowReach } from '../outbound/reach.ts'
import { allPosted, mailTriesMax } from './deliver.ts'

const noon = Date.parse('2026-11-25T04:00:00Z')
let at = noon
let smtp: TestMailServer
let server: TestServer
let admin: Client
let viewer: Client

beforeAll(async () => {
  smtp = await openMailServer()
  server = await openTestServer({ now: () => new Date(at) })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

const set = async (who: Client, values: Partial<Record<OptionKey, string>>) => {
  const shown = await who.call(optionCalls.getGroupOptions, { groupName: 'mail' })
  await who.call(optionCalls.batchUpdate, {
    items: Object.entries(values).map(([key, value]) => ({
      key,
      value,
      version: shown.options.find((o) => o.key === key)?.version ?? 0,
    })),
  })
}
const usual = () => ({
  mail_host: '127.0.0.1',
  mail_port: String(smtp.port),
  mail_security: 'none',
  mail_from: 'wms@example.cn',
  mail_site: 'https://wms.example.cn/',
  mail_user: '',
  mail_hourly: '20',
})
/** All that the outbox has, and the letters that go out of it. */
const work = async () => {
  // What a letter leaves is taken in the next round.
  for (let i = 0; i < 3; i++) {
    await server.relay.drain()
    await allPosted()
  }
}
const last = () => readLetter(smtp.got.at(-1)?.raw ?? '')
const nth = (i: number) => readLetter(smtp.got[i]?.raw ?? '')
const assign = (task = 'T1') =>
  server.inside('G', (ctx) =>
    sendMessage(ctx, [viewer.userId], 'TASK_ASSIGNED', {
      args: { by: '王小明\r\nBcc: x@evil.example', task },
      link: '#/app-wms/taskList',
    }),
  )
const mails = async (who = admin) =>
  (await who.call(mailCalls.query, { searchCount: true })).records as never as {
    id: string
    state: string
    tries: number
    messages: number
    answer: string | null
  }[]
const codeIn = ({ text }: { text: string }): string => /\b(\d{6})\b/.exec(text)?.[1] ?? ''

beforeEach(async () => {
  at += 2 * 3_600_000
  // Noon again on another day: nobody's quiet hours, and no letter of the hour before counts.
  at = noon + Math.ceil((at - noon) / 86_400_000) * 86_400_000
  smtp.got.length = 0
  smtp.refusals.length = 0
  ;[admin, viewer] = [await server.as('admin'), await server.as('viewer')]
  await set(admin, usual())
})

test('an address is nobody’s until its code has come back, and a changed one is proved anew', async () => {
  expect((await viewer.envelope(emailCalls.sendCode)).code).toBe(mailFaults.noAddress.code)
  expect((await viewer.envelope(emailCalls.setOwn, { email: 'a@b\r\nBcc: x@evil.example' })).code).toBe(40000)
  await viewer.call(emailCalls.setOwn, { email: 'viewer@example.cn' })
  await server.inside('G', (ctx) => sendMessage(ctx, [viewer.userId], 'PASSWORD_RESET', { args: { by: 'x' } }))
  await work()
  expect(smtp.got).toEqual([])
  await viewer.call(emailCalls.sendCode)
  expect(smtp.got).toMatchObject([{ to: ['viewer@example.cn'] }])
  expect((await viewer.envelope(emailCalls.sendCode)).code).toBe(mailFaults.soon.code)
  const right = codeIn(nth(0))
  expect(right).toMatch(/^\d{6}$/)
  const wrong = right === '000000' ? '000001' : '000000'
  for (let i = 0; i < 5; i++)
    expect((await viewer.envelope(emailCalls.confirm, { code: wrong })).code).toBe(mailFaults.wrongCode.code)
  // Who guesses has five tries of a code, also when he guesses all at once.
  const many = Array.from({ length: 8 }, () => viewer.envelope(emailCalls.confirm, { code: wrong }))
  expect((await Promise.all(many)).map(({ code }) => code)).toEqual(many.map(() => mailFaults.wrongCode.code))
  expect((await server.db.owner.query('select tries from sys_email_proof')).rows).toEqual([{ tries: 5 }])
  expect((await viewer.envelope(emailCalls.confirm, { code: right })).code).toBe(mailFaults.wrongCode.code)
  at += 61_000
  await viewer.call(emailCalls.sendCode)
  await viewer.call(emailCalls.confirm, { code: codeIn(nth(1)) })
  expect(await viewer.call(emailCalls.mine)).toEqual({ email: 'viewer@example.cn', isConfirmed: true, isOn: true })
  const row = await admin.call<{ version: number }>(userCalls.getById, { id: viewer.userId })
  await admin.call(userCalls.update, { id: viewer.userId, version: row.version, email: 'viewer@example.cn' })
  expect(await viewer.call(emailCalls.mine)).toMatchObject({ isConfirmed: true })
  await admin.call(userCalls.update, { id: viewer.userId, version: row.version + 1, email: 'other@example.cn' })
  expect(await viewer.call(emailCalls.mine)).toMatchObject({ email: 'other@example.cn', isConfirmed: false })
  await prove('viewer@example.cn')
})

/** The viewer's address, proved. */
async function prove(email: string): Promise<void> {
  await viewer.call(emailCalls.setOwn, { email: null })
  await viewer.call(emailCalls.setOwn, { email })
  await viewer.call(emailCalls.sendCode)
  await viewer.call(emailCalls.confirm, { code: codeIn(last()) })
  smtp.got.length = 0
}

test('who asks for a kind by mail gets it once, in his language, with no header of what others typed', async () => {
  await assign()
  await work()
  expect(smtp.got).toEqual([])
  await viewer.call(subscriptionCalls.turnMail, { key: 'TASK_ASSIGNED', isOn: true })
  expect((await viewer.call(subscriptionCalls.mine)).types.find((x) => x.key === 'TASK_ASSIGNED')).toMatchObject({
    isMailed: true,
  })
  await assign('T2')
  await work()
  await work()
  expect(smtp.got).toHaveLength(1)
  expect(smtp.got[0]?.to).toEqual(['viewer@example.cn'])
  const { type, subject, text, html, header } = nth(0)
  expect([type, subject]).toEqual(['multipart/alternative', expect.stringContaining('有任务指派给您')])
  for (const form of [text, html])
    for (const told of ['T2', 'https://wms.example.cn/#/app-wms/taskList']) expect(form).toContain(told)
  expect(header('bcc')).toBe('')
  expect(await mails()).toMatchObject([{ state: 'SENT', way: 'OWN', problem: null, tries: 1, messages: 1 }])
  await viewer.call(subscriptionCalls.turnMail, { key: 'TASK_ASSIGNED', isOn: false })
  await assign('T3')
  await work()
  expect(smtp.got).toHaveLength(1)
  await viewer.call(subscriptionCalls.turnMail, { key: 'TASK_ASSIGNED', isOn: true })
})

test('what could not go is tried again under the same id, dead after the last try, and sent again by hand', async () => {
  smtp.refusals.push({ code: 451, text: 'try later' })
  await assign('T4')
  await work()
  expect((await mails())[0]).toMatchObject({
    state: 'PENDING',
    tries: 1,
    problem: 'LATER',
    answer: expect.stringContaining('451'),
  })
  await work()
  expect(smtp.got).toEqual([])
  at += 61_000
  await work()
  expect((await mails())[0]).toMatchObject({ state: 'SENT', tries: 2 })
  expect(nth(0).header('message-id')).toContain((await mails())[0]?.id)

  smtp.refusals.push(...Array.from({ length: mailTriesMax }, () => ({ code: 451, text: 'try later' })))
  await assign('T5')
  for (let i = 0; i < mailTriesMax + 1; i++) {
    await work()
    at += 10 * 3_600_000
  }
  viewer = await server.as('viewer')
  admin = await server.as('admin')
  const [dead] = await mails()
  expect(dead).toMatchObject({ state: 'DEAD', tries: mailTriesMax })
  expect(smtp.got).toHaveLength(1)
  const foreign = await server.as('admin', 'G', 'two')
  expect(await mails(foreign)).toEqual([])
  expect((await foreign.envelope(mailCalls.resend, { ids: [dead?.id] })).code).toBe(40400)
  await admin.call(mailCalls.resend, { ids: [dead?.id] })
  await work()
  expect((await mails())[0]).toMatchObject({ state: 'SENT' })
  expect(smtp.got).toHaveLength(2)
  expect((await admin.envelope(mailCalls.resend, { ids: [dead?.id] })).code).toBe(mailFaults.notDead.code)
})

test('a receiver whom the server does not know is dead at once, and no address stands in the record', async () => {
  smtp.refusals.push({ code: 550, text: 'no such user <viewer@example.cn>' })
  await assign('T6')
  await work()
  const [row] = await mails()
  expect(row).toMatchObject({ state: 'DEAD', tries: 1, problem: 'REFUSED' })
  expect(row?.answer).toContain('550')
  expect(row?.answer).not.toContain('viewer@')
})

test('a process that ends between sending and noting it sends the same letter again, not another one', async () => {
  await assign('T7')
  await work()
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`update sys_mail set state = 'PENDING', next_at = ${new Date(at + 60_000)} where tenant_id = ${ctx.tenantId}
      and id = (select max(id) from sys_mail where tenant_id = ${ctx.tenantId})`),
  )
  at += 61_000
  await work()
  expect(smtp.got).toHaveLength(2)
  expect(new Set(smtp.got.map(({ raw }) => readLetter(raw).header('message-id'))).size).toBe(1)
})

test('in quiet hours mails wait, and what has waited comes as one', async () => {
  await viewer.call(subscriptionCalls.setQuiet, { quiet: { from: '12:00', to: '13:00' } })
  await assign('Q1')
  at += 60_000
  await assign('Q2')
  await work()
  expect(smtp.got).toEqual([])
  at += 3_600_000
  await work()
  expect(smtp.got).toHaveLength(1)
  expect(nth(0).subject).toContain('2条新消息')
  for (const task of ['Q1', 'Q2']) expect(nth(0).text).toContain(task)
  viewer = await server.as('viewer')
  await viewer.call(subscriptionCalls.setQuiet, { quiet: null })
})

test('nobody gets more letters in an hour than the enterprise says: the rest waits and comes in one', async () => {
  await set(admin, { mail_hourly: '2' })
  for (const task of ['H1', 'H2', 'H3', 'H4']) {
    await assign(task)
    await work()
  }
  expect(smtp.got).toHaveLength(2)
  at += 3_601_000
  await work()
  expect(smtp.got).toHaveLength(3)
  expect(nth(2).text).toMatch(/H3[\s\S]*H4/)
})

test('the test mail answers what the server says; a wrong address of it, an inside one and an open password do not pass', async () => {
  expect(await admin.call(mailCalls.test, { to: 'boss@example.cn' })).toMatchObject({
    isTaken: true,
    answer: expect.stringContaining('250'),
  })
  expect(nth(0).subject).toContain('测试邮件')
  await set(admin, { mail_security: 'starttls' })
  const plain = await admin.call(mailCalls.test, { to: 'boss@example.cn' })
  expect(plain).toMatchObject({ isTaken: false, problem: 'NO_TLS' })
  await expect(set(admin, { mail_host: '10.0.0.7' })).rejects.toMatchObject({ code: outboundFaults.notAllowed.code })
  allowReach(['127.0.0.1', '10.0.0.7'])
  await set(admin, { mail_security: 'none', mail_host: '10.0.0.7' })
  allowReach(['127.0.0.1'])
  const inside = await admin.call(mailCalls.test, { to: 'boss@example.cn' })
  expect(inside).toMatchObject({
    isTaken: false,
    problem: 'NOT_ALLOWED',
    answer: expect.stringContaining('10.0.0.7'),
  })
  await set(admin, { mail_host: '127.0.0.1', mail_user: 'wms', mail_password: 'Geheim-1' })
  expect((await admin.envelope(mailCalls.test, { to: 'boss@example.cn' })).code).toBe(mailFaults.open.code)
  const shown = await admin.call(optionCalls.getGroupOptions, { groupName: 'mail' })
  expect(JSON.stringify(shown)).not.toContain('Geheim-1')
  expect((await viewer.envelope(mailCalls.test, { to: 'boss@example.cn' })).code).toBe(40301)
  for (const [key, value] of [
    ['mail_host', 'smtp.example.cn\r\nX'],
    ['mail_from', 'a@b.cn, c@d.cn'],
    ['mail_site', 'javascript:alert(1)'],
  ])
    expect((await admin.envelope(optionCalls.update, { key, value, version: 0 })).code).toBe(40010)
})
