import { signedText, signHeaders } from '@lading/contract/sys/signature.ts'
import { hmac, sha256 } from './sha256.ts'

/** The private half of a pair that no script can read, or the secret that the log-in answered instead. */
export type SignKey = CryptoKey | string

export interface Signable {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** The body; of an upload the text of its fields. */
  readonly body: string
  readonly isUpload: boolean
  readonly traceId: string
  readonly key: string | undefined
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** A key pair for one session. Undefined where the browser has no Web Crypto. */
export async function makeKeyPair(): Promise<{ privateKey: CryptoKey; publicKey: string } | undefined> {
  if (!crypto.subtle) return undefined
  const pair = await crypto.subtle.generateKey(ecdsa, false, ['sign', 'verify'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { privateKey: pair.privateKey, publicKey: JSON.stringify({ kty, crv, x, y }) }
}

/** The headers that prove who sends a request. `time` is the server's, as far as it is known. */
export async function sign(key: SignKey, token: string, s: Signable, time: number): Promise<Record<string, string>> {
  const bodyHash = hex(await digest(s.body))
  const tokenHash = base64(await digest(token))
  const { method, url, traceId } = s
  const text = bytesOf(signedText({ method, url, bodyHash, traceId, time: String(time), tokenHash, key: s.key }))
  const mark =
    typeof key === 'string' ? hmac(bytesOf(key), text) : new Uint8Array(await crypto.subtle.sign(ecdsa, key, text))
  return {
    [signHeaders.time]: String(time),
    [signHeaders.sign]: base64(mark).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    ...(s.isUpload && { [signHeaders.body]: bodyHash }),
  }
}

async function digest(text: string): Promise<Uint8Array> {
  const bytes = bytesOf(text)
  return crypto.subtle ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)) : sha256(bytes)
}
const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
