import * as work from '@lading/contract/wms/taskCalls.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
/** A bin of each aisle of one area, ten metres apart, the last without a place on the plan. */
const bins = new Map<string, string>()
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.inside(async (ctx) => {
    const { id: areaId } = await ctx.tx.one<{ id: string }>(
      sql`select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`,
    )
    const rows = Array.from({ length: 9 }, (_, n) => ({
      tenantId: ctx.tenantId,
      orgId: ctx.org.id,
      id: ctx.newId(),
      code: `W-${n}`,
      usage: 'STORAGE',
      areaId,
      aisle: `0${n}`,
      x: n * 10,
      y: 0,
      mixProduct: true,
      mixLot: true,
      mixOwner: true,
    }))
    await bulkInsert(ctx.tx, 'wms_bin', rows)
    for (const { code, id } of rows) bins.set(code, id)
  })
})
afterAll(() => desk.server.close())
beforeEach(() =>
  desk.inside((ctx) =>
    ctx.tx.run(
      sql`update wms_task set state = 'CANCELED', finished_at = null where tenant_id = ${ctx.tenantId} and task_no like 'W%'`,
    ),
  ),
)

interface Work {
  readonly type?: TaskType
  readonly from?: string
  readonly to?: string
  readonly billId?: string
  readonly priority?: number
  readonly dueIn?: number
  /** Minutes ago, of what the clerk has done. */
  readonly done?: number
}
/** Work of one line as far as it matters who does it next. */
const make = (o: Work): Promise<string> =>
  desk.inside(async (ctx) => {
    const [id, here] = [ctx.newId(), { tenantId: ctx.tenantId, orgId: ctx.org.id }]
    const minutes = (n: number) => new Date(ctx.now().getTime() + n * 60_000)
    const ended = o.done === undefined ? null : minutes(-o.done)
    const taskType = o.type ?? 'MOVE'
    await bulkInsert(ctx.tx, 'wms_task', [
      {
        ...here,
        id,
        taskNo: `W${id}`,
        taskType,
        queue: taskType,
        state: ended ? 'DONE' : 'READY',
        priority: o.priority ?? 50,
        billId: o.billId ?? null,
        dueAt: o.dueIn === undefined ? null : minutes(o.dueIn),
        assigneeId: ended ? desk.clerk.userId : null,
        finishedAt: ended,
      },
    ])
    await bulkInsert(ctx.tx, 'wms_task_line', [
      {
        ...here,
        id: ctx.newId(),
        taskId: id,
        lineNo: 1,
        seq: 1,
        state: ended ? 'DONE' : 'OPEN',
        fromBinId: bins.get(o.from ?? '') ?? null,
        toBinId: bins.get(o.to ?? '') ?? null,
        planQty: '1',
        confirmedAt: ended,
      },
    ])
    return id
  })
const order = async (types: readonly TaskType[] = ['MOVE']): Promise<string[]> => {
  const given: string[] = []
  for (;;) {
    const { code, data } = await desk.clerk.envelope(work.nextTask, { taskTypes: types })
    if (code !== 0) return given
    const { id } = (data as { task: { id: string } }).task
    given.push(id)
    // As if somebody else had taken it: the clerk stands where he stood.
    await desk.inside((ctx) =>
      ctx.tx.run(sql`update wms_task set state = 'CANCELED' where tenant_id = ${ctx.tenantId} and id = ${id}`),
    )
  }
}

test('of equal work the nearest to where his last task ended comes first', async () => {
  await make({ from: 'W-0', done: 5 })
  const [far, near, middle] = [await make({ from: 'W-8' }), await make({ from: 'W-1' }), await make({ from: 'W-4' })]
  expect(await order()).toEqual([near, middle, far])
})

test('what was brought somewhere left him there', async () => {
  await make({ type: 'PUTAWAY', from: 'W-0', to: 'W-8', done: 5 })
  const [far, near] = [await make({ from: 'W-1' }), await make({ from: 'W-7' })]
  expect(await order()).toEqual([near, far])
})

test('only the last he did counts, and nothing that is long past', async () => {
  await make({ from: 'W-0', done: 60 })
  await make({ from: 'W-8', done: 5 })
  const [far, near] = [await make({ from: 'W-0' }), await make({ from: 'W-7' })]
  expect(await order()).toEqual([near, far])
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_task set finished_at = finished_at - interval '5 hours' where tenant_id = ${ctx.tenantId} and state = 'DONE' and task_no like 'W%'`),
  )
  const [first, second] = [await make({ from: 'W-0' }), await make({ from: 'W-7' })]
  expect(await order()).toEqual([first, second])
})

test('priority and haste come before a short way', async () => {
  await make({ from: 'W-0', done: 5 })
  const near = await make({ from: 'W-0' })
  const [urgent, due] = [await make({ from: 'W-8', priority: 49 }), await make({ from: 'W-8', dueIn: 30 })]
  expect(await order()).toEqual([urgent, due, near])
  // A minute or two is no haste: the way decides.
  await make({ from: 'W-0', done: 4 })
  const [soonFar, laterNear] = [await make({ from: 'W-8', dueIn: 60 }), await make({ from: 'W-0', dueIn: 62 })]
  expect(await order()).toEqual([laterNear, soonFar])
})

test('the wave that he works on goes on before another that is a little nearer', async () => {
  const [mine, other] = ['900001', '900002']
  await make({ from: 'W-0', billId: mine, done: 5 })
  const [near, same] = [await make({ from: 'W-2', billId: other }), await make({ from: 'W-6', billId: mine })]
  expect(await order()).toEqual([same, near])
})

test('work of another kind that begins here saves an empty way', async () => {
  await make({ type: 'PUTAWAY', to: 'W-3', done: 5 })
  const [again, down] = [await make({ type: 'PUTAWAY', from: 'W-3' }), await make({ type: 'RPL_DOWN', from: 'W-4' })]
  expect(await order(['PUTAWAY', 'RPL_DOWN'])).toEqual([down, again])
})

test('without a plan the aisles tell the way, and a bin that nobody can place is far', async () => {
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_bin set x = null, y = null where tenant_id = ${ctx.tenantId} and code like 'W-%'`),
  )
  await make({ from: 'W-2', done: 5 })
  const [nowhere, far, near] = [await make({}), await make({ from: 'W-8' }), await make({ from: 'W-3' })]
  expect(await order()).toEqual([near, far, nowhere])
})
