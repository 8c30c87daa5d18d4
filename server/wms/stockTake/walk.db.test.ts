import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import * as counts from '@lading/contract/wms/stockTakeCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/server.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

/** What really stands on the shelves, whatever the book says. */
type Shelves = Map<string, number>
const bins = ['S-01', 'S-02'] as const
const goods = ['A', 'B'] as const
const steps = 90
/** LADING_SEED repeats a walk. */
const seed = Number(process.env.LADING_SEED ?? Date.now() % 1_000_000)

let desk: PickDesk
let people: readonly Client[]
const take = documentCalls(stockTakeBill)
beforeAll(async () => {
  desk = await openPickDesk()
  people = [desk.clerk, await desk.server.as('admin', 'DC01')]
})
afterAll(() => desk.server.close())

const bookOf = (bin: string, product: string): Promise<number> =>
  desk.inside(async (ctx) => {
    const row = await ctx.tx.one<{ qty: string }>(sql`
      select coalesce(sum(s.qty), 0) as qty from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      where s.tenant_id = ${ctx.tenantId} and b.code = ${bin} and s.product_id = ${desk.yard.products.get(product)?.id}`)
    return Number(row.qty)
  })
const openLines = () =>
  desk.inside((ctx) =>
    ctx.tx.query<{ id: string; bin: string; notById: string | null }>(sql`
      select l.id, b.code as bin, k.not_by_id from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.task_id = k.id and l.state = 'OPEN'
      join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.from_bin_id
      where k.tenant_id = ${ctx.tenantId} and k.task_type = 'STOCK_TAKE' and k.state in ('READY', 'ASSIGNED', 'RUNNING') order by l.id`),
  )
const openTakes = async (state: string) => {
  await desk.server.relay.drain()
  return desk.inside((ctx) =>
    ctx.tx.query<{ id: string; version: number }>(sql`
      select id, version from wms_stock_take_bill where tenant_id = ${ctx.tenantId} and state = ${state} order by id`),
  )
}
const begin = async (rounds: number) => {
  const made = await desk.clerk.call<{ id: string; version: number }>(take.create, {
    ...{ kind: 'SPOT', binFrom: 'S-01', binTo: 'S-02', rounds, tolQty: '1', tolPct: '50' },
  })
  await desk.clerk.call(take.approve, { rows: [made] })
  await desk.clerk.call(take.start, { rows: [{ id: made.id, version: made.version + 1 }] })
}
/** Counts what stands in the bin: what the book knows there, and what it does not. */
async function countBin(line: { id: string; bin: string }, shelves: Shelves, who: Client): Promise<void> {
  const { rows } = await who.call(counts.countSheet, { taskLineId: line.id })
  const say = (more: object) =>
    who.call(work.confirmLine, { taskLineId: line.id, qty: '0', partial: true, ...more } as never)
  for (const product of goods) {
    const there = shelves.get(`${line.bin} ${product}`) ?? 0
    const row = rows.find((r) => r.product.code === product)
    if (row) await say({ stockId: row.stockId, qty: String(there) })
    else if (there > 0)
      await say({
        scans: { product },
        qty: String(there),
        ownerId: desk.yard.owners.get('O1'),
        expireDate: '2027-06-01',
      })
  }
  await say({ partial: false, reason: 'GONE' })
}
const settleAll = async () => {
  for (const row of await openTakes('AUDITING')) await desk.clerk.call(take.settle, { rows: [row] })
}

test('goods come, go, get lost and turn up while bins are counted: in the end the book is what stands there', async () => {
  let state = seed
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const shelves: Shelves = new Map()
  const change = (key: string, by: number) => shelves.set(key, (shelves.get(key) ?? 0) + by)
  const seen = new Map<string, number>()
  for (let i = 0; i < steps; i++) {
    const [bin, product, n] = [one(bins), one(goods), 1 + below(9)]
    const key = `${bin} ${product}`
    const there = Math.min(await bookOf(bin, product), shelves.get(key) ?? 0)
    const lines = await openLines()
    const acts: Record<string, () => Promise<unknown>> = {
      bring: () => desk.put(bin, product, String(n), { expire: '2027-06-01' }).then(() => change(key, n)),
      fetch: async () => {
        if (there < n) return
        await desk.put(bin, product, String(-n), { expire: '2027-06-01' })
        change(key, -n)
      },
      lose: async () => change(key, -Math.min(n, shelves.get(key) ?? 0)),
      find: async () => change(key, n),
      begin: async () =>
        (await openTakes('INPROGRESS')).length + (await openTakes('AUDITING')).length === 0 && begin(3),
      count: async () => {
        const line = lines[0]
        const who = people.find((p) => p.userId !== line?.notById)
        if (line && who) await countBin(line, shelves, who)
      },
      settle: settleAll,
    }
    const name = one(['bring', 'bring', 'fetch', 'lose', 'find', 'begin', 'begin', 'count', 'count', 'count', 'settle'])
    seen.set(name, (seen.get(name) ?? 0) + 1)
    await acts[name]?.()
    await desk.sound(`seed ${seed}, step ${i}: ${name}`)
  }
  expect([...seen.keys()].sort(), `seed ${seed}`).toEqual([
    'begin',
    'bring',
    'count',
    'fetch',
    'find',
    'lose',
    'settle',
  ])
  for (const left of ['INPROGRESS', 'AUDITING'])
    for (const row of await openTakes(left)) await desk.clerk.call(take.cancel, { rows: [row], reason: 'end' })
  await begin(1)
  for (const line of await openLines()) await countBin(line, shelves, desk.clerk)
  await settleAll()
  await desk.sound(`seed ${seed}, the end`)
  for (const bin of bins)
    for (const product of goods)
      expect(`seed ${seed}: ${bin} ${product} ${formatQty(parseQty(String(await bookOf(bin, product))))}`).toBe(
        `seed ${seed}: ${bin} ${product} ${shelves.get(`${bin} ${product}`) ?? 0}`,
      )
})
