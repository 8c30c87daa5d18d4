import { z } from 'zod'
import { get, post, version } from '../kernel/call.ts'
import { entity } from '../kernel/entity.ts'
import { choice, code, date, flag, int, note, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { emailText } from './email.ts'
import { mailCalls } from './mail.ts'
import { mailProblems } from './mailProblems.ts'
import { option } from './option.ts'

export const mailSecurities = {
  starttls: ['STARTTLS（通常587端口）', 'STARTTLS (usually port 587)'],
  tls: ['TLS（通常465端口）', 'TLS (usually port 465)'],
  none: ['不加密（仅内网）', 'None (inside only)'],
} as const satisfies Record<string, Text>

const host = z.string().regex(/^[a-z0-9]([a-z0-9.:-]{0,251}[a-z0-9])?$/i)
const site = z
  .string()
  .max(200)
  .regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/)
/** What a platform lets each tenant send in a day, unless it says otherwise. */
export const usualDailyQuota = 200

/**
 * 平台邮件服务: the mail server of tenants who have none of their own. One row of the platform's, which tenants' letters go
 * through and nobody of theirs is shown.
 */
export const platformMail = entity('sys', 'platformMail', {
  title: ['平台邮件服务', "The platform's mail service"],
  scope: 'platform',
  fields: {
    /** There is one. */
    code: code(['代码', 'Code'], { required: true, max: 8, initial: 'MAIL' }),
    isOn: flag(['启用', 'In use'], { initial: false }),
    host: text(['邮件服务器（SMTP）', 'Mail server (SMTP)'], { max: 253 }),
    port: int(['端口', 'Port'], { required: true, initial: 587, least: 1, most: 65_535 }),
    security: choice(['加密', 'Encryption'], mailSecurities, { required: true, initial: 'starttls' }),
    username: text(['用户名（空为不登录）', 'User name (empty: no log-in)'], { max: 200 }),
    sender: text(['发件人邮箱', "Sender's address"], { max: 254 }),
    site: text(['邮件中链接的网址（空为不带链接）', 'Address of this product in mails (empty: no links)'], {
      max: 200,
    }),
    tenantDaily: int(['每个租户每天最多几封', 'Mails per tenant and day at most'], {
      required: true,
      initial: usualDailyQuota,
      least: 1,
      most: 1_000_000,
    }),
  },
  secrets: { sealedLogin: note(['密码或授权码', 'Password'], { max: 2000 }) },
  unique: [['code']],
  actions: [],
  verbs: { testMail: ['发送测试邮件', 'Send a test mail'] },
  details: {
    to: text(['收件人', 'To']),
    answer: text(['服务器应答', "Server's answer"]),
    problem: choice(['未发原因', 'Why not'], mailProblems),
    sealedLogin: text(['密码或授权码', 'Password']),
  },
  found: false,
})

/** 代发用量: how many letters of a tenant the platform has sent in a day, and how many wait for the next. */
export const mailUsage = entity('sys', 'mailUsage', {
  title: ['邮件代发用量', "Use of the platform's mail"],
  scope: 'platform',
  fields: {
    tenant: ref(['租户', 'Tenant'], 'sys.tenant', { required: true, loose: true }),
    day: date(['日期', 'Day'], { required: true }),
    letters: int(['已发', 'Sent'], { required: true, initial: 0 }),
    held: int(['超额等待', 'Held back'], { required: true, initial: 0 }),
  },
  unique: [['tenant', 'day']],
  actions: [],
  found: false,
})

const settings = {
  isOn: z.boolean(),
  host: host.nullable(),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(Object.keys(mailSecurities) as [keyof typeof mailSecurities]),
  username: z.string().trim().max(200).nullable(),
  sender: emailText.nullable(),
  site: site.nullable(),
  tenantDaily: z.number().int().min(1).max(1_000_000),
}
const shown = z.object({ ...settings, version, hasPassword: z.boolean() })
export type PlatformMail = z.output<typeof shown>
const used = z.object({
  day: z.string(),
  tenants: z.array(z.object({ code: z.string(), name: z.string(), letters: z.number(), held: z.number() })),
})

const at = (verb: string) => `/fw/api/sys/platformMail/${verb}`
export const platformMailCalls = {
  /** How the caller's own mail goes; nothing of the platform's server. */
  way: get(at('way'), {
    title: ['邮件发送方式', 'How mail is sent'],
    permission: 'sys:options:view',
    reads: [option.key, platformMail.key, 'sys.mail'],
    output: z.object({
      way: z.enum(['OWN', 'PLATFORM', 'NONE']),
      /** As whom it goes out: the enterprise's name. */
      sender: z.string(),
      /** Of the platform's, a day's quota and what of it is used; null: it goes by the tenant's own server. */
      quota: z.object({ daily: z.number(), used: z.number(), held: z.number() }).nullable(),
    }),
  }),
  get: get(at('get'), {
    title: ['查看平台邮件服务', "View the platform's mail service"],
    permission: 'sys:options:update',
    output: shown,
  }),
  set: post(at('set'), {
    title: ['修改平台邮件服务', "Change the platform's mail service"],
    permission: 'sys:options:update',
    input: z.object({
      ...settings,
      version,
      /** Left out: as it is; null: none. */
      password: z.string().max(1000).nullish(),
    }),
    output: z.object({ version }),
  }),
  /** Sends by what the platform has set, also while it is not in use; no tenant's quota counts it. */
  test: post(at('test'), {
    title: ['测试平台邮件服务', "Test the platform's mail service"],
    permission: 'sys:options:update',
    input: z.object({ to: emailText }),
    output: mailCalls.test.output,
  }),
  /** Tenants that used it on a day, most first. */
  usage: get(at('usage'), {
    title: ['邮件代发用量', "Use of the platform's mail"],
    permission: 'sys:options:update',
    reads: [platformMail.key],
    input: z.object({ daysAgo: z.coerce.number().int().min(0).max(30).default(0) }),
    output: used,
  }),
} as const
