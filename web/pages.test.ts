import { built } from '@lading/contract/built.ts'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { entryKey, menu, pagesIn } from '@lading/contract/menu.ts'
import { wsWanted } from '@lading/contract/sys/session.ts'
import { permissionSubjects, tables } from '@lading/contract/tables.ts'
import { touches } from '@lading/contract/touches.ts'
import { stockBatchLookBoard, stockLookBoard } from '@lading/contract/wms/board.ts'
import { expect, test } from 'vitest'
import { areas } from './areas.ts'
import { registerEntries } from './kernel/entries.ts'
import { entitiesWatched, entityOf, registerEntities, tableOf } from './kernel/registry.ts'
import { known } from './known.ts'
import { offers, pages } from './pages.ts'
import { plain } from './plain.ts'

const sets = Object.entries(pages).flatMap(([key, page]) => (typeof page === 'function' ? [] : [[key, page] as const]))

test('the entries that have pages are those that follow from the manifests of the contract', () => {
  expect(Object.keys(pages).sort()).toEqual([...built].sort())
})

test('no entry has the pages of two areas', () => {
  expect(Object.keys(pages)).toHaveLength(
    Object.keys(plain).length + areas.flatMap((area) => Object.keys(area.pages)).length,
  )
})

test('every registered page is an entry of the menu', () => {
  const keys = new Set(menu.flatMap(pagesIn).map(entryKey))
  expect(Object.keys(pages).filter((key) => !keys.has(key))).toEqual([])
})

test('who sees a menu entry may also read its list', async () => {
  const entries = new Map(menu.flatMap(pagesIn).map((e) => [entryKey(e), e.permission]))
  for (const [key, page] of sets) {
    const { entity } = await page.set()
    if (entity) expect([key, entries.get(key)]).toEqual([key, entityPermission(entity, 'view')])
  }
})

test('what is known of pages before they are fetched is so', async () => {
  for (const [key, page] of sets) {
    const { entity, views } = await page.set()
    expect([key, entity?.key, Object.keys(views).sort()]).toEqual([key, page.entity, [...page.views].sort()])
  }
})

registerEntries(pages)
registerEntities(known)

test('what is known of entities before they are fetched is what they declare', async () => {
  const shown = await Promise.all(sets.map(async ([, page]) => (await page.set()).entity))
  // Tabs of a board show tables under their own keys; what refs mean is the table, which comes first.
  const byKey = new Map(permissionSubjects.map((e) => [e.key, e] as const).reverse())
  const declared = [...known.map(({ key }) => byKey.get(key)), ...shown].filter((e) => e !== undefined)
  for (const e of declared) {
    const { key, area, noun, table, title, permit, label } = entityOf(e.key)
    const said = { key: e.key, area: e.area, noun: e.noun, table: e.table, permit: e.permit }
    expect({ key, area, noun, table, permit }).toEqual(said)
    expect([label.code, label.name, ...title]).toEqual([e.label.code, e.label.name, ...e.title])
    expect(tableOf(key)).toBe(e.table)
  }
})

test('everything that a ref leads to is known', () => {
  const targets = permissionSubjects.flatMap((e) => Object.values(e.fields).map((field) => field.to))
  expect(targets.filter((to) => to !== undefined && tableOf(to) === undefined)).toEqual([])
})

test('news are heard of everything to which something is done', () => {
  // As the workspace asks for them.
  const heard = new Set([...entitiesWatched(), ...Object.keys(touches)])
  const done = [...tables.filter((e) => e.actions.length > 1), stockLookBoard, stockBatchLookBoard]
  expect(done.map((e) => e.key).filter((key) => !heard.has(key))).toEqual([])
  expect(wsWanted.safeParse({ topics: [...heard] }).success).toBe(true)
})

test('what changes along with something is named rightly', () => {
  const keys = new Set(['wms.today', 'mdm.packProduct', ...permissionSubjects.map((e) => e.key)])
  expect([...Object.keys(touches), ...Object.values(touches).flat()].filter((key) => !keys.has(key))).toEqual([])
  expect(Object.keys(offers).filter((key) => !keys.has(key))).toEqual([])
})
