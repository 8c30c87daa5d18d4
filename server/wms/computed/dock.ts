import { task } from '@lading/contract/wms/task.ts'
import { warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'
import { from, ofAllOwners } from '../../kernel/scope.ts'

/** Closed, at work, or free for the next truck. */
export const dockComputed: Readonly<Record<string, Computed>> = {
  state: {
    // Whose goods are at a dock is not told, but who wants it must know that it is taken.
    value: (ctx) => sql`
      case when t.closed or t.disabled then 'CLOSED'
        when exists (select 1 from ${from(ofAllOwners(ctx), task, 'k')} where k.org_id = t.org_id and k.dock_id = t.id
          and k.state in ('ASSIGNED', 'RUNNING'))
          or exists (select 1 from ${from(ofAllOwners(ctx), warehouseRegister.header, 'r')} where r.org_id = t.org_id and r.dock_id = t.id
          and r.state in ('PERMITTED', 'DOCKED')) then 'BUSY'
        else 'FREE' end`,
  },
}
