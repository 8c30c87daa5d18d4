import { reportPreset } from '@lading/contract/sys/reportPreset.ts'
import { reportRun } from '@lading/contract/sys/reportRun.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { as } from '../../platform/demo/site.ts'

const hourMs = 3_600_000
const done = { result: 'DONE', message: null } as const
const tooMany = { result: 'LIMIT', message: '结果超过5000行，请增加筛选条件或导出' } as const
const ran = [
  ['STD-STOCK', 'admin', 2, 'SCREEN', null, 186, 412, done],
  ['STD-STOCK', 'admin', 2, 'EXPORT', 'xlsx', 186, 655, done],
  ['STD-EXPIRY', 'receiver', 5, 'SCREEN', null, 64, 208, done],
  ['STD-BOARD', 'admin', 7, 'SCREEN', null, 97, 530, done],
  ['STD-AGE', 'shipper', 22, 'SCREEN', null, null, 1_840, tooMany],
  ['STD-AGE', 'shipper', 22, 'EXPORT', 'csv', 7_312, 2_960, done],
  ['STD-STOCK', 'admin', 24, 'PLAN', 'xlsx', 184, 702, done],
] as const

/** Who has read which report of late, and what the administrator asks again and again. */
export async function seedReportRuns(ctx: Ctx): Promise<void> {
  const reports = await ctx.tx.query<{ id: string; code: string; path: string }>(sql`
    select id, code, path from sys_custom_report where tenant_id = ${ctx.tenantId}`)
  const found = (code: string) => reports.find((r) => r.code === code)
  const runs = await Promise.all(
    ran.map(async ([code, username, hoursAgo, way, format, rowCount, costMs, end]) => {
      const { id: reportId = '0', path = code } = found(code) ?? {}
      const { userId } = await as(ctx, username)
      const startedAt = new Date(ctx.now().getTime() - hoursAgo * hourMs)
      const what = { startedAt, path, reportId, userId: userId ?? '0', orgId: ctx.org.id, asked: null }
      return { ...what, way, format, rowCount, costMs, ...end }
    }),
  )
  await insert(ctx, reportRun, runs.reverse())
  const { userId } = await as(ctx, 'admin')
  const reportId = found('STD-OUTBOUND')?.id
  if (userId && reportId)
    await insert(ctx, reportPreset, [{ userId, reportId, name: '近7天', params: { from: '@today-6', to: '@today' } }])
}
