import { connect } from 'node:net'
import { login } from '@lading/contract/sys/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let port = 0
beforeAll(async () => {
  server = await openTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(() => server.close())

/** Sends these bytes. @returns status and envelope of the answer */
const send = (text: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    let got = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      got += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = got.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), body })
    })
  })
const post = (headers: string, body = '') =>
  send(`POST ${login.path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${body}`)
const largest = 30_000_000
const told = (code: number) => ({ code, data: null, message: expect.any(String), traceId: expect.any(String) })

test.each([
  ['headers that are too large', () => post(`x-long: ${'x'.repeat(20_000)}`), 431, 43100],
  ['an expectation', () => post('expect: miracles\r\ncontent-length: 0'), 417, 41700],
  ['content that is too large', () => post('connection: close\r\ncontent-length: 9999999', '{}'), 413, 41300],
  [
    'extensions of chunks that are too large',
    () => post('connection: close\r\ntransfer-encoding: chunked', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    413,
    41300,
  ],
  ['what is no request', () => send('GIBBERISH\r\n\r\n'), 400, 40001],
  [
    'content that is too large and is sent all the same',
    () => post(`connection: close\r\ncontent-length: ${largest}`, 'x'.repeat(largest)),
    413,
    41300,
  ],
  [
    'chunks that are too large together',
    () =>
      post(
        'transfer-encoding: chunked\r\nconnection: close',
        `${`fffff\r\n${'x'.repeat(0xfffff)}\r\n`.repeat(30)}0\r\n\r\n`,
      ),
    413,
    41300,
  ],
])('%s: refused in the envelope', async (_, ask, status, code) => {
  const answer = await ask()
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toEqual(told(code))
})
