import sql, { type Sql } from 'sql-template-tag'

/** `{code, name}` of a joined row, under the name of the field that refers to it; nothing where there is no row. */
export const labelled = (pairs: readonly (readonly [name: string, code: Sql, label: Sql])[]): Sql =>
  pairs.reduce<Sql>(
    (all, [name, code, label]) => sql`${all} || case when ${code} is null then '{}'::jsonb else
      jsonb_build_object(${name}::text, jsonb_build_object('code', ${code}, 'name', coalesce(${label}, ${code}))) end`,
    sql`'{}'::jsonb`,
  )
