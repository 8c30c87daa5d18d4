import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import {
  type Condition,
  type Facts,
  type Outcome,
  type RuleTable,
  tried,
  tryRules,
} from '@lading/contract/kernel/ruleTable.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { getRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { showCell } from '../sheet/showCell.ts'

/** Serves the try-out of the rules that a record has in this field. */
export const rulesServed = (parent: AnyEntity, field: string, table: RuleTable): Served =>
  serve(tryRules(parent, table), async (ctx, { id, facts }) => {
    const record = await getRow(ctx, parent, id)
    return { rows: explain(ctx, table, (record[field] ?? []) as readonly Facts[], facts) }
  })

/** How each rule fares with these facts: what it asks that they are not, or what it says. */
export const explain = (ctx: Ctx, table: RuleTable, rows: readonly Facts[], facts: Facts): Outcome[] =>
  tried(table, rows, facts).map(({ row, missed, fires }, i) => ({
    no: i + 1,
    fires,
    why: missed.map((name) => wanted(ctx, table, name, row)),
    got: fires ? table.results.flatMap((name) => result(ctx, table.entity.fields[name], name, row)) : [],
  }))

function wanted(ctx: Ctx, { conditions, entity }: RuleTable, name: string, row: Facts): string {
  const { ask, fact } = conditions[name] as Condition // Only names of conditions are missed.
  const shown = (column: string) => showCell(row, column, entity.fields[column] as Field, ctx)
  const wants = ask === 'between' ? `${shown(`${name}From`) ?? ''} – ${shown(`${name}To`) ?? ''}` : shown(name)
  return `${say(fact.title, ctx.language)}: ${wants}`
}

function result(ctx: Ctx, field: Field | undefined, name: string, row: Facts): readonly string[] {
  const shown = field && showCell(row, name, field, ctx)
  return field && shown ? [`${say(field.title, ctx.language)}: ${shown}`] : []
}
