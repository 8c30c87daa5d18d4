import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workAt } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('an administrator backs the company up, fetches the file, and deletes it; a viewer sees nothing of it', async () => {
  const { page, context, troubles } = await lading.fresh('admin')
  await workAt(page, 'LADING')
  await visit(page, 'sys/cache')
  await page.getByRole('tab', { name: '备份' }).click()
  await page.getByText('npm run tenant:restore').waitFor()
  // What the schedule took.
  const rows = page.locator('tr.grid-row:visible')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: '立即备份' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '立即备份' }).click()
  const mine = rows.filter({ hasText: '系统管理员' })
  await mine.getByText('已完成').waitFor({ timeout: 60_000 })
  expect(await axe(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await mine.getByRole('button', { name: '下载' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /下 ?载/ })
    .click()
  const file = readFileSync(await (await downloading).path())
  expect(await mine.textContent()).toContain(createHash('sha256').update(file).digest('hex'))
  expect(gunzipSync(file).subarray(0, 18).toString()).toBe('{"ladingTenant":1,')
  await mine.getByRole('button', { name: '删除' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删 ?除/ })
    .click()
  await expect.poll(() => rows.count()).toBe(1)
  expect(troubles()).toEqual([])
  await context.close()
  const viewer = await lading.open('viewer')
  await visit(viewer.page, 'sys/cache')
  await viewer.page.waitForLoadState('networkidle')
  expect(await viewer.page.getByRole('tab', { name: '备份' }).count()).toBe(0)
})
