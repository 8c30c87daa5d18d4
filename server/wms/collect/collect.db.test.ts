import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { collectFaults } from '@lading/contract/wms/collectFaults.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openSowDesk } from '../testing/sowDesk.ts'
import { stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

let desk: WaveDesk
beforeAll(async () => {
  desk = await openSowDesk(3)
  await stepSeven(desk)
})
afterAll(() => desk.server.close())

type Row = { bin: string; store?: string; capacity?: number; overflow?: boolean }
/** The one scheme of the centre, with these bins. */
const scheme = (kind: string, rows: readonly Row[]) =>
  desk.inside(async (ctx) => {
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
    await ctx.tx.run(sql`delete from wms_collect_row where ${here}`)
    await ctx.tx.run(sql`delete from wms_collect_bin_scheme where ${here}`)
    const { id: areaId } = await ctx.tx.one<{ id: string }>(sql`select id from wms_area where ${here} and code = 'SYS'`)
    const schemeId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_collect_bin_scheme', [{ ...at, id: schemeId, code: 'A', name: 'A', kind }])
    for (const [seq, { bin, store, ...more }] of rows.entries()) {
      await ctx.tx.run(sql`
        insert into wms_bin (tenant_id, org_id, id, code, usage, area_id) values (${ctx.tenantId}, ${ctx.org.id}, ${ctx.newId()}, ${bin}, 'COLLECT', ${areaId}) on conflict do nothing`)
      const { id: binId } = await ctx.tx.one<{ id: string }>(
        sql`select id from wms_bin where ${here} and code = ${bin}`,
      )
      await bulkInsert(ctx.tx, 'wms_collect_row', [
        { ...at, id: ctx.newId(), schemeId, seq, binId, storeId: store ? desk.stores.get(store) : null, ...more },
      ])
    }
  })
let tote = 0
/** An order of a few cases, picked into the next tote. @returns the tote */
async function picked(store: string): Promise<string> {
  const id = await desk.order(store, { P1: '24' })
  const wave = await desk.wave([id])
  await desk.step(wave, 'start')
  tote += 1
  await desk.work('PICK', { toContainer: `T${tote}` })
  return `T${tote}`
}
const next = (): Promise<{ task: { id: string; state: string }; lines: WorkLine[] }> =>
  desk.clerk.call(work.nextTask as never, { taskTypes: ['PICK_COLLECT'] })
const confirm = async (line: WorkLine | undefined, scans: object, more: object = {}) => {
  const answer = await desk.clerk.call<{ task: { state: string } }>(work.confirmLine as never, {
    ...{ taskLineId: line?.id, qty: '1', scans },
    ...more,
  })
  await desk.server.relay.drain()
  return answer
}
const where = (code: string) =>
  desk.inside(async (ctx) => {
    const row = await ctx.tx.one<{ text: string }>(sql`
      select concat_ws(' ', c.state, b.code) as text from wms_container c left join wms_bin b on b.tenant_id = c.tenant_id and b.id = c.bin_id
      where c.tenant_id = ${ctx.tenantId} and c.code = ${code}`)
    return row.text
  })

test('without a scheme nothing is staged', async () => {
  const code = await picked('S1')
  expect(await desk.tasks('PICK_COLLECT')).toEqual([])
  expect(await where(code)).toBe('PICKED SYS-PICK')
})

test('a picked tote goes to a bin of its store; its goods and promises go with it, and come back', async () => {
  await scheme('COARSE', [{ bin: 'C-1', store: 'S1' }, { bin: 'C-2', store: 'S2' }, { bin: 'C-9' }])
  const code = await picked('S1')
  expect(await desk.tasks('PICK_COLLECT')).toEqual(['READY SYS-PICK C-1 1'])
  const { lines } = await next()
  const [line] = lines
  await expect(confirm(line, { container: 'T19', bin: 'C-1' })).rejects.toMatchObject({
    code: collectFaults.otherBox.code,
  })
  for (const bin of ['C-2', 'C-9'])
    await expect(confirm(line, { bin })).rejects.toMatchObject({ code: collectFaults.notOfStore.code })
  await expect(confirm(line, { bin: 'R-01-02' })).rejects.toMatchObject({ code: collectFaults.notCollectBin.code })
  await expect(confirm(line, {}, { qty: '0' })).rejects.toMatchObject({ code: wmsFaults.needReason.code })
  await confirm(line, { container: code, bin: 'C-1' })
  expect(await where(code)).toBe('COLLECTED C-1')
  await desk.sound()
  await desk.clerk.call(work.undoLine as never, { taskLineId: line?.id })
  expect(await where(code)).toBe('PICKED SYS-PICK')
  await desk.sound()
  await confirm(line, {})
  expect(await where(code)).toBe('COLLECTED C-1')
})

test('a bin that is full sends the next one on, and takes no more by hand', async () => {
  await scheme('COARSE', [
    { bin: 'F-1', store: 'S2', capacity: 1 },
    { bin: 'F-2', store: 'S2', capacity: 1 },
    { bin: 'F-3', overflow: true },
  ])
  for (let i = 0; i < 3; i++) await picked('S2')
  expect(await desk.tasks('PICK_COLLECT')).toEqual([
    'READY SYS-PICK F-1 1',
    'READY SYS-PICK F-2 1',
    'READY SYS-PICK F-3 1',
  ])
  const { lines } = await next()
  await expect(confirm(lines[0], { bin: 'F-2' })).rejects.toMatchObject({ code: collectFaults.full.code })
  await confirm(lines[0], { bin: 'F-3' })
  await desk.sound()
})

test("where each bin is one store's, nobody else comes in before it is empty", async () => {
  await scheme('FINE', [{ bin: 'G-1' }, { bin: 'G-2' }])
  await picked('S1')
  await picked('S2')
  const third = await picked('S3')
  expect((await desk.tasks('PICK_COLLECT')).slice(-3)).toEqual([
    'READY SYS-PICK G-1 1',
    'READY SYS-PICK G-2 1',
    'READY SYS-PICK 1',
  ])
  const [last] = (
    await desk.clerk.call<{ tasks: { id: string }[] }>(work.findWork as never, {
      scan: third,
      taskTypes: ['PICK_COLLECT'],
    })
  ).tasks
  const { lines } = await desk.clerk.call<{ lines: WorkLine[] }>(work.takeTask as never, { id: last?.id })
  await expect(confirm(lines[0], {})).rejects.toMatchObject({ code: collectFaults.noBin.code })
  await expect(confirm(lines[0], { bin: 'G-1' })).rejects.toMatchObject({ code: collectFaults.inUse.code })
})

test('what is loaded without having been staged is not waited for', async () => {
  const ship = documentCalls(shipBill)
  const made = await desk.clerk.call<{ id: string; version: number }>(ship.create as never, {
    vehicleNo: 'T',
    stops: [{ storeId: desk.stores.get('S3'), seq: 1 }],
  })
  await desk.clerk.call(ship.approve as never, { rows: [{ id: made.id, version: 0 }] })
  await desk.clerk.call(ship.start as never, { rows: [{ id: made.id, version: 1 }] })
  const before = await desk.tasks('PICK_COLLECT')
  const { lines } = await desk.clerk.call<{ lines: WorkLine[] }>(work.nextTask as never, { taskTypes: ['ENTER_TRUCK'] })
  for (const line of lines) await confirm(line, {})
  expect(await desk.tasks('PICK_COLLECT')).toEqual(before.filter((t) => !t.endsWith('SYS-PICK 1')))
  await desk.sound()
})

test('what was sorted at a wall is staged store by store', async () => {
  await scheme('COARSE', [{ bin: 'H-1' }])
  const orders = [await desk.order('S1', { P2: '3' }), await desk.order('S2', { P2: '4' })]
  await desk.step(await desk.wave(orders), 'start')
  await desk.work('PICK', { toContainer: 'T18' })
  const { lines } = await desk.clerk.call<{ lines: WorkLine[] }>(work.nextTask as never, { taskTypes: ['SOW'] })
  for (const [i, line] of lines.entries()) await confirm(line, {}, { qty: line.planQty, toContainer: `T${16 + i}` })
  expect((await desk.tasks('PICK_COLLECT')).at(-1)).toBe('READY W-1 H-1 1, W-2 H-1 1')
  await desk.sound()
})
