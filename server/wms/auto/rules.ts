import { Fault } from '@lading/contract/kernel/fault.ts'
import { type AutoTrigger, autoFaults, autoRule, autoTriggers } from '@lading/contract/wms/autoRule.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { nextTurn, type When } from './times.ts'

/** What each trigger cannot be without. */
const needs: Partial<Record<AutoTrigger, 'everyMin' | 'cutOff' | 'cron'>> = {
  EVERY: 'everyMin',
  CUTOFF: 'cutOff',
  CRON: 'cron',
}

/** Its next turn follows from what it says of when. */
function plan(ctx: Ctx, input: Input, before: Input): void {
  const rule = { ...before, ...input } as unknown as When
  const trigger = rule.trigger as AutoTrigger
  const need = needs[trigger]
  if (need && (rule[need] === null || rule[need] === undefined || rule[need] === ''))
    throw new Fault(autoFaults.noTime, { trigger: autoTriggers[trigger], field: autoRule.fields[need].title }, [
      { field: need, rule: 'required', message: '' },
    ])
  const isOff = before.disabled === true || before.paused === true
  input.nextAt = isOff ? null : (nextTurn(rule, ctx.now(), ctx.org.timeZone)?.toISOString() ?? null)
}

export const autoRuleRules: Rules<typeof autoRule> = {
  beforeCreate: async (ctx, input) => plan(ctx, input, {}),
  beforeUpdate: async (ctx, input, before) => plan(ctx, input, before),
  beforeEnable: async (ctx, row) => setNext(ctx, row.id, row.paused === true ? null : (row as unknown as When)),
  beforeDisable: async (ctx, row) => setNext(ctx, row.id, null),
}

/** @param when null: it has no turn */
export async function setNext(ctx: Ctx, id: string, when: When | null): Promise<void> {
  const at = when && nextTurn(when, ctx.now(), ctx.org.timeZone)
  await ctx.tx.run(sql`
    update wms_auto_rule set next_at = ${at} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
}
