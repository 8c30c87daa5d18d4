import { z } from 'zod'
import { get, id, listQuery, pageOf, post, query } from '../kernel/call.ts'
import { entity, entityPermission } from '../kernel/entity.ts'
import { choice, code, instant, int, ref, text } from '../kernel/field.ts'
import { recordSchema } from '../kernel/schema.ts'
import { signedCalls, signedToken } from '../kernel/signedCalls.ts'
import type { Text } from '../kernel/text.ts'
import { emailText } from './email.ts'
import { type MailProblem, mailProblems } from './mailProblems.ts'
import { type MessageKind, messageKinds, messageTitles } from './message.ts'
import { wsRecord } from './wsRecord.ts'

export const mailStates = {
  PENDING: ['待发送', 'Waiting'],
  SENT: ['已发送', 'Sent'],
  DEAD: ['失败', 'Failed'],
} as const satisfies Record<string, Text>
export type MailState = keyof typeof mailStates

/** Whose server it goes through. */
export const mailWays = {
  OWN: ['本企业', 'Own server'],
  PLATFORM: ['平台代发', 'The platform'],
} as const satisfies Record<string, Text>
export type MailWay = keyof typeof mailWays

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
    /** Through which server its last try went; nothing before the first. */
    way: choice(['发送渠道', 'Sent by'], mailWays),
    problem: choice(['未发原因', 'Why not'], mailProblems),
    /** What the tenant's own mail server said last; what the platform's says is the platform's. */
    answer: text(['服务器应答', "Server's answer"], { max: 300 }),
  },
  list: ['receiverId', 'kind', 'messages', 'state', 'way', 'tries', 'problem', 'answer', 'nextAt', 'sentAt'],
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

const kind = z.enum(Object.keys(messageKinds) as [MessageKind])
const tried = z.object({
  isTaken: z.boolean(),
  /** Null: it was taken. */
  problem: z.enum(Object.keys(mailProblems) as [MailProblem]).nullable(),
  /** Empty where the platform's server said it. */
  answer: z.string(),
  ms: z.number(),
})
export type MailTried = z.output<typeof tried>
/** A letter as somebody may look at it: `page` is the address of its HTML, good for some minutes. */
const shown = z.object({ subject: z.string(), text: z.string(), page: z.string() })

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
    output: tried,
  }),
  /** A letter that went, or waits, with what it says of people masked. */
  show: get(at('show'), {
    title: ['查看邮件', 'View a mail'],
    permission: entityPermission(wsRecord, 'view'),
    reads: [mail.key],
    input: z.object({ id }),
    output: shown,
  }),
  /** How a kind of message looks as a letter, by made-up facts. */
  preview: get(at('preview'), {
    title: ['预览邮件', 'Preview a mail'],
    permission: 'sys:options:view',
    reads: ['sys.option'],
    input: z.object({ kind }),
    output: shown,
  }),
  /** The HTML of a letter, for a frame that runs nothing: its token is the authority, for some minutes. */
  page: get('/fw/api/mailPage', {
    title: ['邮件页面', 'The page of a mail'],
    permission: 'open',
    input: z.object({ token: signedToken }),
    binary: true,
  }),
} as const
/**
 * What whoever follows the link in a letter is shown: one button. It turns mail of the letter's kinds off: pressed on that
 * page, or by a mail program (RFC 8058). Harmless to repeat.
 */
export const leaveCalls = signedCalls('/fw/api/mailLeave', {
  show: ['退订邮件页面', 'The page to unsubscribe'],
  press: ['退订邮件', 'Unsubscribe'],
})
