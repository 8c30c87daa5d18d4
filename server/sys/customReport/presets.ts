import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { customReport } from '@lading/contract/sys/customReport.ts'
import { presetFaults } from '@lading/contract/sys/reportFaults.ts'
import {
  reportPresetCalls as calls,
  presetsMax,
  type ReportPreset,
  reportPreset,
} from '@lading/contract/sys/reportPreset.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { named } from '../../kernel/scope.ts'
import { tellOwn } from '../../platform/sheet/records.ts'
import { reportAt } from './published.ts'
import { demandAsked, type Models } from './run.ts'

type Own = RowOf<typeof reportPreset, 'id' | 'name'>

/** Those that the caller has of a report. Two that he saves at the same moment wait for each other. */
async function lockOwn(ctx: Ctx, reportId: string): Promise<readonly Own[]> {
  await ctx.tx.query(sql`
    select id from sys_user where tenant_id = ${ctx.tenantId} and id = ${ctx.userId} for no key update`)
  return ctx.tx.query<Own>(sql`
    select p.id, p.name from ${named(ctx, reportPreset, 'p')} where p.user_id = ${ctx.userId} and p.report_id = ${reportId}`)
}

const mine = (ctx: Ctx, id: string) => sql`tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId} and id = ${id}`
const changed = (ctx: Ctx) => sql`version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}`

async function save(ctx: Ctx, models: Models, { path, name, params }: z.output<typeof calls.save.input>) {
  const report = await reportAt(ctx, path)
  await demandAsked(ctx, models, report.template, params)
  const own = await lockOwn(ctx, report.id)
  const there = own.find((p) => p.name === name)
  if (!there && own.length >= presetsMax) refuse(presetFaults.tooMany, { max: presetsMax })
  if (there)
    await ctx.tx.run(
      sql`update sys_report_preset set params = ${JSON.stringify(params)}, ${changed(ctx)} where ${mine(ctx, there.id)}`,
    )
  const row = { userId: ctx.userId ?? '0', reportId: report.id, name, params }
  const id = there?.id ?? (await insert(ctx, reportPreset, [row])).ids[0] ?? ''
  const action = there ? 'update' : 'create'
  ctx.audit({ subject: reportPreset.key, subjectId: id, subjectNo: name, action, after: { path, params } })
  tellOwn(ctx, reportPreset)
  return { id }
}

async function rename(ctx: Ctx, { id, name }: z.output<typeof calls.rename.input>) {
  const preset =
    (await ctx.tx.maybe<Own & RowOf<typeof reportPreset, 'reportId'>>(sql`
      select p.id, p.name, p.report_id from ${named(ctx, reportPreset, 'p')} where p.user_id = ${ctx.userId} and p.id = ${id}`)) ??
    refuse(presetFaults.none)
  const others = (await lockOwn(ctx, preset.reportId)).filter((p) => p.id !== id)
  if (others.some((p) => p.name === name))
    refuse(faults.duplicate, { field: reportPreset.fields.name.title, value: name })
  await ctx.tx.run(sql`update sys_report_preset set name = ${name}, ${changed(ctx)} where ${mine(ctx, id)}`)
  const before = { name: preset.name }
  ctx.audit({ subject: reportPreset.key, subjectId: id, subjectNo: name, action: 'rename', before, after: { name } })
  tellOwn(ctx, reportPreset)
  return { id }
}

/** 参数方案: a reader's own ways of asking a report. */
export const reportPresetServed = (models: () => Models): Served[] => [
  serve(calls.mine, async (ctx, { path }) => ({
    presets: await ctx.tx.query<ReportPreset & object>(sql`
      select p.id, p.name, p.params from ${named(ctx, reportPreset, 'p')} join ${named(ctx, customReport, 'r')} on r.id = p.report_id
      where p.user_id = ${ctx.userId} and r.path = ${path} order by p.name collate name_order, p.id`),
  })),
  serve(calls.save, (ctx, input) => save(ctx, models(), input)),
  serve(calls.rename, rename),
  serve(calls.forget, async (ctx, { id }) => {
    const removed = await ctx.tx.run(sql`delete from sys_report_preset where ${mine(ctx, id)}`)
    if (removed > 0) ctx.audit({ subject: reportPreset.key, subjectId: id, action: 'forget' })
    tellOwn(ctx, reportPreset)
    return { removed }
  }),
]
