import { checkRules, taskConfig, taskRules } from '@lading/contract/wms/taskConfig.ts'
import { type TaskType, taskTitles } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'

/** Replaces what a centre says of a type of work by one rule of each kind, or none. */
export async function setTaskRules(
  ctx: Ctx,
  taskType: TaskType,
  { rule, check }: { readonly rule?: object | undefined; readonly check?: object | undefined },
): Promise<void> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  for (const table of [sql`delete from wms_task_rule`, sql`delete from wms_check_rule`])
    await ctx.tx.run(sql`
      ${table} where ${here} and scheme_id in (select id from wms_task_config where ${here} and task_type = ${taskType})`)
  await ctx.tx.run(sql`delete from wms_task_config where ${here} and task_type = ${taskType}`)
  const { ids } = await insert(ctx, taskConfig, [{ taskType, name: taskTitles[taskType][0] }])
  const [schemeId = ''] = ids
  if (rule) await insert(ctx, taskRules.entity, [{ schemeId, seq: 10, ...rule }])
  if (check) await insert(ctx, checkRules.entity, [{ schemeId, seq: 10, ...check }])
}
