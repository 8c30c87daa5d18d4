import type { Page, WebSocket } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, panel, toast, workAt } from './pages.ts'
import { newPerson, ownPassword } from './persons.ts'
import { logOutByMenu } from './sessions.ts'
import { type Running, start, visit } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

/** The next message about these topics. */
const told = (line: WebSocket, type: 'topics' | 'changed', topic: string) =>
  line.waitForEvent('framereceived', ({ payload }) => {
    const news: { type: string; topics: string[] } = JSON.parse(String(payload))
    return news.type === type && news.topics.includes(topic)
  })

/**
 * The line to the server on which it says, after what is done, that it will tell of the topic. A line that is lost
 * before it has said so is followed by another.
 */
async function listening(page: Page, topic: string, act: () => Promise<unknown>): Promise<WebSocket> {
  let follow = (_: WebSocket): void => undefined
  const opened = new Promise<WebSocket>((resolve) => {
    follow = (line) =>
      void told(line, 'topics', topic).then(
        () => resolve(line),
        () => undefined,
      )
  })
  page.on('websocket', follow)
  try {
    await act()
    return await opened
  } finally {
    page.off('websocket', follow)
  }
}

async function makeBinType(page: Page, code: string, name: string): Promise<void> {
  await visit(page, 'wms/binTypeAdd')
  await panel(page).getByLabel('代码', { exact: true }).fill(code)
  await panel(page).getByLabel('名称', { exact: true }).fill(name)
  await panel(page)
    .getByRole('button', { name: /^保 ?存$/ })
    .click()
  await panel(page)
    .getByRole('heading', { name: new RegExp(code) })
    .waitFor()
}

test('what somebody else writes appears in an open list without a click', async () => {
  const [writer, reader] = [await lading.open('admin'), await lading.open('viewer')]
  await visit(reader.page, 'wms/binTypeList?code=LIVE')
  await listening(reader.page, 'wms.binType', () => reader.page.reload())
  const list = panel(reader.page)
  await list.getByLabel('刷新').waitFor()
  expect(await list.getByText('LIVE1').count()).toBe(0)

  await makeBinType(writer.page, 'LIVE1', '高位货架')
  await list.getByText('LIVE1').waitFor()
  await act(writer.page, panel(writer.page), '编辑')
  await panel(writer.page).getByLabel('名称', { exact: true }).fill('阁楼货架')
  await panel(writer.page)
    .getByRole('button', { name: /^保 ?存$/ })
    .click()
  await list.getByText('阁楼货架').waitFor()
  expect([...writer.troubles(), ...reader.troubles()]).toEqual([])
})

test('a form that is being filled in loses nothing by news, and hears of them when it is saved', async () => {
  const { page } = await lading.open('admin')
  const desk = await lading.person('admin')
  await makeBinType(page, 'LIVE2', '重型')
  const { records } = await desk.query<{ id: string; version: number }>('/wms/api/binType/query', {
    filter: { code: 'LIVE2' },
  })
  const [made] = records
  const line = await listening(page, 'wms.binType', () => page.reload())
  await act(page, panel(page), '编辑')
  const name = panel(page).getByLabel('名称', { exact: true })
  await name.fill('我写的')
  const news = told(line, 'changed', 'wms.binType')
  await desk.post('/wms/api/binType/update', { id: made?.id, version: made?.version, name: '别人写的' })
  await news
  // The list beside it has read them; by then the form would have, too.
  await visit(page, 'wms/binTypeList?code=LIVE2')
  await panel(page).getByText('别人写的').waitFor()
  await page.getByRole('tab', { name: /编辑/ }).click()
  // The list has a field of that name, too, until it has gone.
  await expect.poll(() => name.inputValue()).toBe('我写的')
  await panel(page)
    .getByRole('button', { name: /^保 ?存$/ })
    .click()
  await panel(page).getByText('数据已被他人修改，请刷新后重试').waitFor()
  expect(await name.inputValue()).toBe('我写的')
})

test('another organisation has a line of its own, and who logs out has none', async () => {
  const { page, context, troubles } = await lading.fresh('admin')
  const first = await listening(page, 'wms.owner', () => page.reload())
  const gone = first.waitForEvent('close')
  const second = await listening(page, 'wms.owner', () => workAt(page, 'LADING'))
  await gone
  await visit(page, 'wms/ownerList?code=LIVE')
  const list = panel(page)
  await list.getByLabel('刷新').waitFor()
  const desk = await lading.person('admin', 'LADING')
  await desk.post('/wms/api/owner/create', { code: 'LIVE3', name: '新货主' })
  await list.getByText('LIVE3').waitFor()
  expect(troubles()).toEqual([])

  const hungUp = second.waitForEvent('close')
  await logOutByMenu(page)
  await hungUp
  await context.close()
})

test('C-4 rights taken away while somebody works close what they opened, and he stays where he is', async () => {
  const desk = await lading.person('admin', 'LADING')
  const orgId = desk.user.availableWorkingOrgs.find((o) => o.code === 'DC01')?.id
  // Another one for each try.
  const name = `shouquan${Date.now()}`
  let role = await desk.post<{ id: string; version: number }>('/fw/api/sys/role/create', { name, orgId })
  const allow = async (...permissions: string[]) => {
    role = await desk.post('/fw/api/sys/role/updatePermission', { id: role.id, version: role.version, permissions })
  }
  await allow('wms', 'wms:basic.owner:view', 'wms:basic.store:view')
  await newPerson(lading, name, '收权', { roleIds: [role.id] })
  const { page, context, troubles } = await lading.fresh(name, { password: ownPassword })
  await visit(page, 'wms/ownerList')
  await listening(page, 'wms.store', () => page.reload())
  await visit(page, 'wms/storeList')
  await panel(page).getByLabel('刷新').waitFor()
  const inMenu = page.getByRole('navigation', { name: '菜单' }).getByText('门店', { exact: true })
  await inMenu.waitFor()

  await allow('wms', 'wms:basic.owner:view')
  await toast(page, '您的权限已变更，已关闭：门店')
  await page.waitForURL(/ownerList/)
  await inMenu.waitFor({ state: 'detached' })
  expect(await page.getByRole('tab').allInnerTexts()).not.toContain('门店')
  await panel(page).getByLabel('刷新').waitFor()

  await allow('wms', 'wms:basic.owner:view', 'wms:basic.store:view')
  await inMenu.waitFor()
  await page.reload()
  await panel(page).getByLabel('刷新').waitFor()
  expect(troubles()).toEqual([])
  await context.close()
})
