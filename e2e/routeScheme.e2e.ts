import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading.close())

test('a dispatcher copies a route: all of it but its code, and rows of its own', async () => {
  const he = await lading.person('dispatcher', 'TC01')
  type Scheme = { id: string; code: string; stores: string }
  const all = async () => (await he.post<{ records: Scheme[] }>('/tms/api/routeScheme/query', {})).records
  const [model] = await all()
  const code = `N${Date.now()}`.slice(0, 16)
  const { page, troubles } = await lading.open('dispatcher')
  await visit(page, `tms/routeSchemeDtl?id=${model?.id}`)
  await panel(page)
    .getByRole('button', { name: /^复\s?制$/ })
    .click()
  await panel(page).getByLabel('代码').fill(code)
  await panel(page)
    .getByRole('button', { name: /^保\s?存$/ })
    .click()
  await expect.poll(async () => (await all()).find((s) => s.code === code)?.stores).toBe(model?.stores)
  expect((await all()).find((s) => s.id === model?.id)).toMatchObject({ code: model?.code, stores: model?.stores })
  expect(troubles()).toEqual([])
})
