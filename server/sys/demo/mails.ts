import { mail, mailItem } from '@lading/contract/sys/mail.ts'
import type { MailProblem } from '@lading/contract/sys/mailProblems.ts'
import { type MessageKind, message } from '@lading/contract/sys/message.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { as } from '../../platform/demo/site.ts'

interface Sent {
  readonly to: string
  readonly kind: MessageKind
  readonly args: Readonly<Record<string, string>>
  readonly link: string
  readonly hoursAgo: number
  /** Left out: it was taken with the first try. */
  readonly failed?: { readonly problem: MailProblem; readonly answer: string; readonly tries: number }
}
const hourMs = 3_600_000

const sent: readonly Sent[] = [
  {
    to: 'picker',
    kind: 'TASK_ASSIGNED',
    args: { by: '系统管理员', task: 'JH2611250007' },
    link: '#/app-wms/pickTaskList',
    hoursAgo: 26,
  },
  {
    to: 'admin',
    kind: 'STOCK_CHECK',
    args: { org: '华东物流中心', count: '2' },
    link: '#/app-wms/dashboardCurrent',
    hoursAgo: 20,
  },
  {
    to: 'receiver',
    kind: 'EXPORT_DONE',
    args: { file: '收货任务.xlsx', rows: '318' },
    link: '#/app-sys/exportRecord',
    hoursAgo: 7,
    failed: { problem: 'REFUSED', answer: '550 5.1.1 mailbox unavailable', tries: 1 },
  },
  {
    to: 'admin',
    kind: 'SHORT_PICK',
    args: { by: '系统管理员', task: 'JH2611250011', product: '矿泉水550ml', qty: '6' },
    link: '#/app-wms/pickTaskList',
    hoursAgo: 3,
  },
]

/** Letters of the day before, with what they told: read long since, and one that no server took. */
export async function seedMails(ctx: Ctx): Promise<void> {
  for (const { to, kind, args, link, hoursAgo, failed } of sent) {
    const { userId } = await as(ctx, to)
    const at = new Date(ctx.now().getTime() - hoursAgo * hourMs)
    const then = { ...ctx, now: () => at }
    const told = await insert(then, message, [{ userId, key: kind, args, link, readAt: at }])
    const { ids } = await insert(then, mail, [
      {
        receiverId: userId,
        kind,
        messages: 1,
        way: 'OWN',
        state: failed ? 'DEAD' : 'SENT',
        tries: failed?.tries ?? 1,
        problem: failed?.problem ?? null,
        answer: failed?.answer ?? '250 2.0.0 Ok: queued',
        sentAt: failed ? null : at,
      },
    ])
    await insert(then, mailItem, [{ userId, messageId: told.ids[0], dueAt: at, mailId: ids[0] }])
  }
}
