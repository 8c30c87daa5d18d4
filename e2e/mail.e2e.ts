import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LetterBox, openLetterBox } from '../tools/testing/letterBox.ts'
import { withOptions } from './options.ts'
import { panel, toast } from './pages.ts'
import { newPerson, ownPassword } from './persons.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
let box: LetterBox
beforeAll(async () => {
  lading = await start()
  box = await openLetterBox()
})
afterAll(async () => {
  await lading?.close()
  await box?.close()
})

const address = 'youjian@example.cn'
const letter = async (about: RegExp) => {
  const found = () => box.to(address).find(({ subject }) => about.test(subject))
  await expect.poll(() => found()?.subject, { timeout: 30_000 }).toBeDefined()
  return found() ?? box.to(address)[0]
}

/** A version of an app of its own is published: who asked to hear of such hears of it. */
async function publishVersion(): Promise<void> {
  const desk = await lading.person('admin', 'LADING')
  const name = `mail${Date.now()}`
  const app = await desk.post<{ id: string }>('/fw/api/sys/app/create', {
    appName: name,
    title: '盘点助手',
    platform: 'PDA',
  })
  const made = await desk.post<{ id: string; version: number }>('/fw/api/sys/appVersion/create', {
    appId: app.id,
    versionCode: 1,
    versionName: '1.0.0',
    downloadUrl: 'https://example.cn/app.apk',
  })
  await desk.post('/fw/api/sys/appVersion/enable', { id: made.id, version: made.version })
}

/** What the link in a letter shows: read, and without a script or anything that is fetched. */
async function unsubscribe(context: BrowserContext, link: string): Promise<void> {
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(link)
  await page.getByRole('heading', { name: '退订邮件' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: '应用发布了新版本' }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(new Set(asked.map((url) => new URL(url).pathname))).toEqual(new Set(['/fw/api/mailLeave']))
  await page.screenshot({ path: join(import.meta.dirname, '..', 'out', 'e2e', 'mailLeave.png') })
  await page.getByRole('button', { name: '退订' }).click()
  await page.getByText('已退订。以后不再通过邮件发送：').waitFor()
  expect(await axe(page)).toEqual([])
  await page.close()
}

test('C-18 who proves his address and wants a kind by mail gets it there, and ends it by the link in the letter', async () => {
  await newPerson(lading, 'youjian', '邮件')
  const options = {
    ...{ mail_host: '127.0.0.1', mail_port: String(box.port), mail_security: 'none' },
    ...{ mail_from: 'wms@example.cn', mail_site: lading.url },
  }
  const work = async () => {
    const { page, context, troubles } = await lading.fresh('youjian', { password: ownPassword })
    await visit(page, 'sys/loginUserInfo')
    const own = panel(page)
    const typed = own.getByRole('textbox', { name: '邮箱', exact: true })
    await typed.fill(address)
    await typed.press('Enter')
    await own.getByText('未验证', { exact: true }).waitFor()
    await own.getByRole('button', { name: '发送验证码' }).click()
    await toast(page, /验证码已发送/)
    const [code = ''] = /\b\d{6}\b/.exec((await letter(/验证码/))?.text ?? '') ?? []
    await own.getByRole('textbox', { name: '验证码' }).fill(code)
    await own.getByRole('button', { name: /^验 ?证$/ }).click()
    await own.getByText('已验证', { exact: true }).waitFor()
    const wanted = own.getByRole('checkbox', { name: '应用发布了新版本：邮件' })
    // It shows what the server has, once that has answered.
    await wanted.click()
    await expect.poll(() => wanted.isChecked()).toBe(true)
    await own.getByRole('switch', { name: '应用发布了新版本', checked: true }).waitFor()

    await publishVersion()
    const got = await letter(/应用发布了新版本/)
    expect(got?.text).toContain('1.0.0 已发布')
    const link = /https?:\/\/\S+mailLeave\?token=\S+/.exec(got?.text ?? '')?.[0] ?? ''
    await unsubscribe(context, link)
    await page.reload()
    await expect.poll(() => wanted.isChecked()).toBe(false)
    expect(troubles()).toEqual([])
  }
  await withOptions(lading, options, work, 'tenant')
})

test('a link that nobody made says so, in the reader’s language', async () => {
  const context = await lading.browser.newContext({ locale: 'en-US', colorScheme: 'dark' })
  const page = await context.newPage()
  await page.goto(`${lading.url}/fw/api/mailLeave?token=${'x'.repeat(40)}`)
  await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
  expect(await axe(page)).toEqual([])
  await context.close()
})
