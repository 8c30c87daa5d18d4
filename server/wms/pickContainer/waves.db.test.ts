import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import * as calls from '@lading/contract/wms/pickContainerCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openSowDesk } from '../testing/sowDesk.ts'
import type { WaveDesk } from '../testing/waveDesk.ts'

/** Containers of picks for many orders at once, and of waves that are taken back. */
let desk: WaveDesk
let cartonId = ''
beforeAll(async () => {
  desk = await openSowDesk(3)
  cartonId = await desk.inside(async (ctx) => {
    const id = ctx.newId()
    await ctx.tx.run(sql`update mdm_product set volume_m3 = 0.001, weight_kg = 0.1 where tenant_id = ${ctx.tenantId}`)
    await bulkInsert(ctx.tx, 'wms_container_type', [
      {
        ...{ tenantId: ctx.tenantId, id, code: 'CTN', name: 'carton', category: 'CARTON', prefix: 'CT' },
        ...{ volumeM3: '0.06', maxFillPct: 100, returnable: false },
      },
    ])
    return id
  })
  await desk.put('SB-02-01', 'P2', '60', '2029-02-28')
})
afterAll(() => desk.server.close())
afterEach(() => desk.sound())

const assign = (taskId: string) => desk.clerk.call(calls.assignContainers, { taskIds: [taskId], typeId: cartonId })
const openPick = () =>
  desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(sql`
      select id from wms_task where tenant_id = ${ctx.tenantId} and task_type = 'PICK' and state not in ('DONE', 'CANCELED')`),
  )
/** State of a container, and of what it was assigned for. */
const stateOf = (code: string) =>
  desk.inside(async (ctx) => {
    const row = await ctx.tx.one<{ box: string; bound: string }>(sql`
      select c.state as box, x.state as bound from wms_container c join wms_pick_container x on x.tenant_id = c.tenant_id and x.container_id = c.id
      where c.tenant_id = ${ctx.tenantId} and c.code = ${code} order by x.id desc limit 1`)
    return `${row.box} ${row.bound}`
  })
const stop = async (orderId: string) => {
  const operate = documentCalls(operateBill)
  const { version } = await desk.clerk.call<{ version: number }>(operate.getById as never, { id: orderId })
  expect(
    await desk.clerk.call(operate.stop as never, { rows: [{ id: orderId, version }], reason: 'closed' }),
  ).toMatchObject({ ok: 1 })
  await desk.server.relay.drain()
}

test('a wave that is taken back gives the containers of its picks back', async () => {
  const wave = await desk.wave([await desk.order('S1', { P2: '5' }), await desk.order('S2', { P2: '7' })])
  await desk.step(wave, 'start')
  const { containers } = await assign((await openPick()).id)
  const code = containers[0]?.code ?? ''
  expect(await stateOf(code)).toBe('PICKING BOUND')
  await desk.step(wave, 'rollback')
  expect(await stateOf(code)).toBe('IDLE FREED')
  await desk.step(wave, 'start')
  // The new pick is another one, which the old carton may serve or not.
  const again = await assign((await openPick()).id)
  expect(again.kept).toEqual([])
  await desk.work('PICK')
  expect(await stateOf(again.containers[0]?.code ?? '')).toBe('PICKED DONE')
})

test('a batch keeps its container as long as one order is left in it, and no longer', async () => {
  const orders = [await desk.order('S1', { P2: '6' }), await desk.order('S2', { P2: '8' })]
  await desk.step(await desk.wave(orders), 'start')
  const { id } = await openPick()
  const { containers } = await assign(id)
  const code = containers[0]?.code ?? ''
  // Both orders' goods are one thing to do, and one line of the container each.
  const meant = async () =>
    (await desk.clerk.call(work.getWork, { id })).lines.map((l) => l.boxes?.map((b) => Number(b.planQty)))
  const rows = async () =>
    (await desk.clerk.call(calls.containerContents, { id: containers[0]?.id ?? '' }))
      .map((n) => Number(n.planQty))
      .sort()
  expect([await meant(), await rows()]).toEqual([[[14]], [6, 8]])
  await stop(orders[0] ?? '')
  expect(await stateOf(code)).toBe('PICKING BOUND')
  expect([await meant(), await rows()]).toEqual([[[8]], [8]])
  const { records } = await desk.clerk.call<{ records: { lines: number; volume: string }[] }>(
    crudCalls(pickContainer).query as never,
    { filter: { taskId: id } },
  )
  expect(records.map((b) => [b.lines, Number(b.volume)])).toEqual([[1, 0.008]])
  const { task } = await desk.clerk.call(work.getWork, { id })
  expect(task.assigned?.map((b) => b.code)).toEqual([code])
  await stop(orders[1] ?? '')
  expect(await stateOf(code)).toBe('IDLE FREED')
})
