import { Fault } from '@lading/contract/kernel/fault.ts'
import { type AutoTrigger, autoFaults, autoRule, autoTriggers } from '@lading/contract/wms/autoRule.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Rules } from '../../kernel/rules.ts'
import { nextTurn, type When } from './times.ts'

/** What each trigger cannot be without. */
const needs: Partial<Record<AutoTrigger, 'everyMin' | 'cutOff' | 'cron'>> = {
  EVERY: 'everyMin',
  CUTOFF: 'cutOff',
  CRON: 'cron',
}

type Timed = When & { readonly trigger: AutoTrigger }
function demandTime(rule: Timed): void {
  const { trigger } = rule
  const need = needs[trigger]
  if (need && (rule[need] === null || rule[need] === undefined || rule[need] === ''))
    throw new Fault(autoFaults.noTime, { trigger: autoTriggers[trigger], field: autoRule.fields[need].title }, [
      { field: need, rule: 'required', message: '' },
    ])
}
const turnOf = (ctx: Ctx, rule: Timed): string | null =>
  nextTurn(rule, ctx.now(), ctx.org.timeZone)?.toISOString() ?? null

/** Its next turn follows from what it says of when. */
export const autoRuleRules: Rules<typeof autoRule> = {
  beforeCreate: async (ctx, input) => {
    demandTime(input)
    input.nextAt = turnOf(ctx, input)
  },
  beforeUpdate: async (ctx, input, before) => {
    const rule = { ...before, ...input }
    demandTime(rule)
    input.nextAt = before.disabled || before.paused ? null : turnOf(ctx, rule)
  },
  beforeEnable: async (ctx, row) => setNext(ctx, row.id, row.paused ? null : row),
  beforeDisable: async (ctx, row) => setNext(ctx, row.id, null),
}

/** @param when null: it has no turn */
export async function setNext(ctx: Ctx, id: string, when: When | null): Promise<void> {
  const at = when && nextTurn(when, ctx.now(), ctx.org.timeZone)
  await ctx.tx.run(sql`
    update wms_auto_rule set next_at = ${at} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
}
