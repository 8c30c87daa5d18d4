import { z } from 'zod'
import { get, id, post, query, seen } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { orgTypes } from '../kernel/org.ts'
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
