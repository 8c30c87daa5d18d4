import { z } from 'zod'
import { type EntityOptions, entity, type Fields } from '../kernel/entity.ts'
import { choice, code, computed, date, instant, int, json, note, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

const plain = <const F extends Fields, const S extends Fields = Record<never, never>>(
  noun: string,
  title: Text,
  fields: F,
  o: Partial<EntityOptions<F, S>> = {},
) => entity<'sys', F, S>('sys', noun, { title, scope: 'tenant', actions: [], fields, ...o })

const who = (title: Text) => ref(title, 'sys.user', { required: true, loose: true })

/** One log-in on one device; its tokens are a family and end together. */
export const session = plain(
  'session',
  ['在线用户', 'Session'],
  {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, filter: true }),
    workingOrgId: ref(['工作组织', 'Working organisation'], 'sys.org', { required: true, filter: true }),
    source: code(['来源', 'Source'], { required: true, max: 8, filter: true }),
    ip: text(['地址', 'Address'], { max: 64, filter: true }),
    userAgent: text(['终端', 'Device'], { max: 200 }),
    signAlgorithm: code(['签名算法', 'Signature'], { max: 8 }),
    publicKey: json(['公钥', 'Public key']),
    lastSeen: instant(['最近活动', 'Last seen'], { required: true, filter: true }),
    expiresAt: instant(['到期', 'Expires'], { required: true }),
    revokedAt: instant(['注销时间', 'Revoked at']),
    revokeReason: code(['注销原因', 'Reason'], { max: 16 }),
  },
  {
    list: ['userId', 'workingOrgId', 'source', 'ip', 'userAgent', 'lastSeen', 'expiresAt'],
    actions: ['stop', 'export'],
    verbs: { stop: ['强制退出', 'Sign out'] },
    sort: '-lastSeen',
    found: false,
    told: { isCurrent: z.boolean() },
  },
)

/** Tokens are kept as SHA-256 only. A refresh token knows its successor, so that an old one betrays theft. */
export const sessionToken = plain(
  'sessionToken',
  ['令牌', 'Token'],
  {
    sessionId: ref(['会话', 'Session'], 'sys.session', { required: true, filter: true }),
    kind: choice(
      ['类别', 'Kind'],
      { ACCESS: ['访问', 'Access'], REFRESH: ['刷新', 'Refresh'], TICKET: ['推送', 'Push'] },
      { required: true },
    ),
    expiresAt: instant(['到期', 'Expires'], { required: true }),
    usedAt: instant(['使用时间', 'Used at']),
    /** The request that used it, as whoever sent it signed it: the same one again is no theft. */
    usedTrace: code(['请求', 'Request'], { max: 32 }),
    successorId: ref(['后继', 'Successor'], 'sys.sessionToken', { loose: true }),
  },
  {
    secrets: {
      hash: code(['摘要', 'Hash'], { required: true, max: 64 }),
      /** The successor pair, sealed under the used refresh token, for the seconds in which two tabs race. */
      successor: text(['后继令牌', 'Successor pair'], { max: 600 }),
    },
    unique: [['hash']],
  },
)

/** Raised whenever somebody's rights or scope change; caches keyed by it are never stale. One row per tenant. */
export const permissionVersion = plain(
  'permissionVersion',
  ['权限版本', 'Permission version'],
  { number: int(['版本', 'Version'], { required: true, initial: 0 }) },
  { unique: [[]] },
)

/** Failures per account name and per address, known or not, so that neither can be tried at speed. */
export const loginThrottle = plain(
  'loginThrottle',
  ['登录限速', 'Login throttle'],
  {
    subject: code(['对象', 'Subject'], { required: true, max: 100 }),
    failures: int(['失败次数', 'Failures'], { required: true, initial: 0 }),
    blockedUntil: instant(['限制至', 'Blocked until']),
  },
  { unique: [['subject']] },
)

export const idempotency = plain(
  'idempotency',
  ['幂等记录', 'Idempotency'],
  {
    userId: who(['用户', 'User']),
    route: text(['接口', 'Route'], { required: true, max: 100 }),
    key: text(['键', 'Key'], { required: true, max: 200 }),
    requestHash: text(['请求摘要', 'Request hash'], { required: true, max: 64 }),
    /** As text: a repeat gets the very bytes of the first answer. */
    answer: note(['应答', 'Answer'], { max: 4_000_000 }),
  },
  { unique: [['userId', 'route', 'key']], indexes: [] },
)

export const number = plain(
  'number',
  ['单号计数', 'Number counter'],
  {
    kind: code(['类型代码', 'Type code'], { required: true, max: 8 }),
    /** Of the rule, with only its dates and its counter left open. */
    pattern: text(['编号规则', 'Pattern'], { required: true, max: 100 }),
    /** As long as it counts without beginning again: a day, a month, or for ever. */
    period: code(['期间', 'Period'], { required: true, max: 6 }),
    next: int(['下一个', 'Next'], { required: true }),
  },
  { scope: 'org', unique: [['kind', 'pattern', 'period']] },
)

export const outbox = plain(
  'outbox',
  ['待发事件', 'Outbox'],
  {
    topic: code(['主题', 'Topic'], { required: true, max: 48 }),
    key: text(['键', 'Key'], { required: true, max: 64 }),
    payload: json(['内容', 'Payload']),
    notBefore: instant(['不早于', 'Not before'], { required: true }),
    tries: int(['次数', 'Tries'], { required: true, initial: 0 }),
    error: text(['错误', 'Error'], { max: 500 }),
  },
  { scope: 'org' },
)

/**
 * What is due by itself, of all tenants: the processes look here and nowhere else, so that a tenant who needs nothing
 * costs nothing. The platform's table; it tells whose work it is and never what.
 */
export const due = plain(
  'due',
  ['到期工作', 'Work due'],
  {
    tenant: ref(['租户', 'Tenant'], 'sys.tenant', { required: true, loose: true }),
    kind: code(['类别', 'Kind'], { required: true, max: 16 }),
    key: code(['键', 'Key'], { required: true, max: 64 }),
    /** Of claimed work: when it is given to another, unless its process was heard of. */
    dueAt: instant(['到期', 'Due'], { required: true }),
    claim: ref(['认领', 'Claim'], 'sys.due', { loose: true }),
  },
  { scope: 'platform', unique: [['tenant', 'kind', 'key']], indexes: [['kind', 'dueAt']] },
)

export const printLog = plain(
  'printLog',
  ['打印记录', 'Print log'],
  {
    kind: code(['单据类型', 'Document'], { required: true, max: 32, filter: true }),
    subject: code(['对象', 'Subject'], { required: true, max: 48 }),
    subjectId: ref(['对象ID', 'Subject id'], 'sys.user', { required: true, loose: true }),
    /** As it was called when it was printed; none where it has no number. */
    subjectNo: code(['编号', 'No.'], { max: 64, filter: true }),
    printedById: computed(ref(['打印人', 'Printed by'], 'sys.user', { loose: true, filter: true })),
    /** Where it was printed: whoever works there may know of it. */
    orgId: ref(['组织', 'Organisation'], 'sys.org', { loose: true }),
    copies: int(['份数', 'Copies'], { required: true, initial: 1 }),
    /** None: a file, or the browser's own printer. */
    printerId: ref(['打印机', 'Printer'], 'sys.printer', { loose: true, filter: true }),
    output: code(['输出', 'Output'], { required: true, max: 8 }),
    reason: text(['补打原因', 'Reprint reason'], { max: 200 }),
    day: date(['日期', 'Day'], { required: true, filter: true }),
  },
  {
    module: 'print_template',
    list: ['subjectNo', 'kind', 'printedById', 'printerId', 'output', 'copies', 'reason'],
    label: { code: 'kind', name: 'subjectNo' },
    actions: ['export'],
    appendOnly: true,
    indexes: [['subject', 'subjectId']],
    sort: '-id',
    found: false,
  },
)
