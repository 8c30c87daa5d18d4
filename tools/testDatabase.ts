import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Of every server that runs on a cluster of tests: the restricted role is the cluster's, and has one password. */
export const testSecret = 'a secret of tests only'

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

export const databaseAt = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

export interface MadeDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Files copied as they are cost a tenth of what the default does, each page of which goes through the log. */
export const copying = 'strategy file_copy'

/** A new database of a cluster. @param original names the database of which it is a copy; left out, it is empty */
export async function createDatabase(
  url: string,
  original: (client: pg.Client) => Promise<string> = async () => 'template1',
): Promise<MadeDatabase> {
  const name = `lading_test_${randomBytes(6).toString('hex')}`
  await asSuperuser(url, async (client) => {
    await client.query(`create database ${name} template ${await original(client)} ${copying}`)
  })
  return {
    url: databaseAt(url, name),
    drop: () =>
      asSuperuser(url, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}
