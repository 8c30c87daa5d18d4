import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { ledgerView } from '@lading/contract/wms/board.ts'
import { type PastDimension, pastDimensions, pastFaults, pastFile, queryPast } from '@lading/contract/wms/pastStock.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { readSheet } from '../../platform/sheet/read.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { closeMonths } from '../stock/checkpoint.ts'
import type { StockKey } from '../stock/key.ts'
import { post } from '../stock/post.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

/** A random walk of some months, some of them closed; LADING_SEED repeats it. */
const seed = Number(process.env.LADING_SEED ?? Date.now() % 1_000_000)
const steps = 160
const questions = 40
const hourMs = 3_600_000
const owners = ['O1', 'O2']
const products = ['X', 'Y', 'Z']
const shelves = ['A1', 'A2', 'B1']
const outside = 'V_ADJUST'

let now = new Date('2026-01-20T08:00:00Z')
let server: TestServer
let yard: Yard
let clerk: Client
/** Sees the goods of O1 alone. */
let limited: Client
interface Line extends Pick<StockKey, PastDimension> {
  readonly posting: number
  readonly at: Date
  readonly delta: Qty
  readonly isHere: boolean
}
const written: Line[] = []
let closed = 0

let state = seed
const random = (n: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * n)
}
const anyOf = <T>(list: readonly T[]): T => list[random(list.length)] as T // callers pass lists that hold something

/** Something comes, goes or moves: as much as a model of the balances has. */
async function step(n: number, balances: Map<string, Qty>): Promise<void> {
  const goods = { product: anyOf(products), owner: anyOf(owners), expire: anyOf([null, '2027-01-01']) }
  const places = [anyOf([...shelves, outside]), anyOf(shelves)].toSorted(() => random(2) - 0.5)
  const [from = '', to = ''] = places
  if (from === to) return
  const at = (bin: string) => JSON.stringify({ ...goods, bin })
  const most = from === outside ? 90_000n : (balances.get(at(from)) ?? 0n)
  if (most === 0n) return
  const qty = (BigInt(1 + random(90)) * most) / 90n || 1n
  await server.inside('DC01', async (ctx) => {
    const [a, b] = [await keyOf(ctx, yard, { ...goods, bin: from }), await keyOf(ctx, yard, { ...goods, bin: to })]
    const lines = [
      { key: a, delta: -qty },
      { key: b, delta: qty },
    ]
    const bizType = from === outside ? 'ADJ_INC' : to === outside ? 'ADJ_DEC' : 'MOVE'
    await post(ctx, { bizType, idemKey: `step ${n}`, lines })
    const places = [from, to]
    written.push(
      ...lines.map(({ key, delta }, i) => ({ ...key, posting: n, at: now, delta, isHere: places[i] !== outside })),
    )
  })
  for (const [bin, delta] of [
    [from, -qty],
    [to, qty],
  ] as const)
    balances.set(at(bin), (balances.get(at(bin)) ?? 0n) + delta)
}

beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, {
      bins: Object.fromEntries(shelves.map((code) => [code, 'STORAGE'])),
      owners,
      products: products.map((code) => ({ code, isWeigh: true })),
    }),
  )
  const balances = new Map<string, Qty>()
  for (let n = 0; n < steps; n++) {
    now = new Date(now.getTime() + (1 + random(36)) * hourMs)
    await step(n, balances)
    if (random(12) === 0) closed += await closeMonths((work) => server.inside('DC01', work))
  }
  clerk = await server.as('clerk', 'DC01')
  const { userId } = await server.as('admin', 'DC01')
  await server.inside('G', async (ctx) => {
    const ownerId = yard.owners.get('O1')
    await bulkInsert(ctx.tx, 'sys_user_owner', [{ tenantId: ctx.tenantId, id: ctx.newId(), userId, ownerId }])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  limited = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

interface Asked {
  readonly where: Partial<Record<PastDimension, readonly string[]>>
  readonly from: Date | undefined
  readonly to: Date
  readonly groupBy: readonly PastDimension[]
}
/** What the call must answer, from the lines themselves, one after the other. */
function replay({ where, from, to, groupBy }: Asked): object[] {
  const asked = written.filter(
    (l) => l.at <= to && Object.entries(where).every(([d, ids]) => ids.includes(l[d as PastDimension])),
  )
  const groups = Map.groupBy(asked, (l) => groupBy.map((d) => l[d]).join('/'))
  return [...groups].flatMap(([id, lines]) => {
    const isBefore = (l: Line) => from === undefined || l.at < from
    const sum = (of: readonly Line[]) => of.reduce((n, l) => n + (l.isHere ? l.delta : 0n), 0n)
    const since = lines.filter((l) => !isBefore(l))
    const net = [...Map.groupBy(since, (l) => l.posting).values()].map(sum)
    const came = net.reduce((n, d) => (d > 0n ? n + d : n), 0n)
    const went = net.reduce((n, d) => (d < 0n ? n - d : n), 0n)
    const [open, close] = [sum(lines.filter(isBefore)), sum(lines)]
    if (open === 0n && close === 0n && came === 0n) return []
    return [{ id, open, came, went, close, lines: since.length }]
  })
}
const ask = async (client: Client, { where, from, to, groupBy }: Asked) => {
  const input = { ...where, groupBy, pageSize: 500, to: to.toISOString(), ...(from && { from: from.toISOString() }) }
  return await client.call(queryPast, input)
}
const byId = (rows: readonly object[]) => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
const plain = (rows: object[]) =>
  byId(
    rows.map((r) =>
      Object.fromEntries(Object.entries(r).map(([k, v]) => [k, typeof v === 'bigint' ? formatQty(v) : v])),
    ),
  )
const told = ({ records }: Awaited<ReturnType<typeof ask>>) =>
  byId(
    records.map(({ id, openQty, cameQty, wentQty, closeQty, lines }) => ({
      id,
      open: formatQty(parseQty(openQty)),
      came: formatQty(parseQty(cameQty)),
      went: formatQty(parseQty(wentQty)),
      close: formatQty(parseQty(closeQty)),
      lines,
    })),
  )

function question(): Asked {
  const bins = shelves.map((code) => yard.bins.get(code) ?? '')
  const ids = [...yard.products.values()].map(({ id }) => id)
  const where = anyOf<Asked['where']>([
    { productId: [anyOf(ids)] },
    { binId: [anyOf(bins), anyOf(bins)] },
    { lotId: [anyOf(written).lotId] },
    { productId: ids, ownerId: [yard.owners.get('O2') ?? ''] },
    { productId: [anyOf(ids)], binId: [anyOf(bins)] },
  ])
  // At the moment of a line, beside one, and when months begin.
  const moment = () => new Date(anyOf(written).at.getTime() + anyOf([-1, 0, 1, random(100) * hourMs]))
  const [a, b] = [moment(), anyOf([moment(), new Date('2026-03-01T00:00:00Z'), new Date('2026-04-02T00:00:00Z')])]
  const groupBy = pastDimensions.filter(() => random(2) === 0)
  const span = { from: random(3) === 0 ? undefined : a < b ? a : b, to: a < b ? b : a }
  return { where, ...span, groupBy: groupBy.length > 0 && groupBy.length < 6 ? groupBy : ['productId'] }
}

test('stock at any moment, and what moved, is what the ledger says line by line, over closed months and open ones', async () => {
  expect(closed, `seed ${seed}`).toBeGreaterThan(2)
  for (let i = 0; i < questions; i++) {
    const asked = question()
    expect(told(await ask(clerk, asked)), `seed ${seed}: ${JSON.stringify(asked)}`).toEqual(plain(replay(asked)))
  }
})

test('who is limited to an owner is told of that owner’s goods what the ledger says, and of others nothing', async () => {
  const mine = yard.owners.get('O1') ?? ''
  for (let i = 0; i < questions; i++) {
    const asked = question()
    const owners = asked.where.ownerId?.filter((id) => id === mine) ?? [mine]
    const own = { ...asked, where: { ...asked.where, ownerId: owners } }
    expect(told(await ask(limited, asked)), `seed ${seed}: ${JSON.stringify(asked)}`).toEqual(plain(replay(own)))
  }
})

test('the lines of each group are those of the ledger that it leads to, and the postings of each kind of business', async () => {
  const from = written[40]?.at ?? now
  const [productId = ''] = [...yard.products.values()].map(({ id }) => id)
  const answer = await ask(clerk, { where: { productId: [productId] }, from, to: now, groupBy: ['ownerId', 'lotId'] })
  const createTime = { from: from.toISOString(), to: now.toISOString() }
  const total = async (filter: object) =>
    (await clerk.call<{ total: number }>(crudCalls(ledgerView).query, { filter: { createTime, ...filter } })).total
  for (const { keys, lines } of answer.records)
    expect(await total(Object.fromEntries(Object.entries({ productId, ...keys }).map(([d, id]) => [d, [id]])))).toBe(
      lines,
    )
  const moved = written.filter((l) => l.productId === productId && l.at >= from)
  const sum = (of: readonly { postings: number }[]) => of.reduce((n, { postings }) => n + postings, 0)
  expect(sum(answer.types)).toBe(new Set(moved.map((l) => l.posting)).size)
  // Both sides of each.
  for (const { bizType, postings } of answer.types)
    expect(await total({ productId: [productId], bizType: [bizType] }), bizType).toBe(postings * 2)
})

test('now it is what the balances say', async () => {
  const { records } = await clerk.call(queryPast, {
    binId: shelves.map((code) => yard.bins.get(code)),
    groupBy: ['binId', 'productId'],
  })
  const stock = await server.inside('DC01', (ctx) =>
    ctx.tx.query<{ id: string; qty: string }>(sql`
      select s.bin_id || '/' || s.product_id as id, sum(s.qty)::text as qty from wms_stock s
      where s.tenant_id = ${ctx.tenantId} and s.org_id = ${ctx.org.id} group by s.bin_id, s.product_id having sum(s.qty) > 0`),
  )
  expect(byId(records.map((r) => ({ id: r.id, qty: r.closeQty })))).toEqual(byId(stock))
})

test('pages are parts of one whole', async () => {
  const productId = [...yard.products.values()].map(({ id }) => id)
  const page = (n: number) =>
    clerk.call(queryPast, { productId, groupBy: ['binId', 'lotId', 'ownerId'], page: n, pageSize: 4 })
  const [one, two] = [await page(1), await page(2)]
  expect(one.records).toHaveLength(4)
  expect(two.total).toBe(one.total)
  expect(new Set([...one.records, ...two.records].map((r) => r.id)).size).toBe(4 + two.records.length)
  expect(two.sums).toEqual(one.sums)
})

test('the whole ledger is asked by nobody, nor backwards, nor outside a centre; another tenant finds nothing', async () => {
  const [productId = ''] = [...yard.products.values()].map(({ id }) => id)
  await expect(clerk.call(queryPast, {})).rejects.toMatchObject({ code: pastFaults.ofWhat.code })
  const turned = { productId: [productId], from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }
  await expect(clerk.call(queryPast, turned)).rejects.toMatchObject({ code: pastFaults.turned.code })
  const group = await server.as('admin')
  await expect(group.call(queryPast, { productId: [productId] })).rejects.toMatchObject({ code: faults.notDc.code })
  const there = await server.as('admin', 'DC02')
  expect((await there.call(queryPast, { productId: [productId] })).records).toEqual([])
  const stranger = await server.as('admin', 'DC01', 'two')
  expect((await stranger.call(queryPast, { productId: [productId] })).records).toEqual([])
})

test('as a workbook it has all rows with codes, units and packs, and only what its reader may see', async () => {
  const productId = [...yard.products.values()].map(({ id }) => id)
  const asked = { productId, from: '2026-02-01T00:00:00Z', groupBy: ['productId', 'binId'] as const }
  const of = async (who: Client) => {
    const { name, data } = await who.bytes(pastFile, asked as never)
    expect(name).toMatch(/^收发存查询_\d+\.xlsx$/)
    const { records } = await who.call(queryPast, { ...asked, pageSize: 1000 } as never)
    const [head, ...rows] = (await readSheet({ name, data })).map((r) => r.cells)
    return { head, rows, records }
  }
  const { head, rows, records } = await of(clerk)
  expect(head).toEqual([
    ...['商品代码', '商品名称', '货位代码', '货位名称'],
    ...['期初', '收入', '发出', '期末', '单位', '件数', '截止时间'],
  ])
  const short = (qty: string) => Number(formatQty(parseQty(qty)))
  expect(rows.map((r) => r.slice(0, 10))).toEqual(
    records.map((g) => [
      ...['productId', 'binId'].flatMap((d) => [g.refs[d]?.code, g.refs[d]?.name]),
      ...[g.openQty, g.cameQty, g.wentQty, g.closeQty].map(short),
      g.unit,
      g.closeCases,
    ]),
  )
  expect(records.every((g) => g.unit !== null && g.closeCases !== null)).toBe(true)
  const own = await of(limited)
  expect(own.rows.length).toBe(own.records.length)
  await expect(clerk.bytes(pastFile, { groupBy: ['productId'] } as never)).rejects.toMatchObject({
    code: pastFaults.ofWhat.code,
  })
})
