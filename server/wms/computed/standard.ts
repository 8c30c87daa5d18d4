import sql, { type Sql } from 'sql-template-tag'

/**
 * Seconds that so much of a line should take by its type's standards `s`: for the line, and for each full case and loose
 * piece of it by its pack `q`; of goods `p` by weight the line alone counts.
 */
export const lineSeconds = (qty: Sql): Sql => sql`(coalesce(s.line_s, 0) + case when p.is_weigh then 0 when q.qpc > 1
  then coalesce(s.case_s, 0) * floor(${qty} / q.qpc) + coalesce(s.piece_s, 0) * mod(${qty}, q.qpc) else coalesce(s.piece_s, 0) * ${qty} end)`
