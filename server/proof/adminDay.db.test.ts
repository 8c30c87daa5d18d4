import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { tables } from '@lading/contract/tables.ts'
import { afterAll, expect, test } from 'vitest'
import type { Client } from '../testing/client.ts'
import { type Company, enter, initialPassword, openCompany, settleIn } from './adminDay/company.ts'
import { exportMany, guess, openToErp, reuse, runJobs } from './adminDay/engines.ts'
import { bringPeople, buildUp, firstLogIn, lookAround, renewAll, takeAway } from './adminDay/people.ts'

/** Two processes share a database only where there is a server of it. */
const onPostgres = process.env.LADING_TEST_DB === 'postgres'
let company: Company | undefined
afterAll(() => company?.close())

/** The ids of all rows that the story made, by their table, as far as they have a page. */
async function idsOf({ db, tenantId }: Company): Promise<[(typeof tables)[number], string][]> {
  const found: [(typeof tables)[number], string][] = []
  for (const table of tables.filter((t) => t.scope !== 'platform')) {
    const { rows } = await db.owner.query<{ id: string }>(
      `select id from ${table.table} where tenant_id = $1 order by id desc limit 3`,
      [tenantId],
    )
    found.push(...rows.map(({ id }): [(typeof tables)[number], string] => [table, id]))
  }
  return found
}

/** Whether somebody who may read everything of his own finds any of these. */
async function findsAny(who: Client, rows: readonly [(typeof tables)[number], string][]): Promise<string[]> {
  const found: string[] = []
  for (const [table, id] of rows) {
    const { getById } = crudCalls(table)
    if (!getById) continue
    const { code } = await who.envelope(getById, { id })
    // No such call, or no such row; never a row, and never another word than for an id that nobody has.
    if (code !== 40401 && code !== 40400) found.push(`${table.key} ${id}: ${code}`)
  }
  return found
}

test.runIf(onPostgres)(
  'a day of a platform’s administrators, on two processes and one database, from the first log-in to a stolen token',
  { timeout: 3_600_000 },
  async () => {
    company = await openCompany()
    const admin = await firstLogIn(company)
    const places = await buildUp(company, admin)
    const zl = await bringPeople(company, admin, places)
    const there = await lookAround(company, zl, places)
    await takeAway(company, admin, there, places)
    await renewAll(company, admin, places)
    await exportMany(company, places.dc1)
    await openToErp(company, places.group)
    company = await runJobs(company, places)
    await guess(company, places)
    await reuse(company, places)
    const other = await settleIn(company.b, 'admin', initialPassword, 'moonmart')
    expect(other).toBeDefined()
    const rows = await idsOf(company)
    expect(rows.length).toBeGreaterThan(50)
    expect(await findsAny(other, rows)).toEqual([])
    expect(await enter(company.a, 'admin')).toBeDefined()
  },
)
