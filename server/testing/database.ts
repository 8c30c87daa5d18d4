import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import {
  asSuperuser,
  copying,
  createDatabase,
  databaseAt,
  type MadeDatabase,
  testSecret,
} from '../../tools/testDatabase.ts'
import { type Database, openPglite, openPostgres } from '../kernel/database.ts'
import { migrate, readMigrations } from '../kernel/migrate.ts'

export { asSuperuser, testSecret }

const hashOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12)

let schema: string | undefined
/** Names the schema: what was migrated once serves every test until a migration changes. */
function schemaName(): string {
  schema ??= hashOf(...readMigrations().map((m) => m.hash))
  return schema
}

/** What stands in a database before a test begins; made once, then copied. */
export interface Snapshot {
  /** Everything that decides what `fill` writes: another text, another snapshot. */
  readonly source: string
  readonly fill: (db: Database) => Promise<void>
}
const empty: Snapshot = { source: '', fill: async () => undefined }
const nameOf = (snapshot: Snapshot): string =>
  snapshot === empty ? schemaName() : `${schemaName()}_${hashOf(snapshot.source)}`

/** A migrated database of the kind that LADING_TEST_DB names, empty or with what the snapshot holds; `close` removes it. */
export const openTestDatabase = (snapshot: Snapshot = empty): Promise<Database> =>
  process.env.LADING_TEST_DB === 'postgres' ? openOnPostgres(snapshot) : openOnPglite(snapshot)

const cacheFolder = join(import.meta.dirname, '../../out/test')

/** On the embedded database. */
export async function openOnPglite(snapshot: Snapshot): Promise<Database> {
  const file = join(cacheFolder, `pglite-${nameOf(snapshot)}.tar`)
  if (existsSync(file)) return openPglite(undefined, readFileSync(file))
  const db = await openPglite(undefined)
  await migrate(db, testSecret)
  await snapshot.fill(db)
  const dump = await db.dump?.()
  mkdirSync(cacheFolder, { recursive: true })
  if (dump) {
    const own = `${file}.${process.pid}`
    writeFileSync(own, dump)
    renameSync(own, file)
  }
  return db
}

/** Fills a folder with an embedded database that is initialised and empty: to initialise one takes seconds, to copy none. */
export async function initialise(dir: string): Promise<void> {
  const kept = join(cacheFolder, 'pglite-initialised')
  if (!existsSync(kept)) {
    const draft = `${kept}.${process.pid}`
    mkdirSync(draft, { recursive: true })
    await (await openPglite(draft)).close()
    renameSync(draft, kept)
  }
  cpSync(kept, dir, { recursive: true })
}

/** An empty database of the test's PostgreSQL, by its address, for what opens it itself; `drop` removes it. */
export const emptyPostgres = (): Promise<MadeDatabase> => createDatabase(clusterUrl())

function clusterUrl(): string {
  const url = process.env.LADING_TEST_PG_URL
  if (!url) throw new Error('LADING_TEST_PG_URL names no PostgreSQL: run by `vitest --project db`')
  return url
}

const lockNumber = 7_246_002

/** The database of which copies are made; whoever asks first makes it, the others wait for the lock. */
export async function templateOf(client: pg.Client, url: string, snapshot: Snapshot): Promise<string> {
  const template = `lading_${nameOf(snapshot)}`
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
  if (rowCount !== 0) return template
  const source = snapshot === empty ? 'template1' : await templateOf(client, url, empty)
  const draft = `${template}_draft`
  await client.query(`drop database if exists ${draft}`)
  await client.query(`create database ${draft} template ${source} ${copying}`)
  const db = openPostgres({ url: databaseAt(url, draft), secret: testSecret })
  await migrate(db, testSecret)
  await snapshot.fill(db)
  await db.close()
  await client.query(`alter database ${draft} rename to ${template}`)
  return template
}

async function openOnPostgres(snapshot: Snapshot): Promise<Database> {
  const { url, drop } = await createDatabase(clusterUrl(), async (client) => {
    await client.query(`select pg_advisory_lock(${lockNumber})`)
    return templateOf(client, clusterUrl(), snapshot)
  })
  const db = openPostgres({ url, secret: testSecret })
  return {
    ...db,
    close: async () => {
      await db.close()
      await drop()
    },
  }
}
