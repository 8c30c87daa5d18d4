import type { RoadTrip } from '@lading/contract/tms/tripCalls.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { type Document, find } from './desk.ts'
import { act, choose, dialog, panel, toast } from './pages.ts'
import { press, told } from './station.ts'
import { axe, type Running, start, visit } from './support.ts'
import { released, siteOf, tripOf } from './trips.ts'

const dayMs = 86_400_000
let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('dispatcher', 'TC01')
})
afterAll(() => lading?.close())

/** A trip of a carrier's truck to two stores, which is over. */
async function driven(day: string): Promise<Document> {
  const at = (hhmm: string) => `${day}T${hhmm}:00+08:00`
  const [depot, stores] = [await siteOf(desk, 'DC01'), [await siteOf(desk, 'S009'), await siteOf(desk, 'S012')]]
  const trip = { bizDate: day, planDepartAt: at('08:00'), planReturnAt: at('12:00') }
  const { id, version } = await released(desk, { plate: '沪A31038', depot, stores, way: { bizDate: day }, trip })
  const { stops } = await desk.get<RoadTrip>('/tms/api/shipPlanBill/onRoad', { id })
  await desk.post('/tms/api/shipPlanBill/record', {
    ...{ id, version, departAt: at('08:00'), odoStart: 1_000, returnAt: at('11:00'), odoEnd: 1_060 },
    stops: stops.map((s, i) => ({
      ...{ stopId: s.id, arriveAt: at(i ? '10:00' : '09:00'), leaveAt: at(i ? '10:10' : '09:10') },
      items: s.items.map(({ wayBillId }) => ({ wayBillId })),
    })),
  })
  return tripOf(desk, id)
}

const save = (page: Page) => panel(page).getByRole('button', { name: '保存', exact: true }).click()
const headed = (page: Page, name: RegExp) => panel(page).getByRole('heading', { name }).innerText()
const stands = (page: Page, state: string) => panel(page).getByText(state, { exact: true }).first().waitFor()
async function fill(page: Page, typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(typed)) {
    await panel(page).getByLabel(label).first().fill(value)
    await page.keyboard.press('Tab')
  }
}

/** One way of reckoning, in the form of its own. */
async function addRule(page: Page, what: Readonly<Record<string, string>>, price: string): Promise<void> {
  await panel(page).getByRole('button', { name: '新增计费规则' }).click()
  for (const [label, choice] of Object.entries(what)) {
    await dialog(page).getByLabel(label).click()
    await page.locator('.ant-select-item-option:visible', { hasText: choice }).first().click()
  }
  await dialog(page).getByLabel('单价').fill(price)
  await dialog(page)
    .getByRole('button', { name: /^确 ?定$/ })
    .click()
  await dialog(page).waitFor({ state: 'detached' })
}

async function agree(page: Page, day: string, tried: number): Promise<void> {
  await visit(page, 'tms/carrierFreightAgreementAdd')
  await fill(page, {
    名称: `城配包车 ${tried}`,
    有效期起: day,
    有效期止: day,
    优先级: String(60 + tried),
    '税率%': '9',
  })
  await choose(page, panel(page).getByLabel(/^承运商/), '顺达')
  await choose(page, panel(page).getByLabel('运输中心'), 'TC01')
  await addRule(page, { 费用类型: '起步费', 计费依据: '趟', 计算方式: '一口价' }, '260')
  await addRule(page, { 费用类型: '点位费', 计费依据: '点' }, '20.5')
  await save(page)
  await headed(page, /^XY\d+/)
  await act(page, panel(page), '审核')
  await stands(page, '已生效')
}

let tried = 0
test('an accountant agrees on freight, confirms what a trip costs, settles it, and pays what was invoiced', async () => {
  tried += 1
  // A second try is about another day.
  const day = new Date(Date.now() - (3 + tried) * dayMs).toISOString().slice(0, 10)
  const { page, troubles } = await lading.open('accountant')
  await agree(page, day, tried)
  const trip = await driven(day)
  const fees = () => desk.query('/tms/api/carrierFeeBill/query', { filter: { tripId: [trip.id] }, pageSize: 9 })
  // What this agreement does not name, kilometres, is charged by the one that there was.
  await expect.poll(async () => (await fees()).records.length).toBe(3)

  // From the finance centre an agreement is tried on a trip of its transport centre.
  const { id: agreed } = await find<Document>(desk, '/tms/api/carrierFreightAgreement', { name: `城配包车 ${tried}` })
  await visit(page, `tms/carrierFreightAgreementDtl?id=${agreed}`)
  await act(page, panel(page), '试算')
  await choose(page, dialog(page).getByLabel('派车单'), trip.billNo)
  await dialog(page)
    .getByText(/^点 2：2 × 20.5 = 41.00/)
    .first()
    .waitFor()

  await visit(page, `tms/carrierFeeBillList?state=DRAFT&bizDate=${day}~${day}`)
  const rows = panel(page).locator('tr.grid-row', { hasText: trip.billNo })
  await rows.getByText(/^点 2：2 × 20.5 = 41.00/).waitFor()
  for (const i of [0, 1, 2]) await rows.nth(i).getByRole('checkbox').check()
  await panel(page).getByRole('toolbar').getByRole('button', { name: '确认', exact: true }).click()
  await dialog(page).getByRole('button', { name: '确认', exact: true }).click()
  await toast(page, /已确认/)

  await visit(page, 'tms/carrierPayableBillAdd')
  await choose(page, panel(page).getByLabel('承运商'), '顺达')
  await choose(page, panel(page).getByLabel('运输中心'), 'TC01')
  await fill(page, { 期间起: day, 期间止: day })
  await save(page)
  const no = await headed(page, /^YF\d+/)
  await panel(page).getByRole('tab', { name: '对账明细' }).click()
  await panel(page)
    .getByText(/^点 2：2 × 20.5 = 41.00/)
    .first()
    .waitFor()
  expect(await axe(page)).toEqual([])
  await act(page, panel(page), '提交')
  await stands(page, '待审核')

  const { id } = await find<Document>(desk, '/tms/api/carrierPayableBill', { billNo: no })
  const { page: other, troubles: otherTroubles } = await lading.open('dispatcher')
  await visit(other, `tms/carrierPayableBillDtl?id=${id}`)
  await act(other, panel(other), '审核')
  await stands(other, '待对账')

  // It was done at the transport centre: whoever sees it from the finance centre hears of it.
  await stands(page, '待对账')
  await act(page, panel(page), '对方确认')
  await stands(page, '已对账')
  await act(page, panel(page), '登记发票')
  const said = dialog(page)
  const answer = { 发票号: `FP${day}`, 开票金额: '481.02', 开票日期: day }
  for (const [label, value] of Object.entries(answer)) await said.getByLabel(label).fill(value)
  await page.keyboard.press('Tab')
  const register = said.getByRole('button', { name: '登记发票', exact: true })
  await register.click()
  await said.getByText(/开票金额.*不一致/).waitFor()
  await said.getByLabel('开票金额').fill('481.01')
  await register.click()
  await stands(page, '已开票')
  for (const [amount, state] of [
    ['100', '部分付款'],
    ['381', '已付清'],
  ] as const) {
    await act(page, panel(page), '登记收付款')
    for (const [label, value] of Object.entries({ 本次金额: amount, 付款日期: day, 凭证号: `YH-${tried}-${amount}` }))
      await dialog(page).getByLabel(label).fill(value)
    await page.keyboard.press('Tab')
    await dialog(page).getByRole('button', { name: '登记收付款', exact: true }).click()
    await stands(page, state)
  }
  const paid = await find<Record<string, string>>(desk, '/tms/api/carrierPayableBill', { id: [id] })
  expect([paid.net, paid.paid, paid.open, paid.feeCount].map(Number)).toEqual([481, 481, 0, 3])
  expect([...troubles(), ...otherTroubles()]).toEqual([])
})

/** A receipt of one point. */
const receipt = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** From his phone a driver claims what he has paid; the same once more only if he says that it is another. */
async function claim(amount: string): Promise<void> {
  const { page, context } = await lading.fresh('driver', { width: 390, height: 844 })
  await visit(page, 'tms/driverTask')
  await page.locator('.station-card').first().click()
  await press(page, '报销')
  const fill = async () => {
    await press(page, '停车报账')
    await page.getByLabel('金额').fill(amount)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: receipt })
    await page.getByAltText('票据').waitFor()
    await press(page, '提交')
  }
  await fill()
  await told(page, /已登记/)
  await fill()
  await page.getByText(/已有相同金额的报销 FD\d+/).waitFor()
  await page.getByRole('button', { name: '是另一张，提交' }).waitFor()
  await context.close()
}

test('what a driver claims is confirmed by its photo; a late charge joins a payable, which is compared with the carrier', async () => {
  tried += 1
  const amount = `18.${10 + tried}`
  await claim(amount)
  const { page, troubles } = await lading.open('accountant')
  const { page: head, troubles: headTroubles } = await lading.open('dispatcher')
  await visit(head, 'tms/employeePayableBillList')
  await panel(head).getByRole('button', { name: '待结费用' }).click()
  const row = dialog(head).locator('tr.grid-row', { hasText: amount })
  await row.getByRole('button', { name: /^票据照片/ }).click()
  await dialog(head).locator('img').first().waitFor()
  await dialog(head)
    .getByRole('button', { name: /关闭|Close/ })
    .first()
    .click()
  await row.getByRole('checkbox').check()
  await dialog(head).getByRole('button', { name: '确认', exact: true }).click()
  await toast(head, /已确认/)

  const day = new Date(Date.now() - (20 + tried) * dayMs).toISOString().slice(0, 10)
  const { id: carrierId } = await find<Document>(desk, '/tms/api/carrier', { code: 'SHUNDA' })
  const charge = async (more: object) => {
    const made = { carrierId, feeType: 'OTHER', bizDate: day, ...more }
    const { id, version } = await desk.post<Document>('/tms/api/carrierFeeBill/create', made)
    await desk.post('/tms/api/carrierFeeBill/approve', { rows: [{ id, version }] })
    return find<Document>(desk, '/tms/api/carrierFeeBill', { id: [id] })
  }
  const first = await charge({ amount: '100' })
  const bill = await desk.post<Document>('/tms/api/carrierPayableBill/create', {
    ...{ carrierId, periodFrom: day, periodTo: day },
  })
  const late = await charge({ amount: '20' })
  await visit(page, `tms/carrierFeeBillList?state=CONFIRMED&bizDate=${day}~${day}`)
  await panel(page).locator('tr.grid-row', { hasText: late.billNo }).getByRole('checkbox').check()
  await act(page, panel(page).getByRole('toolbar'), '加入应付单')
  await dialog(page).getByRole('button', { name: '加入应付单', exact: true }).click()
  await toast(page, /已加入应付单.*120\.00/)

  await visit(page, `tms/carrierPayableBillDtl?id=${bill.id}`)
  await act(page, panel(page), '核对对方文件')
  const file = ['费用单号,费用类型,金额', `${first.billNo},其他,100`, `${late.billNo},其他,18.5`].join('\r\n')
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '对账.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  const differs = dialog(page).locator('tr.grid-row', { hasText: '金额不同' })
  await differs.getByRole('checkbox').check()
  expect(await axe(page)).toEqual([])
  await dialog(page).getByRole('button', { name: '按勾选差异调整' }).click()
  await toast(page, /已调整.*-1\.50/)
  const adjusted = await find<Record<string, string>>(desk, '/tms/api/carrierPayableBill', { id: [bill.id] })
  expect([adjusted.amount, adjusted.adjust, adjusted.net].map(Number)).toEqual([120, -1.5, 118.5])
  expect([...troubles(), ...headTroubles()]).toEqual([])
})
