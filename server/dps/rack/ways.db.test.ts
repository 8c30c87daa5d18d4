import * as calls from '@lading/contract/dps/calls.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { jobpoint } from '@lading/contract/dps/line.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'
import { warehouse } from '../testing/wire.ts'
import { arrive as arriveAs, pointByCode } from './bind.ts'

/** Ways of a line beside the usual ones: completers are nodes 4 and 8. */
let desk: RackDesk
beforeAll(async () => {
  desk = await openRackDesk({ points: [3, 3], orders: 2 })
  for (const pointCode of ['P1', 'P2']) await desk.clerk.call(calls.signOn, { pointCode })
})
afterAll(() => desk.close())

const set = (change: Sql) =>
  desk.inside((ctx) => ctx.tx.run(sql`update dps_line set ${change} where tenant_id = ${ctx.tenantId}`))
const arrive = async (pointCode: string, containerCode: string): Promise<string> => {
  const { taskId } = await desk.clerk.call(calls.arriveAt, { pointCode, containerCode })
  await desk.settle()
  return taskId
}
const since = async (n: number) => (await desk.tasks()).slice(n)
const looks = () =>
  desk.sim
    .snapshot()
    .flatMap((t) => (t.text === '' ? [] : [`${t.node}:${t.text} ${t.color} ${t.style}`]))
    .join(', ')
const open = async () =>
  desk.inside((ctx) =>
    ctx.tx.query<{ kind: string; words: string; state: string }>(
      sql`select kind, words, state from dps_exception where tenant_id = ${ctx.tenantId} order by id`,
    ),
  )

test('in parallel each point has a container of its own for an order, and a tote is bound where it is scanned', async () => {
  await set(sql`relay = 'PARALLEL'`)
  await desk.order('S01', { P01: '5', P02: '2', P05: '7' })
  expect(await desk.tasks()).toEqual(['READY S01 0/2', 'READY S01 0/1'])
  await arrive('P2', 'C001')
  await arrive('P1', 'C002')
  expect(desk.lit()).toBe('1:5 2:2 6:7')
  await desk.press(6)
  await desk.press(1)
  await desk.press(2)
  await desk.press(8)
  await desk.press(4)
  expect(await desk.tasks()).toEqual(['DONE S01 C002 2/2', 'DONE S01 C001 1/1'])
  await desk.sound()
  await set(sql`relay = 'SEQUENTIAL'`)
})

test('where a colour is a picker’s, two at one point see their own', async () => {
  await set(sql`colour_of = 'PERSON'`)
  await desk.order('S02', { P01: '1' })
  await desk.order('S03', { P02: '2' })
  const viewer = await desk.inside(async (ctx) => {
    const { id } = await ctx.tx.one<{ id: string }>(
      sql`select id from sys_user where tenant_id = ${ctx.tenantId} and username = 'viewer'`,
    )
    const point = await pointByCode(ctx, 'P1')
    await ctx.tx.run(sql`
      insert into dps_operator (tenant_id, org_id, id, jobpoint_id, user_id, colour, since) values (${ctx.tenantId}, ${ctx.org.id}, ${ctx.newId()}, ${point.id}, ${id}, 'GREEN', now())`)
    return id
  })
  expect(await desk.clerk.envelope(calls.signOn, { pointCode: 'P1', colour: 'GREEN' })).toMatchObject({
    code: dpsFaults.colourTaken.code,
  })
  // Who says none never has another's.
  await arrive('P1', 'C003')
  await desk.inside(async (ctx) =>
    arriveAs({ ...ctx, userId: viewer }, warehouse, await pointByCode(ctx, 'P1'), 'C004'),
  )
  await desk.settle()
  expect(looks()).toBe('1:1 red steady, 2:2 green steady')
  await desk.press(2)
  const by = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(
      sql`select operator_id as id from dps_pick where tenant_id = ${ctx.tenantId} and operator_id is not null order by closed_at desc, id desc limit 1`,
    ),
  )
  expect(by.id).toBe(viewer)
  await desk.press(1)
  await desk.press(4)
  await desk.press(4)
  await desk.sound()
  await set(sql`colour_of = 'ORDER'`)
})

test('a shortage that waits for goods blinks until they come, or until its key is pressed again', async () => {
  await set(sql`short_policy = 'BLOCK'`)
  const before = (await desk.tasks()).length
  await desk.order('S04', { P01: '9', P02: '4' })
  await arrive('P1', 'C005')
  desk.less(1, 6)
  await desk.short(1)
  await desk.short(2)
  expect(looks()).toBe('1:3 orange blink, 2:4 orange blink')
  expect((await open()).slice(-2)).toEqual([
    { kind: 'SHORTAGE', words: '3', state: 'OPEN' },
    { kind: 'SHORTAGE', words: '4', state: 'OPEN' },
  ])
  expect(await since(before)).toEqual(['PICKING S04 C005 P1 0/2'])
  // Goods came for the first; of the second nobody has any.
  await desk.press(1)
  await desk.short(2)
  expect((await open()).slice(-2).map((x) => x.state)).toEqual(['CLOSED', 'OPEN'])
  await desk.press(4)
  expect(await since(before)).toEqual(['DONE S04 C005 2/2'])
  await desk.sound()
  await set(sql`short_policy = 'CONTINUE'`)
})

test('full, what is lit still comes into it where the line says so, and another goes on from the next point', async () => {
  await set(sql`full_policy = 'SPLIT_NEXT'`)
  const before = (await desk.tasks()).length
  await desk.order('S05', { P01: '1', P03: '3', P05: '5' })
  const taskId = await arrive('P1', 'C006')
  await desk.press(1)
  await desk.clerk.call(calls.fullTask, { taskId })
  await desk.settle()
  expect(desk.lit()).toBe('3:3')
  await desk.press(3)
  await desk.press(4)
  expect(await since(before)).toEqual(['DONE S05 C006 2/2', 'READY S05 0/1'])
  const rest = await arrive('P2', 'C007')
  expect(desk.lit()).toBe('6:5')
  // Nothing is left behind this point: here, then.
  await desk.clerk.call(calls.fullTask, { taskId: rest })
  await desk.settle()
  expect(desk.lit()).toBe('')
  await arrive('P2', 'C008')
  await desk.press(6)
  await desk.press(8)
  expect((await since(before)).at(-1)).toBe('DONE S05 C008 1/1')
  await desk.sound()
  await set(sql`full_policy = 'SPLIT_SAME_POINT'`)
})

test('a point that is closed gives handhelds what is not lit there, and refuses while something is', async () => {
  const before = (await desk.tasks()).length
  await desk.order('S06', { P01: '2', P04: '3', P05: '4' })
  await desk.order('S07', { P06: '6' })
  await arrive('P1', 'C009')
  const close = async (code: string) => {
    const { records } = await desk.clerk.call<{ records: { id: string; version: number; code: string }[] }>(
      crudCalls(jobpoint).query as never,
      {},
    )
    const { id = '', version = 0 } = records.find((p) => p.code === code) ?? {}
    const { failed } = await desk.clerk.call(calls.closePoints, { rows: [{ id, version }] })
    await desk.settle()
    return failed[0]?.code ?? 0
  }
  expect(await close('P1')).toBe(dpsFaults.pointLit.code)
  expect(await close('P2')).toBe(0)
  expect(await since(before)).toEqual(['PICKING S06 C009 P1 0/1', 'CANCELLED S07 0/0'])
  await desk.press(1)
  await desk.press(4)
  expect((await since(before))[0]).toBe('DONE S06 C009 1/1')
  const picked: string[] = []
  for (let n = 10; n < 12; n++) {
    const task = await desk.clerk.call(work.nextTask, { taskTypes: ['PICK'] })
    for (const line of task?.lines ?? []) {
      picked.push(`${line.product?.code} ${Number(line.planQty)}`)
      await desk.clerk.call(work.confirmLine, { taskLineId: line.id, qty: line.planQty, toContainer: `C0${n}` })
    }
  }
  expect(picked.sort()).toEqual(['P04 3', 'P05 4', 'P06 6'])
  await desk.settle()
  await desk.sound()
})
