import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { otherKind, type ScanKind, scanKinds, scannedKind } from '@lading/contract/wms/scanned.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { containerByCode } from '../masters/facts.ts'
import { demandTarget } from '../putAway/usage.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { createTasks, type NewTask } from './create.ts'
import { demandBin, demandProduct, isProduct } from './scan.ts'

/** What a scan may mean: goods, a bin, or work. */
let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
})
afterAll(() => desk.server.close())

const idOf = (code: string): string => desk.yard.products.get(code)?.id ?? ''
const sets = (table: string, what: string, code: string) =>
  desk.inside((ctx) =>
    ctx.tx.run(sql`update ${raw(table)} set ${raw(what)} where tenant_id = ${ctx.tenantId} and code = ${code}`),
  )

test('goods are known by their own code, by barcodes, and by those of each of their packs', async () => {
  await desk.inside(async (ctx) => {
    const { tenantId } = ctx
    await bulkInsert(ctx.tx, 'mdm_product_barcode', [
      { tenantId, id: ctx.newId(), productId: idOf('A'), code: '4006381333931' },
      { tenantId, id: ctx.newId(), productId: idOf('B'), code: 'SHOP-7' },
    ])
    await ctx.tx.run(sql`
      update mdm_product_qpc set barcode = 'CASE-A', mid_barcode = 'MID-A', pallet_barcode = 'PALLET-A'
      where tenant_id = ${tenantId} and product_id = ${idOf('A')}`)
  })
  const known = async (product: string, scan: string) => desk.inside((ctx) => isProduct(ctx, idOf(product), scan))
  // A GTIN stands with leading zeros or without; of a shop's own code none are guessed.
  for (const scan of [
    'A',
    '4006381333931',
    '04006381333931',
    'CASE-A',
    'MID-A',
    'PALLET-A',
    'A ',
    '(01)04006381333931',
  ])
    expect([await known('A', scan), await known('B', scan)], scan).toEqual([true, false])
  for (const scan of ['B', 'SHOP-7'])
    expect([await known('A', scan), await known('B', scan)], scan).toEqual([false, true])
  for (const scan of ['a', '0A', 'SHOP-', '4006381333932']) expect(await known('A', scan), scan).toBe(false)
})

test('other goods than the instructed ones are refused with the code of those, and no scan asks nothing', async () => {
  const scan = (what: string | undefined) => desk.inside((ctx) => demandProduct(ctx, idOf('A'), what))
  await expect(scan('B')).rejects.toMatchObject({
    refusal: { code: wmsFaults.wrongProduct.code },
    args: { scan: 'B', product: 'A' },
  })
  for (const what of ['A', '', undefined]) await scan(what)
})

test('a bin is known by its code and by its check digits, and no other is taken for it', async () => {
  await sets('wms_bin', `check_digit = '42'`, 'S-01')
  await sets('wms_bin', `check_digit = '77'`, 'S-02')
  const scan = (bin: string, what: string | undefined) =>
    desk.inside((ctx) => demandBin(ctx, desk.yard.bins.get(bin) ?? '', what))
  for (const what of ['S-01', '42', '', undefined]) await scan('S-01', what)
  for (const what of ['S-02', '77', 's-01', '4'])
    await expect(scan('S-01', what), what).rejects.toMatchObject({
      refusal: { code: wmsFaults.wrongBin.code },
      args: { scan: what, bin: { key: 'wms.bin', id: desk.yard.bins.get('S-01'), no: 'S-01' } },
    })
  // A bin without check digits has none that could be scanned.
  await expect(scan('P-01', 'null')).rejects.toMatchObject({ refusal: { code: wmsFaults.wrongBin.code } })
})

test('what is something else than was asked for is told so, and what nobody knows is not guessed', async () => {
  const kind = async (scan: string, asked: ScanKind) => (await desk.clerk.call(scannedKind, { scan, asked })).kind
  expect([await kind('T9', 'BIN'), await kind('A', 'BIN'), await kind('S-01', 'BIN')]).toEqual([
    'CONTAINER',
    'PRODUCT',
    null,
  ])
  expect([await kind('S-01', 'CONTAINER'), await kind('T9', 'CONTAINER')]).toEqual(['BIN', null])
  expect([await kind('S-01', 'PRODUCT'), await kind('no such', 'PRODUCT')]).toEqual(['BIN', null])
  expect(await kind('LOOSE', 'BIN')).toBe(null)
  const refused = { refusal: otherKind, args: { scan: 'T9', kind: scanKinds.CONTAINER, asked: scanKinds.BIN } }
  const bin = desk.yard.bins.get('S-01') ?? ''
  await expect(desk.inside((ctx) => demandBin(ctx, bin, 'T9'))).rejects.toMatchObject(refused)
  await expect(desk.inside((ctx) => demandTarget(ctx, 'T9', bin))).rejects.toMatchObject(refused)
  await expect(desk.inside((ctx) => demandProduct(ctx, idOf('A'), 'S-01'))).rejects.toThrow(
    '[S-01] is a bin: scan the product',
  )
  await expect(desk.inside((ctx) => containerByCode(ctx, 'S-01'))).rejects.toThrow(
    '[S-01] is a bin: scan the container',
  )
})

const make = (tasks: readonly NewTask[]) => desk.inside((ctx) => createTasks(ctx, tasks))
const find = async (scan: string, taskTypes: readonly string[] = ['PICK', 'MOVE', 'PUTAWAY']) =>
  (await desk.clerk.call(work.findWork, { scan, taskTypes } as never)).tasks.map((t) => t.id)

test('work is found by its number, by its bill and by its container, the urgent first, and none that has ended', async () => {
  const { id: containerId } = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(sql`select id from wms_container where tenant_id = ${ctx.tenantId} and code = 'T9'`),
  )
  const bill = { key: 'wms.operateBill', id: '4711', no: 'BILL-4711' }
  const made = await make([
    { taskType: 'PICK', bill, priority: 50, lines: [] },
    { taskType: 'PICK', bill, priority: 10, lines: [] },
    { taskType: 'PICK', bill, priority: 50, lines: [] },
    { taskType: 'PICK', bill, priority: 1, lines: [], state: 'DONE' },
    { taskType: 'PICK', bill, priority: 1, lines: [], state: 'CANCELED' },
    { taskType: 'MOVE', bill, priority: 20, lines: [], state: 'SUSPENDED' },
    { taskType: 'PUTAWAY', containerId, lines: [] },
  ])
  const [a, b, c, , , move, put] = made.map((t) => t.id)
  expect(await find('BILL-4711')).toEqual([b, move, a, c])
  expect(await find('BILL-4711', ['PICK'])).toEqual([b, a, c])
  expect(await find(made[0]?.taskNo ?? '')).toEqual([a])
  expect(await find(made[3]?.taskNo ?? '')).toEqual([])
  expect(await find('T9')).toEqual([put])
  expect(await find('T10')).toEqual([])
})

test('tasks that wait or run are counted by type and state, those that ended are not', async () => {
  const counts = async () => {
    const { counts: all } = await desk.clerk.call(work.countTasks, {})
    return Object.fromEntries(all.filter((r) => r.taskType === 'MOVE').map((r) => [r.state, r.n]))
  }
  const before = await counts()
  const states = ['READY', 'READY', 'RUNNING', 'DONE', 'CANCELED', 'NEW'] as const
  await make(states.map((state) => ({ taskType: 'MOVE', state, lines: [] })))
  expect(await counts()).toEqual({ ...before, READY: (before.READY ?? 0) + 2, RUNNING: 1, NEW: 1 })
})

test('a task is of one owner when all its lines are, and of nobody’s when they are not', async () => {
  const [one, two] = [desk.yard.owners.get('O1') ?? '', desk.yard.owners.get('O2') ?? '']
  const line = (ownerId: string | null) => ({ ownerId, planQty: 2000n })
  const made = await make([
    { taskType: 'MOVE', lines: [line(one), line(one)] },
    { taskType: 'MOVE', lines: [line(one), line(two)] },
    { taskType: 'MOVE', lines: [line(one), line(null)] },
    { taskType: 'MOVE', lines: [] },
    { taskType: 'MOVE', ownerId: two, lines: [line(one)] },
  ])
  const rows = await desk.inside((ctx) =>
    ctx.tx.query<Record<string, unknown>>(sql`
      select owner_id, line_count, plan_qty, priority, state, mode, queue from wms_task
      where tenant_id = ${ctx.tenantId} and id = any(${made.map((t) => t.id)}::bigint[]) order by id`),
  )
  expect(rows.map((r) => r.ownerId)).toEqual([one, null, null, null, two])
  expect(rows[0]).toEqual({
    ownerId: one,
    lineCount: 2,
    planQty: '4.000',
    priority: 50,
    state: 'READY',
    mode: 'RF',
    queue: 'MOVE',
  })
})
