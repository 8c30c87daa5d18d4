import { jobpoint, line, slot } from '@lading/contract/dps/line.ts'
import { dest, sowContainer } from '@lading/contract/dps/sowing.ts'
import { dpsPick } from '@lading/contract/dps/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Computations, Extents } from '../../kernel/registry.ts'
import { from, named } from '../../kernel/scope.ts'

const slotOf = (column: Sql) => ({
  value: (ctx: Parameters<typeof named>[0]) =>
    sql`(select ${column} from ${named(ctx, slot.entity, 's')} where s.bin_id = t.bin_id and s.enabled limit 1)`,
})

/** What a sorting line says of the containers at its positions. */
export const sowComputed: Computations = {
  [sowContainer.table]: {
    sowState: {
      value: (ctx) =>
        sql`(select d.state from ${named(ctx, dest, 'd')} where d.container_id = t.id and d.bin_id = t.bin_id)`,
    },
    sowTagId: slotOf(sql`s.tag_id`),
    sowPointId: slotOf(sql`s.jobpoint_id`),
    sowLeft: {
      value: (ctx) =>
        sql`(select count(*)::integer from ${from(ctx, dpsPick, 'p')} where p.bin_id = t.bin_id and p.store_id = t.store_id and p.mode = 'DAS' and p.state in ('WAIT', 'LIT'))`,
    },
  },
}
/** Containers that stand at a position of a sorting line. */
export const sowExtents: Extents = {
  [sowContainer.key]: (
    who,
    t,
  ) => sql`exists (select 1 from ${named(who, slot.entity, 'xs')} join ${named(who, jobpoint, 'xj')} on xj.id = xs.jobpoint_id
    join ${named(who, line, 'xl')} on xl.id = xj.line_id and xl.mode = 'DAS' where xs.bin_id = ${t}.bin_id and xs.enabled)`,
}
