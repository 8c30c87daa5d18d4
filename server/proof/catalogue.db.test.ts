import { tables } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appRole } from '../kernel/database.ts'
import { tableOf } from '../kernel/tables.ts'
import { fillTables } from '../testing/fixtures.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', (ctx) => fillTables(ctx, 'CAT'))
})
afterAll(() => server.close())

const rows = async <R extends object>(text: string): Promise<R[]> => (await server.db.owner.query<R>(text)).rows
/** Tables of the platform into which calls write: what is due, and behind a wall of their own those of mail and of options. */
const walled = ['sys.mailUsage', 'sys.platformMail', 'sys.platformOption']
const writtenByTenants = ['sys.due', ...walled]
const ours = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'lading_migration'`

/** Runs a statement as requests do, with the given tenant or none. */
async function asApp<R extends object>(tenantId: string | undefined, text: string): Promise<R[]> {
  const client = await server.db.pool.connect()
  try {
    await client.query(server.db.begin(tenantId ?? '0', false))
    if (tenantId === undefined) await client.query(`set local app.tenant_id = ''`)
    return (await client.query<R>(text)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('T30 the catalogue', () => {
  test('T30 every table is declared, and all but those of the platform have a tenant', async () => {
    const found = await rows<{ relname: string; tenant: boolean }>(`
      select c.relname, exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull) as tenant
      from pg_class c where ${ours} order by 1`)
    expect(found.map((f) => f.relname)).toEqual(tables.map(tableOf).sort())
    const platform = tables
      .filter((e) => e.scope === 'platform')
      .map(tableOf)
      .sort()
    expect(found.filter((f) => !f.tenant).map((f) => f.relname)).toEqual(platform)
  })

  test('T30 row-level security is enabled and forced, with policies that also check what is written', async () => {
    const open = await rows(`
      select c.relname from pg_class c
      where ${ours} and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
        and not (c.relrowsecurity and c.relforcerowsecurity and (
          select count(*) = 1 and bool_and(p.permissive = 'PERMISSIVE' and p.cmd = 'ALL' and p.qual like '%app.tenant_id%' and p.with_check = p.qual)
          from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.policyname = 'tenant'))`)
    expect(open).toEqual([])
    // Beside it, and never instead of it, the wall between organisations.
    const others = await rows<{ tablename: string; walls: boolean }>(`
      select p.tablename, p.permissive = 'RESTRICTIVE' and p.cmd = 'ALL' and p.qual like '%app.org_id%' and p.with_check = p.qual as walls
      from pg_policies p where p.schemaname = 'public' and p.policyname not in ('tenant', 'seen', 'written') order by 1`)
    expect(others).toEqual(
      tables
        .filter((e) => e.scope === 'org')
        .map((e) => ({ tablename: tableOf(e), walls: true }))
        .sort((a, b) => (a.tablename < b.tablename ? -1 : 1)),
    )
  })

  test('T30 what of the platform tenants may write, they may write their own of, and read no more than they must', async () => {
    const found = await rows<{ tablename: string; names: string }>(`
      select tablename, string_agg(policyname || ' ' || cmd, ', ' order by policyname) as names from pg_policies
      where schemaname = 'public' and policyname in ('seen', 'written') group by 1 order by 1`)
    expect(found).toEqual(
      walled.map((key) => ({
        tablename: key.replace('.', '_').replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
        names: 'seen SELECT, written ALL',
      })),
    )
    const [one, two] = [server.one.tenantId, server.two.tenantId]
    const usage = (id: number, tenant: string) =>
      `insert into sys_mail_usage (id, tenant, day) values (${id}, ${tenant}, '2026-01-0${id}')`
    await server.db.owner.query(usage(1, two))
    expect(await asApp(one, 'select 1 from sys_mail_usage')).toEqual([])
    expect(await asApp(two, 'select 1 from sys_mail_usage')).toHaveLength(1)
    await expect(asApp(one, usage(2, two))).rejects.toThrow(/row-level security/)
    await expect(asApp(one, `insert into sys_platform_mail (id, host) values (1, 'evil.example')`)).rejects.toThrow(
      /row-level security/,
    )
    await server.db.owner.query(`insert into sys_platform_mail (id, host) values (1, 'smtp.example.cn')`)
    expect(await asApp(one, `update sys_platform_mail set host = 'evil.example' returning 1`)).toEqual([])
    await server.db.owner.query('delete from sys_platform_mail; delete from sys_mail_usage')
  })

  test('T30 the role of requests owns nothing and bypasses nothing', async () => {
    const [role] = await asApp<object>(
      server.one.tenantId,
      'select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
    )
    expect(role).toEqual({
      rolname: appRole,
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
    })
    expect(await rows(`select relname from pg_class where relowner = '${appRole}'::regrole`)).toEqual([])
    expect(await rows(`select 1 from pg_auth_members where member = '${appRole}'::regrole`)).toEqual([])
  })

  test('T30 a table that only grows gives the role no right to change or delete', async () => {
    const rights = await rows<{ relname: string; rights: string }>(`
      select c.relname, concat_ws(' ', case when has_table_privilege('${appRole}', c.oid, 'SELECT') then 's' end,
        case when has_table_privilege('${appRole}', c.oid, 'INSERT') then 'i' end,
        case when has_table_privilege('${appRole}', c.oid, 'UPDATE') then 'u' end,
        case when has_table_privilege('${appRole}', c.oid, 'DELETE') then 'd' end,
        case when has_table_privilege('${appRole}', c.oid, 'TRUNCATE, REFERENCES, TRIGGER') then 'more' end) as rights
      from pg_class c where ${ours} order by 1`)
    const expected = tables
      .map((e) => ({
        relname: tableOf(e),
        rights: e.scope === 'platform' && !writtenByTenants.includes(e.key) ? 's' : e.appendOnly ? 's i' : 's i u d',
      }))
      .sort((a, b) => (a.relname < b.relname ? -1 : 1))
    expect(rights).toEqual(expected)
    await expect(asApp(server.one.tenantId, 'delete from wms_ledger')).rejects.toThrow(/permission denied/)
    await expect(asApp(server.one.tenantId, 'select * from lading_migration')).rejects.toThrow(/permission denied/)
  })

  test('T30 every key and every reference begins with the tenant', async () => {
    const found = await rows(`
      select c.relname, i.relname as index from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
      where ${ours} and a.attname <> 'tenant_id' and exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
      union all
      select c.relname, k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1] join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
      where k.contype = 'f' and ${ours} and (a.attname <> 'tenant_id' or f.attname <> 'tenant_id')`)
    expect(found).toEqual([])
  })

  test('T30 without a tenant nothing is seen, and another tenant can neither be read nor written', async () => {
    const all = tables.filter((e) => e.scope !== 'platform').map(tableOf)
    const counts = `select ${all.map((t) => `(select count(*)::int from ${t}) as ${t}`).join(', ')}`
    const [own] = await asApp<Record<string, number>>(server.one.tenantId, counts)
    expect(Object.entries(own ?? {}).filter(([, n]) => n === 0)).toEqual([])
    const [none] = await asApp<Record<string, number>>(undefined, counts)
    expect(Object.entries(none ?? {}).filter(([, n]) => n !== 0)).toEqual([])
    const [foreign] = await asApp<Record<string, number>>(
      server.two.tenantId,
      all
        .map((t) => `select count(*)::int as n from ${t} where tenant_id = ${server.one.tenantId}`)
        .join(' union all '),
    )
    expect(foreign?.n).toBe(0)
    for (const t of ['wms_owner', 'wms_ledger', 'sys_audit_log']) {
      const [columns] = await rows<{ list: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute where attrelid = '${t}'::regclass and attnum > 0`,
      )
      // The same row under another id and tenant: the database itself refuses it.
      const copy = columns?.list.replace(/\btenant_id\b/, server.two.tenantId).replace(/\bid\b/, '1')
      await expect(
        asApp(server.one.tenantId, `insert into ${t} (${columns?.list}) select ${copy} from ${t} limit 1`),
      ).rejects.toThrow(/row-level security/)
    }
  })
})
