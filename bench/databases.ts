import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openPglite, openPostgres } from '../server/kernel/database.ts'
import { migrate } from '../server/kernel/migrate.ts'
import { testSecret } from '../server/testing/database.ts'

/** Where a benchmark runs, and how it gets equal copies of a prepared database. */
export interface BackEnd {
  readonly name: 'postgres' | 'pglite'
  open(): Promise<Database>
  /** Two equal copies; `close` ends whatever still uses the original. */
  copies(db: Database, close: () => Promise<void>): Promise<[Database, Database]>
}

export const pgliteBackEnd: BackEnd = {
  name: 'pglite',
  open: async () => {
    const db = await openPglite(undefined)
    await migrate(db, testSecret)
    return db
  },
  copies: async (db, close) => {
    const dump = await db.dump?.()
    await close()
    return [await openPglite(undefined, dump), await openPglite(undefined, dump)]
  },
}

export function postgresBackEnd(url: string): BackEnd {
  const names = new Map<Database, string>()
  const run = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const openNamed = (name: string): Database => {
    const db = openPostgres({ url: Object.assign(new URL(url), { pathname: `/${name}` }).href, secret: testSecret })
    names.set(db, name)
    return db
  }
  const fresh = (): string => `bench_${randomBytes(5).toString('hex')}`
  return {
    name: 'postgres',
    open: async () => {
      const name = fresh()
      await run(`create database ${name}`)
      const db = openNamed(name)
      await migrate(db, testSecret)
      return db
    },
    copies: async (db, close) => {
      const source = names.get(db) ?? ''
      await close()
      const [a, b] = [fresh(), fresh()]
      for (const name of [a, b]) await run(`create database ${name} template ${source}`)
      return [openNamed(a), openNamed(b)]
    },
  }
}
