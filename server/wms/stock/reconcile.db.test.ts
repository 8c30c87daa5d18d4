import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { idAt } from '../../kernel/ids.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'
import { post } from './post.ts'
import { reconcile, stockReconcile } from './reconcile.ts'

let server: TestServer
let yard: Yard
let at = Date.UTC(2026, 8, 10)
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
  yard = await inside((ctx) =>
    buildYard(ctx, {
      bins: { A1: 'STORAGE', A2: 'STORAGE' },
      products: [{ code: 'P1' }, { code: 'P2' }, { code: 'KG', isWeigh: true }],
    }),
  )
})
afterAll(() => server.close())

const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', work)
let postings = 0
const receive = (product: string, bin: string, qty: bigint, pieces?: number) =>
  inside(async (ctx) => {
    const [outside, shelf] = [
      await keyOf(ctx, yard, { bin: 'V_ADJUST', product }),
      await keyOf(ctx, yard, { bin, product }),
    ]
    const lines = [
      { key: outside, delta: -qty, pieces: pieces && -pieces },
      { key: shelf, delta: qty, pieces },
    ]
    await post(ctx, { bizType: qty > 0n ? 'ADJ_INC' : 'ADJ_DEC', idemKey: `t:${++postings}`, lines })
  })
const told: number[] = []
/** Night by night, as the job does it. */
const night = () => stockReconcile(inside, async (_, hits) => void told.push(hits))
const rulesHit = async () => [...new Set((await inside(reconcile)).map(({ rule }) => rule))]
const owner = (text: string) => server.db.owner.query(text)
const closed = async () =>
  (await owner('select month::text, count(*)::int as n from wms_ledger_opening group by 1 order by 1')).rows

/** Changes what only a fault of the program, or of a disk, would, and takes it back. */
async function planted(change: string, back: string): Promise<string[]> {
  await owner(change)
  const found = await rulesHit()
  await owner(back)
  expect(await rulesHit()).toEqual([])
  return found
}
const faults = async () => {
  expect(await planted('update wms_stock set qty = qty + 1', 'update wms_stock set qty = qty - 1')).toEqual(['W1'])
  const weighed = `where product_id = (select id from mdm_product where code = 'KG')`
  expect(
    await planted(
      `update wms_stock set pieces = pieces + 1 ${weighed}`,
      `update wms_stock set pieces = pieces - 1 ${weighed}`,
    ),
  ).toEqual(['W1'])
  expect(
    await planted(
      `update wms_stock set bin_id = (select id from wms_bin where code = 'A2' limit 1) where bin_id = (select id from wms_bin where code = 'A1' limit 1)`,
      `update wms_stock set bin_id = (select id from wms_bin where code = 'A1' limit 1) where bin_id = (select id from wms_bin where code = 'A2' limit 1)`,
    ),
  ).toEqual(['W1'])
  expect(
    await planted(
      `update wms_stock set reserved_qty = 1 where product_id = (select min(product_id) from wms_stock)`,
      'update wms_stock set reserved_qty = 0',
    ),
  ).toEqual(['W2'])
  const newest = '(select max(id) from wms_ledger)'
  expect(
    await planted(
      `update wms_ledger set delta = delta + 1 where id = ${newest}`,
      `update wms_ledger set delta = delta - 1 where id = ${newest}`,
    ),
  ).toEqual(['W1', 'W4'])
}

/** As if the newest row had been the very last before a month: it is in that month's opening, and not counted again. */
const lastOf = (month: string) =>
  owner(
    `update wms_ledger set id = ${BigInt(idAt(new Date(`${month}T00:00:00Z`))) - 1n} where id = (select max(id) from wms_ledger)`,
  )

test('what is planted in balances and ledger is found, with the whole ledger and from a checkpoint', async () => {
  await receive('P1', 'A1', 5000n)
  await receive('P2', 'A1', 2000n)
  await receive('KG', 'A1', 2500n, 7)
  expect(await night()).toMatch(/^0 hits, a month closed; ms: W1 \d+, W2 /)
  expect(await rulesHit()).toEqual([])
  await receive('P1', 'A1', 1000n)
  await lastOf('2026-10-01')
  await faults()
  // The first days of a month are not yet the end of the one before.
  at = Date.UTC(2026, 9, 1, 20)
  expect(await night()).toMatch(/^0 hits; ms/)
  at = Date.UTC(2026, 9, 2, 20)
  expect(await night()).toMatch(/^0 hits, a month closed/)
  expect(await closed()).toEqual([{ month: '2026-10-01', n: 3 }])
  await receive('P1', 'A1', 3000n)
  await receive('KG', 'A1', -1000n, -3)
  await receive('P2', 'A1', -2000n)
  await receive('P2', 'A1', 4000n)
  expect(await rulesHit()).toEqual([])
  await faults()
})

test('what changed in a month that was closed is found when its turn comes', async () => {
  at = Date.UTC(2026, 10, 5)
  expect(await night()).toMatch(/^0 hits, a month closed/)
  expect(await closed()).toEqual([
    { month: '2026-10-01', n: 3 },
    { month: '2026-11-01', n: 3 },
  ])
  await receive('P1', 'A1', 1000n)
  const oldest = '(select min(id) from wms_ledger)'
  await owner(`update wms_ledger set delta = delta + 1 where id = ${oldest}`)
  await owner(`update wms_ledger set delta = delta + 1 where id = (select min(id) from wms_ledger where delta > 0)`)
  told.length = 0
  for (let i = 0; i < 3; i++) {
    at += 86_400_000
    await night()
  }
  // Three months are closed, the first of them before anything was there.
  expect(told.filter((hits) => hits > 0)).toEqual([2])
  await owner(`update wms_ledger set delta = delta - 1 where id = ${oldest}`)
  await owner(`update wms_ledger set delta = delta - 1 where id = (select min(id) from wms_ledger where delta > 0)`)
})

test('a month in which something is wrong is not closed', async () => {
  await owner('update wms_stock set qty = qty + 1')
  at = Date.UTC(2026, 11, 9)
  expect(await night()).not.toContain('closed')
  await owner('update wms_stock set qty = qty - 1')
  expect(await night()).toMatch(/^0 hits, a month closed/)
})
