import { built } from '@lading/contract/built.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workAt } from './pages.ts'
import { type Running, start, visit } from './support.ts'
import { askFilters, closeOthers, openRecord, pressHead, pressRow, sortAndChips, walkOf } from './walk.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

/** Kept by the enterprise: only there they have forms. */
const masters = [
  'wms/ownerList',
  'wms/storeList',
  'wms/vendorList',
  'wms/productCategoryList',
  'wms/productList',
  'wms/containerTypeList',
  'mdm/productQpcList',
]

// Filters and orders say the same in both languages; one of them walks through all.
describe.each([
  { language: 'zh-CN', isWhole: true },
  { language: 'en-US', isWhole: false },
] as const)('in $language', ({ language, isWhole }) => {
  test('every button, filter, row and record of every page opens without an error', async () => {
    const session = await lading.open('admin', { language })
    const w = walkOf(session)
    for (const entry of built) {
      const t0 = Date.now()
      await visit(w.page, entry)
      await w.look(entry)
      await pressHead(w, entry)
      if (isWhole) await askFilters(w, entry)
      if (isWhole) await sortAndChips(w, entry)
      await pressRow(w, entry)
      await openRecord(w, entry)
      await closeOthers(w.page)
      console.log(entry, Date.now() - t0)
    }
    await workAt(w.page, 'LADING')
    for (const entry of masters) {
      await visit(w.page, entry)
      await w.look(`${entry} of the enterprise`)
      await pressHead(w, entry)
      await pressRow(w, entry)
      await closeOthers(w.page)
    }
    expect(w.found).toEqual([])
    await session.context.close()
  })
})
