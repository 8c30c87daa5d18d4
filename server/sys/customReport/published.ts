import { refuse } from '@lading/contract/kernel/fault.ts'
import { type Drawing, drawing } from '@lading/contract/sys/dashboard.ts'
import { customReportFaults, reportFaults } from '@lading/contract/sys/reportFaults.ts'
import sql, { type Sql } from 'sql-template-tag'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import type { Models } from './run.ts'

interface Published {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly folder: string
  readonly path: string
  readonly note: string | null
  readonly state: string
  readonly template: unknown
  readonly isGranted: boolean
  readonly mayExport: boolean
}

/** What was published, and whether it is the reader's: without a grant a report is everybody's. */
export const readable = (ctx: Ctx, which: Sql) =>
  ctx.tx.query<Published>(sql`
    select r.id, r.code, r.name, r.folder, r.path, r.note, r.state, v.template, coalesce(g.n, 0) = 0 or g.mine > 0 as is_granted,
      coalesce(g.n, 0) = 0 or g.exported > 0 as may_export
    from sys_custom_report r
    join sys_report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id and v.no = r.published
    left join lateral (
      select count(*) as n, count(*) filter (where o.is_mine) as mine, count(*) filter (where o.is_mine and o.may_export) as exported
      from (
        select k.may_export, k.user_id = ${ctx.userId} or exists (
          select 1 from sys_user_role ur where ur.tenant_id = k.tenant_id and ur.user_id = ${ctx.userId} and ur.role_id = k.role_id) as is_mine
        from sys_report_grant k where k.tenant_id = r.tenant_id and k.report_id = r.id) o) g on true
    where r.tenant_id = ${ctx.tenantId} and ${which} order by r.folder collate name_order, r.name collate name_order`)

/** Undefined: nobody can read it any more, such as one of a later release. */
export const templateOf = (row: Pick<Published, 'template'>): Drawing | undefined =>
  drawing.safeParse(row.template).data
/** Whether he may see what it is made of. */
export const maySee = (ctx: Ctx, models: Models, template: Drawing): boolean =>
  Object.values(template.sets).every((s) => {
    const model = models.find((m) => m.key === s.model)
    return model !== undefined && allowed(ctx, model.permission)
  })

/** One that its reader may read. @throws Fault */
export async function reportAt(ctx: Ctx, path: string): Promise<Published & { readonly template: Drawing }> {
  const [row] = await readable(ctx, sql`r.path = ${path}`)
  const template = row && templateOf(row)
  if (!row || !template) return refuse(reportFaults.none, { path })
  if (row.state === 'OFFLINE') refuse(customReportFaults.offline)
  return row.isGranted || ctx.userId === null ? { ...row, template } : refuse(reportFaults.forbidden)
}

/** One that its reader may take out of the system. */
export async function publishedAt(ctx: Ctx, path: string): Promise<Awaited<ReturnType<typeof reportAt>>> {
  const report = await reportAt(ctx, path)
  return report.mayExport ? report : refuse(reportFaults.forbidden)
}
