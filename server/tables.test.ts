import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declaredSchema } from './tables.ts'

test('the first migration holds what is declared now: `npm run draft:migration` writes it', () => {
  const file = readFileSync(join(import.meta.dirname, 'migrate/0001_foundation.sql'), 'utf8')
  // Whether it says so, not how they differ: a difference of ten thousand lines helps nobody.
  expect(file.endsWith(declaredSchema())).toBe(true)
})
