import * as calls from '@lading/contract/dps/calls.ts'
import { dpsTask } from '@lading/contract/dps/task.ts'
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { addToWave } from '@lading/contract/wms/waveCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRackDesk, type RackDesk } from './testing/rackDesk.ts'

/*
 * dps.md §8: forty stores on a line of three points of 24 tags, at the wire. Completers are nodes 25, 50 and 75; bin L-73 has no
 * tag. What is divided among stores is proved in rack/sow.db.test.ts.
 */
let desk: RackDesk
const ids = new Map<string, string>()
beforeAll(async () => {
  desk = await openRackDesk({ points: [24, 24, 24], untagged: 1, orders: 3, maxVolumeM3: '0.06', sim: { nodes: 80 } })
})
afterAll(() => desk.close())

const two = (n: number): string => String(n).padStart(2, '0')
const product = (bin: number): string => `P${two(bin)}`
/** S01: six lines at the first point, none at the second, eight at the third. */
const first = [1, 2, 3, 9, 20, 24, 52, 53, 54, 55, 56, 57, 58, 59]
/** Of the others 21 have sixteen lines and 18 have fifteen; six of them want so much that it fills two containers. */
function planOf(store: number): Record<string, string> {
  if (store === 1) return Object.fromEntries(first.map((bin) => [product(bin), bin === 9 ? '12' : '2']))
  const [lines, qty] = [store <= 22 ? 16 : 15, store <= 7 ? '6' : '2']
  const bins = Array.from({ length: lines }, (_, i) => 1 + ((store * 7 + i * 5) % 72)).filter((bin) => bin !== 9)
  const more = Array.from({ length: 72 }, (_, i) => i + 1).filter((bin) => bin !== 9 && !bins.includes(bin))
  const own = [...new Set([...bins, ...more])].slice(0, lines)
  return { ...Object.fromEntries(own.map((bin) => [product(bin), qty])), ...(store > 22 && { P73: '2' }) }
}

const operate = documentCalls(operateBill) as Readonly<Record<string, never>>
const waves = documentCalls(waveBill as never) as Readonly<Record<string, never>>
async function release(): Promise<void> {
  const rows: { id: string; version: number }[] = []
  for (let n = 1; n <= 40; n++) {
    const lines = Object.entries(planOf(n)).map(([code, planQty]) => ({
      productId: desk.yard.products.get(code)?.id,
      planQty,
    }))
    const made = await desk.clerk.call<{ id: string; version: number }>(operate.create, {
      ...{
        ownerId: desk.yard.owners.get('O1'),
        storeId: desk.stores.get(`S${two(n)}`),
        bizDate: '2026-11-20',
        priority: n,
        lines,
      },
    })
    await desk.clerk.call(operate.approve, { rows: [made] })
    rows.push({ id: made.id, version: made.version + 1 })
  }
  const wave = await desk.clerk.call<{ id: string; version: number }>(waves.create, { title: 'W1' })
  const { version } = await desk.clerk
    .call<{ version: number }>(addToWave as never, { ...wave, rows } as never)
    .then(() => desk.clerk.call<{ version: number }>(waves.getById, { id: wave.id }))
  await desk.clerk.call(waves.start, { rows: [{ id: wave.id, version }] })
  await desk.settle()
}
const count = (query: ReturnType<typeof sql>) =>
  desk.inside(async (ctx) => Number((await ctx.tx.one<{ n: string }>(query)).n))
const tenant = () => desk.server.one.tenantId
const outcomes = (node: number) =>
  desk.inside(async (ctx) =>
    (
      await ctx.tx.query<{ outcome: string }>(sql`
        select outcome from dps_event where tenant_id = ${ctx.tenantId} and node = ${node} and kind = 'CONFIRM' order by id`)
    ).map((e) => e.outcome),
  )
const stateOf = async (name: string) =>
  await desk.clerk.call<Record<string, unknown>>(crudCalls(dpsTask.header).getById as never, { id: ids.get(name) })
const arrive = (pointCode: string, containerCode: string) =>
  desk.clerk.call(calls.arriveAt, { pointCode, containerCode })

test('1: released, each store has its tasks at the line, and nothing is dropped', async () => {
  for (const pointCode of ['P1', 'P2', 'P3']) await desk.clerk.call(calls.signOn, { pointCode })
  await release()
  expect(await count(sql`select count(*) as n from dps_task where tenant_id = ${tenant()}`)).toBe(46)
  expect(await count(sql`select count(*) as n from dps_pick where tenant_id = ${tenant()}`)).toBe(620)
  const byHand = sql`select count(*) as n from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id and k.mode = 'RF' where l.tenant_id = ${tenant()} and k.task_type = 'PICK'`
  expect(await count(byHand)).toBe(18)
  expect(
    await count(
      sql`select count(*) as n from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id where l.tenant_id = ${tenant()} and k.task_type = 'PICK'`,
    ),
  ).toBe(638)
})

test('2: a part, a shortage that is made good from another bin, a point that is passed by', async () => {
  ids.set('T001', (await arrive('P1', 'C001')).taskId)
  await desk.settle()
  expect(desk.lit()).toBe('1:2 2:2 3:2 9:12 20:2 24:2')
  for (const node of [1, 2, 3, 20, 24]) await desk.press(node)
  // Of what is short at node 9 there is more at node 17 by now.
  await desk.put(17, 'P09', '40')
  desk.less(9, 10)
  await desk.short(9)
  await desk.settle()
  expect(desk.lit()).toBe('17:2')
  await desk.press(17)
  expect(desk.lit()).toBe('25:-03')
  await desk.press(25)
  expect(desk.lit()).toBe('54:2 55:2 56:2 57:2 58:2 59:2 60:2 61:2')
})

test('3: what was booked before the line was cut stays dark, the rest comes again, and one press of two counts', async () => {
  await desk.press(60)
  desk.sim.cut()
  await expect.poll(desk.lit, { timeout: 5_000 }).toBe('54:2 55:2 56:2 57:2 58:2 59:2 61:2')
  await expect.poll(() => desk.sim.snapshot()[60]?.style, { timeout: 5_000 }).toBe('recheck')
  await desk.settle()
  desk.sim.press({ bus: 1, node: 61 })
  desk.sim.press({ bus: 1, node: 61 })
  await desk.settle()
  expect((await outcomes(61)).filter((o) => o === 'APPLIED')).toHaveLength(1)
  expect(await outcomes(60)).toEqual(['APPLIED'])
})

test('4: full at line twelve, two picks go on in another container', async () => {
  for (const node of [54, 55, 56, 57]) await desk.press(node)
  const child = await desk.clerk.call(calls.fullTask, { taskId: ids.get('T001') ?? '' })
  ids.set('T001-1', child.id)
  await desk.settle()
  expect(await stateOf('T001')).toMatchObject({ state: 'DONE', shortQty: '2.000' })
  expect(await stateOf('T001-1')).toMatchObject({ state: 'READY', lineCount: 2 })
  await arrive('P3', 'C047')
  await desk.settle()
  expect(desk.lit()).toBe('58:2 59:2')
  await desk.press(58)
  await desk.press(59)
  await desk.press(75)
  expect(await stateOf('T001-1')).toMatchObject({ state: 'DONE' })
})

test('7: all of it is picked, each piece once', async () => {
  for (let n = 2; (await desk.tasks()).some((t) => t.startsWith('READY')); n++) {
    await arrive('P1', `C${String(n).padStart(3, '0')}`)
    await work()
  }
  expect((await desk.tasks()).filter((t) => !t.startsWith('DONE'))).toEqual([])
  expect(await desk.tasks()).toHaveLength(47)
  const sums = await desk.inside((ctx) =>
    ctx.tx.one(sql`
    select count(*) filter (where state = 'DONE')::int as done, count(*) filter (where state = 'SHORT')::int as short from dps_pick where tenant_id = ${ctx.tenantId}`),
  )
  // The shortage was made good by a pick of its own.
  expect(sums).toEqual({ done: 620, short: 1 })
  await desk.sound()
})

/** Presses what is lit until nothing is. */
async function work(): Promise<void> {
  for (let idle = 0; idle < 2; ) {
    const lit = desk.sim.snapshot().filter((t) => t.text !== '')
    for (const t of lit) desk.sim.press(t)
    await desk.settle()
    idle = lit.length === 0 ? idle + 1 : 0
  }
}
