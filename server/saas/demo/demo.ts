// engine: the channel of the demo installation

import { addDays } from '@lading/contract/kernel/day.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { agent } from '@lading/contract/saas/agent.ts'
import { quotaPackage } from '@lading/contract/saas/quotaPackage.ts'
import { agentOrder, platOrder } from '@lading/contract/saas/rationOrder.ts'
import { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { guidance } from '@lading/contract/sys/guidance.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow } from '../../kernel/rowOf.ts'
import { begin } from '../../platform/document/served.ts'
import { type StepWorks, takeStep } from '../../platform/document/steps.ts'
import { guidanceTopic } from '../../platform/guidance/served.ts'
import type { Demo } from '../../platform/manifest.ts'
import { createAgent } from '../agent/served.ts'
import type { Administration } from '../asks.ts'
import { quotaDay } from '../ledger/accounts.ts'
import { orderRules } from '../order/rules.ts'
import { orderSteps } from '../order/steps.ts'
import { packageRules, packageSteps } from '../package.ts'
import { applicationRules } from '../tenant/rules.ts'

type Paper = { readonly header: AnyEntity; readonly flow: never }
/** Takes a paper through steps, each by its version. */
async function through(
  ctx: Ctx,
  of: object,
  works: object,
  id: string,
  steps: readonly (readonly [string, (object | undefined)?])[],
): Promise<void> {
  const paper = of as Paper
  for (const [step, input] of steps) {
    const { version } = await ctx.tx.one<{ version: number }>(
      paper.header.table === 'saas_quota_package'
        ? sql`select version from saas_quota_package where tenant_id = ${ctx.tenantId} and id = ${id}`
        : sql`select version from saas_ration_order where tenant_id = ${ctx.tenantId} and id = ${id}`,
    )
    await takeStep(
      ctx,
      paper,
      step,
      { id, version, ...(input && { input: input as never }) },
      (works as StepWorks)[step],
    )
  }
}

const packages = [
  ['AG-STD', '代理商标准包', 'AGENT', '1000', '80000', 730, 5],
  ['AG-LITE', '代理商入门包', 'AGENT', '120', '10800', 395, 5],
  ['WMS-Y', '仓储旗舰版', 'TENANT', '12', '2400', null, 5],
  ['ALL-Y', '仓运一体版', 'TENANT', '12', '3600', null, 5],
  ['TRY-15', '十五天试用', 'TRIAL', '0.5', '0', null, 1],
] as const

async function seedPackages(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>()
  for (const [code, name, audience, qty, price, validDays, priority] of packages) {
    const { id } = await createRow(
      ctx,
      quotaPackage.header,
      {
        ...{ code, name, audience, isUnlimited: audience !== 'TRIAL', leastCopies: 1, mostCopies: 100 },
        ...(audience === 'TRIAL' && { maxUsers: 20, maxCentres: 3, maxTags: 200 }),
        modules: code === 'WMS-Y' ? ['wms', 'dps'] : ['wms', 'tms', 'dps'],
        lines: [{ unit: 'ORG_MONTH', qty, price, validDays, priority }],
      },
      packageRules as never,
    )
    await through(ctx, quotaPackage, packageSteps, id, [['publish']])
    made.set(code, id)
  }
  return made
}

const agents = [
  ['A001', '华东渠道（苏州）科技', '华东', '8', '200000', null],
  ['A002', '华南供应链服务', '华南', '5', null, null],
  ['A00101', '无锡云仓服务', '华东', '3', null, 'A001'],
] as const

async function seedAgents(ctx: Ctx, asks: Administration): Promise<ReadonlyMap<string, { id: string; ctx: Ctx }>> {
  const made = new Map<string, { id: string; ctx: Ctx }>()
  const today = quotaDay(ctx)
  for (const [code, name, region, discount, creditLimit, upper] of agents) {
    const input: NewRow<typeof agent.fields> = {
      ...{ code, name, region, discount, creditLimit, upperId: upper && (made.get(upper)?.id ?? null) },
      ...{ contact: '渠道经理', phone: '0512-66000000', contractFrom: addDays(today, -200) },
      contractTo: addDays(today, code === 'A002' ? 20 : 500),
    }
    const { id } = await createAgent(ctx, asks, { ...input })
    const org = await ctx.tx.one<Ctx['org']>(sql`
      select id, code, type, time_zone from sys_org where tenant_id = ${ctx.tenantId} and code = ${code}`)
    made.set(code, { id, ctx: { ...ctx, org } })
  }
  return made
}

/** A tenant of the installation as the channel knows it. */
async function adopt(ctx: Ctx, tenantCode: string, more: object): Promise<string> {
  const tenant = await ctx.tx.maybe<{ id: string; name: string }>(
    sql`select id, name from sys_tenant where code = ${tenantCode}`,
  )
  const input = {
    ...{
      company: tenant?.name ?? '',
      licenceNo: `91320500${tenantCode.toUpperCase()}`,
      contact: '王经理',
      phone: '13800000001',
    },
    ...{
      email: `ops@${tenantCode}.example.cn`,
      modules: ['wms'] as const,
      dcs: 1,
      tcs: 1,
      tenantCode,
      madeId: tenant?.id ?? null,
    },
    ...{ entitled: ['wms', 'tms', 'dps'] as const, begunOn: quotaDay(ctx), ...more },
  }
  begin(ctx, tenantApplication, [input])
  const { ids } = await insert(ctx, tenantApplication.header, [
    { ...input, state: 'ACTIVE', isUnlimited: true } as never,
  ])
  return ids[0] ?? ''
}

const voucher = async (ctx: Ctx, id: string): Promise<object> => {
  const { amount } = await ctx.tx.one<{ amount: string }>(sql`
    select amount from saas_ration_order where tenant_id = ${ctx.tenantId} and id = ${id}`)
  return { paid: amount, voucher: `P${id.slice(-6)}` }
}

const materials = [
  [
    '配额订单怎么付款',
    'ARTICLE',
    ['PLAT', 'AGENT'],
    'saas/agentRationOrderList',
    'PUBLISHED',
    '下单后把款项汇至平台账户，在订单上登记凭证号；平台确认后配额立即到账。',
    null,
  ],
  [
    '收货十分钟',
    'ARTICLE',
    ['TENANT'],
    'wms/receiveTaskList wms/orderBillList',
    'PUBLISHED',
    '到货后打开进货订单，按托盘扫码收货；差异在收货完成时确认。\n货位由上架策略推荐，也可以手工改。',
    null,
  ],
  ['代理商合同模板', 'PDF', ['AGENT'], null, 'DRAFT', null, 'https://example.cn/lading/agent-contract.pdf'],
] as const
const seedGuidance = (ctx: Ctx): Promise<unknown> =>
  insert(
    ctx,
    guidance,
    materials.map(([title, kind, audience, pages, state, body, url]) => ({
      ...{ title, kind, audience, pages, state, body, url, edition: '1.0', product: 'all' as const },
      publishedAt: state === 'PUBLISHED' ? ctx.now() : null,
    })),
  )

async function seedChannel(ctx: Ctx, asks: Administration): Promise<void> {
  await seedGuidance(ctx)
  ctx.emit({ topic: guidanceTopic, key: 'ALL' })
  const packageOf = await seedPackages(ctx)
  const agentOf = await seedAgents(ctx, asks)
  const at = (code: string): { id: string; ctx: Ctx } => agentOf.get(code) ?? { id: '', ctx }
  const order = async (by: Ctx, kind: 'AGENT' | 'PLAT', input: object, steps: readonly string[]): Promise<void> => {
    const of = kind === 'AGENT' ? agentOrder : platOrder
    const { id } = await createRow(by, of.header, { ...input }, orderRules(of, kind) as never)
    for (const step of steps) {
      const seller = step === 'submit' || kind === 'AGENT' ? by : ctx
      await through(seller, of, orderSteps, id, [[step, step === 'pay' ? await voucher(ctx, id) : undefined]])
    }
  }
  const whole = ['submit', 'approve', 'pay']
  await order(at('A001').ctx, 'PLAT', { packageId: packageOf.get('AG-STD'), copies: 1 }, whole)
  await order(at('A001').ctx, 'PLAT', { packageId: packageOf.get('AG-LITE'), copies: 2 }, [
    'submit',
    'approve',
    'deliver',
  ])
  await order(at('A002').ctx, 'PLAT', { packageId: packageOf.get('AG-LITE'), copies: 1 }, ['submit'])
  const demo = await adopt(at('A001').ctx, 'demo', { region: '华东', agentId: at('A001').id })
  const demo2 = await adopt(at('A002').ctx, 'demo2', { region: '华南', agentId: at('A002').id, tcs: 0 })
  await order(at('A001').ctx, 'AGENT', { applicationId: demo, packageId: packageOf.get('ALL-Y'), copies: 50 }, whole)
  await order(at('A001').ctx, 'AGENT', { applicationId: demo, packageId: packageOf.get('WMS-Y'), copies: 2 }, [
    'submit',
  ])
  await order(ctx, 'PLAT', { applicationId: demo2, packageId: packageOf.get('ALL-Y'), copies: 20 }, whole)
  for (const [company, licenceNo, by] of [
    ['昆山生鲜配送有限公司', '91320583MA1DEMO1X', at('A001').ctx],
    ['常熟医药物流有限公司', '91320581MA1DEMO2X', ctx],
  ] as const)
    await createRow(
      by,
      tenantApplication.header,
      {
        ...{ company, licenceNo, contact: '李经理', phone: '13900000002', email: 'li@example.cn', region: '华东' },
        ...{ modules: ['wms', 'tms'], dcs: 2, tcs: 1 },
      },
      applicationRules as never,
    )
  await ctx.tx.run(sql`
    update saas_tenant_application set state = 'APPLIED' where tenant_id = ${ctx.tenantId} and licence_no = '91320583MA1DEMO1X'`)
}

/** Packages, agents with their stock, tenants that bought, and applications that wait. */
export const demoOver = (asks: Administration): Demo => ({ PLAT: ({ run }) => run((ctx) => seedChannel(ctx, asks)) })
