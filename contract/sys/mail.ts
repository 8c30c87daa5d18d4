import { z } from 'zod'
import { id, listQuery, pageOf, post, query } from '../kernel/call.ts'
import { entity, entityPermission } from '../kernel/entity.ts'
import { choice, code, instant, int, ref, text } from '../kernel/field.ts'
import { recordSchema } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { emailText } from './email.ts'
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
