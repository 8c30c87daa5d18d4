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

test('the planner expects the rows of a centre that are there, whether the wall stands or not', async () => {
  await server.inside('DC01', async (ctx) => {
    for (let from = 0; from < 2_000; from += 1_000)
      await ctx.tx.run(sql`
        insert into wms_area (tenant_id, org_id, id, code, name)
        select ${ctx.tenantId}, ${ctx.org.id}, n, 'EST' || n, 'area' from generate_series(${from + 1}::bigint, ${from + 1_000}::bigint) n`)
  })
  await server.db.owner.query('analyze wms_area')
  const expected = (wall: string): Promise<number> =>
    server.inside('DC01', async (ctx) => {
      await ctx.tx.query(sql`select set_config('app.org_id', ${wall}, true)`)
      const plan = await ctx.tx.query(sql`
        explain (format json) select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`)
      return Number(/Plan Rows\W+(\d+)/.exec(JSON.stringify(plan))?.[1])
    })
  const { id } = server.one.orgs.get('DC01') ?? { id: '' }
  expect(await expected('')).toBeGreaterThan(1_500)
  expect(await expected(id)).toBeGreaterThan(1_500)
})
