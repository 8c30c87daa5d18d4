import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Permission } from '@lading/contract/kernel/permission.ts'
import type { openAccount } from '@lading/contract/sys/openAccount.ts'
import { openAccountFaults } from '@lading/contract/sys/openCalls.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { demandReach, holdsAll, withinReach } from '../rights.ts'

/**
 * What of the administration another company's system may read; all else there is people's: whoever keeps users, rights,
 * options or accounts could give himself more.
 */
const ofSys: readonly string[] = ['sys:org:view', 'sys:dc:view', 'sys:dic_info:view']

/** What an account can be given: what is called, without a file. A sub-system's own permission only shows its menu. */
export const grantable = (registry: readonly Permission[]): Permission[] =>
  registry.filter(
    ({ code, area, action }) =>
      code.includes(':') && action !== 'import' && (area === 'sys' ? ofSys.includes(code) : area !== 'saas'),
  )

/** The scopes in order, each once, if they all can be given. */
export function knownScopes(scopes: readonly string[], registry: readonly Permission[]): string[] {
  const all = new Set(grantable(registry).map((p) => p.code))
  const odd = scopes.find((code) => !all.has(code))
  if (odd !== undefined) refuse(openAccountFaults.scope, { scope: odd })
  return [...new Set(scopes)].sort()
}

/** How far an account reaches. */
export type Reaching = RowOf<typeof openAccount, 'scopes' | 'orgIds' | 'ownerIds'> & {
  readonly ownerScope: string
}

/** Whoever could not do what an account does neither makes it, nor changes it, nor gets its secret. */
export async function demandOwnReach(ctx: Ctx, of: Reaching): Promise<void> {
  await demandReach(ctx, of.orgIds)
  const { owners } = ctx
  const seesAll = of.ownerScope === 'ALL' || of.ownerIds.some((id) => !owners?.includes(id))
  if (!holdsAll(ctx, of.scopes) || (owners !== null && seesAll)) refuse(openAccountFaults.beyond)
}

/** Accounts `t` that somebody may know of: at work where he reaches, and for owners whose goods he sees. */
export const knownTo = (ctx: Ctx): Sql[] => [
  sql`exists (select 1 from unnest(t.org_ids) w (id) where ${withinReach(ctx, sql`w.id`)})`,
  ctx.owners === null ? sql`true` : sql`t.owner_scope = 'LISTED' and t.owner_ids <@ ${ctx.owners}::bigint[]`,
]
