import { z } from 'zod'
import { get, id, pageOf, query } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Text } from '../kernel/text.ts'
import { dutyWords } from './roleCalls.ts'
import { role, user } from './user.ts'

const at = (verb: string) => `${entityPath(user)}/${verb}`

const conflict = z.object({
  userId: z.string(),
  username: z.string(),
  realName: z.string(),
  duty: dutyWords,
  /** Names of the working organisations where he holds both. */
  orgs: z.array(z.string()),
  /** Roles that bring what is done, and those that bring what watches over it. */
  doesRoles: z.array(z.string()),
  checksRoles: z.array(z.string()),
})
export type UserConflict = z.output<typeof conflict>

export const userDutyTitle: Text = ['职责冲突', 'Conflicts of duties']

/** Only those of one user; left out, all of whom the caller sees. */
const userId = id.optional()

/** 职责冲突: who holds both sides of a duty where he works, and by which roles. Disabled users have none. */
export const userDutyCalls = {
  query: query(at('queryConflicts'), {
    title: ['查询职责冲突', 'List conflicts of duties'],
    permission: entityPermission(user, 'view'),
    reads: [user.key, role.key],
    input: z.object({
      userId,
      page: z.number().int().min(1).max(10_000).default(1),
      pageSize: z.number().int().min(1).max(200).default(20),
    }),
    output: pageOf(conflict),
  }),
  /** The same as a workbook. */
  exportConflicts: get(at('exportConflicts'), {
    title: ['导出职责冲突', 'Export conflicts of duties'],
    permission: entityPermission(user, 'export'),
    input: z.object({ userId }),
    binary: true,
  }),
} as const
