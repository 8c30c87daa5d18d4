import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { reportCalls } from '@lading/contract/sys/report.ts'
import { scaleFaults } from '@lading/contract/sys/scaleCalls.ts'
import { approveTasks } from '@lading/contract/wms/adjustCalls.ts'
import * as checks from '@lading/contract/wms/checkCalls.ts'
import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { takeFaults } from '@lading/contract/wms/stockTakeFaults.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { weighFaults } from '@lading/contract/wms/weighFaults.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Client } from '../../testing/server.ts'
import { containerByCode } from '../masters/facts.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { setTaskRules } from '../testing/taskRules.ts'

/** What is in a picked container is counted by somebody else, before it may be loaded. Source: wms.md 7.6. */
let desk: PickDesk
let picker: Client
let checker: Client
beforeAll(async () => {
  desk = await openPickDesk()
  picker = desk.clerk
  checker = await desk.server.as('admin', 'DC01')
  await desk.inside(async (ctx) => {
    const { tenantId } = ctx
    const area = await ctx.tx.one<{ id: string }>(
      sql`select id from wms_area where tenant_id = ${tenantId} and org_id = ${ctx.org.id} order by id limit 1`,
    )
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_pick_area', [
      { tenantId, orgId: ctx.org.id, id, code: 'PA', name: 'PA', areaId: area.id },
    ])
    await setTaskRules(ctx, 'CONTAINER_CHECK', { check: { checkPct: 100 } })
    await ctx.tx.run(sql`
      update wms_bin set pick_area_id = ${id} where tenant_id = ${tenantId} and org_id = ${ctx.org.id} and code = 'P-01'`)
    await ctx.tx.run(sql`update wms_container_type set tare_kg = 1.5 where tenant_id = ${tenantId} and code = 'TOTE'`)
    await ctx.tx.run(sql`update mdm_product set weight_kg = 0.5 where tenant_id = ${tenantId} and code in ('A', 'B')`)
  })
})
afterAll(() => desk.server.close())
afterEach(() => desk.sound())

const rule = (change: Record<string, unknown>) =>
  desk.inside((ctx) => setTaskRules(ctx, 'CONTAINER_CHECK', { check: { checkPct: 0, ...change } }))
/** Picks all of an order into a tote. @returns the order, and the check of the tote if it has one */
async function pickInto(
  tote: string,
  plan: Readonly<Record<string, string>>,
  less: Readonly<Record<string, string>> = {},
) {
  const picked = await desk.pick(plan)
  for (const line of picked.lines) {
    const short = less[line.product?.code ?? '']
    const told = short === undefined ? {} : { qty: short, reason: 'OTHER' }
    await picker.call(work.confirmLine, { taskLineId: line.id, qty: line.planQty, toContainer: tote, ...told } as never)
  }
  return { ...picked, check: await checkOf(tote) }
}
const checkOf = (tote: string) =>
  desk.inside((ctx) =>
    ctx.tx.maybe<{
      taskId: string
      lineId: string
      why: string
      state: string
      pickers: string | null
      notById: string | null
      version: number
    }>(sql`
      select x.task_id, x.task_line_id as line_id, x.why, x.state, x.pickers, k.not_by_id, k.version from wms_container_check x
      join wms_container c on c.tenant_id = x.tenant_id and c.id = x.container_id join wms_task k on k.tenant_id = x.tenant_id and k.id = x.task_id
      where x.tenant_id = ${ctx.tenantId} and c.code = ${tote} order by x.id desc limit 1`),
  )
const stateOf = async (tote: string) => (await desk.inside((ctx) => containerByCode(ctx, tote))).state
const count = (by: Client, lineId: string, product: string, qty: string, more: object = {}) =>
  by.call(work.confirmLine, { taskLineId: lineId, qty, partial: true, scans: { product }, ...more } as never)
const close = (by: Client, lineId: string, more: object = {}) =>
  by.call<{ warnings: [string, string][]; task: { state: string } }>(work.confirmLine, {
    taskLineId: lineId,
    qty: '0',
    reason: 'GONE',
    ...more,
  } as never)
const line = (x: Awaited<ReturnType<typeof checkOf>>): string => x?.lineId ?? ''
const seen = async (tote: string) => {
  const x = await checkOf(tote)
  return { rows: [{ id: x?.taskId ?? '', version: x?.version ?? 0 }] }
}
type Bulk = { ok: number; failed: { code: number; message: string }[] }

/** A started shipment of the store, and the line that loads a tote. */
const ship = documentCalls(shipBill)
async function truck(tote: string): Promise<string> {
  const made = await picker.call<{ id: string }>(ship.create, {
    vehicleNo: tote,
    stops: [{ storeId: desk.storeId, seq: 1 }],
  })
  await picker.call(ship.approve, { rows: [{ id: made.id, version: 0 }] })
  await picker.call(ship.start, { rows: [{ id: made.id, version: 1 }] })
  return desk.inside(async (ctx) => {
    const row = await ctx.tx.one<{ id: string }>(sql`
      select l.id from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
      join wms_container c on c.tenant_id = l.tenant_id and c.id = l.from_container_id
      where l.tenant_id = ${ctx.tenantId} and k.bill_id = ${made.id} and c.code = ${tote}`)
    return row.id
  })
}
const load = (lineId: string) => picker.call(work.confirmLine, { taskLineId: lineId, qty: '1' } as never)

test('a picked tote waits for somebody else to count it, blind; as soon as all is there it may be loaded', async () => {
  await desk.put('P-01', 'A', '48')
  await desk.put('P-01', 'B', '24')
  const { check } = await pickInto('T1', { A: '14', B: '3' })
  expect(check).toMatchObject({ why: 'ALL', state: 'OPEN', notById: picker.userId })
  expect(check?.pickers).not.toBeNull()
  const toLoad = await truck('T1')
  await expect(load(toLoad)).rejects.toMatchObject({
    code: checkFaults.unchecked.code,
    message: expect.stringContaining('T1'),
  })
  await expect(count(picker, line(check), 'A', '14')).rejects.toMatchObject({ code: takeFaults.sameCounter.code })
  await expect(picker.call(work.takeTask, { id: check?.taskId ?? '' } as never)).rejects.toThrow()
  const sheet = await checker.call<{ counted: object[]; canWeigh: boolean }>(checks.checkSheet, {
    taskLineId: line(check),
  })
  expect(sheet).toMatchObject({ container: { code: 'T1' }, counted: [], canWeigh: true })
  expect(Object.keys(sheet).sort()).toEqual(['bin', 'canWeigh', 'container', 'counted'])
  await expect(
    count(checker, line(check), 'A', '14', { scans: { product: 'A', container: 'T2' } }),
  ).rejects.toMatchObject({
    code: checkFaults.wrongBox.code,
  })
  await expect(close(checker, line(check), { reason: undefined })).rejects.toMatchObject({
    code: checkFaults.nothingCounted.code,
  })
  await count(checker, line(check), 'A', '13')
  await count(checker, line(check), 'A', '14')
  await count(checker, line(check), 'B', '3')
  expect(await checker.call(checks.checkDiffs.call, { id: check?.taskId ?? '' })).toEqual([])
  const done = await close(checker, line(check))
  expect(done).toMatchObject({ warnings: [], task: { state: 'DONE' } })
  expect([(await checkOf('T1'))?.state, await stateOf('T1')]).toEqual(['PASSED', 'CHECKED'])
  expect(await checker.call(checks.checkDiffs.call, { id: check?.taskId ?? '' })).toMatchObject([
    { diffQty: '0.000', countedCases: '1+2' },
    { diffQty: '0.000', countedCases: '0+3' },
  ])
  await load(toLoad)
  expect(await stateOf('T1')).toBe('LOADED')
})

test('what is missing is short on its order and waits for a count where it was picked', async () => {
  await desk.put('S-01', 'C', '24')
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_bin set pick_area_id = (select id from wms_pick_area where tenant_id = ${ctx.tenantId} and code = 'PA')
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'S-01'`),
  )
  const { billId, check, lines } = await pickInto('T2', { C: '10' })
  const toLoad = await truck('T2')
  await count(checker, line(check), 'C', '8')
  const done = await close(checker, line(check))
  expect(done.warnings[0]?.[0]).toContain('少：C 2')
  expect([(await checkOf('T2'))?.state, await stateOf('T2')]).toEqual(['FAILED', 'PICKED'])
  await expect(load(toLoad)).rejects.toMatchObject({ code: checkFaults.differs.code })
  await expect(picker.call(work.undoLine, { taskLineId: lines[0]?.id ?? '' })).rejects.toMatchObject({
    code: checkFaults.isChecked.code,
  })
  expect(await checker.call<Bulk>(checks.settleChecks, await seen('T2'))).toMatchObject({ ok: 1, failed: [] })
  expect([(await checkOf('T2'))?.state, await stateOf('T2')]).toEqual(['SETTLED', 'CHECKED'])
  await desk.sound()
  const after = await desk.inside(async (ctx) => ({
    order: await ctx.tx.one(sql`
      select booked_qty, done_qty, short_qty, short_reason from wms_operate_bill_line where tenant_id = ${ctx.tenantId} and bill_id = ${billId}`),
    diffs: await ctx.tx.query(sql`
      select short_qty, reason, state from wms_pick_diff where tenant_id = ${ctx.tenantId} and bill_id = ${billId}`),
    stock: await ctx.tx.query(sql`
      select b.code as bin, s.qty, s.reserved_qty as held from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      where s.tenant_id = ${ctx.tenantId} and s.product_id = ${desk.yard.products.get('C')?.id} and s.qty > 0 order by 1`),
    counts: await ctx.tx.query(sql`
      select k.kind, k.state from wms_stock_take_bill k where k.tenant_id = ${ctx.tenantId}`),
  }))
  expect(after).toEqual({
    order: { bookedQty: '8.000', doneQty: '8.000', shortQty: '2.000', shortReason: 'NOT_FOUND' },
    diffs: [{ shortQty: '2.000', reason: 'NOT_FOUND', state: 'OPEN' }],
    stock: [
      { bin: 'S-01', qty: '16.000', held: '16.000' },
      { bin: 'SYS-PICK', qty: '8.000', held: '8.000' },
    ],
    counts: [{ kind: 'EXCEPTION', state: 'INPROGRESS' }],
  })
  await load(toLoad)
  expect(await checker.call<Bulk>(checks.settleChecks, await seen('T2'))).toMatchObject({
    ok: 0,
    failed: [{ code: checkFaults.notFailed.code }],
  })
})

test('what is too much waits at the exception bin until somebody approves it', async () => {
  await desk.put('P-01', 'A', '24')
  const { check } = await pickInto('T3', { A: '5' })
  await count(checker, line(check), 'A', '6')
  await count(checker, line(check), 'B', '2')
  const done = await close(checker, line(check))
  expect(done.warnings[0]?.[0]).toContain('多：')
  await checker.call(checks.settleChecks, await seen('T3'))
  const asked = await desk.inside((ctx) =>
    ctx.tx.query<{ id: string; state: string; bin: string; code: string; planQty: string; version: number }>(sql`
      select k.id, k.version, k.state, b.code as bin, p.code, l.plan_qty from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.task_id = k.id
      join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.to_bin_id join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
      where k.tenant_id = ${ctx.tenantId} and k.task_type = 'STOCK_INC' order by p.code`),
  )
  expect(asked).toMatchObject([
    { state: 'NEW', bin: 'SYS-EXCEPTION', code: 'A', planQty: '1.000' },
    { state: 'NEW', bin: 'SYS-EXCEPTION', code: 'B', planQty: '2.000' },
  ])
  const task = { id: asked[0]?.id ?? '', version: asked[0]?.version ?? 0 }
  expect(await picker.call<Bulk>(approveTasks, { rows: [task] })).toMatchObject({ ok: 1, failed: [] })
  await picker.call(work.confirmSheet, { id: task.id } as never)
})

test('a container that nobody believes is counted again by a third', async () => {
  await desk.put('P-01', 'A', '24')
  const { check } = await pickInto('T4', { A: '5' })
  await count(checker, line(check), 'A', '4')
  await close(checker, line(check))
  await checker.call(checks.checkAgain, await seen('T4'))
  const again = await checkOf('T4')
  expect(again).toMatchObject({ why: 'AGAIN', state: 'OPEN', notById: checker.userId })
  await expect(count(checker, line(again), 'A', '5')).rejects.toMatchObject({ code: takeFaults.sameCounter.code })
  // Who picked is not named by the task any more: the picks say it.
  await expect(count(picker, line(again), 'A', '5')).rejects.toMatchObject({ code: checkFaults.picker.code })
  const view = crudCalls(viewOf('CONTAINER_CHECK'))
  const list = await checker.call<{ records: Record<string, unknown>[] }>(view.query, {
    filter: { checkResult: ['OPEN'] },
  })
  expect(list.records.map((r) => [r.checkWhy, r.checkResult])).toEqual([['AGAIN', 'OPEN']])
  // Nobody has to: without the check it may be loaded.
  await checker.call(work.cancelTasks, await seen('T4'))
  expect((await checkOf('T4'))?.state).toBe('CANCELED')
  await load(await truck('T4'))
})

test('a report says how right the pickers were', async () => {
  const { rows } = await checker.call(reportCalls.run, { path: 'WMS/拣货准确率.cpt', params: {} })
  // Of the totes so far: 2 right, 1 of 1 short, 1 of 1 too much and one that was not in it; T4 was not believed.
  expect(rows).toMatchObject([{ boxes: '3', goods: '4', diffs: '3', share: '50.0' }])
  const viewer = await desk.server.as('viewer', 'DC01')
  expect((await viewer.call(reportCalls.run, { path: 'WMS/拣货准确率.cpt', params: {} })).rows).toEqual(rows)
})

/** A scale of the centre that shows a stable weight. */
const makeScale = (kg: string): Promise<string> =>
  desk.inside(async (ctx) => {
    const id = ctx.newId()
    const own = { tenantId: ctx.tenantId, id, code: 'SCALE', name: 'scale', orgId: ctx.org.id, line: 'UP' }
    await bulkInsert(ctx.tx, 'sys_data_collection', [
      { ...own, direction: 'IN', sourceKind: 'SERIAL', endpoint: 'tcp://127.0.0.1:9' },
    ])
    const at = ctx.now()
    const reading = { tenantId: ctx.tenantId, id: ctx.newId(), configId: id, kg, isStable: true, at }
    await bulkInsert(ctx.tx, 'sys_scale_reading', [{ ...reading, stableKg: kg, stableAt: at }])
    return id
  })

test('the scales are believed where each weight is known, and only as far as no piece could be missing', async () => {
  await desk.put('P-01', 'A', '24')
  const { check } = await pickInto('T5', { A: '10' })
  const weigh = (grossKg: string) => close(checker, line(check), { reason: undefined, grossKg })
  await expect(weigh('6')).rejects.toMatchObject({
    code: checkFaults.weightOff.code,
    message: expect.stringContaining('500g'),
  })
  // Where weights come from scales only, a typed one is refused, and so is one that the scale does not show.
  const orgId = await desk.inside(async (ctx) => ctx.org.id)
  const allow = (value: string | null, version: number) =>
    checker.call(optionCalls.update, { key: 'wms_scale_manual', value, version, orgId })
  await allow('false', 0)
  await expect(weigh('6.51')).rejects.toMatchObject({ code: weighFaults.fromScale.code })
  const scaleId = await makeScale('6.51')
  const read = (grossKg: string) => close(checker, line(check), { reason: undefined, grossKg, scaleId })
  await expect(read('6.52')).rejects.toMatchObject({ code: scaleFaults.otherReading.code })
  await expect(close(checker, line(check), { reason: undefined, grossKg: '6.51', scaleId: '1' })).rejects.toMatchObject(
    { code: 40400 },
  )
  expect((await checkOf('T5'))?.state).toBe('OPEN')
  await read('6.51')
  await allow(null, 1)
  expect([(await checkOf('T5'))?.state, await stateOf('T5')]).toEqual(['PASSED', 'CHECKED'])
  await desk.put('S-01', 'C', '12')
})

test('rules: a short, a value, a new picker, a share; without any none is checked, unless somebody asks', async () => {
  await desk.put('P-01', 'A', '120')
  await rule({})
  expect((await pickInto('T10', { A: '5' })).check).toBeUndefined()
  await rule({ checkShort: true })
  expect((await pickInto('T11', { A: '5' })).check).toBeUndefined()
  expect((await pickInto('T12', { A: '5' }, { A: '4' })).check).toMatchObject({ why: 'SHORT' })
  await rule({ checkValue: '50' })
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update mdm_product set price = 10 where tenant_id = ${ctx.tenantId} and code = 'A'`),
  )
  expect((await pickInto('T13', { A: '4' })).check).toBeUndefined()
  expect((await pickInto('T14', { A: '5' })).check).toMatchObject({ why: 'VALUE' })
  await rule({ checkNewDays: 30, checkByOther: false })
  expect((await pickInto('T15', { A: '1' })).check).toMatchObject({ why: 'NEW', notById: null })
  await count(picker, line(await checkOf('T15')), 'A', '1')
  await close(picker, line(await checkOf('T15')))
  const asked = async (tote: string) => {
    const row = await desk.inside((ctx) =>
      ctx.tx.one<{ id: string; version: number }>(
        sql`select id, version from wms_container where tenant_id = ${ctx.tenantId} and code = ${tote}`,
      ),
    )
    return checker.call<Bulk>(checks.checkContainers, { rows: [row] })
  }
  expect(await asked('T10')).toMatchObject({ ok: 1 })
  expect(await checkOf('T10')).toMatchObject({ why: 'ASKED', notById: picker.userId })
  expect(await asked('T10')).toMatchObject({ failed: [{ code: checkFaults.isChecked.code }] })
  expect(await asked('T40')).toMatchObject({ ok: 0, failed: [{ message: expect.stringContaining('T40') }] })
  const other = await desk.server.as('admin', 'DC01', 'two')
  expect(await other.call<Bulk>(checks.settleChecks, await seen('T10'))).toMatchObject({ ok: 0 })
  await expect(other.call(checks.checkSheet, { taskLineId: line(await checkOf('T10')) })).rejects.toThrow()
  const viewer = await desk.server.as('viewer', 'DC01')
  await expect(viewer.call(checks.settleChecks, await seen('T10'))).rejects.toMatchObject({ code: 40301 })
})

test('two people filled a tote: neither of them is sent to check it', async () => {
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_task set state = 'CANCELED' where task_type = 'CONTAINER_CHECK' and state <> 'DONE'`),
  )
  await rule({ checkPct: 100 })
  await desk.put('P-01', 'A', '24')
  await desk.put('P-01', 'B', '24')
  const { id, lines } = await desk.pick({ A: '5', B: '5' })
  const fill = (by: Client, i: number) =>
    by.call(work.confirmLine, { taskLineId: lines[i]?.id, qty: lines[i]?.planQty, toContainer: 'T59' } as never)
  await fill(picker, 0)
  await checker.call(work.takeOverTask, { id })
  await fill(checker, 1)
  const check = await checkOf('T59')
  expect(check).toMatchObject({ state: 'OPEN', notById: checker.userId })
  const taskTypes = ['CONTAINER_CHECK' as const]
  for (const by of [picker, checker])
    await expect(by.call(work.nextTask, { taskTypes })).rejects.toMatchObject({ code: wmsFaults.noTask.code })
  const mine = { code: checkFaults.picker.code }
  await expect(picker.call(work.takeTask, { id: check?.taskId ?? '' })).rejects.toMatchObject(mine)
  const assigned = { id: check?.taskId ?? '', userId: picker.userId }
  await expect(checker.call(work.assignTask, assigned)).rejects.toMatchObject(mine)
})
