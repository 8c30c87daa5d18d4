import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readLetter } from '../../testing/letters.ts'
import { authority, otherName, unsigned } from '../../testing/mailCertificates.ts'
import { type MailServerOptions, openMailServer, type TestMailServer } from '../../testing/mailServer.ts'
import { allowReach } from '../outbound/reach.ts'
import { type Letter, postLetter } from './post.ts'
import type { MailServer } from './settings.ts'

const usual = getCACertificates()
beforeAll(() => {
  allowReach(['127.0.0.1'])
  setDefaultCACertificates([...usual, authority])
})
afterAll(() => {
  allowReach([])
  setDefaultCACertificates(usual)
})
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const letter: Letter = {
  id: 'lading-1',
  to: 'viewer@example.cn',
  subject: '来丁：测试\r\nBcc: x@evil.example',
  text: 'plain',
  html: '<p>rich</p>',
  at: new Date('2026-11-25T04:00:00Z'),
  leave: 'https://wms.example.cn/fw/api/mailLeave?token=abc',
}
const login = { user: 'wms@example.cn', pass: 'Geheim-1' }
async function start(o: MailServerOptions): Promise<TestMailServer> {
  const server = await openMailServer(o)
  open.push(server)
  return server
}
const to = (port: number, o: Partial<MailServer> = {}): MailServer => ({
  way: 'OWN',
  host: '127.0.0.1',
  port,
  security: 'none',
  login: undefined,
  from: { name: '来丁', address: 'wms@example.cn' },
  daily: undefined,
  sender: { company: '来丁', color: null, site: '' },
  ...o,
})
const patience = { waitMs: 300, wholeMs: 1_500 }

test.each([
  ['starttls', 'PLAIN'],
  ['starttls', 'LOGIN'],
  ['tls', 'PLAIN'],
  ['tls', 'LOGIN'],
] as const)('a log-in over %s by %s', async (security, method) => {
  const server = await start({ security, login: { ...login, methods: [method] } })
  expect(await postLetter(to(server.port, { security, login }), letter)).toMatchObject({ isTaken: true, problem: null })
  expect(server.logins).toEqual([method])
  expect(server.got).toMatchObject([{ to: ['viewer@example.cn'] }])
})

test('a letter goes as text and HTML in one, with one Message-ID, no header of what was typed, and a way to end such mail', async () => {
  const server = await start({})
  await postLetter(to(server.port), letter)
  await postLetter(to(server.port), letter)
  const [first, second] = server.got.map(({ raw }) => readLetter(raw))
  expect(first).toMatchObject({ type: 'multipart/alternative', html: expect.stringContaining('<p>rich</p>') })
  expect(first?.text).toContain('plain')
  expect(first?.header('bcc')).toBe('')
  expect(first?.subject).toContain('来丁：测试 Bcc')
  expect(first?.header('message-id')).toBe('<lading-1@example.cn>')
  expect(second?.header('message-id')).toBe(first?.header('message-id'))
  expect(first?.header('list-unsubscribe')).toBe('<https://wms.example.cn/fw/api/mailLeave?token=abc>')
  expect(first?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const { leave: _, ...plain } = letter
  await postLetter(to(server.port), plain)
  expect(readLetter(server.got[2]?.raw ?? '').header('list-unsubscribe')).toBe('')
})

test('a wrong password is told as one, tried again, and stands in no record', async () => {
  const server = await start({ security: 'starttls', login: { user: login.user, pass: 'another' } })
  const told = await postLetter(to(server.port, { security: 'starttls', login }), letter)
  expect(told).toMatchObject({ isTaken: false, problem: 'LOGIN', isFinal: false })
  expect(told.answer).toContain('535')
  expect(told.answer).not.toMatch(/Geheim-1|wms@/)
  expect(server.got).toEqual([])
})

test('no password goes over an open connection, also where the server would take it', async () => {
  const server = await start({ login })
  expect(await postLetter(to(server.port, { login }), letter)).toMatchObject({ isTaken: false, problem: 'OPEN' })
  expect(server.logins).toEqual([])
})

test.each([
  ['starttls', 'nobody signed', unsigned],
  ['tls', 'nobody signed', unsigned],
  ['starttls', 'is for another server', otherName],
  ['tls', 'is for another server', otherName],
] as const)('over %s a certificate that %s is refused, and nothing is sent', async (security, _, cert) => {
  const server = await start({ security, cert, login })
  const told = await postLetter(to(server.port, { security, login }), letter)
  expect(told).toMatchObject({ isTaken: false, problem: 'CERTIFICATE', isFinal: false })
  expect([server.logins, server.got]).toEqual([[], []])
})

test('a server without encryption gets nothing where it is asked for', async () => {
  const server = await start({})
  expect(await postLetter(to(server.port, { security: 'starttls' }), letter)).toMatchObject({ problem: 'NO_TLS' })
  expect(server.got).toEqual([])
})

test('who asks to come again is asked again, who refuses is not', async () => {
  const server = await start({})
  server.refusals.push(
    { code: 451, text: 'greylisted' },
    { code: 450, text: 'busy' },
    { code: 550, text: 'nobody here' },
  )
  server.refusals.push({ code: 503, text: 'bad order' })
  const told = []
  for (let i = 0; i < 4; i++) told.push(await postLetter(to(server.port), letter))
  expect(told.map(({ problem, isFinal }) => [problem, isFinal])).toEqual([
    ['LATER', false],
    ['LATER', false],
    ['REFUSED', true],
    ['REFUSED', true],
  ])
  server.afterData.push({ code: 554, text: 'spam' }, { code: 452, text: 'no room' })
  expect(await postLetter(to(server.port), letter)).toMatchObject({ problem: 'REFUSED', isFinal: true })
  expect(await postLetter(to(server.port), letter)).toMatchObject({ problem: 'LATER', isFinal: false })
  expect(server.got).toEqual([])
})

test('a connection that breaks off in the middle of a letter is tried again', async () => {
  const server = await start({})
  server.cuts = 1
  expect(await postLetter(to(server.port), letter)).toMatchObject({ problem: 'CUT', isFinal: false })
  expect(await postLetter(to(server.port), letter)).toMatchObject({ isTaken: true })
  expect(server.got).toHaveLength(1)
})

/** A server that greets as told, and is silent or busy afterwards. */
async function speaker(speaks: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    speaks(socket)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  return (server.address() as AddressInfo).port
}

test('a server that says nothing, or that goes on talking for ever, is given up', async () => {
  const silent = await speaker(() => undefined)
  expect(await postLetter(to(silent), letter, patience)).toMatchObject({ problem: 'SILENT', isFinal: false })
  const stuck = await speaker((socket) => socket.write('220 hello\r\n'))
  expect(await postLetter(to(stuck), letter, patience)).toMatchObject({ problem: 'SILENT', isFinal: false })
  const babbling = await speaker((socket) => {
    socket.write('220 hello\r\n')
    const timer = setInterval(() => socket.write('250-more\r\n'), 50)
    socket.once('close', () => clearInterval(timer))
  })
  expect(await postLetter(to(babbling), letter, patience)).toMatchObject({ problem: 'SILENT', isFinal: false })
})

test('nobody there, and nobody who may be asked', async () => {
  const server = await openMailServer()
  await server.close()
  expect(await postLetter(to(server.port), letter)).toMatchObject({ problem: 'UNREACHABLE', isFinal: false })
  expect(await postLetter(to(25, { host: '10.0.0.7' }), letter)).toMatchObject({
    problem: 'NOT_ALLOWED',
    isFinal: false,
  })
  expect(await postLetter(to(25, { host: '169.254.169.254' }), letter)).toMatchObject({ problem: 'NOT_ALLOWED' })
})
