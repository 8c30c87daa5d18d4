// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import {
  sysTaskConfig,
  type TypeRules,
  type TypeUse,
  taskConfigFaults,
  usualTaskConfigs,
} from '@lading/contract/wms/sysTaskConfig.ts'
import { task as taskTable } from '@lading/contract/wms/task.ts'
import { type TaskType, taskTitles, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Rules } from '../../kernel/rules.ts'
import { from } from '../../kernel/scope.ts'
import { looseCode } from '../masters/loose.ts'
import type { LineRow, TaskRow } from './read.ts'

/** Gives the enterprise a row for each type of work. What is there already stays as it is. */
export const prepareTaskTypes = (ctx: Ctx): Promise<unknown> =>
  insert(ctx, sysTaskConfig, usualTaskConfigs, sql`on conflict do nothing`)

/** What is asked of who confirms the task `alias`, read along with it. */
export const rulesOfType = (alias: string): Sql => sql`(
  select jsonb_build_object('scanBin', g.scan_bin, 'scanGoods', g.scan_goods, 'scanContainer', g.scan_container, 'allowShort', g.allow_short, 'reasons', to_jsonb(g.reasons))
  from wms_sys_task_config g where g.tenant_id = ${raw(alias)}.tenant_id and g.task_type = ${raw(alias)}.task_type)`

/** How new tasks of these types begin. @throws Fault typeOff */
export async function typesInUse(ctx: Ctx, types: readonly TaskType[]): Promise<ReadonlyMap<TaskType, TypeUse>> {
  const rows = await ctx.tx.query<TypeUse>(sql`
    select task_type, enabled, mode, need_assign from wms_sys_task_config
    where tenant_id = ${ctx.tenantId} and task_type = any(${[...new Set(types)]}::text[])`)
  const off = rows.find((row) => !row.enabled)
  if (off) refuse(taskConfigFaults.typeOff, { type: taskTitles[off.taskType] })
  return new Map(rows.map((row) => [row.taskType, row]))
}

/** Whether work that may be left out is done here at all. */
export async function isTypeOn(ctx: Ctx, type: TaskType): Promise<boolean> {
  const off = await ctx.tx.maybe(sql`
    select 1 from wms_sys_task_config where tenant_id = ${ctx.tenantId} and task_type = ${type} and not enabled`)
  return off === undefined
}

/** What a confirm says of its line, as far as the rules of its type ask for it. */
interface Said {
  readonly reason?: string | undefined
  /** Given by handhelds alone: a desk and a sheet of paper scan nothing. */
  readonly scannedAt?: string | undefined
  readonly scans: {
    readonly bin?: string | undefined
    readonly product?: string | undefined
    readonly container?: string | undefined
  }
}
type Asking = Pick<TaskRow, 'taskType' | 'rules'>
type AskedLine = Pick<LineRow, 'productId' | 'fromBinId' | 'fromContainerId' | 'handQty'>

/** Asks of a confirm what the rules of its type demand. Counting has steps of its own. @throws Fault noShort, reasonOff, scanMissing */
export async function demandSaid(ctx: Ctx, { taskType: type, rules }: Asking, said: Said, line: AskedLine) {
  if (rules === null || taskTypes[type].counts) return
  if (said.reason !== undefined) {
    if (!rules.allowShort) refuse(taskConfigFaults.noShort, { type: taskTitles[type] })
    if (rules.reasons.length > 0 && !rules.reasons.includes(said.reason))
      refuse(taskConfigFaults.reasonOff, { reason: taskTypes[type].reasons[said.reason] ?? said.reason })
    // Who finds nothing has nothing to scan.
    return
  }
  if (said.scannedAt === undefined) return
  const what = await unscanned(ctx, type, rules, said, line)
  if (what) refuse(taskConfigFaults.scanMissing, { what })
}

async function unscanned(ctx: Ctx, type: TaskType, rules: TypeRules, { scans }: Said, line: AskedLine) {
  const steps = taskTypes[type].station?.steps ?? []
  const inHand = Number(line.handQty) > 0
  const hasBin = inHand || (steps.includes('bin') && (taskTypes[type].at === 'to' || line.fromBinId !== null))
  if (rules.scanBin && hasBin && !scans.bin) return words.bin
  if (rules.scanContainer && steps.includes('container') && !scans.container) return words.container
  if (!rules.scanGoods || inHand || line.productId === null || scans.product) return undefined
  return (await isLoose(ctx, line.fromContainerId)) ? words.goods : undefined
}
const words = {
  bin: ['货位', 'bin'],
  goods: ['商品', 'product'],
  container: ['容器', 'container'],
} as const satisfies Record<string, Text>

/** Goods on a pallet are told by the pallet. */
async function isLoose(ctx: Ctx, containerId: string | null): Promise<boolean> {
  if (containerId === null) return true
  const { code } = await ctx.tx.one<{ code: string }>(sql`
    select code from wms_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${containerId}`)
  return code === looseCode
}

const standing = ['NEW', 'WAIT', 'READY', 'ASSIGNED', 'RUNNING', 'SUSPENDED'] as const
async function demandIdle(ctx: Ctx, type: TaskType): Promise<void> {
  const open = await ctx.tx.maybe<RowOf<typeof taskTable, 'id' | 'taskNo'>>(sql`
    select t.id, t.task_no from ${from(ctx, taskTable, 't')} where t.task_type = ${type} and t.state = any(${[...standing]}::text[]) order by t.id limit 1`)
  if (open) refuse(taskConfigFaults.typeBusy, { task: rowName(viewOf(type), open.id, open.taskNo) })
}

export const typeConfigRules: Rules<typeof sysTaskConfig> = {
  beforeUpdate: async (ctx, input, before) => {
    const type = before.taskType
    const foreign = input.reasons?.find((r) => !Object.hasOwn(taskTypes[type].reasons, r))
    if (foreign)
      refuse(taskConfigFaults.reasonOfOther, { reason: sysTaskConfig.fields.reasons.choices?.[foreign] ?? foreign })
    if (input.enabled === false && before.enabled === true) await demandIdle(ctx, type)
  },
}
