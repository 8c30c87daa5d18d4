import { built } from '@lading/contract/built.ts'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
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

test('who sees a menu entry may also read its list', () => {
  const entries = new Map(menu.flatMap(entriesOf).map((e) => [entryKey(e), e.permission]))
  const foreign = Object.entries(pages).flatMap(([key, page]) => {
    if (typeof page === 'function' || !page.entity) return []
    const needed = entityPermission(page.entity, 'view')
    return entries.get(key) === needed ? [] : [`${key} shows with ${entries.get(key)}, its list needs ${needed}`]
  })
  expect(foreign).toEqual([])
})
