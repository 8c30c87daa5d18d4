import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const script = `export const text = ${JSON.stringify('x'.repeat(5_000))}`
const folder = mkdtempSync(join(tmpdir(), 'lading-site-'))
let server: TestServer
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><meta property="csp-nonce" nonce="__NONCE__"><script nonce="__NONCE__"></script>',
  )
  writeFileSync(join(folder, 'assets', 'a.js'), script)
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'version.json'), '{}')
  writeFileSync(join(folder, 'sw.js'), script)
  writeFileSync(join(folder, 'sw.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets', 'a.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets', 'a.js.gz'), gzipSync(script))
  server = await openTestServer({ webFolder: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })
const policyOf = (answer: { headers: Record<string, unknown> }) =>
  new Map(
    String(answer.headers['content-security-policy'])
      .split('; ')
      .map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
  )

describe('T45 what a browser is told', () => {
  test('T45 every answer carries its headers: the document, its parts, calls, refusals and doors', async () => {
    const answers = [
      await get('/'),
      await get('/assets/a.js'),
      await get('/assets/none.js'),
      await get('/fw/api/info'),
      await get('/fw/api/sys/user/getLoginUser'),
      await get('/nowhere'),
      await get('/healthz'),
      await server.app.inject({ method: 'POST', url: '/fw/api/sys/user/login', payload: '{' }),
    ]
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['permissions-policy']).toContain('camera=()')
      // No feature of that name: browsers complain of it at every load.
      expect(headers['permissions-policy']).not.toContain('bluetooth')
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['strict-transport-security']).toBeUndefined()
    }
    for (const { headers } of answers.slice(1))
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      )
  })

  test('T45 the service worker may ask our own origin for what it keeps, packed or not', async () => {
    for (const encoding of ['br', 'identity']) {
      const policy = policyOf(await get('/sw.js', { 'accept-encoding': encoding }))
      expect([policy.get('default-src'), policy.get('connect-src')]).toEqual(["'none'", "'self'"])
    }
  })

  test('T45 the document lets run what is ours, and nothing that stands in a line', async () => {
    const policy = policyOf(await get('/', { host: 'wms.example:4008' }))
    expect(policy.get('default-src')).toBe("'self'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('style-src')).toMatch(/^'self' 'nonce-[\w+/]{24}'$/)
    expect(policy.get('connect-src')).toBe("'self' ws://wms.example:4008 wss://wms.example:4008")
    // A paper that is looked at before it is printed: content that the page holds, nobody's address.
    expect(policy.get('frame-src')).toBe("blob: 'self'")
    for (const none of ['object-src', 'base-uri']) expect(policy.get(none)).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'self'")
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*/)
  })

  test('T45 each document has a nonce of its own, which no cache mixes with another', async () => {
    const seen = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const answer = await get(i % 2 ? '/' : '/index.html?x=1', { 'if-none-match': '*' })
      const nonce = /'nonce-([^']+)'/.exec(policyOf(answer).get('style-src') ?? '')?.[1] ?? ''
      expect(answer.statusCode).toBe(200)
      expect(answer.body.match(/nonce="([^"]*)"/g)).toEqual([`nonce="${nonce}"`, `nonce="${nonce}"`])
      expect(answer.headers).not.toHaveProperty('etag')
      expect(answer.headers['cache-control']).toBe('private, no-cache')
      seen.add(nonce)
    }
    expect(seen.size).toBe(20)
  })

  test('T45 the name of the host writes nothing into the policy', async () => {
    for (const host of [
      "x; script-src 'unsafe-inline'",
      'a b',
      '*',
      '*.example',
      "'unsafe-inline'",
      'x,y',
      'ä.example',
    ]) {
      const policy = policyOf(await get('/', { host }))
      expect(policy.get('connect-src'), host).toBe("'self'")
      expect(policy.get('script-src'), host).toBe("'self'")
    }
    expect(policyOf(await get('/', { host: '[::1]:4008' })).get('connect-src')).toContain('ws://[::1]:4008')
  })

  test('T45 reports are taken, bounded, and answered with nothing', async () => {
    const report = (payload: string, type = 'application/csp-report') =>
      server.app.inject({ method: 'POST', url: '/csp-report', headers: { 'content-type': type }, payload })
    const counted = async () => Number(/csp_img-src"} (\d+)/.exec((await get('/metrics')).body)?.[1] ?? 0)
    const before = await counted()
    const sent = await report(JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src' } }))
    expect([sent.statusCode, sent.body]).toEqual([204, ''])
    expect(await counted()).toBe(before + 1)
    expect((await report('nonsense')).statusCode).toBe(204)
    expect((await report('x'.repeat(10_000))).statusCode).toBe(413)
    // A page of another site could send such a form; it is no report.
    expect((await report('{}', 'text/plain')).statusCode).toBe(400)
    expect(await counted()).toBe(before + 1)
  })
})

describe('parts of the client', () => {
  test('come packed as the browser takes them, and are kept for good', async () => {
    const packed = async (encoding: string) => {
      const answer = await get('/assets/a.js', { 'accept-encoding': encoding })
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(answer.headers['content-type']).toContain('javascript')
      expect(answer.headers.vary).toContain('accept-encoding')
      return [answer.headers['content-encoding'], answer.rawPayload.length]
    }
    expect(await packed('gzip, deflate, br')).toEqual(['br', brotliCompressSync(script).length])
    expect(await packed('gzip')).toEqual(['gzip', gzipSync(script).length])
    expect(await packed('identity')).toEqual([undefined, script.length])
  })

  test('the icon, which browsers ask for at every step, is kept for a day, and what tells of a new version is not', async () => {
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400')
    expect((await get('/version.json')).headers['cache-control']).toBe('no-cache')
  })
})
