import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** What the client may weigh, in bytes of gzip and in requests. */
export const budgets = { loginScripts: 145_000, loginRequests: 8, listScripts: 410_000, listRequests: 25 }

export interface Weight {
  readonly requests: number
  /** Bytes of all scripts so far, as a browser gets them by gzip. */
  readonly scripts: number
}

const sizes = new Map<string, Promise<number>>()

/** The same for every browser and server: what of a file goes over the wire by gzip. */
function gzipBytes(url: string): Promise<number> {
  const known = sizes.get(url)
  if (known) return known
  const request = url.startsWith('https:') ? requestSecure : requestPlain
  const size = new Promise<number>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const body = Buffer.concat(parts)
        resolve(answer.headers['content-encoding'] === 'gzip' ? body.length : gzipSync(body).length)
      })
    })
      .on('error', reject)
      .end()
  })
  sizes.set(url, size)
  return size
}

/** Follows a page from before it is opened. Each script counts once, as it does for an empty cache. */
export function weigh(page: Page): () => Promise<Weight> {
  const scripts = new Set<string>()
  let requests = 0
  page.on('request', (r) => {
    if (!/^(data|blob):/.test(r.url())) requests += 1
  })
  page.on('response', (r) => {
    if (r.headers()['content-type']?.includes('javascript')) scripts.add(r.url())
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all([...scripts].map(gzipBytes))
    return { requests, scripts: sizes.reduce((sum, n) => sum + n, 0) }
  }
}
