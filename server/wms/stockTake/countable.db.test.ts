import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { stockTakeBill, type TakeKind } from '@lading/contract/wms/stockTakeBill.ts'
import * as counts from '@lading/contract/wms/stockTakeCalls.ts'
import { takeFaults } from '@lading/contract/wms/stockTakeFaults.ts'
import { stockTypeScheme } from '@lading/contract/wms/stockTypeScheme.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { countSheets } from '../print/countSheets.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { binsOf } from './scope.ts'

/** 可盘点: which goods the lines of a stock count are about. */
let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.put('S-01', 'A', '24')
  await desk.put('S-01', 'A', '5', { type: 'DAMAGE' })
  await desk.put('DEF', 'B', '7', { type: 'DAMAGE' })
  await desk.put('S-02', 'C', '3', { type: 'DAMAGE', owner: 'O2' })
})
afterAll(() => desk.server.close())
afterEach(() => desk.sound())

const scheme = crudCalls(stockTypeScheme)
const take = documentCalls(stockTakeBill)
interface Seen {
  id: string
  version: number
}
/** Whether goods of a type are counted, by the scheme of a code. */
const count = async (type: string, countable: boolean, code = 'STD') => {
  const { records } = await desk.clerk.call<{ records: Seen[] }>(scheme.query, { filter: { code } })
  const row = await desk.clerk.call<Seen & { types: ({ type: string } & Seen)[] }>(scheme.getById, {
    id: records[0]?.id,
  })
  await desk.clerk.call(scheme.update, {
    ...{ id: row.id, version: row.version },
    types: [{ ...row.types.find((t) => t.type === type), countable }],
  })
}
beforeEach(() => count('DAMAGE', false))
const blank = {
  ...{ id: '0', areaId: null, storageAreaId: null, pickAreaId: null, binFrom: null, binTo: null, abc: null },
  ...{ ownerId: null, productId: null, movedSince: null, most: null, withEmpty: false },
}
/** The bins of a count, those with something else than nothing marked. */
const bins = (kind: TakeKind, more: object = {}) =>
  desk.inside(async (ctx) =>
    (await binsOf(ctx, { ...blank, kind, ...more })).map((b) => `${b.code}${b.empty ? ' empty' : ''}`).sort(),
  )
const started = async (input: object) => {
  const made = await desk.clerk.call<Seen>(take.create, { rounds: 1, blind: false, ...input })
  await desk.clerk.call(take.approve, { rows: [made] })
  const answer = await desk.clerk.call<{ failed: { code: number }[] }>(take.start, { rows: [{ ...made, version: 1 }] })
  expect(answer.failed).toEqual([])
  const line = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string; taskId: string }>(sql`
      select l.id, l.task_id from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.task_id = k.id
      where k.tenant_id = ${ctx.tenantId} and k.bill_id = ${made.id}`),
  )
  return { takeId: made.id, ...line }
}
const sheet = async (taskLineId: string) =>
  (await desk.clerk.call(counts.countSheet, { taskLineId })).rows.map((r) => `${r.product.code} ${r.stockType}`)
const printed = (taskId: string) => desk.inside(async (ctx) => JSON.stringify(await countSheets(ctx, [taskId])))

test('goods that are not counted make no line, and bins that hold nothing else are left out', async () => {
  expect(await bins('SPOT')).toEqual(['S-01'])
  // Their bins are not empty either.
  expect(await bins('SPOT', { withEmpty: true })).not.toContain('DEF')
  expect(await bins('SPOT', { withEmpty: true })).toContain('P-01 empty')
  expect(await bins('MOVED', { movedSince: '2000-01-01' })).toEqual(['S-01'])
  await count('DAMAGE', true)
  expect(await bins('SPOT')).toEqual(['DEF', 'S-01', 'S-02'])
})

test('a counter is neither shown nor asked for them, nor may he bring them in', async () => {
  const line = await started({ kind: 'SPOT', binFrom: 'S-01', binTo: 'S-01' })
  expect(await sheet(line.id)).toEqual(['A GOOD'])
  expect(await printed(line.taskId)).toContain('"A"')
  const before = await desk.inside((ctx) =>
    ctx.tx.query<{ id: string; type: string }>(sql`
      select s.id, s.stock_type as type from wms_stock s where s.tenant_id = ${ctx.tenantId} and s.bin_id = ${desk.yard.bins.get('S-01')} order by 2 desc`),
  )
  const confirm = (more: object) =>
    desk.clerk.envelope(work.confirmLine, { taskLineId: line.id, qty: '0', ...more } as never)
  const [good, damaged] = before
  expect(await confirm({ stockId: damaged?.id, qty: '1', partial: true })).toMatchObject({
    code: takeFaults.notCounted.code,
    message: expect.stringContaining('残次'),
  })
  const ownerId = desk.yard.owners.get('O1')
  const found = { scans: { product: 'B' }, qty: '1', partial: true, ownerId }
  expect(await confirm({ ...found, stockType: 'DAMAGE' })).toMatchObject({ code: takeFaults.notCounted.code })
  expect(await confirm({ stockId: good?.id, qty: '24', partial: true })).toMatchObject({ code: 0 })
  // What was left out is not missed when the bin is done.
  expect(await confirm({})).toMatchObject({ code: 0 })
  const written = await desk.inside((ctx) =>
    ctx.tx.query<{ stockType: string }>(sql`
      select stock_type from wms_stock_count where tenant_id = ${ctx.tenantId} and take_id = ${line.takeId}`),
  )
  expect(written.map((w) => w.stockType)).toEqual(['GOOD'])
})

test('an owner’s own scheme says it for his goods alone', async () => {
  await desk.clerk.call(scheme.create, {
    ...{ code: 'OWN', name: 'own', ownerId: desk.yard.owners.get('O2') },
    types: [{ type: 'DAMAGE', countable: true }],
  })
  expect(await bins('SPOT')).toEqual(['S-01', 'S-02'])
  await count('DAMAGE', true)
  await count('DAMAGE', false, 'OWN')
  expect(await bins('SPOT')).toEqual(['DEF', 'S-01'])
})

test('goods in doubt are counted whatever they are; where nothing can be counted nobody is sent', async () => {
  await count('GOOD', false)
  await expect(desk.clerk.call(counts.countNow, { binIds: [desk.yard.bins.get('DEF') ?? ''] })).rejects.toMatchObject({
    code: takeFaults.noBins.code,
  })
  await desk.put('P-01', 'A', '10')
  const { lines } = await desk.pick({ A: '6' })
  await desk.clerk.call(work.confirmLine, {
    ...{ taskLineId: lines[0]?.id, qty: '5', reason: 'NOT_FOUND', toContainer: 'T1' },
  } as never)
  await desk.server.relay.drain()
  const line = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string; taskId: string }>(sql`
      select l.id, l.task_id from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.task_id = k.id
      join wms_stock_take_bill b on b.tenant_id = k.tenant_id and b.id = k.bill_id
      where k.tenant_id = ${ctx.tenantId} and b.kind = 'EXCEPTION' order by k.id desc limit 1`),
  )
  expect(await sheet(line.id)).toEqual(['A GOOD'])
  await count('GOOD', true)
})
