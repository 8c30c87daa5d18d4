import { announcement } from '@lading/contract/sys/announcement.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { orgIdOf } from '../../platform/demo/site.ts'

/** What the demo company's people shall read: one that they see, two that are not out yet. */
export async function seedAnnouncements(ctx: Ctx): Promise<void> {
  await insert(ctx, announcement, [
    {
      title: '周五晚盘点通知',
      level: 'WARN',
      orgId: await orgIdOf(ctx, 'DC02'),
      state: 'PUBLISHED',
      publishedAt: ctx.now(),
      body: '周五 20:00 起盘点，请在 19:30 前完成在手的上架和拣货任务。\n盘点期间不收货。',
    },
    {
      title: '春节配送安排',
      level: 'INFO',
      orgId: ctx.org.id,
      state: 'DRAFT',
      publishedAt: null,
      body: '各物流中心的春节配送计划将在此公布。',
    },
    {
      title: '三号月台检修',
      level: 'WARN',
      orgId: await orgIdOf(ctx, 'DC01'),
      state: 'DRAFT',
      publishedAt: null,
      body: '下周三 13:00 至 15:00 检修三号发货月台的升降板，装车请改用其他月台。',
    },
  ])
}
