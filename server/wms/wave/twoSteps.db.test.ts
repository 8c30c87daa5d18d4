import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { binCapacity } from '@lading/contract/wms/binCapacity.ts'
import { pickArea } from '@lading/contract/wms/place.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { waveSupplies } from '@lading/contract/wms/waveCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openWaveDesk, stepSeven, type WaveDesk } from '../testing/waveDesk.ts'
import { upTo } from './up.ts'

let desk: WaveDesk
let wave = ''
const areas = crudCalls(pickArea)
beforeAll(async () => {
  desk = await openWaveDesk()
  await stepSeven(desk)
})
afterAll(() => desk.server.close())

interface Area {
  id: string
  version: number
}
const areaOf = async (code: string): Promise<Area> => {
  const { records } = await desk.clerk.call<{ records: Area[] }>(areas.query as never, { filter: { code } })
  return records[0] as Area
}
const setArea = async (code: string, more: object) => {
  const { id, version } = await areaOf(code)
  await desk.clerk.call(areas.update as never, { id, version, ...more })
}
/** The first open line of such work, and its task. */
const take = async (type: 'RPL_DOWN' | 'RPL_UP') => {
  const { task, lines } = await desk.clerk.call(work.nextTask, { taskTypes: [type] })
  return { task, lineId: lines[0]?.id ?? '' }
}
const confirm = async (taskLineId: string, qty: string, more: object = {}) => {
  await desk.clerk.call(work.confirmLine, { taskLineId, qty, scans: {}, ...more } as never)
  await desk.server.relay.drain()
}
const undo = async (taskLineId: string) => {
  await desk.clerk.call(work.undoLine, { taskLineId })
  await desk.server.relay.drain()
}
const at = (bin: string) =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<{ text: string }>(sql`
      select p.code || ' ' || trim_scale(sum(s.qty)) || ' of which promised ' || trim_scale(sum(s.reserved_qty)) as text from wms_stock s
      join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.tenant_id = ${ctx.tenantId} and s.bin_id = ${desk.yard.bins.get(bin)} and s.qty > 0 group by p.code order by p.code`)
    return rows.map((r) => r.text)
  })

/** A transit bin of an aisle. */
const transit = (code: string, aisle: string) =>
  desk.inside(async (ctx) => {
    const { areaId } = await ctx.tx.one<{ areaId: string }>(sql`
      select area_id from wms_bin where tenant_id = ${ctx.tenantId} and id = ${desk.yard.bins.get('PB-01-01')}`)
    const [id, at] = [ctx.newId(), { tenantId: ctx.tenantId, orgId: ctx.org.id }]
    const mix = { mixProduct: true, mixLot: true, mixOwner: true }
    await bulkInsert(ctx.tx, 'wms_bin', [{ ...at, ...mix, id, code, aisle, areaId, usage: 'RPL_TRANSIT' }])
    desk.yard.bins.set(code, id)
  })

test('a transit bin is one', async () => {
  const binId = desk.yard.bins.get('R-01-02')
  await expect(setArea('PA', { rplSteps: 'TWO', rplTransitId: binId })).rejects.toMatchObject({ code: 42400 })
  await setArea('PA', { rplSteps: 'TWO' })
})

test('where nobody has drawn a transit bin goods go up in one step: nobody is sent to a place that is none', async () => {
  const one = await desk.wave([await desk.order('S1', { P1: '720' })])
  await desk.step(one, 'start')
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-01-02 PB-01-01 240'])
  await desk.step(one, 'rollback')
  expect(await desk.tasks('RPL_DOWN')).toEqual([])
  await transit('RT-00', '9')
  await transit('RT-01', '1')
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_bin set aisle = '1' where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'PB-01-01'`),
  )
})

test('goods come down to the transit bin, and picks wait on', async () => {
  const order = await desk.order('S1', { P1: '720', P2: '34' })
  wave = await desk.wave([order])
  await desk.step(wave, 'start')
  // Pieces of P2 still go up in one step.
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-01-02 RT-01 240', 'READY R-02-02 SB-02-01 12'])
  expect(await desk.tasks('PICK')).toEqual(['WAIT PB-01-01 480, PB-01-01 240', 'WAIT SB-02-01 30, SB-02-01 4'])
  await desk.sound()
  // Whoever looks at the wave sees the faces.
  const supplies = await desk.clerk.call(waveSupplies.call, { id: wave })
  expect(supplies.map((s) => s.refs)).toMatchObject([
    { toBinId: { code: 'PB-01-01' } },
    { toBinId: { code: 'SB-02-01' } },
  ])
  const { lineId, task } = await take('RPL_DOWN')
  await confirm(lineId, '120', { partial: true })
  expect(await desk.tasks('RPL_UP')).toEqual(['READY RT-01 PB-01-01 120'])
  expect(await at('RT-01')).toEqual(['P1 120 of which promised 120'])
  expect(await desk.tasks('PICK')).toContain('WAIT PB-01-01 480, PB-01-01 240')
  await desk.sound()
  await confirm(lineId, '120')
  expect(await desk.tasks('RPL_UP')).toEqual(['READY RT-01 PB-01-01 120', 'READY RT-01 PB-01-01 120'])
  const { records } = await desk.clerk.call<{ records: object[] }>(crudCalls(viewOf('RPL_UP')).query as never, {
    filter: { state: 'READY' },
  })
  expect(records).toMatchObject([
    { priority: 10, toBin: 'PB-01-01', bin: 'RT-01', waitingPicks: 1, planCases: '5' },
    { priority: 10 },
  ])
  const down = await desk.clerk.call<object>(crudCalls(viewOf('RPL_DOWN')).getById as never, { id: task.id })
  expect(down).toMatchObject({ state: 'DONE', toBin: 'PB-01-01', transitBin: 'RT-01' })
  expect(await desk.read(wave)).toMatchObject({ replenishing: 3 })
  await desk.sound()
})

test('what came down is taken back as long as nobody has brought it up', async () => {
  const line = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(sql`
      select l.id from wms_task_line l where l.tenant_id = ${ctx.tenantId} and l.face_bin_id is not null`),
  )
  await undo(line.id)
  expect(await desk.tasks('RPL_UP')).toEqual([])
  expect(await at('RT-01')).toEqual([])
  await desk.sound()
  await confirm(line.id, '240')
  expect(await desk.tasks('RPL_UP')).toEqual(['READY RT-01 PB-01-01 240'])
  await undo(line.id)
  await confirm(line.id, '240')
  const up = await take('RPL_UP')
  await confirm(up.lineId, '100', { partial: true })
  await expect(undo(line.id)).rejects.toMatchObject({ code: 42259 })
  await desk.sound()
  await confirm(up.lineId, '140')
  expect(await at('PB-01-01')).toEqual(['P1 720 of which promised 720'])
  expect((await desk.tasks('PICK'))[0]).toMatch(/^READY PB-01-01 480/)
  await desk.sound()
  // Who waited has been served: the goods are his now, and stay.
  await expect(undo(up.lineId)).rejects.toMatchObject({ code: expect.any(Number) })
  await desk.sound()
  await desk.work('RPL_DOWN')
  await desk.work('PICK', { toContainer: 'T1' })
  await desk.work('PICK', { toContainer: 'T2' })
  expect(await desk.read(wave)).toMatchObject({ state: 'FINISHED', pickedPct: '100.0', replenishing: 0 })
})

test('goods that the face has no room for go back to storage', async () => {
  const order = await desk.order('S2', { P1: '480' })
  const one = await desk.wave([order])
  await desk.step(one, 'start')
  expect(await desk.tasks('RPL_DOWN')).toEqual(['READY R-01-02 RT-01 480'])
  const { lineId } = await take('RPL_DOWN')
  await confirm(lineId, '480')
  const up = await take('RPL_UP')
  await confirm(up.lineId, '360', { reason: 'NO_ROOM' })
  // The rest is put away, and what waits for it is fetched anew.
  const [back] = await desk.tasks('PUTAWAY')
  expect(back).toMatch(/^READY RT-01 R-0\d-0\d 120$/)
  expect((await desk.tasks('RPL_DOWN')).map((x) => x.replace(/R-\S+/, 'R'))).toEqual(['READY R RT-01 120'])
  await desk.sound()
  await desk.work('PUTAWAY')
  expect(await at('RT-01')).toEqual([])
  const again = await take('RPL_DOWN')
  await confirm(again.lineId, '120')
  // Nobody brings it up: it does not stay where nobody looks for it.
  const { records } = await desk.clerk.call<{ records: { id: string; version: number }[] }>(
    crudCalls(viewOf('RPL_UP')).query as never,
    { filter: { state: 'READY' } },
  )
  const rows = records.map(({ id, version }) => ({ id, version }))
  expect(await desk.clerk.call(work.cancelTasks, { rows })).toMatchObject({ ok: 1 })
  await desk.server.relay.drain()
  expect(await desk.tasks('PUTAWAY')).toHaveLength(1)
  expect(await desk.tasks('RPL_DOWN')).toHaveLength(1)
  await desk.sound()
  await desk.work('PUTAWAY')
  const last = await take('RPL_DOWN')
  await confirm(last.lineId, '120')
  await desk.work('RPL_UP')
  await desk.work('PICK', { toContainer: 'T3' })
  expect(await desk.read(one)).toMatchObject({ state: 'FINISHED', pickedPct: '100.0' })
  await desk.sound()
})

test('what stands on the transit bin and is not found is kept for a count, and fetched elsewhere', async () => {
  const order = await desk.order('S3', { P1: '240' })
  const one = await desk.wave([order])
  await desk.step(one, 'start')
  await desk.work('RPL_DOWN')
  const up = await take('RPL_UP')
  await confirm(up.lineId, '0', { reason: 'NOT_FOUND' })
  expect(await at('RT-01')).toEqual(['P1 240 of which promised 240'])
  expect(await desk.tasks('STOCK_TAKE')).toHaveLength(1)
  expect(await desk.tasks('RPL_DOWN')).toHaveLength(1)
  await desk.sound()
  await desk.work('RPL_DOWN')
  await desk.work('RPL_UP')
  await desk.work('PICK', { toContainer: 'T4' })
  expect(await desk.read(one)).toMatchObject({ state: 'FINISHED', pickedPct: '100.0' })
  await desk.sound()
})

test('more than the face takes by now does not all go up', async () => {
  const binId = desk.yard.bins.get('PB-01-01')
  const rules = crudCalls(binCapacity)
  await desk.clerk.call(rules.create as never, { place: 'BIN', binId, maxCases: 10 })
  await setArea('PA', { rpl: 'FULL' })
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_product_bin set max_cases = 10 where tenant_id = ${ctx.tenantId} and bin_id = ${binId}`),
  )
  const order = await desk.order('S1', { P1: '24' })
  const one = await desk.wave([order])
  await desk.step(one, 'start')
  // One case that an order waits for, and what fills the face.
  const [wanted, filling] = await desk.tasks('RPL_DOWN')
  expect([wanted, filling]).toEqual([expect.stringMatching(/RT-01 24$/), expect.stringMatching(/RT-01 216$/)])
  // Somebody fills the face meanwhile: three cases are left of its ten.
  await desk.put('PB-01-01', 'P1', '168', '2027-11-10')
  await desk.work('RPL_DOWN')
  await desk.work('RPL_DOWN')
  expect(await desk.tasks('RPL_UP')).toEqual(['READY RT-01 PB-01-01 24', 'READY RT-01 PB-01-01 48'])
  expect(await desk.tasks('PUTAWAY')).toEqual([expect.stringMatching(/^READY RT-01 R-0\d-0\d 168$/)])
  await desk.sound()
  await desk.work('RPL_UP')
  await desk.work('RPL_UP')
  await desk.work('PUTAWAY')
  await desk.work('PICK', { toContainer: 'T5' })
  expect(await desk.read(one)).toMatchObject({ state: 'FINISHED' })
  expect(await at('PB-01-01')).toEqual(['P1 216 of which promised 0'])
  await desk.sound()
})

test.each([
  ['no limit', { capacity: null }, '0', '50', '50'],
  ['room for all', { capacity: 100n }, '0', '50', '50'],
  ['room for whole cases only', { capacity: 35n }, '0', '50', '30'],
  ['no room beside what goes up already', { capacity: 40n }, '40', '50', '0'],
  ['no room, but somebody waits', { capacity: 0n, waiting: 15n }, '0', '50', '15'],
  ['who waits is served by what goes up already', { capacity: 20n, waiting: 15n }, '20', '50', '0'],
] as const)('of what came down goes up: %s', (_, face, rising, qty, up) => {
  const { capacity, waiting } = { waiting: 0n, ...face }
  const inBase = { capacity: capacity === null ? null : capacity * 1000n, waiting: waiting * 1000n }
  expect(upTo({ onHand: 0n, qpc: 10_000n, ...inBase }, parseQty(rising), parseQty(qty))).toBe(parseQty(up))
})
