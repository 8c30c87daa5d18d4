import { describe, expect, test } from 'vitest'
import { place } from './location.ts'
import {
  changeTab,
  closeTabs,
  liveKeys,
  moveTab,
  noTabs,
  openTab,
  pinTab,
  refreshTab,
  saveTabs,
  tabKey,
  tabsMax,
} from './tabs.ts'

const title = ['货主', 'Owner'] as const
const list = place('wms', 'ownerList')
const one = place('wms', 'ownerDtl', { id: '1' })
const two = place('wms', 'ownerDtl', { id: '2' })
const three = [list, one, two].reduce((tabs, p, i) => openTab(tabs, p, title, i), noTabs)

describe('opening', () => {
  test('C-21 two documents are two tabs, two filters of a list one', () => {
    expect(three.list.map((t) => t.key)).toEqual([tabKey(list), tabKey(one), tabKey(two)])
    const filtered = openTab(three, place('wms', 'ownerList', { code: 'A' }), title, 9)
    expect(filtered.list).toHaveLength(3)
    expect(filtered.list[0]?.place.query).toEqual({ code: 'A' })
  })
  test('C-21 two reports are two tabs, whatever their parameters', () => {
    const report = (path: string, more = {}) => place('wms', 'customReportLookView', { path, ...more })
    expect(tabKey(report('a.cpt'))).not.toBe(tabKey(report('b.cpt')))
    expect(tabKey(report('a.cpt', { p_from: '2026-11-01' }))).toBe(tabKey(report('a.cpt')))
  })
  test('C-21 two forms that begin otherwise are two tabs, and each is found again', () => {
    const [plain, ...copies] = [{}, { copyFromId: '1' }, { copyFromId: '2' }].map((q) => place('sys', 'sysRoleAdd', q))
    const begun = [plain!, ...copies].reduce((tabs, p, i) => openTab(tabs, p, title, i), three)
    expect(begun.list.slice(3).map((t) => t.place)).toEqual([plain, ...copies])
    const again = openTab(begun, place('sys', 'sysRoleAdd', { copyFromId: '1' }), title, 9)
    expect(again.list).toHaveLength(6)
    expect(again.active).toBe(tabKey(copies[0]!))
    expect(openTab(again, plain!, title, 10).active).toBe('/app-sys/sysRoleAdd')
  })
  test('C-21 C-28 going back to a list keeps its filters', () => {
    const filtered = openTab(three, place('wms', 'ownerList', { code: 'A' }), title, 9)
    expect(openTab(filtered, list, title, 10).list[0]?.place.query).toEqual({ code: 'A' })
  })
  test('going back to the same place keeps the object, so that its page is not rendered again', () => {
    const again = openTab(three, place('wms', 'ownerDtl', { id: '1' }), title, 9)
    expect(again.list[1]?.place).toBe(three.list[1]?.place)
    expect(again.active).toBe(tabKey(one))
  })
  test('S-92 a tab that was closed and comes again, within one rendering even, is built anew', () => {
    const again = openTab(closeTabs(three, [tabKey(list)]), list, title, 9).list.find((t) => t.key === tabKey(list))
    expect(again?.round).not.toBe(three.list[0]?.round)
  })
  test('the bar is bounded and never drops unsaved input', () => {
    const start = changeTab(openTab(noTabs, one, title, 0), tabKey(one), { dirty: true })
    const many = Array.from({ length: tabsMax + 5 }, (_, i) => place('wms', 'storeDtl', { id: String(i + 1) }))
    const full = many.reduce((tabs, p, i) => openTab(tabs, p, title, i + 1), start)
    expect(full.list).toHaveLength(tabsMax)
    expect(full.list[0]?.key).toBe(tabKey(one))
  })
})

describe('closing', () => {
  test('C-24 the most recently used tab comes up, not the neighbour', () => {
    const looked = openTab(openTab(three, list, title, 10), two, title, 11)
    expect(closeTabs(looked, [tabKey(two)]).active).toBe(tabKey(list))
  })
  test('closing a hidden tab leaves the active one', () => {
    expect(closeTabs(three, [tabKey(list)]).active).toBe(tabKey(two))
  })
  test('what comes up has its page, also when it was brought back by a reload and never looked at', () => {
    const restored = changeTab(three, tabKey(one), { visited: false })
    const left = closeTabs(restored, [tabKey(two)])
    expect(left.active).toBe(tabKey(one))
    expect([...liveKeys(left, 10)]).toContain(tabKey(one))
  })
  test('closing what is not open changes nothing', () => {
    expect(closeTabs(three, ['/app-wms/storeList'])).toBe(three)
  })
  test('nothing is active when all are closed', () => {
    expect(
      closeTabs(
        three,
        three.list.map((t) => t.key),
      ),
    ).toEqual(noTabs)
  })
})

test('C-22 C-23 pinned tabs stand first, and each kind is arranged by itself', () => {
  const keys = (tabs: typeof three) => tabs.list.map((t) => t.key)
  const pinned = pinTab(three, tabKey(two), true)
  expect(keys(pinned)).toEqual([tabKey(two), tabKey(list), tabKey(one)])
  expect(keys(moveTab(pinned, tabKey(one), tabKey(list)))).toEqual([tabKey(two), tabKey(one), tabKey(list)])
  expect(moveTab(pinned, tabKey(one), tabKey(two))).toBe(pinned)
  expect(keys(pinTab(pinned, tabKey(two), false))).toEqual(keys(pinned))
  expect(saveTabs(pinned, 'x').list.map((t) => t.pinned)).toEqual([true, undefined, undefined])
})

test('C-26 only visited tabs live, the latest of them, and all with unsaved input', () => {
  const dirty = changeTab(three, tabKey(list), { dirty: true })
  expect([...liveKeys(dirty, 1)].sort()).toEqual([tabKey(two), tabKey(list)].sort())
  const restored = changeTab(three, tabKey(one), { visited: false })
  expect(liveKeys(restored, 20).has(tabKey(one))).toBe(false)
})

test('a refresh builds one page anew', () => {
  const rounds = refreshTab(three, tabKey(one)).list.map((t, i) => t.round - (three.list[i]?.round ?? 0))
  expect(rounds).toEqual([0, 1, 0])
})

test('S-42 what is stored is the specification’s record', () => {
  expect(saveTabs(three, 'demo/1/2').list[1]).toEqual({
    name: 'ownerDtl',
    path: '/app-wms/ownerDtl',
    title,
    keepAlive: true,
    query: { id: '1' },
    params: {},
    lastLookTime: 1,
  })
})
