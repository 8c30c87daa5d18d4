import { parseQty } from '@lading/contract/kernel/qty.ts'
import { areaMap } from '@lading/contract/wms/areaCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf } from '../testing/yard.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('DC01', async (ctx) => {
    const bins = { 'S-1': 'STORAGE', 'S-2': 'STORAGE', 'S-3': 'STORAGE', NOWHERE: 'STORAGE', R: 'RECEIVE' }
    const yard = await buildYard(ctx, { bins, products: [{ code: 'X' }] })
    const spots = { 'S-1': [3, 1], 'S-2': [3, 1], 'S-3': [6, 1], R: [0, -6] } as const
    for (const [code, [x, y]] of Object.entries(spots))
      await ctx.tx.run(sql`
        update wms_bin set x = ${x}, y = ${y} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${code}`)
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    await bulkInsert(ctx.tx, 'wms_dock', [{ ...at, id: ctx.newId(), code: 'D1', name: 'd', binId: yard.bins.get('R') }])
    const key = await keyOf(ctx, yard, { bin: 'S-2', product: 'X' })
    const from = { ...key, binId: yard.bins.get('V_ADJUST') ?? '' }
    const lines = [
      { key: from, delta: -parseQty('1') },
      { key, delta: parseQty('1') },
    ]
    await post(ctx, { bizType: 'ADJ_INC', idemKey: 'x', lines })
  })
})
afterAll(() => server.close())

test('bins one over the other are one place on the map, with how many of them hold something', async () => {
  const { places, docks } = await (await server.as('viewer', 'DC01')).call(areaMap, {})
  expect(places.map((p) => [p.x, p.y, p.bins, p.filled, p.code])).toEqual([
    [0, -6, 1, 0, 'R'],
    [3, 1, 2, 1, 'S-'],
    [6, 1, 1, 0, 'S-3'],
  ])
  expect(docks).toEqual([{ code: 'D1', x: 0, y: -6, closed: false }])
})

test('only who may see areas gets the map, of his own logistics centre', async () => {
  await expect((await server.as('nobody', 'DC01')).call(areaMap, {})).rejects.toMatchObject({ code: 40301 })
  await expect((await server.as('admin')).call(areaMap, {})).rejects.toThrow('物流中心')
  expect((await (await server.as('admin', 'DC02')).call(areaMap, {})).places).toEqual([])
  expect((await (await server.as('admin', 'DC01', 'two')).call(areaMap, {})).places).toEqual([])
})
