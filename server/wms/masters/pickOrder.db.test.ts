import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { generateOrder, pickOrder, pickOrderFaults } from '@lading/contract/wms/pickOrder.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert } from '../../kernel/insert.ts'
import type { Client } from '../../testing/server.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
let boss: Client
let areaId: string
const bins = ['A-1', 'A-2', 'B-1', 'B-2'] as const
beforeAll(async () => {
  desk = await openPickDesk()
  boss = await desk.server.as('admin', 'DC01')
  await desk.inside(async (ctx) => {
    const { id } = await ctx.tx.one<{ id: string }>(sql`
      select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`)
    const made = await insert(ctx, pickArea, [
      { code: 'PA', name: 'PA', areaId: id },
      { code: 'PB', name: 'PB', areaId: id },
    ])
    areaId = made.ids[0] ?? ''
    const rows = bins.map((code) => {
      const [aisle = '', bay] = code.split('-')
      return { code, aisle, bay: Number(bay), usage: 'PICK' as const, areaId: id, pickAreaId: areaId, mixProduct: true }
    })
    const placed = await insert(ctx, bin, rows)
    for (const [i, code] of bins.entries()) desk.yard.bins.set(code, placed.ids[i] ?? '')
  })
})
afterAll(() => desk.server.close())

const calls = crudCalls(pickOrder)
type Row = { id: string; version: number; code: string; pickSeq: number }
const rows = async (): Promise<Row[]> =>
  (await boss.call<{ records: Row[] }>(calls.query, { filter: {}, orderBy: 'pickSeq' })).records
const order = async () => (await rows()).map((r) => `${r.code} ${r.pickSeq}`).join(', ')
const run = (more: object = {}, by = boss) =>
  by.call(generateOrder, { pickAreaId: areaId, method: 'SERPENTINE', ...more } as never)
const at = async (code: string) => {
  const row = (await rows()).find((r) => r.code === code)
  return { id: row?.id ?? '', version: row?.version ?? 0 }
}

test('only bins of pick areas are listed; their order is shown before it is overwritten', async () => {
  expect((await rows()).map((r) => r.code).sort()).toEqual([...bins])
  const seen = await run({ dryRun: true })
  expect(seen).toMatchObject({ count: 4, changed: 4, dryRun: true })
  expect(await order()).not.toContain('40')
  await run()
  expect(await order()).toBe('A-1 10, A-2 20, B-2 30, B-1 40')
  expect(await run()).toMatchObject({ changed: 0 })
  await run({ method: 'AISLE', first: 1, step: 1 })
  expect(await order()).toBe('A-1 1, A-2 2, B-1 3, B-2 4')
})

test('a place in the order of an area is one bin’s', async () => {
  await run()
  const seq = (code: string, pickSeq: number) => at(code).then((row) => boss.call(calls.update, { ...row, pickSeq }))
  await expect(seq('A-1', 20)).rejects.toMatchObject({
    code: pickOrderFaults.taken.code,
    message: expect.stringContaining('拣货顺序重复'),
    errors: [{ field: 'pickSeq' }],
  })
  await seq('A-1', 25)
  expect(await order()).toBe('A-2 20, A-1 25, B-2 30, B-1 40')
})

test('a file exchanges places; it makes no bins, and two bins at one place are refused', async () => {
  await run()
  const file = (...lines: string[]) => [`代码,拣货顺序`, ...lines].join('\n')
  const send = (text: string) =>
    boss.call<{ updated: number; errors: { row: number; message: string }[] }>(
      calls.import,
      { dryRun: 'false', mode: 'UPDATE' },
      { file: { name: 'x.csv', data: Buffer.from(text) } },
    )
  expect(await send(file('A-1,20', 'A-2,10'))).toMatchObject({ updated: 2, errors: [] })
  expect(await order()).toBe('A-2 10, A-1 20, B-2 30, B-1 40')
  expect((await send(file('A-1,50', 'A-2,50'))).errors).toHaveLength(2)
  expect((await send(file('A-1,30'))).errors).toMatchObject([{ message: expect.stringContaining('B-2') }])
  expect((await send(file('NEW,70'))).errors).toHaveLength(1)
  expect((await send(file('P-01,70'))).errors).toMatchObject([{ message: expect.stringContaining('拣货分区') }])
  expect(await order()).toBe('A-2 10, A-1 20, B-2 30, B-1 40')
})

test('picks are walked in the order that was set', async () => {
  await run()
  for (const [i, code] of (['A', 'B', 'C'] as const).entries()) await desk.put(bins[i] ?? '', code, '12')
  const walked = async () => (await desk.pick({ A: '1', B: '1', C: '1' })).lines.map((l) => l.fromBin?.code).join(' ')
  expect(await walked()).toBe('A-1 A-2 B-1')
  const far = await at('A-1')
  await boss.call(calls.update, { ...far, pickSeq: 99 })
  expect(await walked()).toBe('A-2 B-1 A-1')
  await desk.sound()
})

test('who may not, and who is of another tenant, changes nothing', async () => {
  const before = await order()
  const viewer = await desk.server.as('viewer', 'DC01')
  await expect(run({}, viewer)).rejects.toMatchObject({ code: 40301 })
  const other = await desk.server.as('admin', 'DC01', 'two')
  await expect(run({}, other)).rejects.toMatchObject({ code: 40400 })
  expect(await order()).toBe(before)
})
