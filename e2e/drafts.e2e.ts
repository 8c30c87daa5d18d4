import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose, dialog, panel } from './pages.ts'
import { isIn, logOutByMenu } from './sessions.ts'
import { logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const offer = (page: Page) => panel(page).getByText(/输入的内容还没有保存/)
const note = (page: Page) => panel(page).getByLabel('备注', { exact: true })
/** What the browser keeps. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('wl.drafts', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('drafts')
        opening.onsuccess = () => {
          const asked = opening.result.transaction('drafts').objectStore('drafts').getAll()
          asked.onsuccess = () => {
            opening.result.close()
            resolve(asked.result.map((one) => JSON.stringify(one)))
          }
        }
      }),
  )

/** Begins an order with a line, and leaves it unsaved. */
async function begin(page: Page): Promise<void> {
  await visit(page, 'wms/orderBillAdd')
  await choose(page, panel(page).getByLabel('货主', { exact: true }), 'O1')
  await panel(page).getByRole('button', { name: '新增一行' }).click()
  await choose(page, panel(page).getByLabel('商品 1', { exact: true }), '100001')
  await panel(page).getByLabel('计划数量 1', { exact: true }).fill('12')
  await note(page).last().fill('half typed')
  await expect.poll(() => kept(page)).toEqual([expect.stringContaining('half typed')])
}

test('what was typed is offered after a reload, taken over or given up, and gone once it was', async () => {
  const { page, context } = await lading.fresh('receiver')
  page.on('dialog', (d) => void d.accept())
  await begin(page)
  await page.reload()
  await isIn(page)
  await offer(page).waitFor()
  await panel(page).getByRole('button', { name: '恢复' }).click()
  expect(await panel(page).getByLabel('计划数量 1', { exact: true }).inputValue()).toBe('12')
  await panel(page).getByText('100001').first().waitFor()
  await panel(page).getByText('未保存').waitFor()
  // Another line is another one, whatever page made the first.
  await panel(page).getByRole('button', { name: '新增一行' }).click()
  expect(await panel(page).getByRole('grid').locator('.grid-row').count()).toBe(2)
  await expect.poll(() => kept(page)).toEqual([expect.stringMatching(/_key.*_key/)])

  await page.reload()
  await isIn(page)
  await offer(page).waitFor()
  await panel(page).getByRole('button', { name: '丢弃' }).click()
  await offer(page).waitFor({ state: 'detached' })
  await expect.poll(() => kept(page)).toEqual([])
  await context.close()
})

test('a log-out by oneself leaves nothing of it; one by time leaves it for its user alone', async () => {
  const { page, context } = await lading.fresh('receiver')
  page.on('dialog', (d) => void d.accept())
  await begin(page)
  // The session ends without him.
  await page.evaluate(() => {
    const key = 'wl.state.v1'
    const state = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...state, session: { status: 'logout', tenant: 'demo' } }))
  })
  await page.reload()
  await logIn(page, lading.url, 'shipper')
  await isIn(page)
  await visit(page, 'wms/operateBillAdd')
  await panel(page).getByRole('button', { name: '新增一行' }).waitFor()
  expect(await offer(page).count()).toBe(0)
  await logOutByMenu(page)
  await page.locator('.login-form').waitFor()
  expect(await kept(page)).toHaveLength(1)

  await logIn(page, lading.url, 'receiver')
  await isIn(page)
  await visit(page, 'wms/orderBillAdd')
  await offer(page).waitFor()
  await panel(page).getByRole('button', { name: '恢复' }).click()
  await panel(page).getByText('未保存').waitFor()
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: '注销' }).click()
  await dialog(page).getByText('存在未保存的内容，确定离开吗?').waitFor()
  await dialog(page).getByRole('button', { name: '确定' }).press('Enter')
  await dialog(page).getByText('是否确认注销当前账户?').waitFor()
  await dialog(page).getByRole('button').last().press('Enter')
  await page.locator('.login-form').waitFor()
  expect(await kept(page)).toEqual([])
  await context.close()
})
