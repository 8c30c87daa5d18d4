import { sowPosition } from '@lading/contract/wms/sowingScheme.ts'
import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'
import { from } from '../../kernel/scope.ts'

/** How many stores can be sorted for at once. */
export const sowingComputed: Readonly<Record<string, Computed>> = {
  places: {
    value: (ctx) => sql`select count(*)::integer from ${from(ctx, sowPosition.entity, 'p')} where p.scheme_id = t.id`,
  },
}
