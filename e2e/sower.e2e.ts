import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../tools/day/client.ts'
import { freeHands, reconcile } from './desk.ts'
import { asked, enterStation, press, sees, station, told } from './station.ts'
import { axe, type Running, start } from './support.ts'
import { scan } from './wedge.ts'

interface Line {
  readonly planQty: string
  readonly product: { readonly code: string }
  readonly fromBin: { readonly code: string }
  readonly toBin: { readonly code: string }
  readonly fromContainer: { readonly code: string }
  readonly stores?: number
}
interface Task {
  readonly id: string
  readonly taskNo: string
  readonly storeId: string | null
  readonly containerId?: string
}
let lading: Running
let desk: Person
beforeAll(async () => {
  lading = await start()
  desk = await lading.person('admin')
  await freeHands(desk, 'picker')
})
afterAll(() => lading?.close())

const tasks = async (noun: string): Promise<Task[]> =>
  (
    await desk.post<{ records: Task[] }>(`/wms/api/${noun}/query`, {
      filter: { state: ['READY'] },
      pageSize: 100,
      orderBy: '-id',
    })
  ).records
const linesOf = async ({ id }: Task): Promise<Line[]> =>
  (await desk.get<{ lines: Line[] }>('/wms/api/task/getWork', { id })).lines

test('goods for several stores are picked as one line each, sorted along the wall, and staged by handheld', async () => {
  const pick = (await tasks('pickTask')).find((task) => task.storeId === null)
  if (!pick) throw new Error('the demo has a batch that waits for its picker')
  const { page, troubles } = await lading.open('picker', { width: 390, height: 844 })
  const open = async (entry: string, label: string, code: string) => {
    await enterStation(page, entry)
    await station(page).getByLabel(label).fill(code)
    await page.keyboard.press('Enter')
  }
  await open('wms/pickTaskList', '扫描任务号', pick.taskNo)
  const lines = await linesOf(pick)
  for (const [i, line] of lines.entries()) {
    await asked(page, '去货位，扫描货位条码')
    await sees(page, `为${line.stores}家门店合并拣货`)
    await scan(page, line.fromBin.code)
    await asked(page, '扫描商品条码')
    await scan(page, line.product.code)
    await asked(page, '确认数量')
    if (i === 0) expect(await axe(page)).toEqual([])
    await press(page, /确定/)
  }
  await sees(page, '任务完成')

  const sow = (await tasks('sowTask'))[0]
  if (!sow) throw new Error('what was picked is to be sorted')
  await open('wms/sowingList', '扫描批拣容器', pick.taskNo)
  const parts = await linesOf(sow)
  await asked(page, '扫描商品条码')
  for (const [i, part] of parts.entries()) {
    // The goods stay in hand from store to store.
    if (part.product.code !== parts[i - 1]?.product.code) {
      await asked(page, '扫描商品条码')
      await scan(page, part.product.code)
    }
    await asked(page, '放到播种位，扫描播种位条码')
    if (i === 0) {
      await scan(page, 'NOT-HERE')
      await told(page, /应为货位/)
      expect(await axe(page)).toEqual([])
    }
    await scan(page, part.toBin.code)
    await asked(page, '确认数量')
    await press(page, /确定/)
  }
  await sees(page, '任务完成')

  const [stage] = await tasks('collectTask')
  if (!stage) throw new Error('what was sorted is to be staged')
  await open('wms/pickCollectTaskList', '扫描任务号', stage.taskNo)
  for (const box of await linesOf(stage)) {
    await asked(page, '扫描要集货的容器')
    await scan(page, box.fromContainer.code)
    await asked(page, '送到集货位，扫描货位条码')
    await scan(page, 'DK-01')
    await told(page, /不属于门店/)
    await scan(page, box.toBin.code)
  }
  await sees(page, '任务完成')
  expect(troubles()).toEqual([])
  expect(await reconcile(desk)).toEqual([])
})
