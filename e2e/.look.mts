import { chromium } from 'playwright-core'
const url = 'http://127.0.0.1:4147'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--disable-dev-shm-usage','--no-sandbox'] })
const [,, user = 'dispatcher', lang = 'zh-CN', scheme = 'light', width = '1440', ...entries] = process.argv
const ctx = await browser.newContext({ viewport: { width: Number(width), height: 900 }, colorScheme: scheme as never, locale: lang })
const page = await ctx.newPage()
page.on('console', (m) => { if (m.type() === 'error') console.log('console:', m.text().slice(0, 300)) })
page.on('pageerror', (e) => console.log('pageerror', e.message.slice(0, 300)))
await page.addInitScript(([l]) => { try { const k = Object.keys(localStorage); void k; void l } catch {} }, [lang])
await page.goto(`${url}/#/login`)
await page.getByLabel(/租户|Tenant/).fill('demo')
await page.getByLabel(/用户名|User name/).fill(user)
await page.getByLabel(/^(密码|Password)/).fill(process.env.PW ?? '')
await page.locator('button[type=submit]').click()
await page.waitForTimeout(4000)
if (process.env.JS) { }
let i = 0
for (const step of entries) {
  if (step.startsWith('app:')) { await page.evaluate((h) => { location.hash = h }, `#/app-${step.slice(4)}`); await page.waitForTimeout(2500) }
  else if (step.startsWith('click:')) { await page.getByText(step.slice(6), { exact: true }).first().click({ timeout: 5000 }).catch((e) => console.log(step, e.message.slice(0, 200))); await page.waitForTimeout(1500) }
  else if (step.startsWith('btn:')) { await page.getByRole('button', { name: new RegExp(step.slice(4)) }).first().click({ timeout: 5000 }).catch((e) => console.log(step, e.message.slice(0, 200))); await page.waitForTimeout(1500) }
  else if (step.startsWith('css:')) { await page.locator(step.slice(4)).first().click({ timeout: 5000 }).catch((e) => console.log(step, e.message.slice(0, 200))); await page.waitForTimeout(1500) }
  else if (step.startsWith('key:')) { await page.keyboard.type(step.slice(4)); await page.waitForTimeout(1500) }
  else if (step === 'enter') { await page.keyboard.press('Enter'); await page.waitForTimeout(1200) }
  else if (step.startsWith('shot:')) await page.screenshot({ path: `/tmp/h2shots/${step.slice(5)}.png` })
  i++
}
await browser.close()
