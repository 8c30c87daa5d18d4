import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type pg from 'pg'
import type { Database } from '../../kernel/database.ts'
import { Unusable } from '../../kernel/migrate.ts'
import { learnUnknown } from '../job/statistics.ts'

/** How many rows of which table an archive holds, and a sum over their content that does not depend on their order. */
export type Sums = Readonly<Record<string, { readonly rows: number; readonly sum: string }>>

type Line =
  | { readonly lading: 1; readonly migrations: readonly string[] }
  | { readonly tenant: string | null }
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly rows: readonly Texts[] }
  | { readonly sums: Sums }

const pageRows = 500
/** Rows of megabytes are carried a few at a time. */
const pageRowsOf = (table: string): number =>
  ({ sys_file_content: 4, sys_sheet_part: 4, sys_app_log: 4, sys_idempotency: 50, sys_open_delivery: 50 })[table] ??
  pageRows
/** Far below the 256 MB that a value of PostgreSQL's jsonb may have. */
const statementCharacters = 50_000_000
const noTenant = '0'

/** One transaction of the owner. Row-level security holds for him as well, so each tenant's rows are read as the tenant. */
async function asOwner<T>(db: Database, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.owner.connect()
  try {
    await client.query(`${begin}; set local timezone = 'UTC'; set local datestyle = 'ISO'`)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

const become = (client: pg.PoolClient, tenant: string | null) =>
  client.query(`select set_config('app.tenant_id', $1, true)`, [tenant ?? noTenant])

export const migrationsOf = async (client: Pick<pg.PoolClient, 'query'>): Promise<string[]> =>
  (
    await client.query<{ name: string; hash: string }>('select name, hash from lading_migration order by number')
  ).rows.map(({ name, hash }) => `${name} ${hash}`)
const tenantsOf = async (client: pg.PoolClient): Promise<string[]> =>
  (await client.query<{ id: string }>('select id from sys_tenant order by id')).rows.map((row) => row.id)
/** In their order in the table. */
export const columnsOf = async (client: pg.PoolClient, table: string): Promise<string[]> =>
  (
    await client.query<{ attname: string }>(
      `select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    )
  ).rows.map((row) => row.attname)
export const quoted = (names: readonly string[], suffix = ''): string => names.map((n) => `"${n}"${suffix}`).join(', ')

/** A row: each value as the text that PostgreSQL gives it. */
export type Texts = readonly (string | null)[]
/**
 * The rows of a table in the order of their ids, within a transaction that sees one moment. One question for all pages:
 * a table of which the database knows nothing yet would be sorted anew for each.
 * @param where which rows `t`
 */
export async function* pagesOf(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  where: string,
): AsyncGenerator<readonly Texts[]> {
  const size = pageRowsOf(table)
  await client.query(
    `declare backed_up no scroll cursor for select ${quoted(columns, '::text')} from ${table} t where ${where} order by t.id`,
  )
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({ text: `fetch ${size} from backed_up`, rowMode: 'array' })
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await client.query('close backed_up')
}

/** Which tables are read for a tenant (null: those of the platform). */
const tablesOf = (tables: readonly AnyEntity[], tenant: string | null): string[] =>
  tables.filter((e) => (e.scope === 'platform') === (tenant === null)).map((e) => e.table)
const ofTenant = (tenant: string | null): string => (tenant === null ? 'true' : `tenant_id = ${BigInt(tenant)}`)

/** Counts and sums of everything, for comparing two databases. */
export const readSums = (db: Database, tables: readonly AnyEntity[]): Promise<Sums> =>
  asOwner(db, 'begin isolation level repeatable read read only', (client) => sumsIn(client, tables))

async function sumsIn(client: pg.PoolClient, tables: readonly AnyEntity[]): Promise<Sums> {
  const sums: Record<string, { rows: number; sum: string }> = {}
  for (const tenant of [null, ...(await tenantsOf(client))]) {
    await become(client, tenant)
    for (const table of tablesOf(tables, tenant)) {
      const { rows } = await client.query<{ n: string; sum: string }>(
        `select count(*) as n, coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0)::text as sum from ${table} t where ${ofTenant(tenant)}`,
      )
      const known = sums[table] ?? { rows: 0, sum: '0' }
      sums[table] = {
        rows: known.rows + Number(rows[0]?.n ?? 0),
        sum: (BigInt(known.sum) + BigInt(rows[0]?.sum ?? 0)).toString(),
      }
    }
  }
  return sums
}

/**
 * Everything as it is at one moment, as lines of JSON: each value as the text that PostgreSQL gives it, so that no
 * number passes through a float. `write` may wait: the snapshot does.
 */
export const dump = (
  db: Database,
  tables: readonly AnyEntity[],
  write: (line: string) => Promise<void>,
): Promise<Sums> =>
  asOwner(db, 'begin isolation level repeatable read read only', async (client) => {
    const put = (line: Line) => write(`${JSON.stringify(line)}\n`)
    await put({ lading: 1, migrations: await migrationsOf(client) })
    for (const tenant of [null, ...(await tenantsOf(client))]) {
      await become(client, tenant)
      await put({ tenant })
      for (const table of tablesOf(tables, tenant)) {
        const columns = await columnsOf(client, table)
        await put({ table, columns })
        for await (const rows of pagesOf(client, table, columns, ofTenant(tenant))) await put({ rows })
      }
    }
    const sums = await sumsIn(client, tables)
    await put({ sums })
    return sums
  })

/** Fills an empty, migrated database, all or nothing. @returns what it holds afterwards, which is what was dumped */
export async function restore(db: Database, tables: readonly AnyEntity[], lines: AsyncIterable<string>): Promise<Sums> {
  const sums = await asOwner(db, 'begin', async (client) => {
    const { rows: used } = await client.query('select 1 from sys_tenant limit 1')
    if (used.length > 0) throw new Unusable('the database is not empty: name an empty one')
    // References may point forwards, even to rows of the same table; they are checked when everything is there.
    const references = await dropReferences(client)
    let expected: Sums | undefined
    let target: Target | undefined
    for await (const text of lines) {
      const line = parse(text)
      if ('lading' in line) await demandSame(client, line.migrations)
      else if ('tenant' in line) await become(client, line.tenant)
      else if ('table' in line) {
        if (!tables.some((e) => e.table === line.table))
          throw new Unusable(`the backup has an unknown table ${line.table}`)
        target = line
      } else if ('rows' in line) {
        if (target) await insertTexts(client, target, line.rows)
      } else expected = line.sums
    }
    if (!expected) throw new Unusable('the backup is incomplete: it has no end')
    for (const statement of references) await client.query(statement)
    const sums = await sumsIn(client, tables)
    for (const [table, { rows, sum }] of Object.entries(expected))
      if (sums[table]?.rows !== rows || sums[table]?.sum !== sum)
        throw new Unusable(`the backup is damaged: table ${table} does not have what was written`)
    return sums
  })
  await learnUnknown(db)
  return sums
}

function parse(text: string): Line {
  try {
    // The line was written by `dump`; a damaged one shows in the sums at the latest.
    return JSON.parse(text) as Line
  } catch {
    throw new Unusable('this is no backup of Lading, or it is damaged')
  }
}

async function demandSame(client: pg.PoolClient, theirs: readonly string[]): Promise<void> {
  const ours = await migrationsOf(client)
  if (JSON.stringify(ours) !== JSON.stringify(theirs))
    throw new Unusable('the backup is of another version of the database: restore it with the program that made it')
}

interface Target {
  readonly table: string
  readonly columns: readonly string[]
}
const statements = new WeakMap<Target, string>()
/** One text for all pages of a table, whose rows come as one value: thousands of parameters would be read anew each time. */
async function statementFor(client: pg.PoolClient, target: Target): Promise<string> {
  const known = statements.get(target)
  if (known !== undefined) return known
  const { table, columns } = target
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  const values = columns.map((name, i) => `(r ->> ${i})::${types.get(name) ?? 'text'}`)
  const made = `insert into ${table} (${quoted(columns)}) select ${values.join(', ')} from jsonb_array_elements($1::jsonb) r`
  statements.set(target, made)
  return made
}

/** Each value is the text that PostgreSQL gave it. */
export async function insertTexts(client: pg.PoolClient, target: Target, rows: readonly Texts[]): Promise<void> {
  const statement = await statementFor(client, target)
  for (const part of inParts(rows, statementCharacters)) await client.query(statement, [JSON.stringify(part)])
}

/** So that no part has more than so many characters, but for a single row that has. */
export function* inParts(rows: readonly Texts[], characters: number): Generator<readonly Texts[]> {
  let part: Texts[] = []
  let length = 0
  for (const row of rows) {
    const own = row.reduce((n, value) => n + (value?.length ?? 4), 0)
    if (part.length > 0 && length + own > characters) {
      yield part
      part = []
      length = 0
    }
    part.push(row)
    length += own
  }
  if (part.length > 0) yield part
}

/** @returns the statements that bring them back */
async function dropReferences(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { name, table } of rows) await client.query(`alter table ${table} drop constraint "${name}"`)
  return rows.map(({ name, table, definition }) => `alter table ${table} add constraint "${name}" ${definition}`)
}
