import { expect, test, vi } from 'vitest'
import { place } from './location.ts'
import { closeNow, setQuery, useTabs } from './tabStore.ts'
import { noTabs, openTab, tabKey } from './tabs.ts'

const list = place('wms', 'ownerList')
const open = openTab(noTabs, list, ['货主', 'Owner'], 1)

test('C-27 while nobody is logged in no tab changes, and none is stored', () => {
  const setItem = vi.fn()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem })
  useTabs.setState(open, true)
  setQuery(tabKey(list), { code: 'A' })
  closeNow([tabKey(list)])
  expect(useTabs.getState()).toBe(open)
  expect(setItem).not.toHaveBeenCalled()
  useTabs.setState(noTabs, true)
  vi.unstubAllGlobals()
})
