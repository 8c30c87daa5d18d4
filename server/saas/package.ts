// engine: keeps editions of packages

import { refuse } from '@lading/contract/kernel/fault.ts'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { packageLine, quotaPackage } from '@lading/contract/saas/quotaPackage.ts'
import sql, { join, raw } from 'sql-template-tag'
import { createRow, getRow } from '../kernel/crud.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { Extents } from '../kernel/registry.ts'
import type { Input } from '../kernel/rules.ts'
import { snake } from '../kernel/tx.ts'
import { documentRules } from '../platform/document/served.ts'
import type { StepWorks } from '../platform/document/steps.ts'

/** What the platform is still pricing is its own; what was sold before goes on being named. */
export const packageExtent: Extents[string] = (who, t) =>
  who.org.type === 'AGENT' ? sql`${t}.state <> 'DRAFT'` : sql`true`

export const packageRules = documentRules(quotaPackage, {
  warn: ({ isUnlimited, maxUsers, maxCentres, maxTags }) =>
    isUnlimited === false && [maxUsers, maxCentres, maxTags].some((most) => most === null || most === undefined)
      ? [{ field: 'maxUsers', message: saasFaults.noCaps.text }]
      : [],
})

const kept = Object.keys(quotaPackage.header.fields).filter((name) => quotaPackage.header.form.includes(name))
/** The next edition as a draft, of which everything may be changed but its code. */
async function revise(ctx: Ctx, id: string): Promise<{ id: string; no: string }> {
  const before = await getRow(ctx, quotaPackage.header, id)
  const lines = await ctx.tx.query<Input>(sql`
    select ${join(Object.keys(packageLine.fields).flatMap((n) => (n === 'packageId' ? [] : [raw(snake(n))])))} from saas_package_line
    where tenant_id = ${ctx.tenantId} and package_id = ${id} order by id`)
  const input: Input = { ...Object.fromEntries(kept.map((name) => [name, before[name]])), lines }
  const { edition } = await ctx.tx.one<{ edition: number }>(sql`
    select max(edition) + 1 as edition from saas_quota_package where tenant_id = ${ctx.tenantId} and code = ${before.code}`)
  const made = await createRow(ctx, quotaPackage.header, { ...input, edition }, packageRules as never)
  const { billNo } = await ctx.tx.one<{ billNo: string }>(sql`
    select bill_no from saas_quota_package where tenant_id = ${ctx.tenantId} and id = ${made.id}`)
  return { id: made.id, no: billNo }
}

export const packageSteps: StepWorks<typeof quotaPackage> = {
  publish: {
    effect: async (ctx, row) => {
      if (row.listPrice === null) refuse(saasFaults.noLines)
      // One edition of a package is on sale.
      await ctx.tx.run(sql`
        update saas_quota_package set state = 'OFF_SALE', version = version + 1, updated_at = ${ctx.now()}
        where tenant_id = ${ctx.tenantId} and code = ${row.code} and state = 'ON_SALE' and id <> ${row.id}`)
      return undefined
    },
  },
  revise: {
    effect: async (ctx, row, made) => {
      made.push({ key: quotaPackage.header.key, ...(await revise(ctx, row.id)) })
      return undefined
    },
  },
}
