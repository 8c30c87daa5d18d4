import { createHash, createHmac, createPrivateKey, generateKeyPairSync, randomInt, sign as signWith } from 'node:crypto'
import { fieldsText } from '@lading/contract/kernel/call.ts'
import { signedText, signHeaders } from '@lading/contract/sys/signature.ts'

/** A request that a client outside a browser is about to send. */
export interface Sent {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly body?: string | Buffer | undefined
  /** Of an upload, whose body is not signed. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  /** `Idempotency-Key`. */
  readonly key?: string | undefined
  readonly traceId?: string | undefined
  /** Milliseconds by the server's clock. */
  readonly at?: number | undefined
}
/** The headers that prove who sends a request; the same for browsers, tests, benchmarks and scripts. */
export type Signer = (sent: Sent) => Record<string, string>

export const newTraceId = (): string =>
  `${randomInt(1, 10)}${String(randomInt(0, 2 ** 47))
    .padStart(17, '0')
    .slice(-17)}`
const sha256 = (content: string | Buffer) => createHash('sha256').update(content)

function signerOf(token: string, mark: (text: string) => Buffer): Signer {
  const tokenHash = sha256(token).digest('base64')
  return ({ method, url, body = '', fields, key, traceId = newTraceId(), at = Date.now() }) => {
    const bodyHash = sha256(fields ? fieldsText(fields) : body).digest('hex')
    const text = signedText({ method, url, bodyHash, traceId, time: String(at), tokenHash, key })
    return {
      'x-access-token': token,
      'x-trace-id': traceId,
      [signHeaders.time]: String(at),
      [signHeaders.sign]: mark(text).toString('base64url'),
      ...(fields && { [signHeaders.body]: bodyHash }),
      ...(key && { 'idempotency-key': key }),
    }
  }
}

/** Signs with the secret that a log-in without a public key answers. */
export const secretSigner = (token: string, signKey: string): Signer =>
  signerOf(token, (text) => createHmac('sha256', signKey).update(text).digest())

/** A key pair as a browser makes one, as texts: `publicKey` goes with the log-in as `X-Sign-Key`. */
export function newSignKey(): { readonly publicKey: string; readonly privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  return {
    publicKey: JSON.stringify({ kty, crv, x, y }),
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}
/** Signs with the private half of a key pair. */
export function keySigner(token: string, privateKey: string): Signer {
  const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' } as const
  return signerOf(token, (text) => signWith('sha256', Buffer.from(text), key))
}
