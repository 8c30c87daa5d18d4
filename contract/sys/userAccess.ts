import { z } from 'zod'
import { get, id, pageOf, post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Text } from '../kernel/text.ts'
import { dutyWords, type PermissionNode } from './roleCalls.ts'
import { ownSession } from './session.ts'
import { session } from './tables.ts'
import { user } from './user.ts'

const at = (verb: string) => `${entityPath(user)}/${verb}`
const view = entityPermission(user, 'view')

/** What the log of log-ins tells of. */
export const loginEvents = {
  LOGIN_OK: ['登录', 'Logged in'],
  LOGIN_FAIL: ['密码错误', 'Wrong password'],
  CODE_FAIL: ['验证码错误', 'Wrong code'],
  RECOVERY_CODE: ['使用恢复码', 'Used a recovery code'],
  REFRESH_REUSE: ['令牌被重复使用', 'A spent token was used'],
  SWITCH_ORG: ['切换组织', 'Switched organisation'],
  LOGOUT: ['退出登录', 'Logged out'],
  LOGIN_DISABLED: ['密码正确，账号不可用', 'Right password, but the account cannot be used'],
  PASSWORD: ['修改密码', 'Password changed'],
  RESET: ['密码被重置', 'Password reset'],
  ENDED: ['登录被结束', 'Signed out by another'],
} as const satisfies Record<string, Text>
export type LoginEvent = keyof typeof loginEvents

const granting = z.object({ id: z.string(), name: z.string(), orgId: z.string(), orgName: z.string() })
/** A permission and the roles that give it, each where it was given. */
const grant = z.object({ permission: z.string(), roles: z.array(granting) })
export type Grant = z.infer<typeof grant>

/** Why a user may not do something where he works: what is wrong with himself, or with each role that would give it. */
export const missingReasons = {
  UNKNOWN: ['没有这项权限', 'There is no such permission'],
  USER_OFF: ['用户已停用或已过有效期', 'The user is disabled or past his last day'],
  NOT_HIS: ['该组织不是他的可用组织', 'It is none of his working organisations'],
  ORG_OFF: ['该组织已停用', 'The organisation is disabled'],
  SET_UP: ['他须先设置二次验证', 'He has to set up two-step login first'],
  NO_ENTRY: ['他没有进入该子系统的权限', 'He may not enter the sub-system'],
  NO_ROLE: ['他的角色都不含这项权限', 'No role of his gives it'],
  ROLE_OFF: ['角色已停用', 'The role is disabled'],
  ELSEWHERE: ['角色在其他组织授予，在这里不生效', 'The role was given in another organisation and does not hold here'],
  NOT_NAMED: ['角色的数据范围不含该物流中心', 'The data scope of the role does not name this centre'],
} as const satisfies Record<string, Text>
export type MissingReason = keyof typeof missingReasons
const missing = z.object({
  reason: z.enum(Object.keys(missingReasons) as [MissingReason]),
  /** Of his roles, the one that it is about. */
  role: granting.nullable(),
})
export type Missing = z.infer<typeof missing>
/** A role that would give it there; `isBeyond`: not by the asker, who lacks something that it gives. */
const giver = granting.extend({ isBeyond: z.boolean() })

/** Whose rows a user sees meanwhile, of those that the organisation sees. */
const seenRows = z.object({
  /** Names of the organisations; null: all. */
  orgs: z.array(z.string()).nullable(),
  /** His own work of all organisations. */
  own: z.boolean(),
  /** Names of the cargo owners; null: all. */
  owners: z.array(z.string()).nullable(),
  /** Names of the carriers for whom he works, and nothing beside theirs; null: he works for none. */
  carriers: z.array(z.string()).nullable(),
})
export type SeenRows = z.infer<typeof seenRows>

const loginEntry = z.object({
  id: z.string(),
  createTime: z.string(),
  event: z.string(),
  ip: z.string().nullable(),
  source: z.string().nullable(),
  detail: z.string().nullable(),
})
export type LoginEntry = z.infer<typeof loginEntry>

const paged = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(20),
}

/** What a user may do and why, where he is logged in, and when he was. */
export const userAccessCalls = {
  getPermissions: get(at('getPermissions'), {
    title: ['用户的有效权限', 'What a user may do'],
    permission: view,
    /** In which organisation he works meanwhile; left out: in his own. */
    input: z.object({ id, orgId: id.optional() }),
    output: z.object({
      orgId: z.string(),
      tree: z.array(z.custom<PermissionNode>()),
      grants: z.array(grant),
      sees: seenRows,
      /** Of which he holds both sides there. */
      duties: z.array(dutyWords),
    }),
  }),
  whyNot: get(at('whyNot'), {
    title: ['用户为什么没有权限', 'Why a user may not do something'],
    permission: view,
    reads: ['sys.user', 'sys.role'],
    /** In which organisation he works meanwhile; left out: in his own. */
    input: z.object({ id, orgId: id.optional(), permission: z.string().min(1).max(64) }),
    output: z.object({
      /** A role gives it to him there; `missing` may still say what keeps him from using it. */
      isHeld: z.boolean(),
      missing: z.array(missing),
      /** Roles within reach that he does not have and that would give it there, those that give least first. */
      givers: z.array(giver),
    }),
  }),
  getSessions: get(at('getUserSessions'), {
    title: ['用户的登录', 'Where a user is logged in'],
    permission: view,
    input: z.object({ id }),
    output: z.array(ownSession),
  }),
  /** Who may reset a password ends all sessions with it: he may also do only that. Never the caller's own session. */
  endSessions: post(at('endUserSessions'), {
    title: ['退出用户登录', 'Sign out a user'],
    permission: entityPermission(user, 'reset_pwd'),
    /** Without `ids` all. */
    input: z.object({ id, ids: z.array(id).min(1).max(100).optional() }),
    output: z.object({ count: z.number() }),
  }),
  /** Signs out whoever is logged in there; the caller's own session ends by logging out. */
  revoke: post(`${entityPath(session)}/revoke`, {
    title: ['强制退出', 'Sign sessions out'],
    permission: entityPermission(session, 'stop'),
    input: z.object({ ids: z.array(id).min(1).max(100), reason: z.string().trim().max(200).optional() }),
    output: z.object({ count: z.number() }),
  }),
  /** The caller's own. */
  getOwnLogins: get(at('getOwnLogins'), {
    title: ['我的登录记录', 'My logins'],
    permission: 'session',
    input: z.object(paged),
    output: pageOf(loginEntry),
  }),
  getLoginLog: get(at('getLoginLog'), {
    title: ['用户的登录日志', "A user's logins"],
    permission: view,
    input: z.object({ id, ...paged }),
    output: pageOf(loginEntry),
  }),
} as const
