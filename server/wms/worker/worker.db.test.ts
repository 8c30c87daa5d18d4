import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { startMoves } from '@lading/contract/wms/moveCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { taskOffers } from '@lading/contract/wms/waitCalls.ts'
import { dutySteps, ownDuty, setOwnDuty, worker, workerFaults, workerPerformance } from '@lading/contract/wms/worker.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Client } from '../../testing/server.ts'
import { createTasks, type NewTask } from '../task/create.ts'
import { fronts } from '../task/next.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { setTaskRules } from '../testing/taskRules.ts'
import { addUpDays } from './days.ts'
import { fitnessOf } from './fit.ts'

let desk: PickDesk
let boss: Client
let areaId = ''
const calls = crudCalls(worker)
beforeAll(async () => {
  desk = await openPickDesk()
  boss = await desk.server.as('admin', 'DC01')
  await desk.put('P-01', 'A', '500')
  areaId = await desk.inside(async (ctx) => {
    const id = ctx.newId()
    const { id: zone } = await ctx.tx.one<{ id: string }>(
      sql`select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`,
    )
    await bulkInsert(ctx.tx, 'wms_pick_area', [
      { tenantId: ctx.tenantId, orgId: ctx.org.id, id, code: 'PA', name: 'PA', areaId: zone },
    ])
    return id
  })
})
afterAll(() => desk.server.close())
beforeEach(() =>
  desk.inside(async (ctx) => {
    await ctx.tx.run(sql`
      update wms_task set state = 'CANCELED', assignee_id = null where tenant_id = ${ctx.tenantId} and line_count = 0 and state not in ('DONE', 'CANCELED')`)
    for (const table of [sql`delete from wms_worker_skill`, sql`delete from wms_worker`])
      await ctx.tx.run(sql`${table} where tenant_id = ${ctx.tenantId}`)
  }),
)
afterEach(() => desk.sound())

type Made = { id: string; version: number }
const hire = (userId: string, more: object = {}) =>
  boss.call<Made>(calls.create, { userId, maxOpen: 20, efficiency: 100, wage: 'PIECE', skills: [], ...more })
const come = async (row: Made): Promise<Made> => {
  await boss.call(dutySteps.checkIn, { rows: [{ id: row.id, version: row.version }] })
  return { id: row.id, version: row.version + 1 }
}
const codeOf = async (call: object, input: object, who = desk.clerk): Promise<number> =>
  (await who.envelope(call as never, input)).code
/** Work without goods, as far as it matters who does it. */
const make = async (...tasks: Partial<NewTask>[]): Promise<string[]> =>
  (
    await desk.inside((ctx) =>
      createTasks(
        ctx,
        tasks.map((t) => ({ taskType: 'MOVE' as const, lines: [], ...t })),
      ),
    )
  ).map((t) => t.id)
const next = async (types: readonly string[] = ['MOVE'], who = desk.clerk): Promise<string | number> => {
  const { code, data } = await who.envelope(work.nextTask as never, { taskTypes: types })
  return code === 0 ? (data as { task: { id: string } }).task.id : code
}
const queueOf = (id: string, change: object) =>
  desk.inside(async (ctx) => {
    for (const [column, value] of Object.entries(change))
      await ctx.tx.run(
        column === 'queue'
          ? sql`update wms_task set queue = ${value} where tenant_id = ${ctx.tenantId} and id = ${id}`
          : sql`update wms_task set equipment = ${value} where tenant_id = ${ctx.tenantId} and id = ${id}`,
      )
  })

test('who is a worker takes work only while he is on duty; who is none is asked for nothing', async () => {
  const [id = ''] = await make({})
  expect(await desk.clerk.call(ownDuty, {})).toEqual({ isWorker: false, onDuty: false })
  expect(await codeOf(setOwnDuty, { onDuty: true })).toBe(workerFaults.notWorker.code)
  const row = await hire(desk.clerk.userId)
  expect(await next()).toBe(workerFaults.offDuty.code)
  expect(await codeOf(work.takeTask, { id })).toBe(workerFaults.offDuty.code)
  expect(await desk.clerk.call(setOwnDuty, { onDuty: true, device: 'RF-7' })).toEqual({ onDuty: true })
  // Coming twice is coming once.
  await desk.clerk.call(setOwnDuty, { onDuty: true })
  expect(await boss.call(calls.getById, { id: row.id })).toMatchObject({ onDuty: true, device: 'RF-7', version: 1 })
  expect(await next()).toBe(id)
})

test('skills: his own queues, the best of them first, and no other', async () => {
  const [pick = '', move = '', heavy = ''] = await make({ taskType: 'PICK' }, { priority: 40 }, { priority: 1 })
  await queueOf(heavy, { queue: 'HEAVY' })
  await come(
    await hire(desk.clerk.userId, {
      skills: [
        { queue: 'MOVE', level: 3 },
        { queue: 'PICK', level: 5 },
      ],
    }),
  )
  expect(await codeOf(work.takeTask, { id: heavy })).toBe(workerFaults.noSkill.code)
  expect(await codeOf(work.assignTask, { id: heavy, userId: desk.clerk.userId }, boss)).toBe(workerFaults.unfit.code)
  const said = await boss.envelope(work.assignTask, { id: heavy, userId: desk.clerk.userId })
  expect(said.message).toContain('您没有[HEAVY]作业资质')
  expect(await next(['PICK', 'MOVE'])).toBe(move)
  await desk.clerk.call(work.giveUpTask, { id: move })
  expect(await next(['PICK'])).toBe(pick)
})

test('who may take nothing of what is ready is told why, and is not offered to begin', async () => {
  const made = await make({ taskType: 'RPL_DOWN' }, { taskType: 'RPL_DOWN' }, { taskType: 'RPL_DOWN' })
  const offers = async () => (await desk.clerk.call(taskOffers, { taskTypes: ['RPL_DOWN', 'PUTAWAY'] })).barred
  expect(await offers()).toEqual([])
  await come(await hire(desk.clerk.userId, { skills: [{ queue: 'PICK', level: 3 }] }))
  const said = await desk.clerk.envelope(work.nextTask, { taskTypes: ['RPL_DOWN'] })
  expect(said).toMatchObject({ code: wmsFaults.noTask.code, message: '3个任务待领取；缺少作业资质[RPL_DOWN]' })
  expect(await offers()).toEqual([{ taskType: 'RPL_DOWN', ready: 3, why: '3个任务待领取；缺少作业资质[RPL_DOWN]' }])
  // One of them that he may do is enough.
  await queueOf(made[0] ?? '', { queue: 'PICK' })
  expect(await offers()).toEqual([])
  expect(await next(['RPL_DOWN'])).toBe(made[0])
  const none = await desk.clerk.envelope(work.nextTask, { taskTypes: ['PUTAWAY'] })
  expect(none.message).toBe('暂无可领取的任务')
})

test('licences: what stands in racks is for who may drive there', async () => {
  await desk.inside(async (ctx) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_bin_type', [
      {
        tenantId: ctx.tenantId,
        orgId: ctx.org.id,
        id,
        code: 'HIGH',
        name: 'HIGH',
        equipment: 'REACH',
        access: 'SINGLE',
      },
    ])
    await ctx.tx.run(sql`update wms_bin set bin_type_id = ${id} where tenant_id = ${ctx.tenantId} and code = 'S-02'`)
  })
  const stockId = await desk.put('S-01', 'A', '12')
  const toBinId = desk.yard.bins.get('S-02') ?? ''
  const { id } = await desk.clerk.call(startMoves, { lines: [{ stockId, qty: '12', toBinId }] })
  const row = await come(await hire(desk.clerk.userId, { licences: ['FORKLIFT'] }))
  expect(await codeOf(work.takeTask, { id })).toBe(workerFaults.noLicence.code)
  expect(await next()).not.toBe(id)
  await boss.call(calls.update, { ...row, licences: ['FORKLIFT', 'REACH'] })
  expect(await next()).toBe(id)
  const { lines } = await desk.clerk.call(work.getWork, { id })
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id ?? '', qty: '12' } as never)
})

test('areas: his own, and what is of none', async () => {
  const [there = '', anywhere = ''] = await make(
    { taskType: 'PICK', pickAreaId: areaId, priority: 1 },
    { taskType: 'PICK' },
  )
  const other = await desk.inside(async (ctx) => {
    const id = ctx.newId()
    const [{ areaId: zone } = { areaId: '' }] = await ctx.tx.query<{ areaId: string }>(
      sql`select area_id from wms_pick_area where tenant_id = ${ctx.tenantId} and id = ${areaId}`,
    )
    await bulkInsert(ctx.tx, 'wms_pick_area', [
      { tenantId: ctx.tenantId, orgId: ctx.org.id, id, code: 'PB', name: 'PB', areaId: zone },
    ])
    return id
  })
  await come(await hire(desk.clerk.userId, { pickAreaIds: [other] }))
  expect(await codeOf(work.takeTask, { id: there })).toBe(workerFaults.otherArea.code)
  expect(await next(['PICK'])).toBe(anywhere)
})

test('nobody has more in hand than he may, and nobody leaves his post with work in hand', async () => {
  const ids = await make({}, {}, {})
  const row = await come(await hire(desk.clerk.userId, { maxOpen: 2 }))
  for (const id of ids.slice(0, 2)) await desk.clerk.call(work.takeTask, { id })
  expect((await desk.clerk.envelope(work.takeTask, { id: ids[2] })).message).toBe('未完成任务已达上限2个')
  const off = await boss.call<{ failed: { code: number; message: string }[] }>(calls.disable, { rows: [row] })
  expect(off.failed).toMatchObject([{ code: workerFaults.hasOpen.code }])
  for (const id of ids.slice(0, 2)) await desk.clerk.call(work.giveUpTask, { id })
  await boss.call(calls.disable, { rows: [row] })
  expect(await next()).toBe(workerFaults.isDisabled.code)
  expect(await boss.call(calls.getById, { id: row.id })).toMatchObject({ disabled: true, onDuty: false })
})

test('what is assigned automatically goes to who is here, can do it and has the least in hand', async () => {
  await desk.inside((ctx) => setTaskRules(ctx, 'MOVE', { rule: { dispatch: 'AUTO_ASSIGN' } }))
  const [waiting = ''] = await make({})
  const of = async (id: string) =>
    await desk.inside((ctx) =>
      ctx.tx.one<{ state: string; assigneeId: string | null }>(
        sql`select state, assignee_id from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`,
      ),
    )
  // Nobody is here: it is taken as all other work is.
  expect(await of(waiting)).toEqual({ state: 'READY', assigneeId: null })
  const viewer = await desk.server.as('viewer', 'DC01')
  await come(await hire(desk.clerk.userId, { skills: [{ queue: 'MOVE', level: 2 }] }))
  await come(await hire(viewer.userId, { skills: [{ queue: 'MOVE', level: 5 }], maxOpen: 1 }))
  await hire(boss.userId, { skills: [{ queue: 'MOVE', level: 5 }] })
  const ids = await make({}, {}, { notById: desk.clerk.userId })
  // The more skilled of two with as much in hand, then the other; the third may be neither.
  expect((await Promise.all(ids.map(of))).map((t) => t.assigneeId)).toEqual([viewer.userId, desk.clerk.userId, null])
  const [held = ''] = await make({ state: 'WAIT' })
  expect(await of(held)).toEqual({ state: 'WAIT', assigneeId: null })
  await desk.inside((ctx) => setTaskRules(ctx, 'MOVE', {}))
})

test('the work of a day is added up by type, without what was taken back; again it is the same', async () => {
  const row = await hire(desk.clerk.userId, { team: 'T1' })
  await come(row)
  const one = await desk.pick({ A: '30' })
  const two = await desk.pick({ A: '5' })
  for (const [i, p] of [one, two].entries())
    await desk.clerk.call(work.confirmLine, {
      taskLineId: p.lines[0]?.id ?? '',
      qty: p.lines[0]?.planQty,
      toContainer: `T${i + 1}`,
    } as never)
  await desk.clerk.call(work.undoLine, { taskLineId: two.lines[0]?.id ?? '' })
  const sums = await desk.inside(addUpDays)
  expect(await desk.inside(addUpDays)).toBe(sums)
  const { rows } = await boss.call(workerPerformance, { id: row.id })
  const picks = rows.filter((r) => r.taskType === 'PICK')
  // Once 90, a line of 20, two cases of 4, six pieces of 2 seconds.
  expect(picks).toMatchObject([{ tasks: 1, lines: 1, cases: 2, standardS: 130 }])
  expect(await boss.call(calls.getById, { id: row.id })).toMatchObject({ linesToday: expect.any(Number), openTasks: 1 })
  const other = await desk.server.as('admin', 'DC01', 'two')
  await expect(other.call(workerPerformance, { id: row.id })).rejects.toMatchObject({ code: 40400 })
})

test('it is as much work to find the next however many wait, in his queues and in others', async () => {
  await come(await hire(desk.clerk.userId, { skills: [{ queue: 'MOVE', level: 3 }] }))
  await desk.inside(async (ctx) => {
    const at = {
      tenantId: ctx.tenantId,
      orgId: ctx.org.id,
      taskType: 'MOVE',
      queue: 'OTHER',
      state: 'READY',
      priority: 1,
    }
    const rows = Array.from({ length: 10_000 }, (_, i) => ({
      ...at,
      id: ctx.newId(),
      taskNo: `N${i}`,
      ...(i % 4 === 0 && { queue: 'MOVE', priority: 95 }),
    }))
    for (let i = 0; i < rows.length; i += 1000) await bulkInsert(ctx.tx, 'wms_task', rows.slice(i, i + 1000))
  })
  await desk.server.db.owner.query('analyze wms_task')
  const [mine = ''] = await make({ priority: 90 })
  const plan = await desk.inside(async (ctx) => {
    const fitness = await fitnessOf(ctx, desk.clerk.userId)
    return ctx.tx.query<Record<string, string>>(
      sql`explain (analyze, format json) ${fronts({ ...ctx, userId: desk.clerk.userId }, ['MOVE'], fitness)}`,
    )
  })
  const text = JSON.stringify(plan)
  const read = Math.max(...[...text.matchAll(/Actual Rows\W+([\d.]+)/g)].map((m) => Number(m[1])))
  expect(read).toBeLessThan(100)
  const removed = [...text.matchAll(/Rows Removed by Filter\W+(\d+)/g)].reduce((n, m) => n + Number(m[1]), 0)
  expect(removed).toBeLessThan(100)
  expect(await next()).toBe(mine)
  await desk.inside((ctx) =>
    ctx.tx.run(sql`delete from wms_task where tenant_id = ${ctx.tenantId} and task_no like 'N%'`),
  )
})
