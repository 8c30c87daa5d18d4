import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { type Running, start, visit } from './support.ts'
import { closeOthers } from './walk.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

/** What is alive after everything that can go has gone: what one pass finalises, the next frees, and timers let go late. */
async function alive(cdp: CDPSession): Promise<{ heap: number; detached: number }> {
  let heap = Number.POSITIVE_INFINITY
  for (let isFalling = true; isFalling; ) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    isFalling = usedSize < heap * 0.995
    heap = Math.min(heap, usedSize)
  }
  const { detachedNodes } = await cdp.send('DOM.getDetachedDomNodes')
  return { heap, detached: detachedNodes.reduce((sum, { treeNode }) => sum + 1 + (treeNode.childNodeCount ?? 0), 0) }
}

/** Opens each place in turn beside the one page that stays, waits until it is all there, and closes it again. */
const openAndClose = (page: Page, hashes: readonly string[], times: number): Promise<void> =>
  page.evaluate(
    async ({ hashes, times }) => {
      const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const until = async (what: string, isSo: () => boolean) => {
        const latest = performance.now() + 30_000
        while (!isSo()) {
          if (performance.now() > latest) throw new Error(`${what} at ${location.hash}`)
          await frame()
        }
      }
      const shown = () => [...document.querySelectorAll('.tab-panel')].find((e) => e.checkVisibility())
      const isThere = () =>
        shown()?.querySelector('.grid-row, .form-grid, .facts') &&
        !shown()?.querySelector('[aria-busy=true], .ant-spin-spinning')
      for (let i = 0; i < times; i++) {
        location.hash = hashes[i % hashes.length] ?? ''
        await until('not opened', () => document.querySelectorAll('.tab').length === 2 && Boolean(isThere()))
        document.querySelector<HTMLElement>('.tab-active .tab-close')?.click()
        await until('not closed', () => document.querySelectorAll('.tab').length === 1 && Boolean(isThere()))
      }
    },
    { hashes, times },
  )

test('C-29 fifty tabs opened and closed leave nothing behind', async () => {
  const { page, context, troubles } = await lading.fresh('admin')
  await visit(page, 'wms/binList')
  const record = await panel(page).locator('td a').first().getAttribute('href')
  await visit(page, 'wms/ownerList')
  await page.locator('.tab-active', { hasText: '货主' }).waitFor()
  await closeOthers(page)
  const entries = ['wms/binAdd', 'wms/productList', 'wms/binList']
  const hashes = [record ?? '', ...entries.map((entry) => `#/app-${entry}`)]
  const cdp = await context.newCDPSession(page)
  await cdp.send('DOM.enable')
  // Code, caches and pools fill up at first.
  await openAndClose(page, hashes, 20)
  const before = await alive(cdp)
  await openAndClose(page, hashes, 50)
  const after = await alive(cdp)
  const seen = JSON.stringify({ before, after })
  expect(after.heap / before.heap, seen).toBeLessThan(1.1)
  expect(after.detached, seen).toBeLessThan(100)
  expect(troubles()).toEqual([])
  await context.close()
})
