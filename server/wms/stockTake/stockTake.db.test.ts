import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { startMoves } from '@lading/contract/wms/moveCalls.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import * as counts from '@lading/contract/wms/stockTakeCalls.ts'
import { takeFaults } from '@lading/contract/wms/stockTakeFaults.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/server.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

/** 盘点, from a doubt to the book. Source: wms.md 7.5, 7.8, 12 (12 to 14). */
let desk: PickDesk
let other: Client
const take = documentCalls(stockTakeBill)
beforeAll(async () => {
  desk = await openPickDesk()
  other = await desk.server.as('admin', 'DC01')
})
afterAll(() => desk.server.close())
afterEach(() => desk.sound())

interface Row {
  id: string
  version: number
  billNo: string
  state: string
  [more: string]: unknown
}
const getTake = async (id: string): Promise<Row> => {
  await desk.server.relay.drain()
  return desk.clerk.call<Row>(crudCalls(stockTakeBill.header).getById, { id })
}
const latest = async (): Promise<Row> => {
  await desk.server.relay.drain()
  const { records } = await desk.clerk.call<{ records: Row[] }>(crudCalls(stockTakeBill.header).query, {})
  return records[0] as Row
}
const makeTake = async (input: object): Promise<Row> => {
  const made = await desk.clerk.call<{ id: string; version: number }>(take.create, input)
  await desk.clerk.call(take.approve, { rows: [made] })
  return getTake(made.id)
}
/** How one step of one count went: 0, or the code of its refusal. */
const step = async (name: string, row: Row, more: { reason?: string } = {}): Promise<number> => {
  const answer = await desk.clerk.call<{ failed: { code: number }[] }>(take[name], {
    rows: [{ id: row.id, version: row.version }],
    ...more,
  })
  return answer.failed[0]?.code ?? 0
}
const started = async (input: object): Promise<Row> => {
  const row = await makeTake(input)
  expect(await step('start', row)).toBe(0)
  return getTake(row.id)
}
/** The open lines of a count, with their bins. */
const linesOf = (id: string) =>
  desk.inside((ctx) =>
    ctx.tx.query<{ id: string; taskId: string; bin: string; notById: string | null; priority: number }>(sql`
      select l.id, l.task_id, b.code as bin, k.not_by_id, k.priority from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.task_id = k.id
      join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.from_bin_id
      where k.tenant_id = ${ctx.tenantId} and k.bill_id = ${id} and l.state = 'OPEN' order by k.id, l.seq`),
  )
const lineAt = async (id: string, bin?: string) => {
  const lines = await linesOf(id)
  const line = bin === undefined ? lines[0] : lines.find((l) => l.bin === bin)
  if (!line) throw new Error(`nothing is open at ${bin}`)
  return line
}
const confirm = (who: Client, taskLineId: string, more: object) =>
  who.envelope(work.confirmLine, { taskLineId, qty: '0', ...more })
const countRow = async (who: Client, taskLineId: string, product: string, qty: string) => {
  const { rows } = await who.call(counts.countSheet, { taskLineId })
  const row = rows.find((r) => r.product.code === product)
  return confirm(who, taskLineId, { stockId: row?.stockId, qty, partial: true })
}
const closeBin = (who: Client, taskLineId: string, reason?: string) =>
  confirm(who, taskLineId, reason ? { reason } : {})
/** Quantity and what is promised of it. */
const bookOf = (bin: string, product: string) =>
  desk.inside(async (ctx) => {
    const row = await ctx.tx.one<{ qty: string; held: string }>(sql`
      select coalesce(sum(s.qty), 0) as qty, coalesce(sum(s.reserved_qty), 0) as held from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      where s.tenant_id = ${ctx.tenantId} and b.code = ${bin} and s.product_id = ${desk.yard.products.get(product)?.id}`)
    return `${formatQty(parseQty(row.qty))}/${formatQty(parseQty(row.held))}`
  })
const binId = (code: string) => desk.yard.bins.get(code)
const emptied = (bin: string, product: string) =>
  desk.inside(async (ctx) => {
    const { n } = await ctx.tx.one<{ n: string }>(sql`
      select coalesce(sum(s.qty), 0) as n from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      where s.tenant_id = ${ctx.tenantId} and b.code = ${bin} and s.product_id = ${desk.yard.products.get(product)?.id}`)
    return n
  })

test('goods that a picker does not find are kept, counted twice, and written off by who approves', async () => {
  await desk.put('P-01', 'A', '43')
  const { lines } = await desk.pick({ A: '36' })
  await desk.clerk.call(work.confirmLine, {
    ...{ taskLineId: lines[0]?.id, qty: '35', reason: 'NOT_FOUND', toContainer: 'T1' },
  } as never)
  expect(await bookOf('P-01', 'A')).toBe('8/8')
  const made = await latest()
  expect(made).toMatchObject({ kind: 'EXCEPTION', state: 'INPROGRESS', bins: 1, openBins: 1 })
  const first = await lineAt(made.id)
  expect(first).toMatchObject({ bin: 'P-01', priority: 5, notById: null })
  const sheet = await desk.clerk.call(counts.countSheet, { taskLineId: first.id })
  expect(sheet).toMatchObject({ blind: true, round: 1 })
  expect(sheet.rows.map((r) => [r.product.code, r.book, r.counted])).toEqual([['A', null, null]])
  // Nobody has said that the bin is empty.
  expect(await closeBin(desk.clerk, first.id)).toMatchObject({ code: takeFaults.uncounted.code })
  expect(await closeBin(desk.clerk, first.id, 'GONE')).toMatchObject({ code: 0 })
  const second = await lineAt(made.id)
  expect(second.notById).toBe(desk.clerk.userId)
  // A screen that still asks is told that the first count is over, and nothing of the second.
  expect(await desk.clerk.envelope(counts.countSheet, { taskLineId: first.id })).toMatchObject({
    code: wmsFaults.lineDone.code,
  })
  // Not by who counted first: neither next, nor by name, nor by a confirm.
  expect(await desk.clerk.envelope(work.nextTask, { taskTypes: ['STOCK_TAKE'] })).toMatchObject({
    code: wmsFaults.noTask.code,
  })
  for (const call of [work.takeTask, work.assignTask])
    expect(await desk.clerk.envelope(call, { id: second.taskId, userId: desk.clerk.userId })).toMatchObject({
      code: takeFaults.sameCounter.code,
    })
  expect(await closeBin(desk.clerk, second.id, 'GONE')).toMatchObject({ code: takeFaults.sameCounter.code })
  expect(await closeBin(other, second.id, 'GONE')).toMatchObject({ code: 0 })
  const audited = await getTake(made.id)
  expect(audited).toMatchObject({ state: 'AUDITING', diffBins: 1, recounts: 1, minusCases: '0+8', plusCases: null })
  const [diff] = (await desk.clerk.call(counts.takeDiffs.call, { id: made.id })) as Record<string, unknown>[]
  expect(diff).toMatchObject({ diffQty: '-8.000', diffCases: '-(0+8)', first: '0.000', second: '0.000', third: null })
  expect(await bookOf('P-01', 'A')).toBe('8/8')
  expect(await step('settle', audited)).toBe(0)
  expect(await bookOf('P-01', 'A')).toBe('0/0')
  expect(await getTake(made.id)).toMatchObject({ state: 'FINISHED', countedPct: '100.0' })
  const log = await desk.clerk.call<{ action: string }[]>(crudCalls(stockTakeBill.header).log, { id: made.id })
  expect(log.length).toBeGreaterThan(2)
  expect(first.taskId).not.toBe(second.taskId)
})

test('what is found again is free at once, without anybody’s approval', async () => {
  await desk.put('P-01', 'B', '20')
  const { lines } = await desk.pick({ B: '6' })
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '0', reason: 'NOT_FOUND' } as never)
  expect(await bookOf('P-01', 'B')).toBe('20/20')
  const made = await latest()
  const line = await lineAt(made.id)
  expect(await countRow(desk.clerk, line.id, 'B', '20')).toMatchObject({ code: 0 })
  expect(await closeBin(desk.clerk, line.id)).toMatchObject({ code: 0 })
  expect(await getTake(made.id)).toMatchObject({ state: 'FINISHED', diffBins: 0 })
  // The order that lacked them gets them by a new pick.
  expect(await bookOf('P-01', 'B')).toBe('20/6')
})

test('picks go on while a bin is counted: only the difference is posted', async () => {
  const before = Number(await emptied('S-01', 'C'))
  await desk.put('S-01', 'C', String(50 - before))
  const bill = await started({ kind: 'SPOT', binFrom: 'S-01', binTo: 'S-01', rounds: 1 })
  const line = await lineAt(bill.id)
  await countRow(desk.clerk, line.id, 'C', '48')
  await desk.put('S-01', 'C', '-10')
  await closeBin(desk.clerk, line.id)
  await desk.put('S-01', 'C', '-5')
  const audited = await getTake(bill.id)
  expect(await step('settle', audited)).toBe(0)
  expect(await bookOf('S-01', 'C')).toBe('33/0')
})

/** A count of S-01 with its 33 pieces of C, of which three are taken before the word of the counter arrives. */
const late = async (counted: string, scannedAt: string) => {
  const bill = await started({ kind: 'SPOT', binFrom: 'S-01', binTo: 'S-01', rounds: 1 })
  const line = await lineAt(bill.id)
  const { rows } = await desk.clerk.call(counts.countSheet, { taskLineId: line.id })
  await desk.put('S-01', 'C', '-3')
  await confirm(desk.clerk, line.id, { stockId: rows[0]?.stockId, qty: counted, partial: true, scannedAt })
  await confirm(desk.clerk, line.id, { scannedAt })
  return bill
}
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

test.each([
  ['80 s ago, before goods moved', '33', ago(80_000)],
  ['with a clock that was wrong by as much, after they moved', '30', ago(80_000)],
  ['by a clock that is ahead', '30', ago(-80_000)],
  ['by a clock that is a year ahead', '33', ago(-400 * 86_400_000)],
  ['by a clock that is a year behind', '33', ago(400 * 86_400_000)],
])(
  'what was counted %s is counted again, by the same person too, and the book says what is there',
  async (_, counted, scannedAt) => {
    const bill = await late(counted, scannedAt)
    expect(await getTake(bill.id)).toMatchObject({ state: 'INPROGRESS' })
    expect(await bookOf('S-01', 'C')).toBe('30/0')
    const again = await lineAt(bill.id)
    expect(again.notById).toBe(null)
    await countRow(desk.clerk, again.id, 'C', '30')
    await closeBin(desk.clerk, again.id)
    expect(await getTake(bill.id)).toMatchObject({ state: 'FINISHED', diffBins: 0 })
    await desk.put('S-01', 'C', '3')
  },
)

test('nothing moved while a count waited: it holds', async () => {
  const bill = await started({ kind: 'SPOT', binFrom: 'S-01', binTo: 'S-01', rounds: 1 })
  const line = await lineAt(bill.id)
  const { rows } = await desk.clerk.call(counts.countSheet, { taskLineId: line.id })
  const scannedAt = ago(3_600_000)
  await confirm(desk.clerk, line.id, { stockId: rows[0]?.stockId, qty: '33', partial: true, scannedAt })
  await confirm(desk.clerk, line.id, { scannedAt })
  expect(await getTake(bill.id)).toMatchObject({ state: 'FINISHED', diffBins: 0 })
})

test('what came into a bin after it was counted to its end, and before that arrived, is not written off', async () => {
  const bill = await started({ kind: 'SPOT', binFrom: 'S-01', binTo: 'S-01', rounds: 1 })
  const line = await lineAt(bill.id)
  await countRow(desk.clerk, line.id, 'C', '33')
  await desk.put('S-01', 'A', '7')
  await confirm(desk.clerk, line.id, { reason: 'GONE', scannedAt: ago(80_000) })
  expect(await getTake(bill.id)).toMatchObject({ state: 'INPROGRESS' })
  const again = await lineAt(bill.id)
  await countRow(desk.clerk, again.id, 'C', '33')
  await countRow(desk.clerk, again.id, 'A', '7')
  await closeBin(desk.clerk, again.id)
  expect(await getTake(bill.id)).toMatchObject({ state: 'FINISHED', diffBins: 0 })
  await desk.put('S-01', 'A', '-7')
})

test('goods that the book does not know come in with their dates, or those of the lot that goes first', async () => {
  const bill = await started({ kind: 'SPOT', binFrom: 'S-02', binTo: 'S-02', rounds: 1, blind: false })
  const line = await lineAt(bill.id)
  expect(await closeBin(desk.clerk, line.id)).toMatchObject({ code: takeFaults.emptyUnsaid.code })
  expect(await desk.clerk.envelope(counts.countGoods, { taskLineId: line.id, scan: 'nothing' })).toMatchObject({
    code: wmsFaults.unknownCode.code,
  })
  const { product, owners } = await desk.clerk.call(counts.countGoods, { taskLineId: line.id, scan: 'C' })
  expect([product.code, owners.map((o) => o.code)]).toEqual(['C', ['O1', 'O2']])
  const find = (more: object) => confirm(desk.clerk, line.id, { scans: { product: 'C' }, partial: true, ...more })
  expect(await find({ qty: '3' })).toMatchObject({ code: takeFaults.ownerUnclear.code })
  const ownerId = desk.yard.owners.get('O1')
  expect(await find({ qty: '1.5', ownerId })).toMatchObject({ code: wmsFaults.notWhole.code })
  expect(await find({ qty: '3', ownerId })).toMatchObject({ code: 0 })
  expect(await find({ qty: '4', ownerId })).toMatchObject({ code: 0 })
  const sheet = await desk.clerk.call(counts.countSheet, { taskLineId: line.id })
  expect(sheet.found.map((f) => [f.product.code, f.counted])).toEqual([['C', '4.000']])
  expect(await closeBin(desk.clerk, line.id)).toMatchObject({ code: 0 })
  const audited = await getTake(bill.id)
  expect(audited).toMatchObject({ plusCases: '0+4' })
  await step('settle', audited)
  expect(await bookOf('S-02', 'C')).toBe('4/0')
})

test('what is promised is not written off: who holds it is named, and the bin can be counted again', async () => {
  await desk.put('S-02', 'A', '12')
  const rows = await desk.inside((ctx) =>
    ctx.tx.query<{ id: string }>(sql`
      select s.id from wms_stock s where s.tenant_id = ${ctx.tenantId} and s.bin_id = ${binId('S-02')} and s.product_id = ${desk.yard.products.get('A')?.id} and s.qty > 0`),
  )
  await desk.clerk.call(startMoves, { lines: [{ stockId: rows[0]?.id, qty: '10', toBinId: binId('S-01') }] } as never)
  const bill = await started({
    kind: 'SPOT',
    binFrom: 'S-02',
    binTo: 'S-02',
    rounds: 1,
    productId: desk.yard.products.get('A')?.id,
  })
  const line = await lineAt(bill.id)
  expect(await confirm(desk.clerk, line.id, { scans: { product: 'C' }, qty: '1', partial: true })).toMatchObject({
    code: takeFaults.outOfScope.code,
  })
  await closeBin(desk.clerk, line.id, 'GONE')
  const audited = await getTake(bill.id)
  const held = await bookOf('S-02', 'A')
  expect(held).toBe('12/10')
  expect(await step('settle', audited)).toBe(takeFaults.held.code)
  const again = await desk.clerk.envelope(counts.recountBins, {
    ...{ id: audited.id, version: audited.version, binIds: [binId('S-02')] },
  })
  expect(again).toMatchObject({ code: 0 })
  const recount = await lineAt(bill.id)
  expect(await countRow(other, recount.id, 'A', '12')).toMatchObject({ code: 0 })
  expect(await closeBin(other, recount.id)).toMatchObject({ code: 0 })
  expect(await getTake(bill.id)).toMatchObject({ state: 'FINISHED' })
})

test('a bin is in one count only, is locked where that is wanted, and free again when the count is dropped', async () => {
  const bill = await started({ kind: 'FULL', lockBins: true, withEmpty: true, binsPerTask: 2 })
  const open = await linesOf(bill.id)
  expect(new Set(open.map((l) => l.bin)).size).toBe(Number(bill.bins))
  expect(new Set(open.map((l) => l.taskId)).size).toBe(Math.ceil(open.length / 2))
  const second = await makeTake({ kind: 'SPOT', binFrom: 'S-01', binTo: 'S-01' })
  const preview = await desk.clerk.call(counts.previewTake, { id: second.id })
  expect(preview).toMatchObject({ bins: 1, tasks: 1, taken: [{ bin: 'S-01', take: { code: bill.billNo } }] })
  expect(await step('start', second)).toBe(takeFaults.binInTake.code)
  await expect(desk.put('S-01', 'C', '1')).resolves.toBeTruthy()
  const locked = await desk.inside((ctx) =>
    ctx.tx.query<{ code: string }>(
      sql`select code from wms_bin where tenant_id = ${ctx.tenantId} and lock_reason = ${bill.billNo}`,
    ),
  )
  expect(locked.length).toBe(open.length)
  const now = await getTake(bill.id)
  expect(await step('cancel', now)).toBe(faults.required.code)
  expect(await step('cancel', now, { reason: 'wrong area' })).toBe(0)
  expect(await linesOf(bill.id)).toEqual([])
  expect(
    await desk.inside((ctx) =>
      ctx.tx.query(sql`select 1 from wms_bin where tenant_id = ${ctx.tenantId} and (lock_in or lock_out)`),
    ),
  ).toEqual([])
  expect(await step('start', second)).toBe(0)
  // Ended early: nobody counted it, so nothing is known and nothing changes.
  expect(await step('finish', await getTake(second.id))).toBe(0)
  expect(await getTake(second.id)).toMatchObject({ state: 'FINISHED' })
  const none = await makeTake({ kind: 'SPOT', binFrom: 'ZZZ' })
  expect(await step('start', none)).toBe(takeFaults.noBins.code)
})

test.each(['cancel', 'finish'])(
  'a bin that waits to be counted again makes no work any more after %s',
  async (name) => {
    await desk.put('S-01', 'B', '5')
    const bill = await started({ kind: 'SPOT', binFrom: 'S-01', binTo: 'S-02' })
    await closeBin(desk.clerk, (await lineAt(bill.id, 'S-01')).id, 'GONE')
    expect(await step(name, await getTake(bill.id), { reason: 'enough' })).toBe(0)
    expect(await linesOf(bill.id)).toEqual([])
    const after = await getTake(bill.id)
    expect(after.state).toBe(name === 'cancel' ? 'CANCELED' : 'AUDITING')
    if (name === 'finish') expect(await step('cancel', after, { reason: 'enough' })).toBe(0)
  },
)

test('whoever points at a bin has it counted now', async () => {
  const made = await desk.clerk.call(counts.countNow, { binIds: [binId('S-01')] } as never)
  expect(made).toMatchObject({ bins: 1 })
  const line = await lineAt((made as { id: string }).id)
  expect(await desk.clerk.envelope(counts.countNow, { binIds: [binId('S-01')] })).toMatchObject({
    code: takeFaults.binInTake.code,
  })
  await countRow(desk.clerk, line.id, 'C', String(Number(await emptied('S-01', 'C'))))
  await closeBin(desk.clerk, line.id, 'GONE')
})

test('a team shares the bins in walking order, each a stretch of his own, and nobody else finds them', async () => {
  // What was pointed at before.
  expect(await step('cancel', await latest(), { reason: 'enough' })).toBe(0)
  await desk.put('S-01', 'A', '12')
  await desk.put('S-02', 'A', '12')
  const team = { kind: 'SPOT', binFrom: 'S-01', binTo: 'S-02', withEmpty: false }
  const row = await makeTake({ ...team, teamIds: [desk.clerk.userId, other.userId] })
  const { people, tasks } = await desk.clerk.call<{ people: object[]; tasks: number }>(counts.previewTake, {
    id: row.id,
  })
  expect({ people, tasks }).toEqual({
    people: [
      { name: 'clerk', bins: 1 },
      { name: 'admin', bins: 1 },
    ],
    tasks: 2,
  })
  expect(await step('start', row)).toBe(0)
  const made = await desk.inside((ctx) =>
    ctx.tx.query<{ state: string; assigneeId: string; bin: string }>(sql`
      select k.state, k.assignee_id, b.code as bin from wms_task k
      join wms_task_line l on l.tenant_id = k.tenant_id and l.task_id = k.id join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.from_bin_id
      where k.tenant_id = ${ctx.tenantId} and k.bill_id = ${row.id} order by b.code`),
  )
  expect(made).toEqual([
    { state: 'ASSIGNED', assigneeId: desk.clerk.userId, bin: 'S-01' },
    { state: 'ASSIGNED', assigneeId: other.userId, bin: 'S-02' },
  ])
  const cancel = await getTake(row.id)
  expect(await step('cancel', cancel, { reason: 'enough' })).toBe(0)
})

test('whoever does not work here cannot be of the team, and nothing has begun', async () => {
  const { id: nobody } = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(sql`
      select id from sys_user where tenant_id = ${ctx.tenantId} and username = 'nobody'`),
  )
  const row = await makeTake({ kind: 'SPOT', binFrom: 'S-01', binTo: 'S-02', teamIds: [nobody] })
  const setDisabled = (to: boolean) =>
    desk.inside((ctx) =>
      ctx.tx.run(sql`update sys_user set disabled = ${to} where tenant_id = ${ctx.tenantId} and id = ${nobody}`),
    )
  await setDisabled(true)
  expect(await step('start', row)).toBe(takeFaults.notHere.code)
  const stuck = await getTake(row.id)
  expect(stuck).toMatchObject({ state: 'APPROVED' })
  await setDisabled(false)
  // Whoever is told so has a way out: another team.
  await desk.clerk.call(take.update, { id: row.id, version: stuck.version, teamIds: [desk.clerk.userId] })
  const again = await getTake(row.id)
  expect(await step('start', again)).toBe(0)
  expect(await step('cancel', await getTake(row.id), { reason: 'enough' })).toBe(0)
})
