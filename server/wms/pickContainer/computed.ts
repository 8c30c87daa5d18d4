import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'
import { from } from '../../kernel/scope.ts'

export const pickContainerComputed: Readonly<Record<string, Computed>> = {
  /** Those that count for its task, itself among them. */
  total: {
    value: (ctx) => sql`
      select count(*)::integer from ${from(ctx, pickContainer, 'x')} where x.org_id = t.org_id and x.task_id = t.task_id
        and (x.id = t.id or x.state not in ('VOID', 'FREED'))`,
  },
  printed: { value: () => sql`case when t.print_count > 0 then 'YES' else 'NO' end` },
}
