import { z } from 'zod'
import { get, post, seen } from '../kernel/call.ts'
import { entity } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { code, instant, int, ref, text } from '../kernel/field.ts'

/** 二次验证: the authenticator app of a user (RFC 6238). Without `confirmedAt` it is being set up and asks nothing yet. */
export const secondFactor = entity('sys', 'secondFactor', {
  title: ['二次验证', 'Two-step login'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true }),
    confirmedAt: instant(['启用时间', 'In effect since']),
    /** The latest time step whose code was taken: no code counts twice, and none older than one that did. */
    lastStep: int(['最近步数', 'Latest step'], { required: true, initial: 0 }),
  },
  secrets: { appSecret: text(['密钥', 'Secret'], { required: true, max: 200 }) },
  unique: [['userId']],
  actions: [],
})

/** 恢复码: lets a user in once without his app. */
export const recoveryCode = entity('sys', 'recoveryCode', {
  title: ['恢复码', 'Recovery code'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true }),
    usedAt: instant(['使用时间', 'Used at']),
  },
  secrets: { hash: code(['摘要', 'Hash'], { required: true, max: 64 }) },
  unique: [['userId', 'hash']],
  actions: [],
})

export const recoveryCodeCount = 10

export const secondFactorFaults = {
  /** The answer to a log-in whose password is right: the same again, with `secondFactor`. */
  needed: { code: 40110, text: ['请输入二次验证码', 'Enter the code of your authenticator app'] },
  refused: {
    code: 40111,
    text: ['验证码不正确或已使用，请等待新的验证码', 'The code is wrong or already used: wait for the next one'],
  },
  wrong: {
    code: 42881,
    text: ['验证码不正确或已使用，请等待新的验证码', 'The code is wrong or already used: wait for the next one'],
  },
  password: { code: 42882, text: ['密码不正确', 'The password is wrong'] },
  isOn: { code: 42883, text: ['二次验证已启用', 'Two-step login is already on'] },
  notOffered: { code: 42580, text: ['企业未开放二次验证', 'Your enterprise does not offer two-step login'] },
  demanded: {
    code: 42581,
    text: ['企业或您的角色要求二次验证，不能停用', 'Your enterprise or your role demands two-step login: it stays on'],
  },
  /** Refuses whatever else is asked by who must have one and has none. */
  mustSetUp: { code: 40115, text: ['请先设置二次验证，再办理业务', 'Set up two-step login first'] },
  isOff: { code: 42884, text: ['二次验证未启用，请重新设置', 'Two-step login is not on: set it up again'] },
} as const satisfies Record<string, Refusal>

const at = (verb: string) => `/fw/api/sys/secondFactor/${verb}`
const password = z.string().min(1).max(128)
/** Six digits of the app or, where it says so, a recovery code. */
const typedCode = z.string().trim().min(1).max(32)
/** Null when the answer is a repeated one: codes are told once. */
const codes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

export const secondFactorCalls = {
  get: get(at('get'), {
    title: ['二次验证状态', 'Two-step login status'],
    permission: 'session',
    output: z.object({
      isOn: z.boolean(),
      since: z.string().nullable(),
      codesLeft: z.number(),
      /** Whether the enterprise lets anybody set one up. */
      isOffered: z.boolean(),
      /** Whether he must have one, by the enterprise or by a role of his. */
      isDemanded: z.boolean(),
    }),
  }),
  begin: post(at('begin'), {
    title: ['开始设置二次验证', 'Start setting up two-step login'],
    permission: 'session',
    input: z.object({ password }),
    output: z.object({ otpauthUrl: z.string(), secret: z.string() }),
  }),
  confirm: post(at('confirm'), {
    title: ['启用二次验证', 'Turn on two-step login'],
    permission: 'session',
    input: z.object({ code: typedCode }),
    output: codes,
  }),
  renewCodes: post(at('renewCodes'), {
    title: ['重新生成恢复码', 'Generate new recovery codes'],
    permission: 'session',
    input: z.object({ password, code: typedCode }),
    output: codes,
  }),
  turnOff: post(at('turnOff'), {
    title: ['停用二次验证', 'Turn off two-step login'],
    permission: 'session',
    input: z.object({ password, code: typedCode }),
    output: z.null(),
  }),
  /** By an administrator, for a user who has lost his app and his codes. */
  reset: post('/fw/api/sys/user/resetSecondFactor', {
    title: ['重置二次验证', 'Reset two-step login'],
    permission: 'sys:user:reset_pwd',
    input: seen,
    output: z.object({ version: z.number() }),
  }),
} as const
