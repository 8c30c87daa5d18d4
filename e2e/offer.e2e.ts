import { afterAll, beforeAll, expect, test } from 'vitest'
import { stocked } from './desk.ts'
import { choose, panel } from './pages.ts'
import { newPerson, ownPassword } from './persons.ts'
import { type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

const permissions = ['wms', 'wms:bill.operate:view', 'wms:bill.operate:create', 'wms:bill.operate:update']

/** Somebody who writes outbound orders, and may look at neither stores nor owners nor products. */
async function makeWriter(username: string): Promise<void> {
  const desk = await lading.person('admin', 'LADING')
  const orgId = desk.user.availableWorkingOrgs.find((o) => o.code === 'DC01')?.id
  const role = await desk.post<{ id: string; version: number }>('/fw/api/sys/role/create', { name: username, orgId })
  await desk.post('/fw/api/sys/role/updatePermission', { ...role, permissions })
  await newPerson(lading, username, '写单员', { roleIds: [role.id] })
}

test('whoever may only write orders finds owner, store and goods in the form, and saves one', async () => {
  // Another one for each try.
  const username = `writer${Date.now()}`
  await makeWriter(username)
  const [code = ''] = await stocked(await lading.person('admin'), 1)
  const { page, troubles } = await lading.fresh(username, { password: ownPassword })
  await visit(page, 'wms/operateBillAdd')
  const form = panel(page)
  await choose(page, form.getByLabel('货主'), 'O1')
  await choose(page, form.getByLabel('门店'), 'S014')
  await form.getByRole('button', { name: '新增一行' }).click()
  // What is picked from the list of products itself is for who may look at that.
  expect(await form.getByRole('button', { name: '批量选择商品' }).count()).toBe(0)
  await choose(page, form.getByLabel('商品 1'), code)
  await form.getByRole('textbox', { name: '计划数量 1' }).fill('5')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await panel(page).getByRole('heading', { name: /^CK/ }).waitFor()
  expect(troubles()).toEqual([])
})
