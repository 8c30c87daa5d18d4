import { crudCalls } from '@lading/contract/kernel/crud.ts'
import * as calls from '@lading/contract/wms/labelCalls.ts'
import { labelEx, pickLabel } from '@lading/contract/wms/pickLabel.ts'
import { pickArea } from '@lading/contract/wms/place.ts'
import { printCalls } from '@lading/contract/wms/printCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { giveBackOverdue } from '../task/timeout.ts'
import { openPickDesk, type Pick, type PickDesk } from '../testing/pickDesk.ts'
import { casesOf, makeLabels } from './make.ts'
import { voidUnused } from './unused.ts'

let desk: PickDesk
let areaId = ''
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.inside(async (ctx) => {
    areaId = ctx.newId()
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const { areaId: zone } = await ctx.tx.one<{ areaId: string }>(
      sql`select area_id from wms_bin where tenant_id = ${ctx.tenantId} and id = ${desk.yard.bins.get('P-01')}`,
    )
    await bulkInsert(ctx.tx, 'wms_pick_area', [
      { ...at, id: areaId, code: 'PL', name: 'labels', areaId: zone, method: 'LABEL', maxLines: 40 },
    ])
    await ctx.tx.run(
      sql`update wms_bin set pick_area_id = ${areaId} where tenant_id = ${ctx.tenantId} and id = ${desk.yard.bins.get('P-01')}`,
    )
  })
  for (const product of ['A', 'B', 'C']) await desk.put('P-01', product, '900')
})
afterAll(() => desk.server.close())

interface Label {
  id: string
  labelNo: string
  state: string
  qty: string
  printCount: number
  exceptionCode: string | null
}
const labelsOf = async (taskId: string): Promise<Label[]> =>
  (
    await desk.clerk.call<{ records: Label[] }>(crudCalls(pickLabel).query as never, {
      filter: { taskId },
      orderBy: 'seq',
      pageSize: 0,
    })
  ).records
const states = async (taskId: string) => (await labelsOf(taskId)).map((l) => l.state)
const print = (taskId: string, reason?: string) =>
  desk.clerk.bytes(printCalls.pickLabels, { rows: [{ id: taskId }], ...(reason && { reason }) })
/** A pick whose labels are printed, and taken unless it says so. */
async function taken(plan: Readonly<Record<string, string>>): Promise<Pick & { labels: Label[] }> {
  const pick = await desk.pick(plan)
  await print(pick.id)
  await desk.clerk.call(calls.obtainLabels, { scan: await taskNo(pick.id) })
  return { ...pick, labels: await labelsOf(pick.id) }
}
const taskNo = async (id: string) => (await desk.clerk.call(work.getWork, { id })).task.taskNo
const stateOf = async (id: string) => (await desk.clerk.call(work.getWork, { id })).task.state
const diffs = (taskId: string) =>
  desk.inside((ctx) =>
    ctx.tx.query<{ qty: string; reason: string }>(
      sql`select trim_scale(short_qty)::text as qty, reason from wms_pick_diff where tenant_id = ${ctx.tenantId} and task_id = ${taskId} order by id`,
    ),
  )

test.each([
  ['30', '12', ['12', '12', '6']],
  ['24', '12', ['12', '12']],
  ['5', '12', ['5']],
  ['7', null, ['7']],
  ['0', '12', []],
])('%s in cases of %s', (qty, qpc, parts) => {
  const of = (text: string) => BigInt(text) * 1000n
  expect(casesOf(of(qty), qpc === null ? null : of(qpc))).toEqual(parts.map(of))
})

test('a released pick has a label for each case, and one for the pieces; more are never made', async () => {
  const pick = await desk.pick({ A: '30', B: '12' })
  const labels = await labelsOf(pick.id)
  expect(labels.map((l) => [l.state, l.qty])).toEqual([
    ['NEW', '12.000'],
    ['NEW', '12.000'],
    ['NEW', '6.000'],
    ['NEW', '12.000'],
  ])
  await desk.inside((ctx) => makeLabels(ctx, [pick.id]))
  expect(await labelsOf(pick.id)).toEqual(labels)
  // What nobody has printed nobody can stick on.
  await expect(desk.clerk.call(calls.obtainLabels, { scan: await taskNo(pick.id) })).rejects.toMatchObject({
    code: 42479,
  })
  await print(pick.id)
  expect(await states(pick.id)).toEqual(['PRINTED', 'PRINTED', 'PRINTED', 'PRINTED'])
  await expect(print(pick.id)).rejects.toMatchObject({ code: 42211 })
  await print(pick.id, 'jam')
  expect((await labelsOf(pick.id)).map((l) => l.printCount)).toEqual([2, 2, 2, 2])
})

test('taking is harmless to repeat, and nobody else takes what is taken', async () => {
  const pick = await taken({ A: '24' })
  expect(await stateOf(pick.id)).toBe('ASSIGNED')
  const no = await taskNo(pick.id)
  const [sheet] = (await desk.clerk.call(calls.obtainLabels, { scan: no })).sheets
  expect(sheet).toMatchObject({
    task: { taskNo: no, cases: '2' },
    labels: [{ state: 'OBTAINED' }, { state: 'OBTAINED' }],
  })
  const other = await desk.server.as('admin', 'DC01')
  await expect(other.call(calls.obtainLabels, { scan: no })).rejects.toMatchObject({ code: 42250 })
  await expect(desk.clerk.call(calls.obtainLabels, { badge: 'admin', scan: no })).rejects.toMatchObject({ code: 42250 })
  await expect(desk.clerk.call(calls.obtainLabels, { badge: 'stranger', scan: no })).rejects.toMatchObject({
    code: 42487,
  })
  // Returned, another picker's badge takes it.
  await desk.clerk.call(calls.returnLabels, { taskId: pick.id })
  expect(await states(pick.id)).toEqual(['PRINTED', 'PRINTED'])
  await desk.clerk.call(calls.obtainLabels, { badge: 'admin', scan: no })
  expect((await desk.clerk.call(work.getWork, { id: pick.id })).task.assigneeName).toBe('admin')
})

test('each label is one confirm; scanned again it changes nothing', async () => {
  const pick = await taken({ A: '30', B: '12' })
  const [first, ...others] = pick.labels
  const scan = (label: Label | undefined) =>
    desk.clerk.call(calls.confirmLabel, { label: label?.labelNo ?? '', toContainer: 'T1' })
  await scan(first)
  await scan(first)
  expect(await desk.clerk.call(work.getWork, { id: pick.id })).toMatchObject({
    task: { state: 'RUNNING', doneQty: '12.000' },
    lines: [{ doneQty: '12.000' }, { doneQty: '0.000' }],
  })
  await expect(desk.clerk.call(calls.returnLabels, { taskId: pick.id })).rejects.toMatchObject({ code: 42486 })
  for (const label of others) await scan(label)
  expect(await stateOf(pick.id)).toBe('DONE')
  expect(await states(pick.id)).toEqual(['DONE', 'DONE', 'DONE', 'DONE'])
  await desk.sound()
})

test('a range takes only its labels; the rest must be taken before the end', async () => {
  const pick = await desk.pick({ A: '36' })
  await print(pick.id)
  const [a, b, c] = await labelsOf(pick.id)
  await desk.clerk.call(calls.obtainLabels, { scan: a?.labelNo ?? '', to: b?.labelNo ?? '' })
  expect(await states(pick.id)).toEqual(['OBTAINED', 'OBTAINED', 'PRINTED'])
  await expect(desk.clerk.call(calls.confirmLabel, { label: c?.labelNo ?? '' })).rejects.toMatchObject({ code: 42483 })
  const before = await labelsOf(pick.id)
  await expect(desk.clerk.call(calls.finishLabels, { taskId: pick.id, last: b?.labelNo ?? '' })).rejects.toMatchObject({
    code: 42481,
  })
  expect(await labelsOf(pick.id)).toEqual(before)
})

test('finishing: the last label ends it; what was not picked is named and short', async () => {
  const pick = await taken({ A: '36', B: '24' })
  const [, second] = pick.labels
  const last = pick.labels.at(-1)?.labelNo ?? ''
  await expect(desk.clerk.call(calls.finishLabels, { taskId: pick.id })).rejects.toMatchObject({ code: 42485 })
  await expect(desk.clerk.call(calls.finishLabels, { taskId: pick.id, count: 4 })).rejects.toMatchObject({
    code: 42481,
  })
  await expect(desk.clerk.call(calls.finishLabels, { taskId: pick.id, count: 6 })).rejects.toMatchObject({
    code: 42489,
  })
  await expect(desk.clerk.call(calls.finishLabels, { taskId: pick.id, last: 'BQ0' })).rejects.toMatchObject({
    code: 42484,
  })
  expect(await stateOf(pick.id)).toBe('ASSIGNED')
  await desk.clerk.call(calls.finishLabels, {
    taskId: pick.id,
    last,
    short: [{ id: second?.id ?? '', reason: 'DAMAGED' }],
    toContainer: 'T2',
  })
  expect(await stateOf(pick.id)).toBe('DONE')
  expect(await states(pick.id)).toEqual(['DONE', 'EXCEPTION', 'DONE', 'DONE', 'DONE'])
  expect(await diffs(pick.id)).toEqual([{ qty: '12', reason: 'DAMAGED' }])
  await desk.sound()
})

test('by count: all that was declared beforehand is short when the rest is done', async () => {
  const pick = await taken({ A: '24' })
  const [first] = pick.labels
  await desk.clerk.call(calls.shortLabel, { label: first?.labelNo ?? '', shortReason: 'OTHER', reason: 'gone' })
  expect(await diffs(pick.id)).toEqual([])
  await desk.clerk.call(calls.finishLabels, { taskId: pick.id, count: 1 })
  expect(await diffs(pick.id)).toEqual([{ qty: '12', reason: 'OTHER' }])
  expect(await stateOf(pick.id)).toBe('DONE')
})

test('the last label that is short closes its line at once', async () => {
  const pick = await taken({ A: '12' })
  await desk.clerk.call(calls.shortLabel, {
    label: pick.labels[0]?.labelNo ?? '',
    shortReason: 'OTHER',
    reason: 'gone',
  })
  expect(await stateOf(pick.id)).toBe('DONE')
  expect(await diffs(pick.id)).toEqual([{ qty: '12', reason: 'OTHER' }])
})

test('a damaged label is void, its replacement counts on and is used when it has been printed', async () => {
  const pick = await taken({ A: '12' })
  const old = pick.labels[0]?.labelNo ?? ''
  const made = await desk.clerk.call(calls.replaceLabel, { label: old, reason: 'torn' })
  expect((await labelsOf(pick.id)).map((l) => [l.labelNo, l.state, l.exceptionCode, l.printCount])).toEqual([
    [old, 'VOID', 'DAMAGED', 1],
    [made.labelNo, 'NEW', null, 1],
  ])
  await expect(desk.clerk.call(calls.confirmLabel, { label: old })).rejects.toMatchObject({ code: 42488 })
  await desk.clerk.bytes(printCalls.labelEx, { rows: [{ id: made.id }], reason: 'torn' })
  expect((await labelsOf(pick.id)).at(-1)).toMatchObject({ state: 'OBTAINED', printCount: 2 })
  await desk.clerk.call(calls.confirmLabel, { label: made.labelNo })
  expect(await stateOf(pick.id)).toBe('DONE')
  for (const call of [calls.voidLabel, calls.replaceLabel])
    await expect(desk.clerk.call(call, { label: made.labelNo, reason: 'x' })).rejects.toMatchObject({ code: 42482 })
  const { records } = await desk.clerk.call<{ records: Label[] }>(crudCalls(labelEx).query as never, {
    filter: { taskId: pick.id },
  })
  expect(records.map((r) => r.labelNo)).toEqual([old])
})

test('a case in another container is confirmed there; one too many moves nothing', async () => {
  const pick = await taken({ A: '24' })
  const [a, b] = pick.labels.map((l) => l.labelNo)
  await desk.clerk.call(calls.surplusLabel, { label: a ?? '', reason: 'two' })
  expect((await labelsOf(pick.id))[0]).toMatchObject({ state: 'OBTAINED', exceptionCode: 'SURPLUS' })
  await desk.clerk.call(calls.confirmLabel, { label: a ?? '', toContainer: 'T3' })
  await desk.clerk.call(calls.moveLabel, { label: b ?? '', toContainer: 'T4', reason: 'wrong cage' })
  const boxes = await desk.inside((ctx) =>
    ctx.tx.query<{ code: string; qty: string }>(sql`
      select c.code, trim_scale(s.qty)::text as qty from wms_stock s join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      where s.tenant_id = ${ctx.tenantId} and c.code in ('T3', 'T4') and s.qty > 0 order by c.code`),
  )
  expect(boxes).toEqual([
    { code: 'T3', qty: '12' },
    { code: 'T4', qty: '12' },
  ])
  await desk.sound()
})

test('what a void label was for is confirmed by handheld, and ends the task', async () => {
  const pick = await taken({ A: '24' })
  const [a, b] = pick.labels.map((l) => l.labelNo)
  await desk.clerk.call(calls.voidLabel, { label: a ?? '', reason: 'lost' })
  await desk.clerk.call(calls.finishLabels, { taskId: pick.id, last: b ?? '' })
  expect(await stateOf(pick.id)).toBe('RUNNING')
  await desk.clerk.call(work.confirmLine, { taskLineId: pick.lines[0]?.id ?? '', qty: '12' })
  expect(await stateOf(pick.id)).toBe('DONE')
  expect(await states(pick.id)).toEqual(['VOID', 'DONE'])
})

test('labels follow what a handheld does, and what is taken back', async () => {
  const pick = await taken({ A: '36' })
  const taskLineId = pick.lines[0]?.id ?? ''
  await desk.clerk.call(work.confirmLine, { taskLineId, qty: '12', partial: true })
  expect(await states(pick.id)).toEqual(['DONE', 'OBTAINED', 'OBTAINED'])
  await desk.clerk.call(work.confirmLine, { taskLineId, qty: '12', reason: 'OTHER' })
  expect(await states(pick.id)).toEqual(['DONE', 'DONE', 'VOID'])
  const again = await taken({ B: '24' })
  await desk.clerk.call(work.confirmSheet, { id: again.id })
  expect(await states(again.id)).toEqual(['DONE', 'DONE'])
  await desk.clerk.call(work.undoLine, { taskLineId: again.lines[0]?.id ?? '' })
  expect(await states(again.id)).toEqual(['OBTAINED', 'OBTAINED'])
})

test('cancelled work has no labels; nor has what stood unused for a month', async () => {
  const pick = await desk.pick({ A: '12' })
  const { version } = await desk.inside((ctx) =>
    ctx.tx.one<{ version: number }>(
      sql`select version from wms_task where tenant_id = ${ctx.tenantId} and id = ${pick.id}`,
    ),
  )
  await desk.clerk.call(work.cancelTasks, { rows: [{ id: pick.id, version }] })
  expect(await states(pick.id)).toEqual(['VOID'])
  const old = await desk.pick({ B: '12' })
  await desk.inside(async (ctx) => {
    expect(await voidUnused(ctx)).toBe(0)
    await ctx.tx.run(
      sql`update wms_pick_label set created_at = created_at - interval '31 days' where tenant_id = ${ctx.tenantId} and task_id = ${old.id}`,
    )
    expect(await voidUnused(ctx)).toBe(1)
  })
  expect(await states(old.id)).toEqual(['VOID'])
})

test('split and merged again, lines take their labels along', async () => {
  const pick = await desk.pick({ A: '12', B: '24' })
  const { version } = await desk.inside((ctx) =>
    ctx.tx.one<{ version: number }>(
      sql`select version from wms_task where tenant_id = ${ctx.tenantId} and id = ${pick.id}`,
    ),
  )
  const lineIds = [pick.lines[1]?.id ?? '']
  const { made } = await desk.clerk.call(work.splitTask, { id: pick.id, version, lineIds })
  expect([(await labelsOf(pick.id)).length, (await labelsOf(made.id)).length]).toEqual([1, 2])
  // Printed by then or not, they come together again, each still standing for its case.
  await print(made.id)
  const rows = await Promise.all([pick.id, made.id].map(async (id) => ({ id, version: await versionOf(id) })))
  await desk.clerk.call(work.mergeTasks, { rows })
  expect(await states(pick.id)).toEqual(['NEW', 'PRINTED', 'PRINTED'])
  expect(await states(made.id)).toEqual([])
  await print(pick.id, 'merged')
  await desk.clerk.call(calls.obtainLabels, { scan: await taskNo(pick.id) })
  await desk.clerk.call(calls.finishLabels, { taskId: pick.id, count: 3 })
  expect(await stateOf(pick.id)).toBe('DONE')
  await desk.sound()
})
const versionOf = (id: string) =>
  desk.inside(
    async (ctx) =>
      (
        await ctx.tx.one<{ version: number }>(
          sql`select version from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`,
        )
      ).version,
  )

test('who takes a task over has its labels, and the first nothing more to scan', async () => {
  const pick = await taken({ A: '24' })
  const [a, b] = pick.labels.map((l) => l.labelNo)
  await desk.clerk.call(calls.confirmLabel, { label: a ?? '' })
  const other = await desk.server.as('admin', 'DC01')
  await other.call(work.takeOverTask, { id: pick.id })
  await expect(desk.clerk.call(calls.confirmLabel, { label: b ?? '' })).rejects.toMatchObject({ code: 42250 })
  const taken2 = await other.call(calls.takenLabels, {})
  expect(taken2.sheets.find((s) => s.task.id === pick.id)?.labels.map((l) => l.state)).toEqual(['DONE', 'OBTAINED'])
  await other.call(calls.confirmLabel, { label: b ?? '' })
  expect(await stateOf(pick.id)).toBe('DONE')
})

test('labels that were taken and not begun in time are free for others', async () => {
  const pick = await taken({ A: '24' })
  await desk.inside(async (ctx) => {
    await ctx.tx.run(
      sql`update wms_task set timeout_min = 15, assigned_at = ${ctx.now()}::timestamptz - interval '14 minutes' where tenant_id = ${ctx.tenantId} and id = ${pick.id}`,
    )
    expect(await giveBackOverdue(ctx)).toBe(0)
    await ctx.tx.run(
      sql`update wms_task set assigned_at = ${ctx.now()}::timestamptz - interval '16 minutes' where tenant_id = ${ctx.tenantId} and id = ${pick.id}`,
    )
    expect(await giveBackOverdue(ctx)).toBe(1)
  })
  expect(await stateOf(pick.id)).toBe('READY')
  expect(await states(pick.id)).toEqual(['PRINTED', 'PRINTED'])
  await desk.clerk.call(calls.obtainLabels, { badge: 'admin', scan: await taskNo(pick.id) })
  expect(await states(pick.id)).toEqual(['OBTAINED', 'OBTAINED'])
})

test('an area that is picked in batches is not picked by labels', async () => {
  const area = crudCalls(pickArea)
  const { version } = await desk.clerk.call<{ version: number }>(area.getById as never, { id: areaId })
  await expect(desk.clerk.call(area.update as never, { id: areaId, version, pickMode: 'BATCH' })).rejects.toMatchObject(
    { code: 42477 },
  )
})

test('a pick that is done by handheld has no labels to take', async () => {
  const pick = await desk.pick({ A: '12' })
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_task set mode = 'RF' where tenant_id = ${ctx.tenantId} and id = ${pick.id}`),
  )
  await expect(desk.clerk.call(calls.obtainLabels, { scan: await taskNo(pick.id) })).rejects.toMatchObject({
    code: 42478,
  })
})
