import { built } from '@lading/contract/built.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialog, workAt } from './pages.ts'
import { type Running, type Session, start, visit } from './support.ts'
import {
  askFilters,
  closeOthers,
  openRecord,
  pressHead,
  pressRow,
  readRow,
  sortAndChips,
  type Walk,
  walkOf,
} from './walk.ts'

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

/** One page: its head, filters, order, rows and a record. What a row can do is done in one language only. */
async function walkThrough(w: Walk, entry: string, isDoing: boolean): Promise<void> {
  await visit(w.page, entry)
  await w.look(entry)
  await pressHead(w, entry)
  if (isDoing) {
    await askFilters(w, entry)
    await sortAndChips(w, entry)
    await pressRow(w, entry)
  } else await readRow(w, entry)
  await openRecord(w, entry)
  await closeOthers(w.page)
}

async function walkAll(session: Session, isDoing: boolean): Promise<readonly string[]> {
  const w = walkOf(session)
  for (const entry of built) await walkThrough(w, entry, isDoing)
  await workAt(w.page, 'LADING')
  for (const entry of masters) {
    await visit(w.page, entry)
    await w.look(`${entry} of the enterprise`)
    await pressHead(w, entry)
    if (isDoing) await pressRow(w, entry)
    await closeOthers(w.page)
  }
  return w.found
}

test('every button, filter, row and record of every page opens without an error, in both languages', async () => {
  const sessions = [await lading.open('admin'), await lading.open('admin', { language: 'en-US' })] as const
  const found = await Promise.all(sessions.map((s, i) => walkAll(s, i === 0)))
  expect(found).toEqual([[], []])
  for (const { context } of sessions) await context.close()
}, 400_000)

test('language, colours and density change at once, and stay', async () => {
  const { page, context, troubles } = await lading.open('admin')
  const choose = async (...names: readonly RegExp[]) => {
    await page.locator('.head-user').click()
    const items = names.map((name) => page.getByRole('menuitem', { name }).last())
    for (const [i, item] of items.entries()) {
      const next = items[i + 1]
      if (!next) return item.dispatchEvent('click')
      for (let tries = 0; tries < 10 && !(await next.isVisible()); tries++) {
        await page.mouse.move(5, 5)
        await item.hover()
        await next.waitFor({ timeout: 3000 }).catch(() => undefined)
      }
    }
  }
  const root = page.locator('html')
  await choose(/^English$/)
  await page.getByRole('button', { name: 'User menu' }).waitFor()
  await choose(/^Theme/, /^Dark$/)
  await choose(/^Compact$/)
  await page.reload()
  await page.getByRole('button', { name: 'User menu' }).waitFor()
  expect(await root.getAttribute('lang')).toBe('en-US')
  expect(await root.getAttribute('data-theme')).toBe('dark')
  expect(await root.getAttribute('data-density')).toBe('compact')
  await choose(/^Log out$/)
  await dialog(page).getByRole('button', { name: 'OK' }).click()
  await page.waitForURL(/#\/login/)
  expect(troubles()).toEqual([])
  await context.close()
})
