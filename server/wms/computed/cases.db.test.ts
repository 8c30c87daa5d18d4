import sql, { join, type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { caseSum, casesOf } from './cases.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

type Row = readonly [qty: string, qpc: string | null, weigh: boolean | null]
const rowsOf = (rows: readonly Row[]): Sql => sql`
  select v.qty::numeric(18,3) as qty, v.qpc::numeric(18,3) as qpc, v.weigh::boolean as weigh from (values ${join(
    rows.map(([qty, qpc, weigh]) => sql`(${qty}::text, ${qpc}::text, ${weigh}::boolean)`),
  )}) v (qty, qpc, weigh)`

test.each<[string, readonly Row[]]>([
  ['3', [['72', '24', false]]],
  [
    '3+7',
    [
      ['74', '24', false],
      ['5', '12', false],
    ],
  ],
  // A kilogram is no piece, and a case of a weighed product is no case.
  [
    '3+2 · 17.75 kg',
    [
      ['74', '24', false],
      ['12.5', '10', true],
      ['5.25', '10', true],
    ],
  ],
  ['5.25 kg', [['5.25', '10', true]]],
  [
    '0',
    [
      ['0', '10', true],
      ['0', '24', false],
    ],
  ],
  ['0+4', [['4', null, null]]],
  // The sign is that of all of it.
  ['-(7+18)', [['-186', '24', false]]],
  ['-7', [['-168', '24', false]]],
  ['-(0+4)', [['-4', null, null]]],
  [
    '(-3)+5',
    [
      ['-72', '24', false],
      ['5', '24', false],
    ],
  ],
])('the total of several goods is %s', async (text, rows) => {
  const said = await server.inside('DC01', (ctx) =>
    ctx.tx.one<{ cases: string }>(sql`select ${caseSum(rowsOf(rows))} as cases`),
  )
  expect(said.cases).toBe(text)
})

test.each<[string, string | null, string | null, string | null]>([
  ['5', '60', '12', '6'],
  ['5+1+1', '67', '12', '6'],
  ['0+1+0', '6', '12', '6'],
  ['0+0+5', '5', '12', '6'],
  ['3+2', '74', '24', null],
  // An inner pack that is the case itself, or a single piece, is none.
  ['3+2', '74', '24', '24'],
  ['3+2', '74', '24', '1'],
  ['0+0+0.5', '0.5', '12', '6'],
  ['7', '7', null, null],
  ['-(7+18)', '-186', '24', null],
  ['-(5+1+1)', '-67', '12', '6'],
  ['-7', '-168', '24', null],
  ['-(0+7)', '-7', '24', null],
  ['-7', '-7', null, null],
])('%s is %s in cases of %s with inner packs of %s', async (text, qty, qpc, mid) => {
  const said = await server.inside('DC01', (ctx) =>
    ctx.tx.one<{ cases: string }>(
      sql`select ${casesOf(sql`${qty}::numeric(18,3)`, sql`array[${qpc}::numeric(18,3), ${mid}::numeric(18,3)]`)} as cases`,
    ),
  )
  expect(said.cases).toBe(text)
})
