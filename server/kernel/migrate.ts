import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { appPassword, appRole, type Database } from './database.ts'

const lockNumber = 7_246_001

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly hash: string
}

/** The numbered migrations, in order: a file `0002_name_order.sql`, or a folder `0001_foundation` of files. */
export function readMigrations(folder = join(import.meta.dirname, '../migrate')): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => (entry.isDirectory() ? /^\d{4}_\w+$/ : /^\d{4}_\w+\.sql$/).test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => {
      const path = join(folder, entry.name)
      const sql = entry.isDirectory() ? readParts(path) : readFileSync(path, 'utf8')
      const hash = createHash('sha256').update(sql).digest('hex')
      return { number: Number(entry.name.slice(0, 4)), name: entry.name, sql, hash }
    })
}

/** Files in the order of their names are one migration, so that what is generated for each area stands by itself. */
const readParts = (folder: string): string =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('')

/** What stops a start: said in one line to whoever started the server. */
export class Unusable extends Error {}

/**
 * Brings the database to the newest version, each migration in a transaction of its own, one process at a time.
 * A database that is newer than this program, or whose applied migrations differ from ours, is left as it is.
 * @returns how many were applied
 */
export async function migrate(db: Database, secret: string, migrations = readMigrations()): Promise<number> {
  const client = await db.owner.connect()
  try {
    if (db.kind === 'postgres') {
      const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
      if (Number(rows[0]?.server_version_num ?? 0) < 150_000)
        throw new Unusable('the database is older than PostgreSQL 15: upgrade it, or start without DATABASE_URL')
      await client.query(`select pg_advisory_lock(${lockNumber})`)
    }
    await client.query(
      `create table if not exists lading_migration (number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`,
    )
    const { rows: applied } = await client.query<{ number: number; name: string; hash: string }>(
      'select number, name, hash from lading_migration order by number',
    )
    for (const done of applied) {
      const ours = migrations.find((m) => m.number === done.number)
      if (!ours)
        throw new Unusable(`the database is newer than this program (it has ${done.name}): start the newer program`)
      if (ours.hash !== done.hash)
        throw new Unusable(
          `migration ${done.name} was changed after it was applied: restore the file as it was released`,
        )
    }
    const open = migrations.filter((m) => !applied.some((a) => a.number === m.number))
    await ensureRole(client, db.kind, secret)
    for (const m of open) {
      await client.query('begin')
      try {
        await client.query(m.sql)
        await client.query('insert into lading_migration (number, name, hash) values ($1, $2, $3)', [
          m.number,
          m.name,
          m.hash,
        ])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    }
    return open.length
  } finally {
    if (db.kind === 'postgres') await client.query(`select pg_advisory_unlock(${lockNumber})`).catch(() => undefined)
    client.release()
  }
}

/**
 * The restricted role: on PostgreSQL it logs in by itself, on PGlite a transaction steps down to it. It is the whole
 * cluster's: another of its databases may say the same at this moment. An owner who may make no roles takes it as it is.
 */
async function ensureRole(client: pg.PoolClient, kind: Database['kind'], secret: string): Promise<void> {
  const login = kind === 'postgres' ? `login password '${appPassword(secret)}'` : 'nologin'
  const exists = `exists (select from pg_roles where rolname = '${appRole}')`
  await client.query(`do $$ begin
    if ${exists} then alter role ${appRole} ${login};
    else create role ${appRole} ${login} nosuperuser nobypassrls nocreatedb nocreaterole; end if;
    exception when insufficient_privilege or unique_violation or duplicate_object or internal_error then
      if not ${exists} then raise; end if;
  end $$; grant usage on schema public to ${appRole}`)
}

/** Refuses a role for which row-level security would not hold. */
export async function refuseUnsafeRole(db: Database): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    if (db.kind === 'pglite') await client.query(`set local role ${appRole}`)
    const { rows } = await client.query<{ role: string; unsafe: boolean }>(
      'select rolname as role, (rolsuper or rolbypassrls) as unsafe from pg_roles where rolname = current_user',
    )
    await client.query('rollback')
    const role = rows[0]
    if (!role || role.unsafe)
      throw new Unusable(
        `the role ${role?.role ?? '?'} could bypass row-level security: give DATABASE_APP_URL a plain role`,
      )
  } finally {
    client.release()
  }
}
