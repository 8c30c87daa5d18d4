import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { printCalls } from '@lading/contract/wms/printCalls.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { qualityFaults } from '@lading/contract/wms/qualityFaults.ts'
import { qualityScheme } from '@lading/contract/wms/qualityScheme.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { orderInspections } from '@lading/contract/wms/trail.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Client } from '../../testing/server.ts'
import { qualitySheets } from '../print/qualitySheets.ts'
import { reconcile } from '../stock/reconcile.ts'
import { openReceiveDesk, type ReceiveDesk } from '../testing/receiveDesk.ts'
import { typedRow } from '../testing/typedRow.ts'

let desk: ReceiveDesk
let boss: Client
beforeAll(async () => {
  desk = await openReceiveDesk()
  boss = await desk.server.as('admin', 'DC01')
  await desk.server.inside('DC01', async (ctx) => {
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const [pallet, area] = [
      ctx.newId(),
      await ctx.tx.one<{ id: string }>(sql`
      select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} limit 1`),
    ]
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: pallet, code: 'PAL', name: 'PAL', category: 'PALLET', prefix: 'PAL' },
    ])
    await bulkInsert(
      ctx.tx,
      'wms_container',
      ['PL1', 'PL2', 'PL3'].map((code) => ({ ...at, id: ctx.newId(), code, typeId: pallet })),
    )
    await bulkInsert(ctx.tx, 'wms_bin', [
      { ...at, id: ctx.newId(), code: 'DEF-1', usage: 'DEFECT', areaId: area.id },
      { ...at, id: ctx.newId(), code: 'S-02', usage: 'STORAGE', areaId: area.id },
      { ...at, id: ctx.newId(), code: 'S-03', usage: 'STORAGE', areaId: area.id },
    ])
  })
})
afterAll(() => desk.server.close())

const schemes = crudCalls(qualityScheme)
const bills = documentCalls(qualityBill)
type Line = Record<string, unknown> & { id: string }
interface Bill {
  id: string
  version: number
  state: string
  lines: Line[]
  results: Line[]
}
const scheme = (code: string, more: object) =>
  desk.clerk.call<{ id: string; version: number }>(schemes.create, { code, name: code, ...more })
const product = (code: string) => desk.yard.products.get(code)?.id
const sound = () => desk.server.inside('DC01', async (ctx) => expect(await reconcile(ctx)).toEqual([]))
const receive = async (code: string, qty: string, more: object = {}) => {
  const made = await desk.make({ [code]: qty })
  const answer = await desk.clerk.call(work.confirmLine, { taskLineId: made.lines[0]?.id, qty, scans: {}, ...more })
  return { ...made, answer }
}
const billOf = async (orderId: string): Promise<Bill> => {
  const { records } = await desk.clerk.call<{ records: { id: string }[] }>(bills.query, { filter: { orderId } })
  return desk.clerk.call<Bill>(bills.getById, { id: records[0]?.id })
}
const act = (step: 'start' | 'approve' | 'cancel', bill: { id: string }, by: Client = desk.clerk, more: object = {}) =>
  by
    .call<Bill>(bills.getById, { id: bill.id })
    .then(({ id, version }) =>
      by.call<{ ok: number; failed: { code: number }[] }>(bills[step], { rows: [{ id, version }], ...more }),
    )
const fill = async (bill: { id: string }, said: object, results: object[] = []) => {
  const now = await desk.clerk.call<Bill>(bills.getById, { id: bill.id })
  return desk.clerk.call(bills.update, {
    id: now.id,
    version: now.version,
    lines: now.lines.map((l) => ({ ...typedRow(l, qualityBill.line), ...said })),
    results: now.results.map((r, i) => ({ ...typedRow(r, qualityBill.result), ...results[i] })),
  })
}
const stockOf = (code: string) =>
  desk.server.inside('DC01', (ctx) =>
    ctx.tx
      .query<{ said: string }>(sql`
      select b.code || ' ' || c.code || ' ' || s.stock_type || ' ' || s.qty::float || '/' || s.reserved_qty::float as said from wms_stock s
      join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      where s.tenant_id = ${ctx.tenantId} and s.product_id = ${product(code) ?? null} and s.qty > 0 order by 1`)
      .then((r) => r.map((x) => x.said)),
  )
const putAways = (orderId: string) =>
  desk.server.inside('DC01', (ctx) =>
    ctx.tx
      .query<{ said: string }>(sql`
      select k.state || ' ' || l.stock_type || ' ' || l.plan_qty::float || ' ' || coalesce(b.code, '-') as said from wms_task k
      join wms_task_line l on l.tenant_id = k.tenant_id and l.task_id = k.id and l.state <> 'CANCELED' left join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.to_bin_id
      where k.tenant_id = ${ctx.tenantId} and k.bill_id = ${orderId} and k.task_type = 'PUTAWAY' order by 1`)
      .then((r) => r.map((x) => x.said)),
  )

test('without a scheme nothing is inspected; the scheme with most conditions counts', async () => {
  await receive('BOLT', '5')
  expect(await stockOf('BOLT')).toEqual(['SYS-RECEIVE LOOSE GOOD 5/5'])
  await scheme('ALL', { kind: 'FULL' })
  await scheme('V1', { kind: 'NONE', vendorId: desk.vendorId })
  await receive('BOLT', '5')
  expect(await stockOf('BOLT')).toEqual(['SYS-RECEIVE LOOSE GOOD 10/10'])
  await scheme('V1NAIL', {
    kind: 'SAMPLE',
    vendorId: desk.vendorId,
    productId: product('NAIL'),
    samples: [{ lotTo: 500, sample: 50, accept: 2, reject: 3 }],
    items: [
      { seq: 1, name: 'APPEARANCE', kind: 'BOOL' },
      { seq: 2, name: 'TEMPERATURE', kind: 'RANGE', least: '0', most: '4', needed: false },
    ],
  })
  await sound()
})

test('468 pass, 12 do not: the pallet goes on to its bin, what was rejected to a defect bin', async () => {
  const { billId } = await receive('NAIL', '480', { toContainer: 'PL1' })
  expect(await stockOf('NAIL')).toEqual(['SYS-RECEIVE PL1 QC 480/480'])
  expect(await putAways(billId)).toEqual(['WAIT QC 480 -'])
  const bill = await billOf(billId)
  expect(bill).toMatchObject({
    state: 'SAVED',
    lines: [{ lotQty: '480.000', sampleQty: '50.000', accept: 2, reject: 3, goodType: 'GOOD' }],
    results: [{ item: 'APPEARANCE' }, { item: 'TEMPERATURE' }],
  })
  await expect(fill(bill, { passQty: '480' })).rejects.toThrow('待检')
  expect((await act('start', bill)).ok).toBe(1)
  const refused = async (code: number) => expect((await act('approve', bill)).failed).toMatchObject([{ code }])
  await refused(qualityFaults.noVerdict.code)
  await fill(bill, { verdict: 'PASS', passQty: '468', rejectQty: '11' })
  await refused(qualityFaults.sum.code)
  await fill(bill, { rejectQty: '12' })
  await refused(qualityFaults.noResult.code)
  await fill(bill, { cause: '' }, [{ finding: 'GOOD' }])
  await refused(qualityFaults.needReason.code)
  // What speaks against a verdict is read as it is saved.
  await expect(fill(bill, { cause: '瓶盖破损', minor: 3 })).rejects.toThrow('第1行缺陷数3达到拒收数3，只能让步接收')
  await expect(fill(bill, { cause: '瓶盖破损' }, [{}, { amount: '40' }])).rejects.toThrow('不合格，只能让步接收')
  await fill(bill, { cause: '瓶盖破损', minor: 2 })
  expect((await billOf(billId)).lines[0]).toMatchObject({ refs: { taskLineId: { code: '1' } } })
  await expect(fill(bill, { lotQty: '400' })).rejects.toThrow('不允许修改')
  const now = await billOf(billId)
  const { id: _, ...more } = typedRow(now.lines[0] as Line, qualityBill.line)
  await expect(
    desk.clerk.call(bills.update, { id: bill.id, version: now.version, lines: [{ ...more, lineNo: 2 }] }),
  ).rejects.toThrow('不能增减')
  await sound()
  expect((await act('approve', bill)).ok).toBe(1)
  expect(await stockOf('NAIL')).toEqual(['SYS-RECEIVE LOOSE DAMAGE 12/12', 'SYS-RECEIVE PL1 GOOD 468/468'])
  expect(await putAways(billId)).toEqual(['READY DAMAGE 12 DEF-1', 'READY GOOD 468 S-02'])
  expect((await act('approve', bill)).failed).toHaveLength(1)
  await sound()
  // The order tells what was found of it, and so does the sheet; printed again it asks why.
  expect(await desk.clerk.call(orderInspections.call, { id: billId })).toMatchObject([
    {
      state: 'APPROVED',
      qty: '480.000',
      sampleQty: '50.000',
      verdict: 'PASS',
      passQty: '468.000',
      rejectQty: '12.000',
    },
  ])
  const [cells] = await desk.server.inside('DC01', async (ctx) =>
    (await qualitySheets(ctx, [bill.id])).copies.map((c) => JSON.stringify(c)),
  )
  for (const said of ['瓶盖破损', '468', '480', '外观: 合格', '温度: ____', '0/0/2']) expect(cells).toContain(said)
  const print = (reason?: string) =>
    desk.clerk.bytes(printCalls.qualityBill, { rows: [{ id: bill.id }], ...(reason && { reason }) })
  expect((await print()).data.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(print()).rejects.toMatchObject({ code: 42211 })
  await print('lost')
})

test('goods that were moved are not judged; who takes a receipt back takes its inspection back until it has begun', async () => {
  const { billId, lines } = await receive('NAIL', '24', { toContainer: 'PL2' })
  const bill = await billOf(billId)
  await desk.clerk.call(work.undoLine, { taskLineId: lines[0]?.id })
  expect(await billOf(billId)).toMatchObject({ state: 'CANCELED', lines: [] })
  await sound()
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '24', scans: {}, toContainer: 'PL2' })
  const again = await billOf(billId)
  expect(again.id).not.toBe(bill.id)
  await act('start', again)
  await expect(desk.clerk.call(work.undoLine, { taskLineId: lines[0]?.id })).rejects.toThrow('已开始检验')
  const off = await act('cancel', again, desk.clerk, { reason: '误建' })
  expect(off).toEqual({ ok: 1, failed: [] })
  expect(await putAways(billId)).toEqual([])
  expect((await stockOf('NAIL')).filter((s) => s.includes('PL2'))).toEqual(['SYS-RECEIVE PL2 QC 24/0'])
  await sound()
})

test('a pallet of which all is rejected stays as it is; a concession is somebody else’s to give', async () => {
  const { billId } = await receive('NAIL', '60', { toContainer: 'PL3' })
  const bill = await billOf(billId)
  await act('start', bill)
  await fill(bill, { verdict: 'CONCESSION', passQty: '60', rejectQty: '0', cause: '包装轻微破损' }, [
    { finding: 'BAD' },
  ])
  expect((await act('approve', bill)).failed).toMatchObject([{ code: qualityFaults.notByInspector.code }])
  await fill(bill, { verdict: 'REJECT', passQty: '60', rejectQty: '0' })
  expect((await act('approve', bill)).failed).toMatchObject([{ code: qualityFaults.contrary.code }])
  await fill(bill, { passQty: '0', rejectQty: '60' })
  expect((await act('approve', bill, boss)).ok).toBe(1)
  expect(await putAways(billId)).toEqual(['READY DAMAGE 60 DEF-1'])
  expect((await stockOf('NAIL')).filter((s) => s.includes('PL3'))).toEqual(['SYS-RECEIVE PL3 DAMAGE 60/60'])
  await sound()
})

test('another tenant sees and judges nothing; who may not, neither', async () => {
  const { billId } = await receive('NAIL', '12')
  const bill = await billOf(billId)
  const other = await desk.server.as('admin', 'DC01', 'two')
  await expect(act('start', bill, other)).rejects.toMatchObject({ code: 40400 })
  const viewer = await desk.server.as('viewer', 'DC01')
  await expect(act('start', bill, viewer)).rejects.toMatchObject({ code: 40301 })
  await act('start', bill)
  await fill(bill, { verdict: 'PASS', passQty: '12', rejectQty: '0' }, [{ finding: 'GOOD' }])
  expect((await act('approve', bill)).ok).toBe(1)
  expect((await putAways(billId))[0]).toContain('READY GOOD 12')
  await sound()
})

test('a put-away waits for the verdict, whoever releases it; then the verdict sends it on', async () => {
  const { billId } = await receive('NAIL', '18')
  const bill = await billOf(billId)
  const waiting = () =>
    desk.server.inside('DC01', (ctx) =>
      ctx.tx.one<{ id: string; version: number }>(sql`
        select id, version from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${billId} and task_type = 'PUTAWAY'`),
    )
  const released = await boss.call<{ ok: number; failed: object[] }>(work.releaseTasks, { rows: [await waiting()] })
  expect(released).toMatchObject({ ok: 0, failed: [{ code: qualityFaults.uninspected.code }] })
  expect(await putAways(billId)).toEqual(['WAIT QC 18 -'])
  await act('start', bill)
  await fill(bill, { verdict: 'PASS', passQty: '18', rejectQty: '0' }, [{ finding: 'GOOD' }])
  expect((await act('approve', bill)).ok).toBe(1)
  expect((await putAways(billId))[0]).toContain('READY GOOD 18')
  await sound()
})

test('a put-away that is suspended while it waits follows the verdict, and begins once it is resumed', async () => {
  const { billId } = await receive('NAIL', '22')
  const bill = await billOf(billId)
  const task = () =>
    desk.server.inside('DC01', (ctx) =>
      ctx.tx.one<{ id: string; version: number }>(sql`
        select id, version from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${billId} and task_type = 'PUTAWAY' and state <> 'CANCELED' order by id limit 1`),
    )
  const ask = (call: typeof work.suspendTasks | typeof work.resumeTasks) => async () =>
    boss.call<{ ok: number; failed: object[] }>(call, { rows: [{ ...(await task()), reason: '叉车故障' }] })
  expect(await ask(work.suspendTasks)()).toEqual({ ok: 1, failed: [] })
  await act('start', bill)
  await fill(bill, { verdict: 'PASS', passQty: '20', rejectQty: '2', cause: '生锈' }, [{ finding: 'GOOD' }])
  expect(await act('approve', bill)).toEqual({ ok: 1, failed: [] })
  const [bad, kept] = await putAways(billId)
  expect(bad).toBe('READY DAMAGE 2 DEF-1')
  expect(kept).toMatch(/^SUSPENDED GOOD 20 S-0/)
  await sound()
  expect(await ask(work.resumeTasks)()).toEqual({ ok: 1, failed: [] })
  expect((await putAways(billId))[1]).toMatch(/^READY GOOD 20 S-0/)
  await sound()
})

test('what is rejected of two lines of an order is put away for each of them, so that the order ends', async () => {
  const order = documentCalls(orderBill)
  const made = await desk.clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: desk.yard.owners.get('O1'),
    vendorId: desk.vendorId,
    lines: ['10', '20'].map((planQty) => ({ productId: product('NAIL'), planQty })),
  })
  await desk.clerk.call(order.approve, { rows: [made] })
  await desk.clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const { billNo } = await desk.clerk.call<{ billNo: string }>(order.getById, { id: made.id })
  const { tasks } = await desk.clerk.call(work.findWork, { scan: billNo, taskTypes: ['RECEIVE'] })
  const { lines } = await desk.clerk.call(work.getWork, { id: tasks[0]?.id })
  for (const line of lines)
    await desk.clerk.call(work.confirmLine, { taskLineId: line.id, qty: line.planQty, scans: {} })
  const bill = await billOf(made.id)
  await act('start', bill)
  const now = await billOf(made.id)
  await desk.clerk.call(bills.update, {
    id: now.id,
    version: now.version,
    lines: now.lines.map((l) => ({
      ...typedRow(l, qualityBill.line),
      ...{ verdict: 'PASS', passQty: String(Number(l.lotQty) - 2), rejectQty: '2', cause: '受潮' },
    })),
    results: now.results.map((r) => ({ ...typedRow(r, qualityBill.result), finding: 'GOOD' })),
  })
  expect(await act('approve', bill)).toEqual({ ok: 1, failed: [] })
  const open = await desk.server.inside('DC01', (ctx) =>
    ctx.tx.query<{ id: string; taskId: string; qty: string; to: string }>(sql`
      select l.id, l.task_id, l.plan_qty as qty, b.code as to from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.task_id = k.id and l.state = 'OPEN'
      join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.to_bin_id
      where k.tenant_id = ${ctx.tenantId} and k.bill_id = ${made.id} and k.task_type = 'PUTAWAY' order by l.id`),
  )
  for (const { id, taskId, qty, to } of open) {
    const { task } = await desk.clerk.call(work.getWork, { id: taskId })
    if (task.state === 'READY') await desk.clerk.call(work.takeTask, { id: task.id })
    await desk.clerk.call(work.confirmLine, { taskLineId: id, qty, scans: { bin: to } } as never)
  }
  await desk.server.relay.drain()
  const { lines: ended, state } = await desk.read(made.id)
  expect(ended.map((l) => [l.doneQty, l.sentQty])).toEqual([
    ['10.000', '10.000'],
    ['20.000', '20.000'],
  ])
  expect(state).toBe('FINISHED')
  await sound()
})

test('loose goods: what is rejected parts from what passes', async () => {
  const { billId } = await receive('NAIL', '30')
  const before = await stockOf('NAIL')
  expect(before.some((s) => s.includes('LOOSE QC 30/30'))).toBe(true)
  const bill = await billOf(billId)
  await act('start', bill)
  await fill(bill, { verdict: 'PASS', passQty: '26', rejectQty: '4', cause: '生锈' }, [{ finding: 'GOOD' }])
  expect((await act('approve', bill)).ok).toBe(1)
  const sent = await putAways(billId)
  expect(sent).toHaveLength(2)
  expect(sent[0]).toContain('READY DAMAGE 4 DEF-1')
  expect(sent[1]).toContain('READY GOOD 26')
  await sound()
})

test('two people judge at once: one verdict counts', async () => {
  const { billId } = await receive('NAIL', '14')
  const bill = await billOf(billId)
  await act('start', bill)
  await fill(bill, { verdict: 'PASS', passQty: '14', rejectQty: '0' }, [{ finding: 'GOOD' }])
  const both = await Promise.all([act('approve', bill), act('approve', bill, boss)])
  expect(both.map((b) => b.ok).sort()).toEqual([0, 1])
  expect(await putAways(billId)).toHaveLength(1)
  await sound()
})
