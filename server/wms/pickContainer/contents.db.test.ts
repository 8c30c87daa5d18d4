import { faults } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { boxesLeft } from '@lading/contract/wms/pickBoxes.ts'
import * as calls from '@lading/contract/wms/pickContainerCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pickContainerLabels } from '../print/pickContainerLabels.ts'
import { openPickDesk, type Pick, type PickDesk } from '../testing/pickDesk.ts'

/** Which line of a pick goes into which of its containers, whatever becomes of both. */
let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.inside(async (ctx) => {
    // A case is 12 l: five fill a tote.
    await ctx.tx.run(sql`update mdm_product set volume_m3 = 0.001, weight_kg = 0.1 where tenant_id = ${ctx.tenantId}`)
    await ctx.tx.run(
      sql`update wms_container_type set volume_m3 = 0.06, max_fill_pct = 100, returnable = true where tenant_id = ${ctx.tenantId} and code = 'TOTE'`,
    )
  })
  for (const product of ['A', 'B', 'C']) await desk.put('P-01', product, '3000')
})
afterAll(() => desk.server.close())

/** Picks take totes that no other test has. */
let used = 0
async function assign(taskId: string, n: number): Promise<string[]> {
  const codes = Array.from({ length: n }, () => `T${++used}`)
  await desk.clerk.call(calls.assignContainers, { taskIds: [taskId], codes })
  return codes
}
const idsOf = (taskId: string) =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<{ id: string; code: string }>(sql`
      select id, code from wms_pick_container where tenant_id = ${ctx.tenantId} and task_id = ${taskId} order by id`)
    return new Map(rows.map((r) => [r.code, r.id]))
  })
/** As `A 60/12`: planned and put in. */
async function inside(taskId: string, code: string): Promise<string[]> {
  const rows = await desk.clerk.call(calls.containerContents, { id: (await idsOf(taskId)).get(code) ?? '' })
  return rows.map((n) => `${n.product.code} ${Number(n.planQty)}/${Number(n.doneQty)}`)
}
const lineOf = async (pick: Pick, n: number) =>
  (await desk.clerk.call(work.getWork, { id: pick.id })).lines.find((l) => l.id === pick.lines[n]?.id)
/** What a picker is told of a line. */
async function told(pick: Pick, n: number): Promise<string[]> {
  const line = await lineOf(pick, n)
  const rest = parseQty(line?.planQty ?? '0') - parseQty(line?.doneQty ?? '0') - parseQty(line?.shortQty ?? '0')
  return boxesLeft(line?.boxes ?? [], rest).map(({ code, qty }) => `${code} ${Number(qty) / 1000}`)
}
const take = (pick: Pick) => desk.clerk.call(work.takeTask, { id: pick.id })
const put = (pick: Pick, n: number, qty: string, toContainer: string, more: object = { partial: true }) =>
  desk.clerk.call(work.confirmLine, { taskLineId: pick.lines[n]?.id ?? '', qty, toContainer, ...more })
/** It is meant. */
const replan = { partial: true, replan: true }
const versionOf = (id: string) =>
  desk.inside(async (ctx) => {
    const { version } = await ctx.tx.one<{ version: number }>(sql`select version from wms_task where id = ${id}`)
    return version
  })

test('each container knows what is to come into it: on its page, its label, and at the picker’s hand', async () => {
  const pick = await desk.pick({ A: '96', B: '24' })
  const [one = '', two = ''] = await assign(pick.id, 2)
  expect([await inside(pick.id, one), await inside(pick.id, two)]).toEqual([['A 60/0'], ['A 36/0', 'B 24/0']])
  expect([await told(pick, 0), await told(pick, 1)]).toEqual([[`${one} 60`, `${two} 36`], [`${two} 24`]])
  const ids = [...(await idsOf(pick.id)).values()]
  const [first, second] = await desk.inside(async (ctx) => (await pickContainerLabels(ctx, ids)).copies)
  expect(first?.values).toMatchObject({ nth: '1/2', goods1: expect.stringMatching(/^P-01 A .*60.*\(5\)$/), goods2: '' })
  expect(second?.values).toMatchObject({
    goods1: expect.stringMatching(/ A .*36.*\(3\)$/),
    goods2: expect.stringMatching(/ B .*24.*\(2\)$/),
  })
  const id = ids[0] ?? ''
  const code = async (who: Awaited<ReturnType<PickDesk['server']['as']>>) =>
    (await who.envelope(calls.containerContents, { id })).code
  expect(await code(await desk.server.as('admin', 'DC01', 'two'))).toBe(faults.notFound.code)
  expect(await code(await desk.server.as('admin', 'DC02'))).toBe(faults.notFound.code)
  expect(await code(await desk.server.as('nobody', 'DC01'))).toBe(faults.forbidden.code)
})

test('what was put into another is told of where it is, and what is taken back is to come again', async () => {
  const pick = await desk.pick({ A: '96' })
  const [one = '', two = ''] = await assign(pick.id, 2)
  await take(pick)
  await put(pick, 0, '24', one)
  const { next } = await put(pick, 0, '12', two)
  expect(next?.boxes).toEqual([
    { code: one, planQty: '60.000', doneQty: '24.000' },
    { code: two, planQty: '36.000', doneQty: '12.000' },
  ])
  expect(await told(pick, 0)).toEqual([`${one} 36`, `${two} 24`])
  // All that is left into the second, where 24 are meant: a change of the plan, which moves what the labels tell.
  await put(pick, 0, '48', two, replan)
  expect([await inside(pick.id, one), await inside(pick.id, two)]).toEqual([['A 36/24'], ['A 60/60']])
  expect(await told(pick, 0)).toEqual([`${one} 12`])
  await put(pick, 0, '12', one)
  await desk.clerk.call(work.undoLine, { taskLineId: pick.lines[0]?.id ?? '' })
  expect([await inside(pick.id, one), await inside(pick.id, two)]).toEqual([['A 36/0'], ['A 60/0']])
  expect(await told(pick, 0)).toEqual([`${one} 36`, `${two} 60`])
  await desk.sound()
})

test('another container than the planned one is refused with the planned one, and nothing is changed', async () => {
  const pick = await desk.pick({ A: '96', B: '24' })
  const [one = '', two = ''] = await assign(pick.id, 2)
  await take(pick)
  const goesInto = (n: number, to: string, qty: string) => ({
    code: calls.pickContainerFaults.goesInto.code,
    message: expect.stringContaining(`第${n}个容器[${to}]（${qty}）`),
  })
  const sent = (n: number, qty: string, toContainer: string) =>
    desk.clerk.envelope(work.confirmLine, { taskLineId: pick.lines[n]?.id ?? '', qty, toContainer, partial: true })
  // B is planned for the second; of A more than 60 for the second as well.
  expect(await sent(1, '24', one)).toMatchObject(goesInto(2, two, '24'))
  expect(await sent(0, '96', one)).toMatchObject(goesInto(2, two, '36'))
  expect([await inside(pick.id, one), await inside(pick.id, two)]).toEqual([['A 60/0'], ['A 36/0', 'B 24/0']])
  await desk.sound()
})

test('a change of the plan tells which labels are to be printed again, and their containers what they weigh', async () => {
  const pick = await desk.pick({ A: '96' })
  const [one = '', two = ''] = await assign(pick.id, 2)
  await take(pick)
  const ids = [...(await idsOf(pick.id)).values()]
  await desk.inside((ctx) =>
    ctx.tx.run(
      sql`update wms_pick_container set print_count = 1 where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`,
    ),
  )
  const { warnings } = await put(pick, 0, '60', two, replan)
  expect(warnings).toEqual([[`装箱计划已改，请重打标签：${one}, ${two}`, expect.stringContaining(`${one}, ${two}`)]])
  const rows = await desk.inside((ctx) =>
    ctx.tx.query(sql`
      select code, weight::text, print_count from wms_pick_container where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[]) order by seq`),
  )
  expect(rows).toEqual([
    { code: one, weight: '3.600', printCount: 0 },
    { code: two, weight: '6.000', printCount: 0 },
  ])
  await desk.sound()
})

test('a container that nobody foresaw tells what came into it, until that is taken back', async () => {
  const pick = await desk.pick({ A: '12' })
  const [own = ''] = await assign(pick.id, 1)
  const more = `T${++used}`
  await take(pick)
  await put(pick, 0, '4', own)
  await put(pick, 0, '8', more, replan)
  expect([await inside(pick.id, own), await inside(pick.id, more)]).toEqual([['A 4/4'], ['A 8/8']])
  await desk.clerk.call(work.undoLine, { taskLineId: pick.lines[0]?.id ?? '' })
  expect([await inside(pick.id, own), await inside(pick.id, more)]).toEqual([['A 4/0'], ['A 8/0']])
  await desk.sound()
})

test('what is short comes into none, and the other lines stay where they were meant', async () => {
  const pick = await desk.pick({ A: '96', B: '24' })
  const [one = '', two = ''] = await assign(pick.id, 2)
  await take(pick)
  await put(pick, 0, '60', one)
  await put(pick, 0, '12', two, { reason: 'DAMAGED' })
  expect((await lineOf(pick, 0))?.state).toBe('SHORT')
  expect([await told(pick, 0), await told(pick, 1)]).toEqual([[], [`${two} 24`]])
  expect([await inside(pick.id, one), await inside(pick.id, two)]).toEqual([['A 60/60'], ['A 36/12', 'B 24/0']])
  await desk.sound()
})

test('a container that replaces another takes what was meant for it; one that is given back takes nothing', async () => {
  const pick = await desk.pick({ A: '96' })
  const [one = '', two = ''] = await assign(pick.id, 2)
  const [old, next] = [(await idsOf(pick.id)).get(one) ?? '', `T${++used}`]
  await desk.clerk.call(calls.rebindContainer, { id: old, version: 0, code: next, reason: 'lid broken' })
  expect([await inside(pick.id, one), await inside(pick.id, next)]).toEqual([[], ['A 60/0']])
  expect(await told(pick, 0)).toEqual([`${next} 60`, `${two} 36`])
  const freed = (await idsOf(pick.id)).get(two) ?? ''
  await desk.clerk.call(calls.freeContainers, { rows: [{ id: freed, version: 0 }] })
  expect(await told(pick, 0)).toEqual([`${next} 60`])
})

test('after a split nothing is meant for containers that were given back; new ones are planned anew, and so after a merge', async () => {
  const pick = await desk.pick({ A: '60', B: '60' })
  await assign(pick.id, 2)
  const row = { id: pick.id, version: await versionOf(pick.id) }
  const { made } = await desk.clerk.call(work.splitTask, { ...row, lineIds: [pick.lines[0]?.id ?? ''] })
  const boxes = async (id: string) =>
    (await desk.clerk.call(work.getWork, { id })).lines.map((l) => (l.boxes ?? []).map((b) => b.code))
  expect([await boxes(pick.id), await boxes(made.id)]).toEqual([[[]], [[]]])
  const [own = ''] = await assign(made.id, 1)
  expect([await boxes(pick.id), await boxes(made.id)]).toEqual([[[]], [[own]]])
  expect(await inside(made.id, own)).toEqual(['A 60/0'])
  const rows = await Promise.all([made.id, pick.id].map(async (id) => ({ id, version: await versionOf(id) })))
  const { task } = await desk.clerk.call(work.mergeTasks, { rows })
  expect(await boxes(task.id)).toEqual([[], []])
  const both = await assign(task.id, 2)
  expect((await boxes(task.id)).flat().sort()).toEqual([...both].sort())
  await desk.sound()
})
