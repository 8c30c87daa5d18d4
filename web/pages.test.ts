import { built } from '@lading/contract/built.ts'
import { entriesOf, entryKey, menu } from '@lading/contract/menu.ts'
import { expect, test } from 'vitest'
import { pages } from './pages.ts'

test('every registered page stands in contract/built.ts, and nothing else', () => {
  expect(Object.keys(pages).sort()).toEqual([...built].sort())
})

test('every registered page is an entry of the menu', () => {
  const keys = new Set(menu.flatMap(entriesOf).map(entryKey))
  expect(Object.keys(pages).filter((key) => !keys.has(key))).toEqual([])
})
