import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { outboundFaults } from '@lading/contract/sys/outboundFaults.ts'
import { addressOf } from './reach.ts'

export interface Asked {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
  readonly maxBytes?: number
}
export interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

const usual = { timeoutMs: 15_000, maxBytes: 5_000_000 } as const

/** The address in its parts, or a refusal: nothing but HTTP goes out, and no name and password with it. */
export function readUrl(url: string): URL {
  const read = URL.canParse(url) ? new URL(url) : undefined
  if (!read || !/^https?:$/.test(read.protocol) || read.username || read.password)
    return refuse(outboundFaults.address, { url: url.slice(0, 100) })
  return read
}

/**
 * Asks another server: only one that may be reached, for a bounded time and a bounded answer, and never where that sends us
 * on to. An answer that is a redirect is an answer.
 */
export async function askHttp(o: Asked): Promise<Told> {
  const { timeoutMs = usual.timeoutMs, maxBytes = usual.maxBytes } = o
  const url = readUrl(o.url)
  const address = await addressOf(url.hostname)
  const isSecure = url.protocol === 'https:'
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise<Told>((resolve, reject) => {
    const request = (isSecure ? overHttps : overHttp)(
      {
        host: address,
        port: url.port || (isSecure ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        method: o.method,
        headers: { ...o.headers, host: url.host, 'content-length': Buffer.byteLength(o.body ?? '') },
        // The certificate is that of the name, whatever address it has.
        ...(isSecure && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 && { servername: url.hostname }),
        signal,
      },
      (response) => {
        const parts: Buffer[] = []
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > maxBytes) request.destroy(new Error(`the answer has more than ${maxBytes} bytes`))
          else parts.push(part)
        })
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString('utf8'),
          }),
        )
        response.once('error', reject)
      },
    )
    request.once('error', (error) => reject(signal.aborted ? new Error(`no answer within ${timeoutMs} ms`) : error))
    request.end(o.body ?? '')
  })
}
