import * as calls from '@lading/contract/dps/calls.ts'
import { dpsPickTask } from '@lading/contract/dps/task.ts'
import type { Call } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'

let desk: RackDesk
beforeAll(async () => {
  desk = await openRackDesk({ points: [2] })
})
afterAll(() => desk.close())

interface Pick {
  readonly id: string
  readonly taskId: string
  readonly planQty: string
}
/** All that a press would change: picks, what tags told, what waits to be sent, the book. */
const booked = () =>
  desk.inside((ctx) =>
    ctx.tx.one(sql`
      select (select json_agg(json_build_array(p.id, p.state, p.done_qty, p.short_qty) order by p.id) from dps_pick p where p.tenant_id = t.id) as picks,
        (select json_agg(json_build_array(l.id, l.state) order by l.id) from dps_light l where l.tenant_id = t.id) as lights,
        (select count(*) from dps_event e where e.tenant_id = t.id) as told, (select count(*) from dps_command c where c.tenant_id = t.id) as commands,
        (select count(*) from dps_operator o where o.tenant_id = t.id) as operators, (select count(*) from wms_ledger g where g.tenant_id = t.id) as moved
      from (select ${ctx.tenantId}::bigint as id) t`),
  )

test('a press without a token, or by whoever works in another centre or for another company, books nothing', async () => {
  await desk.order('S01', { P01: '5', P02: '3' })
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
  await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'C001' })
  await desk.settle()
  const { records } = await desk.clerk.call<{ records: Pick[] }>(crudCalls(dpsPickTask).query as never, { filter: {} })
  const [pick] = records
  const { controllers, tags } = await desk.clerk.call(calls.rackOf, {})
  const tagId = tags.find((t) => t.light?.pickId === pick?.id)?.tagId
  const presses: readonly (readonly [Call, object])[] = [
    [calls.confirmPickByHand, { pickId: pick?.id, qty: String(Number(pick?.planQty)), isShort: false }],
    [calls.simulate, { tagId, verb: 'PRESS' }],
    [calls.simulate, { controllerId: controllers[0]?.id, verb: 'AUTO' }],
    [calls.completeAt, { pointCode: 'P1', taskId: pick?.taskId }],
    [calls.fullTask, { taskId: pick?.taskId }],
    [calls.arriveAt, { pointCode: 'P1', containerCode: 'C002' }],
    [calls.signOn, { pointCode: 'P1' }],
    [calls.commandTags, { ids: [tagId], verb: 'LAMP' }],
    [calls.commandController, { id: controllers[0]?.id, verb: 'RELIGHT' }],
  ]
  const before = await booked()
  const strangers = [
    await desk.server.as('admin', 'DC02'),
    await desk.server.as('admin', 'DC01', 'two'),
    await desk.server.as('viewer', 'DC01'),
  ]
  for (const [call, input] of presses) {
    const bare = await desk.server.app.inject({ method: 'POST', url: call.path, payload: input })
    expect([call.path, bare.json().code]).toEqual([call.path, faults.tokenExpired.code])
    for (const one of strangers) expect((await one.envelope(call, input)).code, call.path).not.toBe(0)
  }
  await desk.settle()
  expect(await booked()).toEqual(before)
  // One who may, books it once.
  await desk.clerk.call(calls.confirmPickByHand, presses[0]?.[1])
  expect(await booked()).not.toEqual(before)
  await desk.sound()
})
