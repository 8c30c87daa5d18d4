import { customReportCalls as calls, customReport } from '@lading/contract/sys/customReport.ts'
import { isDashboard } from '@lading/contract/sys/dashboard.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../../kernel/crud.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { type Served, serve } from '../../../kernel/http/serve.ts'
import { keepDraft, pathOf, releaseDraft, reportRules } from '../reports.ts'
import { boardStarters } from './boards.ts'
import { flowStarters } from './flow.ts'
import type { Starter } from './sheet.ts'
import { stockStarters } from './stock.ts'
import { transportStarters } from './transport.ts'

/** Reports that every tenant may begin with, drawn as he would draw them. */
export const starters: readonly Starter[] = [...stockStarters, ...flowStarters, ...transportStarters, ...boardStarters]
export const kindOf = ({ template }: Starter) => (isDashboard(template) ? 'FRM' : 'CPT')

/** Publishes the starters that the tenant has not yet. One whose code or place is taken is left as it is. */
export async function installStarters(ctx: Ctx): Promise<{ installed: number }> {
  const taken = await ctx.tx.query<{ code: string; path: string }>(sql`
    select code, path from sys_custom_report where tenant_id = ${ctx.tenantId}`)
  const isNew = (s: Starter): boolean =>
    !taken.some((t) => t.code === s.code || t.path === pathOf(s.folder, s.name, kindOf(s)))
  const all = starters.filter(isNew)
  for (const one of all) {
    const { template, ...named } = one
    const made = await createRow(ctx, customReport, { ...named, kind: kindOf(one), grants: [] }, reportRules)
    await releaseDraft(ctx, await keepDraft(ctx, made, template, 'design'), '模板报表')
  }
  return { installed: all.length }
}

export const starterServed: Served[] = [serve(calls.installStarters, installStarters)]
