import * as calls from '@lading/contract/dps/calls.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { lightOrder, ordersToHandhelds, ordersToLights } from '@lading/contract/dps/operateBill.ts'
import { bindTag, freeTags, unbindTags, warehouseBin } from '@lading/contract/dps/warehouseBin.ts'
import {
  warehouseOwner,
  warehouseProduct,
  warehouseRouteScheme,
  warehouseStore,
} from '@lading/contract/dps/warehouseMasters.ts'
import { lightWave, rankWaves, wavesToLights } from '@lading/contract/dps/waveBill.ts'
import type { Call } from '@lading/contract/kernel/call.ts'
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { makeWave } from '@lading/contract/wms/waveCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'

let desk: RackDesk
beforeAll(async () => {
  desk = await openRackDesk({ points: [2, 2], untagged: 1, hasCompleter: false, qty: '50000' })
  for (const pointCode of ['P1', 'P2']) await desk.clerk.call(calls.signOn, { pointCode })
})
afterAll(() => desk.close())

type Shown = Record<string, unknown> & { id: string; version: number; refs: Record<string, { code: string }> }
const list = async (of: AnyEntity, filter: object = {}, who = desk.clerk): Promise<Shown[]> =>
  (await who.call<{ records: Shown[] }>(crudCalls(of).query as Call, { filter })).records
const one = async (of: AnyEntity, id: string): Promise<Shown | undefined> => (await list(of, { id: [id] }))[0]
/** @returns code of the refusal, or what was only partly done, or 0 */
async function many(call: Call, of: AnyEntity, id: string, more: object = {}): Promise<unknown> {
  const { failed, partly } = await desk.clerk.call<{ failed: { code: number }[]; partly?: { message: string }[] }>(
    call,
    {
      rows: [{ id, version: (await one(of, id))?.version ?? 0 }],
      ...more,
    },
  )
  await desk.settle()
  return failed[0]?.code ?? partly?.[0]?.message ?? 0
}
const code = async (call: Call, input: object) => (await desk.clerk.envelope(call, input)).code
const at = async (bin: string) => (await list(warehouseBin, { code: bin }))[0] as Shown

test('a free tag is bound to a bin at a point, once; what stands elsewhere is refused', async () => {
  expect((await list(warehouseBin)).map((b) => [b.code, b.refs.tagId?.code, b.onHand])).toEqual(
    [1, 2, 3, 4, 5].map((n) => [`L-0${n}`, n === 5 ? undefined : `K1-${n < 3 ? n : n + 1}`, '50000.000']),
  )
  expect((await list(warehouseBin, { isUntagged: true })).map((b) => b.code)).toEqual(['L-05'])
  const bin = await at('L-05')
  const { tags, points } = await desk.clerk.call(freeTags, {})
  expect(tags.map((t) => t.code)).toEqual(['K1-7', 'K1-8'])
  const spare = tags[0]?.id ?? ''
  const jobpointId = points[1]?.id ?? ''
  const other = (await at('L-01')) as Shown & { tagId: string }
  expect(await code(bindTag, { binId: bin.id, tagId: other.tagId, jobpointId })).toBe(dpsFaults.tagTaken.code)
  expect(await code(bindTag, { binId: other.id, tagId: spare, jobpointId })).toBe(dpsFaults.binTaken.code)
  expect(await code(bindTag, { binId: bin.id, tagId: spare, jobpointId: spare })).toBe(faults.notFound.code)
  const completer = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(
      sql`select id from dps_tag where tenant_id = ${ctx.tenantId} and kind = 'COMPLETER' limit 1`,
    ),
  )
  expect(await code(bindTag, { binId: bin.id, tagId: completer.id, jobpointId })).toBe(dpsFaults.wrongKind.code)
  for (let i = 0; i < 2; i++) expect(await code(bindTag, { binId: bin.id, tagId: spare, jobpointId })).toBe(0)
  expect((await at('L-05')).refs).toMatchObject({ tagId: { code: 'K1-7' }, jobpointId: { code: 'P2' } })
  for (let i = 0; i < 2; i++) expect(await many(unbindTags, warehouseBin, bin.id)).toBe(0)
  expect((await at('L-05')).tagId).toBeNull()
  expect(await code(bindTag, { binId: bin.id, tagId: spare, jobpointId })).toBe(0)
  expect(await many(unbindTags, warehouseBin, bin.id)).toBe(0)
})

test('an order goes to handhelds and back while nobody has begun, and its tags stay where they are', async () => {
  const id = await desk.order('S01', { P01: '5', P03: '1200' })
  expect(await one(lightOrder, id)).toMatchObject({
    stage: 'READY',
    lightLines: 2,
    lightDone: 0,
    openTasks: 1,
    freeTasks: 1,
    byHand: 0,
  })
  expect(await many(unbindTags, warehouseBin, (await at('L-01')).id)).toBe(dpsFaults.binBusy.code)
  expect(await many(ordersToLights, lightOrder, id)).toBe(dpsFaults.nothingToLight.code)
  expect(await many(ordersToHandhelds, lightOrder, id)).toBe(0)
  expect(await one(lightOrder, id)).toMatchObject({ stage: 'NONE', lightLines: 0, openTasks: 0, byHand: 1 })
  expect(await many(ordersToHandhelds, lightOrder, id)).toBe(dpsFaults.noOpenTasks.code)
  expect(await many(ordersToLights, lightOrder, id)).toBe(0)
  expect(await one(lightOrder, id)).toMatchObject({ stage: 'READY', lightLines: 2, byHand: 0 })
  const goods = await list(warehouseProduct, { code: 'P0' })
  expect(goods.map((p) => [p.code, p.byLight, p.litFaces, Number(p.largestPick), p.digitsShort])).toEqual([
    ['P01', true, 1, 5, false],
    ['P02', true, 1, 0, false],
    ['P03', true, 1, 1200, true],
    ['P04', true, 1, 0, false],
    ['P05', true, 0, 0, false],
  ])
  expect((await list(warehouseProduct, { digitsShort: true })).map((p) => p.code)).toEqual(['P03'])
  expect((await list(warehouseProduct, { hasLight: false })).map((p) => p.code)).toEqual(['P05'])
  await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'C001' })
  await desk.settle()
  expect(await at('L-01')).toMatchObject({ litQty: '5.000', openPicks: '5.000' })
  expect(await many(ordersToHandhelds, lightOrder, id)).toBe(dpsFaults.picksBegun.code)
  await desk.press(1)
  expect(await one(lightOrder, id)).toMatchObject({ stage: 'RUNNING', freeTasks: 0, lightDone: 1, lightPct: '50.0' })
  expect((await list(lightOrder, { stage: ['RUNNING'] })).map((o) => o.id)).toEqual([id])
  await desk.sound()
})

test('stores and routes say what waits for them', async () => {
  await desk.inside((ctx) =>
    ctx.tx.run(
      sql`update wms_store set route = case code when 'S03' then 'R2' else 'R1' end where tenant_id = ${ctx.tenantId} and code in ('S01', 'S02', 'S03')`,
    ),
  )
  expect((await list(warehouseStore, { code: 'S01' }))[0]).toMatchObject({ openTasks: 1, openLines: 1, places: null })
  const routes = await list(warehouseRouteScheme)
  expect(routes.map((r) => [r.route, r.code, r.openTasks, r.routeTasks, r.routeStores])).toEqual([
    ['R1', 'S01', 1, 1, 2],
    ['R1', 'S02', 0, 1, 2],
    ['R2', 'S03', 0, 0, 1],
  ])
  const [own] = await list(warehouseOwner, { code: 'O1' })
  expect(own).toMatchObject({ openTasks: 1, openLines: 1, doneToday: 1 })
})

test('a wave is released once it is allocated, says where it waits, and is ranked as one', async () => {
  const operate = documentCalls(operateBill)
  const orders: { id: string; version: number }[] = []
  for (const [store, plan] of [
    ['S02', { P02: '4', P04: '6' }],
    ['S03', { P04: '3' }],
  ] as const) {
    const made = await desk.clerk.call<{ id: string; version: number }>(operate.create as Call, {
      ownerId: desk.yard.owners.get('O1'),
      storeId: desk.stores.get(store),
      lines: Object.entries(plan).map(([p, planQty]) => ({ productId: desk.yard.products.get(p)?.id, planQty })),
    })
    await desk.clerk.call(operate.approve as Call, { rows: [made] })
    orders.push({ id: made.id, version: 1 })
  }
  const wave = await desk.clerk.call<{ id: string; version: number }>(makeWave as Call, { rows: orders })
  expect(await many(wavesToLights, lightWave, wave.id)).toBe(dpsFaults.notAllocated.code)
  await desk.clerk.call(documentCalls(waveBill).start as Call, { rows: [wave] })
  await desk.settle()
  expect(await many(wavesToLights, lightWave, wave.id)).toBe(dpsFaults.nothingToLight.code)
  for (const { id } of orders) expect(await many(ordersToHandhelds, lightOrder, id)).toBe(0)
  expect(await one(lightWave, wave.id)).toMatchObject({ stage: 'NONE', byHand: 2, minutes: null })
  expect(await many(rankWaves, lightWave, wave.id, { input: { priority: 7 } })).toBe(dpsFaults.noOpenTasks.code)
  expect(await many(wavesToLights, lightWave, wave.id)).toBe(0)
  // Six seconds a pick: two at the second point, one at the first.
  expect(await one(lightWave, wave.id)).toMatchObject({
    ...{ stage: 'READY', lightLines: 3, byHand: 0, minutes: '0.2', pointMinutes: 'P2 0.2 · P1 0.1' },
    ...{ refs: { bottleneckId: { code: 'P2' } }, taskStates: expect.stringMatching(/2/) },
  })
  expect(await many(rankWaves, lightWave, wave.id, { input: { priority: 7 } })).toBe(0)
  const ranks = await desk.inside((ctx) =>
    ctx.tx.query<{ priority: number }>(sql`
      select priority from dps_task where tenant_id = ${ctx.tenantId} and wave_id = ${wave.id} and state = 'READY'`),
  )
  expect(ranks.map((r) => r.priority)).toEqual([7, 7])
  await desk.sound()
})

test('an owner who has nothing here sees neither orders nor goods; nobody without a right sees any', async () => {
  await desk.inside(async (ctx) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_owner', [{ tenantId: ctx.tenantId, id, code: 'O9', name: 'o9' }])
    const { user } = await ctx.tx.one<{ user: string }>(
      sql`select id as user from sys_user where tenant_id = ${ctx.tenantId} and username = 'viewer'`,
    )
    await bulkInsert(ctx.tx, 'sys_user_owner', [{ tenantId: ctx.tenantId, id: ctx.newId(), userId: user, ownerId: id }])
  })
  const viewer = await desk.server.as('viewer', 'DC01')
  expect(await list(lightOrder, {}, viewer)).toEqual([])
  expect(await list(warehouseProduct, {}, viewer)).toEqual([])
  expect((await list(warehouseOwner, {}, viewer)).map((o) => o.code)).toEqual(['O9'])
  expect((await list(warehouseStore, { code: 'S01' }, viewer))[0]).toMatchObject({ openTasks: 0, openLines: 0 })
  expect((await list(warehouseBin, { code: 'L-01' }, viewer))[0]).toMatchObject({ onHand: '0', products: null })
  const nobody = await desk.server.as('nobody', 'DC01')
  await expect(list(lightOrder, {}, nobody)).rejects.toMatchObject({ code: 40301 })
})
