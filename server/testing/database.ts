import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openPglite, openPostgres } from '../kernel/database.ts'
import { migrate, readMigrations } from '../kernel/migrate.ts'

export const testSecret = 'a secret of tests only'

/** Names the schema: what was migrated once serves every test until a migration changes. */
const schemaName = (): string =>
  createHash('sha256')
    .update(
      readMigrations()
        .map((m) => m.hash)
        .join(),
    )
    .digest('hex')
    .slice(0, 12)

/** A migrated, empty database of the kind that LADING_TEST_DB names; `close` removes it. */
export const openTestDatabase = (): Promise<Database> =>
  process.env.LADING_TEST_DB === 'postgres' ? openOnPostgres() : openOnPglite()

const cacheFolder = join(import.meta.dirname, '../../out/test')

async function openOnPglite(): Promise<Database> {
  const file = join(cacheFolder, `pglite-${schemaName()}.tgz`)
  if (existsSync(file)) return openPglite(undefined, readFileSync(file))
  const db = await openPglite(undefined)
  await migrate(db, testSecret)
  const dump = await db.dump?.()
  mkdirSync(cacheFolder, { recursive: true })
  if (dump) {
    const own = `${file}.${process.pid}`
    writeFileSync(own, dump)
    renameSync(own, file)
  }
  return db
}

/** Runs statements as the superuser in the given database. */
export async function asSuperuser(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** An empty database of the test's PostgreSQL, by its address, for what opens it itself; `drop` removes it. */
export async function emptyPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const url = process.env.LADING_TEST_PG_URL ?? ''
  const name = `lading_test_${randomBytes(6).toString('hex')}`
  await asSuperuser(url, async (client) => {
    await client.query(`create database ${name}`)
  })
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    drop: () =>
      asSuperuser(url, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

const lockNumber = 7_246_002

async function openOnPostgres(): Promise<Database> {
  const url = process.env.LADING_TEST_PG_URL
  if (!url) throw new Error('LADING_TEST_PG_URL names no PostgreSQL: run by `vitest --project db`')
  const template = `lading_${schemaName()}`
  const name = `lading_test_${randomBytes(6).toString('hex')}`
  const at = (database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href
  await asSuperuser(url, async (client) => {
    await client.query(`select pg_advisory_lock(${lockNumber})`)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      const draft = `${template}_draft`
      await client.query(`drop database if exists ${draft}`)
      await client.query(`create database ${draft}`)
      const db = openPostgres({ url: at(draft), secret: testSecret })
      await migrate(db, testSecret)
      await db.close()
      await client.query(`alter database ${draft} rename to ${template}`)
    }
    await client.query(`create database ${name} template ${template}`)
  })
  const db = openPostgres({ url: at(name), secret: testSecret })
  return {
    ...db,
    close: async () => {
      await db.close()
      await asSuperuser(url, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      })
    },
  }
}
