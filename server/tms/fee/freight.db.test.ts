import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { feeBills } from '@lading/contract/tms/feeBill.ts'
import { rerateTrip } from '@lading/contract/tms/feeCalls.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { agreeFreight, tripFreight } from '@lading/contract/tms/freight.ts'
import { recordTrip } from '@lading/contract/tms/tripCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/server.ts'
import { brokenMoney } from '../testing/moneyRules.ts'
import { letWork, type MoneyWorld, openMoney } from '../testing/moneyWorld.ts'
import { at } from '../testing/tripWorld.ts'

let w: MoneyWorld
const kindIs = (kind: string) =>
  w.server.inside('G', (ctx) =>
    ctx.tx.run(sql`update tms_carrier set kind = ${kind} where tenant_id = ${ctx.tenantId} and id = ${w.owner}`),
  )
beforeAll(async () => {
  w = await openMoney()
  await kindIs('SPOT')
  await w.agree('CARRIER', { carrierId: w.owner })
})
afterAll(() => w.server.close())

const usual = { PREPAID: '300', ARRIVAL: '200', RECEIPT: '400.5', MONTHLY: '99.5' }
const agreed = (tripId: string, of: Readonly<Record<string, string>> = usual, amount = '1000', who: Client = w.tc()) =>
  who.call(agreeFreight, {
    ...{ tripId, amount },
    parts: Object.entries(of).map(([kind, part]) => ({ kind: kind as 'PREPAID', amount: part })),
  })
const refused = (one: Promise<unknown>, fault: { code: number }) =>
  expect(one).rejects.toMatchObject({ code: fault.code })
const fees = async (tripId: string) => (await w.feesOf('CARRIER', { tripId })).filter((f) => f.state !== 'VOID')
const amounts = async (tripId: string) => (await fees(tripId)).map((f) => Number(f.amount))
const states = async (id: string) => (await w.tc().call(tripFreight, { id })).parts.map((p) => p.state)
const record = async (id: string, more: object) => {
  await w.tc().call(recordTrip, { id, version: (await w.get(id)).version, ...more })
  await w.server.relay.drain()
}

test('each part of a freight becomes a charge when it is due, and once', async () => {
  const { id, a, b } = await w.twoStops()
  expect(await agreed(id)).toEqual({ amount: '1000.00', booked: 0 })
  expect(await states(id)).toEqual([null, null, null, null])
  await w.step('release', id)
  await w.server.relay.drain()
  expect(await amounts(id)).toEqual([300])
  // Paid beforehand, by a statement of its own.
  await w.confirm('CARRIER', { tripId: id })
  const prepaid = await w.settle('CARRIER', { carrierId: w.owner })
  expect((await w.settlement('CARRIER', prepaid)).net).toBe('300.0000')
  const { stops } = await w.onRoad(id)
  const arrivals = stops.map((s, i) => ({ stopId: s.id, arriveAt: at(`07:${10 + i * 15}`) }))
  await record(id, { departAt: at('07:00'), stops: arrivals })
  expect(await amounts(id)).toEqual([300])
  const signed = stops.map((s, i) => ({
    ...{ stopId: s.id, leaveAt: at(`07:${15 + i * 15}`) },
    items: s.items.map((i) => ({ wayBillId: i.wayBillId, signer: '店' })),
  }))
  await record(id, { stops: signed })
  expect((await w.get(id)).state).toBe('DELIVERED')
  expect(await amounts(id)).toEqual([300, 200])
  await record(id, { returnAt: at('09:30') })
  // Nothing by the agreement that there is.
  expect(await amounts(id)).toEqual([300, 200, 99.5])
  await w.close([a])
  expect(await states(id)).toEqual(['CONFIRMED', 'DRAFT', null, 'DRAFT'])
  await w.close([b])
  expect((await amounts(id)).sort()).toEqual([200, 300, 400.5, 99.5].sort())
  // However often it is told.
  await w.tc().call(rerateTrip, { tripId: id })
  expect(await agreed(id)).toEqual({ amount: '1000.00', booked: 0 })
  expect(await amounts(id)).toHaveLength(4)
  await w.confirm('CARRIER', { tripId: id })
  const rest = await w.settle('CARRIER', { carrierId: w.owner })
  expect((await w.settlement('CARRIER', rest)).net).toBe('700.0000')
  expect(await brokenMoney(w.server)).toEqual([])
  expect((await fees(id)).map((f) => [f.source, f.feeType])).toEqual(Array(4).fill(['AGREED', 'FREIGHT']))
  // What was agreed upon does not depend on what becomes of the trip: it may be opened again.
  expect(await w.step('reopen', id, { reason: 'x' })).toMatchObject({ ok: 1 })
  await record(id, { returnAt: at('09:40') })
  expect(await amounts(id)).toHaveLength(4)
})

test('parts add up to the freight, each kind once, with a carrier from outside', async () => {
  const { id } = await w.twoStops({ crew: 1 })
  await refused(agreed(id, usual, '1000.01'), feeFaults.freightSum)
  await refused(agreed(id, { PREPAID: '0', MONTHLY: '5' }, '5'), feeFaults.noAmount)
  const twice = { kind: 'PREPAID' as const, amount: '1' }
  await refused(w.tc().call(agreeFreight, { tripId: id, amount: '2', parts: [twice, twice] }), feeFaults.freightTwice)
  await kindIs('OWN')
  await refused(agreed(id), feeFaults.freightOwn)
  await kindIs('SPOT')
  await agreed(id)
  // Until something of it is confirmed it may be agreed on anew.
  await w.step('release', id)
  await w.server.relay.drain()
  expect(await agreed(id, { PREPAID: '250', RECEIPT: '250' }, '500')).toEqual({ amount: '500.00', booked: 1 })
  expect(await amounts(id)).toEqual([250])
  const [prepaid] = await w.confirm('CARRIER', { tripId: id })
  await refused(agreed(id, { MONTHLY: '500' }, '500'), feeFaults.freightBooked)
  await agreed(id, { PREPAID: '250', MONTHLY: '350' }, '600')
  // What is voided stays so, and is no hindrance.
  await w.take(feeBills.CARRIER, 'cancel', prepaid?.id ?? '', { reason: 'x' })
  expect(await agreed(id, { PREPAID: '250', MONTHLY: '350' }, '600')).toMatchObject({ booked: 0 })
  await agreed(id, {}, '0')
  expect(await states(id)).toEqual([])
  await agreed(id, { PREPAID: '80' }, '80')
  await w.step('cancel', id, { reason: 'x' })
  await w.server.relay.drain()
  expect(await amounts(id)).toEqual([])
  await refused(agreed(id), feeFaults.freightCancelled)
})

test('a trip that was rated by agreement is charged what was agreed instead, and back', async () => {
  const { id } = await w.drive()
  expect(await amounts(id)).toEqual([300, 11.7])
  await agreed(id, { ARRIVAL: '280', MONTHLY: '20' }, '300')
  expect(await amounts(id)).toEqual([280, 20])
  await agreed(id, {}, '0')
  expect(await amounts(id)).toEqual([300, 11.7])
  // What was confirmed is not paid twice: it is taken off.
  await w.confirm('CARRIER', { tripId: id })
  await agreed(id, { MONTHLY: '290' }, '290')
  expect((await amounts(id)).reduce((n, x) => n + x, 0)).toBeCloseTo(290)
  // What was rated is on a settlement: it is not driven anew.
  await w.confirm('CARRIER', { tripId: id })
  await w.settle('CARRIER', { carrierId: w.owner })
  expect(await w.step('reopen', id, { reason: 'x' })).toMatchObject({ ok: 0 })
  expect(await brokenMoney(w.server)).toEqual([])
})

test('another carrier’s people see nothing of it, and agree on nothing; a finance centre does', async () => {
  const { id } = await w.twoStops({ crew: 0, from: at('18:00'), to: at('20:00') })
  const fc = await w.server.as('admin', 'FC01')
  expect(await agreed(id, { MONTHLY: '50' }, '50', fc)).toMatchObject({ booked: 0 })
  expect((await fc.call(tripFreight, { id })).parts).toMatchObject([{ kind: 'MONTHLY', amount: '50.00' }])
  const group = await w.server.as('admin', 'G')
  const row = { code: 'B', name: 'B', kind: 'SPOT', settleCycle: 'MONTH' }
  const other = await group.call<{ id: string }>(crudCalls(carrier).create, row)
  await letWork(w.server, 'viewer', [other.id])
  const he = await w.server.as('viewer', 'TC01')
  await expect(he.call(tripFreight, { id })).rejects.toMatchObject({ code: 40400 })
  await expect(agreed(id, { MONTHLY: '9' }, '9', he)).rejects.toMatchObject({ code: 40400 })
})
