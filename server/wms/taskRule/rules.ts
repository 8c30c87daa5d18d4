import { Fault } from '@lading/contract/kernel/fault.ts'
import type { RuleTable } from '@lading/contract/kernel/ruleTable.ts'
import { checkRules, taskRuleFaults, taskRules } from '@lading/contract/wms/taskConfig.ts'
import type { Input, Rules } from '../../kernel/crud.ts'

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

function demandSense(input: Input, type: unknown): void {
  demandDistinct(taskRules, 'rules', input)
  demandDistinct(checkRules, 'checks', input)
  if (type !== 'CONTAINER_CHECK' && ((input.checks ?? []) as readonly unknown[]).length > 0)
    throw new Fault(taskRuleFaults.checksOfOther, {}, [{ field: 'checks', rule: 'type', message: '' }])
}

export const taskConfigRules: Rules = {
  beforeCreate: async (_ctx, input) => demandSense(input, input.taskType),
  beforeUpdate: async (_ctx, input, before) => demandSense(input, before.taskType),
}
