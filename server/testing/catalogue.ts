import type pg from 'pg'

/** Everything in the catalogue that a declaration decides, as lines of text that two databases can be compared by. */
const questions: Readonly<Record<string, string>> = {
  column: `
    select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
      || coalesce(' collate ' || l.collname, '') as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    left join pg_collation l on l.oid = a.attcollation and l.collname <> 'default'
    where c.relkind in ('r', 'p')`,
  constraint: `
    select c.relname || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where k.contype <> 'n'`,
  index: `select tablename || ' ' || indexdef as line from pg_indexes where schemaname = 'public'`,
  security: `
    select c.relname || ' rls ' || c.relrowsecurity || ' forced ' || c.relforcerowsecurity as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind in ('r', 'p')`,
  policy: `
    select tablename || ' ' || policyname || ' ' || permissive || ' ' || roles::text || ' ' || cmd
      || ' using ' || coalesce(qual, '-') || ' check ' || coalesce(with_check, '-') as line
    from pg_policies where schemaname = 'public'`,
  grant: `
    select c.relname || ' ' || r.rolname || ' ' || a.privilege_type as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    cross join lateral aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.relkind in ('r', 'p') and a.grantee <> c.relowner`,
  other: `
    select c.relkind::text || ' ' || c.relname as line from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relkind not in ('r', 'p', 'i', 'I', 't')
    union all select 'function ' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
    union all select 'trigger ' || t.tgname from pg_trigger t where not t.tgisinternal`,
}

export async function catalogue(pool: pg.Pool): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, question] of Object.entries(questions)) {
    const { rows } = await pool.query<{ line: string }>(question)
    lines.push(...rows.map((row) => `${kind}: ${row.line}`).filter((line) => !line.includes('lading_migration')))
  }
  return lines.sort()
}
