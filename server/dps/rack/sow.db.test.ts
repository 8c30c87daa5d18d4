import * as calls from '@lading/contract/dps/calls.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { fullDests, openDest, sowWork } from '@lading/contract/dps/sowing.ts'
import { dpsTask } from '@lading/contract/dps/task.ts'
import { documentCalls } from '@lading/contract/kernel/crud.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSowDesk } from '../../wms/testing/sowDesk.ts'
import { stepSeven, type WaveDesk } from '../../wms/testing/waveDesk.ts'
import { keyCode, tell } from '../driver/ablepickWords.ts'
import { SimController } from '../sim/controller.ts'
import { connect, type Hands, insertRack, rackAgainstBook } from '../testing/wire.ts'

const steps = documentCalls(dpsTask) as Readonly<Record<string, never>>
let desk: WaveDesk
let hands: Hands
const sim = new SimController({ nodes: 7 })
const orders: string[] = []
beforeAll(async () => {
  desk = await openSowDesk(3)
  await stepSeven(desk)
  const port = await sim.listen()
  await desk.inside(async (ctx) => {
    await ctx.tx.run(sql`update wms_sowing_scheme set mode = 'LIGHT' where tenant_id = ${ctx.tenantId}`)
    const bins = await ctx.tx.query<{ id: string }>(
      sql`select id from wms_bin where tenant_id = ${ctx.tenantId} and code like 'W-%' order by code`,
    )
    await insertRack(ctx, {
      mode: 'DAS',
      points: [bins.slice(0, 2), bins.slice(2)].map((own) => own.map((b) => b.id)),
      port,
      hasCompleter: false,
    })
    // Of a wall along two points there is one task all the same: its container is one.
    await ctx.tx.run(sql`update dps_line set relay = 'PARALLEL' where tenant_id = ${ctx.tenantId}`)
  })
  hands = await connect(desk.server, desk.inside, sim)
  for (const [store, plan] of Object.entries({ S1: { P2: '8' }, S2: { P2: '18' }, S3: { P2: '10' } }))
    orders.push(await desk.order(store, plan))
  await desk.step(await desk.wave(orders), 'start')
  await desk.work('RPL_DOWN')
  await desk.work('PICK', { toContainer: 'T1' })
  await hands.settle()
})
afterAll(async () => {
  await hands.gateway.stop()
  await sim.close()
  await desk.server.close()
})

test('goods that were picked for many stores light the positions that want them; each press is its store’s', async () => {
  expect(await hands.tasks()).toEqual(['BOUND T1 0/3'])
  for (const pointCode of ['P1', 'P2']) await desk.clerk.call(calls.signOn, { pointCode })
  const { taskId } = await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'T1' })
  await hands.settle()
  // Nobody knows yet what he has in his hand.
  expect(hands.lit()).toBe('')
  // Unbound by mistake, it is begun again with the container that is divided, and with no other.
  const { version } = await desk.clerk.call<{ version: number }>(steps.getById as never, { id: taskId })
  await desk.clerk.call(steps.unbind as never, { rows: [{ id: taskId, version }] })
  await hands.settle()
  expect(await desk.clerk.envelope(calls.arriveAt, { pointCode: 'P1', containerCode: 'T2' })).toMatchObject({
    code: dpsFaults.nothingToBind.code,
  })
  await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'T1' })
  await hands.settle()
  expect(await hands.tasks()).toEqual(['BOUND T1 0/3'])
  expect(await desk.clerk.envelope(calls.inductAt, { taskId, goods: 'NONE' })).toMatchObject({
    code: dpsFaults.notWanted.code,
  })
  await desk.clerk.call(calls.inductAt, { taskId, goods: 'P2' })
  await hands.settle()
  expect(hands.lit()).toBe('1:8 2:18 4:10')
  // Full before anything came to it is nothing: the others are sorted on.
  sim.tellRaw(tell.key(1, 4, keyCode.up))
  await hands.settle()
  expect([await hands.tasks(), hands.lit()]).toEqual([['PICKING T1 0/3'], '1:8 2:18 4:10'])
  expect((await desk.clerk.envelope(calls.fullTask, { taskId })).code).not.toBe(0)
  const [station] = (await desk.clerk.call(sowWork, {})).tasks
  expect(station).toMatchObject({
    container: 'T1',
    isHere: true,
    goods: [{ code: 'P2', plan: '36.000', done: '0.000', lit: 3 }],
  })
  // A container that was opened there once, and has been elsewhere since, is not what stands there now.
  await desk.clerk.call(openDest, { binCode: 'W-2', containerCode: 'T3' })
  await desk.inside(async (ctx) => {
    const later = new Date(ctx.now().getTime() + 60_000)
    await ctx.tx.run(
      sql`update wms_container set last_move_at = ${later} where tenant_id = ${ctx.tenantId} and code = 'T3'`,
    )
  })
  await hands.press(2)
  const { code } = await desk.inside((ctx) =>
    ctx.tx.one<{ code: string }>(sql`
      select c.code from wms_stock s join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and b.code = 'W-2' where s.tenant_id = ${ctx.tenantId} and s.qty > 0`),
  )
  expect(code).not.toBe('T3')
  // Its first container is full: the rest of the store comes into another, and waits for it.
  hands.less(1, 5)
  await hands.press(1)
  const box = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string; version: number }>(sql`
      select c.id, c.version from wms_container c join wms_bin b on b.tenant_id = c.tenant_id and b.id = c.bin_id and b.code = 'W-1' where c.tenant_id = ${ctx.tenantId}`),
  )
  await desk.clerk.call(fullDests, { rows: [box] })
  await hands.settle()
  expect(hands.lit()).toBe('4:10')
  expect(await desk.clerk.envelope(openDest, { binCode: 'SB-02-01', containerCode: 'T2' })).toMatchObject({
    code: dpsFaults.notAPosition.code,
  })
  await desk.clerk.call(openDest, { binCode: 'W-1', containerCode: 'T2' })
  await hands.settle()
  expect(hands.lit()).toBe('1:3 4:10')
  hands.less(4, 7)
  await hands.short(4)
  expect(hands.lit()).toBe('1:3')
  await hands.press(1)
  expect(await hands.tasks()).toEqual(['DONE T1 3/3'])
  await desk.server.relay.drain()
  // The three that were not there are fetched once more.
  expect(await Promise.all(orders.map(desk.lines))).toEqual([['P2 8'], ['P2 18'], ['P2 10']])
  const boxes = await desk.inside((ctx) =>
    ctx.tx.query(sql`
      select c.code, trim_scale(s.qty)::text as qty from wms_stock s join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and b.code = 'W-1' where s.tenant_id = ${ctx.tenantId} and s.qty > 0 order by s.qty`),
  )
  expect(boxes).toEqual([
    { code: 'T2', qty: '3' },
    { code: expect.stringContaining('-'), qty: '5' },
  ])
  expect(await desk.inside(rackAgainstBook)).toEqual([])
  await desk.sound()
})
