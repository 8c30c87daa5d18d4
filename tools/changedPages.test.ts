import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { built } from '@lading/contract/built.ts'
import { expect, test } from 'vitest'
import { root } from './buildWeb.ts'
import { filesOfPages, pagesOf, plainIn, pressesOf } from './changedPages.ts'
import type { Sources } from './tidy.ts'

// Put together here, so that this file itself holds no such import.
const named = (name: string, path: string) => `import { ${name} } ${'from'} '${path}'\n`
const late = (path: string) => `await import${`('${path}')`}`
const sources: Sources = new Map([
  [
    'web/wms/manifest.ts',
    `${named('entityPages', '../platform/entityPage.ts')}${named('orderPages', './pages.ts')}
export const wms: Manifest = {
  pages: {
    'wms/storeList': entityPages('wms.store', () => ${late('@lading/contract/mdm/partner.ts').replace('await ', '')}),
    'wms/binList': pageSet(
      'wms.bin',
      async () => (${late('./pages.ts')}).binPages,
    ),
    'wms/orderBillList': orderPages,
    'wms/pickList': pageSet('wms.pick', () => ${late('./task/PickList.tsx').replace('await ', '')}),
    'wms/mergeList': pageSet('wms.merge', () => ${late('./task/MergeList.tsx').replace('await ', '')}),
    'wms/loadList': pageSet('wms.load', () => ${late('./task/LoadList.tsx').replace('await ', '')}),
    'wms/shiftList': pageSet('wms.shift', () => ${late('./task/ShiftList.tsx').replace('await ', '')}),
  },
  alongWith,
}
`,
  ],
  [
    'web/wms/pages.ts',
    `${named('bin', '@lading/contract/wms/place.ts')}${named('orderBill', '@lading/contract/wms/orderBill.ts')}
export const binPages = {
  List: async () => ${late('./bin/BinList.tsx')},
  entity: bin,
}
const tabs = () => ${late('./order/OrderTab.tsx')}

export const orderPages = billPage(orderBill, { tabs })
`,
  ],
  ['web/wms/bin/BinList.tsx', `${named('Life', '../board/Life.tsx')}${named('List', '../../kernel/list/List.tsx')}`],
  ['web/wms/task/PickList.tsx', `${named('Few', './Few.tsx')}${named('Many', './Many.tsx')}`],
  ['web/wms/task/MergeList.tsx', `${named('Few', './Few.tsx')}${named('Many', './Many.tsx')}`],
  ['web/wms/task/LoadList.tsx', `${named('Few', './Few.tsx')}${named('Many', './Many.tsx')}`],
  ['web/wms/task/ShiftList.tsx', named('Many', './Many.tsx')],
])

test.each([
  [['contract/mdm/partner.ts'], ['wms/storeList']],
  [['web/wms/bin/BinList.tsx'], ['wms/binList']],
  [['web/wms/board/Life.tsx'], ['wms/binList']],
  [
    ['web/wms/order/OrderTab.tsx', 'contract/wms/place.ts'],
    ['wms/binList', 'wms/orderBillList'],
  ],
  [['server/wms/bin/lock.ts'], ['wms/binList']],
  [['server/wms/orderBill/split.ts'], ['wms/orderBillList']],
  // Three pages share the first, four the second and the server's folder.
  [['web/wms/task/Few.tsx'], ['wms/pickList', 'wms/mergeList', 'wms/loadList']],
  [['web/wms/task/Many.tsx', 'server/wms/task/confirm.ts'], []],
  // What all pages stand on changes none of them.
  [['web/kernel/list/List.tsx', 'web/platform/entityPage.ts', 'web/wms/manifest.ts', 'server/wms/stock/post.ts'], []],
])('%j belong to %j', (changed, pages) => expect(pagesOf(changed, sources)).toEqual(pages))

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `p/${from + i}`)
test.each([
  ['nothing', [], [], [], []],
  ['few, in order', [], ['p/2', 'p/1'], ['p/1', 'p/2'], []],
  ['more than a run presses', [], numbered(1, 9), numbered(1, 8), ['p/9']],
  ['owed ones first', ['p/9'], ['p/1'], ['p/9', 'p/1'], []],
  ['an owed one that changed again once', ['p/2', 'p/1'], ['p/1'], ['p/2', 'p/1'], []],
  ['more owed than a run presses', numbered(1, 9), ['a/1'], numbered(1, 8), ['p/9', 'a/1']],
])('presses %s', (_, owed, changed, now, left) => expect(pressesOf(owed, changed)).toEqual({ now, owed: left }))

test('knows the files of every page that there is', () => {
  const listed = globSync('{contract,web}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
  const sources = new Map(listed.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const real = filesOfPages(sources, plainIn(sources))
  expect([...real.keys()].sort()).toEqual([...built].sort())
  expect([...real].filter(([, files]) => files.size === 0)).toEqual([])
  expect(real.get('wms/binTypeList')).toEqual(new Set(['contract/wms/place.ts']))
  expect(real.get('wms/binList')).toContain('web/wms/bin/BinList.tsx')
  expect(real.get('wms/binList')).not.toContain('web/wms/dock/DockList.tsx')
})
