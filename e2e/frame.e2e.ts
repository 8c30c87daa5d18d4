import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, dialog, panel, toast, workAt } from './pages.ts'
import { axe, logIn, type Running, type Session, start, visit } from './support.ts'

let lading: Running
let admin: Session
let page: Page
beforeAll(async () => {
  lading = await start()
  admin = await lading.open('admin')
  page = admin.page
  await page.getByRole('heading', { level: 1 }).first().waitFor()
})
afterAll(() => lading?.close())

const words = '加载中，请稍后...'
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('S-24 C-8 whoever waits longer than 200 ms reads so, in the waiting tab only', async () => {
  await visit(page, 'wms/vendorList')
  await panel(page).getByRole('heading', { name: '供应商' }).first().waitFor()
  await visit(page, 'wms/storeList')
  await panel(page).locator('.grid-row').first().waitFor()
  const wait = panel(page).getByRole('status').filter({ hasText: words })
  let delay = 100
  let held = Promise.resolve()
  await page.route('**/store/query', async (route) => {
    await later(delay)
    await held
    await route.continue()
  })
  // Whether the words were seen is noted frame by frame, from before the list is asked anew until its rows are there.
  const sorted = async (sort: string): Promise<number | undefined> => {
    const seen = page.evaluate(
      ([hash, text]) =>
        new Promise<number | undefined>((resolve, reject) => {
          const from = performance.now()
          let at: number | undefined
          let wasBusy = false
          const look = () => {
            const all = document.querySelectorAll('.tab-panel [role=status][aria-busy=true]')
            const busy = [...all].filter((e) => e.checkVisibility() && e.textContent?.includes(text))
            const said = busy.filter((e) => e.querySelector('.wait')?.checkVisibility({ visibilityProperty: true }))
            if (said.length > 0) at ??= performance.now() - from
            wasBusy ||= busy.length > 0
            if (wasBusy && busy.length === 0) resolve(at)
            else if (performance.now() - from > 20_000) reject(new Error(`never waited: ${wasBusy}`))
            else requestAnimationFrame(look)
          }
          location.hash = hash
          requestAnimationFrame(look)
        }),
      [`#/app-wms/storeList?_sort=${sort}`, words] as const,
    )
    return seen
  }
  // A busy machine takes longer than that, too; what comes sooner is said by nobody.
  expect((await sorted('-code')) ?? 200).toBeGreaterThanOrEqual(200)
  delay = 1_500
  expect(await sorted('code')).toBeGreaterThanOrEqual(200)
  const looked = Promise.withResolvers<void>()
  held = looked.promise
  await visit(page, 'wms/storeList?_sort=-name')
  await wait.waitFor()
  expect(await wait.getAttribute('aria-busy')).toBe('true')
  const [over, rows] = await Promise.all([wait.boundingBox(), panel(page).locator('.grid').boundingBox()])
  expect(over!.width).toBeGreaterThanOrEqual(rows!.width)
  // The other tab is at work all the same.
  await visit(page, 'wms/vendorList')
  await panel(page).locator('.grid-row').first().click()
  expect(await wait.filter({ visible: true }).count()).toBe(0)
  looked.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  expect(admin.troubles()).toEqual([])
})

test('S-24 a page whose program is on its way says so, too', async () => {
  // In a profile of its own: nobody has kept the client on this device.
  const { page: fresh } = await lading.fresh('admin')
  await fresh.getByRole('heading', { level: 1 }).first().waitFor()
  const looked = Promise.withResolvers<void>()
  await fresh.route(/\/assets\/.*\.js$/, async (route) => {
    await looked.promise
    await route.continue()
  })
  await visit(fresh, 'wms/vendorList')
  await panel(fresh).getByRole('status').getByText(words, { exact: true }).waitFor()
  looked.resolve()
  await panel(fresh).getByRole('heading', { name: '供应商' }).first().waitFor()
})

type Read = (data: Uint8ClampedArray, width: number, height: number) => { data: string; version: number } | null
const readQr = (createRequire(import.meta.url)('jsqr') as { default: Read }).default

test('S-20 a part of a page that does not come without a network says so in its place, and comes with another try', async () => {
  const { page } = await lading.open('admin')
  const parts = /\/assets\/(DateInput|ImportDialog)|version\.json/
  await page.route(parts, (route) => route.abort())
  await visit(page, 'wms/orderBillAdd')
  const date = panel(page).getByRole('button', { name: '请检查网络设置 · 重试' }).first()
  await date.waitFor()
  await visit(page, 'wms/binList')
  await panel(page).getByRole('button', { name: '导入' }).click()
  await toast(page, '请检查网络设置')
  await page.unroute(parts)
  await panel(page).getByRole('button', { name: '导入' }).click()
  await dialog(page).getByText('导入').first().waitFor()
  await page.keyboard.press('Escape')
  await visit(page, 'wms/orderBillAdd')
  await date.click()
  await panel(page).locator('.ant-picker').first().waitFor()
})

test('C-53 a search tells how much it has found, and a reason that is missing is told as an error', async () => {
  await visit(page, 'wms/binList')
  const told = panel(page).locator('p[role=status]')
  await panel(page).locator('tbody').getByRole('checkbox').first().waitFor()
  expect(await told.innerText()).toBe('')
  const code = panel(page).getByRole('search').getByRole('textbox').first()
  await code.fill('没有这样的货位')
  await code.press('Enter')
  await expect.poll(() => told.innerText()).toBe('没有符合条件的数据')
  await panel(page).getByRole('button', { name: '重置' }).click()
  await expect.poll(() => told.innerText()).toMatch(/^共\d+条$/)

  const row = panel(page).locator('tr.grid-row').first()
  await act(page, row, '锁定货位')
  const reason = dialog(page).getByRole('textbox', { name: '原因' })
  await dialog(page).getByRole('button').last().click()
  await dialog(page).getByRole('alert').getByText('请填写原因').waitFor()
  expect(await reason.getAttribute('aria-invalid')).toBe('true')
  expect(
    await reason.evaluate((e) => document.getElementById(e.getAttribute('aria-describedby') ?? '')?.innerText),
  ).toBe('请填写原因')
  await page.keyboard.press('Escape')
})

test('S-39 C-12 a camera reads the newest version’s address from 150 × 150 pixels, level H, four modules of white', async () => {
  const desk = await lading.person('admin', 'LADING')
  const known = { filter: { appName: ['PDA'], disabled: false } }
  const { records } = await desk.post<{ records: { id: string; version: number }[] }>('/fw/api/sys/app/query', known)
  for (const { id, version } of records) await desk.post('/fw/api/sys/app/disable', { id, version })
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: '应用下载' }).click()
  await dialog(page).getByText('暂无可下载版本').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  const downloadUrl = 'https://downloads.example.com/lading/handheld-2.4.0.apk'
  const version = { appName: 'PDA', versionName: '2.4.0', versionCode: 20400, add: '离线收货', downloadUrl }
  const draft = await desk.post<{ id: string; version: number }>('/fw/api/sys/app/version/create', version)
  await desk.post('/fw/api/sys/app/enable', draft)
  await page.reload()
  await page.locator('.head-user').click()
  await page.getByRole('menuitem', { name: '应用下载' }).click()
  const canvas = dialog(page).locator('canvas')
  await canvas.waitFor()
  expect(await canvas.evaluate((e) => [e.clientWidth, e.clientHeight])).toEqual([150, 150])
  const { width, pixels } = await canvas.evaluate((e: HTMLCanvasElement) => {
    const image = e.getContext('2d')!.getImageData(0, 0, e.width, e.height)
    return { width: image.width, pixels: [...image.data] }
  })
  const read = readQr(new Uint8ClampedArray(pixels), width, width)!
  expect(read.data).toBe(downloadUrl)
  const modules = 17 + 4 * read.version
  const isDark = (row: number, column: number): boolean => {
    const at = (n: number) => Math.floor(((n + 4 + 0.5) * width) / (modules + 8))
    return (pixels[(at(row) * width + at(column)) * 4] ?? 255) < 128
  }
  for (let n = 0; n < modules; n += 1)
    for (const white of [-4, -1, modules, modules + 3])
      expect([isDark(n, white), isDark(white, n)], `${n} ${white}`).toEqual([false, false])
  expect([isDark(0, 0), isDark(0, modules - 1), isDark(modules - 1, 0)]).toEqual([true, true, true])
  // The first two bits of the format, freed of their mask 10: 10 is level H.
  expect([isDark(8, 0), isDark(8, 1)]).toEqual([false, false])
  await dialog(page).getByText('离线收货').waitFor()
  await page.keyboard.press('Escape')
  expect(admin.troubles()).toEqual([])
})

test('S-90 a file reaches the disk as the server sent it; a refusal in its place is shown', async () => {
  await visit(page, 'wms/ownerList')
  await panel(page).getByText('O1').first().waitFor()
  const choose = async () => {
    await panel(page).getByRole('button', { name: '导出' }).click()
    await page.getByRole('menuitem', { name: /Excel/ }).click()
  }
  let sent: Buffer = Buffer.alloc(0)
  await page.route('**/owner/export', async (route) => {
    const answer = await route.fetch()
    sent = await answer.body()
    await route.fulfill({ response: answer, body: sent })
  })
  const downloaded = page.waitForEvent('download')
  await choose()
  const kept = readFileSync(await (await downloaded).path())
  expect(kept.subarray(0, 2).toString()).toBe('PK')
  expect(kept.equals(sent)).toBe(true)
  await page.unrouteAll()
  const refusal = { code: 42299, message: '导出太多', data: null, traceId: '123456789012345678' }
  await page.route('**/owner/export', (route) => route.fulfill({ status: 200, json: refusal }))
  const files: string[] = []
  page.on('download', (d) => files.push(d.suggestedFilename()))
  await choose()
  await page.locator('.notice').getByText('导出太多', { exact: true }).waitFor()
  expect(files).toEqual([])
  await page.unrouteAll()
})

test('S-91 the built client names no port of development and calls its own origin only', async () => {
  const folder = join(import.meta.dirname, '..', 'out', 'web')
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (f) => f.isFile() && /\.(js|css|html|json)$/.test(f.name),
  )
  expect(texts.length).toBeGreaterThan(10)
  for (const f of texts) {
    const path = join(f.parentPath, f.name)
    expect(readFileSync(path, 'utf8').match(/:40(08|09|10|11|12|13)\b/g), path).toBeNull()
  }
  const origins = new Set<string>()
  const note = (r: { url(): string }) => r.url().startsWith('http') && origins.add(new URL(r.url()).origin)
  page.on('request', note)
  for (const entry of ['wms/dashboardCurrent', 'mdm/productQpcList', 'sys/sysUserList']) {
    await visit(page, entry)
    await panel(page).getByRole('heading').first().waitFor()
  }
  page.off('request', note)
  expect([...origins]).toEqual([new URL(lading.url).origin])
})

test('S-34 the user menu has its eight entries in their order, in both languages', async () => {
  const entries = async (at: Page) => {
    await at.locator('.head-user').click()
    const items = at.getByRole('menuitem').filter({ visible: true })
    await items.nth(7).waitFor()
    const texts = await items.allInnerTexts()
    await at.keyboard.press('Escape')
    return texts
  }
  expect(await entries(page)).toEqual([
    '个人信息',
    '修改密码',
    '应用下载',
    '我的导出',
    '我的导入',
    '帮助',
    '关于',
    '注销',
  ])
  const english = await lading.open('viewer', { language: 'en-US' })
  expect(await entries(english.page)).toEqual([
    'Personal information',
    'Change password',
    'App download',
    'My exports',
    'My imports',
    'Help',
    'About',
    'Log out',
  ])
})

test('S-10 my exports and imports open under SYS from anywhere; a file comes again, and a wrong one with its errors', async () => {
  const { page: clerk, context, troubles } = await lading.fresh('admin')
  await workAt(clerk, 'LADING')
  const fromMenu = async (name: string, hash: RegExp) => {
    await clerk.locator('.head-user').click()
    await clerk.getByRole('menuitem', { name, exact: true }).click()
    await clerk.waitForURL(hash)
  }
  await visit(clerk, 'wms/vendorList')
  await panel(clerk).getByRole('heading', { name: '供应商' }).first().waitFor()
  const first = clerk.waitForEvent('download')
  await panel(clerk).getByRole('button', { name: '导出' }).click()
  await clerk.getByRole('menuitem', { name: /CSV/ }).click()
  const sent = readFileSync(await (await first).path(), 'utf8')
  expect(sent).toContain('V01,')

  await fromMenu('我的导出', /#\/app-sys\/exportRecord$/)
  const row = panel(clerk).locator('.grid-row').first()
  await row.getByText('供应商', { exact: true }).waitFor()
  await row.getByText('已完成').waitFor()
  const again = clerk.waitForEvent('download')
  await act(clerk, row, '下载')
  expect(readFileSync(await (await again).path(), 'utf8')).toBe(sent)
  expect(await axe(clerk)).toEqual([])

  await visit(clerk, 'wms/vendorList')
  await panel(clerk).getByRole('button', { name: '导入', exact: true }).click()
  const wrong = { name: 'vendors.csv', mimeType: 'text/csv', buffer: Buffer.from('代码,名称\nV-NEW,\n') }
  await dialog(clerk).locator('input[type=file]').setInputFiles(wrong)
  await dialog(clerk).getByRole('button', { name: '试导入' }).click()
  await dialog(clerk).getByText('1行中有1处错误，未导入').waitFor()
  await dialog(clerk).getByRole('button', { name: '取消' }).click()

  await fromMenu('我的导入', /#\/app-sys\/importRecord$/)
  const tried = panel(clerk).locator('.grid-row', { hasText: 'vendors.csv' })
  await tried.getByText('有错误，未导入').waitFor()
  const marked = clerk.waitForEvent('download')
  await act(clerk, tried, '错误文件')
  expect((await marked).suggestedFilename()).toBe('vendors-errors.xlsx')
  await act(clerk, tried, '明细')
  await dialog(clerk).getByText('名称不能为空').waitFor()
  expect(await axe(clerk)).toEqual([])
  await clerk.keyboard.press('Escape')
  await act(clerk, tried, '删除')
  await dialog(clerk).getByRole('button', { name: '删除' }).click()
  await tried.waitFor({ state: 'detached' })
  expect(await axe(clerk)).toEqual([])
  await clerk.getByRole('button', { name: '历史', exact: true }).click()
  await clerk.getByRole('dialog', { name: '历史' }).getByRole('link', { name: '我的导出' }).waitFor()
  expect(troubles()).toEqual([])
  await context.close()
})

test('S-95 the dashboard says the lunar date of its day, and its calendar that of each', async () => {
  await visit(page, 'wms/dashboardCurrent')
  const day = panel(page).getByLabel('业务日期')
  await day.click()
  await page.locator('.lunar-days').waitFor()
  await day.fill('2026-02-17')
  await page.keyboard.press('Enter')
  await panel(page).getByText('农历丙午(马)年正月初一', { exact: true }).waitFor()
  // News that come meanwhile take back nothing that is being typed.
  await day.click()
  await day.fill('2026-02-18')
  const news = page.waitForResponse((r) => r.url().includes('/dashboard/current'))
  await panel(page).getByRole('button', { name: '刷新', exact: true }).dispatchEvent('click')
  await news
  await page.waitForTimeout(100)
  expect(await day.inputValue()).toBe('2026-02-18')
  await page.keyboard.press('Enter')
  await panel(page).getByText('农历丙午(马)年正月初二', { exact: true }).waitFor()
  await day.click()
  const cell = page.locator('.lunar-days').getByTitle('2026-02-16')
  expect(await cell.innerText()).toMatch(/^16\s+廿九$/)
  await page.keyboard.press('Escape')
  const english = await lading.open('viewer', { language: 'en-US' })
  // Who reads English orders by no lunar festival.
  await panel(english.page).getByLabel('Business day').waitFor()
  expect(await english.page.getByText(/lunar/i).count()).toBe(0)
  expect(admin.troubles()).toEqual([])
})

test('C-11 the organisations are walked through by keys, those of late first; a double click enters', async () => {
  const { page: at, context, troubles } = await lading.fresh('admin')
  const box = dialog(at)
  const names = () => box.locator('tbody tr:not([aria-hidden])').locator('td:nth-child(2)').allInnerTexts()
  const here = () => at.locator('.head-org').innerText()
  const ask = async () => {
    await at.locator('button.head-org').click()
    await box.getByPlaceholder('代码或名称').waitFor()
  }
  const first = await here()
  await ask()
  expect(await box.locator('tr', { hasText: '当前组织' }).getByRole('button').isDisabled()).toBe(true)
  const focused = () => at.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  const isInSearch = () => expect.poll(() => at.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await isInSearch()
  await at.keyboard.press('ArrowDown')
  const next = await focused()
  expect(next).toMatch(/^进入 /)
  await at.keyboard.press('ArrowDown')
  expect(await focused()).not.toBe(next)
  await at.keyboard.press('ArrowUp')
  expect(await focused()).toBe(next)
  await at.keyboard.press('ArrowUp')
  await isInSearch()
  const last = (await names()).at(-1) ?? ''
  await box.locator('tbody tr', { hasText: last }).dblclick()
  await expect.poll(here).toContain(last)
  await ask()
  expect((await names()).slice(0, 2).map((name) => name.trim())).toEqual([last, first.trim()])
  await isInSearch()
  await at.keyboard.press('ArrowDown')
  await at.keyboard.press('Enter')
  await expect.poll(here).toContain(first.trim())
  expect(troubles()).toEqual([])
  await context.close()
})

test('C-19 a system that is not the real one says so in its header', async () => {
  expect(await page.locator('.head-env').count()).toBe(0)
  const context = await lading.browser.newContext({ locale: 'zh-CN' })
  await context.route('**/fw/api/info', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, env: 'TRAIN' } } })
  })
  const training = await context.newPage()
  await logIn(training, lading.url, 'viewer')
  await training.locator('.head-env').getByText('培训环境', { exact: true }).waitFor()
  await context.close()
})
