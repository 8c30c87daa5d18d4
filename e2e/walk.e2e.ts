import { built } from '@lading/contract/built.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialog } from './pages.ts'
import { newPerson, ownPassword } from './persons.ts'
import { type Running, start } from './support.ts'
import { readThrough, walkers } from './walk.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('every second page, with its forms and records, is read without an error, in both languages', async () => {
  const at = await walkers(lading.fresh)
  for (const entry of built.filter((_, i) => i % 2 === 0)) {
    await readThrough(at(entry), entry)
    expect.soft(at(entry).found.splice(0)).toEqual([])
  }
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
