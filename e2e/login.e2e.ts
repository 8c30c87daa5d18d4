import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDue } from '../tools/round.ts'
import { isIn, isOut, logOutByMenu } from './sessions.ts'
import { axe, logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const svg = (body: string) =>
  `data:image/svg+xml;utf8,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">${body}</svg>`)}`
const square = (fill: string) => svg(`<rect width="200" height="100" fill="${fill}"/>`)
const brand = {
  tenant: 'acme',
  companyName: '华东连锁物流',
  enterpriseWebsite: 'https://huadong.example/about',
  slogan: '让每一件货物准时到店',
  loginBackgroundUrl: square('#fff'),
  loginLogoUrl: square('#e60'),
  mediumLogoUrl: square('#06e'),
  colorLogoUrl: square('#0a6'),
  sloganImageUrl: null,
  captcha: false,
  sso: [],
}

/** The log-in page of a tenant that has set all there is. */
async function branded(context: BrowserContext, more: Partial<Record<keyof typeof brand, unknown>> = {}) {
  const asked: string[] = []
  await context.route(/\/fw\/api\/loginUrl/, async (route) => {
    const tenant = new URL(route.request().url()).searchParams.get('tenant') ?? ''
    asked.push(tenant)
    if (tenant !== 'acme') return route.fallback()
    await route.fulfill({ json: { code: 0, message: '', data: { ...brand, ...more }, traceId: '1' } })
  })
  return asked
}
const opened = async (o: { width?: number; colorScheme?: 'light' | 'dark' } = {}) => {
  const { width = 1440, colorScheme = 'light' } = o
  return lading.browser.newContext({ locale: 'zh-CN', viewport: { width, height: 900 }, colorScheme })
}
const shows = (page: Page, selector: string, src: string) =>
  page.locator(`${selector}[src="${src}"]`).waitFor({ state: 'visible' })

test('C-50 a field that the log-in refuses is marked, and says why', async () => {
  const context = await opened()
  const page = await context.newPage()
  await logIn(page, lading.url, 'x'.repeat(300))
  const name = page.getByLabel('用户名')
  await page.locator('.login-field', { has: name }).getByText('最多64个字符').waitFor()
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByLabel('租户').getAttribute('aria-invalid')).toBe('false')
  expect(await axe(page)).toEqual([])
  await logIn(page, lading.url, 'viewer')
  await isIn(page)
  await context.close()
})

test('a browser that keeps no key says so in the user’s words, and lets nobody in by half', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'UnknownError')
    }
  })
  await logIn(page, lading.url, 'viewer')
  await page.getByRole('alert').getByText('此浏览器无法保存登录密钥，请退出无痕模式或更换浏览器').waitFor()
  await page.reload()
  await isOut(page)
  await context.close()
})

test('C-33 whoever is typed in other letters is the same, for the server and for what is kept here', async () => {
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await logIn(page, lading.url, 'viewer')
  await isIn(page)
  await logOutByMenu(page)
  await isOut(page)
  await page.getByLabel('租户').fill('DEMO')
  await page.getByLabel('用户名').fill('Viewer')
  await page.getByLabel(/^密码/).fill('Demo1234x')
  await page.locator('button[type=submit]').click()
  await isIn(page)
  const { session, logins } = await page.evaluate(() => JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}'))
  expect([session.tenant, logins.length]).toEqual(['demo', 1])
  await context.close()
})

test('S-46 the log-in page becomes that of the tenant who is typed, once he has been typed, and the product’s again', async () => {
  const context = await opened()
  const asked = await branded(context)
  const page = await context.newPage()
  await page.goto(`${lading.url}/#/login`)
  await page.getByText('Make Your Supply Chain Smarter', { exact: true }).waitFor()
  await page.getByLabel('租户').pressSequentially('acme', { delay: 20 })
  await page.getByText(brand.slogan, { exact: true }).waitFor()
  await page.locator('.login-logo').getByText(brand.companyName).waitFor()
  await shows(page, '.login-picture', brand.loginBackgroundUrl)
  await shows(page, '.login-logo img', brand.loginLogoUrl)
  await shows(page, '.login-form img', brand.colorLogoUrl)
  const website = page.getByRole('link', { name: 'huadong.example' })
  expect(await website.getAttribute('href')).toBe(brand.enterpriseWebsite)
  expect(asked).toEqual(['acme'])
  await page.getByLabel('租户').fill('acmee')
  await page.getByText('Make Your Supply Chain Smarter', { exact: true }).waitFor()
  expect(await page.locator('.login-picture').count()).toBe(0)
  await context.close()
})

test('S-46 a slogan may be a picture, and a picture that is not there leaves the words', async () => {
  const context = await opened()
  await branded(context, { sloganImageUrl: square('#fff'), loginLogoUrl: '/nothing/here.png' })
  const page = await context.newPage()
  await page.goto(`${lading.url}/#/login`)
  await page.getByLabel('租户').fill('acme')
  await page.getByRole('img', { name: brand.slogan }).waitFor()
  await page.locator('.login-logo svg').waitFor()
  await page.locator('.login-logo').getByText(brand.companyName).waitFor()
  await context.close()
})

test('S-46 on a small screen the medium logo and the company’s name stand above the form', async () => {
  const context = await opened({ width: 390 })
  await branded(context)
  const page = await context.newPage()
  await page.goto(`${lading.url}/#/login`)
  await page.getByLabel('租户').fill('acme')
  await shows(page, '.login-mobile-logo img', brand.mediumLogoUrl)
  await page.locator('.login-mobile-logo').getByText(brand.companyName).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await context.close()
})

/** WCAG's contrast of white against a colour that the browser has painted. */
const contrastOfWhite = (rgb: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = rgb.map((v) => {
    const c = v / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

const colors = ['#ffffff', '#ffff00', '#00ff80', '#000000']
test.each(colors.filter((_, i) => isDue(i, colors.length)))(
  'S-46 text over a tenant’s picture of %s keeps 4.5:1',
  async (color) => {
    const context = await opened()
    await branded(context, { loginBackgroundUrl: square(color) })
    const page = await context.newPage()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${lading.url}/#/login`)
    await page.getByLabel('租户').fill('acme')
    await page.locator('.login-picture.is-shown').waitFor()
    await page.waitForTimeout(600)
    // What is behind the words, as it was painted: the words are taken away.
    const box = await page.locator('.login-slogan').boundingBox()
    await page.addStyleTag({ content: '.login-brand > :not(.login-picture, .login-veil) { visibility: hidden }' })
    const png = (await page.screenshot({ clip: box ?? { x: 0, y: 0, width: 1, height: 1 } })).toString('base64')
    const painted = await page.evaluate(async (data) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      const drawn = canvas.getContext('2d')
      drawn?.drawImage(image, 0, 0)
      return [...(drawn?.getImageData(image.width >> 1, image.height >> 1, 1, 1).data ?? [])].slice(0, 3)
    }, png)
    expect(contrastOfWhite(painted)).toBeGreaterThanOrEqual(4.5)
    await context.close()
  },
)

test('C-33 who has logged in here lately is a click away, five of them, until the computer forgets them', async () => {
  const context = await opened()
  const page = await context.newPage()
  for (const username of ['viewer', 'picker']) {
    await logIn(page, lading.url, username)
    await isIn(page)
    await logOutByMenu(page)
    await page.locator('.login-form').waitFor()
  }
  const history = page.getByRole('region', { name: '最近登录' })
  expect(await history.locator('li').allInnerTexts()).toEqual([
    expect.stringMatching(/^picker/),
    expect.stringMatching(/^viewer/),
  ])
  expect(await axe(page)).toEqual([])
  await history.getByRole('button', { name: /^viewer/ }).click()
  expect(await page.getByLabel('租户').inputValue()).toBe('demo')
  expect(await page.getByLabel('用户名').inputValue()).toBe('viewer')
  expect(await page.getByLabel(/^密码/).evaluate((e) => e === document.activeElement)).toBe(true)
  await history.getByRole('button', { name: '清除本机登录记录' }).click()
  expect(await page.getByLabel('用户名').inputValue()).toBe('')
  expect(await page.getByLabel('租户').evaluate((e) => e === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('wl.state.v1'))).not.toContain('viewer')
  await page.reload()
  await page.getByLabel('租户').waitFor()
  expect(await page.getByLabel('租户').inputValue()).toBe('')
  expect(await page.locator('.login-history').count()).toBe(0)
  await context.close()
})

test('the landing page’s code is fetched while the password is typed, and not before', async () => {
  const context = await opened()
  const page = await context.newPage()
  const scripts: string[] = []
  page.on('request', (r) => {
    if (r.resourceType() === 'script') scripts.push(new URL(r.url()).pathname)
  })
  await page.goto(`${lading.url}/#/login`)
  await page.getByLabel('租户').fill('demo')
  await page.getByLabel('用户名').fill('viewer')
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((s) => /Workspace|Today/.test(s))).toEqual([])
  const landing = page.waitForRequest(/Today[^/]*\.js/)
  await page.getByLabel(/^密码/).focus()
  await landing
  expect(scripts.some((s) => /Workspace/.test(s))).toBe(true)
  await context.close()
})

test('S-37 the personal card lists the enabled roles that the user has in his own organisation', async () => {
  const desk = await lading.person('admin', 'LADING')
  const orgIdOf = (code: string) => desk.user.availableWorkingOrgs.find((o) => o.code === code)?.id
  const role = async (name: string, code: string) =>
    (await desk.post<{ id: string; version: number }>('/fw/api/sys/role/create', { name, orgId: orgIdOf(code) })) ?? {}
  const [own, off, above] = [await role('卡片一', 'DC01'), await role('卡片二', 'DC01'), await role('卡片三', 'LADING')]
  const { initialPassword } = await desk.post<{ initialPassword: string }>('/fw/api/sys/user/create', {
    username: 'kapian',
    realName: '卡片',
    orgId: orgIdOf('DC01'),
    workingOrgIds: [orgIdOf('DC01')],
    roleIds: [own.id, off.id, above.id],
  })
  await desk.post('/fw/api/sys/role/disable', { id: off.id, version: off.version })
  const context = await opened()
  const page = await context.newPage()
  await logIn(page, lading.url, 'kapian', initialPassword)
  await isIn(page)
  await page.getByRole('dialog').getByRole('button').first().click()
  await visit(page, 'sys/loginUserInfo')
  const card = page.locator('.card', { has: page.getByRole('heading', { name: '我的角色' }) })
  await card.getByText('卡片一').waitFor()
  expect(await card.getByText(/卡片[二三]/).count()).toBe(0)
  expect(await card.locator('.grid').evaluate((e) => getComputedStyle(e).maxHeight)).toBe('300px')
  await context.close()
})

test('S-20 a workspace that does not come leaves no empty screen, and comes once it can', async () => {
  const context = await opened()
  const page = await context.newPage()
  const isLost = /\/assets\/Workspace[^/]*\.js/
  await page.route(isLost, (route) => route.abort())
  await logIn(page, lading.url, 'viewer')
  const told = page.getByRole('alert').filter({ hasText: '程序已升级，请刷新后重试' })
  await told.waitFor()
  expect(await axe(page)).toEqual([])
  await page.unroute(isLost)
  await told.getByRole('button', { name: '刷新' }).click()
  await isIn(page)
  await context.close()
})
