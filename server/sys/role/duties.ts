import { type Duty, heldTogether } from '@lading/contract/kernel/duty.ts'
import { type Language, say } from '@lading/contract/kernel/text.ts'
import type { DutyWords } from '@lading/contract/sys/roleCalls.ts'
import { role } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from } from '../../kernel/scope.ts'

/** Duties as they are read. */
export const dutyWordsIn = (language: Language, duties: readonly Duty[]): DutyWords[] =>
  duties.map(({ title, does, checks }) => ({ title: say(title, language), does, checks }))

/** @returns those of which both sides are among the permissions */
export const conflictsIn = (duties: readonly Duty[], permissions: Iterable<string>): readonly Duty[] => {
  const has = new Set(permissions)
  return heldTogether(duties, (code) => has.has(code))
}

/** Duties that roles bring together where both hold: in the same organisation, or one of them above the other's. */
export async function conflictsOfRoles(
  ctx: Ctx,
  duties: readonly Duty[],
  roleIds: readonly string[],
): Promise<readonly Duty[]> {
  const codes = duties.flatMap(({ does, checks }) => [does, checks])
  const rows = await ctx.tx.query<{ permission: string; path: string }>(sql`
    select p.permission, o.path from ${from(ctx, role, 'r')}
    join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
    join sys_role_permission p on p.tenant_id = r.tenant_id and p.role_id = r.id and p.permission = any(${codes}::varchar[])
    where r.id = any(${roleIds}::bigint[]) and not r.disabled`)
  const paths = [...new Set(rows.map((r) => r.path))]
  // Where a role is given, those of the organisations above it hold as well.
  const heldAt = paths.map((path) => rows.filter((r) => path.startsWith(r.path)).map((r) => r.permission))
  return duties.filter((duty) => heldAt.some((permissions) => conflictsIn([duty], permissions).length > 0))
}
