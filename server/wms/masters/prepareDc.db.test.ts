import { virtualBins } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { looseCode } from './loose.ts'
import { prepareDc, stagingBins } from './prepareDc.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('a logistics centre is prepared once, however often it is asked for', async () => {
  await server.inside('DC01', (ctx) => prepareDc(ctx))
  const second = await server.inside('DC01', async (ctx) => {
    await prepareDc(ctx)
    const bins = await ctx.tx.query<{ code: string; usage: string }>(sql`
      select code, usage from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`)
    const containers = await ctx.tx.query<{ code: string; category: string }>(sql`
      select c.code, t.category from wms_container c join wms_container_type t on t.tenant_id = c.tenant_id and t.id = c.type_id
      where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id}`)
    return { bins, containers }
  })
  expect(second.bins.map((b) => b.code).sort()).toEqual(
    [...Object.keys(virtualBins), ...Object.keys(stagingBins)].sort(),
  )
  expect(second.containers).toEqual([{ code: looseCode, category: 'VIRTUAL' }])
  await server.inside('DC02', (ctx) => prepareDc(ctx))
})
