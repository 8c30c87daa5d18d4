import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { file, fileContent } from '@lading/contract/sys/file.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { allEntities } from '../../kernel/registry.ts'
import { snake } from '../../kernel/tx.ts'
import type { LongJob } from '../job/run.ts'
import { clear } from '../job/upkeep.ts'

/** What is being attached has nobody yet: it is left alone for so long. */
const graceMs = 24 * 3_600_000
const stepRows = 500

/** That no row of any declared table names a row `t` of this entity; whichever field of whichever table may. */
function namedByNobody(e: AnyEntity): Sql {
  const columns = allEntities().flatMap((of) =>
    Object.entries({ ...of.fields, ...of.secrets })
      .filter(([, f]) => (f.kind === 'ref' || f.kind === 'refs') && f.to === e.key && !f.computed)
      .map(([name, f]) => ({ table: of.table, column: snake(name), isMany: f.kind === 'refs' })),
  )
  const seen = new Map(columns.map((c) => [`${c.table}.${c.column}`, c]))
  return join(
    [...seen.values()].map(
      ({ table, column, isMany }) => sql`not exists (
        select 1 from ${raw(table)} r where r.tenant_id = t.tenant_id and ${isMany ? sql`t.id = any(r.${raw(column)})` : sql`r.${raw(column)} = t.id`})`,
    ),
    ' and ',
  )
}

const unnamed = (e: AnyEntity) => (ctx: Ctx) =>
  sql`
  select t.id from ${raw(e.table)} t
  where t.tenant_id = ${ctx.tenantId} and t.updated_at < ${new Date(ctx.now().getTime() - graceMs)} and ${namedByNobody(e)}
  order by t.id limit ${raw(String(stepRows))} for update of t`

/** 清理无引用文件: images that nothing shows any more, and bytes that no file has. */
export const fileCleaning: LongJob = {
  title: ['清理无引用文件', 'Clear out files that nothing names'],
  cron: '25 4 * * *',
  steps: async (by) => {
    const files = await clear(by, file.table, unnamed(file), stepRows)
    const contents = await clear(by, fileContent.table, unnamed(fileContent), stepRows)
    return `${files} files, ${contents} contents`
  },
}
