import { z } from 'zod'
import { get, id, post, query, seen } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { orgTypes } from '../kernel/org.ts'
import { createSchema } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { org, orgGroup } from './org.ts'

const at = (verb: string) => `${entityPath(org)}/${verb}`

export interface OrgNode {
  id: string
  code: string
  name: string
  type: keyof typeof orgTypes
  upperOrgId: string | null
  disabled: boolean
  version: number
  children: OrgNode[]
}

/** What a new logistics centre may take over from another. */
export const copyParts = {
  options: ['系统参数', 'Options'],
  entries: ['字典项', 'Dictionary entries'],
  numbers: ['编号规则', 'Number rules'],
  roles: ['默认角色', 'Default roles'],
} as const satisfies Record<string, Text>
export type CopyPart = keyof typeof copyParts
const part = z.enum(Object.keys(copyParts) as [CopyPart])
const copied = z.object({ part, count: z.number() })

/** Beside the calls of every entity. */
export const orgCalls = {
  /** All organisations of the tenant as a tree; `types` is repeated, or a list with commas. */
  tree: get(at('tree'), {
    title: ['组织树', 'Organisation tree'],
    permission: 'session',
    input: z.object({
      types: z.union([z.string().max(60), z.array(z.string().max(8)).max(10)]).optional(),
      disabled: z.enum(['true', 'false']).optional(),
    }),
    output: z.array(z.custom<OrgNode>()),
  }),
  move: post(at('move'), {
    title: ['移动组织', 'Move an organisation'],
    permission: entityPermission(org, 'update'),
    input: seen.extend({ upperOrgId: id }),
    output: z.object({ id: z.string(), version: z.number() }),
  }),
  moveGroup: post(`${entityPath(orgGroup)}/move`, {
    title: ['移动组织', 'Move an organisation'],
    permission: entityPermission(orgGroup, 'update'),
    input: seen.extend({ upperOrgId: id }),
    output: z.object({ id: z.string(), version: z.number() }),
  }),
  /** What a centre has of its own that a new one may begin with; within the caller's reach. */
  getCopyOffer: get(at('getCopyOffer'), {
    title: ['可复制的设置', 'What can be copied from a logistics centre'],
    permission: entityPermission(org, 'create'),
    input: z.object({ id }),
    output: z.array(copied.extend({ names: z.array(z.string()) })),
  }),
  createFrom: post(at('createFrom'), {
    title: ['从其他物流中心复制', 'Create a logistics centre as another one is'],
    permission: entityPermission(org, 'create'),
    input: z.object({
      ...(createSchema(org) as z.ZodObject).shape,
      copyFromId: id,
      parts: z.array(part).min(1).max(Object.keys(copyParts).length),
    }) as z.ZodType<Record<string, unknown> & { copyFromId: string; parts: CopyPart[] }>,
    /** How much of each part was copied. */
    output: z.object({ id: z.string(), version: z.number(), copied: z.array(copied) }),
  }),
  checkDisable: query(at('checkDisable'), {
    title: ['检查组织停用', 'Check whether an organisation can be disabled'],
    permission: entityPermission(org, 'view'),
    input: z.object({ id }),
    output: z.object({
      allowed: z.boolean(),
      message: z.string(),
      /** What has to be ended or moved first, by kind. */
      blockers: z.array(z.object({ kind: z.string(), count: z.number() })),
    }),
  }),
} as const
