import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declaredFiles } from './tables.ts'

test('the first migration holds what is declared now: `npm run draft:migration` writes it', () => {
  const folder = join(import.meta.dirname, 'migrate/0001_foundation')
  const declared = declaredFiles()
  expect(readdirSync(folder).sort()).toEqual([...declared.keys()].sort())
  // Whether they say so, not how they differ: a difference of ten thousand lines helps nobody.
  const old = [...declared].filter(([name, text]) => !readFileSync(join(folder, name), 'utf8').endsWith(text))
  expect(old.map(([name]) => name)).toEqual([])
})
