import { announcement } from '@lading/contract/sys/announcement.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { insert } from '../kernel/insert.ts'

/** What the demo company's people shall read: one that they see, one that is not out yet. */
export async function seedAnnouncements(ctx: Ctx, groupId: string, dcId: string): Promise<void> {
  await insert(ctx, announcement, [
    {
      title: '周五晚盘点通知',
      level: 'WARN',
      orgId: dcId,
      state: 'PUBLISHED',
      publishedAt: ctx.now(),
      body: '周五 20:00 起盘点，请在 19:30 前完成在手的上架和拣货任务。\n盘点期间不收货。',
    },
    {
      title: '春节配送安排',
      level: 'INFO',
      orgId: groupId,
      state: 'DRAFT',
      publishedAt: null,
      body: '各物流中心的春节配送计划将在此公布。',
    },
  ])
}
