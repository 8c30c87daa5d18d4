import { expect, test } from 'vitest'
import { appRole, type Database, openPglite, openPostgres } from './kernel/database.ts'
import { declaredSchema } from './tables.ts'
import { catalogue } from './testing/catalogue.ts'
import { emptyPostgres, openTestDatabase, testSecret } from './testing/database.ts'

/** A database that was never migrated, with the restricted role that a migration makes. */
async function openEmpty(): Promise<Database> {
  if (process.env.LADING_TEST_DB === 'postgres') {
    const { url, drop } = await emptyPostgres()
    const db = openPostgres({ url, secret: testSecret })
    return { ...db, close: () => db.close().then(drop) }
  }
  const db = await openPglite(undefined)
  await db.owner.query(`create role ${appRole} nologin nosuperuser nobypassrls`)
  return db
}

test('a database built by the migrations equals one built from the declarations', async () => {
  // The role is the cluster's: on PostgreSQL it comes with the first.
  const migrated = await openTestDatabase()
  const declared = await openEmpty()
  try {
    await declared.owner.query(`grant usage on schema public to ${appRole}`)
    await declared.owner.query(declaredSchema())
    const [is, shall] = [await catalogue(migrated.owner), await catalogue(declared.owner)]
    expect(shall.length).toBeGreaterThan(500)
    const difference = [
      ...is.filter((line) => !shall.includes(line)).map((line) => `only in the migrations:   ${line}`),
      ...shall.filter((line) => !is.includes(line)).map((line) => `only in the declarations: ${line}`),
    ]
    expect(difference).toEqual([])
  } finally {
    await migrated.close()
    await declared.close()
  }
})
