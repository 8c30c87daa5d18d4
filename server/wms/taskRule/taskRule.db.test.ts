import { crudCalls } from '@lading/contract/kernel/crud.ts'
import * as putAway from '@lading/contract/wms/putAwayCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { taskConfig, taskRuleFaults, tryTaskRules } from '@lading/contract/wms/taskConfig.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTasks, type NewTask } from '../task/create.ts'
import { giveBackOverdue } from '../task/timeout.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { setTaskRules } from '../testing/taskRules.ts'
import { rulesFor } from './policy.ts'

let desk: PickDesk
const calls = crudCalls(taskConfig)
beforeAll(async () => {
  desk = await openPickDesk()
  for (const code of ['A', 'B', 'C']) await desk.put('P-01', code, '500')
})
afterAll(() => desk.server.close())
afterEach(() => desk.sound())

type Made = { id: string; version: number }
const make = (type: string, rules: object[], more: object = {}) =>
  desk.clerk.envelope(calls.create, { taskType: type, name: type, rules, ...more })
const set = async (type: string, rules: object[], more: object = {}): Promise<Made> => {
  await desk.inside((ctx) => ctx.tx.run(sql`delete from wms_task_rule where tenant_id = ${ctx.tenantId}`))
  await desk.inside((ctx) => ctx.tx.run(sql`delete from wms_check_rule where tenant_id = ${ctx.tenantId}`))
  await desk.inside((ctx) =>
    ctx.tx.run(sql`delete from wms_task_config where tenant_id = ${ctx.tenantId} and task_type = ${type}`),
  )
  const { code, data, message } = await make(type, rules, more)
  expect(code, message).toBe(0)
  return data as Made
}
const rule = (seq: number, more: object = {}) => ({ seq, dispatch: 'PULL', ...more })
const taskOf = (id: string) =>
  desk.inside((ctx) =>
    ctx.tx.one<Record<string, unknown>>(sql`
      select state, queue, priority, dispatch, timeout_min, refetch from wms_task where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
const created = async (task: NewTask) => {
  const [made] = await desk.inside((ctx) => createTasks(ctx, [task]))
  return { id: made?.id ?? '', ...(await taskOf(made?.id ?? '')) }
}
const plain: NewTask = { taskType: 'MOVE', lines: [] }
const codeOf = async (call: object, input: object) => (await desk.clerk.envelope(call as never, input)).code

test('the first rule that is met says what becomes of new work; without any it is as its type says', async () => {
  const [o1 = '', o2 = ''] = ['O1', 'O2'].map((code) => desk.yard.owners.get(code) ?? '')
  expect(await created({ ...plain, ownerId: o1 })).toMatchObject({ state: 'READY', queue: 'MOVE', priority: 50 })
  await set('MOVE', [
    rule(10, { goodsOwner: [o1], queue: 'HEAVY', priority: 20, dispatch: 'MANUAL', autoRelease: false, timeoutMin: 5 }),
    rule(20, { mode: ['PAPER'], priority: 70, refetch: false }),
    rule(30, { queue: 'REST' }),
  ])
  const first = { state: 'NEW', queue: 'HEAVY', priority: 20, dispatch: 'MANUAL', timeoutMin: 5, refetch: true }
  expect(await created({ ...plain, ownerId: o1, mode: 'PAPER' })).toMatchObject(first)
  const second = { state: 'READY', queue: 'MOVE', priority: 70, dispatch: 'PULL', refetch: false }
  expect(await created({ ...plain, ownerId: o2, mode: 'PAPER' })).toMatchObject(second)
  expect(await created({ ...plain, ownerId: o2 })).toMatchObject({ queue: 'REST', priority: 50 })
  // What is urgent already stays so, and what waits for goods is not held back besides.
  expect(await created({ ...plain, ownerId: o1, priority: 5, state: 'WAIT' })).toMatchObject({
    state: 'WAIT',
    priority: 5,
  })
})

test('a rule that is turned off, of another centre or of another type is not asked', async () => {
  const { id, version } = await set('MOVE', [rule(10, { queue: 'Q1' })])
  const elsewhere = await desk.server.inside('DC02', (ctx) => rulesFor(ctx, [{ taskType: 'MOVE' }]))
  expect(elsewhere).toEqual([undefined])
  expect(await desk.inside((ctx) => rulesFor(ctx, [{ taskType: 'PUTAWAY' }, { taskType: 'MOVE' }]))).toMatchObject([
    undefined,
    { queue: 'Q1' },
  ])
  await desk.clerk.call(calls.disable, { rows: [{ id, version }] })
  expect(await created(plain)).toMatchObject({ queue: 'MOVE' })
  const other = await desk.server.as('admin', 'DC01', 'two')
  await expect(other.call(calls.getById, { id })).rejects.toMatchObject({ code: 40400 })
})

test('a category means all below it, and all goods of the task', async () => {
  const ids = await desk.inside(async (ctx) => {
    const [top, sub, far] = [ctx.newId(), ctx.newId(), ctx.newId()]
    const put = (id: string, code: string, path: string, level: number) =>
      ctx.tx.run(sql`
      insert into wms_product_category (tenant_id, id, code, name, path, level, return_allowed, created_at, updated_at)
      values (${ctx.tenantId}, ${id}, ${code}, ${code}, ${path}, ${level}, true, ${ctx.now()}, ${ctx.now()})`)
    await put(top, 'TOP', `/${top}/`, 1)
    await put(sub, 'SUB', `/${top}/${sub}/`, 2)
    await put(far, 'FAR', `/${far}/`, 1)
    for (const [code, category] of [
      ['A', sub],
      ['B', top],
      ['C', far],
    ] as const)
      await ctx.tx.run(sql`
        update mdm_product set category_id = ${category} where tenant_id = ${ctx.tenantId} and code = ${code}`)
    return { top, sub }
  })
  await set('MOVE', [
    rule(10, { categoryId: [ids.sub], queue: 'SUB' }),
    rule(20, { categoryId: [ids.top], queue: 'TOP' }),
  ])
  const of = (...codes: string[]) =>
    desk.inside(async (ctx) => {
      const productIds = codes.map((code) => desk.yard.products.get(code)?.id ?? '')
      return (await rulesFor(ctx, [{ taskType: 'MOVE', productIds }]))[0]?.queue
    })
  expect(await of('A')).toBe('SUB')
  expect(await of('A', 'B')).toBe('TOP')
  expect(await of('A', 'C')).toBeUndefined()
  expect(await of('C')).toBeUndefined()
  expect(await of()).toBeUndefined()
})

test('stores are asked by kind and route', async () => {
  await desk.inside((ctx) =>
    ctx.tx.run(
      sql`update wms_store set kind = 'FRANCHISE', route = 'R1' where tenant_id = ${ctx.tenantId} and id = ${desk.storeId}`,
    ),
  )
  await set('PICK', [rule(10, { storeKind: ['OWN'], queue: 'OWN' }), rule(20, { route: 'R1', queue: 'R1' })])
  const { id } = await desk.pick({ A: '1' })
  expect(await taskOf(id)).toMatchObject({ queue: 'R1' })
})

test('picks are cut by the limits of the rule that they meet, else by those of their area', async () => {
  await desk.inside(async (ctx) => {
    const areaId = ctx.newId()
    const { id: zone } = await ctx.tx.one<{ id: string }>(
      sql`select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`,
    )
    await ctx.tx.run(sql`
      insert into wms_pick_area (tenant_id, org_id, id, code, name, area_id, pick_type, method, pick_mode, max_lines, rpl, created_at, updated_at)
      values (${ctx.tenantId}, ${ctx.org.id}, ${areaId}, 'PA', 'PA', ${zone}, 'BOTH', 'RF', 'STORE', 40, 'ENOUGHOUT', ${ctx.now()}, ${ctx.now()})`)
    await ctx.tx.run(
      sql`update wms_bin set pick_area_id = ${areaId} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'P-01'`,
    )
  })
  const tasksOf = async (billId: string) =>
    (
      await desk.inside((ctx) =>
        ctx.tx.query<{ n: number }>(
          sql`select line_count as n from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${billId} order by id`,
        ),
      )
    ).map((t) => t.n)
  await set('PICK', [rule(10, { maxLines: 2 })])
  const order = async () => {
    const { documentCalls } = await import('@lading/contract/kernel/crud.ts')
    const { operateBill } = await import('@lading/contract/wms/operateBill.ts')
    const operate = documentCalls(operateBill)
    const made = await desk.clerk.call<Made>(operate.create, {
      ownerId: desk.yard.owners.get('O1'),
      storeId: desk.storeId,
      lines: ['A', 'B', 'C'].map((code) => ({ productId: desk.yard.products.get(code)?.id, planQty: '2' })),
    })
    await desk.clerk.call(operate.approve, { rows: [made] })
    await desk.clerk.call(operate.allocate, { rows: [{ id: made.id, version: 1 }] })
    return made.id
  }
  expect(await tasksOf(await order())).toEqual([2, 1])
  await set('PICK', [])
  expect(await tasksOf(await order())).toEqual([3])
})

test('a target that may not be changed is where the goods go', async () => {
  await set('PUTAWAY', [rule(10, { allowChangeBin: false })])
  const stockId = await desk.put('DOCK', 'A', '12')
  const { tasks } = await desk.clerk.call(putAway.startPutAway, { stockIds: [stockId] })
  const { lines } = await desk.clerk.call(work.getWork, { id: tasks[0]?.id ?? '' })
  const [line] = lines
  const other = line?.toBin?.code === 'S-01' ? 'S-02' : 'S-01'
  expect(line?.toBin).not.toBeNull()
  expect(await codeOf(putAway.changeTarget, { taskLineId: line?.id, bin: other })).toBe(taskRuleFaults.binFixed.code)
  expect(await codeOf(work.confirmLine, { taskLineId: line?.id, qty: '12', toBin: other })).toBe(
    taskRuleFaults.binFixed.code,
  )
  expect(await codeOf(work.confirmLine, { taskLineId: line?.id, qty: '12', toBin: line?.toBin?.code })).toBe(0)
})

test('a rule gives more time, or less, than the type', async () => {
  await set('MOVE', [rule(10, { timeoutMin: 10 })])
  const { id } = await created(plain)
  await desk.clerk.call(work.takeTask, { id })
  await desk.inside((ctx) =>
    ctx.tx.run(
      sql`update wms_task set assigned_at = ${ctx.now()}::timestamptz - interval '11 minutes' where tenant_id = ${ctx.tenantId} and id = ${id}`,
    ),
  )
  expect(await desk.inside(giveBackOverdue)).toBe(1)
  expect(await taskOf(id)).toMatchObject({ state: 'READY' })
})

test('two rules that ask the same are refused, and so are checks of other work', async () => {
  const area = desk.yard.owners.get('O1') ?? ''
  const both = [rule(10, { goodsOwner: [area], queue: 'A' }), rule(20, { goodsOwner: [area], queue: 'B' })]
  expect((await make('RECEIVE', both)).code).toBe(taskRuleFaults.sameMatch.code)
  expect((await make('RECEIVE', [rule(10), rule(20, { queue: 'B' })])).message).toContain('第1条与第2条')
  const check = { seq: 10, checkPct: 5, weighGrams: 20, weighPct: '1' }
  expect((await make('RECEIVE', [], { checks: [check] })).code).toBe(taskRuleFaults.checksOfOther.code)
  expect((await make('CONTAINER_CHECK', [], { checks: [check, { ...check, seq: 20 }] })).code).toBe(
    taskRuleFaults.sameMatch.code,
  )
  const made = (await make('RECEIVE', [rule(10)])).data as Made
  expect((await make('RECEIVE', [])).code).not.toBe(0)
  const again = { id: made.id, version: made.version, rules: [rule(10), rule(20)] }
  expect((await desk.clerk.envelope(calls.update, again)).code).toBe(taskRuleFaults.sameMatch.code)
})

test('tried out, the same rules say the same of facts, and of each order of a wave', async () => {
  const [o1] = ['O1'].map((code) => desk.yard.owners.get(code) ?? '')
  await desk.inside((ctx) =>
    setTaskRules(ctx, 'PICK', { rule: { goodsOwner: [o1], queue: 'FAST', dispatch: 'MANUAL' } }),
  )
  const of = { taskType: 'PICK', goodsOwner: o1 } as const
  const { rows, picks } = await desk.clerk.call(tryTaskRules, of)
  expect(rows).toMatchObject([{ no: 1, fires: true }])
  expect(rows[0]?.got).toContain('队列: FAST')
  expect(picks).toEqual([])
  const missed = await desk.clerk.call(tryTaskRules, { ...of, goodsOwner: desk.yard.owners.get('O2') })
  expect(missed.rows).toMatchObject([{ fires: false, why: [expect.stringContaining('货主')] }])
  expect(await codeOf(tryTaskRules, { ...of, waveNo: 'BC0' })).toBe(taskRuleFaults.noWave.code)
  const waveNo = await desk.inside(async (ctx) => {
    const id = ctx.newId()
    await ctx.tx.run(sql`
      insert into wms_wave_bill (tenant_id, org_id, id, bill_no, state, ration, created_at, updated_at)
      values (${ctx.tenantId}, ${ctx.org.id}, ${id}, 'BC1', 'STARTED', 'INTURN', ${ctx.now()}, ${ctx.now()})`)
    await ctx.tx.run(
      sql`update wms_operate_bill set wave_id = ${id} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`,
    )
    return 'BC1'
  })
  const wave = await desk.clerk.call(tryTaskRules, { ...of, waveNo })
  expect(wave.picks.length).toBeGreaterThan(0)
  expect(wave.picks.every((p) => p.no === 1 && p.got.includes('队列: FAST'))).toBe(true)
  const stranger = await desk.server.as('admin', 'DC01', 'two')
  expect((await stranger.call(tryTaskRules, { taskType: 'PICK' })).rows).toEqual([])
})
