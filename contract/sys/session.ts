import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import type { Refusal } from '../kernel/fault.ts'
import { type OrgType, orgTypes } from '../kernel/org.ts'
import { display } from './display.ts'

const orgBrief = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  type: z.enum(Object.keys(orgTypes) as [OrgType]),
})
export const loginUser = z.object({
  id: z.string(),
  username: z.string(),
  realName: z.string(),
  disabled: z.boolean(),
  orgId: z.string(),
  orgName: z.string(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  workNumber: z.string().nullable(),
  lastLoginTime: z.string().nullable(),
  position: z.string().nullable(),
  tenant: z.object({
    code: z.string(),
    name: z.string(),
    slogan: z.string().nullable(),
    loginBackgroundUrl: z.string().nullable(),
    loginLogoUrl: z.string().nullable(),
    colorLogoUrl: z.string().nullable(),
    sloganImageUrl: z.string().nullable(),
    color: z.string().nullable(),
  }),
  workingOrg: orgBrief,
  /** Of the working organisation, as `Asia/Shanghai`: times are shown as its people's clocks do. */
  timeZone: z.string(),
  availableWorkingOrgs: z.array(orgBrief.extend({ disabled: z.boolean() })),
  /** Null: no list, everything is allowed (platform operator in trials); empty: nothing is. */
  permissions: z.array(z.string()).nullable(),
  originalPassword: z.boolean(),
  /** He must have a second factor and has none: until it is set up every other call is refused (40115). */
  mustSetUpSecondFactor: z.boolean(),
  locale: z.string(),
  /** What he has chosen himself, on whatever device. */
  preferences: display,
  /** The saved view with which each of his lists opens, by the list; lists that open as they are stand for nothing. */
  listViews: z.record(z.string(), z.string()),
})
export type LoginUser = z.infer<typeof loginUser>

const tokens = {
  accessToken: z.string(),
  expiresIn: z.number(),
  refreshToken: z.string(),
  refreshExpiresIn: z.number(),
}
const loginResult = z.object({
  ...tokens,
  firstLogin: z.boolean(),
  user: loginUser,
  /** With what requests are signed where the log-in brought no public key; said this once. */
  signKey: z.string().optional(),
})
export type LoginResult = z.infer<typeof loginResult>
const refreshResult = z.object(tokens)

const at = (noun: string) => `/fw/api/sys/user/${noun}`
export const sources = ['WEB', 'PDA', 'APP', 'DPS', 'OPEN'] as const

export const login = post(at('login'), {
  title: ['登录', 'Log in'],
  permission: 'open',
  input: z.object({
    tenant: z.string().min(1).max(32),
    username: z.string().min(1).max(64),
    password: z.string().min(1).max(128),
    /** What the specification's request has beside: asked for by code 40110, a code of the app or a recovery code. */
    secondFactor: z.string().trim().max(32).optional(),
    workingOrgId: id.optional(),
    source: z.enum(sources).default('WEB'),
    appVersion: z.string().max(64).default(''),
    osVersion: z.string().max(120).default(''),
  }),
  output: loginResult,
})
export const refreshToken = post(at('refreshToken'), {
  title: ['刷新令牌', 'Refresh the session'],
  permission: 'open',
  input: z.object({ refreshToken: z.string().min(1).max(200) }),
  output: refreshResult,
})
export const logout = post(at('logout'), { title: ['注销', 'Log out'], permission: 'session', output: z.null() })
export const getLoginUser = get(at('getLoginUser'), {
  title: ['当前用户', 'Who am I'],
  permission: 'session',
  output: loginUser,
})
export const switchWorkingOrg = post(at('switchWorkingOrg'), {
  title: ['切换组织', 'Switch organisation'],
  permission: 'session',
  input: z.object({ workingOrgId: id }),
  output: loginResult,
})
export const modifyPassword = post(at('modifyPassword'), {
  title: ['修改密码', 'Change password'],
  permission: 'session',
  input: z.object({ oldPassword: z.string().max(128), newPassword: z.string().max(128) }),
  output: z.null(),
})
/** The inputs' limit, and the server's. */
export const passwordMax = 32
export const passwordFaults = {
  wrong: { code: 42850, text: ['旧密码不正确', 'The old password is wrong'] },
  length: { code: 42851, text: ['密码长度在{min}到{max}个字符', 'The password must have {min} to {max} characters'] },
  plain: { code: 42852, text: ['密码至少包含大小写字母和数字', 'Use upper-case and lower-case letters and digits'] },
  same: { code: 42853, text: ['新密码不能与旧密码相同', 'The new password must differ from the old one'] },
  former: { code: 42575, text: ['不能使用最近{n}个用过的密码', 'It must differ from your last {n} passwords'] },
  common: { code: 40021, text: ['密码过于常见，请换一个', 'This password is too common: choose another'] },
  name: {
    code: 40022,
    text: ['密码不能包含用户名或企业名称', 'The password must not contain the user name or the company’s'],
  },
} as const satisfies Record<string, Refusal>
/** What the tenant's options ask of a new password. */
export const getPasswordRules = get(at('getPasswordRules'), {
  title: ['密码规则', 'Password rules'],
  permission: 'session',
  output: z.object({ min: z.number(), isMixed: z.boolean() }),
})
export const ownSession = z.object({
  id: z.string(),
  source: z.string(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  createTime: z.string(),
  lastSeen: z.string(),
  workingOrgName: z.string(),
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>
export const getSessions = get(at('getSessions'), {
  title: ['我的登录', 'Where I am logged in'],
  permission: 'session',
  output: z.array(ownSession),
})
/** Signs out elsewhere: this session is not among what it ends. */
export const endSessions = post(at('endSessions'), {
  title: ['退出其他登录', 'Sign out elsewhere'],
  permission: 'session',
  input: z.object({ ids: z.array(id).min(1).max(100) }),
  output: z.object({ count: z.number() }),
})
/** Opens one WebSocket, once, within half a minute: a token never stands in an address. */
export const wsTicket = post(at('wsTicket'), {
  title: ['推送凭证', 'Ticket for live updates'],
  permission: 'session',
  output: z.object({ ticket: z.string(), expiresIn: z.number() }),
})
/** Where the socket is: `?tenant=…&ticket=…`. */
export const wsPath = '/fw/api/sys/ws'
/** What a client sends: the entities (`wms.orderBill`) whose changes it wants to hear of, all of them each time. */
export const wsWanted = z.object({ topics: z.array(z.string().max(64)).max(200) })
/** Or the messages that have come. */
const wsAck = z.object({ ack: z.array(id).max(100) })
export const wsSaid = z.union([wsWanted, wsAck])
/** What it hears: after `wanted` which of them it gets, later which of them changed, and that its user's rights did. */
export type WsNews = { readonly type: 'topics' | 'changed' | 'rights'; readonly topics: readonly string[] }
/** Something for its user alone: sent again until a client says that it has come, so that it may come twice. */
export interface WsMessage {
  readonly type: 'message'
  readonly id: string
  readonly topic: string
  readonly kind: string
  readonly at: string
}

export const sessionCalls = [
  login,
  refreshToken,
  logout,
  getLoginUser,
  switchWorkingOrg,
  modifyPassword,
  getPasswordRules,
  getSessions,
  endSessions,
  wsTicket,
] as const
