// engine: asks the rules of the centre about work of all owners when it is made

import { type Facts, type RuleTable, tried } from '@lading/contract/kernel/ruleTable.ts'
import type { Dispatch } from '@lading/contract/wms/task.ts'
import { checkRules, type LineOrder, type TaskGroup, taskRules } from '@lading/contract/wms/taskConfig.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { tableOf } from '../../kernel/tables.ts'

/** What is known of work when it is made, as far as rules may ask. */
export interface Deal {
  readonly taskType: TaskType
  readonly ownerId?: string | null | undefined
  readonly pickAreaId?: string | null | undefined
  readonly billKey?: string | null | undefined
  readonly storeId?: string | null | undefined
  readonly mode?: string | null | undefined
  readonly productIds?: readonly string[]
}
/** What holds for work that meets it. */
export interface TaskRule {
  readonly queue: string | null
  readonly priority: number | null
  readonly dispatch: Dispatch
  readonly autoRelease: boolean
  readonly allowChangeBin: boolean
  readonly refetch: boolean
  readonly maxLines: number | null
  readonly maxCases: number | null
  readonly maxVolumeM3: string | null
  readonly maxWeightKg: string | null
  readonly groupBy: readonly TaskGroup[]
  readonly lineOrder: LineOrder
  readonly labelTemplateId: string | null
  readonly timeoutMin: number | null
}
export interface CheckRow {
  readonly checkPct: number
  readonly checkShort: boolean
  readonly checkValue: string | null
  readonly checkNewDays: number | null
  readonly checkByOther: boolean
  readonly weighGrams: number
  readonly weighPct: string
}
type Stored = Facts & { readonly taskType: TaskType }

/** The rules of these types in the order in which they are asked. */
const readRules = (ctx: Ctx, { entity }: RuleTable, types: readonly TaskType[]): Promise<Stored[]> =>
  ctx.tx.query<Stored>(sql`
    select c.task_type, r.* from wms_task_config c
    join ${raw(tableOf(entity))} r on r.tenant_id = c.tenant_id and r.org_id = c.org_id and r.scheme_id = c.id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and not c.disabled and c.task_type = any(${[...new Set(types)]}::text[])
    order by r.seq`)

const asks = (rules: readonly Facts[], name: string): boolean =>
  rules.some((r) => (Array.isArray(r[name]) ? (r[name] as unknown[]).length > 0 : Boolean(r[name])))

/** Rules as they are asked, and what of each deal they may ask about. What no rule asks about is not looked up. */
export async function factsOf<R extends Facts>(
  ctx: Ctx,
  rules: readonly R[],
  deals: readonly Omit<Deal, 'taskType'>[],
): Promise<{ readonly rules: readonly R[]; readonly facts: readonly Facts[] }> {
  const [stores, goods] = await Promise.all([
    asks(rules, 'storeKind') || asks(rules, 'route') ? storesOf(ctx, deals) : new Map<string, Facts>(),
    asks(rules, 'categoryId') ? categoriesOf(ctx, rules, deals) : undefined,
  ])
  return {
    rules: goods ? rules.map((r) => ({ ...r, categoryId: goods.below(r) })) : rules,
    facts: deals.map((deal) => ({
      goodsOwner: deal.ownerId,
      pickAreaId: deal.pickAreaId,
      billKind: deal.billKey,
      mode: deal.mode,
      ...stores.get(deal.storeId ?? ''),
      categoryId: goods?.common(deal),
    })),
  }
}

/** Of each the first rule that it meets; nothing where none does. @param table whose rules: of tasks, or of checks */
async function meet(ctx: Ctx, table: RuleTable, deals: readonly Deal[]): Promise<readonly (Facts | undefined)[]> {
  const stored = await readRules(
    ctx,
    table,
    deals.map((d) => d.taskType),
  )
  if (stored.length === 0) return deals.map(() => undefined)
  const { rules, facts } = await factsOf(ctx, stored, deals)
  const byType = Map.groupBy(rules, (r) => r.taskType)
  return deals.map((deal, i) => tried(table, byType.get(deal.taskType) ?? [], facts[i] ?? {}).find((r) => r.fires)?.row)
}

/** What becomes of each piece of new work. */
export const rulesFor = async (ctx: Ctx, deals: readonly Deal[]): Promise<readonly (TaskRule | undefined)[]> =>
  (await meet(ctx, taskRules, deals)) as readonly (TaskRule | undefined)[] // Their columns.

/** Which rule says whether each container is looked into. */
export const checksFor = async (
  ctx: Ctx,
  deals: readonly Omit<Deal, 'taskType'>[],
): Promise<readonly (CheckRow | undefined)[]> =>
  (await meet(
    ctx,
    checkRules,
    deals.map((d) => ({ ...d, taskType: 'CONTAINER_CHECK' as const })),
  )) as readonly (CheckRow | undefined)[] // Their columns.

/** Whether any rule says which containers are looked into. */
export async function hasChecks(ctx: Ctx): Promise<boolean> {
  const any = await ctx.tx.maybe(sql`
    select 1 from wms_task_config c join wms_check_rule r on r.tenant_id = c.tenant_id and r.org_id = c.org_id and r.scheme_id = c.id
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and not c.disabled limit 1`)
  return any !== undefined
}

type Known = Omit<Deal, 'taskType'>
async function storesOf(ctx: Ctx, deals: readonly Known[]): Promise<ReadonlyMap<string, Facts>> {
  const ids = [...new Set(deals.flatMap((d) => d.storeId ?? []))]
  const rows = await ctx.tx.query<{ id: string; storeKind: string; route: string | null }>(sql`
    select id, kind as store_kind, route from wms_store where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** Categories as rules ask of them: a rule means all that is below what it names, a task is of what all its goods share. */
async function categoriesOf(ctx: Ctx, rules: readonly Facts[], deals: readonly Known[]) {
  const productIds = [...new Set(deals.flatMap((d) => d.productIds ?? []))]
  const named = [...new Set(rules.flatMap((r) => (r.categoryId ?? []) as string[]))]
  const [paths, below] = await Promise.all([
    ctx.tx.query<{ id: string; path: string | null }>(sql`
      select p.id, c.path from mdm_product p left join wms_product_category c on c.tenant_id = p.tenant_id and c.id = p.category_id
      where p.tenant_id = ${ctx.tenantId} and p.id = any(${productIds}::bigint[])`),
    ctx.tx.query<{ top: string; id: string }>(sql`
      select t.id as top, c.id from wms_product_category t
      join wms_product_category c on c.tenant_id = t.tenant_id and c.path >= t.path and c.path < t.path || chr(1114111)
      where t.tenant_id = ${ctx.tenantId} and t.id = any(${named}::bigint[])`),
  ])
  const pathOf = new Map(paths.map((p) => [p.id, p.path]))
  return {
    below: (rule: Facts): readonly string[] => {
      const own = (rule.categoryId ?? []) as readonly string[]
      // One that names a category of which nothing is left asks for what nobody is.
      return own.length === 0 ? [] : [...own, ...below.filter((b) => own.includes(b.top)).map((b) => b.id)]
    },
    common: (deal: Known): string | undefined =>
      commonOf((deal.productIds ?? []).map((id) => pathOf.get(id)?.split('/').filter(Boolean) ?? [])),
  }
}
/** The deepest that all ways have in common. */
function commonOf([first, ...others]: readonly (readonly string[])[]): string | undefined {
  return first?.findLast((id, i) => others.every((way) => way[i] === id))
}
