import * as calls from '@lading/contract/dps/calls.ts'
import { tag as tagOf } from '@lading/contract/dps/equipment.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { jobpoint, line } from '@lading/contract/dps/line.ts'
import { dpsPickTask, dpsTask } from '@lading/contract/dps/task.ts'
import type { Call } from '@lading/contract/kernel/call.ts'
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { pickArea } from '@lading/contract/wms/place.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { insert } from '../../kernel/insert.ts'
import type { Client } from '../../testing/server.ts'
import { lineRules } from '../masters/rules.ts'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'
import { warehouse } from '../testing/wire.ts'

/** Bins L-01 to L-03 have tags of their own; L-04 to L-06 have none. The cart's positions are nodes 7 to 9. */
let desk: RackDesk
let lineId: string
let areaId: string
beforeAll(async () => {
  desk = await openRackDesk({ points: [1, 1, 1], untagged: 3 })
  areaId = (await rows<{ id: string }>(sql`select id from wms_pick_area where code = 'LA'`))[0]?.id ?? ''
  lineId = (await create(line, { code: 'CL', name: 'carts', mode: 'CART', pickAreaId: areaId })).data.id
  const tags = await rows<{ id: string }>(sql`select id from dps_tag where node >= 7 order by node`)
  const slots = tags.map(({ id }, i) => ({ seq: i + 1, tagId: id }))
  expect(await create(jobpoint, { lineId, seq: 1, code: 'C1', name: 'cart 1', slots })).toMatchObject({ code: 0 })
})
afterAll(() => desk.close())

const rows = <T extends object>(query: Sql) => desk.inside((ctx) => ctx.tx.query<T>(query))
const create = (of: Parameters<typeof crudCalls>[0], row: object) =>
  desk.clerk.envelope(crudCalls(of).create as never, row as never) as Promise<{ code: number; data: { id: string } }>
type Put = z.output<typeof calls.arriveAt.output>
type Scanned = z.output<typeof calls.scanAtCart.output>
const put = async (containerCode: string, position?: string, who: Client = desk.clerk) => {
  const { code, data } = await who.envelope(calls.arriveAt, { pointCode: 'C1', containerCode, position })
  await desk.settle()
  return code === 0 ? `${(data as Put).position}` : code
}
const scan = async (code: string, who: Client = desk.clerk) => {
  const { code: refused, data } = await who.envelope(calls.scanAtCart, { pointCode: 'C1', code })
  await desk.settle()
  if (refused !== 0) return refused
  const { bin, product, qty } = data as Scanned
  return `${bin} ${product} ${Number(qty)}`
}
/** Where the cart's screen says it is, and where to go. */
const way = async () => {
  const { points } = await desk.clerk.call(calls.rackOf, { lineId })
  const said = (stop: calls.CartStop | null | undefined) =>
    stop ? `${stop.bin} ${stop.goods.map((g) => `${g.code} ${Number(g.qty)}/${g.boxes}`).join(' ')}` : '-'
  const cart = points[0]?.cart
  return [said(cart?.now), said(cart?.next), cart?.stops]
}
const moved = async (product: string) =>
  Number(
    (
      await rows<{ n: string }>(sql`
        select coalesce(sum(g.delta), 0) as n from wms_ledger g join wms_posting o on o.id = g.posting_id and o.biz_type = 'PICK' join mdm_product m on m.id = g.product_id
        where g.delta > 0 and m.code = ${product}`)
    )[0]?.n,
  )
const steps = documentCalls(dpsTask) as Readonly<Record<string, never>>
const since = async (n: number) => (await desk.tasks()).slice(n)

test('two orders share a cart: a bin that is scanned lights what wants it there, and each press is booked once', async () => {
  await desk.order('S01', { P04: '3', P05: '2' })
  await desk.order('S02', { P05: '4', P06: '1' })
  expect(await desk.tasks()).toEqual(['READY S01 0/2', 'READY S02 0/2'])
  expect([await put('C001'), await scan('L-05')]).toEqual([dpsFaults.signOnFirst.code, dpsFaults.signOnFirst.code])
  await desk.clerk.call(calls.signOn, { pointCode: 'C1' })
  expect([await put('C999'), await put('C001', '9')]).toEqual([dpsFaults.noContainer.code, dpsFaults.noPosition.code])
  expect(await put('C001', '2')).toBe('2')
  expect([await put('C001', '1'), await put('C002', '2')]).toEqual([
    dpsFaults.containerTaken.code,
    dpsFaults.positionTaken.code,
  ])
  expect(await desk.tasks()).toEqual(['BOUND S01 C001 C1 0/2', 'READY S02 0/2'])
  expect(await put('C002')).toBe('1')
  expect(await put('C003')).toBe(dpsFaults.nothingToBind.code)
  expect(desk.lit()).toBe('')
  expect(await way()).toEqual(['-', 'L-04 P04 3/1', 3])
  // Nobody wants anything from there, or there is no such bin.
  for (const code of ['L-01', 'L-99', 'P01']) expect(await scan(code)).toBe(dpsFaults.notOnCart.code)
  expect(desk.lit()).toBe('')
  expect(await scan('L-05')).toBe('L-05 P05 6')
  expect(desk.lit()).toBe('7:4 8:2')
  expect(await way()).toEqual(['L-05 P05 6/2', 'L-06 P06 1/1', 3])
  await desk.press(8)
  desk.sim.press({ bus: 1, node: 7 })
  desk.sim.press({ bus: 1, node: 7 })
  await desk.settle()
  expect([desk.lit(), await moved('P05')]).toEqual(['', 6])
  // On in walking order, then back to what was passed by.
  expect(await way()).toEqual(['-', 'L-06 P06 1/1', 2])
  expect(await scan('P06')).toBe('L-06 P06 1')
  expect(desk.lit()).toBe('7:1')
  // Somebody goes elsewhere first: there it is lit, and here not any more.
  expect(await scan('L-04')).toBe('L-04 P04 3')
  expect(desk.lit()).toBe('8:3')
  desk.less(8, 2)
  await desk.press(8)
  expect(desk.lit()).toBe('8:1')
  await desk.short(8)
  expect([await moved('P04'), await way()]).toEqual([2, ['-', 'L-06 P06 1/1', 1]])
  await scan('L-06')
  // It was lit before, and somebody may have taken it without a press that arrived.
  expect(await rows(sql`select style from dps_light where state = 'LIT'`)).toEqual([{ style: 'RECHECK' }])
  await desk.press(7)
  expect(await desk.tasks()).toEqual(['DONE S01 C001 2/2', 'DONE S02 C002 2/2'])
  expect(await moved('P06')).toBe(1)
  await desk.sound()
})

test('a full container leaves its position, what is confirmed by hand is dark, and what is taken back comes again', async () => {
  const before = (await desk.tasks()).length
  await desk.order('S03', { P05: '1', P06: '2' })
  const data = await desk.clerk.call(calls.arriveAt, { pointCode: 'C1', containerCode: 'C004' })
  await scan('L-06')
  await desk.press(7)
  await desk.clerk.call(calls.fullTask, { taskId: data.taskId })
  await desk.order('S04', { P05: '5' })
  expect(await since(before)).toEqual(['DONE S03 C004 1/1', 'READY S03 0/1', 'READY S04 0/1'])
  expect([await put('C005', '1'), await scan('L-05')]).toEqual(['1', 'L-05 P05 1'])
  const { tags } = await desk.clerk.call(calls.rackOf, { lineId })
  expect(tags.map((g) => [g.position, g.box, g.light?.qty])).toEqual([
    [1, 'C005', '1'],
    [2, null, undefined],
    [3, null, undefined],
  ])
  await desk.clerk.call(calls.confirmPickByHand, { pickId: tags[0]?.light?.pickId ?? '', qty: '1', isShort: false })
  await desk.settle()
  expect([desk.lit(), (await since(before))[1]]).toEqual(['', 'DONE S03 C005 1/1'])
  const [pick] = await rows<{ id: string }>(sql`select task_line_id as id from dps_pick where task_id = ${data.taskId}`)
  await desk.clerk.call(work.undoLine, { taskLineId: pick?.id ?? '' })
  await desk.settle()
  expect([await put('C004', '3'), await scan('L-06'), desk.lit()]).toEqual(['3', 'L-06 P06 2', '9:2'])
  await desk.press(9)
  expect((await since(before))[0]).toBe('DONE S03 C004 1/1')
  await desk.sound()
})

test('what is unbound frees its position, and goes to handhelds with the last cart', async () => {
  const before = (await desk.tasks()).length - 1
  const data = await desk.clerk.call(calls.arriveAt, { pointCode: 'C1', containerCode: 'C006', position: '1' })
  await scan('L-05')
  expect(desk.lit()).toBe('7:5')
  const { version } = await desk.clerk.call<{ version: number }>(steps.getById as never, { id: data.taskId })
  await desk.clerk.call(steps.unbind as never, { rows: [{ id: data.taskId, version }] })
  await desk.settle()
  expect([await since(before), desk.lit(), await way()]).toEqual([['READY S04 0/1'], '', ['-', '-', 0]])
  expect([await put('C007', '1'), desk.lit()]).toEqual(['1', ''])
  expect([await scan('L-05'), desk.lit()]).toEqual(['L-05 P05 5', '7:5'])
  await desk.press(7)
  // One bin has a tag of its own: what comes from there is the rack's.
  await desk.order('S05', { P01: '1', P06: '2' })
  expect(await rows(sql`select mode, line_count from dps_task where state = 'READY' order by mode`)).toEqual([
    { mode: 'CART', lineCount: 1 },
    { mode: 'DPS', lineCount: 1 },
  ])
  const [cart] = await rows<{ id: string; version: number }>(
    sql`select id, version from dps_jobpoint where code = 'C1'`,
  )
  await desk.clerk.call(calls.closePoints, { rows: [cart as never] })
  await desk.settle()
  expect((await since(before)).sort()).toEqual(['CANCELLED S05 0/0', 'DONE S04 C007 1/1', 'READY S05 0/1'])
  const got = await desk.clerk.call(work.nextTask, { taskTypes: ['PICK'] })
  await desk.clerk.call(work.confirmLine, { taskLineId: got?.lines[0]?.id ?? '', qty: '2', toContainer: 'C008' })
  await desk.settle()
  const [{ version: closed = 0 } = {}] = await rows<{ version: number }>(
    sql`select version from dps_jobpoint where code = 'C1'`,
  )
  await desk.clerk.call(calls.openPoints, { rows: [{ id: cart?.id ?? '', version: closed }] })
  await desk.sound()
})

test('positions are as many as there are, and a cart is its centre’s', async () => {
  for (const store of ['S11', 'S12', 'S13', 'S14']) await desk.order(store, { P06: '1' })
  const strangers = [await desk.server.as('admin', 'DC02'), await desk.server.as('admin', 'DC01', 'two')]
  for (const one of strangers)
    for (const said of [await put('C011', '1', one), await scan('L-06', one)]) expect(typeof said).toBe('number')
  expect(
    await desk.inside((ctx) =>
      ctx.tx.query(sql`select 1 from dps_task_point where tenant_id = ${ctx.tenantId} and state = 'ARRIVED'`),
    ),
  ).toEqual([])
  // A container that is scanned where bins are goes to the first position that is free.
  for (const box of ['C011', 'C012', 'C013']) expect(await scan(box)).toBe('null null 0')
  expect(await put('C014')).toBe(dpsFaults.cartFull.code)
  for (const one of strangers) expect(typeof (await scan('L-06', one))).toBe('number')
  expect(desk.lit()).toBe('')
  expect([await scan('L-06'), desk.lit()]).toEqual(['L-06 P06 3', '7:1 8:1 9:1'])
  for (const node of [9, 7, 8]) await desk.press(node)
  expect(await desk.clerk.envelope(calls.scanAtCart, { pointCode: 'P1', code: 'L-06' })).toMatchObject({
    code: dpsFaults.notACart.code,
  })
  const { records } = await desk.clerk.call<{ records: { mode: string }[] }>(crudCalls(dpsPickTask).query as never, {
    filter: { mode: 'CART' },
  })
  expect(records.length).toBeGreaterThan(5)
  await desk.sound()
})

test('what is taken back line by line is lit where its container stands by then', async () => {
  // What waits since the last test goes first.
  expect([await put('C020', '1'), await scan('L-06')]).toEqual(['1', 'L-06 P06 1'])
  await desk.press(7)
  const before = (await desk.tasks()).length
  await desk.order('S06', { P05: '1', P06: '2' })
  await desk.order('S07', { P05: '3' })
  expect(await put('C021', '1')).toBe('1')
  for (const code of ['L-05', 'L-06']) {
    await scan(code)
    await desk.press(7)
  }
  expect((await since(before))[0]).toBe('DONE S06 C021 2/2')
  const lines = await rows<{ id: string }>(sql`
    select p.task_line_id as id from dps_pick p join wms_store s on s.id = p.store_id where s.code = 'S06' and p.state = 'DONE' order by p.bin_id`)
  const undo = async (at: number) => {
    await desk.clerk.call(work.undoLine, { taskLineId: lines[at]?.id ?? '' })
    await desk.settle()
  }
  await undo(0)
  expect([await put('C021', '3'), await put('C022', '1')]).toEqual(['3', '1'])
  await undo(1)
  expect([await scan('L-06'), desk.lit()]).toEqual(['L-06 P06 2', '9:2'])
  await desk.press(9)
  expect([await scan('L-05'), desk.lit()]).toEqual(['L-05 P05 4', '7:3 9:1'])
  for (const node of [9, 7]) await desk.press(node)
  expect(await since(before)).toEqual(['DONE S06 C021 2/2', 'DONE S07 C022 1/1'])
  await desk.sound()
})

test('of an order the cart has a part of, that part alone goes to handhelds', async () => {
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
  const arrive = async (containerCode: string) => {
    await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode })
    await desk.settle()
  }
  // What the rack has still from before is done first.
  await arrive('C029')
  for (const node of [1, 2]) await desk.press(node)
  const before = (await desk.tasks()).length
  await desk.order('S08', { P01: '1', P06: '2' })
  await arrive('C030')
  expect(desk.lit()).toBe('1:1')
  const [cart] = await rows<{ id: string; version: number }>(
    sql`select id, version from dps_task where mode = 'CART' and state = 'READY'`,
  )
  expect(await desk.clerk.call(steps.cancel as never, { rows: [cart] })).toMatchObject({ ok: 1 })
  await desk.settle()
  expect([desk.lit(), (await since(before)).map((t) => t.split(' ')[0]).sort()]).toEqual([
    '1:1',
    ['CANCELLED', 'PICKING'],
  ])
  await desk.press(1)
  // A tag under a tote stays in use.
  await desk.order('S09', { P06: '1' })
  expect(await put('C031', '2')).toBe('2')
  const [tag] = await rows<{ id: string; version: number }>(sql`select id, version from dps_tag where node = 8`)
  expect(await desk.clerk.envelope(crudCalls(tagOf).disable as never, tag as never)).toMatchObject({
    code: dpsFaults.deviceBusy.code,
  })
  await scan('L-06')
  await desk.press(8)
  await desk.sound()
})

test('what a closed point has given to handhelds is fetched by the cart once it is to be lit again', async () => {
  // What the rack has still from before is through.
  await desk.press(2)
  const before = (await desk.tasks()).length
  await desk.order('S10', { P02: '2' })
  const seen = async () =>
    (
      await rows<{ id: string; version: number }>(sql`select id, version from dps_jobpoint where code = 'P2'`)
    )[0] as never
  await desk.clerk.call(calls.closePoints, { rows: [await seen()] })
  await desk.settle()
  await desk.inside((ctx) => warehouse.toLights(ctx, null))
  await desk.settle()
  expect(await rows(sql`select mode, state from dps_task where state = 'READY'`)).toEqual([
    { mode: 'CART', state: 'READY' },
  ])
  expect([await put('C041', '1'), await scan('L-02'), desk.lit()]).toEqual(['1', 'L-02 P02 2', '7:2'])
  await desk.press(7)
  expect((await since(before)).sort()).toEqual(['CANCELLED S10 0/0', 'DONE S10 C041 1/1'])
  await desk.clerk.call(calls.openPoints, { rows: [await seen()] })
  await desk.sound()
})

test('an area has the carts of one line, and positions stand at no bin', async () => {
  const [free] = await rows<{ id: string }>(sql`select id from wms_bin where code = 'L-04'`)
  const [tag] = await rows<{ id: string }>(sql`select id from dps_tag where node = 9`)
  const at = { seq: 2, code: 'C2', name: 'cart 2' }
  const refused: readonly (readonly [Parameters<typeof crudCalls>[0], object, number])[] = [
    [line, { code: 'C9', name: 'x', mode: 'CART' }, faults.required.code],
    [line, { code: 'C9', name: 'x', mode: 'CART', pickAreaId: areaId }, dpsFaults.areaServed.code],
    [line, { code: 'C9', name: 'x', mode: 'DPS', pickAreaId: areaId }, dpsFaults.noAreaHere.code],
    [jobpoint, { ...at, lineId, slots: [{ seq: 1, tagId: tag?.id, binId: free?.id }] }, dpsFaults.noBinHere.code],
    [jobpoint, { ...at, lineId, slots: [{ seq: 1, tagId: tag?.id }] }, dpsFaults.tagTaken.code],
    [jobpoint, { ...at, seq: 9, lineId: desk.lineId, slots: [{ seq: 1, tagId: tag?.id }] }, faults.required.code],
  ]
  for (const [of, row, code] of refused) expect([row, (await create(of, row)).code]).toEqual([row, code])
  const [own] = await rows<{ id: string; version: number }>(sql`select id, version from dps_jobpoint where code = 'C1'`)
  const [second] = await rows<{ id: string; tagId: string }>(
    sql`select id, tag_id from dps_slot where bin_id is null and seq = 2`,
  )
  const twice = { ...own, slots: [{ ...second, seq: 1 }] }
  expect(await desk.clerk.envelope(crudCalls(jobpoint).update as never, twice as never)).toMatchObject({
    code: dpsFaults.positionTwice.code,
  })
})

test('of two lines that are made at once one serves the area', async () => {
  const { id: area } = await desk.inside(async (ctx) => {
    const [known] = await ctx.tx.query<{ zone: string }>(
      sql`select area_id as zone from wms_pick_area where id = ${areaId}`,
    )
    const { ids } = await insert(ctx, pickArea, [
      { code: 'LB', name: 'more lights', areaId: known?.zone ?? '', method: 'LIGHT', maxLines: 60 } as never,
    ])
    return { id: ids[0] ?? '' }
  })
  const [made, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = desk.inside(async (ctx) => {
    const row = { code: 'CX', name: 'first', mode: 'CART' as const, pickAreaId: area }
    await lineRules.beforeCreate?.(ctx, row as never)
    await insert(ctx, line, [row as never])
    made.resolve()
    await over.promise
  })
  await made.promise
  const second = create(line, { code: 'CY', name: 'second', mode: 'CART', pickAreaId: area })
  // Whoever does not wait is through by then.
  await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 300))])
  over.resolve()
  await first
  expect((await second).code).toBe(dpsFaults.areaServed.code)
})

test('goods that the cart wants from two bins say of neither that it stands there', async () => {
  await desk.put(5, 'P06', '3')
  const [{ qty } = { qty: 0 }] = await rows<{ qty: number }>(sql`
    select sum(s.qty - s.reserved_qty)::integer as qty from wms_stock s join wms_bin b on b.id = s.bin_id and b.code = 'L-06'
    join mdm_product m on m.id = s.product_id and m.code = 'P06'`)
  await desk.order('S50', { P06: `${qty + 2}` })
  await desk.clerk.call(calls.signOn, { pointCode: 'C1' })
  const node = 6 + Number(await put('C050'))
  const before = desk.lit()
  expect([await scan('P06'), desk.lit()]).toEqual([dpsFaults.scanBin.code, before])
  expect(await scan('L-05')).toMatch(/^L-05 P06 /)
  // At one of them by its own word, and somewhere else by now: still nobody knows where he has taken them from.
  const lit = desk.lit()
  expect([await scan('P06'), desk.lit()]).toEqual([dpsFaults.scanBin.code, lit])
  await desk.press(node)
  expect(await scan('P06')).toMatch(/^L-06 P06 /)
  await desk.press(node)
  await desk.sound()
})

test('no scan without a token books or moves anything', async () => {
  const bare = await desk.server.app.inject({
    method: 'POST',
    url: (calls.scanAtCart as Call).path,
    payload: { pointCode: 'C1', code: 'L-06' },
  })
  expect(bare.json().code).toBe(faults.tokenExpired.code)
})
