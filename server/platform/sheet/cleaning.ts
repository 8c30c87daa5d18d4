import { say, type Text } from '@lading/contract/kernel/text.ts'
import { sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { ShortJob } from '../job/run.ts'

const dayMs = 86_400_000
const before = (ctx: Ctx, days: number): Date => new Date(ctx.now().getTime() - days * dayMs)
const interrupted: Text = ['服务中断，未完成', 'The service was interrupted before this finished']

/** Files go after a week, their records after a season; what still runs after a day was cut off with its process. */
export const sheetCleaning: ShortJob = {
  title: ['清理导入导出文件', 'Clear out old spreadsheets'],
  cron: '40 3 * * *',
  run: async (ctx) => {
    const t = ctx.tenantId
    const files = await ctx.tx.run(
      sql`delete from sys_sheet_file where tenant_id = ${t} and created_at < ${before(ctx, limits.fileDays)}`,
    )
    let records = 0
    for (const table of ['sys_export_record', 'sys_import_record'].map((name) => raw(name))) {
      await ctx.tx.run(sql`
        update ${table} set state = 'FAILED', message = ${say(interrupted, ctx.language)}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}
        where tenant_id = ${t} and state = 'RUNNING' and created_at < ${before(ctx, 1)}`)
      records += await ctx.tx.run(
        sql`delete from ${table} where tenant_id = ${t} and created_at < ${before(ctx, limits.recordDays)}`,
      )
    }
    return `${files} files, ${records} records`
  },
}
