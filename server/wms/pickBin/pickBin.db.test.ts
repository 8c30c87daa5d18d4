import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { pickBinBill } from '@lading/contract/wms/pickBinBill.ts'
import { pickBinFaults } from '@lading/contract/wms/pickBinFaults.ts'
import { bin as binTable } from '@lading/contract/wms/place.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insert } from '../../kernel/insert.ts'
import type { Client } from '../../testing/server.ts'
import { openWaveDesk, stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

let desk: WaveDesk
const bins = new Map<string, string>()
/** Two more faces, where goods of one product may lie, beside the desk's own: `PB-01-01` of P1 and `SB-02-01` of P2. */
const more = ['PB-09-01', 'PB-09-02'] as const
beforeEach(async () => {
  desk = await openWaveDesk()
  for (const [code, id] of desk.yard.bins) bins.set(code, id)
  await desk.inside(async (ctx) => {
    const { areaId, pickAreaId } = await ctx.tx.one<{ areaId: string; pickAreaId: string }>(sql`
      select area_id, pick_area_id from wms_bin where tenant_id = ${ctx.tenantId} and id = ${bins.get('PB-01-01')}`)
    const made = await insert(
      ctx,
      binTable,
      more.map((code) => ({ code, usage: 'PICK' as const, areaId, pickAreaId })),
    )
    for (const [i, code] of more.entries()) bins.set(code, made.ids[i] ?? '')
  })
  await stepSeven(desk)
})
afterEach(async () => {
  await desk.sound()
  await desk.server.close()
})

const calls = documentCalls(pickBinBill)
interface Seen {
  id: string
  version: number
}
type Line = { product?: string; from?: string | null; to?: string | null } & Record<string, unknown>
const lineOf = ({ product = 'P1', from = 'PB-01-01', to = 'PB-09-01', ...rest }: Line) => ({
  productId: desk.yard.products.get(product)?.id,
  binId: from && (bins.get(from) ?? from),
  toBinId: to && (bins.get(to) ?? to),
  effective: 'NOW',
  ...rest,
})
const asked = (...lines: Line[]) =>
  desk.clerk.call<Seen>(calls.create, {
    ownerId: desk.yard.owners.get('O1'),
    cause: '动线优化',
    lines: (lines.length > 0 ? lines : [{}]).map(lineOf),
  })
interface Answer {
  ok: number
  failed: { code: number; message: string }[]
}
const step = async (name: 'approve' | 'cancel', { id }: Seen, by: Client = desk.clerk): Promise<Answer> => {
  const { version } = await desk.clerk.call<Seen>(calls.getById, { id })
  const answer = await by.call<Answer>(calls[name], { rows: [{ id, version }], reason: 'x' })
  await desk.server.relay.drain()
  return answer
}
const done = { ok: 1, failed: [] }
const stateOf = async ({ id }: Seen): Promise<string> => {
  const row = await desk.clerk.call<{ state: string; lines: { state: string }[] }>(calls.getById, { id })
  return [row.state, ...row.lines.map((l) => l.state)].join(' ')
}
/** `P1 PB-01-01 3-40`. */
const faces = () =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<Record<'p' | 'b' | 'minCases' | 'maxCases', string | number | null>>(sql`
      select p.code as p, b.code as b, f.min_cases, f.max_cases from wms_product_bin f
      join mdm_product p on p.tenant_id = f.tenant_id and p.id = f.product_id
      join wms_bin b on b.tenant_id = f.tenant_id and b.id = f.bin_id
      where f.tenant_id = ${ctx.tenantId} and f.role = 'PICK' order by 1, 2`)
    return rows.map((r) => `${r.p} ${r.b} ${r.minCases ?? ''}-${r.maxCases ?? ''}`)
  })
const move = async (how: { qty?: string; reason?: string } = {}) => {
  const { lines } = await desk.clerk.call(work.nextTask, { taskTypes: ['MOVE'] })
  for (const l of lines)
    await desk.clerk.call(work.confirmLine, {
      taskLineId: l.id,
      qty: l.planQty,
      ...how,
      scans: { bin: l.toBin?.code },
    } as never)
  await desk.server.relay.drain()
}
const standing = ['P1 PB-01-01 -', 'P2 SB-02-01 -']

test('what is left in a face is moved to the new one, which holds from then on, with its limits', async () => {
  const bill = await asked({ minCases: 3, maxCases: 40 })
  expect(await step('approve', bill)).toMatchObject(done)
  expect(await desk.tasks('MOVE')).toEqual(['READY PB-01-01 PB-09-01 480'])
  expect(await stateOf(bill)).toBe('INPROGRESS PARTIAL')
  expect(await faces()).toEqual(standing)
  await move()
  expect(await stateOf(bill)).toBe('FINISHED DONE')
  expect(await faces()).toEqual(['P1 PB-09-01 3-40', 'P2 SB-02-01 -'])
})

test('a face without goods changes at once: one more, other limits, another bin', async () => {
  const bill = await asked(
    { from: null },
    { product: 'P2', from: 'SB-02-01', to: 'SB-02-01', maxCases: 9 },
    { product: 'P3', from: null, to: 'PB-09-02', minCases: 1 },
  )
  await step('approve', bill)
  expect(await stateOf(bill)).toBe('FINISHED DONE DONE DONE')
  expect(await faces()).toEqual(['P1 PB-01-01 -', 'P1 PB-09-01 -', 'P2 SB-02-01 -9', 'P3 PB-09-02 1-'])
  await step('approve', await asked({ product: 'P3', from: 'PB-09-02', to: null }))
  await step('approve', await asked({ from: 'PB-09-01', to: 'PB-09-02' }))
  expect(await faces()).toEqual(['P1 PB-01-01 -', 'P1 PB-09-02 -', 'P2 SB-02-01 -9'])
})

test('a face that is given up is emptied to where put-away would bring its goods', async () => {
  const bill = await asked({ product: 'P2', from: 'SB-02-01', to: null })
  await step('approve', bill)
  const [task] = await desk.tasks('MOVE')
  expect(task).toMatch(/^READY SB-02-01 .* 30$/)
  expect(await faces()).toEqual(standing)
  await move()
  expect(await stateOf(bill)).toBe('FINISHED DONE')
  expect(await faces()).toEqual(['P1 PB-01-01 -'])
})

test('lines that make no sense are refused, each at its field', async () => {
  const at = (field: string) => ({ errors: [{ field }] })
  await expect(asked({ from: null, to: null })).rejects.toMatchObject({ code: pickBinFaults.noFace.code })
  await expect(asked({ from: 'PB-09-02' })).rejects.toMatchObject({
    code: pickBinFaults.notFace.code,
    ...at('lines.0.binId'),
  })
  await expect(asked({ to: 'PB-01-01' })).rejects.toMatchObject({ code: pickBinFaults.nothing.code })
  await expect(asked({ to: 'PB-01-01', minCases: 9, maxCases: 3 })).rejects.toMatchObject(at('lines.0.minCases'))
  await expect(asked({ to: 'R-01-02' })).rejects.toMatchObject({
    message: expect.stringContaining('存储位'),
    ...at('lines.0.toBinId'),
  })
  await expect(asked({ from: null, to: 'PB-01-01' })).rejects.toMatchObject({
    code: pickBinFaults.isFace.code,
    ...at('lines.0.toBinId'),
  })
  await expect(asked({}, { to: 'PB-09-02' })).rejects.toMatchObject({ code: pickBinFaults.twice.code })
  // The two free bins take goods of one product only.
  await step('approve', await asked({ product: 'P3', from: null, to: 'PB-09-02' }))
  await expect(asked({ to: 'PB-09-02' })).rejects.toMatchObject({ message: expect.stringContaining('混放') })
  await expect(
    desk.clerk.call(calls.create, { ownerId: desk.yard.owners.get('O1'), cause: 'x', lines: [] }),
  ).rejects.toThrow()
  expect(await faces()).toEqual([...standing, 'P3 PB-09-02 -'])
})

test('a face at which a wave waits for goods stays, or changes when the wave is through', async () => {
  const wave = await desk.wave([await desk.order('S1', { P1: '960' })])
  await desk.step(wave, 'start')
  const now = await asked()
  expect((await step('approve', now)).failed).toMatchObject([{ code: pickBinFaults.waited.code }])
  expect(await stateOf(now)).toBe('SAVED OPEN')
  const later = await asked({ effective: 'AFTER_WAVE' })
  expect(await step('approve', later)).toMatchObject(done)
  expect(await stateOf(later)).toBe('INPROGRESS OPEN')
  while ((await desk.tasks('RPL_DOWN')).length > 0) await desk.work('RPL_DOWN')
  expect(await stateOf(later)).toBe('INPROGRESS OPEN')
  while ((await desk.tasks('PICK')).length > 0) await desk.work('PICK', { toContainer: 'T1' })
  // What replenishment brought beyond the orders goes along.
  if ((await stateOf(later)) === 'INPROGRESS PARTIAL') await move()
  expect(await stateOf(later)).toBe('FINISHED DONE')
  expect(await faces()).toEqual(['P1 PB-09-01 -', 'P2 SB-02-01 -'])
})

test('picks that are promised from the old face are done there, and its free goods move meanwhile', async () => {
  const wave = await desk.wave([await desk.order('S1', { P1: '240' })])
  await desk.step(wave, 'start')
  const bill = await asked()
  await step('approve', bill)
  expect(await desk.tasks('MOVE')).toEqual(['READY PB-01-01 PB-09-01 240'])
  await move()
  expect(await faces()).toEqual(['P1 PB-09-01 -', 'P2 SB-02-01 -'])
  await desk.work('PICK', { toContainer: 'T1' })
})

test('cancelled before its move begins nothing changes; a move that is cancelled leaves the face', async () => {
  const bill = await asked()
  await step('approve', bill)
  expect(await step('cancel', bill)).toMatchObject(done)
  expect(await stateOf(bill)).toBe('CANCELED CANCELED')
  expect(await desk.tasks('MOVE')).toEqual([])
  const again = await asked()
  await step('approve', again)
  const { task, lines } = await desk.clerk.call(work.nextTask, { taskTypes: ['MOVE'] })
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '480', pickUp: true } as never)
  expect((await step('cancel', again)).failed).toMatchObject([{ code: pickBinFaults.begun.code }])
  await desk.clerk.call(work.putBackLine, { taskLineId: lines[0]?.id ?? '' })
  await desk.clerk.call(work.giveUpTask, { id: task.id })
  const { version } = await desk.inside((ctx) =>
    ctx.tx.one<{ version: number }>(
      sql`select version from wms_task where tenant_id = ${ctx.tenantId} and id = ${task.id}`,
    ),
  )
  await desk.clerk.call(work.cancelTasks, { rows: [{ id: task.id, version }] })
  await desk.server.relay.drain()
  expect(await stateOf(again)).toBe('CANCELED CANCELED')
  expect(await faces()).toEqual(standing)
})

test('who may not, and who is of another tenant, changes nothing', async () => {
  const viewer = await desk.server.as('viewer', 'DC01')
  await expect(viewer.call(calls.create, {})).rejects.toMatchObject({ code: 40301 })
  const other = await desk.server.as('admin', 'DC01', 'two')
  expect((await step('approve', await asked(), other)).failed).toHaveLength(1)
  expect(await faces()).toEqual(standing)
})
