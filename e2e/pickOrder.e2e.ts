import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { panel, toast } from './pages.ts'
import { axe, type Running, start, visit } from './support.ts'

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
})
afterAll(() => lading?.close())

interface Bin {
  id: string
  version: number
  code: string
  pickSeq: number
}
let tried = 0
/** A pick area of two aisles that nobody else walks by. */
async function makeArea(): Promise<{ id: string; codes: string[] }> {
  tried += 1
  const { records } = await desk.query<{ id: string }>('/wms/api/area/query', { filter: { code: 'A' }, pageSize: 1 })
  const areaId = records[0]?.id
  const code = `WALK${tried}`
  const area = await desk.post<{ id: string }>('/wms/api/pickArea/create', { code, name: '顺序试区', areaId })
  const codes = ['1-1', '1-2', '1-3', '2-1', '2-2', '2-3'].map((at) => `${code}-${at}`)
  for (const [i, one] of codes.entries()) {
    const aisle = `W${one.at(-3)}`
    const place = { aisle, bay: (i % 3) + 1, level: 1, pos: 1, pickSeq: (i + 1) * 10 }
    await desk.post('/wms/api/bin/create', { code: one, usage: 'PICK', areaId, pickAreaId: area.id, ...place })
  }
  return { id: area.id, codes }
}
const stored = async (pickAreaId: string): Promise<Bin[]> =>
  (await desk.query<Bin>('/wms/api/pickOrder/query', { filter: { pickAreaId }, orderBy: 'pickSeq' })).records
const walked = async (id: string) => (await stored(id)).map((b) => `${b.code.slice(-3)} ${b.pickSeq}`).join(', ')
const rows = (page: Page) => page.locator('.walk-bins tr.grid-row')
const shown = async (page: Page) =>
  (await rows(page).locator('.walk-grip').allTextContents()).map((c) => c.trim().slice(-3))
const rowOf = (page: Page, at: string) => rows(page).filter({ hasText: new RegExp(`WALK\\d+-${at}`) })
const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

async function arrange(page: Page, areaId: string): Promise<void> {
  await visit(page, `wms/pickOrderList?pickAreaId=${areaId}`)
  await panel(page).getByRole('button', { name: '调整顺序', exact: true }).click()
  await rows(page).first().waitFor()
}

test('bins of an area are dragged to another place, one or a whole aisle, and saved at once', async () => {
  const { id } = await makeArea()
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'wms/pickOrderList')
  // Of all areas together there is no order.
  await panel(page).locator('tr.grid-row').first().waitFor()
  expect(await panel(page).getByRole('button', { name: '调整顺序', exact: true }).isDisabled()).toBe(true)
  await arrange(page, id)
  expect(await shown(page)).toEqual(['1-1', '1-2', '1-3', '2-1', '2-2', '2-3'])
  expect(await button(page, '保存').isDisabled()).toBe(true)
  const onto = async (from: string, to: string, y: number) =>
    rowOf(page, from)
      .locator('.walk-grip')
      .dragTo(rowOf(page, to), { targetPosition: { x: 160, y } })
  await onto('2-3', '1-2', 4)
  expect(await shown(page)).toEqual(['1-1', '2-3', '1-2', '1-3', '2-1', '2-2'])
  await rowOf(page, '1-3').getByRole('button', { name: 'W1' }).click()
  await page.getByText('已选3个货位').waitFor()
  // One of what is ticked stands for all of it.
  await onto('1-2', '2-2', 28)
  expect(await shown(page)).toEqual(['2-3', '2-1', '2-2', '1-1', '1-2', '1-3'])
  await page.mouse.move(5, 5)
  expect(await axe(page)).toEqual([])
  await button(page, '保存').click()
  await toast(page, '已调整6个货位的顺序')
  expect(await walked(id)).toBe('2-3 10, 2-1 20, 2-2 30, 1-1 40, 1-2 50, 1-3 60')
  expect(troubles()).toEqual([])
})

test('the same without a mouse; what somebody else has changed meanwhile is told, and not overwritten', async () => {
  const { id } = await makeArea()
  const { page } = await lading.open('admin')
  await arrange(page, id)
  await rowOf(page, '1-1').locator('input').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  expect(await shown(page)).toEqual(['1-2', '1-3', '1-1', '2-1', '2-2', '2-3'])
  // The row keeps the focus, so that the next key moves it on.
  await page.keyboard.press('Alt+ArrowUp')
  expect(await shown(page)).toEqual(['1-2', '1-1', '1-3', '2-1', '2-2', '2-3'])
  await page.keyboard.press('Control+z')
  expect(await shown(page)).toEqual(['1-2', '1-3', '1-1', '2-1', '2-2', '2-3'])
  await page.keyboard.press('Space')
  await button(page, '移到最后').press('Enter')
  expect(await shown(page)).toEqual(['1-2', '1-3', '2-1', '2-2', '2-3', '1-1'])
  const before = page.getByRole('combobox', { name: '移到此货位之前 货位' })
  await before.focus()
  await page.keyboard.type('1-3')
  await page.keyboard.press('Enter')
  expect(await shown(page)).toEqual(['1-2', '1-1', '1-3', '2-1', '2-2', '2-3'])

  const [first] = await stored(id)
  await desk.post('/wms/api/pickOrder/update', { id: first?.id, version: first?.version, pickSeq: 99 })
  await page.getByText('他人已调整此分区，请恢复后重新调整').waitFor()
  await button(page, '保存').click()
  await page.getByText('数据已被他人修改，请刷新后重试').first().waitFor()
  expect(await walked(id)).toBe('1-2 20, 1-3 30, 2-1 40, 2-2 50, 2-3 60, 1-1 99')
  await button(page, '恢复').click()
  expect(await shown(page)).toEqual(['1-2', '1-3', '2-1', '2-2', '2-3', '1-1'])
  await rowOf(page, '1-1').locator('input').check()
  await button(page, '移到最前').click()
  await button(page, '保存').click()
  await toast(page, '已调整6个货位的顺序')
  expect(await walked(id)).toBe('1-1 20, 1-2 30, 1-3 40, 2-1 50, 2-2 60, 2-3 99')
})
