import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { openKept, type Profile } from './profiles.ts'
import { logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const open = (): Promise<Profile> =>
  // Of no other test.
  openKept(lading.browser, 'viewer', { timezone: 'Asia/Tokyo' }, (page) => logIn(page, lading.url, 'viewer'))

/** Without the program, which would hear of it when the session ends. */
async function leave({ page, giveBack }: Profile): Promise<void> {
  await page.goto(`${lading.url}/version.json`)
  await giveBack()
}

test('a profile is handed on, and not when its session has ended at the server', async () => {
  const first = await open()
  await leave(first)
  const second = await open()
  expect(second.page).toBe(first.page)
  await leave(second)
  const viewer = await lading.person('viewer')
  const own = await viewer.get<{ id: string; isCurrent: boolean }[]>('/fw/api/sys/user/getSessions')
  const [latest] = own.filter((s) => !s.isCurrent).toSorted((x, y) => Number(BigInt(y.id) - BigInt(x.id)))
  await viewer.post('/fw/api/sys/user/endSessions', { ids: [latest?.id] })
  const third = await open()
  expect(third.page).not.toBe(first.page)
  await visit(third.page, 'wms/ownerList')
  await panel(third.page).locator('tr.grid-row').first().waitFor()
  expect(third.found).toEqual([])
  await third.context.close()
})
