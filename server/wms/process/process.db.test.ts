import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { bom } from '@lading/contract/wms/bom.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { processFaults } from '@lading/contract/wms/processFaults.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
let boss: PickDesk['clerk']
beforeAll(async () => {
  desk = await openPickDesk()
  boss = await desk.server.as('admin', 'DC01')
  const area = (
    await desk.inside((ctx) =>
      ctx.tx.one<{ id: string }>(sql`
    select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`),
    )
  ).id
  const id = await desk.inside(async (ctx) => {
    const bin = {
      tenantId: ctx.tenantId,
      orgId: ctx.org.id,
      id: ctx.newId(),
      code: 'TABLE',
      usage: 'PROCESS',
      areaId: area,
    }
    await bulkInsert(ctx.tx, 'wms_bin', [{ ...bin, mixProduct: true, mixLot: true, mixOwner: true }])
    return bin.id
  })
  desk.yard.bins.set('TABLE', id)
})
afterAll(() => desk.server.close())

interface Row extends Record<string, unknown> {
  readonly id: string
  readonly version: number
  readonly state: string
  readonly lines: readonly Record<string, unknown>[]
}
const boms = documentCalls(bom) as never as Record<string, never>
const tasks = documentCalls(processTask) as never as Record<string, never>
type Calls = typeof boms
const good = (code: string) => desk.yard.products.get(code)?.id
const read = (calls: Calls, id: string) => desk.clerk.call<Row>(calls.getById as never, { id })
async function step(calls: Calls, name: string, id: string, more: object = {}) {
  const { version } = await read(calls, id)
  const answer = await boss.call<{ ok: number; failed: { code: number; message: string }[]; made?: { id: string }[] }>(
    calls[name] as never,
    { rows: [{ id, version }], ...more },
  )
  return { ok: answer.ok, ...answer.failed[0], made: answer.made }
}
const code = (of: { code: number }) => ({ code: of.code })
let nth = 0
const recipe = (product: string, parts: Readonly<Record<string, string>>, more: object = {}) => {
  nth += 1
  const lines = Object.entries(parts).map(([p, qty]) => ({ productId: good(p), qty }))
  const head = { code: `R${nth}`, name: `R${nth}`, ownerId: desk.yard.owners.get('O1'), productId: good(product) }
  return boss.call<{ id: string; version: number }>(boms.create as never, { ...head, outputQty: '1', lines, ...more })
}
const inForce = async (...given: Parameters<typeof recipe>): Promise<string> => {
  const { id } = await recipe(...given)
  expect(await step(boms, 'approve', id)).toMatchObject({ ok: 1 })
  return id
}
const task = async (bomId: string, planQty: string, more: object = {}) => {
  const head = { bomId, planQty, binId: desk.yard.bins.get('TABLE') }
  return (await desk.clerk.call<Row>(tasks.create as never, { ...head, ...more })).id
}
/** `S-01 A 24 (5) 2027-01-31`. */
const shelves = () =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<Record<string, string | null>>(sql`
      select b.code as bin, p.code, s.qty, s.reserved_qty as held, g.expire_date from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id join wms_lot g on g.tenant_id = s.tenant_id and g.id = s.lot_id
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} and s.qty > 0 order by 1, 2, 5`)
    return rows.map((r) => `${r.bin} ${r.code} ${Number(r.qty)} (${Number(r.held)}) ${r.expireDate}`)
  })
/** Fetches all that a task waits for. */
async function fetch(billId: string, less: Readonly<Record<string, string>> = {}): Promise<void> {
  const rows = await desk.inside((ctx) =>
    ctx.tx.query<{ id: string }>(sql`
      select id from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${billId} and task_type = 'PROC_MOVE_IN' and state not in ('DONE', 'CANCELED')`),
  )
  for (const { id } of rows)
    for (const line of (await desk.clerk.call(work.getWork, { id })).lines) {
      const qty = less[line.product?.code ?? ''] ?? line.planQty
      const reason = qty === line.planQty ? {} : { reason: 'NOT_FOUND' as const }
      await desk.clerk.call(work.confirmLine, { taskLineId: line.id, qty, ...reason })
    }
}

test('what is made of itself, at once or by the way, is refused', async () => {
  await expect(recipe('A', { A: '1' })).rejects.toMatchObject(code(processFaults.circle))
  const a = await inForce('A', { B: '2' })
  const { id } = await recipe('B', { C: '1' })
  const c = await inForce('C', { A: '1' })
  await expect(recipe('B', { A: '1' })).rejects.toThrow('B → A → B')
  // It was none when it was written down.
  const late = await step(boms, 'approve', id)
  expect(late).toMatchObject(code(processFaults.circle))
  expect(late.message).toContain('配方存在循环引用：B → C → A → B')
  expect(await read(boms, id)).toMatchObject({ state: 'DRAFT' })
  // To take apart what is put together is no circle, nor is another pack of the same.
  const apart = await recipe('A', { B: '2' }, { kind: 'DISASSEMBLY' })
  expect(await step(boms, 'approve', apart.id)).toMatchObject({ ok: 1 })
  await expect(recipe('A', { C: '0' })).rejects.toMatchObject(code(wmsFaults.qtyNotPositive))
  await expect(recipe('A', { C: '1' }, { validFrom: '2026-02-01', validTo: '2026-01-01' })).rejects.toMatchObject({
    errors: [{ field: 'validTo' }],
  })
  for (const one of [a, c, apart.id]) expect(await step(boms, 'retire', one)).toMatchObject({ ok: 1 })
})

test('a version in force never changes: a new one takes its place, and the old one is no longer used', async () => {
  const first = await inForce('C', { A: '2' })
  await expect(boss.call(boms.update as never, { id: first, version: 1, name: 'x' })).rejects.toMatchObject(
    code(faults.state),
  )
  const { made } = await step(boms, 'revise', first)
  const second = made?.[0]?.id ?? ''
  const seen = await read(boms, second)
  expect(seen).toMatchObject({
    state: 'DRAFT',
    edition: 2,
    code: (await read(boms, first)).code,
    lines: [{ qty: '2.000' }],
  })
  await boss.call(boms.update as never, { id: second, version: seen.version, lines: [{ ...seen.lines[0], qty: '3' }] })
  expect(await step(boms, 'approve', second)).toMatchObject({ ok: 1 })
  expect(await read(boms, first)).toMatchObject({ state: 'STOPPED' })
  expect(await step(boms, 'restore', first)).toMatchObject(code(processFaults.newer))
  await expect(task(first, '1')).rejects.toMatchObject(code(processFaults.bomOff))
  const open = await task(second, '1')
  expect((await read(tasks, open)).lines).toMatchObject([
    { role: 'IN', planQty: '3.000' },
    { role: 'OUT', planQty: '1.000' },
  ])
  expect(await step(boms, 'retire', second)).toMatchObject(code(processFaults.bomBusy))
  expect(await step(tasks, 'cancel', open, { reason: 'x' })).toMatchObject({ ok: 1 })
  expect(await step(boms, 'retire', second)).toMatchObject({ ok: 1 })
})

test('ten sets are made: fetched, used up, put away; what was too much goes back', async () => {
  await desk.put('S-01', 'A', '12', { expire: '2027-03-31' })
  await desk.put('S-02', 'A', '40', { expire: '2027-06-30' })
  await desk.put('S-02', 'B', '9', { expire: '2027-05-31' })
  const bomId = await inForce('C', { A: '2', B: '1' }, { kind: 'GIFT' })
  const id = await task(bomId, '10')
  const lacking = await step(tasks, 'approve', id)
  expect(lacking).toMatchObject(code(processFaults.lacking))
  expect(lacking.message).toContain('B 9/10')
  expect((await shelves()).join()).not.toMatch(/\([1-9]/)
  await desk.put('S-02', 'B', '6', { expire: '2027-05-31' })
  expect(await step(tasks, 'approve', id)).toMatchObject({ ok: 1 })
  // What goes off first goes in first, and is nobody else's any more.
  expect(await shelves()).toEqual([
    'S-01 A 12 (12) 2027-03-31',
    'S-02 A 40 (8) 2027-06-30',
    'S-02 B 15 (10) 2027-05-31',
  ])
  await desk.sound('approved')
  expect(await step(tasks, 'supply', id)).toMatchObject({ ok: 1 })
  await desk.sound('supplied')
  expect(await step(tasks, 'finish', id, { input: { doneQty: '10' } })).toMatchObject({ ok: 0 })
  await fetch(id)
  await desk.sound('fetched')
  expect((await shelves()).filter((s) => s.startsWith('TABLE'))).toEqual([
    'TABLE A 12 (12) 2027-03-31',
    'TABLE A 8 (8) 2027-06-30',
    'TABLE B 10 (10) 2027-05-31',
  ])
  expect(await step(tasks, 'finish', id, { input: { doneQty: '11' } })).toMatchObject(code(wmsFaults.overPlan))
  const done = await step(tasks, 'finish', id, { input: { doneQty: '8' } })
  expect(done).toMatchObject({ ok: 1 })
  expect(done.made).toHaveLength(2)
  expect(await read(tasks, id)).toMatchObject({ state: 'FINISHED', doneQty: '8.000', lossPct: '0.000' })
  expect((await shelves()).filter((s) => s.startsWith('TABLE'))).toEqual([
    'TABLE A 4 (4) 2027-06-30',
    'TABLE B 2 (2) 2027-05-31',
    'TABLE C 8 (8) 2027-03-31',
  ])
  await desk.sound('finished')
  const ledger = await desk.inside((ctx) =>
    ctx.tx.query(sql`
      select l.biz_type, p.code, sum(l.delta)::int as qty from wms_ledger l join wms_posting g on g.tenant_id = l.tenant_id and g.id = l.posting_id
      join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.bin_id and b.code = 'V_PROCESS'
      where l.tenant_id = ${ctx.tenantId} and g.source_id = ${id} group by 1, 2 order by 1, 2`),
  )
  expect(ledger).toEqual([
    { bizType: 'PROC_IN', code: 'A', qty: 16 },
    { bizType: 'PROC_IN', code: 'B', qty: 8 },
    { bizType: 'PROC_OUT', code: 'C', qty: -8 },
  ])
})

test('more than the recipe allows needs somebody who approves it; nothing is booked before', async () => {
  const bomId = await inForce('C', { A: '5' }, { lines: [{ productId: good('A'), qty: '5', lossPct: '10' }] })
  const id = await task(bomId, '4')
  expect((await read(tasks, id)).lines).toMatchObject([{ planQty: '22.000' }, {}])
  await step(tasks, 'approve', id)
  await step(tasks, 'supply', id)
  await fetch(id)
  const type = async (qty: string) => {
    const { version, lines } = await read(tasks, id)
    const sent = lines.map((l, i) => ({ ...l, ...(i === 0 && { realQty: qty }) }))
    await desk.clerk.call(tasks.update as never, { id, version, lines: sent })
  }
  await type('23')
  const before = await shelves()
  const over = await step(tasks, 'finish', id, { input: { doneQty: '4' } })
  expect(over).toMatchObject(code(processFaults.overUse))
  expect(over.message).toContain('实际耗用超出配方15.00%，需审核')
  await type('17')
  expect(await step(tasks, 'finish', id, { input: { doneQty: '4' } })).toMatchObject(code(processFaults.underUse))
  await type('24')
  expect(await step(tasks, 'finishOver', id, { input: { doneQty: '4' }, reason: 'x' })).toMatchObject(
    code(wmsFaults.stockShort),
  )
  expect(await shelves()).toEqual(before)
  expect(await read(tasks, id)).toMatchObject({ state: 'INPROGRESS' })
  const { version } = await read(tasks, id)
  await expect(desk.clerk.call(tasks.update as never, { id, version, planQty: '9' })).rejects.toMatchObject(
    code(processFaults.onlyReal),
  )
  await type('22')
  expect(await step(tasks, 'finish', id, { input: { doneQty: '4' } })).toMatchObject({ ok: 1 })
  expect(await read(tasks, id)).toMatchObject({ lossPct: '10.000' })
  await desk.sound()
})

test('a shelf that lacks goods is supplied once more, a move is taken back, and all of it is cancelled', async () => {
  const bomId = await inForce('C', { B: '1' })
  const id = await task(bomId, '3')
  await step(tasks, 'approve', id)
  await step(tasks, 'supply', id)
  await fetch(id, { B: '2' })
  expect((await read(tasks, id)).lines[0]).toMatchObject({ bookedQty: '2.000', movedQty: '2.000' })
  await desk.sound('short')
  expect(await step(tasks, 'more', id)).toMatchObject({ ok: 1 })
  await desk.sound('more')
  const taskId = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(sql`
      select id from wms_task where tenant_id = ${ctx.tenantId} and bill_id = ${id} and task_type = 'PROC_MOVE_IN' and state = 'READY'`),
  )
  const [line] = (await desk.clerk.call(work.getWork, taskId)).lines
  await desk.clerk.call(work.confirmLine, { taskLineId: line?.id ?? '', qty: '1' })
  expect(await step(tasks, 'more', id)).toMatchObject(code(processFaults.allSupplied))
  await desk.clerk.call(work.undoLine, { taskLineId: line?.id ?? '' })
  expect((await read(tasks, id)).lines[0]).toMatchObject({ bookedQty: '3.000', movedQty: '2.000' })
  await desk.sound('undone')
  expect(await step(tasks, 'cancel', id, { reason: 'x' })).toMatchObject(code(wmsFaults.openTask))
  await desk.clerk.call(work.giveUpTask, taskId)
  const canceled = await step(tasks, 'cancel', id, { reason: 'x' })
  expect(canceled).toMatchObject({ ok: 1 })
  expect(canceled.made).toHaveLength(1)
  await desk.sound('cancelled')
  const left = await desk.inside((ctx) =>
    ctx.tx.query(sql`
      select 1 from wms_reservation where tenant_id = ${ctx.tenantId} and kind = 'PROC' and state in ('ACTIVE', 'PENDING')`),
  )
  expect(left).toEqual([])
})

test('what is taken apart comes back as its parts, as old as it was, never more of them than it held', async () => {
  const bomId = await inForce('C', { A: '3', B: '2' }, { kind: 'DISASSEMBLY' })
  await desk.put('S-01', 'C', '5', { expire: '2027-02-28' })
  const id = await task(bomId, '5')
  await step(tasks, 'approve', id)
  await step(tasks, 'supply', id)
  await fetch(id)
  const { version, lines } = await read(tasks, id)
  const real = { A: '15', B: '11' }
  const sent = lines.map((l) => {
    const typed = real[(l.refs as { productId: { code: 'A' | 'B' } }).productId.code]
    return { ...l, ...(typed && { realQty: typed }) }
  })
  await desk.clerk.call(tasks.update as never, { id, version, lines: sent })
  expect(await step(tasks, 'finish', id, { input: { doneQty: '5' } })).toMatchObject(code(processFaults.overYield))
  await desk.clerk.call(tasks.update as never, {
    ...{ id, version: version + 1 },
    lines: sent.map((l) => ('realQty' in l && l.realQty === '11' ? { ...l, realQty: '10' } : l)),
  })
  expect(await step(tasks, 'finish', id, { input: { doneQty: '5' } })).toMatchObject({ ok: 1 })
  const table = (await shelves()).filter((s) => s.startsWith('TABLE') && s.endsWith('2027-02-28'))
  expect(table).toEqual(['TABLE A 15 (15) 2027-02-28', 'TABLE B 10 (10) 2027-02-28'])
  await desk.sound()
})

test('one lot, days left, goods on hold and another bin than a table are asked about', async () => {
  const two = { lines: [{ productId: good('A'), qty: '1', lotRule: 'ONE_LOT' }] }
  const bomId = await inForce('C', {}, two)
  await desk.put('S-01', 'A', '20', { expire: '2028-01-31' })
  const id = await task(bomId, '20')
  expect(await step(tasks, 'approve', id)).toMatchObject({ ok: 1 })
  const lots = await desk.inside((ctx) =>
    ctx.tx.query(sql`
      select distinct s.lot_id from wms_reservation r join wms_stock s on s.id = r.stock_id and s.tenant_id = r.tenant_id
      where r.tenant_id = ${ctx.tenantId} and r.kind = 'PROC' and r.state = 'ACTIVE'`),
  )
  expect(lots).toHaveLength(1)
  expect(await step(tasks, 'cancel', id, { reason: 'x' })).toMatchObject({ ok: 1 })
  const late = await inForce('C', {}, { lines: [{ productId: good('A'), qty: '1', leastDays: 9_000 }] })
  expect(await step(tasks, 'approve', await task(late, '1'))).toMatchObject(code(processFaults.lacking))
  await expect(task(bomId, '1', { binId: desk.yard.bins.get('S-01') })).rejects.toMatchObject(
    code(processFaults.notProcessBin),
  )
  await desk.inside((ctx) =>
    ctx.tx.run(sql`update wms_lot set hold = true, hold_reason = 'x' where tenant_id = ${ctx.tenantId}`),
  )
  expect(await step(tasks, 'approve', await task(bomId, '1'))).toMatchObject(code(processFaults.lacking))
  await desk.inside((ctx) => ctx.tx.run(sql`update wms_lot set hold = false where tenant_id = ${ctx.tenantId}`))
})

test('who may not, and who is of another tenant, sees and does nothing', async () => {
  const bomId = await inForce('C', { A: '1' })
  const viewer = await desk.server.as('viewer', 'DC01')
  await expect(viewer.call(tasks.create as never, { bomId })).rejects.toMatchObject({ code: 40301 })
  const other = await desk.server.as('admin', 'DC01', 'two')
  await expect(other.call(boms.getById as never, { id: bomId })).rejects.toThrow('不存在')
  const head = { bomId, planQty: '1', binId: desk.yard.bins.get('TABLE') }
  await expect(other.call(tasks.create as never, head)).rejects.toThrow('不存在')
})
