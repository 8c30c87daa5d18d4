import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { taskConfig, taskRuleFaults, taskRules, tryTaskRules } from '@lading/contract/wms/taskConfig.ts'
import { planWave } from '@lading/contract/wms/waveCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSowDesk } from '../testing/sowDesk.ts'
import { setTaskRules } from '../testing/taskRules.ts'
import { openWaveDesk, stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

let desk: WaveDesk
const calls = crudCalls(taskConfig)
beforeAll(async () => {
  desk = await openWaveDesk()
  await stepSeven(desk)
  await desk.put('SB-02-01', 'P2', '200', '2029-02-28')
  // Both faces in one pick area, each in an aisle of its own; pieces of P2 are heavier than cases of P1.
  await desk.inside(async (ctx) => {
    const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
    await ctx.tx.run(sql`update wms_pick_area set pick_type = 'BOTH' where ${here} and code = 'PA'`)
    await ctx.tx.run(sql`
      update wms_bin set aisle = case code when 'PB-01-01' then '01' else '02' end,
        pick_area_id = (select id from wms_pick_area where ${here} and code = 'PA')
      where ${here} and code in ('PB-01-01', 'SB-02-01')`)
    await ctx.tx.run(sql`update mdm_product set weight_kg = 30 where tenant_id = ${ctx.tenantId} and code = 'P2'`)
  })
})
afterAll(() => desk.server.close())

const rule = (more: object) => desk.inside((ctx) => setTaskRules(ctx, 'PICK', { rule: more }))
/** Picks that a wave of one more order makes, and how many it was said to make. */
async function picksOf(of = desk): Promise<{ planned: number; picks: string[] }> {
  const before = await of.tasks('PICK')
  const wave = await of.wave([await of.order('S1', { P1: '24', P2: '6' })])
  const { pickTasks: planned } = await of.clerk.call(planWave, { id: wave })
  await of.step(wave, 'start')
  await of.sound()
  return { planned, picks: (await of.tasks('PICK')).slice(before.length) }
}

test('a wave whose rule groups by aisle makes a task of each, and its simulation says so before', async () => {
  expect(await picksOf()).toEqual({ planned: 1, picks: ['READY PB-01-01 24, SB-02-01 6'] })
  await rule({ groupBy: ['AISLE'] })
  expect(await picksOf()).toEqual({ planned: 2, picks: ['READY PB-01-01 24', 'READY SB-02-01 6'] })
  // Both stand in one area, and neither is weighed.
  await rule({ groupBy: ['AREA', 'WEIGHED', 'ROUTE', 'TEMPERATURE', 'CATEGORY'] })
  expect(await picksOf()).toEqual({ planned: 1, picks: ['READY PB-01-01 24, SB-02-01 6'] })
})

test('the facts of goods are read as they are', async () => {
  await rule({ groupBy: ['TEMPERATURE'] })
  const chill = (to: string) =>
    desk.inside((ctx) =>
      ctx.tx.run(sql`update mdm_product set temperature = ${to} where tenant_id = ${ctx.tenantId} and code = 'P2'`),
    )
  await chill('CHILLED')
  expect((await picksOf()).picks).toEqual(['READY PB-01-01 24', 'READY SB-02-01 6'])
  await chill('AMBIENT')
})

test('lines are numbered and worked in the order that the rule says', async () => {
  await rule({ lineOrder: 'HEAVY_FIRST' })
  expect((await picksOf()).picks).toEqual(['READY SB-02-01 6, PB-01-01 24'])
  await rule({ lineOrder: 'PRODUCT' })
  expect((await picksOf()).picks).toEqual(['READY PB-01-01 24, SB-02-01 6'])
  await rule({ lineOrder: 'HEAVY_FIRST' })
  await picksOf()
  const found = await desk.inside((ctx) =>
    ctx.tx.query<{ code: string; lineNo: number; seq: number }>(sql`
      select p.code, l.line_no, l.seq from wms_task_line l join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
      where l.tenant_id = ${ctx.tenantId} and l.task_id = (select max(id) from wms_task where tenant_id = ${ctx.tenantId} and task_type = 'PICK')
      order by l.line_no`),
  )
  expect(found).toEqual([
    { code: 'P2', lineNo: 1, seq: 1 },
    { code: 'P1', lineNo: 2, seq: 2 },
  ])
})

test('a rule that asks for a category is met by picks whose goods are all of it', async () => {
  const id = await desk.inside(async (ctx) => {
    const made = ctx.newId()
    await ctx.tx.run(sql`
      insert into wms_product_category (tenant_id, id, code, name, path, level, return_allowed, created_at, updated_at)
      values (${ctx.tenantId}, ${made}, 'K', 'K', ${`/${made}/`}, 1, true, ${ctx.now()}, ${ctx.now()})`)
    await ctx.tx.run(
      sql`update mdm_product set category_id = ${made} where tenant_id = ${ctx.tenantId} and code in ('P1', 'P2')`,
    )
    return made
  })
  await rule({ categoryId: [id], groupBy: ['AISLE'] })
  expect((await picksOf()).picks).toEqual(['READY PB-01-01 24', 'READY SB-02-01 6'])
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update mdm_product set category_id = null where tenant_id = ${ctx.tenantId} and code = 'P2'`),
  )
  expect((await picksOf()).picks).toEqual(['READY PB-01-01 24, SB-02-01 6'])
})

test('what is picked in batches is parted by the routes of its stores', async () => {
  const sow = await openSowDesk(3)
  try {
    await stepSeven(sow)
    await sow.inside((ctx) =>
      ctx.tx.run(sql`
        update wms_store set route = case code when 'S2' then 'R2' else 'R1' end where tenant_id = ${ctx.tenantId}`),
    )
    const start = async () => {
      const orders: string[] = []
      for (const [store, qty] of Object.entries({ S1: '3', S2: '2', S3: '1' }))
        orders.push(await sow.order(store, { P2: qty }))
      const before = await sow.tasks('PICK')
      await sow.step(await sow.wave(orders), 'start')
      await sow.sound()
      return (await sow.tasks('PICK')).slice(before.length)
    }
    expect(await start()).toEqual(['READY SB-02-01 3, SB-02-01 2, SB-02-01 1'])
    await sow.inside((ctx) => setTaskRules(ctx, 'PICK', { rule: { groupBy: ['ROUTE'] } }))
    expect(await start()).toEqual(['READY SB-02-01 3, SB-02-01 1', 'READY SB-02-01 2'])
  } finally {
    await sow.server.close()
  }
})

test('only picks are grouped and sorted, and the simulation tells both', async () => {
  const make = (taskType: string, more: object) =>
    desk.clerk.envelope(calls.create, { taskType, name: taskType, rules: [{ seq: 10, dispatch: 'PULL', ...more }] })
  for (const more of [{ groupBy: ['AISLE'] }, { lineOrder: 'HEAVY_FIRST' }]) {
    const { code, errors } = await make('PUTAWAY', more)
    expect(code).toBe(taskRuleFaults.notOfType.code)
    expect(errors).toEqual([expect.objectContaining({ field: `rules.0.${Object.keys(more)[0]}` })])
  }
  expect((await make('PUTAWAY', { groupBy: [], lineOrder: 'PICK_SEQ' })).code).toBe(0)
  await rule({ groupBy: ['AISLE', 'ROUTE'], lineOrder: 'HEAVY_FIRST' })
  const { rows } = await desk.clerk.call(tryTaskRules, { taskType: 'PICK' })
  expect(rows[0]?.got).toEqual(expect.arrayContaining(['合并键: 巷道,线路', '行顺序: 重大件在先']))
  expect(taskRules.results).toEqual(expect.arrayContaining(['groupBy', 'lineOrder', 'labelTemplateId']))
})
