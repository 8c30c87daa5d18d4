import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../testing/full.ts'
import { hostileTexts } from '../testing/hostile.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { makeWorld, type World } from '../testing/world.ts'

const secret = 'not for anybody outside'
const folder = mkdtempSync(join(tmpdir(), 'lading-names-'))
let server: TestServer
let world: World
beforeAll(async () => {
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), secret)
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'web', 'assets', 'a.js'), 'export {}')
  server = await openTestServer({ webFolder: join(folder, 'web') })
  world = await makeWorld(server)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends a path as it is: every client would tidy it first. */
const raw = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = server.app.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

const ups = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..\\',
  '..%5c',
  '%252e%252e%252f',
  '....//',
  '..;/',
  '..%c0%af',
  '..%00/',
]
const names = ['secret.txt', 'secret.txt%00.js', 'secret.txt;a.js', 'secret.txt/']
const outside = [
  ...ups.flatMap((up) =>
    ['/', '/assets/', '//'].flatMap((from) =>
      names.map((name) => `${from}${up.repeat(from === '/assets/' ? 2 : 1)}${name}`),
    ),
  ),
  ...ups.map((up) => `/${up.repeat(12)}etc/passwd`),
  '//etc/passwd',
  '/%2fetc/passwd',
  '/file:///etc/passwd',
  '/C:\\windows\\win.ini',
  '/assets/%00',
  '/.',
  '/..',
  '/assets',
  '/assets/',
]

describe('T55 paths', () => {
  test('T55 nothing outside the folder of the client is served, however the path is written', async () => {
    expect(statusOf(await raw('/'))).toBe(200)
    expect(statusOf(await raw('/assets/a.js'))).toBe(200)
    const wrong: string[] = []
    for (const path of outside) {
      const answer = await raw(path)
      const isSound =
        [301, 302, 400, 403, 404].includes(statusOf(answer)) || (statusOf(answer) === 200 && path === '/.')
      if (!isSound || answer.includes(secret) || answer.includes('root:'))
        wrong.push(`${path}: ${answer.slice(0, 100)}`)
      if (answer.includes(folder)) wrong.push(`${path} tells where the folder is`)
    }
    expect(wrong).toEqual([])
  })
})

const crlf = 'a\r\nset-cookie: x=1'
const fileNames = [
  ...ups.map((up) => `${up.repeat(8)}tmp/lading-was-here.csv`),
  '/etc/passwd',
  'C:\\autoexec.bat',
  '.csv',
  'csv',
  '',
  'con.csv',
  'a.csv\0.xlsx',
  '商品 "2026".csv',
  `${'n'.repeat(5_000)}.csv`,
  ...hostileTexts.filter((_, i) => isFull || i % 12 === 0).map((text) => `${text.slice(0, 200)}.csv`),
]

describe('T55 names of uploads and downloads', () => {
  test('T55 the name of a sent file is never a path, and no name is an internal error', async () => {
    const before = [readdirSync(tmpdir()).sort(), readdirSync(process.cwd()).sort()]
    const wrong: string[] = []
    for (const { call } of server.served.filter((s) => s.call.upload))
      for (const name of call.path.endsWith('/owner/import') ? fileNames : fileNames.slice(0, 1)) {
        const sent = { file: { name: name.replace(/[\r\n"]/g, '_'), data: '代码,名称\nA1,a\n' } }
        const answer = await world.admin.group.envelope(call, { dryRun: 'true' }, sent)
        if (answer.code >= 50000) wrong.push(`${call.path} ${JSON.stringify(name)}: ${JSON.stringify(answer)}`)
        if (JSON.stringify(answer).includes('lading-was-here')) wrong.push(`${call.path} tells the name back`)
      }
    expect(wrong).toEqual([])
    const added = (now: readonly string[], then: readonly string[] = []) => now.filter((n) => !then.includes(n))
    expect(added(readdirSync(process.cwd()).sort(), before[1])).toEqual([])
    expect(added(readdirSync(tmpdir()).sort(), before[0]).filter((n) => n.includes('was-here'))).toEqual([])
  })

  test('T55 a name with a line break breaks no header', async () => {
    const { disposition } = await import('../kernel/http/pipeline.ts')
    expect(disposition(crlf)).not.toMatch(/[\r\n]/)
  })
})
