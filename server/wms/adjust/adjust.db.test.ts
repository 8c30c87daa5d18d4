import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import {
  adjustFaults,
  approveTasks,
  decreaseStock,
  stockDecTask,
  stockIncTask,
} from '@lading/contract/wms/adjustCalls.ts'
import { unfreezeStock } from '@lading/contract/wms/board.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import type { ImportAnswer } from '../../platform/sheet/importReport.ts'
import type { Client } from '../../testing/server.ts'
import { containerByCode } from '../masters/facts.ts'
import { reserve } from '../stock/reservations.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { approveTask } from './approve.ts'

let desk: PickDesk
let clerk: Client
let admin: Client
beforeAll(async () => {
  desk = await openPickDesk()
  clerk = desk.clerk
  admin = await desk.server.as('admin', 'DC01')
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update mdm_product set price = 2.5 where tenant_id = ${ctx.tenantId} and code = 'A'`),
  )
})
afterAll(() => desk.server.close())

const dec = crudCalls(stockDecTask)
const inc = crudCalls(stockIncTask)
interface Seen {
  id: string
  version: number
}
type Row = Record<string, string> & { lines: Record<string, string>[] }
const owner = () => desk.yard.owners.get('O1')
const bin = (code: string) => desk.yard.bins.get(code) ?? ''
const goods = (code: string) => desk.yard.products.get(code)?.id ?? ''

/** A row of stock as a line of a decrease names it. */
const lineOf = async (stockId: string, qty: string) => {
  const { records } = await clerk.call<{ records: Record<string, unknown>[] }>(decreaseStock, {
    filter: { id: [stockId] },
  })
  const { binId, containerId, productId, qpcId, lotId, stockType } = records[0] ?? {}
  return { binId, containerId, productId, qpcId, lotId, stockType, qty }
}
const askDec = async (stockId: string, qty: string, more: object = {}) =>
  clerk.call<Seen>(dec.create, {
    ownerId: owner(),
    cause: 'SCRAP',
    lines: [await lineOf(stockId, qty)],
    ...more,
  })
const askInc = (line: object, more: object = {}) =>
  clerk.call<Seen>(inc.create, { ownerId: owner(), cause: 'FOUND', lines: [line], ...more })
const read = (of: typeof dec, id: string, by: Client = clerk) => by.call<Row>(of.getById, { id })
const approve = (row: Seen, by: Client = admin) =>
  by.call<{ ok: number; failed: { code: number; message: string }[] }>(approveTasks, { rows: [row] })
const stands = () =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<{ bin: string; box: string; product: string; qty: string; held: string }>(sql`
      select b.code as bin, c.code as box, p.code as product, s.qty, s.reserved_qty as held from wms_stock s
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.qty > 0 order by 1, 2, 3, 4`)
    return rows.map((r) => `${r.bin} ${r.box} ${r.product} ${Number(r.qty)} (${Number(r.held)})`)
  })
const reasonOf = (id: string) =>
  desk.inside(async (ctx) =>
    ctx.tx.query(sql`
      select p.biz_type, p.reason from wms_posting p where p.tenant_id = ${ctx.tenantId} and p.source_id = ${id} order by p.id`),
  )

test('goods are written off once somebody else has approved it, and kept from others meanwhile', async () => {
  const row = await desk.put('S-01', 'A', '24')
  const asked = await askDec(row, '5', { note: '压碎' })
  expect(await read(dec, asked.id)).toMatchObject({
    state: 'NEW',
    cause: 'SCRAP',
    note: '压碎',
    amount: '12.50',
    lines: [{ qty: '5.000', planQty: '5.000', refs: { productId: { code: 'A' }, binId: { code: 'S-01' } } }],
  })
  expect(await stands()).toEqual(['S-01 LOOSE A 24 (0)'])
  await desk.sound()
  expect((await approve(asked, clerk)).failed).toMatchObject([{ code: faults.notByMaker.code }])
  await expect(clerk.call(work.takeTask, { id: asked.id })).rejects.toThrow('待审核')
  await expect(clerk.call(work.confirmSheet, { id: asked.id })).rejects.toThrow('待审核')
  await expect(clerk.call(work.releaseTasks, { rows: [asked] })).rejects.toMatchObject({ code: faults.forbidden.code })
  expect((await approve(asked)).ok).toBe(1)
  expect(await stands()).toEqual(['S-01 LOOSE A 24 (5)'])
  await desk.sound()
  // Nobody frees on the board what a task holds.
  const held = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(
      sql`select id from wms_reservation where tenant_id = ${ctx.tenantId} and kind = 'HOLD' and state = 'ACTIVE'`,
    ),
  )
  await expect(clerk.call(unfreezeStock, { reservationId: held.id })).rejects.toThrow('占用已变化')
  await clerk.call(work.confirmSheet, { id: asked.id })
  expect(await read(dec, asked.id)).toMatchObject({ state: 'DONE', doneQty: '5.000' })
  expect(await stands()).toEqual(['S-01 LOOSE A 19 (0)'])
  expect(await reasonOf(asked.id)).toEqual([{ bizType: 'ADJ_DEC', reason: 'SCRAP' }])
  await desk.sound()
  const [line] = (await clerk.call(work.getWork, { id: asked.id })).lines
  await expect(clerk.call(work.undoLine, { taskLineId: line?.id ?? '' })).rejects.toThrow('撤销')
})

test('less is found than was to be written off: the rest is free again', async () => {
  const row = await desk.put('S-02', 'B', '12')
  const asked = await askDec(row, '10')
  await approve(asked)
  const [line] = (await clerk.call(work.getWork, { id: asked.id })).lines
  const confirm = (qty: string, more: object = {}) =>
    clerk.call(work.confirmLine, { taskLineId: line?.id ?? '', qty, ...more })
  await expect(confirm('11')).rejects.toThrow('不能大于')
  await expect(confirm('4')).rejects.toThrow('原因')
  await expect(confirm('10', { scans: { bin: 'S-01' } })).rejects.toThrow('S-01')
  await confirm('4', { partial: true })
  expect((await stands()).filter((s) => s.includes(' B '))).toEqual(['S-02 LOOSE B 8 (6)'])
  await desk.sound()
  await confirm('1', { reason: 'NOT_FOUND' })
  expect((await stands()).filter((s) => s.includes(' B '))).toEqual(['S-02 LOOSE B 7 (0)'])
  expect(await read(dec, asked.id)).toMatchObject({ state: 'DONE', doneQty: '5.000', shortQty: '5.000' })
  await desk.sound()
})

test('what cannot be written off is refused at its line, and leaves nothing behind', async () => {
  const row = await desk.put('DEF', 'C', '6')
  await expect(askDec(row, '7')).rejects.toMatchObject({
    message: expect.stringContaining('可用6'),
    errors: [{ field: 'lines.0.qty' }],
  })
  await expect(askDec(row, '0')).rejects.toThrow('必须大于0')
  await expect(askDec(row, '0.5')).rejects.toThrow('整数')
  const line = await lineOf(row, '1')
  await expect(askDec(row, '1', { lines: [line, line] })).rejects.toThrow('同一库存')
  await expect(askDec(row, '1', { ownerId: desk.yard.owners.get('O2') })).rejects.toThrow('没有这样的库存')
  await expect(askDec(row, '1', { lines: [] })).rejects.toThrow()
  await expect(askDec(row, '1', { cause: 'OPENING' })).rejects.toThrow()
  const asked = await askDec(row, '4')
  await desk.inside((ctx) => reserve(ctx, [{ stockId: row, qty: parseQty('3'), kind: 'HOLD', idemKey: 'other' }]))
  expect((await approve(asked)).failed).toMatchObject([{ message: expect.stringContaining('可用3') }])
  expect(await read(dec, asked.id)).toMatchObject({ state: 'NEW' })
  const { failed } = await clerk.call<{ failed: object[] }>(work.cancelTasks, { rows: [asked] })
  expect(failed).toEqual([])
  await desk.sound()
  const viewer = await desk.server.as('viewer', 'DC01')
  await expect(viewer.call(dec.create, {})).rejects.toMatchObject({ code: 40301 })
  const other = await desk.server.as('admin', 'DC01', 'two')
  await expect(other.call(dec.getById, { id: asked.id })).rejects.toThrow('不存在')
  expect((await other.call<{ failed: object[] }>(approveTasks, { rows: [asked] })).failed).toHaveLength(1)
})

test('what nobody has approved may be changed, line by line', async () => {
  const [a, b] = [await desk.put('S-01', 'B', '12'), await desk.put('DEF', 'A', '12')]
  const asked = await askDec(a, '2', { lines: [await lineOf(a, '2'), await lineOf(b, '3')] })
  const [first, second] = (await read(dec, asked.id)).lines
  const change = (version: number, more: object) => clerk.call<Seen>(dec.update, { id: asked.id, version, ...more })
  await change(0, { cause: 'LOST', lines: [{ id: first?.id, removed: true }] })
  await expect(change(0, { note: 'x' })).rejects.toMatchObject({ code: faults.stale.code })
  expect(await read(dec, asked.id)).toMatchObject({
    cause: 'LOST',
    lineCount: 1,
    planQty: '3.000',
    lines: [{ id: second?.id }],
  })
  await expect(change(1, { lines: [{ ...(await lineOf(b, '13')), id: second?.id }] })).rejects.toThrow('可用12')
  await change(1, { lines: [{ ...(await lineOf(b, '12')), id: second?.id }] })
  await approve({ id: asked.id, version: 2 })
  await expect(change(3, { note: 'late' })).rejects.toThrow('待领取')
  await clerk.call(work.confirmSheet, { id: asked.id })
  expect((await stands()).filter((s) => s.startsWith('DEF') && s.includes(' A '))).toEqual([])
  await desk.sound()
})

test('more than one may approve needs somebody who may let it pass; what has no price counts nothing', async () => {
  const row = await desk.put('S-02', 'A', '48')
  const asked = await askDec(row, '41')
  const by = (ctx: Ctx, limit: number, ...more: string[]) =>
    approveTask(async () => limit)(
      {
        ...ctx,
        userId: admin.userId,
        permissions: new Set(['approve', ...more].map((a) => `wms:warehouse.stockDec:${a}`)),
      },
      asked,
    )
  await expect(desk.inside((ctx) => by(ctx, 102))).rejects.toMatchObject({ refusal: adjustFaults.overLimit })
  await desk.inside((ctx) => by(ctx, 102, 'permit'))
  expect(await read(dec, asked.id)).toMatchObject({ state: 'READY', amount: '102.50' })
  await clerk.call(work.cancelTasks, { rows: [{ ...asked, version: 1 }] })
  await desk.sound()
  const free = await askDec(await desk.put('S-02', 'C', '400'), '400')
  await desk.inside((ctx) =>
    approveTask(async () => 1)(
      { ...ctx, userId: admin.userId, permissions: new Set(['wms:warehouse.stockDec:approve']) },
      free,
    ),
  )
  await clerk.call(work.confirmSheet, { id: free.id })
  await desk.sound()
})

test('found goods come into the book in their bin, of a lot that is found or made', async () => {
  const line = { productId: goods('A'), planQty: '6', binId: bin('P-01') }
  await expect(askInc(line)).rejects.toMatchObject({ errors: [{ field: 'lines.0.productionDate' }] })
  await expect(askInc({ ...line, productionDate: '2150-01-01' })).rejects.toThrow('不能晚于今天')
  await expect(askInc({ ...line, productionDate: '2026-01-01', attrs: '产地=山东' })).rejects.toThrow('产地')
  await expect(askInc({ ...line, productionDate: '2026-01-01', attrs: '山东' })).rejects.toThrow('名称=值')
  await expect(askInc({ ...line, productionDate: '2026-01-01', binId: bin('DOCK') })).rejects.toThrow('用途')
  const [one, two] = [
    await askInc({ ...line, productionDate: '2026-01-01' }),
    await askInc({ ...line, productionDate: '2026-01-01', containerId: desk.yard.loose }),
  ]
  const [first, second] = [await read(inc, one.id), await read(inc, two.id)]
  expect(first.lines[0]?.lotId).toBe(second.lines[0]?.lotId)
  const lotId = first.lines[0]?.lotId
  await expect(askInc({ ...line, lotId, productionDate: '2026-01-02' })).rejects.toThrow('批次')
  await expect(askInc({ ...line, lotId, productId: goods('B') })).rejects.toThrow('批次')
  const third = await askInc({ ...line, lotId })
  await approve(one)
  await approve(third)
  await desk.sound()
  expect(await claims()).toEqual(['P-01 6', 'P-01 6'])
  await clerk.call(work.cancelTasks, { rows: [{ ...third, version: 1 }] })
  await clerk.call(work.confirmSheet, { id: one.id })
  expect(await claims()).toEqual([])
  expect((await stands()).filter((s) => s.startsWith('P-01'))).toEqual(['P-01 LOOSE A 6 (0)'])
  expect(await reasonOf(one.id)).toEqual([{ bizType: 'ADJ_INC', reason: 'FOUND' }])
  await desk.sound()
})
const claims = () =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<{ code: string; qty: string }>(sql`
      select b.code, c.qty from wms_bin_claim c join wms_bin b on b.id = c.bin_id and b.tenant_id = c.tenant_id
      where c.tenant_id = ${ctx.tenantId} and c.state = 'ACTIVE' order by b.code`)
    return rows.map((r) => `${r.code} ${Number(r.qty)}`)
  })

test('a bin that is locked, full or takes no such goods keeps them out; a pallet is placed with them', async () => {
  const set = (change: string, code: string) =>
    desk.inside((ctx) =>
      ctx.tx.run(sql`
      update wms_bin set lock_in = ${change === 'lock'}, lock_reason = '盘点', mix_product = ${change !== 'pure'}
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${code}`),
    )
  const line = { productId: goods('C'), planQty: '6', binId: bin('S-01'), productionDate: '2026-01-01' }
  await set('lock', 'S-01')
  await expect(askInc(line)).rejects.toThrow('已锁定')
  await set('pure', 'S-01')
  const asked = await askInc(line)
  expect((await approve(asked)).failed).toMatchObject([{ message: expect.stringContaining('混放') }])
  await set('open', 'S-01')
  await approve(asked)
  await set('lock', 'S-01')
  await expect(clerk.call(work.confirmSheet, { id: asked.id })).rejects.toThrow('已锁定')
  await set('open', 'S-01')
  await clerk.call(work.confirmSheet, { id: asked.id })
  await desk.sound()
  const pallet = await desk.inside((ctx) => containerByCode(ctx, 'PL1'))
  const onPallet = await askInc({ ...line, containerId: pallet.id })
  await approve(onPallet)
  await clerk.call(work.confirmSheet, { id: onPallet.id })
  expect((await stands()).filter((s) => s.includes('PL1'))).toEqual(['S-01 PL1 C 6 (0)'])
  await desk.sound()
  await expect(askInc({ ...line, binId: bin('S-02'), containerId: pallet.id })).rejects.toThrow('PL1')
  const row = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(
      sql`select id from wms_stock where tenant_id = ${ctx.tenantId} and container_id = ${pallet.id}`,
    ),
  )
  const gone = await askDec(row.id, '6')
  await approve(gone)
  await clerk.call(work.confirmSheet, { id: gone.id })
  expect(await desk.inside((ctx) => containerByCode(ctx, 'PL1'))).toMatchObject({ state: 'IDLE', binId: null })
  await desk.sound()
})

test('opening stock comes from a file: all of it or none, each row with what is wrong with it', async () => {
  const head = '货主,原因,明细.商品,明细.增加数量,明细.货位,明细.生产日期'
  const send = (rows: readonly string[], dryRun = 'false') =>
    clerk.call<ImportAnswer>(
      inc.import,
      { dryRun, mode: 'INSERT' },
      { file: { name: 'a.csv', data: `${head}\n${rows.join('\n')}\n` } },
    )
  const count = async () => (await clerk.call<{ total: number }>(inc.query, { filter: { cause: 'OPENING' } })).total
  const bad = await send(['O1,期初,A,12,S-01,2026-02-01', 'O1,期初,B,24,S-01,', 'O1,期初,C,1.5,S-01,2026-02-01'])
  expect(bad.errors.length).toBeGreaterThan(0)
  expect(bad.errors.every((e) => e.row === 3 || e.row === 4)).toBe(true)
  expect(await count()).toBe(0)
  const rows = ['O1,期初,A,12,S-01,2026-02-01', 'O1,期初,B,24,S-02,2026-02-01', 'O2,期初,A,6,S-02,2026-02-01']
  expect(await send(rows, 'true')).toMatchObject({ created: 2, errors: [] })
  expect(await count()).toBe(0)
  expect(await send(rows)).toMatchObject({ created: 2, errors: [] })
  const { records } = await clerk.call<{ records: (Seen & Row)[] }>(inc.query, { filter: { cause: 'OPENING' } })
  expect(records.map((r) => [r.state, r.lineCount]).sort()).toEqual([
    ['NEW', 1],
    ['NEW', 2],
  ])
  for (const { id, version } of records) {
    await approve({ id, version })
    await clerk.call(work.confirmSheet, { id })
  }
  await desk.sound()
  const { data } = await clerk.bytes(inc.importTemplate, { format: 'csv' })
  expect(data.toString()).toContain('明细.货位')
})

test('who sees one owner only asks for nobody else', async () => {
  const row = await desk.put('S-02', 'B', '3')
  const asked = await askDec(row, '1')
  const mine = desk.yard.owners.get('O2') ?? ''
  const limited = (ctx: Ctx): Ctx => ({ ...ctx, owners: [mine] })
  const { askFor } = await import('./write.ts')
  const input = { ownerId: owner(), cause: 'SCRAP', lines: [await lineOf(row, '1')] }
  await expect(desk.inside((ctx) => askFor(limited(ctx), 'STOCK_DEC', input))).rejects.toThrow()
  await expect(
    desk.inside((ctx) => approveTask(async () => 0)(limited({ ...ctx, userId: admin.userId }), asked)),
  ).rejects.toMatchObject({ refusal: faults.notFound })
  await desk.sound()
})
