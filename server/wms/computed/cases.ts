import sql, { type Sql } from 'sql-template-tag'

/** 件数 of base units in SQL, as `caseText.ts` has them without inner packs: `3+2`, `3`, `0+2`. */
export const casesOf = (qty: Sql, qpc: Sql): Sql => sql`(
  select case when c.qpc is null or c.qpc <= 1 or c.qty is null then trim_scale(c.qty)::text
    else floor(c.qty / c.qpc)::text
      || case when mod(c.qty, c.qpc) = 0 then '' else '+' || trim_scale(mod(c.qty, c.qpc))::text end end
  from (select ${qty} as qty, ${qpc} as qpc) c)`

/** Σ 件数 of rows `qty, qpc` in different packs: whole cases and loose base units, as a case total is told. */
export const caseSum = (rows: Sql): Sql => sql`(
  select s.cases::text || case when s.loose = 0 then '' else '+' || trim_scale(s.loose)::text end
  from (select coalesce(sum(case when r.qpc > 1 then floor(r.qty / r.qpc) else 0 end), 0) as cases,
    coalesce(sum(case when r.qpc > 1 then mod(r.qty, r.qpc) else r.qty end), 0) as loose from (${rows}) r) s)`
