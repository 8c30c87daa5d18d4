import { type entitlement, planFaults, soldModules } from '@lading/contract/sys/entitlement.ts'
import { supportUser } from '@lading/contract/sys/support.ts'
import sql, { type Sql } from 'sql-template-tag'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import type { Closed, Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Tx } from '../../kernel/tx.ts'

export type Plan = RowOf<
  typeof entitlement,
  'state' | 'modules' | 'isUnlimited' | 'maxUsers' | 'maxCentres' | 'maxTags' | 'endsOn' | 'wallet' | 'told' | 'seq'
>

/** What a tenant may and has; undefined: nobody sells it anything, and all is open. */
export const readPlan = (tx: Tx, tenantId: string): Promise<Plan | undefined> =>
  tx.maybe<Plan>(sql`
    select state, modules, is_unlimited, max_users, max_centres, max_tags, ends_on, wallet, told, seq from sys_entitlement
    where tenant_id = ${tenantId} and code = 'PLAN'`)

/** What everybody who works is shown of the plan: that it is a trial, or ends, or has ended. */
export const planShown = (ctx: Ctx): Sql => sql`
  (select json_build_object('state', state, 'endsOn', ends_on) from sys_entitlement
    where tenant_id = ${ctx.tenantId} and code = 'PLAN' and state in ('TRIAL', 'GRACE', 'SUSPENDED'))`

/** Until when the provider may look into the tenant. */
export const supportShown = (ctx: Ctx): Sql => sql`
  (select valid_to::text from sys_user where tenant_id = ${ctx.tenantId} and username = ${supportUser} and not disabled
    and valid_to >= ${dayIn(usualZone, ctx.now())})`

/** What a right may still do while nothing may be changed. */
const harmless = /:(view|export|print)$/
const isSold = (area: string): area is keyof typeof soldModules => area in soldModules
const areaOf = (permission: string): string => permission.split(':', 1)[0] ?? ''

/** Why a plan takes a right away that roles give; undefined where it does not. */
export function closedBy(plan: Plan | undefined, permission: string): Closed | undefined {
  if (!plan) return undefined
  const area = areaOf(permission)
  if (isSold(area) && !plan.modules.includes(area))
    return { refusal: planFaults.closed, args: { module: soldModules[area] } }
  return plan.state === 'SUSPENDED' && !harmless.test(permission)
    ? { refusal: planFaults.suspended, args: {} }
    : undefined
}
