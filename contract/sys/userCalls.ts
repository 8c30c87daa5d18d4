import { z } from 'zod'
import { bulkAnswer, get, id, listQuery, pageOf, post, query, seen, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { flag } from '../kernel/field.ts'
import { orgTypes } from '../kernel/org.ts'
import { recordSchema } from '../kernel/schema.ts'
import { checkPassword } from './checkPassword.ts'
import { emailText } from './email.ts'
import { user } from './user.ts'

const { failedCount: _count, failedAt: _at, ...shown } = user.fields
/** A user as others may read him. */
export const userView = { ...user, fields: shown }

const at = (verb: string) => `${entityPath(user)}/${verb}`
const may = (action: Parameters<typeof entityPermission>[1]) => entityPermission(user, action)
const ids = z.array(id).max(200)
const optional = (max: number) => z.string().trim().max(max).nullish()

/**
 * The list's own question, and the names that the specification gives to filters. `filter` may also hold `within` (an
 * organisation with all below it), `roles.roleId`, `orgs.orgId`, `hasSecondFactor` and
 * `hasConflict` (true or false).
 */
export const userQuery = listQuery.extend({
  usernameLike: z.string().max(64).optional(),
  realNameLike: z.string().max(64).optional(),
  mobileLike: z.string().max(20).optional(),
  orgIdIn: ids.optional(),
  roleIdIn: ids.optional(),
  upperOrgIdEquals: id.optional(),
  disabled: z.boolean().optional(),
})

const username = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\p{L}\p{N}_\-.@]+$/u)
const facts = {
  realName: z.string().trim().min(1).max(64),
  mobile: optional(20),
  email: z.union([emailText, z.literal('')]).nullish(),
  workNumber: optional(32),
  position: optional(32),
  remark: optional(500),
  validTo: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .nullish(),
}
/** Who somebody is, wherever a log-in is made for him. */
export const person = { username, realName: facts.realName, mobile: facts.mobile }
const changed = z.object({ id: z.string(), version: z.number() })
/** Null when the answer is a repeated one: an initial password is shown once. */
const initialPassword = z.string().nullable()
const handedOut = z.object({
  ok: z.number(),
  failed: bulkAnswer.shape.failed,
  passwords: z.array(z.object({ id: z.string(), username: z.string(), realName: z.string(), initialPassword })),
})
export type HandedOut = z.output<typeof handedOut>
/**
 * With whether he may do more than the caller, who then may not change him, and whether he holds both sides of a duty in an
 * organisation where he works.
 */
export const userRecord = recordSchema({
  ...userView,
  fields: {
    ...shown,
    isStronger: flag(['权限超出本人', 'May do more'], { derived: true }),
    hasSecondFactor: flag(['二次验证', 'Two-step login'], { derived: true }),
    hasConflict: flag(['职责冲突', 'Conflict of duties'], { derived: true }),
  },
})
const brief = z.object({ id: z.string(), code: z.string(), name: z.string(), type: z.string(), disabled: z.boolean() })

export interface MenuNode {
  name: string
  code: string
  icon: string
  path: string | null
  permission: string
  children: MenuNode[]
}

export const userCalls = {
  query: query(at('query'), {
    title: ['查询用户', 'List users'],
    permission: may('view'),
    input: userQuery,
    output: pageOf(userRecord),
  }),
  getById: get(at('getById'), {
    title: ['查看用户', 'Get a user'],
    permission: may('view'),
    input: z.object({ id }),
    output: userRecord,
  }),
  create: post(at('create'), {
    title: ['新增用户', 'New user'],
    permission: may('create'),
    input: z.object({
      username,
      ...facts,
      orgId: id,
      workingOrgIds: ids.default([]),
      roleIds: ids.default([]),
      ownerIds: ids.default([]),
      carrierIds: ids.default([]),
    }),
    output: z.object({ id: z.string(), version: z.number(), initialPassword }),
  }),
  update: post(at('update'), {
    title: ['编辑用户', 'Edit a user'],
    permission: may('update'),
    input: seen.extend({ ...facts, realName: facts.realName.optional() }),
    output: changed,
  }),
  updateOrg: post(at('updateOrg'), {
    title: ['变更所属组织', "Change a user's organisation"],
    permission: may('update_org'),
    /** `dropRoles` takes the roles of the old organisation away as well, for who may edit roles. */
    input: seen.extend({ orgId: id, dropRoles: z.boolean().default(false) }),
    output: changed,
  }),
  updateWorkingOrgs: post(at('updateWorkingOrgs'), {
    title: ['变更可用组织', "Change a user's working organisations"],
    permission: may('update'),
    input: seen.extend({ workingOrgIds: ids }),
    output: changed,
  }),
  updateRoles: post(at('updateRoles'), {
    title: ['变更角色', "Change a user's roles"],
    permission: may('edit_role'),
    input: seen.extend({ roleIds: ids }),
    output: changed,
  }),
  updateOwners: post(at('updateOwners'), {
    title: ['变更货主范围', "Change a user's owners"],
    permission: may('update'),
    input: seen.extend({ ownerIds: ids }),
    output: changed,
  }),
  updateCarriers: post(at('updateCarriers'), {
    title: ['变更承运商范围', "Change a user's carriers"],
    permission: may('update'),
    input: seen.extend({ carrierIds: ids }),
    output: changed,
  }),
  resetPassword: post(at('resetPassword'), {
    title: ['重置密码', 'Reset a password'],
    permission: may('reset_pwd'),
    input: seen,
    output: z.object({ version: z.number(), initialPassword }),
  }),
  /** Passwords for several, as those need who came by a file: each is told once, as the one of `create`. */
  resetPasswords: post(at('resetPasswords'), {
    title: ['发放初始密码', 'Hand out initial passwords'],
    permission: may('reset_pwd'),
    // Not one that can be asked beforehand: a password is made by it.
    input: z.object({ rows: z.array(seen).min(1).max(200) }),
    output: handedOut,
  }),
  enable: post(at('enable'), {
    title: ['启用用户', 'Enable users'],
    permission: may('enable_disable'),
    input: z.union([seen, seenMany]),
    output: z.union([changed, bulkAnswer]),
  }),
  disable: post(at('disable'), {
    title: ['停用用户', 'Disable users'],
    permission: may('enable_disable'),
    input: z.union([seen, seenMany]),
    output: z.union([changed, bulkAnswer]),
  }),
  checkUser: query(at('checkUser'), {
    title: ['检查用户', 'Check a user name'],
    permission: may('view'),
    input: z.object({
      username: z.string().max(64).optional(),
      mobile: z.string().max(20).optional(),
      excludeId: id.optional(),
    }),
    output: z.object({ available: z.boolean(), message: z.string() }),
  }),
  checkPassword,
  getRoles: get(at('getRoles'), {
    title: ['用户的角色', "A user's roles"],
    // One's own are everybody's to see; those of others ask for the right to view users.
    permission: 'session',
    input: z.object({ id: id.optional() }),
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        orgId: z.string(),
        orgName: z.string(),
        disabled: z.boolean(),
        remark: z.string().nullable(),
      }),
    ),
  }),
  getWorkingOrgs: get(at('getWorkingOrgs'), {
    title: ['用户的可用组织', "A user's working organisations"],
    permission: may('view'),
    input: z.object({ id }),
    output: z.array(brief),
  }),
  getUserMenuTree: get(at('getUserMenuTree'), {
    title: ['用户菜单', "A user's menu"],
    permission: 'session',
    input: z.object({ id: id.optional() }),
    output: z.array(z.custom<MenuNode>()),
  }),
  getOwnerOrgFilter: get(at('getOwnerOrgFilter'), {
    title: ['可见组织', 'Visible organisations'],
    permission: 'session',
    reads: ['sys.org', 'sys.user'],
    output: z.object({
      orgIds: z.array(z.string()),
      types: z.array(z.enum(Object.keys(orgTypes) as [keyof typeof orgTypes])),
    }),
  }),
} as const
