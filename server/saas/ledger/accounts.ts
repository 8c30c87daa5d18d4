// engine: keeps the accounts of quota

import { account } from '@lading/contract/saas/ledger.ts'
import type { Unit } from '@lading/contract/saas/units.ts'
import sql from 'sql-template-tag'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

/** Whose an account is: of the platform one of a kind and unit, of an agent, or of a tenant by its application. */
export type Holder =
  | { readonly kind: 'ISSUE' | 'CONSUMED' | 'EXPIRED' }
  | { readonly kind: 'STOCK'; readonly agentId: string; readonly orgId: string }
  | { readonly kind: 'WALLET'; readonly applicationId: string; readonly orgId: string }

export type Account = RowOf<typeof account, 'id' | 'code' | 'kind' | 'unit' | 'balance' | 'isFrozen' | 'orgId'>

/** The day on which quota counts: the channel has one clock. */
export const quotaDay = (ctx: Pick<Ctx, 'now'>): string => dayIn(usualZone, ctx.now())

function codeOf(of: Holder, unit: Unit): string {
  if (of.kind === 'STOCK') return `${of.kind}.${unit}.${of.agentId}`
  return of.kind === 'WALLET' ? `${of.kind}.${unit}.${of.applicationId}` : `${of.kind}.${unit}`
}

/** The platform's own organisation; its accounts stand there. */
export async function platformOrg(ctx: Ctx): Promise<string> {
  const { id } = await ctx.tx.one<{ id: string }>(sql`
    select id from sys_org where tenant_id = ${ctx.tenantId} and type = 'PLAT'`)
  return id
}

/** Opens the accounts that are not there yet, and locks all, by id: whoever moves quota does so first. */
export async function lockAccounts(ctx: Ctx, unit: Unit, holders: readonly Holder[]): Promise<Account[]> {
  const plat = await platformOrg(ctx)
  for (const of of holders)
    await insert(
      { ...ctx, org: { ...ctx.org, id: 'orgId' in of ? of.orgId : plat } },
      account,
      [
        {
          code: codeOf(of, unit),
          kind: of.kind,
          unit,
          agentId: of.kind === 'STOCK' ? of.agentId : null,
          applicationId: of.kind === 'WALLET' ? of.applicationId : null,
          balance: '0',
          isFrozen: false,
        },
      ],
      sql`on conflict (tenant_id, code) do nothing`,
    )
  const codes = holders.map((of) => codeOf(of, unit))
  const rows = await ctx.tx.query<Account>(sql`
    select id, code, kind, unit, balance, is_frozen, org_id from saas_account
    where tenant_id = ${ctx.tenantId} and code = any(${codes}::text[]) order by id for update`)
  return codes.map((code) => {
    const row = rows.find((one) => one.code === code)
    if (!row) throw new Error(`there is no account ${code}`)
    return row
  })
}
