import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from '../tools/authenticator.ts'
import { isIn } from './sessions.ts'
import { axe, logIn, type Running, start } from './support.ts'

let lading: Running
beforeAll(async () => {
  lading = await start()
})
afterAll(() => lading?.close())

test('C-18 the bell tells who logs in again that an administrator reset his password, until he has read it', async () => {
  const desk = await lading.person('admin', 'LADING')
  const orgId = desk.user.availableWorkingOrgs.find((o) => o.code === 'DC01')?.id
  const made = await desk.post<{ id: string; version: number }>('/fw/api/sys/user/create', {
    username: 'lingdang',
    realName: '铃铛',
    orgId,
    workingOrgIds: [orgId],
  })
  const { initialPassword } = await desk.post<{ initialPassword: string }>('/fw/api/sys/user/resetPassword', {
    id: made.id,
    version: made.version,
  })
  const context = await lading.browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await logIn(page, lading.url, 'lingdang', initialPassword)
  await isIn(page)
  await page.getByRole('dialog').getByRole('button').first().click()
  await page.getByRole('button', { name: '消息，1条未读' }).click()
  const one = page.getByRole('button', { name: /密码已被管理员重置/ })
  await one.getByText('admin重置了您的密码，您在各处的登录均已结束。').waitFor()
  await one.getByRole('img', { name: '未读' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await page.locator('.messages').boundingBox())?.x ?? -1).toBeGreaterThanOrEqual(0)
  const { x = 0, width = 0 } = (await page.locator('.messages').boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(390)
  await one.click()
  await one.getByRole('img', { name: '未读' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '消息', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: '消息', exact: true }).waitFor()
  await context.close()
})

test('C-18 an open screen hears at once that somebody logged in with a recovery code', async () => {
  const { page, context } = await lading.fresh('other')
  await page.getByRole('button', { name: '消息', exact: true }).waitFor()
  const me = await lading.person('other')
  const { secret } = await me.post<{ secret: string }>('/fw/api/sys/secondFactor/begin', { password: 'Demo1234x' })
  const made = await me.post<{ recoveryCodes: string[] }>('/fw/api/sys/secondFactor/confirm', {
    code: appCode(secret, Date.now()),
  })
  const [one, two] = made.recoveryCodes
  const body = { tenant: 'demo', username: 'other', password: 'Demo1234x', secondFactor: one }
  const answer = await fetch(`${lading.url}/fw/api/sys/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(await answer.json()).toMatchObject({ code: 0 })
  await page.getByRole('button', { name: '消息，1条未读' }).click()
  await page.getByText(/使用了一个恢复码，还剩9个/).waitFor()
  await page.getByRole('button', { name: '全部标为已读' }).click()
  await page.getByRole('button', { name: '消息', exact: true }).waitFor()
  await me.post('/fw/api/sys/secondFactor/turnOff', { password: 'Demo1234x', code: two })
  await context.close()
})

test('C-18 a message of a page that its reader may not see is read, and logs nobody out', async () => {
  const { page } = await lading.open('picker')
  await isIn(page)
  await page.route(/message\/query$/, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const one = {
      id: '1',
      key: 'STOCK_CHECK',
      args: { count: '1' },
      isRead: true,
      createTime: '2026-11-20T08:00:00.000Z',
    }
    json.data = { ...json.data, total: 1, records: [{ ...one, link: '#/app-sys/sysUserList' }] }
    await route.fulfill({ response, json })
  })
  await page.getByRole('button', { name: '消息', exact: true }).click()
  const { hash } = new URL(page.url())
  await page.locator('.messages').getByRole('button').first().click()
  await page.waitForTimeout(500)
  expect([new URL(page.url()).hash, await page.locator('.head-user').count()]).toEqual([hash, 1])
})
