import { built } from '@lading/contract/built.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialog, workAt } from './pages.ts'
import { newPerson, ownPassword } from './persons.ts'
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

/** One page: its head, filters, order, rows and a record. */
async function walkThrough(w: Walk, entry: string): Promise<void> {
  await visit(w.page, entry)
  await w.look(entry)
  await pressHead(w, entry)
  await askFilters(w, entry)
  await sortAndChips(w, entry)
  await pressRow(w, entry)
  await openRecord(w, entry)
  await closeOthers(w.page)
}

/** What there is to read of it: list, menu of a row, form, record. */
async function readThrough(w: Walk, entry: string): Promise<void> {
  await visit(w.page, entry)
  await w.look(entry)
  await readRow(w, entry)
  await openRecord(w, entry)
  const add = entry.replace(/List$/, 'Add')
  if (add !== entry && /(Bill|bin|dock|Area|Scheme|User|Role)Add$/i.test(add)) {
    await visit(w.page, add)
    await w.look(add)
  }
  await closeOthers(w.page)
}

async function walkAll(session: Session, isDoing: boolean, isMine: Share): Promise<readonly string[]> {
  const w = walkOf(session)
  for (const entry of built.filter(isMine)) await (isDoing ? walkThrough(w, entry) : readThrough(w, entry))
  await workAt(w.page, 'LADING')
  for (const entry of masters.filter(isMine)) {
    await visit(w.page, entry)
    await w.look(`${entry} of the enterprise`)
    await pressHead(w, entry)
    if (isDoing) await pressRow(w, entry)
    await closeOthers(w.page)
  }
  return w.found
}

type Share = (entry: string, i: number) => boolean
/** Two walk side by side, each through every other page: first pressing everything, then reading it in English. */
const lanes = 2

async function walkLane(lane: number): Promise<readonly string[]> {
  const isMine: Share = (_, i) => i % lanes === lane
  const found: string[] = []
  for (const language of ['zh-CN', 'en-US'] as const) {
    const session = await lading.open('admin', { language })
    found.push(...(await walkAll(session, language === 'zh-CN', isMine)))
    await session.context.close()
  }
  return found
}

test('every button, filter, row and record of every page opens without an error, in both languages', async () => {
  expect(await Promise.all(Array.from({ length: lanes }, (_, lane) => walkLane(lane)))).toEqual([[], []])
}, 600_000)

test('language, colours and density change at once, and stay', async () => {
  await newPerson(lading, 'waiguan', '外观')
  const { page, context, troubles } = await lading.open('waiguan', { password: ownPassword })
  const root = page.locator('html')
  await page.getByRole('button', { name: '偏好设置' }).click()
  const pick = (name: string) => page.locator('.prefs').getByText(name, { exact: true }).click()
  await pick('English')
  await page.getByText('Preferences', { exact: true }).waitFor()
  await pick('Compact')
  await pick('16')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await page.getByRole('button', { name: 'User menu' }).waitFor()
  expect(await root.getAttribute('data-font')).toBe('16')
  expect(await root.getAttribute('lang')).toBe('en-US')
  expect(await root.getAttribute('data-theme')).toBe('dark')
  expect(await root.getAttribute('data-density')).toBe('compact')
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: 'Log out' }).dispatchEvent('click')
  await dialog(page).getByRole('button', { name: 'OK' }).click()
  await page.waitForURL(/#\/login/)
  expect(troubles()).toEqual([])
  await context.close()
})
