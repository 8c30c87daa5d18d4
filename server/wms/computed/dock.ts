import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'

/** Closed, at work, or free for the next truck. */
export const dockComputed: Readonly<Record<string, Computed>> = {
  state: {
    value: () => sql`
      case when t.closed or t.disabled then 'CLOSED'
        when exists (select 1 from wms_task k where k.tenant_id = t.tenant_id and k.org_id = t.org_id and k.dock_id = t.id
          and k.state in ('ASSIGNED', 'RUNNING')) then 'BUSY'
        else 'FREE' end`,
  },
}
