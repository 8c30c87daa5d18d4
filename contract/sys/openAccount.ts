import { entity } from '../kernel/entity.ts'
import { choice, choices, code, computed, date, instant, int, note, ref, refs, text } from '../kernel/field.ts'
import { businessEvents, documentMax } from './businessEvent.ts'

export const deliveryStates = {
  PENDING: ['待送达', 'Waiting'],
  DONE: ['已送达', 'Delivered'],
  DEAD: ['未送达', 'Undelivered'],
} as const
export const openAlgorithms = {
  'HMAC-SHA256': ['HMAC-SHA256（共享密钥）', 'HMAC-SHA256 (shared secret)'],
  ED25519: ['Ed25519（公钥）', 'Ed25519 (public key)'],
} as const
export type OpenAlgorithm = keyof typeof openAlgorithms

/** 开放账号: another company's system that calls ours, signs each call, and may do no more than its scopes. */
export const openAccount = entity('sys', 'openAccount', {
  title: ['开放账号', 'API account'],
  scope: 'tenant',
  fields: {
    name: text(['名称', 'Name'], { required: true, filter: true }),
    /** Tells whose account it is, also of which tenant; no secret. */
    appKey: code(['App Key', 'App key'], { required: true, derived: true, filter: true, max: 40 }),
    signAlgorithm: choice(['签名算法', 'Signature'], openAlgorithms, {
      required: true,
      frozen: true,
      filter: true,
      initial: 'HMAC-SHA256',
    }),
    publicKey: note(['公钥', 'Public key'], {
      max: 400,
      hint: ['Ed25519 公钥，PEM 或 Base64', 'The Ed25519 public key as PEM or Base64'],
    }),
    orgIds: refs(['可用组织', 'Organisations'], 'sys.org', {
      hint: [
        '未指定组织的请求在第一个组织下执行',
        'A call that names no organisation is carried out in the first of them',
      ],
    }),
    ownerScope: choice(
      ['货主范围', 'Owners'],
      { ALL: ['全部货主', 'All owners'], LISTED: ['指定货主', 'Named owners only'] },
      { required: true, initial: 'ALL' },
    ),
    ownerIds: refs(['指定货主', 'Named owners'], 'wms.owner'),
    /** Codes of permissions: all that it may call. */
    scopes: choices(['接口权限', 'Permissions'], {}, { derived: true }),
    ipAllow: note(['IP白名单', 'Allowed addresses'], {
      max: 1_000,
      hint: ['每行一个地址或网段，不填则不限制', 'One address or network per line; none: any'],
    }),
    ratePerMinute: int(['每分钟调用上限', 'Calls per minute'], {
      required: true,
      least: 1,
      most: 6_000,
      initial: 60,
    }),
    dailyQuota: int(['每日调用上限', 'Calls per day'], {
      required: true,
      least: 1,
      most: 10_000_000,
      initial: 10_000,
    }),
    validTo: date(['有效期至', 'Valid to'], { filter: true }),
    contact: text(['联系人', 'Contact'], { max: 100 }),
    callbackUrl: text(['回调地址', 'Webhook address'], {
      max: 500,
      hint: ['业务事件以签名消息推送到该地址', 'Business events are sent there as signed messages'],
    }),
    callbackEvents: choices(['推送事件', 'Events sent'], businessEvents),
    /** Rises with each new secret that signs messages; 0: there is none yet, and nothing is sent. */
    callbackRevision: int(['回调密钥版次', 'Webhook secret no.'], { required: true, derived: true, initial: 0 }),
    /** Until when the secret, or the public key, before the present one is good as well. */
    previousValidTo: instant(['旧密钥有效至', 'Previous secret valid until'], { derived: true }),
    callsToday: computed(int(['今日调用', 'Calls today'])),
    lastCallAt: computed(instant(['最近调用', 'Last call'])),
  },
  secrets: {
    sealed: text(['密钥', 'Secret'], { max: 200 }),
    sealedPrevious: text(['旧密钥', 'Previous secret'], { max: 200 }),
    previousKey: text(['旧公钥', 'Previous public key'], { max: 64 }),
  },
  list: ['name', 'appKey', 'signAlgorithm', 'orgIds', 'callsToday', 'dailyQuota', 'lastCallAt', 'validTo'],
  form: [
    'name',
    'signAlgorithm',
    'publicKey',
    'orgIds',
    'ownerScope',
    'ownerIds',
    'ipAllow',
    'ratePerMinute',
    'dailyQuota',
    'validTo',
    'contact',
    'callbackUrl',
    'callbackEvents',
  ],
  unique: [['appKey'], ['name']],
  label: { code: 'name', name: 'name' },
  actions: ['create', 'update', 'enable_disable', 'export', 'run'],
  verbs: {
    rotate: ['轮换密钥', 'Replace secret'],
    test: ['测试调用', 'Test call'],
    webhookSecret: ['更换回调密钥', 'Replace webhook secret'],
    resend: ['重发消息', 'Send messages again'],
  },
  details: {
    scopes: note(['接口权限', 'Permissions'], { max: 2_000 }),
    count: int(['条数', 'Messages']),
    graceHours: int(['旧密钥保留（小时）', 'Hours the old one stays']),
    call: text(['接口', 'Call'], { max: 200 }),
  },
  sort: 'name',
  found: false,
})

const account = () => ref(['开放账号', 'API account'], 'sys.openAccount', { required: true, filter: true })

/** 调用日志: one call of an account, done or refused. */
export const openCallLog = entity('sys', 'openCallLog', {
  title: ['调用日志', 'API call'],
  module: 'openAccount',
  scope: 'tenant',
  fields: {
    accountId: account(),
    method: code(['方法', 'Method'], { required: true, max: 8 }),
    path: text(['接口', 'Path'], { required: true, max: 200, filter: true }),
    /** 0: done. */
    code: int(['结果码', 'Code'], { required: true, filter: true }),
    message: text(['说明', 'Message'], { max: 200 }),
    costMs: int(['耗时（毫秒）', 'Took (ms)'], { required: true }),
    traceId: code(['跟踪号', 'Trace id'], { max: 64, filter: true }),
    ip: text(['地址', 'Address'], { max: 64, filter: true }),
    bytes: int(['请求字节', 'Request bytes'], { required: true }),
  },
  list: ['code', 'method', 'path', 'message', 'costMs', 'bytes', 'ip', 'traceId'],
  label: { code: 'traceId', name: 'traceId' },
  actions: ['export'],
  sort: '-id',
  found: false,
})

/** 请求随机数: that a signed request has come, so that it does not come again to any process. */
export const openNonce = entity('sys', 'openNonce', {
  title: ['请求随机数', 'Nonce'],
  scope: 'tenant',
  fields: {
    accountId: account(),
    nonce: text(['随机数', 'Nonce'], { required: true, max: 64 }),
    expiresAt: instant(['过期时间', 'Expires'], { required: true }),
  },
  unique: [['accountId', 'nonce']],
  actions: [],
})

/** 调用计数: how many calls of an account fell into a minute or a day. */
export const openUsage = entity('sys', 'openUsage', {
  title: ['调用计数', 'API usage'],
  scope: 'tenant',
  fields: {
    accountId: account(),
    /** `2026-11-25` by the installation's usual clocks, or `2026-11-25T08:03` by UTC's. */
    slot: text(['时段', 'Slot'], { required: true, max: 16 }),
    calls: int(['调用次数', 'Calls'], { required: true, initial: 0 }),
    refused: int(['被拒绝次数', 'Refused'], { required: true, initial: 0 }),
  },
  unique: [['accountId', 'slot']],
  actions: [],
})

/** 消息推送: a business event on its way to an account's address, come or not. */
export const openDelivery = entity('sys', 'openDelivery', {
  title: ['消息推送', 'Webhook message'],
  module: 'openAccount',
  scope: 'tenant',
  fields: {
    accountId: account(),
    event: choice(['事件', 'Event'], businessEvents, { required: true, filter: true }),
    messageId: code(['消息ID', 'Message id'], { required: true, max: 24, filter: true }),
    /** What is told of one document goes in the order in which it was put down. */
    document: code(['单据', 'Document'], { required: true, max: documentMax, filter: true }),
    state: choice(['状态', 'State'], deliveryStates, { required: true, initial: 'PENDING', filter: true }),
    tries: int(['次数', 'Tries'], { required: true, initial: 0 }),
    nextAt: instant(['下次重试', 'Next try']),
    status: int(['HTTP状态', 'HTTP status']),
    error: text(['错误', 'Error'], { max: 300 }),
    answer: note(['应答', 'Answer'], { max: 1_000 }),
    doneAt: instant(['送达时间', 'Delivered at']),
    body: note(['内容', 'Content'], { required: true, max: 500_000 }),
  },
  list: ['accountId', 'event', 'document', 'messageId', 'state', 'tries', 'status', 'error', 'nextAt', 'doneAt'],
  unique: [['accountId', 'messageId']],
  actions: [],
  sort: '-id',
})
