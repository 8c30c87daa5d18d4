import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import {
  freeHands,
  makeContainers,
  makeOutbound,
  reconcile,
  step,
  stocked,
  tasksOf,
  type Work,
  workOf,
} from './desk.ts'
import { choose, dialog, panel, toast } from './pages.ts'
import { asked, enterStation, press, scanTo, sees, station, type } from './station.ts'
import { type Running, start, visit } from './support.ts'
import { scan } from './wedge.ts'

const handheld = { width: 390, height: 844 } as const
const store = 'S025'
const shots = process.env.LADING_SHOTS

let lading: Running
let desk: Person
let totes: string[]
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  await freeHands(desk, 'picker')
  totes = await makeContainers(desk, 'TOTE', 3)
})
afterAll(() => lading?.close())

async function shot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return
  mkdirSync(shots, { recursive: true })
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(shots, `merger-${name}.png`) })
}

/** An order of the store, allocated, with the first of its picks. */
async function toPick(goods: readonly (readonly [string, string])[]): Promise<Work> {
  const order = await makeOutbound(desk, store, goods, 1)
  await step(desk, 'operateBill', order.id, 'allocate')
  const [task] = await tasksOf(desk, 'pickTask', order.id)
  return workOf(desk, task?.id ?? '')
}
async function pickInto(tote: string, goods: readonly (readonly [string, string])[]): Promise<void> {
  for (const line of (await toPick(goods)).lines)
    await desk.post('/wms/api/task/confirmLine', { taskLineId: line.id, qty: line.planQty, toContainer: tote })
}

/** Goods by weight of which enough is free. */
async function weighed(): Promise<string> {
  const { records } = await desk.query<{ code: string }>('/mdm/api/product/query', {
    filter: { isWeigh: true },
    pageSize: 50,
  })
  for (const { code } of records) {
    const rows = await desk.query<{ availableQty: string; refs: { productId?: { code: string } } }>(
      '/wms/api/stockLookBoard/group',
      { groupBy: ['productId'], pageSize: 20, productCode: code, onlyAvailable: true, filter: { stockType: ['GOOD'] } },
    )
    if (rows.records.some((r) => r.refs.productId?.code === code && Number(r.availableQty) > 12)) return code
  }
  throw new Error('the demo has no goods by weight')
}

test('what is weighed at the shelf is complete at its weight', async () => {
  const code = await weighed()
  const work = await toPick([[code, '10']])
  const [line] = work.lines
  expect(line?.planQty).toMatch(/^10/)
  const { page, troubles } = await lading.open('picker', handheld)
  await enterStation(page, 'wms/pickTaskList')
  await scan(page, work.task.taskNo)
  await asked(page, '去货位')
  await scanTo(page, line?.fromBin?.code ?? '', '扫描商品条码')
  await scanTo(page, line?.product?.code ?? '', '确认数量')
  await press(page, '改数量')
  await type(page, '9.6')
  await sees(page, '实重比计划少 0.4 kg，按实重拣完')
  await shot(page, 'weight')
  await press(page, '✓ 确定')
  await station(page).getByText('任务完成').waitFor()
  const { lines } = await workOf(desk, work.task.id)
  expect(lines).toMatchObject([{ state: 'DONE', planQty: '9.600', doneQty: '9.600', shortQty: '0.000' }])
  expect(troubles()).toEqual([])
})

test('a part of a tote goes into another of its store', async () => {
  const [a = '', b = '', c = ''] = await stocked(desk, 3)
  const [from = '', to = ''] = totes
  await pickInto(from, [
    [a, '6'],
    [b, '6'],
  ])
  await pickInto(to, [[c, '6']])
  const { page, troubles } = await lading.open('admin')
  await visit(page, 'wms/containerMergeTaskAdd')
  await choose(page, panel(page).getByLabel('门店'), store)
  for (const tote of [from, to])
    await panel(page)
      .getByRole('row', { name: new RegExp(tote) })
      .getByRole('checkbox')
      .click()
  await panel(page)
    .getByRole('radio', { name: `并入${to}` })
    .click()
  await panel(page).getByRole('button', { name: '全部', exact: true }).click()
  await dialog(page).getByText(a).waitFor()
  await dialog(page)
    .getByLabel(new RegExp(`并入数量 ${a}`))
    .fill('7')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await dialog(page)
    .getByLabel(new RegExp(`并入数量 ${a}`))
    .fill('4')
  await shot(page, 'part')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await panel(page).getByRole('button', { name: '1种商品' }).waitFor()
  await shot(page, 'chosen')
  await panel(page).getByRole('button', { name: '生成并箱任务（2）' }).click()
  await toast(page, /已生成并箱任务/)
  const { records } = await desk.query<{ id: string; taskNo: string }>('/wms/api/containerMergeTask/query', {
    filter: { state: ['READY'] },
    pageSize: 1,
    orderBy: '-taskNo',
  })
  const hand = await lading.open('admin', handheld)
  await enterStation(hand.page, 'wms/containerMergeTaskList')
  await scan(hand.page, records[0]?.taskNo ?? '')
  await sees(hand.page, a)
  await shot(hand.page, 'hand')
  await scan(hand.page, from)
  await station(hand.page).getByText('任务完成').waitFor()
  expect(await reconcile(desk)).toEqual([])
  expect([...troubles(), ...hand.troubles()]).toEqual([])
})
