import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entity } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { code, instant, ref, text } from '../kernel/field.ts'

/** 授权 PIN: six digits by which a supervisor lets somebody else go on, at that person's own device. */
export const pin = entity('sys', 'pin', {
  title: ['授权PIN', 'Override PIN'],
  scope: 'tenant',
  fields: { userId: ref(['用户', 'User'], 'sys.user', { required: true }) },
  secrets: { hash: text(['摘要', 'Hash'], { required: true, max: 200 }) },
  unique: [['userId']],
  actions: [],
})

/** 放行: what one person allowed another, for one thing and once. */
export const override = entity('sys', 'override', {
  title: ['放行', 'Override'],
  scope: 'tenant',
  fields: {
    byId: ref(['放行人', 'By'], 'sys.user', { required: true }),
    forId: ref(['操作人', 'For'], 'sys.user', { required: true }),
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true }),
    permission: code(['权限', 'Permission'], { required: true, max: 64 }),
    /** The row that it is about: a task line, a bill. */
    subjectId: ref(['对象', 'Subject'], 'wms.taskLine', { required: true, loose: true }),
    reason: text(['原因', 'Reason'], { required: true, max: 200 }),
    expiresAt: instant(['有效期至', 'Valid to'], { required: true }),
    usedAt: instant(['使用时间', 'Used at']),
  },
  actions: [],
})

const words = (zh: string, en: string): Refusal['text'] => [zh, en]
export const overrideFaults = {
  needed: { code: 42891, text: words('需要主管放行', 'A supervisor must permit this') },
  refused: {
    code: 42892,
    text: words('放行人、工牌或PIN不正确', 'The name, badge or PIN is wrong'),
  },
  own: { code: 42893, text: words('不能自己放行，请由另一位主管放行', 'Somebody else must permit it, not you') },
  lacking: {
    code: 42894,
    text: words('[{user}]没有放行权限：{permission}', '[{user}] may not permit this: {permission}'),
  },
  weak: {
    code: 42895,
    text: words('PIN太简单，请勿使用相同或连续数字', 'This PIN is too simple: no repeated or consecutive digits'),
  },
  password: { code: 42896, text: words('密码不正确', 'The password is wrong') },
} as const satisfies Record<string, Refusal>

const pinText = z.string().regex(/^\d{6}$/)
const at = (verb: string) => `/fw/api/sys/override/${verb}`

export const overrideCalls = {
  /** 当面放行: by name or work number and PIN, at the device of whoever needs it. */
  grant: post(at('grant'), {
    title: ['主管放行', 'Supervisor override'],
    permission: 'session',
    input: z.object({
      /** User name, or the work number on the badge. */
      who: z.string().trim().min(1).max(64),
      pin: pinText,
      permission: z.string().max(64),
      subjectId: id,
      reason: z.string().trim().min(2).max(200),
    }),
    output: z.object({ id: z.string(), name: z.string() }),
  }),
  pinState: get(at('pinState'), {
    title: ['授权PIN状态', 'Override PIN status'],
    permission: 'session',
    output: z.object({ since: z.string().nullable() }),
  }),
  setPin: post(at('setPin'), {
    title: ['设置授权PIN', 'Set the override PIN'],
    permission: 'session',
    input: z.object({ password: z.string().min(1).max(128), pin: pinText }),
    output: z.null(),
  }),
} as const

/** Six equal digits, or six in a row either way: what everybody would try first. */
export const isWeakPin = (digits: string): boolean => {
  const steps = new Set([...digits].slice(1).map((d, i) => Number(d) - Number(digits[i])))
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 0)
}
