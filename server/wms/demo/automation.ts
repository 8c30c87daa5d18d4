import { store } from '@lading/contract/mdm/partner.ts'
import { autoRule } from '@lading/contract/wms/autoRule.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'
import type { Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { autoRuleRules } from '../auto/rules.ts'
import { pause, runNow } from '../auto/run.ts'
import { billRules } from '../bill/billServed.ts'
import { operateSteps } from '../operate/steps.ts'
import type { DemoMasters } from './masters.ts'
import { at, step } from './orders.ts'

/** What a store that opens gets first. */
async function first(ctx: Ctx, m: DemoMasters, i: number): Promise<void> {
  const day = businessDay(ctx)
  // On any day, and however little it is.
  const to = await ctx.tx.one<{ id: string; route: string | null }>(sql`
    select id, route from ${named(ctx, store, 's')} where not disabled and min_order_cases is null and coalesce(cardinality(delivery_days), 0) = 0
    order by code desc offset ${i} limit 1`)
  const { id } = await createRow(
    ctx,
    operateBill.header,
    {
      ownerId: m.owners.get('O1'),
      storeId: to.id,
      mode: 'SUPPLY',
      delivery: 'FIRST',
      route: to.route,
      upstreamNo: `SP${day.replaceAll('-', '')}${i + 1}`,
      bizDate: day,
      deadlineAt: at(day, 22),
      priority: 60,
      lines: m.products.slice(4 + i, 7 + i).map((p) => ({ productId: p.id, planQty: '2', gift: false })),
    },
    billRules(operateBill),
  )
  await step(ctx, operateBill, id, 'approve', operateSteps)
}

/**
 * Rules that make waves: one that has run and has more to do tonight, one that stands still, and a template for planners.
 * What runs of its own accord in the demo starts nothing: a newcomer finds the warehouse as he left it.
 */
export async function seedAutomation(run: Run, m: DemoMasters): Promise<void> {
  const make = (ctx: Ctx, row: object) => createRow(ctx, autoRule, { ...row }, autoRuleRules)
  await run((ctx) =>
    make(ctx, { code: 'DAILY', name: '日配波次', trigger: 'HAND', deliveries: ['NORMAL'], maxLines: 400, dueMin: 240 }),
  )
  for (const i of [0, 1]) await run((ctx) => first(ctx, m, i))
  await run(async (ctx) => {
    const opening = await make(ctx, {
      code: 'OPENING',
      name: '首铺波次',
      trigger: 'CUTOFF',
      cutOff: '23:30',
      deliveries: ['FIRST'],
      autoStart: false,
    })
    await runNow(ctx, opening)
  })
  await run((ctx) => first(ctx, m, 2))
  await run(async (ctx) => {
    const urgent = await make(ctx, {
      code: 'URGENT',
      name: '加急波次',
      trigger: 'COUNT',
      minOrders: 5,
      deliveries: ['URGENT'],
      maxOrders: 50,
      dueMin: 90,
    })
    await pause(ctx, urgent)
  })
}
