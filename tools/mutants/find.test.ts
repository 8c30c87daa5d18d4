import { expect, test } from 'vitest'
import { findMutants } from './find.ts'
import { instrument, metName, withMutant } from './instrument.ts'

const head = "import sql from 'sql-template-tag'\n"
/** What each mutant makes of a line of code. */
const made = (code: string): string[] =>
  findMutants('a.ts', head + code).map((m) => withMutant(head + code, m).slice(head.length))

test.each([
  ['a < b', ['a <= b']],
  ['a === b', ['a !== b']],
  ['a + b', ['a - b']],
  ["a + 'x'", []],
  ['a += b', ['a -= b']],
  ['f(true)', [';', 'f(false)']],
  ['x = a && b', ['x = a || b']],
  ['x = a ?? 0n', ['x = a ?? 1n']],
  ['x = a ?? b', []],
  ['if (a) b()', ['if (!(a)) b()', 'if (a) ;']],
  ['if (!a) x = 1', ['if (a) x = 1']],
  ['if (a === b) x = 1', ['if (a !== b) x = 1']],
  ['x = list.some(f)', ['x = list.every(f)']],
  ['x = minQty(a, b)', ['x = maxQty(a, b)']],
  ["x = 'READY'", ["x = 'MUTANT'"]],
  ["x = 'ready'", []],
  ["const x: 'READY' = y", []],
  ['x = { READY: y }', []],
  ['await f()', [';']],
  ["assert(a > b, 'why')", []],
])('%s', (code, changed) => expect(made(code)).toEqual(changed))

/** Parameters of a statement, here as `?`. */
const filled = (text: string): string => text.replaceAll('?', ['$', '{p}'].join(''))
const conditions = 'where tenant_id = ? and org_id = ?'
test.each([
  ['select 1 where a.n < ?', ['select 1 where a.n <= ?']],
  ['set n = n + ?', ['set n = n - ?']],
  [conditions, []],
  [`${conditions} and state = 'OPEN'`, [`${conditions} `, `${conditions} and state = 'MUTANT'`]],
  [`${conditions} and not disabled limit 1`, [`${conditions}  limit 1`]],
  [
    `${conditions} and a.id = b.id order by id`,
    [`${conditions}  order by id`, `${conditions} and a.id = b.id order by id desc`],
  ],
  ['order by id for update', []],
  ['order by n desc, id', ['order by n asc, id']],
  ['select max(n), coalesce(sum(n), 0)', ['select min(n), coalesce(sum(n), 0)', 'select max(n), coalesce(sum(n), 1)']],
])('sql %s', (text, changed) =>
  expect(made(filled(`x = sql\`${text}\``))).toEqual(changed.map((one) => filled(`x = sql\`${one}\``))),
)

test('a file that tells which mutants are come by does what it did', () => {
  const code = 'const list = []\nif (a > 1 && b) list.push(a + 1)\nlist.push(a < 2 ? true : a ?? 0)\nreturn list'
  const numbered = findMutants('a.ts', `function f(a, b) {${code}}`).map((m, i) => [i, m] as const)
  const text = instrument(`function f(a, b) {${code}}`, numbered)
  const met: number[] = []
  const run = new Function('globalThis', `${text}; return [f(1, 2), f(3, 4)]`)
  expect(run({ [metName]: (i: number) => met.push(i) })).toEqual([[true], [4, 3]])
  expect(new Set(met).size).toBe(numbered.length - 1)
})
