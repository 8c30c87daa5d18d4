import { startTestPostgres } from './testPostgres.ts'

/**
 * Runs once before the database tests. With LADING_TEST_DB=postgres and no LADING_TEST_PG_URL it starts a PostgreSQL for
 * them, so that `LADING_TEST_DB=postgres npx vitest run --project db <file>` needs no preparation.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.LADING_TEST_DB !== 'postgres' || process.env.LADING_TEST_PG_URL) return undefined
  const postgres = await startTestPostgres()
  process.env.LADING_TEST_PG_URL = postgres.url
  return postgres.stop
}
