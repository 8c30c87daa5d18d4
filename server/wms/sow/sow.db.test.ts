import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { checkContainers } from '@lading/contract/wms/checkCalls.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { sowFaults } from '@lading/contract/wms/sowFaults.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSowDesk } from '../testing/sowDesk.ts'
import { setTaskRules } from '../testing/taskRules.ts'
import { stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

let desk: WaveDesk
const orders: string[] = []
let wave = ''
beforeAll(async () => {
  desk = await openSowDesk(3)
  await desk.inside((ctx) => setTaskRules(ctx, 'PICK', { rule: { refetch: false } }))
  await stepSeven(desk)
  for (const [store, plan] of Object.entries({ S1: { P2: '8' }, S2: { P2: '18' }, S3: { P2: '10' } }))
    orders.push(await desk.order(store, plan))
  wave = await desk.wave(orders)
  await desk.step(wave, 'start')
})
afterAll(() => desk.server.close())

type Work = { task: { id: string; taskNo: string; state: string; billNo: string }; lines: WorkLine[] }
const next = (type: 'PICK' | 'SOW'): Promise<Work> => desk.clerk.call(work.nextTask as never, { taskTypes: [type] })
const confirm = async (line: WorkLine | undefined, qty: string, more: object = {}) => {
  const answer = await desk.clerk.call<{ next: WorkLine | null; task: { state: string } }>(work.confirmLine as never, {
    taskLineId: line?.id,
    qty,
    ...more,
  })
  await desk.server.relay.drain()
  return answer
}
const texts = (query: ReturnType<typeof sql>) =>
  desk.inside(async (ctx) => (await ctx.tx.query<{ text: string }>(query)).map((r) => r.text))
/** How many tasks for many orders the first order is part of. */
const inBatches = async () =>
  (await desk.clerk.call<{ inBatches: number | null }>(documentCalls(operateBill).getById as never, { id: orders[0] }))
    .inBatches
/** What stands in containers that hold goods: bin, container, its state and store, quantity and how much is promised. */
const totes = () =>
  texts(sql`
    select concat_ws(' ', b.code, c.code, c.state, t.code, trim_scale(s.qty), trim_scale(s.reserved_qty)) as text from wms_stock s
    join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
    left join wms_store t on t.tenant_id = c.tenant_id and t.id = c.store_id
    where s.qty > 0 and c.code like 'T%' order by c.code`)

// wms.md chapter 12, steps 7 to 9 and 12 to 15, of the goods that are picked in a batch.
test('a wave picks pieces for all stores at once, when all of them are there', async () => {
  expect(await desk.tasks('PICK')).toEqual(['WAIT SB-02-01 8, SB-02-01 18, SB-02-01 4, SB-02-01 6'])
  await desk.work('RPL_DOWN')
  expect(await desk.tasks('PICK')).toEqual(['READY SB-02-01 8, SB-02-01 18, SB-02-01 4, SB-02-01 6'])
  expect(await desk.read(wave)).toMatchObject({ picking: 1, sorting: 0 })
  expect(await inBatches()).toBe(1)
  await desk.sound()
})

test('the picker sees and confirms one line, and what is missing is missing at the last store', async () => {
  const { lines, task } = await next('PICK')
  expect(lines).toMatchObject([{ planQty: '36', stores: 3, store: null, fromBin: { code: 'SB-02-01' } }])
  expect(task.billNo).toMatch(/^BC/)
  await expect(confirm(lines[0], '37', { toContainer: 'T1' })).rejects.toMatchObject({
    code: wmsFaults.overPlan.code,
    message: '实际数量3 箱 + 1 个不能大于计划数量3 箱',
  })
  await expect(confirm(lines[0], '35', { toContainer: 'T1' })).rejects.toMatchObject({
    code: wmsFaults.needReason.code,
  })
  await desk.sound()
  await confirm(lines[0], '20', { toContainer: 'T1', partial: true })
  await desk.sound()
  const done = await confirm(lines[0], '15', { toContainer: 'T1', reason: 'NOT_FOUND' })
  expect(done).toMatchObject({ task: { state: 'DONE' }, next: null })
  expect(await totes()).toEqual(['SYS-PICK T1 PICKED 35 35'])
  expect(await Promise.all(orders.map(desk.lines))).toEqual([['P2 8'], ['P2 18'], ['P2 9 short 1']])
  await desk.sound()
})

test('sorting leads along the wall, and knows what each store gets', async () => {
  expect(await desk.tasks('SOW')).toEqual(['READY SYS-PICK W-1 8, SYS-PICK W-2 18, SYS-PICK W-3 9'])
  expect(await desk.read(wave)).toMatchObject({ picking: 0, sorting: 1, state: 'INPROGRESS' })
  expect(await inBatches()).toBe(1)
  const [found] = (
    await desk.clerk.call<{ tasks: { id: string }[] }>(work.findWork as never, { scan: 'T1', taskTypes: ['SOW'] })
  ).tasks
  const { lines, task } = await next('SOW')
  expect(found?.id).toBe(task.id)
  const [s1, s2] = lines
  await expect(confirm(s1, '8', { scans: { bin: 'W-2' } })).rejects.toMatchObject({ code: wmsFaults.wrongBin.code })
  await expect(confirm(s1, '8', { toContainer: 'T1' })).rejects.toMatchObject({ code: wmsFaults.containerState.code })
  await confirm(s1, '8', { scans: { bin: 'W-1' }, toContainer: 'T2' })
  await expect(confirm(s2, '18', { toContainer: 'T2' })).rejects.toMatchObject({ code: wmsFaults.containerState.code })
  await confirm(s2, '10', { toContainer: 'T3', partial: true })
  await desk.sound()
  // The rest goes to the container that stands there.
  await confirm(s2, '8')
  expect(await totes()).toEqual(['SYS-PICK T1 PICKED 9 9', 'W-1 T2 PICKING S1 8 8', 'W-2 T3 PICKING S2 18 18'])
  await desk.sound()
})

test('what was put to a store comes back, and nobody drops what belongs to stores', async () => {
  const { task, lines } = await next('SOW')
  const undone = lines.find((l) => l.store?.code === 'S1')
  await desk.clerk.call(work.undoLine as never, { taskLineId: undone?.id })
  expect(await totes()).toEqual(['SYS-PICK T1 PICKED 17 17', 'W-2 T3 PICKING S2 18 18'])
  await desk.sound()
  const { version } = await desk.clerk.call<{ version: number }>(
    { method: 'GET', path: '/wms/api/sowTask/getById' } as never,
    { id: task.id },
  )
  expect(
    await desk.clerk.call(work.cancelTasks as never, { rows: [{ id: task.id, version }], reason: 'no' }),
  ).toMatchObject({ ok: 0 })
  await confirm(undone, '8', { toContainer: 'T2' })
})

test('a piece that is missing at the wall is looked for, and the wave is over when all is put', async () => {
  const { lines } = await next('SOW')
  const open = lines.filter((l) => l.state === 'OPEN')
  expect(open).toMatchObject([{ planQty: '9.000', store: { code: 'S3' } }])
  await expect(confirm(open[0], '8')).rejects.toMatchObject({ code: wmsFaults.needReason.code })
  await confirm(open[0], '8', { toContainer: 'T4', reason: 'NOT_FOUND' })
  // One was missing at the bin, where a person decides; the other is fetched from the reserve at once.
  expect(await desk.lines(orders[2] ?? '')).toEqual(['P2 9'])
  expect(await desk.tasks('PICK')).toEqual(['READY R-02-02 1'])
  expect(
    await texts(
      sql`select concat_ws(' ', d.state, trim_scale(d.short_qty)) as text from wms_pick_diff d order by d.id`,
    ),
  ).toEqual(['OPEN 1', 'ADJUSTED 1'])
  expect(await inBatches()).toBeNull()
  expect(await totes()).toEqual(['W-1 T2 PICKED S1 8 8', 'W-2 T3 PICKED S2 18 18', 'W-3 T4 PICKED S3 8 8'])
  expect(
    await texts(
      sql`select concat_ws(' ', state, b.code) as text from wms_container c left join wms_bin b on b.id = c.bin_id where c.code = 'T1'`,
    ),
  ).toEqual(['IDLE'])
  await desk.sound()
})

test('who comes later is sorted later: a wall serves as many stores at once as it has positions', async () => {
  const more = [await desk.order('S1', { P2: '12' }), await desk.order('S2', { P2: '24' })]
  more.push(await desk.order('S3', { P2: '12' }))
  await desk.inside((ctx) => ctx.tx.run(sql`update wms_sowing_scheme set max_stores = 2`))
  const second = await desk.wave(more)
  await desk.step(second, 'start')
  for (;;) {
    const rpl = await desk.tasks('RPL_DOWN')
    if (rpl.length === 0) break
    await desk.work('RPL_DOWN')
  }
  expect((await desk.tasks('PICK')).slice(1)).toEqual(['READY SB-02-01 12, SB-02-01 24', 'READY SB-02-01 12'])
  await desk.sound()
  // An order that ends leaves its batch; the other goes on.
  const calls = documentCalls(operateBill)
  const { version } = await desk.clerk.call<{ version: number }>(calls.getById as never, { id: more[1] })
  expect(
    await desk.clerk.call(calls.stop as never, { rows: [{ id: more[1], version }], reason: 'closed' }),
  ).toMatchObject({ ok: 1 })
  await desk.server.relay.drain()
  expect((await desk.tasks('PICK')).slice(1)).toEqual(['READY SB-02-01 12', 'READY SB-02-01 12'])
  await desk.sound()
})

test('a batch is taken back as a whole, as long as its goods have not gone on', async () => {
  // The piece that was looked for goes before.
  await desk.work('PICK', { toContainer: 'T8' })
  const { lines, task } = await next('PICK')
  const [line] = lines.filter((l) => l.state === 'OPEN')
  await confirm(line, line?.planQty ?? '0', { toContainer: 'T9' })
  // What is still everybody's is not looked into: whose goods are missing, sorting says.
  const [tote] = await desk.inside((ctx) =>
    ctx.tx.query<{ id: string; version: number }>(sql`select id, version from wms_container where code = 'T9'`),
  )
  expect(await desk.clerk.call(checkContainers as never, { rows: [tote] })).toMatchObject({
    ok: 0,
    failed: [{ code: sowFaults.toBeSown.code }],
  })
  const { lines: sorted } = await next('SOW')
  await expect(desk.clerk.call(work.undoTask as never, { id: task.id })).rejects.toMatchObject({
    code: sowFaults.toBeSown.code,
  })
  await confirm(sorted[0], sorted[0]?.planQty ?? '0')
  await desk.sound()
})

test('sorting waits while the wall has no room for its stores, and begins when the others are through', async () => {
  await desk.inside(async (ctx) => {
    await ctx.tx.run(sql`update wms_sowing_scheme set max_stores = 1`)
    await ctx.tx.run(sql`update wms_bin set lock_in = true where usage = 'SOW' and code <> 'W-1'`)
  })
  await desk.put('SB-02-01', 'P2', '48', '2029-10-31')
  await desk.step(await desk.wave([await desk.order('S1', { P2: '6' }), await desk.order('S2', { P2: '6' })]), 'start')
  const states = () =>
    texts(
      sql`select state as text from wms_task where task_type = 'SOW' and state not in ('DONE', 'CANCELED') order by id`,
    )
  while ((await desk.tasks('PICK')).length > 0) await desk.work('PICK')
  for (let left = (await states()).length; left > 0; left--) {
    expect(await states()).toEqual(['READY', ...Array.from({ length: left - 1 }, () => 'WAIT')])
    const { lines } = await next('SOW')
    for (const line of lines) {
      expect(line.toBin?.code).toBe('W-1')
      await confirm(line, line.planQty)
    }
    await desk.sound()
  }
})

test('two sorters who end at once fill the same containers, and leave none of them open', async () => {
  await desk.inside(async (ctx) => {
    await ctx.tx.run(sql`update wms_sowing_scheme set max_stores = null`)
    await ctx.tx.run(sql`update wms_bin set lock_in = false where usage = 'SOW'`)
    await ctx.tx.run(sql`update wms_pick_area set max_lines = 1 where code = 'SA'`)
  })
  const other = await desk.server.as('admin', 'DC01')
  await desk.put('SB-02-01', 'P2', '60', '2029-11-30')
  await desk.put('SB-02-01', 'P2', '60', '2029-12-31')
  const plan = { P2: '40' }
  await desk.step(await desk.wave([await desk.order('S1', plan), await desk.order('S2', plan)]), 'start')
  while ((await desk.tasks('PICK')).length > 0) await desk.work('PICK')
  const sorters = [desk.clerk, other]
  const sort = (i: number, line: WorkLine | undefined) =>
    sorters[i]?.call(work.confirmLine as never, { taskLineId: line?.id, qty: line?.planQty })
  for (;;) {
    const jobs: Work[] = []
    for (const by of sorters)
      await by.call<Work>(work.nextTask as never, { taskTypes: ['SOW'] }).then(
        (job) => jobs.push(job),
        () => undefined,
      )
    if (jobs.length === 0) break
    for (const [i, { lines }] of jobs.entries()) for (const line of lines.slice(0, -1)) await sort(i, line)
    await Promise.all(jobs.map(({ lines }, i) => sort(i, lines.at(-1))))
    await desk.server.relay.drain()
  }
  expect(await texts(sql`select code as text from wms_container where state = 'PICKING'`)).toEqual([])
  await desk.sound()
})
