import type { Refusal } from '../kernel/fault.ts'

/** What a third party sends with each call. */
export const openHeaders = {
  key: 'X-App-Key',
  /** Milliseconds. */
  time: 'X-Timestamp',
  /** 16 to 64 letters, digits, `-` or `_`, new with each request. */
  nonce: 'X-Nonce',
  /** SHA-256 of the body, in hex; of no body that of nothing. */
  body: 'X-Content-SHA256',
  /** Base64 of the signature over `openSignedText`. */
  sign: 'X-Signature',
} as const

/** In the query, so that it is signed: the code of the organisation in which the call is carried out. */
export const openOrgParameter = '_org'
/** How far the caller's clock may be from ours. */
export const openWindowMs = 300_000

export interface OpenRequest {
  readonly method: string
  /** Path and query as they go over the wire. */
  readonly url: string
  readonly time: string
  readonly nonce: string
  /** SHA-256 of the body in hex. */
  readonly bodyHash: string
}

/** The canonical string of a request: both sides build the same and sign it. Every value of the query stands in it. */
export function openSignedText({ method, url, time, nonce, bodyHash }: OpenRequest): string {
  const [path = ''] = url.split('?', 1)
  const query = url.slice(path.length + 1)
  const sorted = query.split('&').filter(Boolean).sort().join('&')
  return ['V1', method, path, sorted, time, nonce, bodyHash].join('\n')
}

export const openFaults = {
  badSignature: { code: 40120, text: ['签名不正确', 'The signature is not valid'] },
  tooOld: { code: 40121, text: ['请求已过期', 'The request has expired'] },
  repeated: { code: 40122, text: ['重复请求', 'This request was sent before'] },
  disabled: { code: 40123, text: ['开放账号已停用', 'This API account is disabled'] },
  ended: { code: 40124, text: ['开放账号已过有效期', 'This API account has expired'] },
  noScope: { code: 40330, text: ['无接口权限', 'No permission for this call'] },
  address: { code: 40331, text: ['来源地址不在白名单内', 'The address of the caller is not on the list'] },
  org: { code: 40332, text: ['开放账号不能在该组织下办理业务', 'This API account cannot work in that organisation'] },
  upload: {
    code: 40333,
    text: ['开放账号不能上传文件，请使用逐条接口', 'API accounts cannot send files: use the calls for single records'],
  },
  rate: {
    code: 42910,
    text: [
      '超过每分钟调用上限，请{seconds}秒后重试',
      'Too many calls this minute: try again in {seconds} {seconds|second|seconds}',
    ],
  },
  quota: { code: 42911, text: ['超过今日调用上限', 'The calls of this day are used up'] },
} as const satisfies Record<string, Refusal>
