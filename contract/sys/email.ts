import { z } from 'zod'
import { get, post } from '../kernel/call.ts'
import type { Refusal } from '../kernel/fault.ts'

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
  notPlatform: refusal(
    42576,
    '只有平台管理员可以设置平台的邮件服务',
    "Only the platform's administrators may set its mail service up",
  ),
  quota: refusal(
    42577,
    '平台今日为贵企业代发的{quota}封邮件已用完，请明天再试，或在系统参数中设置自己的邮件服务器',
    'The {quota} mails that the platform sends for you each day are used up. Try again tomorrow, or set your own mail server up among the options',
  ),
  notWhole: refusal(
    42578,
    '启用前请填写邮件服务器和发件人邮箱',
    "Enter the mail server and the sender's address before you turn it on",
  ),
  noLetter: refusal(42579, '该邮件的消息已被清理，无法显示', 'The messages of this mail have been cleared out'),
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
