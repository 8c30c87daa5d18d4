import * as calls from '@lading/contract/dps/calls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSowDesk } from '../../wms/testing/sowDesk.ts'
import { stepSeven, type WaveDesk } from '../../wms/testing/waveDesk.ts'
import { SimController } from '../sim/controller.ts'
import { connect, type Hands, insertRack, rackAgainstBook } from '../testing/wire.ts'

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
    await insertRack(ctx, { mode: 'DAS', points: [bins.map((b) => b.id)], port, hasCompleter: false })
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
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
  const { taskId } = await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'T1' })
  await hands.settle()
  // Nobody knows yet what he has in his hand.
  expect(hands.lit()).toBe('')
  expect(await desk.clerk.envelope(calls.inductAt, { taskId, goods: 'NONE' })).toMatchObject({ code: 40400 })
  await desk.clerk.call(calls.inductAt, { taskId, goods: 'P2' })
  await hands.settle()
  expect(hands.lit()).toBe('1:8 2:18 3:10')
  await hands.press(2)
  hands.less(3, 7)
  await hands.short(3)
  expect(hands.lit()).toBe('1:8')
  await hands.press(1)
  expect(await hands.tasks()).toEqual(['DONE T1 3/3'])
  await desk.server.relay.drain()
  // The three that were not there are fetched once more.
  expect(await Promise.all(orders.map(desk.lines))).toEqual([['P2 8'], ['P2 18'], ['P2 10']])
  expect(await desk.inside(rackAgainstBook)).toEqual([])
  await desk.sound()
})
