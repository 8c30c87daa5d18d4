// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import sql, { raw, type Sql } from 'sql-template-tag'

/** Whether a posting, by its alias, was mirrored later: what it moved went back. The line of work finds the mirror. */
export const isTakenBack = (alias: string): Sql => {
  const p = raw(alias)
  return sql`exists (select 1 from wms_posting r where r.tenant_id = ${p}.tenant_id and r.org_id = ${p}.org_id and r.task_line_id = ${p}.task_line_id and r.reverses_id = ${p}.id)`
}

/** Joins to a line of work `l` the ledger's lines `e` of what it received and kept, with their postings `g`. */
export const joinReceipts: Sql = sql`
  join wms_posting g on g.tenant_id = l.tenant_id and g.org_id = l.org_id and g.task_line_id = l.id and g.biz_type = 'RECEIVE' and not ${isTakenBack('g')}
  join wms_ledger e on e.tenant_id = g.tenant_id and e.org_id = g.org_id and e.posting_id = g.id and e.delta > 0`
