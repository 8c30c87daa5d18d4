import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { generatePlan, planScope } from '@lading/contract/tms/planCalls.ts'
import { planFaults } from '@lading/contract/tms/planFaults.ts'
import { holdMinutes } from '@lading/contract/tms/planHold.ts'
import {
  confirmQuick,
  improveTrips,
  insertRest,
  openQuick,
  quickBoard,
  releaseQuick,
  saveQuick,
  suggestQuick,
} from '@lading/contract/tms/quickCalls.ts'
import { type PlannedTrip, routePlan } from '@lading/contract/tms/routePlan.ts'
import { addWayBills } from '@lading/contract/tms/tripCalls.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Client } from '../../testing/server.ts'
import { openTrips, type TripWorld } from '../testing/tripWorld.ts'

type Board = z.output<typeof quickBoard.output>
type Draft = NonNullable<Board['draft']>
type Trip = PlannedTrip
const bizDate = '2026-11-28'

let w: TripWorld
let other: Client
beforeAll(async () => {
  w = await openTrips()
  await w.tc().call(crudCalls(vrpConfig).create, { name: 'day' })
  // A second dispatcher, who may plan and not release.
  await w.server.inside('TC01', async (ctx) => {
    const [role] = await ctx.tx.query<{ id: string }>(sql`
      select r.role_id as id from sys_user_role r join sys_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
      where r.tenant_id = ${ctx.tenantId} and u.username = 'viewer' limit 1`)
    const rows = ['create', 'update'].map((action) => ({
      ...{ tenantId: ctx.tenantId, id: ctx.newId(), roleId: role?.id },
      permission: `tms:transportation.quickPlan:${action}`,
    }))
    await bulkInsert(ctx.tx, 'sys_role_permission', rows)
  })
})
afterAll(() => w.server.close())
let day = 0
/** Each test has its hours, its way bills and its trucks for itself. */
beforeEach(async () => {
  await w.travel(`2026-11-28T0${Math.floor(day / 2)}:${day++ % 2 ? '45' : '00'}:00Z`)
  other = await w.server.as('viewer', 'TC01')
  await w.server.inside('TC01', async (ctx) => {
    await ctx.tx.run(
      sql`update tms_way_bill set state = 'CANCELLED' where tenant_id = ${ctx.tenantId} and state = 'CONFIRMED'`,
    )
    await ctx.tx.run(sql`update tms_route_plan set is_draft = false where tenant_id = ${ctx.tenantId}`)
  })
  await w.clear()
})

const board = (who = w.tc()) => who.call<Board>(quickBoard, { bizDate, depotId: w.depot })
const open = (who = w.tc()) => who.call<{ id: string; version: number }>(openQuick, { bizDate, depotId: w.depot })
const save = (draft: { id: string; version: number }, trips: readonly Trip[], who = w.tc()) =>
  who.call<Draft>(saveQuick, { id: draft.id, version: draft.version, trips })
const card = (truck: number, ...bills: string[]): Trip => ({
  ...{ truckId: w.fleet[truck]?.truck ?? '', turn: 0, visits: bills.map((wayBillId) => ({ wayBillId })) },
})
const onCards = ({ trips }: Pick<Draft, 'trips'>) =>
  trips.map((t) => t.stops.flatMap((s) => s.visits.map((v) => v.wayBillId)))
const nos = async (...ids: string[]) => Promise.all(ids.map(async (id) => (await w.bill(id)).billNo))

test('a draft is opened once, keeps its cards with and without goods, and says what it would be like to drive them', async () => {
  const [a, b] = [await w.wayBillAt(0), await w.wayBillAt(1)]
  const [first, second] = await Promise.all([open(), open()])
  expect(second.id).toBe(first.id)
  expect((await board()).orders.map((o) => [o.id, o.heldBy, o.reason])).toEqual([
    [a, null, null],
    [b, null, null],
  ])
  const saved = await save(first, [card(1), card(0, a, b)])
  expect(onCards(saved)).toEqual([[a, b], []])
  expect(saved).toMatchObject({ kpi: { trips: 1, orders: 2, left: 0 }, trips: [{ weight: '200.000' }, { stops: [] }] })
  const seen = await board()
  expect(seen.draft).toEqual(saved)
  expect(seen.trucks.map((t) => t.isOut)).toEqual([false, false, false, false])
  await expect(save(first, [])).rejects.toMatchObject({ code: 40900 })
})

test('of two who press at once one has the way bill; the other reads who, until it is given back or half an hour is over', async () => {
  const [a, b] = [await w.wayBillAt(0), await w.wayBillAt(1)]
  const [mine, his] = [await open(), await open(other)]
  const pressed = await Promise.allSettled([save(mine, [card(0, a, b)]), save(his, [card(1, b, a)], other)])
  expect(pressed.map((p) => p.status).sort()).toEqual(['fulfilled', 'rejected'])
  const isMine = pressed[0]?.status === 'fulfilled'
  const [winner, loser] = isMine ? [w.tc(), other] : [other, w.tc()]
  const [held, wants] = isMine ? [mine, his] : [his, mine]
  const name = isMine ? 'admin' : 'viewer'
  const [noA, noB] = await nos(a, b)
  const refused = pressed.find((p) => p.status === 'rejected')?.reason
  expect([noA, noB].map((no) => `运单【${no}】正在被【${name}】排线`)).toContain(refused.message)
  expect((await board(loser)).orders.map((o) => o.heldBy)).toEqual([name, name])
  // The refused one has changed nothing: its version still holds.
  const half = await save({ ...held, version: held.version + 1 }, [card(0, a)], winner)
  const took = await save(wants, [card(1, b)], loser)
  await expect(save(took, [card(1, b, a)], loser)).rejects.toMatchObject({ code: planFaults.held.code })
  await w.travel(new Date(w.now().getTime() + holdMinutes * 60_000 - 1000).toISOString())
  const again = async () => (isMine ? w.server.as('viewer', 'TC01') : w.server.as('admin', 'TC01'))
  await expect(save(took, [card(1, b, a)], await again())).rejects.toMatchObject({ code: planFaults.held.code })
  await w.travel(new Date(w.now().getTime() + 2000).toISOString())
  const now = await save(took, [card(1, b, a)], await again())
  expect(onCards(now)).toEqual([[b, a]])
  const who = await w.server.as(name, 'TC01')
  const left = await board(who)
  expect(left.lost).toEqual([{ billNo: noA, heldBy: isMine ? 'viewer' : 'admin' }])
  expect(onCards(left.draft as Draft)).toEqual([[]])
  await expect(save(half, [card(0, a)], who)).rejects.toMatchObject({ code: planFaults.held.code })
})

test('what another’s draft keeps is told so where a plan is generated, and not planned', async () => {
  const [a, b] = [await w.wayBillAt(0), await w.wayBillAt(1)]
  const scope = async (who: Client) =>
    (await who.call<z.output<typeof planScope.output>>(planScope, { bizDate, depotId: w.depot })).orders.map((o) => [
      ...[o.id, o.reason, o.heldBy],
    ])
  await save(await open(other), [card(1, a)], other)
  expect(await scope(w.tc())).toEqual([
    [a, null, 'viewer'],
    [b, null, null],
  ])
  expect(await scope(other)).toEqual([
    [a, null, null],
    [b, null, null],
  ])
  const [config] = (await w.tc().call<{ records: { id: string }[] }>(crudCalls(vrpConfig).query, {})).records
  const generate = (...wayBillIds: string[]) =>
    w.tc().call<{ id: string; billNo: string }>(generatePlan, {
      ...{ bizDate, depotId: w.depot, configId: config?.id, wayBillIds, truckIds: [w.fleet[0]?.truck], seconds: 1 },
    } as never)
  const [no] = await nos(a)
  await expect(generate(a, b)).rejects.toMatchObject({ message: `运单【${no}】正在被【viewer】排线` })
  expect((await generate(b)).billNo).toMatch(/^PX/)
  await save(await open(other), [], other)
  await w.server.others[routePlan.header.key]?.tick()
  expect((await generate(a, b)).billNo).toMatch(/^PX/)
})

test('what somebody plans goes on nobody else’s trip, and on his own', async () => {
  const [a, b] = [await w.wayBillAt(0), await w.wayBillAt(1)]
  await save(await open(other), [card(1, a)], other)
  const { id } = await w.makeTrip({ stops: [w.stop(1, b)] })
  const { version } = await w.get(id)
  const [no] = await nos(a)
  await expect(w.tc().call(addWayBills, { id, version, wayBillIds: [a] })).rejects.toMatchObject({
    message: `运单【${no}】正在被【viewer】排线`,
  })
  expect(await w.states(a)).toEqual(['CONFIRMED'])
  await save(await open(other), [], other)
  await w.tc().call(addWayBills, { id, version, wayBillIds: [a] })
  expect(await w.states(a)).toEqual(['PLANNED'])
})

test('the rest comes onto the cards that there are; what is on them stays, what is locked or too full is left alone', async () => {
  const [a, b, c, d] = [
    await w.wayBillAt(0, { kg: '700' }),
    await w.wayBillAt(1, { kg: '600' }),
    await w.wayBillAt(2),
    await w.wayBillAt(2),
  ]
  const rest = (draft: Draft) => w.tc().call<{ trips: Trip[] }>(insertRest, { id: draft.id, wayBillIds: [a, b, c, d] })
  const first = await save(await open(), [card(0, a), card(1)])
  const { trips } = await rest(first)
  const of = (truck: number, all = trips) => all.find((t) => t.truckId === w.fleet[truck]?.truck)?.visits ?? []
  expect(of(0)[0]).toEqual({ wayBillId: a })
  expect([...of(0), ...of(1)].map((v) => v.wayBillId).sort()).toEqual([a, b, c, d].sort())
  // Nothing is kept of a proposal.
  expect((await board()).draft).toEqual(first)
  const locked = await save(first, [{ ...card(0, a), locked: true }, card(1)])
  expect(of(0, (await rest(locked)).trips)).toEqual([{ wayBillId: a }])
  const over = await save(locked, [card(0, a, b), card(1)])
  expect(over.trips[0]).toMatchObject({ violations: ['LOAD'] })
  const beside = (await rest(over)).trips
  expect([
    of(0, beside).length,
    of(1, beside)
      .map((v) => v.wayBillId)
      .sort(),
  ]).toEqual([2, [c, d].sort()])
  const places = await w
    .tc()
    .call<{ places: { truckId: string; violations: string[] }[] }>(suggestQuick, { id: over.id, wayBillId: c })
  expect(places.places.map((p) => [p.truckId, p.violations])).toEqual([
    [w.fleet[1]?.truck, []],
    [w.fleet[0]?.truck, ['LOAD']],
  ])
  const better = await w.tc().call<{ trips: Trip[] }>(improveTrips, {
    id: over.id,
    trips: [{ truckId: w.fleet[0]?.truck, turn: 0 }],
  })
  expect(
    of(0, better.trips)
      .map((v) => v.wayBillId)
      .sort(),
  ).toEqual([a, b].sort())
})

test('a card that can keep no limit is put in the order that breaks the fewest; when there is none, it says so', async () => {
  const back = await w.wayBillAt(0, { kind: 'RETURN' })
  const [a, never] = [await w.wayBillAt(1), await w.wayBillAt(2)]
  await w.server.inside('TC01', (ctx) =>
    ctx.tx.run(
      sql`update tms_way_bill set window_from = '2026-11-27T17:00:00Z', window_to = '2026-11-27T18:00:00Z' where id = ${never}`,
    ),
  )
  const improve = ({ id }: Draft) =>
    w.tc().call<{ trips: Trip[] }>(improveTrips, { id, trips: [{ truckId: w.fleet[0]?.truck, turn: 0 }] })
  const wrong = await save(await open(), [card(0, back, a, never)])
  expect(wrong.trips[0]?.violations).toEqual(['WINDOW', 'DIRECTION'])
  const { trips } = await improve(wrong)
  const better = await save(wrong, trips)
  expect(better.trips[0]?.violations).toEqual(['WINDOW'])
  expect(onCards(better)[0]?.at(-1)).toBe(back)
  await expect(improve(better)).rejects.toMatchObject({ message: planFaults.noBetter.text[0] })
})

test('all cards become trips or none; over capacity none does; pressed again there is nothing more to make', async () => {
  const [a, b, c] = [await w.wayBillAt(0, { kg: '700' }), await w.wayBillAt(1, { kg: '600' }), await w.wayBillAt(2)]
  const confirm = (draft: { id: string; version: number }, key?: string) =>
    w
      .tc()
      .call<{ trips: { id: string }[] }>(
        confirmQuick,
        { id: draft.id, version: draft.version },
        { ...(key !== undefined && { key }) },
      )
  const empty = await save(await open(), [card(0)])
  await expect(confirm(empty)).rejects.toMatchObject({ message: planFaults.noTrips.text[0] })
  const over = await save(empty, [card(0, a, b), card(1, c)])
  await expect(confirm(over)).rejects.toMatchObject({ message: '车次违反限制，不能确认：沪A00000' })
  const good = await save(over, [card(0, a), card(1, b, c), card(3)])
  // One has gone elsewhere meanwhile: not even the card that could go does.
  const { id, version } = await w.makeTrip({ crew: 2 })
  await w.tc().call(addWayBills, { id, version, wayBillIds: [c] })
  await expect(confirm(good)).rejects.toMatchObject({ code: 42335 })
  expect(await w.states(a, b, c)).toEqual(['CONFIRMED', 'CONFIRMED', 'PLANNED'])
  expect((await board()).lost).toEqual([{ billNo: (await nos(c))[0], heldBy: null }])
  await w.step('cancel', id, { reason: '改' })
  const [once, twice] = [await confirm(good, 'k1'), await confirm(good, 'k1')]
  expect(twice).toEqual(once)
  expect(once.trips).toHaveLength(2)
  await expect(confirm({ ...good, version: good.version + 1 }, 'k2')).rejects.toMatchObject({
    code: planFaults.notDraft.code,
  })
  expect(await w.states(a, b, c)).toEqual(['PLANNED', 'PLANNED', 'PLANNED'])
  expect(await w.get(once.trips[0]?.id ?? '')).toMatchObject({ state: 'DRAFT', source: 'QUICK', wayBillCount: 1 })
  expect(await w.tc().call(documentCalls(routePlan).getById, { id: good.id })).toMatchObject({
    state: 'CONFIRMED',
    mode: 'QUICK',
  })
  const after = await board()
  expect(after.draft).toBeNull()
  expect(after.trucks.filter((t) => t.isOut).map((t) => t.id)).toEqual([w.fleet[0]?.truck, w.fleet[1]?.truck])
  const held = await w.server.inside('TC01', (ctx) =>
    ctx.tx.query(sql`select 1 from tms_plan_hold where plan_id = ${good.id}`),
  )
  expect(held).toEqual([])
})

test('released at once where all may go, and where one may not nothing is made', async () => {
  const [a, b] = [await w.wayBillAt(0), await w.wayBillAt(1)]
  const release = (draft: Draft, who = w.tc()) =>
    who.call<{ trips: { id: string }[] }>(releaseQuick, { id: draft.id, version: draft.version })
  // The third truck's papers have ended.
  const unfit = await save(await open(), [card(0, a), card(2, b)])
  await expect(release(unfit)).rejects.toMatchObject({ code: tripFaults.unfit.code })
  expect(await w.states(a, b)).toEqual(['CONFIRMED', 'CONFIRMED'])
  const fit = await save(unfit, [card(0, a), card(1, b)])
  const { trips } = await release(fit)
  expect(await Promise.all(trips.map(async (t) => (await w.get(t.id)).state))).toEqual(['RELEASED', 'RELEASED'])
  expect(await w.states(a, b)).toEqual(['DISPATCHED', 'DISPATCHED'])
})

test('a draft is its maker’s alone, and rights are asked', async () => {
  const a = await w.wayBillAt(0)
  const mine = await save(await open(), [card(0, a)])
  const theirs = await save(await open(other), [card(1)], other)
  for (const call of [confirmQuick, saveQuick])
    await expect(other.call(call, { id: mine.id, version: mine.version, trips: [] })).rejects.toMatchObject({
      code: planFaults.notDraft.code,
    })
  await expect(other.call(insertRest, { id: mine.id, wayBillIds: [a] })).rejects.toMatchObject({
    code: planFaults.notDraft.code,
  })
  await expect(other.call(releaseQuick, { id: theirs.id, version: theirs.version })).rejects.toMatchObject({
    code: 40301,
  })
  const nobody = await w.server.as('nobody', 'TC01')
  await expect(board(nobody)).rejects.toMatchObject({ code: 40301 })
  await expect(board(await w.server.as('admin', 'DC01'))).rejects.toMatchObject({ code: 40308 })
  // Whoever may confirm plans may not do it over the head of its planner either.
  const his = await save(theirs, [card(1, await w.wayBillAt(1))], other)
  const bulk = await w.tc().call<{ failed: { code: number }[] }>(documentCalls(routePlan).approve, {
    rows: [{ id: his.id, version: his.version }],
  })
  expect(bulk.failed).toMatchObject([{ code: planFaults.held.code }])
})

test.each([
  ['a card twice', () => [card(0), card(0)], planFaults.strange],
  ['a way bill twice', (a: string) => [card(0, a), card(1, a)], planFaults.strange],
  ['a trip more than the settings allow', (a: string) => [{ ...card(0, a), turn: 4 }], planFaults.strange],
  ['a way bill that is planned', (_: string, gone: string) => [card(0, gone)], planFaults.moved],
])('%s is refused, and the draft stands as it was', async (_, trips, fault) => {
  const [a, gone] = [await w.wayBillAt(0), await w.wayBillAt(1)]
  await w.makeTrip({ crew: 3, stops: [w.stop(1, gone)] })
  const draft = await save(await open(), [card(1, a)])
  await expect(save(draft, trips(a, gone))).rejects.toMatchObject({ code: fault.code })
  expect((await board()).draft).toEqual(draft)
})
