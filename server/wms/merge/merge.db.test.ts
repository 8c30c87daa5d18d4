import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { checkContainers } from '@lading/contract/wms/checkCalls.ts'
import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import * as calls from '@lading/contract/wms/mergeCalls.ts'
import { mergeFaults } from '@lading/contract/wms/mergeCalls.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { containerByCode } from '../masters/facts.ts'
import { moveContainer } from '../stock/containers.ts'
import { createTasks } from '../task/create.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

/** Half-full containers of a store become one. Source: wms.md 7.6. */
let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.inside(async (ctx) => {
    await ctx.tx.run(sql`
      update wms_container_type set volume_m3 = 0.06, max_fill_pct = 50, max_weight_kg = 20 where tenant_id = ${ctx.tenantId} and code = 'TOTE'`)
    await ctx.tx.run(sql`
      update mdm_product set volume_m3 = 0.001, weight_kg = 0.5 where tenant_id = ${ctx.tenantId} and code in ('A', 'B')`)
  })
  await desk.put('P-01', 'A', '600')
  await desk.put('S-01', 'B', '600')
})
afterAll(() => desk.server.close())
afterEach(() => desk.sound())

async function pickInto(tote: string | undefined, plan: Readonly<Record<string, string>>, storeId?: string) {
  const picked = await desk.pick(plan, storeId)
  for (const line of picked.lines)
    await desk.clerk.call(work.confirmLine, {
      taskLineId: line.id,
      qty: line.planQty,
      ...(tote && { toContainer: tote }),
    } as never)
  return picked
}
const idOf = async (code: string) => (await desk.inside((ctx) => containerByCode(ctx, code))).id
const start = async (target: string, ...sources: readonly string[]) =>
  desk.clerk.call(calls.startMerge, {
    targetId: await idOf(target),
    sourceIds: await Promise.all(sources.map(idOf)),
  })
const linesOf = async (id: string) => (await desk.clerk.call(work.getWork, { id })).lines
const confirm = (taskLineId: string, more: object = {}) =>
  desk.clerk.call(work.confirmLine, { taskLineId, qty: '1', ...more } as never)
const inside = (code: string) =>
  desk.inside(async (ctx) => {
    const box = await containerByCode(ctx, code)
    const rows = await ctx.tx.query<{ code: string; qty: string; held: string }>(sql`
      select p.code, s.qty, s.reserved_qty as held from wms_stock s join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.tenant_id = ${ctx.tenantId} and s.container_id = ${box.id} and s.qty > 0 order by p.code`)
    return [box.state, ...rows.map((r) => `${r.code} ${Number(r.qty)}/${Number(r.held)}`)].join(' ')
  })
const store = (code: string) =>
  desk.inside(async (ctx) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id, code, name: code }])
    return id
  })

test('what stands in two totes stands in one, promised as before; the other is free, and may have it back', async () => {
  await pickInto('T1', { A: '5' })
  await pickInto('T2', { A: '4', B: '2' })
  const list = await desk.clerk.call(calls.mergeable, {})
  expect(list.containers.map((c) => [c.code, c.fillPct, c.isProposed])).toEqual([
    ['T1', 8, true],
    ['T2', 10, true],
  ])
  const { id } = await start('T1', 'T2')
  expect((await desk.clerk.call(calls.mergeable, {})).containers).toEqual([])
  const [line] = await linesOf(id)
  await expect(confirm(line?.id ?? '', { scans: { container: 'T1' } })).rejects.toMatchObject({
    code: checkFaults.wrongBox.code,
  })
  await confirm(line?.id ?? '', { scans: { container: 'T2' } })
  expect([await inside('T1'), await inside('T2')]).toEqual(['PICKED A 9/9 B 2/2', 'IDLE'])
  await desk.sound()
  await desk.clerk.call(work.undoLine, { taskLineId: line?.id ?? '' })
  expect([await inside('T1'), await inside('T2')]).toEqual(['PICKED A 5/5', 'PICKED A 4/4 B 2/2'])
  await desk.sound()
  await confirm(line?.id ?? '')
  const ship = documentCalls(shipBill)
  const made = await desk.clerk.call<{ id: string }>(ship.create, {
    vehicleNo: 'M1',
    stops: [{ storeId: desk.storeId, seq: 1 }],
  })
  await desk.clerk.call(ship.approve, { rows: [{ id: made.id, version: 0 }] })
  await desk.clerk.call(ship.start, { rows: [{ id: made.id, version: 1 }] })
  const loads = await desk.inside((ctx) =>
    ctx.tx.query<{ id: string; code: string }>(sql`
      select l.id, c.code from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
      join wms_container c on c.tenant_id = l.tenant_id and c.id = l.from_container_id where l.tenant_id = ${ctx.tenantId} and k.bill_id = ${made.id}`),
  )
  expect(loads.map((l) => l.code)).toEqual(['T1'])
  // A truck that waits for it has the first word.
  await pickInto('T3', { A: '1' })
  await expect(start('T1', 'T3')).rejects.toMatchObject({ code: mergeFaults.inWork.code })
  await confirm(loads[0]?.id ?? '')
  await expect(desk.clerk.call(work.undoLine, { taskLineId: line?.id ?? '' })).rejects.toMatchObject({
    code: wmsFaults.movedOn.code,
  })
})

test('goods without a tote go into one; what stands for none takes nothing', async () => {
  const to = await store('S7')
  const { id } = await pickInto(undefined, { A: '3' }, to)
  await pickInto('T7', { B: '1' }, to)
  const { no } = await desk.inside((ctx) =>
    ctx.tx.one<{ no: string }>(
      sql`select task_no as no from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`,
    ),
  )
  await expect(start(no, 'T7')).rejects.toMatchObject({ code: mergeFaults.noBox.code })
  const task = await start('T7', no)
  const [line] = await linesOf(task.id)
  await confirm(line?.id ?? '')
  expect([await inside('T7'), await inside(no)]).toEqual(['PICKED A 3/3 B 1/1', 'CLOSED'])
  await desk.sound()
  await desk.clerk.call(work.undoLine, { taskLineId: line?.id ?? '' })
  expect([await inside('T7'), await inside(no)]).toEqual(['PICKED B 1/1', 'PICKED A 3/3'])
})

test('other stores, other days, other temperatures, too large, too heavy: refused', async () => {
  const [to, other] = [await store('S8'), await store('S9')]
  await pickInto('T10', { A: '20' }, to)
  await pickInto('T11', { A: '2' }, other)
  await expect(start('T10', 'T11')).rejects.toMatchObject({
    code: mergeFaults.otherStore.code,
    message: expect.stringContaining('不同门店容器不能合并'),
  })
  await pickInto('T12', { B: '11' }, to)
  await expect(start('T10', 'T12')).rejects.toMatchObject({
    code: mergeFaults.tooLarge.code,
    message: expect.stringContaining('0.031'),
  })
  await desk.inside((ctx) =>
    ctx.tx.run(
      sql`update wms_container_type set max_fill_pct = 100, max_weight_kg = 15 where tenant_id = ${ctx.tenantId} and code = 'TOTE'`,
    ),
  )
  await expect(start('T10', 'T12')).rejects.toMatchObject({ code: mergeFaults.tooHeavy.code })
  await pickInto('T13', { B: '1' }, to)
  const set = (zone: string) =>
    desk.inside((ctx) =>
      ctx.tx.run(sql`update mdm_product set temperature = ${zone} where tenant_id = ${ctx.tenantId} and code = 'B'`),
    )
  await set('FROZEN')
  await expect(start('T10', 'T13')).rejects.toMatchObject({ code: mergeFaults.otherZone.code })
  await set('AMBIENT')
  const late = await pickInto('T14', { B: '1' }, to)
  await desk.inside((ctx) =>
    ctx.tx.run(
      sql`update wms_operate_bill set expect_at = '2150-01-01T12:00:00Z' where tenant_id = ${ctx.tenantId} and id = ${late.billId}`,
    ),
  )
  await expect(start('T10', 'T14')).rejects.toMatchObject({ code: mergeFaults.otherDay.code })
  await expect(start('T10', 'T50')).rejects.toMatchObject({ code: wmsFaults.containerState.code })
})

test('a container that somebody looks into stays as it is; what cannot be found is left', async () => {
  const to = await store('S10')
  await pickInto('T20', { A: '2' }, to)
  await pickInto('T21', { A: '2' }, to)
  const { id } = await start('T20', 'T21')
  const row = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string; version: number }>(
      sql`select id, version from wms_container where tenant_id = ${ctx.tenantId} and code = 'T21'`,
    ),
  )
  const admin = await desk.server.as('admin', 'DC01')
  await admin.call(checkContainers, { rows: [row] })
  const [line] = await linesOf(id)
  await expect(confirm(line?.id ?? '')).rejects.toMatchObject({ code: checkFaults.isChecked.code })
  await expect(confirm(line?.id ?? '', { qty: '0' })).rejects.toMatchObject({ code: wmsFaults.needReason.code })
  await confirm(line?.id ?? '', { qty: '0', reason: 'NOT_FOUND' })
  expect(await inside('T21')).toBe('PICKED A 2/2')
  const other = await desk.server.as('admin', 'DC01', 'two')
  await expect(other.call(calls.startMerge, { targetId: row.id, sourceIds: [await idOf('T20')] })).rejects.toThrow()
  expect((await other.call(calls.mergeable, {})).containers).toEqual([])
})

const rowOf = (tote: string, product: string) =>
  desk.inside(async (ctx) => {
    const { id } = await ctx.tx.one<{ id: string }>(sql`
      select s.id from wms_stock s join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id and c.code = ${tote}
      join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id and p.code = ${product} where s.tenant_id = ${ctx.tenantId} and s.qty > 0`)
    return id
  })

test('a part of what stands in a tote goes into another, and the rest stays promised where it is', async () => {
  const to = await store('S11')
  await pickInto('T30', { A: '2' }, to)
  await pickInto('T31', { A: '6', B: '3' }, to)
  const { goods } = await desk.clerk.call(calls.mergeContents, { containerId: await idOf('T31') })
  expect(goods.map((g) => [g.product.code, g.qty])).toEqual([
    ['A', '6'],
    ['B', '3'],
  ])
  const targetId = await idOf('T30')
  const [a, b] = [await rowOf('T31', 'A'), await rowOf('T31', 'B')]
  const asked = (...parts: readonly { stockId: string; qty: string }[]) => ({ targetId, sourceIds: [], parts })
  const codeOf = async (input: object) => (await desk.clerk.envelope(calls.startMerge, input as never)).code
  expect(await codeOf(asked({ stockId: a, qty: '7' }))).toBe(wmsFaults.stockShort.code)
  expect(await codeOf(asked({ stockId: a, qty: '0' }))).toBe(wmsFaults.qtyNotPositive.code)
  expect(await codeOf(asked({ stockId: a, qty: '1' }, { stockId: a, qty: '2' }))).toBe(mergeFaults.twice.code)
  expect(await codeOf({ ...asked({ stockId: a, qty: '1' }), sourceIds: [await idOf('T31')] })).toBe(
    mergeFaults.twice.code,
  )
  for (const sourceIds of [[], [targetId]]) expect(await codeOf({ targetId, sourceIds })).toBe(mergeFaults.nothing.code)
  expect(await codeOf(asked({ stockId: await rowOf('T30', 'A'), qty: '1' }))).toBe(mergeFaults.twice.code)

  const { id, lines: count } = await desk.clerk.call(
    calls.startMerge,
    asked({ stockId: a, qty: '4' }, { stockId: b, qty: '3' }),
  )
  expect(count).toBe(2)
  const [first, second] = await linesOf(id)
  expect([first, second].map((l) => [l?.product?.code, l?.planQty, l?.fromContainer?.code])).toEqual([
    ['A', '4.000', 'T31'],
    ['B', '3.000', 'T31'],
  ])
  await expect(confirm(first?.id ?? '', { qty: '5' })).rejects.toMatchObject({ code: wmsFaults.overPlan.code })
  await expect(confirm(first?.id ?? '', { qty: '3' })).rejects.toMatchObject({ code: wmsFaults.needReason.code })
  await confirm(first?.id ?? '', { qty: '4', scans: { container: 'T31' } })
  expect([await inside('T30'), await inside('T31')]).toEqual(['PICKED A 6/6', 'PICKED A 2/2 B 3/3'])
  await desk.sound()
  await desk.clerk.call(work.undoLine, { taskLineId: first?.id ?? '' })
  expect([await inside('T30'), await inside('T31')]).toEqual(['PICKED A 2/2', 'PICKED A 6/6 B 3/3'])
  await desk.sound()
  await confirm(first?.id ?? '', { qty: '4' })
  await confirm(second?.id ?? '', { qty: '3' })
  expect([await inside('T30'), await inside('T31')]).toEqual(['PICKED A 6/6 B 3/3', 'PICKED A 2/2'])
  await desk.sound()
  // The last of it sets the container free.
  const last = await desk.clerk.call(calls.startMerge, asked({ stockId: await rowOf('T31', 'A'), qty: '2' }))
  const [line] = await linesOf(last.id)
  await confirm(line?.id ?? '', { qty: '2' })
  expect([await inside('T30'), await inside('T31')]).toEqual(['PICKED A 8/8 B 3/3', 'IDLE'])
})

test('only what goes must have room: a full container gives a part to one that would not take all of it', async () => {
  const to = await store('S12')
  await pickInto('T32', { A: '28' }, to)
  await pickInto('T33', { A: '30' }, to)
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_container_type set max_fill_pct = 50, max_weight_kg = 20 where tenant_id = ${ctx.tenantId} and code = 'TOTE'`),
  )
  await expect(start('T32', 'T33')).rejects.toMatchObject({ code: mergeFaults.tooLarge.code })
  const part = async (qty: string) =>
    desk.clerk.call(calls.startMerge, {
      targetId: await idOf('T32'),
      sourceIds: [],
      parts: [{ stockId: await rowOf('T33', 'A'), qty }],
    })
  await expect(part('3')).rejects.toMatchObject({ code: mergeFaults.tooLarge.code })
  const [line] = await linesOf((await part('2')).id)
  await confirm(line?.id ?? '', { qty: '2' })
  expect([await inside('T32'), await inside('T33')]).toEqual(['PICKED A 30/30', 'PICKED A 28/28'])
})

test('a container that waits to be staged can be merged before, and the list says so', async () => {
  const to = await store('S13')
  await pickInto('T40', { A: '2' }, to)
  await pickInto('T41', { A: '2' }, to)
  const ids = [await idOf('T40'), await idOf('T41')]
  await desk.inside((ctx) =>
    createTasks(
      ctx,
      ids.map((id) => ({
        taskType: 'PICK_COLLECT' as const,
        storeId: to,
        lines: [{ fromContainerId: id, storeId: to, planQty: 1000n }],
      })),
    ),
  )
  const { containers } = await desk.clerk.call(calls.mergeable, { storeId: to })
  expect(containers.map((c) => c.code)).toEqual(['T40', 'T41'])
  expect((await start('T40', 'T41')).lines).toBe(1)
})

test.each([
  ['T44', 'T45', 'T45'],
  ['T46', 'T47', 'T46'],
] as const)('from %s goods do not come back to %s once %s has gone on', async (taker, giver, gone) => {
  const to = await store(`S${taker}`)
  await pickInto(taker, { A: '2' }, to)
  await pickInto(giver, { A: '6' }, to)
  const part = { stockId: await rowOf(giver, 'A'), qty: '4' }
  const { id } = await desk.clerk.call(calls.startMerge, {
    targetId: await idOf(taker),
    sourceIds: [],
    parts: [part],
  })
  const [line] = await linesOf(id)
  await confirm(line?.id ?? '', { qty: '4' })
  await desk.inside(async (ctx) =>
    moveContainer(ctx, {
      bizType: 'MOVE',
      idemKey: `gone-on ${gone}`,
      containerId: (await containerByCode(ctx, gone)).id,
      toBinId: desk.yard.bins.get('S-02') ?? '',
      change: { from: ['PICKED'], state: 'PICKED' },
    }),
  )
  await desk.sound()
  await expect(desk.clerk.call(work.undoLine, { taskLineId: line?.id ?? '' })).rejects.toMatchObject({
    code: wmsFaults.movedOn.code,
  })
  expect([await inside(taker), await inside(giver)]).toEqual(['PICKED A 6/6', 'PICKED A 2/2'])
})
