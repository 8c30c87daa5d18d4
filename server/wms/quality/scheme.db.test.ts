import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { dicCalls, dicFaults } from '@lading/contract/sys/dicCalls.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { qualityFaults } from '@lading/contract/wms/qualityFaults.ts'
import { qualityItem, qualityItems, qualityScheme } from '@lading/contract/wms/qualityScheme.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StockKey } from '../stock/key.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { openReceiveDesk, type ReceiveDesk } from '../testing/receiveDesk.ts'
import { typedRow } from '../testing/typedRow.ts'

/** What a scheme must say, and which deliveries it lets go by. */
let desk: ReceiveDesk
beforeAll(async () => {
  desk = await openReceiveDesk()
})
afterAll(() => desk.server.close())

const schemes = crudCalls(qualityScheme)
const bills = documentCalls(qualityBill)
const row = (lotTo: number, sample: number, accept: number, reject: number) => ({ lotTo, sample, accept, reject })
const storage = () => desk.yard.bins.get('S-01')

test.each([
  ['neither table nor share', () => ({}), qualityFaults.needSampling],
  ['lots that do not rise', () => ({ samples: [row(50, 5, 0, 1), row(50, 8, 0, 1)] }), qualityFaults.samples],
  ['a sample larger than its lot', () => ({ samples: [row(5, 8, 0, 1)] }), qualityFaults.samples],
  ['as many to accept as to reject', () => ({ samples: [row(50, 5, 1, 1)] }), qualityFaults.samples],
  ['one number of lots', () => ({ percent: '10', skipAfter: 3 }), qualityFaults.needSkip],
  ['the other number of lots', () => ({ percent: '10', skipLots: 3 }), qualityFaults.needSkip],
  [
    'a range without ends',
    () => ({ percent: '10', items: [{ seq: 1, name: 'TEMPERATURE', kind: 'RANGE' }] }),
    qualityFaults.needRange,
  ],
  [
    'a range upside down',
    () => ({ percent: '10', items: [{ seq: 1, name: 'TEMPERATURE', kind: 'NUMBER', least: '8', most: '2' }] }),
    qualityFaults.needRange,
  ],
  [
    'what the dictionary does not know',
    () => ({ percent: '10', items: [{ seq: 1, name: 'SMELL', kind: 'BOOL' }] }),
    qualityFaults.unknownItem,
  ],
  ['a bin of other use', () => ({ percent: '10', binId: storage() }), qualityFaults.notQcBin],
] as const)('a scheme with %s is refused', async (_, said, fault) => {
  const ask = { code: 'ODD', name: 'odd', kind: 'SAMPLE', ...said() }
  expect((await desk.clerk.envelope(schemes.create, ask)).code).toBe(fault.code)
  const { total } = await desk.clerk.call<{ total: number }>(schemes.query, { filter: { code: 'ODD' } })
  expect(total).toBe(0)
})

test('a tenant adds what is looked at; what an older scheme names stays, and what is used is not taken away', async () => {
  const boss = await desk.server.as('admin')
  const { records } = await boss.call(dicCalls.query, { typeCodeEquals: qualityItems })
  const own = records.map(({ queryKey, infoValue, infoValueEn, sort }) => ({ queryKey, infoValue, infoValueEn, sort }))
  expect(own.map((e) => e.infoValue)).toEqual(['外观', '日期', '温度', '证件', '重量'])
  const save = (version: number, more: object[]) =>
    boss.envelope(dicCalls.updateInfoByType, { typeCode: qualityItems, version, entries: [...own, ...more] } as never)
  expect((await save(0, [{ queryKey: 'SMELL', infoValue: '气味', infoValueEn: 'Smell' }])).code).toBe(0)
  const items = [{ seq: 1, name: 'SMELL', kind: 'BOOL' }]
  const made = await desk.clerk.call<{ id: string; version: number }>(schemes.create, {
    ...{ code: 'OLD', name: 'old', kind: 'FULL', productId: desk.yard.products.get('NAIL')?.id, items },
  })
  await desk.server.inside('DC01', (ctx) =>
    ctx.tx.run(
      sql`update wms_quality_item set name = '色泽' where tenant_id = ${ctx.tenantId} and scheme_id = ${made.id}`,
    ),
  )
  const seen = await desk.clerk.call<{ version: number; items: Record<string, unknown>[] }>(schemes.getById, {
    id: made.id,
  })
  expect(seen.items).toMatchObject([{ name: '色泽' }])
  const kept = seen.items.map((i) => typedRow(i as never, qualityItem.entity))
  const update = (more: object[]) =>
    desk.clerk.envelope(schemes.update, { id: made.id, version: seen.version, items: [...kept, ...more] })
  expect((await update([{ seq: 2, name: '手感', kind: 'BOOL' }])).code).toBe(qualityFaults.unknownItem.code)
  expect((await update([{ seq: 2, name: 'SMELL', kind: 'PHOTO' }])).code).toBe(0)
  expect((await save(1, [])).code).toBe(dicFaults.inUse.code)
  const now = await desk.clerk.call<{ version: number }>(schemes.getById, { id: made.id })
  await desk.clerk.call(schemes.remove as never, { id: made.id, version: now.version })
})

interface Bill {
  readonly id: string
  readonly version: number
  readonly lines: readonly Record<string, unknown>[]
}
const deliver = async () => {
  const { billId, lines } = await desk.make({ BOLT: '10' })
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '10', scans: {} })
  const { records } = await desk.clerk.call<{ records: { id: string }[] }>(bills.query, { filter: { orderId: billId } })
  return records[0]?.id
}
const read = (id: string) => desk.clerk.call<Bill>(bills.getById, { id })
async function judge(id: string, said: object): Promise<{ ok: number; failed: { code: number }[] }> {
  const seen = await read(id)
  await desk.clerk.call(bills.start, { rows: [{ id, version: seen.version }] })
  const begun = await read(id)
  await desk.clerk.call(bills.update, {
    id,
    version: begun.version,
    lines: begun.lines.map((l) => ({ ...typedRow(l, qualityBill.line), ...said })),
  })
  return desk.clerk.call(bills.approve, { rows: [{ id, version: (await read(id)).version }] })
}
const good = { verdict: 'PASS', passQty: '10', rejectQty: '0' }
const bad = { verdict: 'PASS', passQty: '9', rejectQty: '1', cause: '生锈' }

test('after two lots in a row that were good, one is not inspected; a bad one begins the count anew', async () => {
  await desk.clerk.call(schemes.create, { code: 'SKIP', name: 'skip', kind: 'FULL', skipAfter: 2, skipLots: 1 })
  const inspected: string[] = []
  for (const said of [bad, good, good, undefined, good, undefined, bad, good, good, undefined]) {
    const id = await deliver()
    inspected.push(id === undefined ? '-' : 'Q')
    if (id === undefined || said === undefined) continue
    expect(await judge(id, said)).toEqual({ ok: 1, failed: [] })
  }
  expect(inspected.join('')).toBe('QQQ-Q-QQQ-')
  expect(await desk.server.inside('DC01', reconcile)).toEqual([])
})

test('goods that were moved are not judged', async () => {
  const made = await desk.make({ NAIL: '10' })
  await desk.clerk.call(work.confirmLine, { taskLineId: made.lines[0]?.id, qty: '10', scans: {} })
  const { records } = await desk.clerk.call<{ records: { id: string }[] }>(bills.query, {
    filter: { orderId: made.billId },
  })
  const boss = await desk.server.as('admin', 'DC01')
  const waiting = await desk.server.inside('DC01', (ctx) =>
    ctx.tx.one<{ id: string; version: number }>(sql`
      select id, version from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${made.billId} and task_type = 'PUTAWAY'`),
  )
  expect(await boss.call(work.cancelTasks, { rows: [waiting] })).toEqual({ ok: 1, failed: [] })
  await desk.server.inside('DC01', async (ctx) => {
    const from = await ctx.tx.one<StockKey & object>(sql`
      select owner_id, product_id, qpc_id, lot_id, stock_type, bin_id, container_id from wms_stock
      where tenant_id = ${ctx.tenantId} and stock_type = 'QC' and qty = 10 and product_id = ${desk.yard.products.get('NAIL')?.id}`)
    await post(ctx, {
      ...{ bizType: 'MOVE', idemKey: ctx.newId(), source: { type: 'TEST', id: ctx.newId() } },
      lines: [
        { key: from, delta: -wholeQty(4) },
        { key: { ...from, binId: storage() ?? '' }, delta: wholeQty(4) },
      ],
    })
  })
  expect((await judge(records[0]?.id ?? '', good)).failed).toMatchObject([{ code: qualityFaults.moved.code }])
  expect(await desk.server.inside('DC01', reconcile)).toEqual([])
})

test('after a reject all of each lot is looked at, until so many in a row were good or it is long ago', async () => {
  const { records } = await desk.clerk.call<{ records: { id: string; version: number; code: string }[] }>(schemes.query)
  const skip = records.find((r) => r.code === 'SKIP')
  await desk.clerk.call(schemes.disable as never, { id: skip?.id, version: skip?.version })
  const { id: schemeId, version } = await desk.clerk.call<{ id: string; version: number }>(schemes.create, {
    ...{ code: 'STRICT', name: 'strict', kind: 'SAMPLE', percent: '20', strictLots: 2, resetDays: 30 },
  })
  const sampled: unknown[] = []
  for (const said of [good, bad, good, good, good, bad]) {
    const id = (await deliver()) ?? ''
    const [line] = (await read(id)).lines
    sampled.push([line?.sampleQty, line?.isStrict])
    expect(await judge(id, said)).toEqual({ ok: 1, failed: [] })
  }
  const [some, all] = [
    ['2.000', false],
    ['10.000', true],
  ]
  expect(sampled).toEqual([some, some, all, all, some, some])
  // However much comes before a verdict, the reject is not forgotten over it.
  for (let i = 0; i < 8; i++) expect((await read((await deliver()) ?? '')).lines[0]?.isStrict).toBe(true)
  await desk.server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`
      update wms_quality_bill set created_at = created_at - interval '31 days' where tenant_id = ${ctx.tenantId}`),
  )
  const [line] = (await read((await deliver()) ?? '')).lines
  expect(line?.isStrict).toBe(false)
  await desk.clerk.call(schemes.disable as never, { id: schemeId, version })
})
