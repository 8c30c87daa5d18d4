import * as calls from '@lading/contract/dps/calls.ts'
import { controller } from '@lading/contract/dps/equipment.ts'
import { jobpoint } from '@lading/contract/dps/line.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DeviceEvent } from '../driver/driver.ts'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'
import { connect, warehouse } from '../testing/wire.ts'
import { receive, wantedControllers } from './book.ts'

let desk: RackDesk
beforeAll(async () => {
  desk = await openRackDesk({ points: [2] })
})
afterAll(() => desk.close())

test('whoever looks at the rack is told when a light that was asked for is on', async () => {
  const told = vi.spyOn(desk.server.kernel, 'committed')
  const toldOfRack = () =>
    told.mock.calls.filter(([, topics]) => topics.has(jobpoint.key) && !topics.has(controller.key)).length
  const shown = async () => (await desk.clerk.call(calls.rackOf, {})).tags.map((t) => t.light?.state ?? null)
  await desk.order('S01', { P01: '5' })
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
  await desk.gateway.stop()
  await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'C001' })
  expect(await shown()).toContain('QUEUED')
  const before = toldOfRack()
  const again = await connect(desk.server, desk.inside, desk.sim)
  await again.settle()
  expect(await shown()).toContain('LIT')
  expect(toldOfRack()).toBeGreaterThan(before)
  await again.gateway.stop()
})

/** A message of the one controller, as the gateway books it, while nobody else speaks to it. */
async function told(rxSeq: number, e: Pick<DeviceEvent, 'kind' | 'node' | 'qty' | 'token' | 'key'>, by = warehouse) {
  const [c] = await wantedControllers(desk.server.kernel, 'me')
  if (!c) throw new Error('no controller')
  const { epoch } = await desk.inside((ctx) =>
    ctx.tx.one<{ epoch: number }>(sql`select epoch from dps_link where controller_id = ${c.id}`),
  )
  const at = desk.server.kernel.now()
  return receive(desk.server.kernel, by, c, { epoch, rxSeq, at }, { bus: 1, raw: new Uint8Array(), ...e })
}
const states = () =>
  desk.inside(async (ctx) =>
    (
      await ctx.tx.query<{ state: string }>(
        sql`select state from dps_light where tenant_id = ${ctx.tenantId} and state in ('QUEUED', 'LIT') order by id`,
      )
    ).map((l) => l.state),
  )

test('a figure that no tag can show is a mismatch, and nobody behind it waits', async () => {
  const token = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(sql`select id from dps_light where tenant_id = ${ctx.tenantId} and state = 'LIT'`),
  )
  const heard = await told(1_000, { kind: 'CONFIRM', node: 1, qty: 123_456_789_012, token: token.id })
  expect(heard).toMatchObject({ outcome: 'QTY_MISMATCH' })
  expect(await states()).toEqual(['QUEUED'])
})

test('where all tags of a bus begin anew, all that is on is shown again', async () => {
  await desk.inside((ctx) => ctx.tx.run(sql`update dps_light set state = 'LIT' where state = 'QUEUED'`))
  expect(await told(1_001, { kind: 'RESET', node: 0 })).toMatchObject({ outcome: 'INFO' })
  expect(await states()).toEqual(['QUEUED'])
})

test('a key that is told again after its light was over splits nothing once more', async () => {
  expect(await told(1_002, { kind: 'KEY', node: 1, key: 'FN', token: '1' })).toMatchObject({ outcome: 'ORPHAN' })
  expect(await desk.tasks()).toHaveLength(1)
})

test('what can never be booked is raised, its light comes on again, and what comes after it is booked', async () => {
  const lit = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string; node: number; qty: string }>(
      sql`select l.id, t.node, l.qty from dps_light l join dps_tag t on t.id = l.tag_id where l.tenant_id = ${ctx.tenantId} and l.state in ('QUEUED', 'LIT') limit 1`,
    ),
  )
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update dps_light set state = 'LIT' where tenant_id = ${ctx.tenantId} and id = ${lit.id}`),
  )
  const pressed = { kind: 'CONFIRM', node: lit.node, qty: Number(lit.qty), token: lit.id } as const
  let asked = 0
  const broken = new Proxy(warehouse, {
    get: (of, name) =>
      name === 'confirm'
        ? async () => Promise.reject(Object.assign(new Error('out of range'), { code: '22003', asked: asked++ }))
        : Reflect.get(of, name),
  })
  expect(await told(2_000, pressed, broken)).toMatchObject({ outcome: 'RAISED' })
  expect(asked).toBeGreaterThan(1)
  expect(await states()).toContain('QUEUED')
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update dps_light set state = 'LIT' where tenant_id = ${ctx.tenantId} and id = ${lit.id}`),
  )
  expect(await told(2_001, pressed)).toMatchObject({ outcome: 'APPLIED' })
})
