import { Fault } from '@lading/contract/kernel/fault.ts'
import type { RuleTable } from '@lading/contract/kernel/ruleTable.ts'
import { checkRules, labelKinds, type taskConfig, taskRuleFaults, taskRules } from '@lading/contract/wms/taskConfig.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Changes, Input, Rules } from '../../kernel/rules.ts'
import { printForms } from '../print/forms.ts'

/** What a rule asks, in a form that two of them share if they ask the same. */
const askedBy = ({ conditions }: RuleTable, row: Input): string =>
  JSON.stringify(
    Object.keys(conditions).map((name) => {
      const value = row[name] ?? null
      return Array.isArray(value) ? (value.length > 0 ? [...value].sort() : null) : value === '' ? null : value
    }),
  )

/** Of two that ask the same the second would never be met. */
function demandDistinct(table: RuleTable, field: string, input: Input): void {
  const rows = (input[field] ?? []) as readonly Input[]
  const seen = new Map<string, number>()
  for (const [i, row] of rows.entries()) {
    const key = askedBy(table, row)
    const before = seen.get(key)
    if (before !== undefined)
      throw new Fault(taskRuleFaults.sameMatch, { a: before + 1, b: i + 1 }, [
        { field: `${field}.${i}`, rule: 'unique', message: '' },
      ])
    seen.set(key, i)
  }
}

/** What rules ask of whoever keeps print templates. */
export interface TemplateNeeds {
  /** Templates by their ids; one that is gone is left out. */
  readonly namedTemplates: (
    ctx: Ctx,
    ids: readonly string[],
  ) => Promise<readonly { id: string; name: string; kind: string; forOrgId: string | null }[]>
}

/** What only some types have is left alone in rules of the others. */
function demandUse(rules: readonly Input[], type: TaskType): void {
  for (const [i, row] of rules.entries())
    for (const name of ['groupBy', 'lineOrder', 'labelTemplateId'] as const) {
      const isAsked =
        name === 'lineOrder' ? (row[name] ?? 'PICK_SEQ') !== 'PICK_SEQ' : [row[name] ?? []].flat().length > 0
      if (!isAsked || (name === 'labelTemplateId' ? labelKinds[type] !== undefined : type === 'PICK')) continue
      throw new Fault(taskRuleFaults.notOfType, { field: taskRules.entity.fields[name]?.title ?? '' }, [
        { field: `rules.${i}.${name}`, rule: 'type', message: '' },
      ])
    }
}

/** A template is of the labels that such work has, and may be used here. */
async function demandTemplates(
  ctx: Ctx,
  rules: readonly Input[],
  type: TaskType,
  { namedTemplates }: TemplateNeeds,
): Promise<void> {
  const ids = rules.flatMap((row) => (row.labelTemplateId ?? []) as string | never[])
  if (ids.length === 0) return
  const known = new Map((await namedTemplates(ctx, ids)).map((t) => [t.id, t]))
  for (const [i, { labelTemplateId }] of rules.entries()) {
    const template = known.get(String(labelTemplateId))
    if (!template) continue
    const { name, kind, forOrgId } = template
    const errors = [{ field: `rules.${i}.labelTemplateId`, rule: 'ref', message: '' }]
    if (kind !== labelKinds[type]) {
      const label = printForms.find((f) => f.kind === labelKinds[type])?.title ?? ''
      throw new Fault(taskRuleFaults.labelOfOther, { name, label }, errors)
    }
    if (forOrgId !== null && forOrgId !== ctx.org.id)
      throw new Fault(taskRuleFaults.templateElsewhere, { name }, errors)
  }
}

async function demandSense(
  ctx: Ctx,
  input: Changes<typeof taskConfig>,
  type: TaskType,
  needs: TemplateNeeds,
): Promise<void> {
  demandDistinct(taskRules, 'rules', input)
  demandDistinct(checkRules, 'checks', input)
  if (type !== 'CONTAINER_CHECK' && (input.checks ?? []).length > 0)
    throw new Fault(taskRuleFaults.checksOfOther, {}, [{ field: 'checks', rule: 'type', message: '' }])
  const rules = input.rules ?? []
  demandUse(rules, type)
  await demandTemplates(ctx, rules, type, needs)
}

export const taskConfigRules = (needs: TemplateNeeds): Rules<typeof taskConfig> => ({
  beforeCreate: (ctx, input) => demandSense(ctx, input, input.taskType, needs),
  beforeUpdate: (ctx, input, before) => demandSense(ctx, input, before.taskType, needs),
})
