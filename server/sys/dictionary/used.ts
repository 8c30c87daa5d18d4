import { refuse } from '@lading/contract/kernel/fault.ts'
import { dicFaults } from '@lading/contract/sys/dicCalls.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { allEntities } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'
import { snake } from '../../kernel/tx.ts'

/** A value that some row has, whoever's it is, cannot be taken from under it. */
export async function demandUnused(ctx: Ctx, typeCode: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  for (const e of allEntities())
    for (const [name, f] of Object.entries(e.fields)) {
      if (f.kind !== 'dict' || f.dict !== typeCode || f.computed || e.scope === 'platform') continue
      const column = raw(snake(name))
      const row = await ctx.tx.maybe<{ key: string }>(sql`
        select ${column} as key from ${named(ctx, e, 't')}
        where ${column} = any(${keys}::text[]) limit 1`)
      if (row) refuse(dicFaults.inUse, { key: row.key })
    }
}
