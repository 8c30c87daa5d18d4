import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from '../tools/authenticator.ts'
import { isDue } from '../tools/round.ts'
import { newPerson } from './persons.ts'
import { isIn, isOut } from './sessions.ts'
import { axe, logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const initial = (username: string, realName: string): Promise<string> =>
  newPerson(lading, username, realName, {}, { hasCome: false })

const says = {
  'zh-CN': {
    turnOn: '启用',
    next: '下一步',
    ok: /^确 ?定$/,
    password: '密码',
    code: '验证码',
    kept: '我已保存',
    wrong: '验证码不正确或已使用，请等待新的验证码',
    step: '二次验证',
    goOn: '继续',
    useRecovery: '手机不在身边？使用恢复码',
    recovery: '恢复码',
    on: '已启用',
    left: '剩余恢复码 9 个',
    off: '停用',
    either: '验证码或恢复码',
    isOff: '二次验证已停用',
  },
  'en-US': {
    turnOn: 'Turn on',
    next: 'Next',
    ok: 'OK',
    password: 'Password',
    code: 'Code',
    kept: 'I have saved them',
    wrong: 'The code is wrong or already used: wait for the next one',
    step: 'Two-step login',
    goOn: 'Continue',
    useRecovery: 'No phone to hand? Use a recovery code',
    recovery: 'Recovery code',
    on: 'On',
    left: 'Recovery codes left: 9',
    off: 'Turn off',
    either: 'Code, or a recovery code',
    isOff: 'Two-step login is off',
  },
} as const
type Language = keyof typeof says

const cardOf = (page: Page, language: Language) =>
  page.locator('.card', { has: page.getByRole('heading', { name: says[language].step }) })

async function turnOn(page: Page, password: string, language: Language): Promise<{ secret: string; codes: string[] }> {
  const words = says[language]
  await visit(page, 'wms/loginUserInfo')
  await cardOf(page, language).getByRole('button', { name: words.turnOn }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.password, { exact: true }).fill(password)
  await dialog.getByRole('button', { name: words.next }).click()
  await dialog.getByRole('img').first().waitFor()
  const secret = (await dialog.locator('dd').innerText()).replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await dialog.getByLabel(words.code, { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: words.ok }).click()
  await dialog.getByText(words.wrong, { exact: true }).waitFor()
  // Whoever presses twice has asked once: a second answer would take the codes away, which are told once.
  let asked = 0
  await page.route(/secondFactor\/confirm$/, async (route) => {
    asked += 1
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.fallback()
  })
  const field = dialog.getByLabel(words.code, { exact: true })
  await field.fill(appCode(secret, Date.now()))
  await field.press('Enter')
  await field.press('Enter')
  const list = dialog.locator('.recovery-codes li')
  await list.first().waitFor()
  expect(asked).toBe(1)
  const codes = await list.allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /下载|Download/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^lading-.+\.txt$/)
  await dialog.getByRole('button', { name: words.kept }).click()
  await cardOf(page, language).getByText(words.on, { exact: true }).waitFor()
  return { secret, codes }
}

/** A new browser, in which the user gets as far as the code. */
async function toCode(username: string, password: string, language: Language): Promise<Page> {
  const context = await lading.browser.newContext({ locale: language, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await logIn(page, lading.url, username, password)
  await page.getByRole('heading', { name: says[language].step }).waitFor()
  return page
}

const languages = [
  ['zh-CN', 'erci1', '二次'],
  ['en-US', 'erci2', 'Second'],
] as const
test.each(languages.filter((_, i) => isDue(i, languages.length)))(
  'a user of %s turns the second step on, logs in with code and recovery code, and turns it off',
  async (language, username, name) => {
    const words = says[language]
    const password = await initial(username, name)
    const context = await lading.browser.newContext({ locale: language, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await logIn(page, lading.url, username, password)
    await isIn(page)
    await page.getByRole('dialog').getByRole('button').first().click()
    const { secret, codes } = await turnOn(page, password, language)

    const byApp = await toCode(username, password, language)
    expect(await axe(byApp)).toEqual([])
    await byApp.getByLabel(words.code, { exact: true }).fill('000000')
    await byApp.getByRole('button', { name: words.goOn }).click()
    await byApp.getByText(words.wrong, { exact: true }).waitFor()
    // The app's clock is a step ahead: the code of now was taken when it was set up.
    await byApp.getByLabel(words.code, { exact: true }).fill(appCode(secret, Date.now(), 1))
    await byApp.getByRole('button', { name: words.goOn }).click()
    await isIn(byApp)
    await byApp.context().close()

    const byRecovery = await toCode(username, password, language)
    await byRecovery.getByRole('button', { name: words.useRecovery }).click()
    const recovery = byRecovery.getByLabel(words.recovery, { exact: true })
    await recovery.fill(codes[0]?.toLowerCase() ?? '')
    await recovery.press('Enter')
    await isIn(byRecovery)
    await byRecovery.context().close()

    await page.reload()

    await page.getByRole('dialog').getByRole('button').first().click()
    await cardOf(page, language).getByText(words.left, { exact: true }).waitFor()
    await cardOf(page, language).getByRole('button', { name: words.off }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.password, { exact: true }).fill(password)
    await dialog.getByLabel(words.either, { exact: true }).fill(codes[1] ?? '')
    await dialog.getByRole('button', { name: words.ok }).click()
    await page.getByText(words.isOff, { exact: true }).waitFor()
    await context.close()
  },
)

test('an administrator takes a lost app away; the password alone lets the user in again', async () => {
  const password = await initial('erci3', '丢手机')
  const context = await lading.browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await logIn(page, lading.url, 'erci3', password)
  await isIn(page)
  await page.getByRole('dialog').getByRole('button').first().click()
  await turnOn(page, password, 'zh-CN')
  const desk = await lading.person('admin', 'LADING')
  const users = await desk.query<{ id: string; username: string }>('/fw/api/sys/user/query', { usernameLike: 'erci3' })
  const admin = await lading.open('admin')
  await visit(admin.page, `sys/sysUserDtl?id=${users.records[0]?.id}`)
  const panel = admin.page.locator('.tab-panel:visible')
  await panel.getByText('丢手机').first().waitFor()
  const button = panel.getByRole('button', { name: '重置二次验证' })
  if (!(await button.isVisible())) await panel.getByRole('button', { name: /更多/ }).click()
  await admin.page.getByText('重置二次验证').first().click()
  await admin.page.getByRole('dialog').getByRole('button').last().click()
  await admin.page.getByText('操作成功').waitFor()
  const again = await lading.browser.newContext({ locale: 'zh-CN' })
  const fresh = await again.newPage()
  await logIn(fresh, lading.url, 'erci3', password)
  await isIn(fresh)
  await again.close()
  // He was out everywhere at once.
  // He may be on his way out by himself.
  await page.reload().catch(() => undefined)
  await isOut(page).catch(() => page.locator('dialog.gate').waitFor())
  await context.close()
})
