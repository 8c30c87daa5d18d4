import { ownPlan } from '@lading/contract/sys/entitlement.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { type Counted, counted, countOf } from '../org/plan.ts'
import { supportUntil } from '../support/support.ts'
import { readPlan } from './read.ts'

export const entitlementServed: readonly Served[] = [
  serve(ownPlan, async (ctx) => {
    const plan = await readPlan(ctx.tx, ctx.tenantId)
    if (!plan) return null
    const { state, modules, isUnlimited, endsOn, wallet } = plan
    const caps = []
    for (const what of Object.keys(counted) as Counted[])
      caps.push({ title: counted[what].title, n: await countOf(ctx, what), most: isUnlimited ? null : plan[what] })
    const support = await supportUntil(ctx)
    return { state, modules: [...modules], isUnlimited, endsOn, caps, wallet: [...(wallet ?? [])], support }
  }),
]
