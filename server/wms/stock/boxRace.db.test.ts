import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDue } from '../../../tools/round.ts'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Meeting, meetings } from '../../testing/meeting.ts'
import type { Client } from '../../testing/server.ts'
import { containerByCode } from '../masters/facts.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { moveContainer } from './containers.ts'

let desk: PickDesk
let other: Client
let meeting: Meeting
let tries = 0
beforeAll(async () => {
  desk = await openPickDesk()
  other = await desk.server.as('admin', 'DC01')
  meeting = meetings(desk.server.db)
  await desk.put('P-01', 'A', '5000')
})
afterAll(() => desk.server.close())

/** Statements of one piece of work before which another comes in between; some of them in a usual run. */
async function eachStatement(
  begin: () => Promise<{ first: () => Promise<unknown>; second: () => Promise<unknown> }>,
  look: (one: PromiseSettledResult<unknown>, two: PromiseSettledResult<unknown>, at: number) => void,
): Promise<void> {
  const { length: count } = await meeting.statementsOf((await begin()).first)
  expect(count).toBeGreaterThan(8)
  for (let at = 2; at <= count; at++) {
    if (!isDue(at, 4)) continue
    const { first, second } = await begin()
    const met = await meeting.meet(at, first, second)
    look(met.first, met.second, at)
    await desk.sound()
  }
}

/** A tote with half of a line in it, the other half to come. */
async function halfPicked() {
  tries += 1
  const tote = `T${tries}`
  const { lines } = await desk.pick({ A: '4' })
  const confirm = (qty: string, more: object = {}) =>
    desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id ?? '', qty, toContainer: tote, ...more } as never)
  await confirm('2', { partial: true })
  const move = () =>
    desk.inside(async (ctx) => {
      const containerId = (await containerByCode(ctx, tote)).id
      const toBinId = desk.yard.bins.get('S-02') ?? ''
      await moveContainer(ctx, {
        bizType: 'MOVE',
        idemKey: `away ${tote}`,
        containerId,
        toBinId,
        change: { state: 'PICKED' },
      })
    })
  return { pick: () => confirm('2'), move }
}
/** Together or not at all: the tote is moved with all that was picked into it, or the pick finds it gone. */
const refusedOrAlong = (pick: PromiseSettledResult<unknown>, move: PromiseSettledResult<unknown>, at: number) => {
  expect(move.status, `at ${at}`).toBe('fulfilled')
  if (pick.status === 'rejected') expect([42245, 42246], `at ${at}`).toContain(pick.reason.code)
}

test('a tote is carried away while something is picked into it, wherever the pick stands still', async () => {
  await eachStatement(
    async () => {
      const { pick, move } = await halfPicked()
      return { first: pick, second: move }
    },
    (pick, move, at) => refusedOrAlong(pick, move, at),
  )
})

test('something is picked into a tote while it is carried away, wherever that stands still', async () => {
  await eachStatement(
    async () => {
      const { pick, move } = await halfPicked()
      return { first: move, second: pick }
    },
    (move, pick, at) => refusedOrAlong(pick, move, at),
  )
})

/** Two lines to be received by two people on one new pallet. */
async function twoReceipts() {
  tries += 1
  const pallet = `PL${tries}`
  const vendorId = await desk.inside(async (ctx) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId: ctx.tenantId, id, code: `V${tries}`, name: 'vendor' }])
    return id
  })
  const lines = await Promise.all([desk.clerk, other].map((client) => receiptOf(client, vendorId)))
  const receive = (i: number) => () =>
    [desk.clerk, other][i]?.call(work.confirmLine, {
      taskLineId: lines[i] ?? '',
      qty: '6',
      toContainer: pallet,
      productionDate: '2026-11-01',
    } as never) as Promise<unknown>
  return { first: receive(0), second: receive(1) }
}
async function receiptOf(client: Client, vendorId: string): Promise<string> {
  const order = documentCalls(orderBill)
  const made = await client.call<{ id: string; version: number }>(order.create, {
    ownerId: desk.yard.owners.get('O1'),
    vendorId,
    lines: [{ productId: desk.yard.products.get('A')?.id, planQty: '6' }],
  })
  await client.call(order.approve, { rows: [made] })
  await client.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const { id } = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(sql`
      select l.id from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
      where l.tenant_id = ${ctx.tenantId} and k.bill_id = ${made.id}`),
  )
  return id
}

test('two receive on one new pallet: both are done, wherever the first stands still', async () => {
  await eachStatement(twoReceipts, (one, two, at) =>
    expect(
      [one, two].map((r) => (r.status === 'fulfilled' ? 'done' : r.reason)),
      `at ${at}`,
    ).toEqual(['done', 'done']),
  )
})
