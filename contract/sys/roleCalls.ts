import { z } from 'zod'
import { bulkAnswer, del, get, id, listQuery, pageOf, post, query, seen, seenMany, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { flag, int, text } from '../kernel/field.ts'
import { recordSchema } from '../kernel/schema.ts'
import { dataScopes, role } from './user.ts'
import { userRecord } from './userCalls.ts'

const at = (verb: string) => `${entityPath(role)}/${verb}`
const may = (action: Parameters<typeof entityPermission>[1]) => entityPermission(role, action)
const name = z.string().trim().min(1).max(32)
const remark = z.string().max(500).nullish()
const permissions = z.array(z.string().max(64)).max(5_000)
const userIds = z.array(id).min(1).max(500)
const changed = z.object({ id: z.string(), version: z.number() })
const scopeOrgIds = z.array(id).max(200).nullish()
/** Left out: that of the role that is copied, else all. */
const dataScope = z.enum(Object.keys(dataScopes) as [keyof typeof dataScopes]).nullish()
/** Left out: as the role that is copied has it, else no. */
const needsSecondFactor = z.boolean().nullish()

/** A role as lists show it, with how many hold it, and whether it gives more than the caller may do. */
export const roleView = {
  ...role,
  fields: {
    ...role.fields,
    orgName: text(['组织名称', 'Organisation name'], { derived: true }),
    userCount: int(['用户数', 'Users'], { derived: true, required: true }),
    isBeyond: flag(['超出本人权限', 'Beyond own rights'], { derived: true }),
  },
}
const record = recordSchema(roleView)

/** A branch of the permission tree: area, module, or (a leaf) the permission itself. */
export interface PermissionNode {
  readonly key: string
  readonly title: string
  readonly children?: readonly PermissionNode[]
}

/** 职责分离: two permissions that one person had better not hold both, and what he may do with both. */
export const dutyWords = z.object({ title: z.string(), does: z.string(), checks: z.string() })
export type DutyWords = z.infer<typeof dutyWords>

export const roleCalls = {
  query: query(at('query'), {
    title: ['查询角色', 'List roles'],
    permission: may('view'),
    input: listQuery.extend({
      id: id.optional(),
      nameEquals: z.string().max(64).optional(),
      nameLike: z.string().max(64).optional(),
      orgIdIn: z.array(id).max(200).optional(),
      sysDefault: z.boolean().optional(),
      upperOrgIdEquals: id.optional(),
      disabled: z.boolean().optional(),
    }),
    output: pageOf(record),
  }),
  getBaseInfo: get(at('getBaseInfo'), {
    title: ['角色信息', 'Get a role'],
    permission: may('view'),
    input: z.object({ id }),
    output: record,
  }),
  create: post(at('create'), {
    title: ['新增角色', 'Create a role'],
    permission: may('create'),
    input: z.object({ name, orgId: id, remark, dataScope, scopeOrgIds, needsSecondFactor, copyFromId: id.nullish() }),
    output: changed,
  }),
  batchCreate: post(at('batchCreate'), {
    title: ['批量新增角色', 'Create a role in several organisations'],
    permission: may('create'),
    /** With `copyFromId` the roles show what that one shows, and are remarked as it is; permissions are said apart. */
    input: z.object({ name, orgIds: z.array(id).min(1).max(200), permissions, copyFromId: id.nullish() }),
    output: z.object({ ok: z.number(), failed: z.array(z.object({ orgId: z.string(), message: z.string() })) }),
  }),
  update: post(at('update'), {
    title: ['编辑角色', 'Edit a role'],
    permission: may('update'),
    input: seen.extend({ name: name.optional(), remark, dataScope, scopeOrgIds, needsSecondFactor }),
    output: changed,
  }),
  enable: post(at('enable'), {
    title: ['启用角色', 'Enable roles'],
    permission: may('enable_disable'),
    input: z.union([seen, seenMany]),
    output: z.union([changed, bulkAnswer]),
  }),
  disable: post(at('disable'), {
    title: ['停用角色', 'Disable roles'],
    permission: may('enable_disable'),
    input: z.union([seen, seenMany]),
    output: z.union([changed, bulkAnswer]),
  }),
  remove: del(at('remove'), {
    title: ['删除角色', 'Delete a role'],
    permission: may('remove'),
    input: z.object({ id, version: z.coerce.number().pipe(version) }),
    output: z.null(),
  }),
  getPermission: get(at('getPermission'), {
    title: ['角色的权限', "A role's permissions"],
    permission: may('view'),
    input: z.object({ id }),
    output: z.object({
      tree: z.array(z.custom<PermissionNode>()),
      held: z.array(z.string()),
      version: z.number(),
      duties: z.array(dutyWords),
    }),
  }),
  getConflicts: query(at('getConflicts'), {
    title: ['角色的职责冲突', 'Duties that roles bring together'],
    permission: may('view'),
    /** Of one user, as he has them or is to have them. */
    input: z.object({ roleIds: z.array(id).max(200) }),
    output: z.object({ duties: z.array(dutyWords) }),
  }),
  updatePermission: post(at('updatePermission'), {
    title: ['修改角色权限', "Change a role's permissions"],
    permission: may('update'),
    input: seen.extend({ permissions }),
    output: z.object({ id: z.string(), version: z.number(), added: z.number(), removed: z.number() }),
  }),
  getRoleUsers: get(at('getRoleUsers'), {
    title: ['角色的用户', "A role's users"],
    permission: may('view'),
    input: z.object({
      id,
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    output: pageOf(userRecord),
  }),
  addUsers: post(at('addUsers'), {
    title: ['添加角色用户', 'Add a role to users'],
    permission: may('update'),
    input: z.object({ id, userIds }),
    output: z.object({ count: z.number() }),
  }),
  removeUsers: post(at('removeUsers'), {
    title: ['移除角色用户', 'Remove a role from users'],
    permission: may('update'),
    input: z.object({ id, userIds }),
    output: z.object({ count: z.number() }),
  }),
} as const
