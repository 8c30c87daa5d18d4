import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { parseQty, type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { isFull } from '../../testing/full.ts'
import { type Client, openTestServer, Refused, type TestServer } from '../../testing/server.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { keyText } from './key.ts'
import { type PostLine, post } from './post.ts'
import { reconcile } from './reconcile.ts'
import { reserve } from './reservations.ts'

const places = Array.from({ length: 20 }, (_, i) => `S-${String(i + 1).padStart(2, '0')}`)

let server: TestServer
let one: Client
let other: Client
let yard: Yard
const ids = { vendor: '', store: '' }
const order = documentCalls(orderBill)
const operate = documentCalls(operateBill)

beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const codes = [...places, 'T1', 'T2', 'PICKED', 'FREE']
    const made = await buildYard(ctx, {
      bins: Object.fromEntries(
        codes.map((code) => [code, code === 'PICKED' ? 'EXCEPTION' : code === 'FREE' ? 'DOCK' : 'STORAGE']),
      ),
      products: ['X', 'Y', 'Z', 'V', 'W'].map((code) => ({ code })),
    })
    for (const key of ['vendor', 'store'] as const) {
      ids[key] = ctx.newId()
      await bulkInsert(ctx.tx, `wms_${key}`, [{ tenantId: ctx.tenantId, id: ids[key], code: key, name: key }])
    }
    return made
  })
  one = await server.as('clerk', 'DC01')
  other = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

const inside = <T>(act: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', act)
const clean = async () => expect(await inside(reconcile)).toEqual([])
const productId = (code: string) => yard.products.get(code)?.id ?? ''

/** Puts units of a product on a bin and returns the row's id. */
const stock = (bin: string, product: string, units: number, idemKey: string): Promise<string> =>
  inside(async (ctx) => {
    const to = await keyOf(ctx, yard, { bin, product })
    const from = await keyOf(ctx, yard, { bin: 'V_ADJUST', product })
    const qty = wholeQty(units)
    const lines = [
      { key: from, delta: -qty },
      { key: to, delta: qty },
    ]
    return (await post(ctx, { bizType: 'ADJ_INC', idemKey, lines })).rowIds.get(keyText(to)) ?? ''
  })
/** Takes units without a promise: the engine gives what nobody else was promised. */
const takeFree = (bin: string, product: string, qty: Qty, idemKey: string) =>
  inside(async (ctx) => {
    const from = await keyOf(ctx, yard, { bin, product })
    const to = await keyOf(ctx, yard, { bin: 'PICKED', product })
    const lines = [
      { key: from, delta: -qty },
      { key: to, delta: qty },
    ]
    await post(ctx, { bizType: 'MOVE', idemKey, lines })
  })
const codeOf = (r: PromiseSettledResult<unknown>): number => {
  if (r.status === 'fulfilled') return 0
  if (r.reason instanceof Fault) return r.reason.refusal.code
  if (r.reason instanceof Refused) return r.reason.code
  throw r.reason
}
const settled = async (acts: readonly Promise<unknown>[]): Promise<number[]> =>
  (await Promise.allSettled(acts)).map(codeOf).sort((a, b) => a - b)
const times = (n: number) => Array.from({ length: n }, (_, i) => i)

test('T01 64 callers for the 10 units of one row: exactly 10 get one, half by promise and half by taking', async () => {
  for (let round = 0; round < (isFull ? 200 : 6); round++) {
    const bin = places[round % places.length] ?? ''
    const id = await stock(bin, 'X', 10, `race${round}`)
    const answers = await Promise.allSettled(
      times(64).map(async (i) => {
        const idemKey = `r${round}:${i}`
        if (i % 2) return takeFree(bin, 'X', wholeQty(1), idemKey)
        const got = await inside((ctx) => reserve(ctx, [{ stockId: id, qty: wholeQty(1), kind: 'HOLD', idemKey }]))
        return got.length
      }),
    )
    const codes = answers.map((r) => (r.status === 'fulfilled' && r.value === 0 ? 'nothing' : codeOf(r)))
    expect(codes.filter((c) => c === 0)).toHaveLength(10)
    expect(codes.filter((c) => c !== 0 && c !== 42230 && c !== 'nothing')).toEqual([])
    await clean()
    // What was only promised goes, so that the next round finds an empty bin.
    await inside(async (ctx) => {
      const [held] = await ctx.tx.query<{ n: string }>(
        sql`select reserved_qty as n from wms_stock where tenant_id = ${ctx.tenantId} and id = ${id}`,
      )
      const rows = await ctx.tx.query<{ id: string }>(
        sql`select id from wms_reservation where tenant_id = ${ctx.tenantId} and stock_id = ${id} and state = 'ACTIVE'`,
      )
      const qty = parseQty(held?.n ?? '0')
      if (qty === 0n) return
      const from = await keyOf(ctx, yard, { bin, product: 'X' })
      const lines = [
        { key: from, delta: -qty },
        { key: { ...from, binId: yard.bins.get('PICKED') ?? '' }, delta: qty },
      ]
      const consume = rows.map((r) => ({ reservationId: r.id, qty: wholeQty(1) }))
      await post(ctx, { bizType: 'MOVE', idemKey: `rest${round}`, lines, consume })
    })
  }
})

test('T02 many clients take 1 to 5 units from 20 rows in any order: none is refused for a deadlock, none is lost', async () => {
  const seed = Number(process.env.LADING_SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`race seed ${seed}\n`)
  let state = seed
  const random = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  const each = 60
  for (const bin of places) await stock(bin, 'Y', each, `pool:${bin}`)
  const wishes = times(isFull ? 64 : 24).map(() =>
    times(isFull ? 200 : 6).map(() =>
      // Each taker names three rows in an order of his own.
      times(3).map(() => ({ bin: places[random(places.length)] ?? '', units: 1 + random(5) })),
    ),
  )
  let moved = 0
  const answers = await Promise.allSettled(
    wishes.flatMap((list, c) => [
      (async () => {
        for (const [i, wish] of list.entries()) {
          const act = inside(async (ctx) => {
            const lines: PostLine[] = []
            for (const { bin, units } of wish) {
              const from = await keyOf(ctx, yard, { bin, product: 'Y' })
              const qty = wholeQty(units)
              lines.push({ key: from, delta: -qty })
              lines.push({ key: { ...from, binId: yard.bins.get('PICKED') ?? '' }, delta: qty })
            }
            await post(ctx, { bizType: 'MOVE', idemKey: `t2:${c}:${i}`, lines })
          })
          const [answer] = await Promise.allSettled([act])
          const code = codeOf(answer)
          expect([0, 42230]).toContain(code)
          if (code === 0) moved += wish.reduce((n, w) => n + w.units, 0)
        }
      })(),
    ]),
  )
  expect(answers.flatMap((a) => (a.status === 'rejected' ? [String(a.reason)] : []))).toEqual([])
  const sums = await inside((ctx) =>
    ctx.tx.query<{ usage: string; units: number }>(sql`
      select b.usage, sum(s.qty)::float as units from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      where s.tenant_id = ${ctx.tenantId} and s.product_id = ${productId('Y')} group by b.usage order by b.usage`),
  )
  expect(sums).toEqual([
    { usage: 'EXCEPTION', units: moved },
    { usage: 'STORAGE', units: each * places.length - moved },
  ])
  await clean()
})

const pairs = isFull ? 1000 : 12
interface Made {
  id: string
  version: number
}
/** An approved outbound order of one unit of Z. */
async function wish(): Promise<Made> {
  const lines = [{ productId: productId('Z'), planQty: '1' }]
  const { id } = await one.call<Made>(operate.create, { ownerId: yard.owners.get('O1'), storeId: ids.store, lines })
  await one.call(operate.approve, { rows: [{ id, version: 0 }] })
  return { id, version: 1 }
}
/** One answer each of two users who do the same at the same moment; who loses is told why. */
const both = (act: (client: Client) => Promise<unknown>): Promise<number[]> => settled([act(one), act(other)])
/** A bulk step of one row: what was refused for it is refused. */
async function stepOf(client: Client, call: unknown, row: Made): Promise<void> {
  const { failed } = await client.call<{ failed: { code: number; message: string }[] }>(call as never, { rows: [row] })
  const [no] = failed
  if (no) throw new Refused({ code: no.code, message: no.message, data: null, traceId: '' })
}

test('T05 two users at one bill, one task, one line at the same moment: one wins, the other is told', async () => {
  await stock('T1', 'Z', pairs * 2, 'pairs')
  for (let i = 0; i < pairs; i++) {
    const bill = await wish()
    const allocated = await both((client) => stepOf(client, operate.allocate, bill))
    expect(allocated).toEqual([0, 40900])
    const tasks = await inside((ctx) =>
      ctx.tx.query<{ id: string; line: string }>(sql`
        select t.id, l.id as line from wms_task t join wms_task_line l on l.tenant_id = t.tenant_id and l.task_id = t.id
        where t.tenant_id = ${ctx.tenantId} and t.task_type = 'PICK' and t.bill_id = ${bill.id}`),
    )
    expect(tasks).toHaveLength(1)
    const [task] = tasks
    // Every second time both take it first; else both confirm a task that nobody holds.
    if (i % 2) expect(await both((client) => client.call(work.takeTask, { id: task?.id }))).toEqual([0, 42250])
    const confirmed = await both((client) => client.call(work.confirmLine, { taskLineId: task?.line, qty: '1' }))
    expect(confirmed[0]).toBe(0)
    expect([42201, 42250]).toContain(confirmed[1])
    const [line] = await inside((ctx) =>
      ctx.tx.query(sql`
        select booked_qty::float as booked, done_qty::float as done,
          (select count(*)::integer from wms_posting p where p.tenant_id = l.tenant_id and p.task_line_id = ${task?.line}) as postings
        from wms_operate_bill_line l where l.tenant_id = ${ctx.tenantId} and l.bill_id = ${bill.id}`),
    )
    expect(line).toEqual({ booked: 1, done: 1, postings: 1 })
  }
  await clean()
})

test('T22 one device that sends a confirm twice at once moves the goods once', async () => {
  await stock('T1', 'Z', 4, 'twice')
  for (let i = 0; i < 4; i++) {
    const bill = await wish()
    await stepOf(one, operate.allocate, bill)
    const { lines } = await one.call(work.nextTask, { taskTypes: ['PICK'] })
    const input = { taskLineId: lines[0]?.id, qty: '1' }
    const answers = await settled([1, 2, 3].map(() => one.call(work.confirmLine, input, { key: `dup${i}` })))
    expect(answers[0]).toBe(0)
    const { n } = await inside((ctx) =>
      ctx.tx.one<{ n: number }>(sql`
        select count(*)::integer as n from wms_posting where tenant_id = ${ctx.tenantId} and task_line_id = ${lines[0]?.id}`),
    )
    expect(n).toBe(1)
  }
  await clean()
})

test('two receipts at once for the last empty bin: one claim', async () => {
  // The only bin with nothing on it and nothing on its way is T2.
  await inside((ctx) =>
    ctx.tx.run(sql`
      update wms_bin set lock_in = true where tenant_id = ${ctx.tenantId} and usage = 'STORAGE' and code <> 'T2'`),
  )
  await inside((ctx) =>
    ctx.tx.run(sql`update wms_bin set mix_product = false where tenant_id = ${ctx.tenantId} and code = 'T2'`),
  )
  const lines = await Promise.all(
    ['V', 'W'].map(async (code, i) => {
      const client = i ? other : one
      const made = await client.call<Made>(order.create, {
        ownerId: yard.owners.get('O1'),
        vendorId: ids.vendor,
        lines: [{ productId: productId(code), planQty: '5' }],
      })
      await stepOf(client, order.approve, made)
      await stepOf(client, order.createTask, { id: made.id, version: made.version + 1 })
      return { client, taskLineId: (await client.call(work.nextTask, { taskTypes: ['RECEIVE'] })).lines[0]?.id }
    }),
  )
  expect(new Set(lines.map((l) => l.taskLineId)).size).toBe(2)
  const received = await settled(
    lines.map(({ client, taskLineId }) => client.call(work.confirmLine, { taskLineId, qty: '5' })),
  )
  expect(received).toEqual([0, 0])
  const claims = await inside((ctx) =>
    ctx.tx.query(sql`
      select b.code from wms_bin_claim c join wms_bin b on b.tenant_id = c.tenant_id and b.id = c.bin_id where c.tenant_id = ${ctx.tenantId} and c.state = 'ACTIVE'`),
  )
  expect(claims).toEqual([{ code: 'T2' }])
  const targets = await inside((ctx) =>
    ctx.tx.query<{ code: string | null }>(sql`
      select b.code from wms_task t join wms_task_line l on l.tenant_id = t.tenant_id and l.task_id = t.id
      left join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.to_bin_id
      where t.tenant_id = ${ctx.tenantId} and t.task_type = 'PUTAWAY' order by b.code nulls last`),
  )
  expect(targets.map((t) => t.code)).toEqual(['T2', null])
  await clean()
})
