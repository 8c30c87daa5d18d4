import type pg from 'pg'
import { type Database, openPostgres } from '../server/kernel/database.ts'
import { openOnPglite, templateOf } from '../server/testing/database.ts'
import { twoTenants } from '../server/testing/twoTenants.ts'
import { createDatabase, testSecret } from '../tools/testDatabase.ts'

/** As an installation has it: tests let it look at their tables more often, and each look makes all plans anew. */
export const asInstalled = { settings: { autovacuum_naptime: '1min' } } as const

/** Where a benchmark runs. */
export interface BackEnd {
  readonly name: 'postgres' | 'pglite'
  open(): Promise<Database>
}

export const pgliteBackEnd: BackEnd = {
  name: 'pglite',
  open: () => openOnPglite(twoTenants),
}

export function postgresBackEnd(url: string): BackEnd {
  const copyOf = async (original: (client: pg.Client) => Promise<string>): Promise<Database> =>
    openPostgres({ url: (await createDatabase(url, original)).url, secret: testSecret })
  return {
    name: 'postgres',
    open: () => copyOf((client) => templateOf(client, url, twoTenants)),
  }
}
