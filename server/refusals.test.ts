import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { httpStatus } from '@lading/contract/kernel/fault.ts'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Of every refusal that the contract declares. */
const codes = globSync('contract/**/*.ts', { cwd: root }).flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:refusal\(|code: )\s*(\d{5})\b/g)].map(([, code]) =>
    Number(code),
  ),
)

test('C-48 the first three digits of a code are its class; the business refuses with 200, so that no proxy eats it', () => {
  expect(codes.length).toBeGreaterThan(100)
  const business = [422, 423, 424, 425, 426, 427, 428, 432, 433, 434, 435, 436, 437, 438]
  const classes = [400, 401, 403, 404, 408, 409, 410, 413, 417, ...business, 429, 431, 500, 503]
  expect(codes.filter((code) => !classes.includes(Math.floor(code / 100)))).toEqual([])
  expect([0, 40000, 40101, 40301, 40400, 40900, 41300, 42900, 50000].map(httpStatus)).toEqual([
    200, 400, 401, 403, 404, 409, 413, 429, 500,
  ])
  expect(business.map((first) => httpStatus(first * 100 + 1))).toEqual(business.map(() => 200))
})
