import type { SeenFrom } from '@lading/contract/kernel/entity.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { OrgType } from '@lading/contract/kernel/org.ts'
import { area } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/server.ts'
import type { Ctx } from './ctx.ts'
import { acrossOrgs, from } from './scope.ts'

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

test('a declaration says what other kinds of organisation see of rows that are not their own', async () => {
  const seen = await server.inside('DC01', async (ctx) => {
    await ctx.tx.run(
      sql`insert into wms_area (tenant_id, org_id, id, code, name) values (${ctx.tenantId}, ${ctx.org.id}, 9000001, 'SEEN', 'area')`,
    )
    const count = async (type: OrgType, seenFrom: SeenFrom = {}, org = { ...ctx.org, type }) => {
      const who = { ...ctx, org }
      const { n } = await ctx.tx.one<{ n: number }>(sql`
        select count(*)::int as n from ${from(who, { ...area, seenFrom }, 'a')} where a.code = 'SEEN'`)
      return n
    }
    const other = { ...ctx.org, id: '1' }
    const [group, dc02] = ['G', 'DC02'].map((code) => server.one.orgs.get(code)?.id ?? '')
    return {
      root: [
        await count('GROUP', {}, { ...other, type: 'GROUP' }),
        await count('PLAT', {}, { ...other, type: 'PLAT' }),
      ],
      own: await count('TC'),
      others: await count('TC', {}, { ...other, type: 'TC' }),
      all: await count('FC', { FC: 'ALL' }, { ...other, type: 'FC' }),
      above: await count('BC', { BC: 'BELOW' }, { ...other, id: group ?? '', type: 'BC' }),
      beside: await count('BC', { BC: 'BELOW' }, { ...other, id: dc02 ?? '', type: 'BC' }),
    }
  })
  expect(seen).toEqual({ root: [1, 1], own: 1, others: 0, all: 1, above: 1, beside: 0 })
})
