import { decimalSum } from '@lading/contract/kernel/decimal.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import sql, { join, raw } from 'sql-template-tag'
import type { Ctx } from './ctx.ts'
import { parentColumn } from './listQuery.ts'
import type { Input, Rules } from './rules.ts'
import { tableOf } from './tables.ts'
import { snake } from './tx.ts'

interface Sum {
  /** The header's field. */
  readonly name: string
  readonly rows: string
  /** Of each row; undefined: the rows are counted. */
  readonly of: string | undefined
}
const sumsOf = (e: AnyEntity): Sum[] =>
  Object.entries(e.sums).map(([name, path]) => {
    const [rows = '', of] = path.split('.')
    return { name, rows, of }
  })

/** Writes into an input what its child rows, all of them, add up to. */
function addUp(e: AnyEntity, input: Input): void {
  for (const { name, rows, of } of sumsOf(e)) {
    const list = input[rows]
    if (!Array.isArray(list)) continue
    input[name] =
      of === undefined
        ? list.length
        : decimalSum(
            list.map((row: Input) => row[of] as string),
            e.fields[name]?.scale,
          )
  }
}

/** The rules of an entity, behind which its sums of child rows are kept. */
export function summing(e: AnyEntity, rules: Rules): Rules {
  if (Object.keys(e.sums).length === 0) return rules
  const { beforeCreate, beforeCreateMany, ...own } = rules
  return {
    ...own,
    beforeCreateMany: async (ctx, inputs) => {
      if (beforeCreateMany) await beforeCreateMany(ctx, inputs)
      else for (const input of inputs) await beforeCreate?.(ctx, input)
      for (const input of inputs) addUp(e, input)
    },
    beforeUpdate: async (ctx, input, before) => {
      await own.beforeUpdate?.(ctx, input, before)
      addUp(e, input)
    },
  }
}

/**
 * Adds up anew what the child rows of these say, after a verb has changed them. The parents have to be locked. Nobody's
 * typing becomes stale: the version stays.
 */
export async function sumAnew(ctx: Ctx, e: AnyEntity, ids: readonly string[]): Promise<void> {
  const set = sumsOf(e).map(({ name, rows, of }) => {
    const child = e.fields[rows]?.rows?.entity ?? e
    const value = of === undefined ? sql`count(*)` : sql`coalesce(sum(c.${raw(snake(of))}), 0)`
    return sql`${raw(snake(name))} = (select ${value} from ${raw(tableOf(child))} c
      where c.tenant_id = t.tenant_id and c.${raw(parentColumn(child, e))} = t.id)`
  })
  if (set.length === 0 || ids.length === 0) return
  await ctx.tx.run(sql`
    update ${raw(tableOf(e))} t set ${join(set)} where t.tenant_id = ${ctx.tenantId} and t.id = any(${ids}::bigint[])`)
}
