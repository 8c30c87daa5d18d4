import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { parseQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { isFull } from '../../testing/full.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { type PostInput, post } from './post.ts'
import { reconcile } from './reconcile.ts'
import { readReservations, release } from './reservations.ts'

const rounds = isFull ? 100 : 4
const pickers = 8
let server: TestServer
let clerk: Client
let yard: Yard
let storeId = ''
const operate = documentCalls(operateBill)
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    storeId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_store', [{ tenantId: ctx.tenantId, id: storeId, code: 'S', name: 'S' }])
    const bins = Object.fromEntries(Array.from({ length: rounds }, (_, i) => [`F${i}`, 'PICK']))
    return buildYard(ctx, { bins, products: Array.from({ length: rounds }, (_, i) => ({ code: `X${i}` })) })
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())
const inside = <T>(act: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', act)

/** Corrects the book of a bin by so many units; what is promised to a count may be used up by it. */
const correct = (n: number, units: number, idemKey: string, consume: PostInput['consume'] = []) =>
  inside(async (ctx) => {
    const [real, outside] = await Promise.all(
      [`F${n}`, 'V_ADJUST'].map((bin) => keyOf(ctx, yard, { bin, product: `X${n}` })),
    )
    if (!real || !outside) throw new Error('no keys')
    const lines = [
      { key: real, delta: wholeQty(units) },
      { key: outside, delta: -wholeQty(units) },
    ]
    return post(ctx, { bizType: units > 0 ? 'ADJ_INC' : 'ADJ_DEC', idemKey, lines, consume })
  })
const refusal = (error: unknown): number => {
  if (error instanceof Fault) return error.refusal.code
  throw error
}

/** An order of four units, allocated; the line of its pick task. */
async function wish(n: number): Promise<string> {
  const { id } = await clerk.call<{ id: string }>(operate.create, {
    ownerId: yard.owners.get('O1'),
    storeId,
    lines: [{ productId: yard.products.get(`X${n}`)?.id, planQty: '4' }],
  })
  await clerk.call(operate.approve, { rows: [{ id, version: 0 }] })
  await clerk.call(operate.allocate, { rows: [{ id, version: 1 }] })
  const { line } = await inside((ctx) =>
    ctx.tx.one<{ line: string }>(sql`
      select l.id as line from wms_task_line l join wms_task t on t.tenant_id = l.tenant_id and t.id = l.task_id
      where t.tenant_id = ${ctx.tenantId} and t.bill_id = ${id} and t.task_type = 'PICK'`),
  )
  return line
}
const onBook = (n: number) =>
  inside((ctx) =>
    ctx.tx.one<{ qty: string; reserved: string }>(sql`
      select s.qty, s.reserved_qty as reserved from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      where s.tenant_id = ${ctx.tenantId} and b.code = ${`F${n}`}`),
  )

/** Forty units: thirty-two are picked by eight, one of whom finds two too few; meanwhile others correct the same bin. */
async function round(n: number): Promise<void> {
  await correct(n, 40, `open${n}`)
  const lines: string[] = []
  for (let i = 0; i < pickers; i++) lines.push(await wish(n))
  const picks = lines.map((taskLineId, i) =>
    clerk.envelope(work.confirmLine, i ? { taskLineId, qty: '4' } : { taskLineId, qty: '2', reason: 'NOT_FOUND' }),
  )
  const corrections = Array.from({ length: 4 }, (_, i) => correct(n, -3, `dec${n}:${i}`).then(() => 0, refusal))
  const [picked, corrected] = await Promise.all([Promise.all(picks), Promise.all(corrections)])
  // Nobody loses what he was promised; a correction takes only what nobody was.
  expect(picked.map((a) => a.code)).toEqual(picked.map(() => 0))
  expect(corrected.filter((code) => code !== 0 && code !== 42230)).toEqual([])
  const lowered = corrected.filter((code) => code === 0).length * 3
  const book = await onBook(n)
  expect(parseQty(book.qty)).toBe(wholeQty(40 - 30 - lowered))
  expect(await inside(reconcile)).toEqual([])

  // What was left when the goods were not found waits for the count, and only the count may lower it.
  await expect(correct(n, -Number(book.qty), `all${n}`)).rejects.toMatchObject({ refusal: { code: 42230 } })
  const held = await inside((ctx) =>
    ctx.tx.query<{ id: string; qty: string }>(sql`
      select r.id, r.qty from wms_reservation r where r.tenant_id = ${ctx.tenantId} and r.kind = 'COUNT' and r.state = 'ACTIVE'`),
  )
  expect(held).toHaveLength(1)
  const [hold] = held
  await correct(n, -2, `count${n}`, [{ reservationId: hold?.id ?? '', qty: wholeQty(2) }])
  await inside(async (ctx) => release(ctx, await readReservations(ctx, [hold?.id ?? ''])))
  expect(await onBook(n)).toEqual({ qty: `${40 - 30 - lowered - 2}.000`, reserved: '0.000' })
  expect(await inside(reconcile)).toEqual([])
}

test('T08 a bin is counted and corrected while eight pick from it: no pick is lost, and the book is exact', async () => {
  for (let n = 0; n < rounds; n++) await round(n)
})
