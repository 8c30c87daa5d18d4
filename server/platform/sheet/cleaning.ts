import { say } from '@lading/contract/kernel/text.ts'
import { sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { ShortJob } from '../job/run.ts'
import { readOption } from '../option.ts'
import { gone } from './alive.ts'
import { dropFiles } from './files.ts'

const dayMs = 86_400_000
const before = (ctx: Ctx, days: number): Date => new Date(ctx.now().getTime() - days * dayMs)

/** Files go when their tenant says so, their records after a season; what still runs after a day was cut off with its process. */
export const sheetCleaning: ShortJob = {
  title: ['清理导入导出文件', 'Clear out old spreadsheets'],
  cron: '40 3 * * *',
  run: async (ctx) => {
    const t = ctx.tenantId
    // What waits in the queue comes back by itself, and is no business of a clock.
    await ctx.tx.run(sql`
      update sys_export_record set state = 'FAILED', message = ${say(gone, ctx.language)}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}
      where tenant_id = ${t} and state = 'RUNNING' and attempt = 0 and created_at < ${before(ctx, 1)}`)
    await ctx.tx.run(sql`
      update sys_import_record set state = 'FAILED', message = ${say(gone, ctx.language)}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}
      where tenant_id = ${t} and state = 'RUNNING' and attempt = 0 and created_at < ${before(ctx, 1)}`)
    const old = await ctx.tx.query<{ fileId: string | null }>(sql`
      update sys_import_record set state = 'EXPIRED', updated_at = ${ctx.now()}
      where tenant_id = ${t} and state = 'CHECKED' and expires_at < ${ctx.now()} returning source_id as file_id`)
    await ctx.tx.run(sql`
      update sys_export_record set state = 'EXPIRED', updated_at = ${ctx.now()}
      where tenant_id = ${t} and state = 'DONE' and expires_at < ${ctx.now()}`)
    await dropFiles(
      ctx,
      old.map((r) => r.fileId),
    )
    const files = await ctx.tx.run(
      sql`delete from sys_sheet_file where tenant_id = ${t} and created_at < ${before(ctx, await readOption(ctx, 'file_retention_days'))}
        and (held_until is null or held_until < ${ctx.now()})`,
    )
    await ctx.tx.run(sql`delete from sys_file_ticket where tenant_id = ${t} and expires_at < ${before(ctx, 1)}`)
    let records = 0
    for (const table of ['sys_export_record', 'sys_import_record'].map((name) => raw(name)))
      records += await ctx.tx.run(
        sql`delete from ${table} where tenant_id = ${t} and created_at < ${before(ctx, limits.recordDays)}`,
      )
    return `${files} files, ${records} records`
  },
}
