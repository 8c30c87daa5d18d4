import { documentCalls } from '@lading/contract/kernel/crud.ts'
import type { LogEntry } from '@lading/contract/kernel/log.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { expect } from 'vitest'
import type { Client } from '../../testing/server.ts'

const order = documentCalls(orderBill)
const operate = documentCalls(operateBill)

/** A log's words from first to last, each with what it says was changed beside the state. */
const storyOf = async (clerk: Client, call: typeof order.log, id: string) =>
  (await clerk.call<LogEntry[]>(call, { id }))
    .toReversed()
    .map(({ title, about, changes }) => [
      about ? `${about.title[1]} ${title[1]}` : title[1],
      Object.fromEntries(changes.filter((c) => c.field !== 'state').map((c) => [c.field, c.after])),
    ])
const called = (code: string) => [expect.objectContaining({ code })]

/** That the logs of an order from its vendor and of one to a store, picked short and despatched, tell each step. */
export async function expectStories(
  clerk: Client,
  ids: { readonly order: string; readonly out: string },
): Promise<void> {
  expect(await storyOf(clerk, operate.log, ids.out)).toEqual([
    ['Create', expect.anything()],
    ['Approve', {}],
    ['Pick task Create', {}],
    ['Allocate', {}],
    ['Pick task Take', {}],
    ['Pick task Start', {}],
    [
      'Pick task Confirm',
      {
        lineNo: '1',
        productId: called('X'),
        qty: '8',
        binId: called('S-01'),
        containerId: called('T1'),
        lineState: ['缺货', 'Short'],
        reason: ['破损', 'Damaged'],
      },
    ],
    ['Pick task Confirm', expect.objectContaining({ productId: called('W'), lineState: ['已完成', 'Done'] })],
    ['Pick task Finish', {}],
    ['Shipment Start loading', { vehicleNo: '沪A12345' }],
    ['Load task Confirm', expect.objectContaining({ containerId: called('T1'), lineState: ['已完成', 'Done'] })],
    ['Shipment Loading done', { vehicleNo: '沪A12345' }],
    ['Close short', {}],
    ['Shipment Despatch', { vehicleNo: '沪A12345' }],
  ])
  const inbound = (await storyOf(clerk, order.log, ids.order)).map(([word]) => word)
  expect(inbound).toEqual(
    expect.arrayContaining(['Receiving task Confirm', 'Receiving task Finish', 'Put-away task Confirm']),
  )
}
