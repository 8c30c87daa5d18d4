import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panel } from './pages.ts'
import { watch } from './profiles.ts'
import { isIn, isOut } from './sessions.ts'
import { logIn, type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const stateKey = 'wl.state.v1'
const keys = (page: Page): Promise<string[]> => page.evaluate(() => Object.keys(localStorage).sort())
const kept = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}'), stateKey)
const keep = (page: Page, text: string): Promise<void> =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [stateKey, text] as const)

test('S-81 S-94 the state stands under one key, as product WMS of version 2021-03-24', async () => {
  const { page, context } = await lading.fresh('viewer')
  await visit(page, 'wms/ownerList')
  await page.getByText('O1').first().waitFor()
  expect((await keys(page)).filter((key) => !key.startsWith('wl.dict.'))).toEqual([stateKey])
  expect(await kept(page)).toMatchObject({ product: 'WMS', version: '2021-03-24', session: { status: 'login' } })
  await context.close()
})

test('S-81 state that is corrupt, or of another version or product, is discarded without a crash', async () => {
  const { page, context } = await lading.fresh('viewer')
  const good = JSON.stringify(await kept(page))
  for (const bad of [
    '{"version":',
    'null',
    '[]',
    '"state"',
    good.replace('2021-03-24', '2020-01-01'),
    good.replace('"WMS"', '"TMS"'),
  ]) {
    await keep(page, bad)
    const found = watch(page)
    await page.reload()
    await isOut(page)
    expect(found, bad).toEqual([])
    await logIn(page, lading.url, 'viewer')
    await isIn(page)
    expect(await kept(page)).toMatchObject({ product: 'WMS', version: '2021-03-24' })
  }
  await context.close()
})

test('S-81 a full storage drops comforts, and never who is logged in', async () => {
  const { page, context, troubles } = await lading.fresh('viewer')
  await visit(page, 'sys/loginUserInfo')
  await panel(page).getByRole('heading', { name: '个人信息' }).waitFor()
  await page.evaluate((key) => {
    const state = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...state, lists: { 'wms.gone': { pageSize: 10 } } }))
    let filler = 'x'.repeat(1_000_000)
    for (let n = 0; filler.length > 0; n += 1)
      try {
        localStorage.setItem(`other-${n}`, filler)
      } catch {
        filler = filler.slice(0, Math.floor(filler.length / 2))
      }
  }, stateKey)
  await visit(page, 'wms/ownerList')
  await page.getByText('O1').first().waitFor()
  await visit(page, 'wms/storeList')
  await panel(page).getByRole('heading', { name: '门店' }).first().waitFor()
  const state = await kept(page)
  expect(state).toMatchObject({ session: { status: 'login' }, link: { name: 'storeList' } })
  expect((await keys(page)).filter((key) => key.startsWith('wl.dict.'))).toEqual([])
  await page.reload()
  await isIn(page)
  expect(troubles()).toEqual([])
  await context.close()
})

test('S-82 entries of a dictionary are kept by tenant and language, and stand in where the server is silent', async () => {
  const desk = await lading.person('admin', 'LADING')
  const orgId = desk.user.availableWorkingOrgs.find((o) => o.code === 'DC01')?.id
  const roles = await desk.query<{ id: string; name: string }>('/fw/api/sys/role/query', { pageSize: 50 })
  const made = await desk.post<{ initialPassword: string }>('/fw/api/sys/user/create', {
    username: 'siji',
    realName: '司机',
    position: 'DRIVER',
    orgId,
    workingOrgIds: [orgId],
    roleIds: roles.records.filter((r) => r.name === '拣货员').map((r) => r.id),
  })
  const context = await lading.browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await logIn(page, lading.url, 'siji', made.initialPassword)
  await isIn(page)
  await page.getByRole('dialog').getByRole('button').first().click()
  await visit(page, 'sys/loginUserInfo')
  const position = panel(page).locator('.fact', { hasText: 'Position' }).locator('dd')
  await position.getByText('Driver', { exact: true }).waitFor()
  const entries = await page.evaluate(() => JSON.parse(localStorage.getItem('wl.dict.demo.en-US') ?? '{}'))
  expect(entries.WORK_POSITION).toContainEqual(
    expect.objectContaining({ typeCode: 'WORK_POSITION', queryKey: 'DRIVER', infoValue: 'Driver' }),
  )
  await page.route('**/dicInfo/queryByTypeCode', (route) => route.abort())
  await page.reload()
  await position.getByText('Driver', { exact: true }).waitFor()
  await context.close()
})
