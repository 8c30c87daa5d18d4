import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { stagedStores } from '@lading/contract/wms/shipCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { shipContainers, shipGoods } from '@lading/contract/wms/trail.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import type { Client } from '../../testing/server.ts'
import { containerByCode } from '../masters/facts.ts'
import { post } from '../stock/post.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { keyOf } from '../testing/yard.ts'

let desk: PickDesk
/** Sees the goods of O1 only, and may do whatever the clerk may. */
let limited: Client
const ship = documentCalls(shipBill)
beforeAll(async () => {
  desk = await openPickDesk()
  const admin = await desk.server.as('admin', 'DC01')
  await desk.server.inside('G', async (ctx) => {
    const ownerId = desk.yard.owners.get('O1')
    await bulkInsert(ctx.tx, 'sys_user_owner', [
      { tenantId: ctx.tenantId, id: ctx.newId(), userId: admin.userId, ownerId },
    ])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  limited = await desk.server.as('admin', 'DC01')
})
afterAll(() => desk.server.close())

/** A picked tote of an owner that waits for the store's truck. */
const stage = (owner: string, tote: string) =>
  desk.inside(async (ctx) => {
    const { id } = await containerByCode(ctx, tote)
    const to = await keyOf(ctx, desk.yard, { bin: 'SYS-PICK', product: 'A', owner, container: id })
    const from = { ...to, binId: desk.yard.bins.get('V_ADJUST') ?? '', containerId: desk.yard.loose }
    await post(ctx, {
      bizType: 'ADJ_INC',
      idemKey: `stage ${tote}`,
      lines: [
        { key: from, delta: -wholeQty(12) },
        { key: to, delta: wholeQty(12) },
      ],
      containers: [{ id, from: ['IDLE'], state: 'PICKED', binId: to.binId }],
    })
    await ctx.tx.run(
      sql`update wms_container set store_id = ${desk.storeId} where tenant_id = ${ctx.tenantId} and id = ${id}`,
    )
  })
async function approved(): Promise<{ id: string; version: number }> {
  const made = await desk.clerk.call<{ id: string; version: number }>(ship.create, {
    vehicleNo: 'A1',
    stops: [{ storeId: desk.storeId, seq: 1 }],
  })
  await desk.clerk.call(ship.approve, { rows: [made] })
  return { id: made.id, version: 1 }
}
const loading = { taskTypes: ['ENTER_TRUCK'] } as const

test('a clerk of one owner counts, and is handed, his owner’s containers only', async () => {
  await stage('O1', 'T1')
  const truck = await approved()
  const alone = await limited.call(stagedStores, { id: truck.id })
  expect(alone.stores).toMatchObject([{ containers: 1 }])
  const listed = async () => [
    await limited.call(shipContainers.call, { id: truck.id }),
    await limited.call(shipGoods.call, { id: truck.id }),
  ]
  const his = await listed()
  expect(his[0]).toMatchObject([{ refs: { containerId: { code: 'T1' } }, load: 'STAGED' }])
  await stage('O2', 'T2')
  expect(await limited.call(stagedStores, { id: truck.id })).toEqual(alone)
  expect(await listed()).toEqual(his)
  expect((await desk.clerk.call(stagedStores, { id: truck.id })).stores).toMatchObject([{ containers: 2 }])

  await desk.clerk.call(ship.start, { rows: [truck] })
  await expect(limited.call(work.nextTask, loading)).rejects.toMatchObject({ code: 42260 })
  await expect(limited.call(ship.getById, { id: truck.id })).rejects.toMatchObject({ code: 40400 })
  const { task, lines } = await desk.clerk.call(work.nextTask, loading)
  expect(lines).toHaveLength(2)
  const hisOf = async (client: Client) =>
    (await client.call(work.listWorkers)).workers.find((w) => w.id === desk.clerk.userId)
  expect(await hisOf(desk.clerk)).toMatchObject({ openTasks: 1, current: { id: task.id } })
  expect(await hisOf(limited)).toMatchObject({ openTasks: 0, current: null })
})

test('a load of his own goods alone is his to do', async () => {
  await stage('O1', 'T3')
  const truck = await approved()
  await limited.call(ship.start, { rows: [truck] })
  const { lines } = await limited.call(work.nextTask, loading)
  expect(lines.map((l) => l.fromContainer?.code)).toEqual(['T3'])
  const done = await limited.call(work.confirmLine, {
    taskLineId: lines[0]?.id ?? '',
    qty: '1',
    scans: { container: 'T3' },
  })
  expect(done.task.state).toBe('DONE')
})
