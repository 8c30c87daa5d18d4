import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { find, step } from './desk.ts'
import { act, dialog, panel, toast } from './pages.ts'
import { newPerson, ownPassword } from './persons.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
})
afterAll(() => lading?.close())

/** What a gatekeeper may do by default: to admit and to release is for others. */
const permissions = [
  'wms',
  ...['view', 'create', 'update', 'permit', 'finish', 'cancel', 'print'].map((verb) => `wms:bill.register:${verb}`),
  ...['wms:bill.preview:view', 'wms:delivery.ship:view', 'wms:storage.dock:view'],
]
async function makeGatekeeper(username: string): Promise<void> {
  const group = await lading.person('admin', 'LADING')
  const orgId = group.user.availableWorkingOrgs.find((o) => o.code === 'DC01')?.id
  const role = await group.post<{ id: string; version: number }>('/fw/api/sys/role/create', { name: username, orgId })
  await group.post('/fw/api/sys/role/updatePermission', { ...role, permissions })
  await newPerson(lading, username, '门卫', { roleIds: [role.id] })
}

test('a gatekeeper with a phone registers two trucks, turns one away, calls one in and lets it out with its pass', async () => {
  // A second try is somebody else with other trucks.
  const run = String(Date.now()).slice(-5)
  const username = `gate${run}`
  const [plate, turned] = [`苏B${run}`, `苏C${run}`]
  await makeGatekeeper(username)
  const { page, troubles } = await lading.fresh(username, { password: ownPassword, width: 390, height: 844 })
  const card = (of: string) => panel(page).getByRole('listitem').filter({ hasText: of })
  const stateOf = async (of: string) =>
    (await find<{ state: string }>(desk, '/wms/api/warehouseRegister', { vehicleNo: of })).state
  const register = async (of: string) => {
    await visit(page, 'wms/warehouseRegisterAdd')
    await panel(page).getByLabel('来访类型').click()
    await page.locator('.ant-select-item-option:visible', { hasText: '其他' }).click()
    await panel(page).getByLabel('车牌号', { exact: true }).fill(of)
    await panel(page).getByLabel('司机', { exact: true }).fill('何师傅')
    await panel(page).getByRole('button', { name: '保存', exact: true }).click()
    await panel(page).getByRole('heading', { name: /^DJ/ }).waitFor()
  }
  for (const of of [plate, turned]) await register(of)

  await visit(page, 'wms/warehouseRegisterIn')
  await act(page, card(turned), '拒绝')
  await dialog(page).getByLabel('原因').fill('无通行证')
  await dialog(page)
    .getByRole('button', { name: /^拒 ?绝$/ })
    .click()
  await card(turned).waitFor({ state: 'detached' })
  expect(await stateOf(turned)).toBe('REFUSED')
  expect(await axe(page)).toEqual([])
  // Who neither brings nor takes goods needs no dock.
  await act(page, card(plate), '叫号入场')
  await dialog(page).getByLabel('停车位').fill('P3')
  await dialog(page).getByRole('button', { name: '叫号入场' }).click()
  await toast(page, /已叫号入场/)
  expect(await stateOf(plate)).toBe('PERMITTED')

  // Released by whoever has finished with it; at the gate nobody can.
  await visit(page, 'wms/warehouseRegisterOut')
  expect(await card(plate).count()).toBe(0)
  const visitOf = await find(desk, '/wms/api/warehouseRegister', { vehicleNo: plate })
  await step(desk, 'warehouseRegister', visitOf.id, 'release')
  await card(plate).waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), act(page, card(plate), '打印放行条')])
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  await act(page, card(plate), '离场')
  await dialog(page).getByRole('button', { name: '离场' }).click()
  await toast(page, /已离场/)
  expect(await stateOf(plate)).toBe('LEFT')
  // Nothing that one has to push sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(troubles()).toEqual([])
})
