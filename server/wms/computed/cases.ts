import sql, { type Sql } from 'sql-template-tag'

/** 件数 of base units in SQL, as `caseText.ts` has them without inner packs: `3+2`, `3`, `0+2`. */
export const casesOf = (qty: Sql, qpc: Sql): Sql => sql`(
  select case when c.qpc is null or c.qpc <= 1 or c.qty is null then trim_scale(c.qty)::text
    else floor(c.qty / c.qpc)::text
      || case when mod(c.qty, c.qpc) = 0 then '' else '+' || trim_scale(mod(c.qty, c.qpc))::text end end
  from (select ${qty} as qty, ${qpc} as qpc) c)`
