import * as work from '@lading/contract/wms/taskCalls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSowDesk } from '../testing/sowDesk.ts'
import { setTaskRules } from '../testing/taskRules.ts'
import { stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

let desk: WaveDesk
beforeAll(async () => {
  desk = await openSowDesk(3)
  await desk.inside((ctx) => setTaskRules(ctx, 'PICK', { rule: { refetch: false } }))
  await stepSeven(desk)
})
afterAll(() => desk.server.close())

/** Confirms of the next batch so much, one after the other; what the last one lacks is not there. */
async function take(...qtys: string[]): Promise<void> {
  const { lines } = await desk.clerk.call<{ lines: { id: string }[] }>(work.nextTask as never, { taskTypes: ['PICK'] })
  for (const [i, qty] of qtys.entries()) {
    const more = i < qtys.length - 1 ? { partial: true } : { reason: 'NOT_FOUND' }
    const said = { taskLineId: lines[0]?.id, qty, toContainer: 'T1', ...more }
    await desk.clerk.call(work.confirmLine as never, said as never)
  }
  await desk.server.relay.drain()
}

test('a batch that is too little for its stores is divided as its wave says, and sorted so', async () => {
  const orders: string[] = []
  for (const [store, plan] of Object.entries({ S1: { P2: '8' }, S2: { P2: '18' }, S3: { P2: '10' } }))
    orders.push(await desk.order(store, plan))
  await desk.step(await desk.wave(orders, { ration: 'AVG' }), 'start')
  await desk.work('RPL_DOWN')
  await take('20')
  expect(await Promise.all(orders.map(desk.lines))).toEqual([['P2 5 short 3'], ['P2 10 short 8'], ['P2 5 short 5']])
  expect(await desk.tasks('SOW')).toEqual(['READY SYS-PICK W-1 5, SYS-PICK W-2 10, SYS-PICK W-3 5'])
  await desk.sound()
})
