import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { historyTask } from '@lading/contract/wms/historyTask.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
})
afterAll(() => desk.server.close())

const calls = crudCalls(historyTask)
type Row = Record<string, unknown> & { id: string }
const listed = async (filter: object = {}): Promise<Row[]> =>
  (await desk.clerk.call<{ records: Row[] }>(calls.query, { filter })).records
const confirm = (taskLineId: string | undefined, qty: string, more: object = {}) =>
  desk.clerk.call(work.confirmLine, { taskLineId: taskLineId ?? '', qty, ...more } as never)
/** The task took so long. */
const took = (id: string, seconds: number) =>
  desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_task set started_at = finished_at - make_interval(secs => ${seconds}) where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )

test('only what is over is told, with how long it took beside what it should have taken', async () => {
  await desk.put('P-01', 'A', '100')
  await desk.put('P-01', 'B', '100')
  const open = await desk.pick({ A: '12' })
  const pick = await desk.pick({ A: '30', B: '5' })
  expect(await listed()).toEqual([])
  await expect(desk.clerk.call(calls.getById, { id: open.id })).rejects.toMatchObject({ code: 40400 })
  for (const l of pick.lines) await confirm(l.id, l.planQty, { toContainer: 'T1' })
  await took(pick.id, 200)
  // Once 90, two lines of 20, two cases of 4, six and five pieces of 2 seconds.
  const measured = { state: 'DONE', actualS: 200, standardS: 160, efficiency: '80' }
  const [row] = await listed()
  expect({ ...row, efficiency: String(Number(row?.efficiency)) }).toMatchObject({ id: pick.id, ...measured })
  const seen = await desk.clerk.call<Row>(calls.getById, { id: pick.id })
  expect(seen).toMatchObject({ standardS: 160, lines: [{ doneQty: '30.000' }, { doneQty: '5.000' }] })
  // T64: a clock that was set back while he worked.
  await took(pick.id, -36 * 3_600)
  expect(await listed()).toMatchObject([{ id: pick.id, actualS: 0, efficiency: null }])
})

test('the time of a task begins when its worker takes it, the way there included', async () => {
  const ago = (id: string, seconds: number) =>
    desk.inside((ctx) =>
      ctx.tx.run(sql`
        update wms_task set assigned_at = assigned_at - make_interval(secs => ${seconds}), started_at = started_at - make_interval(secs => ${seconds})
        where tenant_id = ${ctx.tenantId} and id = ${id}`),
    )
  const begunAt = (id: string) =>
    desk.inside(async (ctx) => {
      const row = await ctx.tx.one<{ startedAt: Date | null }>(sql`
        select started_at from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`)
      return row.startedAt
    })
  const { id, lines } = await desk.pick({ B: '6' })
  expect(await begunAt(id)).toBeNull()
  await desk.clerk.call(work.takeTask, { id })
  expect(await begunAt(id)).not.toBeNull()
  // Who hands it back has spent nobody's time.
  await desk.clerk.call(work.giveUpTask, { id })
  expect(await begunAt(id)).toBeNull()
  // What somebody was handed begins when he opens it.
  const clerkId = await desk.inside(async (ctx) => {
    const sees = sql`select id from sys_user where tenant_id = ${ctx.tenantId} and username = 'clerk'`
    return (await ctx.tx.one<{ id: string }>(sees)).id
  })
  await desk.clerk.call(work.assignTask, { id, userId: clerkId })
  expect(await begunAt(id)).toBeNull()
  await desk.clerk.call(work.takeTask, { id })
  await ago(id, 140)
  await confirm(lines[0]?.id, '6', { toContainer: 'T3' })
  const [row] = await listed({ id: [id] })
  expect(Number(row?.actualS)).toBeGreaterThanOrEqual(140)
  expect(Number(row?.actualS)).toBeLessThan(200)
})

test('what was never begun has no measure', async () => {
  const { id } = await desk.pick({ B: '7' })
  const { version } = await desk.inside((ctx) =>
    ctx.tx.one<{ version: number }>(sql`select version from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
  await desk.clerk.call(work.cancelTasks, { rows: [{ id, version }] })
  expect(await listed({ state: ['CANCELED'] })).toMatchObject([
    { id, actualS: null, standardS: null, efficiency: null },
  ])
})

test('a task is taken back as a whole, or not at all once its goods have gone on', async () => {
  const pick = await desk.pick({ A: '4', B: '3' })
  for (const [i, l] of pick.lines.entries()) await confirm(l.id, l.planQty, { toContainer: `T${i + 5}` })
  expect(await listed({ id: [pick.id] })).toHaveLength(1)
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_container set state = 'LOADED' where tenant_id = ${ctx.tenantId} and code = 'T5'`),
  )
  await expect(desk.clerk.call(work.undoTask, { id: pick.id })).rejects.toThrow('后续移动')
  expect(await listed({ id: [pick.id] })).toMatchObject([{ doneLines: 2 }])
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_container set state = 'PICKED' where tenant_id = ${ctx.tenantId} and code = 'T5'`),
  )
  expect(await desk.clerk.call(work.undoTask, { id: pick.id })).toMatchObject({ lines: 2, task: { doneQty: '0.000' } })
  expect(await listed({ id: [pick.id] })).toEqual([])
  await desk.sound()
  await expect(desk.clerk.call(work.undoTask, { id: pick.id })).rejects.toThrow('撤销')
})

test('who may not take tasks of the type back, and who is of another tenant, changes nothing', async () => {
  const pick = await desk.pick({ A: '1' })
  await confirm(pick.lines[0]?.id, '1', { toContainer: 'T9' })
  const viewer = await desk.server.as('viewer', 'DC01')
  await expect(viewer.call(work.undoTask, { id: pick.id })).rejects.toMatchObject({ code: 40301 })
  const other = await desk.server.as('admin', 'DC01', 'two')
  await expect(other.call(work.undoTask, { id: pick.id })).rejects.toMatchObject({ code: 40400 })
  await desk.sound()
})
