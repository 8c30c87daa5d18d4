import { app, appVersion, appVersionRecord } from '@lading/contract/sys/app.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { hashNumber } from '../../platform/demo/site.ts'

const dayMs = 86_400_000
const devices = 9

/** The handheld's program is this server's own page, opened from the code under 应用下载; one more version is prepared. */
export async function seedApps(ctx: Ctx): Promise<void> {
  const users = await ctx.tx.query<{ id: string }>(sql`
    select id from sys_user where tenant_id = ${ctx.tenantId} order by id`)
  const appName = 'PDA'
  const { ids } = await insert(ctx, app, [{ appName, title: '手持终端', platform: 'PDA' }])
  const [appId = ''] = ids
  const publishedAt = new Date(ctx.now().getTime() - 6 * dayMs)
  await insert(ctx, appVersion, [
    {
      appId,
      appName,
      versionName: '1.0.0',
      versionCode: 100,
      downloadUrl: '/',
      introduce: '首个版本：用手持终端扫描二维码打开，再添加到主屏幕。',
      add: '收货、上架、拣货、盘点作业',
      publishedAt,
    },
  ])
  await insert(ctx, appVersion, [
    {
      appId,
      appName,
      versionName: '1.1.0',
      versionCode: 110,
      downloadUrl: '/',
      minVersionCode: 100,
      grayPercent: 20,
      introduce: '先给两成设备试用。',
      fix: '连续扫描时偶尔漏读',
      disabled: true,
    },
  ])
  await insert(
    ctx,
    appVersionRecord,
    Array.from({ length: devices }, (_, i) => ({
      appName,
      device: `PDA-${String(i + 1).padStart(2, '0')}`,
      userId: users[hashNumber(`device ${i}`) % users.length]?.id ?? null,
      toVersionCode: 100,
      versionName: '1.0.0',
    })),
  )
}
