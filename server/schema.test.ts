import { expect, test } from 'vitest'
import { appRole, openPglite } from './kernel/database.ts'
import { migrate } from './kernel/migrate.ts'
import { declaredSchema } from './tables.ts'
import { catalogue } from './testing/catalogue.ts'

test('a database built by the migrations equals one built from the declarations', async () => {
  const [migrated, declared] = await Promise.all([openPglite(undefined), openPglite(undefined)])
  try {
    await migrate(migrated, 'a secret of tests only')
    const client = await declared.owner.connect()
    await client.query(
      `create role ${appRole} nologin nosuperuser nobypassrls; grant usage on schema public to ${appRole}`,
    )
    await client.query(declaredSchema())
    client.release()
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
