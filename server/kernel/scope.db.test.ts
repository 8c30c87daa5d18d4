import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/server.ts'
import type { Ctx } from './ctx.ts'
import { acrossOrgs } from './scope.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const wallOf = async (ctx: Ctx): Promise<string> =>
  (await ctx.tx.one<{ org: string }>(sql`select current_setting('app.org_id', true) as org`)).org
/** As a person of DC01, whom the database's wall keeps to his organisation. */
const asPerson = (work: (ctx: Ctx) => Promise<void>) =>
  server.inside('DC01', async (ctx) => {
    await ctx.tx.query(sql`select set_config('app.org_id', ${ctx.org.id}, true)`)
    await work({ ...ctx, userId: '1' })
    expect(await wallOf(ctx)).toBe(ctx.org.id)
  })

test('the wall between organisations is open for the work alone', () =>
  asPerson(async (ctx) => {
    expect(await acrossOrgs(ctx, () => wallOf(ctx))).toBe('')
  }))

test('it is closed again behind a refusal that somebody catches', () =>
  asPerson(async (ctx) => {
    const work = acrossOrgs(ctx, async () => refuse(faults.notDc))
    await expect(work).rejects.toMatchObject({ refusal: faults.notDc })
  }))

test('it is closed again behind a failed statement that a savepoint takes back', () =>
  asPerson(async (ctx) => {
    await ctx.tx.run(sql`savepoint before`)
    const work = acrossOrgs(ctx, () => ctx.tx.query(sql`select 1 / 0`))
    // The first failure is told, not that of closing the wall.
    await expect(work).rejects.toMatchObject({ code: '22012' })
    await ctx.tx.run(sql`rollback to savepoint before`)
  }))
