import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { freeHands, makeContainers, makeOutbound, step, stocked, tasksOf, type Work, workOf } from './desk.ts'
import { asked, press, scanTo, sees, told } from './station.ts'
import { type Running, start, visit } from './support.ts'
import { scan } from './wedge.ts'

let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  await freeHands(desk, 'picker')
})
afterAll(() => lading?.close())

async function pickTask(): Promise<Work> {
  const goods = await stocked(desk, 3)
  const order = await makeOutbound(
    desk,
    'S011',
    goods.map((code) => [code, '6'] as const),
    1,
  )
  await step(desk, 'operateBill', order.id, 'allocate')
  const [task] = await tasksOf(desk, 'pickTask', order.id)
  return workOf(desk, task?.id ?? '')
}
/** The device holds the whole client. */
const isKept = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated')

async function pick(page: Page, work: Work, nth: number, tote = ''): Promise<void> {
  const line = work.lines[nth]
  await scanTo(page, line?.fromBin?.code ?? '', '扫描商品条码')
  await scanTo(page, line?.product?.barcodes[0] ?? '', '确认数量')
  if (tote) {
    await scan(page, tote)
    await sees(page, `容器 ${tote}`)
  }
  await press(page, /确定/)
}

test('a handheld opens again without network, goes on with its task, and sends all of it once', async () => {
  const work = await pickTask()
  const [tote = ''] = await makeContainers(desk, 'TOTE', 1)
  const { page, context } = await lading.fresh('picker', { width: 390, height: 844 })
  await visit(page, `wms/pickTaskList?_station=${work.task.id}`)
  await sees(page, new RegExp(work.task.taskNo))
  await pick(page, work, 0, tote)
  await told(page, /已确认/)
  await expect.poll(() => isKept(page), { timeout: 30_000 }).toBe(true)

  await context.setOffline(true)
  page.on('dialog', (d) => void d.accept())
  await page.reload()
  await sees(page, new RegExp(work.task.taskNo))
  await asked(page, '去货位')
  await pick(page, work, 1)
  await told(page, /已记录，联网后自动发送/)
  // The access token may end meanwhile, and the page may be opened once more.
  await page.evaluate(() => {
    const state = JSON.parse(localStorage.getItem('wl.state.v1') ?? '{}')
    state.session.tokens.expiresAt = 0
    localStorage.setItem('wl.state.v1', JSON.stringify(state))
  })
  await page.reload()
  await sees(page, new RegExp(work.task.taskNo))
  await sees(page, work.lines[2]?.fromBin?.code ?? '')
  await pick(page, work, 2)

  await context.setOffline(false)
  const doneLines = async () => (await workOf(desk, work.task.id)).lines.map(({ doneQty }) => Number(doneQty))
  await expect.poll(doneLines, { timeout: 30_000 }).toEqual([6, 6, 6])
  await context.close()
})
