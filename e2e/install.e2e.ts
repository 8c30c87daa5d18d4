import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

interface Manifest {
  readonly name: string
  readonly start_url: string
  readonly display: string
  readonly icons: readonly {
    readonly src: string
    readonly type: string
    readonly sizes: string
    readonly purpose?: string
  }[]
}

test('the client can be installed: name, start and icons are as its manifest says', async () => {
  const context = await lading.browser.newContext()
  const page = await context.newPage()
  await page.goto(`${lading.url}/`)
  const cdp = await context.newCDPSession(page)
  // The browser's own opinion, which it also shows to who wants to install.
  const { errors, data = '{}' } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // Guests and headless browsers install nothing, whatever the page is like.
  expect(installabilityErrors.map((e) => e.errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const manifest = JSON.parse(data) as Manifest
  expect(manifest).toMatchObject({ name: 'Lading 物流', display: 'standalone', start_url: './' })
  expect(manifest.icons.some((icon) => icon.purpose === 'maskable')).toBe(true)
  for (const { src, type, sizes } of manifest.icons) {
    const shown = await page.evaluate(async (path) => {
      const answer = await fetch(path)
      const image = new Image()
      image.src = URL.createObjectURL(await answer.blob())
      await image.decode()
      return { type: answer.headers.get('content-type'), sizes: `${image.width}x${image.height}` }
    }, src)
    expect(shown.type, src).toBe(type)
    if (sizes !== 'any') expect(shown.sizes, src).toBe(sizes)
  }
  await context.close()
})

test('on paper stands what the page says, dark on white, without what can only be pressed', async () => {
  const { page, context, troubles } = await lading.fresh('admin')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' })
  // Components look when they are first drawn whether somebody wants motion.
  await page.reload()
  for (const name of ['wms/storeList', 'wms/ownerList']) {
    await visit(page, name)
    await page.locator('tr.grid-row:visible').first().waitFor()
  }
  const theme = () => page.locator('html').getAttribute('data-theme')
  expect(await theme()).toBe('dark')
  const faded = await page.evaluateHandle(() => {
    const properties: string[] = []
    const isPage = (e: EventTarget | null) => e instanceof Element && e.closest('.tab-panel') !== null
    document.addEventListener('transitionrun', (e) => isPage(e.target) && properties.push(e.propertyName))
    return properties
  })
  // A row under the pointer is marked at once, whatever the theme does.
  await page.locator('tr.grid-row:visible').first().hover()
  // Once as it leaves the browser, there and back within a frame.
  await page.pdf()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  for (const none of ['.head', '.side', '.tab-row', '.filters', '.page-actions', '.row-buttons'])
    expect(await page.locator(none).first().isVisible(), none).toBe(false)
  expect(await page.locator('tr.grid-row:visible').count()).toBeGreaterThan(0)
  await expect.poll(theme).toBe('light')
  const panel = page.locator('.tab-panel:visible')
  expect(await panel.evaluate((e) => e.scrollHeight - e.clientHeight)).toBe(0)
  await page.emulateMedia({ colorScheme: 'dark', media: 'screen' })
  // The browser tells of another medium with its next frame.
  await expect.poll(theme).toBe('dark')
  // Other colours are there at once, also on a page that was kept meanwhile: no light button lingers on the dark one.
  await expect.poll(() => page.locator('html').getAttribute('data-painted')).toBeNull()
  await visit(page, 'wms/storeList')
  await page.locator('tr.grid-row:visible').first().waitFor()
  expect((await faded.jsonValue()).filter((p) => p.startsWith('background'))).toEqual([])
  expect(troubles()).toEqual([])
  await context.close()
})
