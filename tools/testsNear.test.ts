import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testsNear } from './testsNear.ts'

const root = join(import.meta.dirname, '..')
const near = (file: string) => testsNear(root, join(root, file)).map((path) => path.slice(root.length + 1))

test.each([
  ['server/wms/stock/post.ts', ['server/wms/stock/post.db.test.ts']],
  ['server/wms/stock/post.db.test.ts', ['server/wms/stock/post.db.test.ts']],
  ['contract/kernel/qty.ts', ['contract/kernel/qty.test.ts']],
  ['README.md', []],
  ['server/no/such/file.test.ts', []],
])('a change of %s is answered by its own test', (file, tests) => {
  expect(near(file)).toEqual(tests)
})

test('a file without a test of its own is answered by its folder, or by the nearest one above', () => {
  expect(near('server/wms/stock/lock.ts')).toContain('server/wms/stock/post.db.test.ts')
  expect(near('server/wms/task/kinds/pick.ts').every((path) => path.startsWith('server/wms/task/'))).toBe(true)
  expect(near('server/wms/task/kinds/pick.ts').length).toBeGreaterThan(1)
})
