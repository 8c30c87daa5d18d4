import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { arrangeOrder, generateOrder, pickOrder, readWalk } from '@lading/contract/wms/pickOrder.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { insert } from '../../kernel/insert.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import type { Client } from '../../testing/server.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
let boss: Client
let areaId: string
const codes = ['A-1', 'A-2', 'A-3', 'B-1', 'B-2', 'B-3'] as const
beforeAll(async () => {
  desk = await openPickDesk()
  boss = await desk.server.as('admin', 'DC01')
  await desk.inside(async (ctx) => {
    const { id } = await ctx.tx.one<{ id: string }>(sql`
      select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`)
    const made = await insert(ctx, pickArea, [
      { code: 'PA', name: 'PA', areaId: id },
      { code: 'PB', name: 'PB', areaId: id },
    ])
    areaId = made.ids[0] ?? ''
    const at = { usage: 'PICK', areaId: id, mixProduct: true } as const
    await insert(ctx, bin, [
      ...codes.map((code) => ({
        ...at,
        code,
        aisle: code.slice(0, 1),
        bay: Number(code.slice(2)),
        pickAreaId: areaId,
        pickSeq: 0,
      })),
      // Another area's numbers are its own.
      { ...at, code: 'Z-1', aisle: 'Z', bay: 1, pickAreaId: made.ids[1] ?? '', pickSeq: 25 },
    ])
  })
})
afterAll(() => desk.server.close())
beforeEach(() => boss.call(generateOrder, { pickAreaId: areaId, method: 'AISLE', first: 10, step: 10 } as never))

const calls = crudCalls(pickOrder)
const walk = (by = boss) => by.call(readWalk, { pickAreaId: areaId })
const order = async () => (await walk()).bins.map((b) => `${b.code} ${b.pickSeq}`).join(', ')
const usual = 'A-1 10, A-2 20, A-3 30, B-1 40, B-2 50, B-3 60'
/** The order as somebody sees it, put into another one. */
const turned = async (to: readonly string[], by = boss) => {
  const { seen, bins } = await walk(by)
  return { pickAreaId: areaId, seen, binIds: to.map((code) => bins.find((b) => b.code === code)?.id ?? '') }
}
const other = ['B-1', 'B-2', 'A-1', 'A-2', 'A-3', 'B-3']

test('bins are put in another order at once: the numbers stay the area’s, and what is asked twice is done once', async () => {
  expect(await order()).toBe(usual)
  const input = await turned(other)
  expect(await boss.call(arrangeOrder, input)).toEqual({ count: 6, changed: 5 })
  expect(await order()).toBe('B-1 10, B-2 20, A-1 30, A-2 40, A-3 50, B-3 60')
  expect(await boss.call(arrangeOrder, input)).toEqual({ count: 6, changed: 0 })
  const row = await desk.inside((ctx) =>
    ctx.tx.query<{ pickSeq: number }>(sql`
      select pick_seq from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'Z-1'`),
  )
  expect(row).toEqual([{ pickSeq: 25 }])
})

test('bins that share a number, or have none, are counted anew', async () => {
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_bin set pick_seq = case code when 'A-1' then 0 else 70 end
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and pick_area_id = ${areaId}`),
  )
  const { bins } = await walk()
  await boss.call(arrangeOrder, await turned(bins.map((b) => b.code)))
  expect(await order()).toBe('A-1 70, A-2 80, A-3 90, B-1 100, B-2 110, B-3 120')
})

test('what somebody else has changed meanwhile is not overwritten', async () => {
  const stale = { code: faults.stale.code }
  const input = await turned(other)
  const { records } = await boss.call<{ records: { id: string; version: number }[] }>(calls.query, {
    filter: { code: 'B-3' },
  })
  await boss.call(calls.update, { id: records[0]?.id, version: records[0]?.version, pickSeq: 5 })
  await expect(boss.call(arrangeOrder, input)).rejects.toMatchObject(stale)
  expect(await order()).toBe('B-3 5, A-1 10, A-2 20, A-3 30, B-1 40, B-2 50')
  // Bins that have come or gone.
  const { binIds, ...again } = await turned(other)
  await expect(boss.call(arrangeOrder, { ...again, binIds: binIds.slice(1) })).rejects.toMatchObject(stale)
  const twice = { ...again, binIds: [...binIds.slice(1), binIds[1] ?? ''] }
  await expect(boss.call(arrangeOrder, twice)).rejects.toMatchObject({ code: faults.invalid.code })
  expect(await order()).toBe('B-3 5, A-1 10, A-2 20, A-3 30, B-1 40, B-2 50')
})

test('two who arrange at once: one of them is told, and no two bins share a number', async () => {
  const [one, two] = [await turned(other), await turned([...other].reverse())]
  const done = await Promise.allSettled([boss.call(arrangeOrder, one), desk.clerk.call(arrangeOrder, two)])
  expect(done.map((d) => d.status).sort()).toEqual(['fulfilled', 'rejected'])
  const { bins } = await walk()
  expect(bins.map((b) => b.pickSeq)).toEqual([10, 20, 30, 40, 50, 60])
})

test('who does not see a bin leaves it where it is; who may not, and who is of another tenant, changes nothing', async () => {
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_bin set owner_id = ${desk.yard.owners.get('O2')} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'A-2'`),
  )
  await desk.server.inside('G', async (ctx) => {
    const [userId, ownerId] = [desk.clerk.userId, desk.yard.owners.get('O1')]
    await bulkInsert(ctx.tx, 'sys_user_owner', [{ tenantId: ctx.tenantId, id: ctx.newId(), userId, ownerId }])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  const limited = await desk.server.as('clerk', 'DC01')
  expect((await walk(limited)).bins.map((b) => b.code)).toEqual(['A-1', 'A-3', 'B-1', 'B-2', 'B-3'])
  await limited.call(arrangeOrder, await turned(['B-3', 'A-1', 'A-3', 'B-1', 'B-2'], limited))
  expect(await order()).toBe('B-3 10, A-1 20, A-2 30, A-3 40, B-1 50, B-2 60')
  const before = await order()
  const input = await turned(other)
  await expect((await desk.server.as('viewer', 'DC01')).call(arrangeOrder, input)).rejects.toMatchObject({
    code: 40301,
  })
  const foreign = await desk.server.as('admin', 'DC01', 'two')
  await expect(foreign.call(arrangeOrder, input)).rejects.toMatchObject({ code: 40400 })
  await expect(walk(foreign)).rejects.toMatchObject({ code: 40400 })
  expect(await order()).toBe(before)
})
