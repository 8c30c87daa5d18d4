import { randomUUID } from 'node:crypto'
import type { MessageKind } from '@lading/contract/sys/message.ts'
import { robotCalls as calls, robotDelivery } from '@lading/contract/sys/robot.ts'
import sql from 'sql-template-tag'
import { type Ctx, systemIdentity, systemOrigin } from '../kernel/ctx.ts'
import { askServed } from '../kernel/http/serve.ts'
import { insert } from '../kernel/insert.ts'
import { perform } from '../kernel/perform.ts'
import type { Server } from '../server.ts'
import { tellExpiring } from '../wms/board/expiry.ts'
import { inTenant, type MadeTenant } from './tenant.ts'

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
    isOff: true,
  },
  {
    name: '信息部告警群',
    kind: 'DINGTALK',
    org: 'LADING',
    kinds: ['JOB_FAILED', 'JOB_SLOW'],
    address: 'https://dingtalk.lading.invalid/robot/send?access_token=demo',
    secret: 'SECdemo',
    isOff: true,
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
export async function seedRobots({ kernel, served }: Server, demo: MadeTenant): Promise<void> {
  const group = demo.orgs.get('LADING')
  const add = served.find(({ call }) => call.path === calls.add.path)
  if (!group || add?.kind !== 'plain') return
  const who = { ...systemIdentity(demo.tenantId, group), userId: demo.users.get('admin') ?? null, username: 'admin' }
  await perform(kernel, demo.tenantId, systemOrigin(randomUUID()), who, async (ctx) => {
    for (const { org, isOff, ...robot } of robots) {
      const said = { ...robot, orgId: demo.orgs.get(org)?.id, ownerId: null, language: 'zh-CN' }
      // What the call declares that it answers.
      const { id } = (await askServed(add, ctx, said)) as { id: string }
      if (robot.kind === 'WECOM') await seedSent(ctx, id)
      if (isOff)
        await ctx.tx.run(sql`
          update sys_message_robot set disabled = true where tenant_id = ${ctx.tenantId} and id = ${id}`)
    }
  })
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

/** This morning's alarm of lots near their end, which everybody has read. */
export async function tellNearEnds(server: Server, demo: MadeTenant): Promise<void> {
  const org = demo.orgs.get('DC01')
  if (!org) return
  await inTenant(server.kernel, demo.tenantId, org, (ctx) => tellExpiring(ctx))
  await server.relay.drain()
  await inTenant(server.kernel, demo.tenantId, org, (ctx) =>
    ctx.tx.run(sql`
      update sys_message set read_at = created_at where tenant_id = ${ctx.tenantId} and key = 'LOT_EXPIRY'`),
  )
}
