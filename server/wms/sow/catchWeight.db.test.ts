import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSowDesk } from '../testing/sowDesk.ts'
import { stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

let desk: WaveDesk
const orders: string[] = []
beforeAll(async () => {
  desk = await openSowDesk(3)
  await stepSeven(desk)
  await desk.inside((ctx) =>
    ctx.tx.run(
      sql`update mdm_product set is_weigh = true, catch_pct = 5 where tenant_id = ${ctx.tenantId} and code = 'P2'`,
    ),
  )
  for (const [store, plan] of Object.entries({ S1: { P2: '8' }, S2: { P2: '18' }, S3: { P2: '10' } }))
    orders.push(await desk.order(store, plan))
  await desk.step(await desk.wave(orders), 'start')
  await desk.work('RPL_DOWN')
})
afterAll(() => desk.server.close())

test('what was weighed for all stores at once is each store’s by its share, and sorted so', async () => {
  const { lines } = await desk.clerk.call<{ lines: WorkLine[] }>(work.nextTask as never, { taskTypes: ['PICK'] })
  const confirm = (qty: string) =>
    desk.clerk.envelope(work.confirmLine, { taskLineId: lines[0]?.id, qty, toContainer: 'T1' })
  expect(lines).toMatchObject([{ planQty: '36', stores: 3 }])
  expect(await confirm('37.801')).toMatchObject({
    code: wmsFaults.overPlan.code,
    message: '实际数量37.801 个不能大于计划数量36 个',
  })
  expect(await confirm('34.199')).toMatchObject({ code: wmsFaults.needReason.code })
  expect(await confirm('36.361')).toMatchObject({ code: 0, data: { task: { state: 'DONE' }, next: null } })
  await desk.server.relay.drain()
  expect(await Promise.all(orders.map(desk.lines))).toEqual([['P2 8.08'], ['P2 18.18'], ['P2 10.101']])
  expect(await desk.tasks('SOW')).toEqual(['READY SYS-PICK W-1 8.08, SYS-PICK W-2 18.18, SYS-PICK W-3 10.101'])
  await desk.sound()
})
