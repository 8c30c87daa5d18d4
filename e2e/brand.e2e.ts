import { Buffer } from 'node:buffer'
import type { Brand } from '@lading/contract/sys/brand.ts'
import { contrast } from '@lading/contract/sys/brandColor.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialog, panel, toast, workAt } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
/** The other files' tenant is this one's. */
afterAll(async () => {
  const desk = await lading.person('admin', 'LADING')
  const brand = await desk.get<{ version: number; images: Record<string, string | null> }>('/fw/api/sys/brand/get')
  let { version } = brand
  for (const [name, url] of Object.entries(brand.images))
    if (url) ({ version } = await desk.post<{ version: number }>('/fw/api/sys/brand/clearImage', { name, version }))
  await desk.post('/fw/api/sys/brand/update', {
    version,
    slogan: 'Make Your Supply Chain Smarter',
    enterpriseWebsite: null,
    color: null,
  })
  await lading.close()
})

/** A logo as a designer sends it: orange, larger than anybody needs it, with nothing around it. */
const logo = async (page: Page) => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 800
    const paper = canvas.getContext('2d')
    if (!paper) throw new Error('no canvas')
    paper.fillStyle = '#e60'
    paper.fillRect(400, 200, 800, 400)
    return canvas.toDataURL('image/png')
  })
  return { name: '标志.png', mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') }
}
const accent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))

test('S-46 an administrator gives the system his company’s colour, words and pictures, and sees them at once', async () => {
  const { page, context, troubles } = await lading.fresh('admin')
  await workAt(page, 'LADING')
  await visit(page, 'sys/sysOrgDcList')
  await panel(page).getByRole('button', { name: '企业品牌' }).click()
  const drawer = dialog(page)
  await drawer.getByLabel('标语', { exact: true }).fill('让每一件货物准时到店')
  await drawer.getByLabel('企业网址', { exact: true }).fill('huadong')
  await drawer.getByText('请填写网址').waitFor()
  await drawer.getByRole('button', { name: '保存' }).click()
  await drawer.getByLabel('企业网址', { exact: true }).fill('huadong.example')
  const color = drawer.getByRole('textbox', { name: '主题色' })
  await color.fill('#ffee0')
  await drawer.getByText('请填写#和六位').waitFor()
  await color.fill('#FFEE00')
  // Somebody looks something up in another tab; what he typed is there when he comes back.
  await visit(page, 'sys/sysUserList')
  await panel(page).locator('.grid-row').first().waitFor()
  await visit(page, 'sys/sysOrgDcList')
  expect(await drawer.getByLabel('标语', { exact: true }).inputValue()).toBe('让每一件货物准时到店')
  await drawer.locator('.ant-drawer-close').click()
  await dialog(page).getByText('存在未保存的内容，确定离开吗?').waitFor()
  await dialog(page).getByRole('button').first().press('Enter')
  expect(await color.inputValue()).toBe('#ffee00')
  await drawer.getByRole('button', { name: '保存' }).click()
  await toast(page, '保存成功')
  // Yellow on white could not be read: it is made darker, and nothing of the product's own is left.
  await expect.poll(() => accent(page)).not.toBe('#0f766e')
  expect(contrast(await accent(page), '#ffffff')).toBeGreaterThan(4.5)

  for (const name of ['彩色标志', '登录标志']) {
    const picture = drawer.locator('.brand-picture', { hasText: name })
    await picture.locator('input[type=file]').setInputFiles(await logo(page))
    await picture.locator('img.is-shown, img[src*=brandImage]').waitFor()
  }
  await page.locator('.head-logo').waitFor()
  const natural = await page
    .locator('.head-logo')
    .evaluate((img) => [(img as HTMLImageElement).naturalWidth, (img as HTMLImageElement).naturalHeight])
  expect(natural).toEqual([800, 400])
  expect(await axe(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  expect(await axe(page)).toEqual([])
  expect(troubles()).toEqual([])
  await context.close()
})

test('S-46 two who change the brand at the same time both get what they changed', async () => {
  const { page, context } = await lading.fresh('admin')
  await workAt(page, 'LADING')
  await visit(page, 'sys/sysOrgDcList')
  await panel(page).getByRole('button', { name: '企业品牌' }).click()
  const drawer = dialog(page)
  const slogan = drawer.getByLabel('标语', { exact: true })
  const typed = '我写的标语'
  await slogan.fill(typed)
  const desk = await lading.person('admin', 'LADING')
  const read = () => desk.get<Brand>('/fw/api/sys/brand/get')
  const before = await read()
  const { version, enterpriseWebsite } = before
  const theirs = { slogan: '别人的标语', enterpriseWebsite, color: '#ffee01' }
  await desk.post('/fw/api/sys/brand/update', { version, ...theirs })
  const save = drawer.getByRole('button', { name: '保存' })
  await save.click()
  await toast(page, /已被他人修改/)
  expect(await slogan.inputValue()).toBe(typed)
  await expect.poll(() => drawer.getByRole('textbox', { name: '主题色' }).inputValue()).toBe('#ffee01')
  await save.click()
  await expect.poll(read).toMatchObject({ ...theirs, slogan: typed })
  const { slogan: first, color } = before
  const now = await read()
  await desk.post('/fw/api/sys/brand/update', { version: now.version, slogan: first, enterpriseWebsite, color })
  await context.close()
})

test('S-46 who comes to the door after that meets the company, and can read all of it', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await lading.browser.newContext({ locale: 'zh-CN', colorScheme })
    const page = await context.newPage()
    await page.goto(`${lading.url}/#/login`)
    await page.getByLabel('租户').fill('demo')
    await page.getByText('让每一件货物准时到店').waitFor()
    await page.locator('.login-logo img.is-shown').waitFor()
    await page.getByRole('link', { name: 'huadong.example' }).waitFor()
    const submit = await page.locator('.login-submit').evaluate((b) => getComputedStyle(b).backgroundColor)
    expect(submit).not.toMatch(/rgb\(15, 118, 110\)|rgb\(60, 203, 185\)/)
    expect(await axe(page)).toEqual([])
    // While the network is away another tenant's page is at least not this one's.
    await page.route('**/loginUrl*', (route) => route.abort())
    await page.getByLabel('租户').fill('another')
    await page.getByText('让每一件货物准时到店').waitFor({ state: 'detached' })
    await page.locator('.login-logo img.is-shown').waitFor({ state: 'detached' })
    await context.close()
  }
})
