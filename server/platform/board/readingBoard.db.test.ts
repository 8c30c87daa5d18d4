import { filled } from '@lading/contract/kernel/board.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { dashboardOut } from '@lading/contract/wms/dashboardOut.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { makeWorld, type World } from '../../testing/world.ts'

const now = new Date('2026-03-05T10:00:00+08:00')
let server: TestServer
let world: World
beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  world = await makeWorld(server)
  // One order to allocate and one truck that should have left an hour ago, for each owner, centre and tenant.
  await server.db.owner.query(`update wms_operate_bill set state = 'APPROVED'`)
  await server.db.owner.query(
    `update wms_ship_bill set state = 'APPROVED', despatched_at = null, plan_depart_at = '2026-03-05T09:00:00+08:00'`,
  )
})
afterAll(() => server.close())

const look = async (client: Client) => {
  const { tiles, table } = await client.call(dashboardOut.call, {})
  return {
    ...Object.fromEntries(Object.entries(tiles).map(([name, { n }]) => [name, n])),
    rows: table?.rows.map((r) => r.id),
  }
}

test('what is counted is what the user may see: of his tenant, his centre and his owners', async () => {
  const { own, otherOwner, otherOrg, limited, admin } = world
  const [mine, his, theirs] = [own, otherOwner, otherOrg].map((rows) => rows.get('wms.shipBill'))
  const none = { inProgress: 0, left: 0 }
  expect(await look(limited.dc)).toMatchObject({ ...none, toAllocate: 1, toLeave: 1, late: 1, rows: [mine] })
  const all = await look(admin.dc)
  expect(all).toMatchObject({ ...none, toAllocate: 2, toLeave: 2, late: 2 })
  expect([...(all.rows ?? [])].sort()).toEqual([mine, his].sort())
  const there = await look(await server.as('admin', 'DC02'))
  expect(there).toMatchObject({ ...none, toAllocate: 1, toLeave: 1, late: 1, rows: [theirs] })
})

test('each figure is the total of the list that it leads to', async () => {
  const told = await world.admin.dc.call(dashboardOut.call, {})
  for (const [name, { of, where }] of Object.entries(dashboardOut.tiles)) {
    const list = crudCalls(of).query
    if (!list) throw new Error(`${of.key} has no list`)
    const page = await world.admin.dc.call(list, { filter: filled(where, told) })
    expect(page, name).toMatchObject({ total: told.tiles[name]?.n })
  }
})

test('a row tells what the board shows of it and nothing else: who may look at a board need not see the list', async () => {
  const { table } = await world.admin.dc.call(dashboardOut.call, {})
  const shown = ['id', 'refs', ...(dashboardOut.table?.columns ?? [])].toSorted()
  expect(table?.rows.map((row) => Object.keys(row).toSorted())).toEqual([shown, shown])
  expect(table?.rows.map((row) => row.refs)).toEqual([{}, {}])
})

test('a truck that has left is late no more, and stands among those that left on its day', async () => {
  const id = world.own.get('wms.shipBill')
  await server.db.owner.query(`update wms_ship_bill set state = 'DESPATCHED', despatched_at = $1 where id = $2`, [
    now,
    id,
  ])
  expect(await look(world.limited.dc)).toMatchObject({ toLeave: 0, late: 0, left: 1, rows: [id] })
})

test('a board is looked at in a centre', async () => {
  await expect(world.admin.group.call(dashboardOut.call, {})).rejects.toMatchObject({ code: faults.notDc.code })
})
