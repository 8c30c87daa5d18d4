import type pg from 'pg'
import { type Database, openPglite, openPostgres } from '../server/kernel/database.ts'
import { openOnPglite, templateOf } from '../server/testing/database.ts'
import { twoTenants } from '../server/testing/twoTenants.ts'
import { createDatabase, databaseAt, testSecret } from '../tools/testDatabase.ts'

/** Where a benchmark runs, and how it gets equal copies of a prepared database. */
export interface BackEnd {
  readonly name: 'postgres' | 'pglite'
  open(): Promise<Database>
  /** Two equal copies; `close` ends whatever still uses the original. */
  copies(db: Database, close: () => Promise<void>): Promise<[Database, Database]>
}

export const pgliteBackEnd: BackEnd = {
  name: 'pglite',
  open: () => openOnPglite(twoTenants),
  copies: async (db, close) => {
    const dump = await db.dump?.()
    await close()
    return [await openPglite(undefined, dump), await openPglite(undefined, dump)]
  },
}

export function postgresBackEnd(url: string): BackEnd {
  const names = new Map<Database, string>()
  const openNamed = (name: string): Database => {
    const db = openPostgres({ url: databaseAt(url, name), secret: testSecret })
    names.set(db, name)
    return db
  }
  const copyOf = async (original: (client: pg.Client) => Promise<string>): Promise<Database> => {
    const made = await createDatabase(url, original)
    return openNamed(new URL(made.url).pathname.slice(1))
  }
  return {
    name: 'postgres',
    open: () => copyOf((client) => templateOf(client, url, twoTenants)),
    copies: async (db, close) => {
      const source = names.get(db) ?? ''
      await close()
      return [await copyOf(async () => source), await copyOf(async () => source)]
    },
  }
}
