import { built } from '@lading/contract/built.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialog, workAt } from './pages.ts'
import { newPerson, ownPassword } from './persons.ts'
import { type Running, start, visit } from './support.ts'
import { closeOthers, masters, openRecord, readRow, speak, type Walk, walkOf } from './walk.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

/** What there is to read of it: list, menu of a row, form, record. */
async function readThrough(w: Walk, entry: string): Promise<void> {
  await visit(w.page, entry)
  await w.look(entry)
  await readRow(w, entry)
  await openRecord(w, entry)
  await readForm(w, entry, /(Bill|bin|dock|Area|Scheme|User|Role)Add$/i)
  await closeOthers(w.page)
}

async function readForm(w: Walk, entry: string, has: RegExp): Promise<void> {
  const add = entry.replace(/List$/, 'Add')
  if (add === entry || !has.test(add)) return
  await visit(w.page, add)
  await w.look(add)
}

/** At the enterprise masters have forms. */
async function readMaster(w: Walk, entry: string): Promise<void> {
  await visit(w.page, entry)
  await w.look(`${entry} of the enterprise`)
  await readForm(w, entry, /wms\//)
  await closeOthers(w.page)
}

test('every page, form and record is read without an error, in both languages', async () => {
  const session = await lading.fresh('admin')
  const w = walkOf(session)
  for (const entry of built) await readThrough(w, entry)
  await workAt(w.page, 'LADING')
  for (const entry of masters) await readMaster(w, entry)
  // The same page speaks the other language: it knows its program by now.
  await speak(w.page, 'en-US')
  for (const entry of masters) await readMaster(w, entry)
  await workAt(w.page, 'DC01')
  await speak(w.page, 'en-US')
  for (const entry of built) await readThrough(w, entry)
  expect(w.found).toEqual([])
}, 900_000)

test('language, colours and density change at once, and stay', async () => {
  await newPerson(lading, 'waiguan', '外观')
  const { page, context, troubles } = await lading.fresh('waiguan', { password: ownPassword })
  const root = page.locator('html')
  await page.getByRole('button', { name: '偏好设置' }).click()
  const pick = (name: string) => page.locator('.prefs').getByText(name, { exact: true }).click()
  await pick('English')
  await page.getByText('Preferences', { exact: true }).waitFor()
  await pick('Comfortable')
  await pick('16')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await page.getByRole('button', { name: 'User menu' }).waitFor()
  expect(await root.getAttribute('data-font')).toBe('16')
  expect(await root.getAttribute('lang')).toBe('en-US')
  expect(await root.getAttribute('data-theme')).toBe('dark')
  expect(await root.getAttribute('data-density')).toBe('comfortable')
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: 'Log out' }).dispatchEvent('click')
  await dialog(page).getByRole('button', { name: 'OK' }).click()
  await page.waitForURL(/#\/login/)
  expect(troubles()).toEqual([])
  await context.close()
})
