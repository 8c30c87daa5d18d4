import { createHash, createHmac, randomUUID } from 'node:crypto'
import { openHeaders as h, openSignedText } from '@lading/contract/sys/openSignature.ts'
import type { Server } from '../server.ts'

/** An API account as its owner keeps it. */
export interface ForeignAccount {
  readonly appKey: string
  readonly secret: string
}
export interface Sent {
  readonly method?: string
  readonly url?: string
  readonly body?: string
  readonly time?: number
  readonly nonce?: string
  readonly headers?: Record<string, string>
  readonly mark?: (text: string) => string
  readonly ip?: string
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A request as another company's system sends it, signed at a time. */
export function sendForeign({ app }: Pick<Server, 'app'>, account: ForeignAccount, at: number, o: Sent = {}) {
  const { method = 'POST', url = '', body = '{}', time = at, nonce = randomUUID() } = o
  const payload = method === 'POST' ? body : ''
  const text = openSignedText({ method, url, time: String(time), nonce, bodyHash: sha256(payload) })
  const mark = o.mark ?? ((t: string) => createHmac('sha256', account.secret).update(t).digest('base64'))
  return app.inject({
    method: method as 'POST',
    url,
    headers: {
      [h.key]: account.appKey,
      [h.time]: String(time),
      [h.nonce]: nonce,
      [h.body]: sha256(payload),
      [h.sign]: mark(text),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...o.headers,
    },
    ...(method === 'POST' && { payload }),
    ...(o.ip && { remoteAddress: o.ip }),
  })
}
