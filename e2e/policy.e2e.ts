import { afterAll, beforeAll, expect, test } from 'vitest'
import { breaches, opened } from './smuggle.ts'
import { type Running, start } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('T45 the page itself breaks no rule', async () => {
  const page = await opened(lading)
  expect(await breaches(page)).toEqual([])
  await page.context().close()
})
