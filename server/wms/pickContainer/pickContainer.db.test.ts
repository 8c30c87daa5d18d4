import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { containerSteps } from '@lading/contract/wms/masterCalls.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import * as calls from '@lading/contract/wms/pickContainerCalls.ts'
import { printCalls } from '@lading/contract/wms/printCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openPickDesk, type Pick, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
let cartonId = ''
let otherStore = ''
beforeAll(async () => {
  desk = await openPickDesk()
  cartonId = await desk.inside(async (ctx) => {
    const id = ctx.newId()
    otherStore = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: otherStore, code: 'S2', name: 'other' }])
    // A case is 12 l: five fill a container.
    await ctx.tx.run(sql`update mdm_product set volume_m3 = 0.001, weight_kg = 0.1 where tenant_id = ${ctx.tenantId}`)
    await ctx.tx.run(
      sql`update wms_container_type set volume_m3 = 0.06, max_fill_pct = 100, returnable = true where tenant_id = ${ctx.tenantId} and code = 'TOTE'`,
    )
    await bulkInsert(ctx.tx, 'wms_container_type', [
      {
        ...{ tenantId: ctx.tenantId, id, code: 'CTN', name: 'carton', category: 'CARTON', prefix: 'CT' },
        ...{ volumeM3: '0.06', maxFillPct: 100, returnable: false },
      },
    ])
    return id
  })
  for (const product of ['A', 'B', 'C']) await desk.put('P-01', product, '3000')
})
afterAll(() => desk.server.close())

interface Box {
  id: string
  version: number
  code: string
  state: string
  seq: number
  total: number
  reason: string | null
  printCount: number
}
const boxesOf = async (taskId: string): Promise<Box[]> =>
  (
    await desk.clerk.call<{ records: Box[] }>(crudCalls(pickContainer).query as never, {
      filter: { taskId },
      orderBy: 'id',
      pageSize: 0,
    })
  ).records
const states = async (taskId: string) => (await boxesOf(taskId)).map((b) => `${b.seq}/${b.total} ${b.state}`)
const assign = (taskId: string, o: { codes?: string[]; typeId?: string } = { typeId: cartonId }) =>
  desk.clerk.call(calls.assignContainers, { taskIds: [taskId], ...o })
const stateOfBox = (code: string) =>
  desk.inside(async (ctx) => {
    const row = await ctx.tx.one<{ state: string; store: boolean }>(sql`
      select state, store_id is not null as store from wms_container where tenant_id = ${ctx.tenantId} and code = ${code}`)
    return `${row.state}${row.store ? ' for a store' : ''}`
  })
const take = (pick: Pick) => desk.clerk.call(work.takeTask, { id: pick.id })
/** Another container than the plan says is meant. */
const replan = { replan: true }
const put = (
  pick: Pick,
  n: number,
  qty: string,
  toContainer?: string,
  more: { replan?: boolean; reason?: 'OTHER' } = {},
) =>
  desk.clerk.call(work.confirmLine, {
    taskLineId: pick.lines[n]?.id ?? '',
    qty,
    partial: true,
    ...(toContainer && { toContainer }),
    ...more,
  })
const taskOf = async (id: string) => (await desk.clerk.call(work.getWork, { id })).task
const versionOf = (id: string) =>
  desk.inside(async (ctx) => {
    const { version } = await ctx.tx.one<{ version: number }>(sql`select version from wms_task where id = ${id}`)
    return version
  })
const refused = (code: number) => ({ code })

test('a pick knows its containers before anybody walks, and keeps them however often it is asked', async () => {
  const pick = await desk.pick({ A: '96', B: '24' })
  const waiting = await desk.clerk.call(calls.preparable, {})
  expect(waiting.tasks.find((t) => t.id === pick.id)).toMatchObject({ lines: 2, cases: '10', type: null, needed: null })
  await expect(assign(pick.id, {})).rejects.toMatchObject(refused(42490))
  const before = await versionOf(pick.id)
  const made = await assign(pick.id)
  // Whoever read the task before it had containers knows by that to read it again.
  expect(await versionOf(pick.id)).toBe(before + 1)
  expect(made).toMatchObject({
    kept: [],
    containers: [
      { seq: 1, total: 2 },
      { seq: 2, total: 2 },
    ],
  })
  expect(await assign(pick.id)).toEqual({ ...made, kept: [(await taskOf(pick.id)).taskNo] })
  expect(await states(pick.id)).toEqual(['1/2 BOUND', '2/2 BOUND'])
  expect((await taskOf(pick.id)).assigned).toEqual(
    made.containers.map(({ code, seq }) => ({ code, seq, isUsed: false })),
  )
  expect((await desk.clerk.call(calls.preparable, {})).tasks.some((t) => t.id === pick.id)).toBe(false)
  expect(await stateOfBox(made.containers[0]?.code ?? '')).toBe('PICKING for a store')
  await desk.sound()
})

test('two who prepare the same pick at once have the same containers in the end', async () => {
  const pick = await desk.pick({ A: '60' })
  const other = await desk.server.as('admin', 'DC01')
  const input = { taskIds: [pick.id], typeId: cartonId }
  const both = await Promise.all([
    desk.clerk.call(calls.assignContainers, input),
    other.call(calls.assignContainers, input),
  ])
  expect(both[0]?.containers).toEqual(both[1]?.containers)
  expect(both.map((b) => b.kept.length).sort()).toEqual([0, 1])
  expect(await states(pick.id)).toEqual(['1/1 BOUND'])
})

test('totes are scanned: as many as are needed, idle ones only, and none that is on hold', async () => {
  const pick = await desk.pick({ A: '120' })
  const toteId = await desk.inside(
    async (ctx) =>
      (
        await ctx.tx.one<{ id: string }>(
          sql`select id from wms_container_type where tenant_id = ${ctx.tenantId} and code = 'TOTE'`,
        )
      ).id,
  )
  await expect(assign(pick.id, { typeId: toteId })).rejects.toMatchObject(refused(42497))
  await expect(assign(pick.id, { codes: ['T1'] })).rejects.toMatchObject(refused(42498))
  await expect(assign(pick.id, { codes: ['T1', 'NONE'] })).rejects.toMatchObject(refused(42270))
  await desk.inside((ctx) => ctx.tx.run(sql`update wms_container set hold = true where code = 'T2'`))
  await expect(assign(pick.id, { codes: ['T1', 'T2'] })).rejects.toMatchObject(refused(42245))
  await desk.inside((ctx) => ctx.tx.run(sql`update wms_container set hold = false where code = 'T2'`))
  expect(await states(pick.id)).toEqual([])
  expect(await stateOfBox('T1')).toBe('IDLE')
  await assign(pick.id, { codes: ['T1', 'T2'] })
  const later = await desk.pick({ B: '120' })
  await expect(assign(later.id, { codes: ['T2', 'T3'] })).rejects.toMatchObject(refused(42245))
  expect(await stateOfBox('T3')).toBe('IDLE')
})

test('nothing of another pick or store is used, nor anything else while one of its own is empty', async () => {
  const [pick, beside, bare] = [
    await desk.pick({ A: '120' }),
    await desk.pick({ A: '12' }),
    await desk.pick({ A: '12' }, otherStore),
  ]
  await assign(pick.id, { codes: ['T4', 'T5'] })
  await assign(beside.id, { codes: ['T6'] })
  for (const p of [pick, beside, bare]) await take(p)
  await expect(put(pick, 0, '12', 'T6')).rejects.toMatchObject(refused(42494))
  await expect(put(bare, 0, '12', 'T4')).rejects.toMatchObject(refused(42494))
  await expect(put(pick, 0, '12', 'T7')).rejects.toMatchObject(refused(42495))
  // Which of two it is nobody can guess; the only one is meant.
  await expect(put(pick, 0, '12')).rejects.toMatchObject(refused(42495))
  await put(beside, 0, '12')
  expect(await states(beside.id)).toEqual(['1/1 DONE'])
  expect(await stateOfBox('T6')).toBe('PICKED for a store')
  await put(pick, 0, '60', 'T4')
  await put(pick, 0, '12', 'T5')
  expect((await taskOf(pick.id)).assigned?.map((a) => a.isUsed)).toEqual([true, true])
  // All are in use: goods that need more room take a free one, which counts from then on.
  await put(pick, 0, '12', 'T7', replan)
  expect(await states(pick.id)).toEqual(['1/3 USED', '2/3 USED', '3/3 USED'])
  await expect(put(bare, 0, '12', 'T7')).rejects.toMatchObject(refused(42494))
  await put(pick, 0, '36', 'T7', replan)
  expect(await states(pick.id)).toEqual(['1/3 DONE', '2/3 DONE', '3/3 DONE'])
  await put(bare, 0, '12', 'T8')
  await desk.sound()
})

test('a replaced container is void: its label is refused with the reason and the new code', async () => {
  const pick = await desk.pick({ A: '12' })
  await assign(pick.id, { codes: ['T10'] })
  const [old] = await boxesOf(pick.id)
  const seen = { id: old?.id ?? '', version: old?.version ?? 0 }
  await expect(desk.clerk.call(calls.rebindContainer, { ...seen, reason: 'broken' })).rejects.toMatchObject(
    refused(42497),
  )
  const made = await desk.clerk.call(calls.rebindContainer, { ...seen, code: 'T11', reason: 'lid broken' })
  expect(made).toMatchObject({ code: 'T11', seq: 1, total: 1 })
  expect(await states(pick.id)).toEqual(['1/2 VOID', '1/1 BOUND'])
  expect(await stateOfBox('T10')).toBe('IDLE')
  await expect(desk.clerk.call(calls.rebindContainer, { ...seen, code: 'T12', reason: 'again' })).rejects.toMatchObject(
    refused(42493),
  )
  await take(pick)
  await expect(put(pick, 0, '12', 'T10')).rejects.toMatchObject({
    code: 42493,
    message: expect.stringMatching(/T10.*lid broken.*T11/),
  })
  await expect(desk.clerk.bytes(printCalls.pickContainer, { rows: [{ id: seen.id }] })).rejects.toMatchObject({
    code: 40400,
  })
  await put(pick, 0, '12', 'T11')
  const now = (await boxesOf(pick.id)).at(-1)
  await expect(
    desk.clerk.call(calls.rebindContainer, { id: now?.id ?? '', version: now?.version ?? 0, reason: 'late' }),
  ).rejects.toMatchObject(refused(42245))
})

test('a carton that was replaced is never used again', async () => {
  const pick = await desk.pick({ A: '12' })
  await assign(pick.id)
  const [old] = await boxesOf(pick.id)
  const made = await desk.clerk.call(calls.rebindContainer, {
    ...{ id: old?.id ?? '', version: old?.version ?? 0 },
    reason: 'wet',
  })
  expect(made.code).not.toBe(old?.code)
  expect([await stateOfBox(old?.code ?? ''), await stateOfBox(made.code)]).toEqual(['SCRAPPED', 'PICKING for a store'])
})

test('labels are counted, and a reprint says why', async () => {
  const pick = await desk.pick({ A: '96' })
  const { containers } = await assign(pick.id)
  const print = (reason?: string) =>
    desk.clerk.bytes(printCalls.pickContainer, {
      rows: containers.map(({ id }) => ({ id })),
      ...(reason && { reason }),
    })
  await print()
  await expect(print()).rejects.toMatchObject(refused(42211))
  await print('jam')
  expect((await boxesOf(pick.id)).map((b) => b.printCount)).toEqual([2, 2])
})

test.each(['cancel', 'split', 'merge', 'stop'] as const)('after %s its containers are free', async (what) => {
  const pick = await desk.pick({ A: '60', B: '60' })
  await assign(pick.id, { codes: ['T20', 'T21'] })
  const row = { id: pick.id, version: await versionOf(pick.id) }
  if (what === 'cancel') await desk.clerk.call(work.cancelTasks, { rows: [row] })
  if (what === 'split') await desk.clerk.call(work.splitTask, { ...row, lineIds: [pick.lines[0]?.id ?? ''] })
  if (what === 'merge') {
    const { made } = await desk.clerk.call(work.splitTask, { ...row, lineIds: [pick.lines[0]?.id ?? ''] })
    await assign(made.id, { codes: ['T20'] })
    await assign(pick.id, { codes: ['T21'] })
    const rows = await Promise.all([made.id, pick.id].map(async (id) => ({ id, version: await versionOf(id) })))
    await desk.clerk.call(work.mergeTasks, { rows })
  }
  if (what === 'stop') {
    const { version } = await desk.inside((ctx) =>
      ctx.tx.one<{ version: number }>(sql`select version from wms_operate_bill where id = ${pick.billId}`),
    )
    await desk.clerk.call(documentCalls(operateBill).stop as never, {
      rows: [{ id: pick.billId, version }],
      reason: 'shut',
    })
  }
  expect((await boxesOf(pick.id)).every((b) => b.state === 'FREED')).toBe(true)
  expect([await stateOfBox('T20'), await stateOfBox('T21')]).toEqual(['IDLE', 'IDLE'])
  await desk.sound()
})

test('given back by hand, or said to be empty, they are free; what the end leaves empty is too', async () => {
  const pick = await desk.pick({ A: '120' })
  await assign(pick.id, { codes: ['T30', 'T31'] })
  const [first] = await boxesOf(pick.id)
  const rows = [{ id: first?.id ?? '', version: first?.version ?? 0 }]
  expect(await desk.clerk.call(calls.freeContainers, { rows })).toMatchObject({ ok: 1 })
  expect(await desk.clerk.call(calls.freeContainers, { rows })).toMatchObject({ ok: 0, failed: [{ code: 42245 }] })
  expect(await stateOfBox('T30')).toBe('IDLE')
  const box = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string; version: number }>(sql`select id, version from wms_container where code = 'T31'`),
  )
  await desk.clerk.call(containerSteps.clear, { rows: [box] })
  expect(await states(pick.id)).toEqual(['1/1 FREED', '2/1 FREED'])
  await assign(pick.id, { codes: ['T32', 'T33'] })
  await take(pick)
  await expect(put(pick, 0, '61', 'T33', replan)).rejects.toMatchObject({ code: 42228 })
  await put(pick, 0, '60', 'T33', { reason: 'OTHER' })
  expect((await boxesOf(pick.id)).map((b) => `${b.code} ${b.state}`).slice(-2)).toEqual(['T32 FREED', 'T33 DONE'])
  expect([await stateOfBox('T32'), await stateOfBox('T33')]).toEqual(['IDLE', 'PICKED for a store'])
})

test('a pick that is taken back has its container again, empty as it was', async () => {
  const pick = await desk.pick({ A: '12' })
  await assign(pick.id, { codes: ['T40'] })
  await take(pick)
  await put(pick, 0, '12', 'T40')
  await desk.clerk.call(work.undoLine, { taskLineId: pick.lines[0]?.id ?? '' })
  expect(await states(pick.id)).toEqual(['1/1 BOUND'])
  expect(await stateOfBox('T40')).toBe('PICKING for a store')
  await put(pick, 0, '12', 'T40')
  expect(await states(pick.id)).toEqual(['1/1 DONE'])
  await desk.sound()
})
