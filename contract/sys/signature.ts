/**
 * What a client signs of a request, so that a token alone is worth nothing and a captured request cannot be changed or
 * sent again. Both sides build the same text; `X-Access-Token-Sign` is its signature.
 */
export interface SignedRequest {
  readonly method: string
  /** Path and query as they go over the wire. */
  readonly url: string
  /** SHA-256 of the body in hex; of an upload its fields' (`fieldsText`). */
  readonly bodyHash: string
  readonly traceId: string
  /** Milliseconds, as in `X-Sign-Time`. */
  readonly time: string
  /** SHA-256 of the token in base64; a refresh signs over the refresh token. */
  readonly tokenHash: string
  /** `Idempotency-Key`, where there is one: a captured write must not be done again under another. */
  readonly key?: string | undefined
}

export function signedText({ method, url, bodyHash, traceId, time, tokenHash, key }: SignedRequest): string {
  const [path = ''] = url.split('?', 1)
  // All that follows, whatever else stands in it: what is left out here could be added on the way.
  const query = url.slice(path.length + 1)
  const sorted = query.split('&').filter(Boolean).sort().join('&')
  return [method, path, sorted, bodyHash, traceId, time, tokenHash, ...(key ? [key] : [])].join('\n')
}

export const signHeaders = {
  sign: 'X-Access-Token-Sign',
  time: 'X-Sign-Time',
  /** With a log-in: the public key (JWK, P-256) whose private half never leaves the client. */
  key: 'X-Sign-Key',
  /** With an upload: the hash of its fields, so that the caller is known before the file is read. */
  body: 'X-Sign-Body',
} as const

/** `HS256` where the browser has no Web Crypto: plain http from another host than this one. */
export type SignAlgorithm = 'ES256' | 'HS256'
/** How far the clocks of client and server may be apart. */
export const signWindowMs = 300_000
