import type { MessageKind } from '@lading/contract/sys/message.ts'
import { robotCalls as calls, robotDelivery } from '@lading/contract/sys/robot.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { orgIdOf, type Site } from '../../platform/demo/site.ts'

const hourMs = 3_600_000
/** No address of anybody's: what the demo sends reaches nobody. */
const robots = [
  {
    name: '仓库值班群',
    kind: 'WECOM',
    org: 'DC01',
    kinds: ['SHORT_PICK', 'COUNT_DIFFERS', 'LOT_EXPIRY', 'STOCK_CHECK'],
    address: 'https://wecom.lading.invalid/cgi-bin/webhook/send?key=demo',
    secret: undefined,
  },
  {
    name: '信息部告警群',
    kind: 'DINGTALK',
    org: 'LADING',
    kinds: ['JOB_FAILED', 'JOB_SLOW'],
    address: 'https://dingtalk.lading.invalid/robot/send?access_token=demo',
    secret: 'SECdemo',
  },
] as const

interface Sent {
  readonly kind: MessageKind
  readonly args: Readonly<Record<string, string>>
  readonly link: string
  readonly hoursAgo: number
  /** Left out: it was taken with the first try. */
  readonly failed?: string
}
const sent: readonly Sent[] = [
  {
    kind: 'SHORT_PICK',
    args: { by: '系统管理员', task: 'JH2611250011', product: '矿泉水550ml', qty: '6' },
    link: '#/app-wms/pickTaskList',
    hoursAgo: 3,
  },
  {
    kind: 'COUNT_DIFFERS',
    args: { no: 'PD2611250002', bins: '4' },
    link: '#/app-wms/stockTakeBillList',
    hoursAgo: 9,
    failed: 'errcode 45009: api freq out of limit',
  },
  {
    kind: 'STOCK_CHECK',
    args: { org: '上海青浦物流中心', count: '2' },
    link: '#/app-wms/dashboardCurrent',
    hoursAgo: 20,
  },
]

/** Groups that hear of messages, off as long as nobody gives them an address; and what the first got the day before. */
export async function seedRobots({ run, ask }: Site): Promise<void> {
  for (const { org, ...robot } of robots) {
    const said = { ...robot, orgId: await run((ctx) => orgIdOf(ctx, org)), ownerId: null, language: 'zh-CN' }
    // What the call declares that it answers.
    const { id } = (await ask(calls.add.path, said)) as { id: string }
    await run(async (ctx) => {
      if (robot.kind === 'WECOM') await seedSent(ctx, id)
      await ctx.tx.run(sql`
        update sys_message_robot set disabled = true where tenant_id = ${ctx.tenantId} and id = ${id}`)
    })
  }
}

async function seedSent(ctx: Ctx, robotId: string): Promise<void> {
  for (const { kind, args, link, hoursAgo, failed } of sent.toReversed()) {
    const at = new Date(ctx.now().getTime() - hoursAgo * hourMs)
    const how = failed
      ? { state: 'DEAD' as const, tries: 8, error: failed, doneAt: null }
      : { state: 'DONE' as const, tries: 1, error: null, doneAt: at }
    const row = { robotId, kind, eventId: ctx.newId(), args, link, status: 200, ...how }
    await insert({ ...ctx, now: () => at }, robotDelivery, [row])
  }
}
