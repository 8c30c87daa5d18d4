import { z } from 'zod'
import { get, id, listQuery, pageOf, post, query } from '../kernel/call.ts'
import { entity, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, code, instant, int, ref, text } from '../kernel/field.ts'
import { recordSchema } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { messageTitles, wsRecord } from './wsRecord.ts'

export const mailStates = {
  PENDING: ['待发送', 'Waiting'],
  SENT: ['已发送', 'Sent'],
  DEAD: ['失败', 'Failed'],
} as const satisfies Record<string, Text>
export type MailState = keyof typeof mailStates

/** 邮件: one letter to one person, with all that waited for it. Its address is read when it is sent, and kept nowhere else. */
export const mail = entity('sys', 'mail', {
  title: ['邮件', 'E-mail'],
  module: 'monitor_ws_log',
  scope: 'tenant',
  fields: {
    receiverId: ref(['接收人', 'Receiver'], 'sys.user', { required: true, loose: true, filter: true }),
    kind: choice(['消息类型', 'Kind'], messageTitles, { required: true, filter: true }),
    messages: int(['消息数', 'Messages'], { required: true }),
    state: choice(['状态', 'State'], mailStates, { required: true, initial: 'PENDING', filter: true }),
    tries: int(['发送次数', 'Tries'], { required: true, initial: 0 }),
    nextAt: instant(['下次重试', 'Next try']),
    sentAt: instant(['发送时间', 'Sent at']),
    /** What the mail server said last. */
    answer: text(['服务器应答', "Server's answer"], { max: 300 }),
  },
  list: ['receiverId', 'kind', 'messages', 'state', 'tries', 'answer', 'nextAt', 'sentAt'],
  actions: [],
  sort: '-id',
})

/** A message that goes by mail, until its letter is written and after. */
export const mailItem = entity('sys', 'mailItem', {
  title: ['待发邮件消息', 'Message for mail'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true }),
    messageId: ref(['消息', 'Message'], 'sys.message', { required: true, loose: true }),
    dueAt: instant(['不早于', 'Not before'], { required: true }),
    mailId: ref(['邮件', 'Letter'], 'sys.mail', { loose: true }),
  },
  indexes: [['mailId']],
  actions: [],
})

/** 邮箱验证: that somebody was sent a code, to prove that an address is his. */
export const emailProof = entity('sys', 'emailProof', {
  title: ['邮箱验证', 'E-mail proof'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true }),
    address: text(['邮箱', 'E-mail'], { required: true, max: 254 }),
    madeAt: instant(['发送时间', 'Sent at'], { required: true }),
    tries: int(['输错次数', 'Wrong tries'], { required: true, initial: 0 }),
  },
  secrets: { hash: code(['摘要', 'Hash'], { required: true, max: 64 }) },
  unique: [['userId']],
  actions: [],
})

const refusal = (at: number, zh: string, en: string): Refusal => ({ code: at, text: [zh, en] })
export const mailFaults = {
  notSetUp: refusal(
    42541,
    '还没有设置邮件服务器，请联系系统管理员',
    'No mail server is set up yet: ask your administrator',
  ),
  notSent: refusal(42542, '邮件未能发出：{answer}', 'The mail could not be sent: {answer}'),
  noAddress: refusal(42543, '请先填写邮箱', 'Enter your e-mail address first'),
  soon: refusal(42544, '验证码刚刚已发送，请1分钟后再试', 'A code was sent just now: try again in a minute'),
  wrongCode: refusal(42545, '验证码不正确或已过期', 'The code is wrong or has expired'),
  notDead: refusal(42546, '只有失败的邮件可以重发', 'Only mails that have failed can be sent again'),
  isConfirmed: refusal(42547, '该邮箱已验证', 'This address is confirmed already'),
  open: refusal(
    42548,
    '不加密的连接不能使用密码，请改为加密或清空用户名',
    'A password is not sent over an open connection: encrypt it, or clear the user name',
  ),
} as const satisfies Record<string, Refusal>

/** An address as it is typed. */
export const emailText = z.email().max(254)
const ownAt = (verb: string) => `/fw/api/sys/email/${verb}`
/** The caller's own address. */
export const emailCalls = {
  mine: get(ownAt('mine'), {
    title: ['我的邮箱', 'My e-mail address'],
    permission: 'session',
    reads: ['sys.user'],
    /** `isOn`: the enterprise has a mail server. */
    output: z.object({ email: z.string().nullable(), isConfirmed: z.boolean(), isOn: z.boolean() }),
  }),
  /** Another address is unproven until a code has come back from it. */
  setOwn: post(ownAt('setOwn'), {
    title: ['修改我的邮箱', 'Change my e-mail address'],
    permission: 'session',
    input: z.object({ email: emailText.nullable() }),
    output: z.object({ isConfirmed: z.boolean() }),
  }),
  sendCode: post(ownAt('sendCode'), {
    title: ['发送邮箱验证码', 'Send a code to my e-mail address'],
    permission: 'session',
    input: z.object({}),
    output: z.null(),
  }),
  confirm: post(ownAt('confirm'), {
    title: ['验证我的邮箱', 'Confirm my e-mail address'],
    permission: 'session',
    input: z.object({ code: z.string().trim().min(1).max(16) }),
    output: z.null(),
  }),
} as const

const at = (verb: string) => `/fw/api/sys/mail/${verb}`
export const mailCalls = {
  query: query(at('query'), {
    title: ['查询邮件', 'List mails'],
    permission: entityPermission(wsRecord, 'view'),
    reads: [mail.key],
    input: listQuery,
    output: pageOf(recordSchema(mail)),
  }),
  resend: post(at('resend'), {
    title: ['重发邮件', 'Send mails again'],
    permission: entityPermission(wsRecord, 'restart'),
    input: z.object({ ids: z.array(id).min(1).max(100) }),
    output: z.object({ count: z.number() }),
  }),
  /** By what is set now; answers what the mail server said. */
  test: post(at('test'), {
    title: ['发送测试邮件', 'Send a test mail'],
    permission: 'sys:options:update',
    input: z.object({ to: emailText }),
    output: z.object({ isTaken: z.boolean(), answer: z.string(), ms: z.number() }),
  }),
} as const
