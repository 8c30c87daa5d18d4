import { parseQty } from '@lading/contract/kernel/qty.ts'
import * as calls from '@lading/contract/wms/moveCalls.ts'
import { changeTarget } from '@lading/contract/wms/putAwayCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { containerByCode } from '../masters/facts.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { startMoves } from './start.ts'

let server: TestServer
let yard: Yard
let clerk: Client
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: {
        'S-01': 'STORAGE',
        'S-02': 'STORAGE',
        'S-03': 'STORAGE',
        'S-04': 'STORAGE',
        'S-05': 'STORAGE',
        'S-06': 'STORAGE',
        'P-01': 'PICK',
        'EX-01': 'EXCEPTION',
        'CB-01': 'VENDOR_COLLECT',
        DOCK: 'RECEIVE',
      },
      products: [{ code: 'X', qpc: '10' }, { code: 'Y' }, { code: 'Z', qpc: '10' }],
      mix: false,
    })
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const [rack, kind] = [ctx.newId(), ctx.newId()]
    // A piece takes a litre: a rack bin takes a hundred.
    await bulkInsert(ctx.tx, 'wms_bin_type', [{ ...at, id: rack, code: 'RACK', name: 'rack', maxVolumeM3: '0.1' }])
    await ctx.tx.run(sql`
      update wms_bin set bin_type_id = ${rack} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and usage = 'STORAGE'`)
    await ctx.tx.run(sql`
      update wms_bin set mix_product = true, mix_lot = true where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code in ('DOCK', 'EX-01')`)
    const face = { productId: made.products.get('Z')?.id, binId: made.bins.get('P-01'), role: 'PICK', maxCases: 5 }
    await bulkInsert(ctx.tx, 'wms_product_bin', [{ ...at, id: ctx.newId(), ...face }])
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: kind, code: 'PL', name: 'pallet', category: 'PALLET', prefix: 'PL' },
    ])
    await bulkInsert(ctx.tx, 'wms_container', [
      { ...at, id: ctx.newId(), code: 'PL1', typeId: kind, state: 'STORED', binId: made.bins.get('S-03') },
      { ...at, id: ctx.newId(), code: 'PL2', typeId: kind, state: 'STORED', binId: made.bins.get('S-05') },
    ])
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

let posted = 0
/** Goods that turned up on a bin. @returns their stock row */
const put = (bin: string, product: string, qty: string, pallet?: string): Promise<string> =>
  server.inside('DC01', async (ctx) => {
    const container = pallet && (await containerByCode(ctx, pallet)).id
    const to = await keyOf(ctx, yard, { bin, product, ...(container && { container }) })
    const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
    const lines = [
      { key: from, delta: -parseQty(qty) },
      { key: to, delta: parseQty(qty) },
    ]
    const { rowIds } = await post(ctx, { bizType: 'ADJ_INC', idemKey: `t${posted++}`, lines })
    return [...rowIds.values()][0] ?? ''
  })

type Asked = Parameters<typeof clerk.call<{ lines: object[] }>>[1]
const start = (...lines: object[]) =>
  clerk.call<{ id: string; taskNo: string; lines: number; withoutBin: number }>(calls.startMoves, { lines } as Asked)
const binId = (code: string): string => yard.bins.get(code) ?? ''
const linesOf = async (id: string) => (await clerk.call(work.getWork, { id })).lines
const confirm = (taskLineId: string | undefined, qty: string, more: object = {}) =>
  clerk.call(work.confirmLine, { taskLineId: taskLineId ?? '', qty, ...more })
const cancel = async (id: string) => {
  const version = await server.inside('DC01', async (ctx) => {
    const sees = sql`select version from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`
    return (await ctx.tx.one<{ version: number }>(sees)).version
  })
  await clerk.call(work.cancelTasks, { rows: [{ id, version }] })
}
/** What stands where, hands apart: `S-01 X 60 (20 promised)`. */
const shelves = () =>
  server.inside('DC01', async (ctx) => {
    const rows = await ctx.tx.query<{ bin: string; box: string; product: string; qty: string; held: string }>(sql`
      select b.code as bin, c.code as box, p.code as product, s.qty, s.reserved_qty as held from wms_stock s
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.qty > 0 order by 1, 2, 3`)
    return rows.map(({ bin, box, product, qty, held }) =>
      [
        bin,
        ...(box === 'LOOSE' ? [] : [box]),
        product,
        Number(qty),
        ...(Number(held) ? [`(${Number(held)})`] : []),
      ].join(' '),
    )
  })
const claims = () =>
  server.inside('DC01', async (ctx) => {
    const rows = await ctx.tx.query<{ code: string; qty: string }>(sql`
      select b.code, c.qty from wms_bin_claim c join wms_bin b on b.id = c.bin_id and b.tenant_id = c.tenant_id
      where c.tenant_id = ${ctx.tenantId} and c.state = 'ACTIVE' order by b.code`)
    return rows.map((r) => `${r.code} ${Number(r.qty)}`)
  })
const isSound = async () => expect(await server.inside('DC01', (ctx) => reconcile(ctx))).toEqual([])

test('goods of a bin are promised, claimed for, taken up and put down; and back again', async () => {
  const row = await put('S-01', 'X', '60')
  const { id, lines, withoutBin } = await start({ stockId: row, qty: '20', toBinId: binId('S-02') })
  expect({ lines, withoutBin }).toEqual({ lines: 1, withoutBin: 0 })
  expect(await shelves()).toEqual(['S-01 X 60 (20)'])
  expect(await claims()).toEqual(['S-02 20'])
  const [line] = await linesOf(id)
  expect(line).toMatchObject({ fromBin: { code: 'S-01' }, toBin: { code: 'S-02' }, planQty: '20.000' })
  await expect(confirm(line?.id, '20', { pickUp: true, scans: { bin: 'S-03' } })).rejects.toThrow('S-03')
  await confirm(line?.id, '20', { pickUp: true, scans: { bin: 'S-01' } })
  await isSound()
  await confirm(line?.id, '20', { scans: { bin: 'S-02' } })
  expect(await shelves()).toEqual(['S-01 X 40', 'S-02 X 20'])
  expect(await claims()).toEqual([])
  await isSound()
  await clerk.call(work.undoLine, { taskLineId: line?.id ?? '' })
  expect(await shelves()).toEqual(['S-01 X 60 (20)'])
  expect(await claims()).toEqual(['S-02 20'])
  await isSound()
  await clerk.call(work.finishTask, { id })
  expect(await shelves()).toEqual(['S-01 X 60'])
  expect(await claims()).toEqual([])
})

test('without a bin it goes where put-away would bring it, never where it stands', async () => {
  const listed = await clerk.call<{ records: { id: string; lotNo: string; areaId: string }[] }>(calls.movableStock, {
    filter: { binId: binId('S-01') },
  })
  const [row] = listed.records
  const { lotNo, areaId } = row ?? {}
  // A clerk finds it by the beginning of its lot, by type and by area, too.
  const narrowed = { lotNo: String(lotNo).slice(0, -1), areaId: [areaId], stockType: 'GOOD', binId: binId('S-01') }
  expect(await clerk.call(calls.movableStock, { filter: narrowed })).toMatchObject({ records: [{ id: row?.id }] })
  expect(await clerk.call(calls.movableStock, { filter: { ...narrowed, lotNo: 'X' } })).toMatchObject({ records: [] })
  const { id, withoutBin } = await start({ stockId: row?.id, qty: '60' })
  expect(withoutBin).toBe(0)
  const [line] = await linesOf(id)
  expect(line?.toBin?.code).not.toBe('S-01')
  await expect(clerk.call(changeTarget, { taskLineId: line?.id ?? '', bin: 'S-01' })).rejects.toThrow(
    '来源与目标货位相同',
  )
  await expect(confirm(line?.id, '60', { toBin: 'S-01' })).rejects.toThrow('来源与目标货位相同')
  await clerk.call(changeTarget, { taskLineId: line?.id ?? '', bin: 'S-04' })
  expect(await claims()).toEqual(['S-04 60'])
  await confirm(line?.id, '60')
  expect(await shelves()).toEqual(['S-04 X 60'])
  await isSound()
})

test('what must not move is refused and nothing is left behind', async () => {
  const [kept, staged] = [await put('S-01', 'Y', '5'), await put('CB-01', 'Y', '2')]
  const refused = async (text: string, ...lines: object[]) => {
    await expect(start(...lines)).rejects.toThrow(text)
    expect(await claims()).toEqual([])
  }
  await refused('来源与目标货位相同', { stockId: kept, qty: '1', toBinId: binId('S-01') })
  await refused('可用5，需要6', { stockId: kept, qty: '6' })
  await refused('其他作业环节', { stockId: staged, qty: '1' })
  await refused('不能移两次', { stockId: kept, qty: '1' }, { stockId: kept, qty: '1' })
  await refused('不是托盘', { stockId: kept, qty: '5', whole: true })
  await refused('CB-01', { stockId: kept, qty: '1', toBinId: binId('CB-01') })
  await refused('S-04', { stockId: kept, qty: '1', toBinId: binId('S-04') })
  await refused('必须大于0', { stockId: kept, qty: '0' })
  const first = await start({ stockId: kept, qty: '5', toBinId: binId('S-02') })
  await expect(start({ stockId: kept, qty: '1' })).rejects.toThrow('可用0')
  await cancel(first.id)
  const movable = await clerk.call<{ records: { id: string }[] }>(calls.movableStock, { filter: {} })
  expect(movable.records.map((r) => r.id)).not.toContain(staged)
  const viewer = await server.as('viewer', 'DC01')
  const asked = { lines: [{ stockId: kept, qty: '1' }] }
  await expect(viewer.call(calls.startMoves, asked)).rejects.toMatchObject({ code: 40301 })
  const other = await server.as('admin', 'DC01', 'two')
  await expect(other.call(calls.startMoves, asked)).rejects.toThrow('不存在')
  const ofOthers = { lines: [{ stockId: kept, qty: '1' }] }
  await expect(server.inside('DC01', (ctx) => startMoves({ ...ctx, owners: [ctx.newId()] }, ofOthers))).rejects.toThrow(
    'does not exist',
  )
  await isSound()
})

test('a pallet goes as a whole, or goods are taken off it', async () => {
  const row = await put('S-03', 'X', '30', 'PL1')
  const off = await start({ stockId: row, qty: '10', toBinId: binId('S-02') })
  await expect(start({ stockId: row, qty: '30', whole: true, toBinId: binId('P-01') })).rejects.toThrow()
  const [line] = await linesOf(off.id)
  await confirm(line?.id, '10', { pickUp: true })
  await confirm(line?.id, '10', { scans: { bin: 'S-02' } })
  expect(await shelves()).toContain('S-03 PL1 X 20')
  expect(await shelves()).toContain('S-02 X 10')
  await isSound()
  const { id, lines } = await start({ stockId: row, qty: '1', whole: true, toBinId: binId('EX-01') })
  expect(lines).toBe(1)
  const [whole] = await linesOf(id)
  expect(whole?.planQty).toBe('20.000')
  await expect(confirm(whole?.id, '5', { pickUp: true })).rejects.toThrow()
  await confirm(whole?.id, '20')
  expect(await shelves()).toContain('EX-01 PL1 X 20')
  await isSound()
  await clerk.call(work.undoLine, { taskLineId: whole?.id ?? '' })
  expect(await shelves()).toContain('S-03 PL1 X 20 (20)')
  await isSound()
})

test('a pallet whose last goods are taken off is free, and stands there again when they come back', async () => {
  const row = await put('S-05', 'Z', '8', 'PL2')
  const { id } = await start({ stockId: row, qty: '8', toBinId: binId('S-06') })
  const [line] = await linesOf(id)
  const pallet = () => server.inside('DC01', (ctx) => containerByCode(ctx, 'PL2'))
  await confirm(line?.id, '8')
  expect(await pallet()).toMatchObject({ state: 'IDLE', binId: null })
  await isSound()
  await clerk.call(work.undoLine, { taskLineId: line?.id ?? '' })
  expect(await pallet()).toMatchObject({ state: 'STORED', binId: binId('S-05') })
  expect(await shelves()).toContain('S-05 PL2 Z 8 (8)')
  await isSound()
})
