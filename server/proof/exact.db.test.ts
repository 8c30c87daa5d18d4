import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { valueSchema } from '@lading/contract/kernel/schema.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entityOfCall } from '../../tools/sample/rows.ts'
import { inputFor } from '../testing/inputs.ts'
import { ownInput } from '../testing/reach.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { makeWorld, type World } from '../testing/world.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await openTestServer()
  world = await makeWorld(server)
})
afterAll(() => server.close())

/** How many digits after the point a decimal's pattern allows. */
const scaleOf = (patterns: readonly string[]): number | undefined => {
  const [, scale] = patterns.map((p) => /^\^-\?\\d\{1,\d+\}\(\\\.\\d\{1,(\d+)\}\)\?\$$/.exec(p)).find(Boolean) ?? []
  return scale === undefined ? undefined : Number(scale)
}

test('T10 a digit too many after the point is refused by every call, in every place', async () => {
  const wrong: string[] = []
  let asked = 0
  for (const { call } of server.served) {
    if (call.method !== 'POST' || call.upload) continue
    const client = entityOfCall(call)?.scope === 'group' ? world.admin.group : world.admin.dc
    const places: string[] = []
    inputFor(call, {
      id: () => '1',
      text: (path, patterns) => {
        if (scaleOf(patterns) !== undefined) places.push(path.join('.'))
        return undefined
      },
    })
    for (const place of new Set(places)) {
      const fine = (path: readonly string[], patterns: readonly string[]) => {
        const scale = scaleOf(patterns)
        return scale !== undefined && path.join('.') === place ? `1.${'0'.repeat(scale)}1` : undefined
      }
      const answer = await client.envelope(call, ownInput(call, world.own, { text: fine }))
      asked += 1
      const name = place.split('.').at(-1) ?? ''
      if (answer.code !== 40000 || !answer.errors?.some((e) => e.field.endsWith(name)))
        wrong.push(`${call.path} ${place}: ${JSON.stringify(answer)}`)
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(20)
})

test('T10 quantities are taken exactly or not at all', () => {
  const qty = valueSchema({ kind: 'qty', title: ['', ''], required: true, least: 0 })
  const money = valueSchema({ kind: 'money', title: ['', ''], required: true, least: 0 })
  for (const text of ['0', '0.001', '1000000000000', '999999999999999.999', '000.5'])
    expect(qty.safeParse(text).success, text).toBe(true)
  for (const text of [
    '0.0001',
    '0.0000',
    '1e3',
    ' 1',
    '1 ',
    '+1',
    '１',
    '1,000',
    '.5',
    '5.',
    '1000000000000000',
    '-1',
    'NaN',
    '',
  ])
    expect(qty.safeParse(text).success, text).toBe(false)
  expect(money.safeParse('0.0001').success).toBe(true)
  expect(money.safeParse('0.00001').success).toBe(false)
  expect(qty.safeParse(1).success).toBe(false)
})

test('T10 10^12 pieces in packs of 24 come back from the database to the last thousandth', async () => {
  const third = '333333333333.333'
  const { rows } = await server.db.owner.query<Record<string, string>>(
    `select (sum(q))::text as whole, (24 * 41666666666.667)::numeric(18,3)::text as packs
     from (values ('${third}'::numeric(18,3)), ('${third}'), ('333333333333.334')) t(q)`,
  )
  const sum: Qty = parseQty(third) + parseQty(third) + parseQty('333333333333.334')
  expect(parseQty(rows[0]?.whole ?? '')).toBe(sum)
  expect(rows[0]?.whole).toBe('1000000000000.000')
  expect(parseQty(rows[0]?.packs ?? '')).toBe(parseQty('41666666666.667') * 24n)
})
