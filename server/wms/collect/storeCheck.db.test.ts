import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { collectBinScheme } from '@lading/contract/wms/collectScheme.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWaveDesk, stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

let desk: WaveDesk
let tote = 0
const schemes = crudCalls(collectBinScheme)
const ships = documentCalls(shipBill)
beforeAll(async () => {
  desk = await openWaveDesk()
  await stepSeven(desk)
  const { id: binId } = await desk.inside((ctx) =>
    ctx.tx.one<{ id: string }>(sql`
      select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'SYS-COLLECT'`),
  )
  await desk.clerk.call(schemes.create as never, {
    ...{ code: 'A', name: 'A', kind: 'COARSE', storeCheck: true },
    bins: [{ binId, seq: 1 }],
  })
})
afterAll(() => desk.server.close())

/** An order of a case that is picked into the next tote, and not staged. @returns the tote */
async function picked(store: string, day = '2026-11-20'): Promise<string> {
  const id = await desk.order(store, { P1: '24' }, { bizDate: day })
  await desk.step(await desk.wave([id]), 'start')
  tote += 1
  await desk.work('PICK', { toContainer: `T${tote}` })
  return `T${tote}`
}
interface Task {
  id: string
  state: string
}
const next = (type: string) =>
  desk.clerk.call<{ task: Task; lines: WorkLine[] }>(work.nextTask as never, { taskTypes: [type] })
const confirm = async (line: WorkLine | undefined, container: string | undefined, more: object = {}) => {
  const answer = await desk.clerk.call<{ task: Task; warnings: string[][] }>(work.confirmLine as never, {
    ...{ taskLineId: line?.id, qty: '1', scans: container ? { container } : {} },
    ...more,
  })
  await desk.server.relay.drain()
  return answer
}
const stage = async () => {
  const { lines } = await next('PICK_COLLECT')
  for (const line of lines) await confirm(line, undefined)
}
interface Check extends Task {
  storeCheckResult: string
  missing: string | null
  bizDate: string
  lineCount: number
}
const checks = async (): Promise<Check[]> =>
  (
    await desk.clerk.call<{ records: Check[] }>(crudCalls(viewOf('STORE_COLLECT_CHECK')).query as never, {
      filter: {},
      orderBy: 'id',
    })
  ).records

test('a store is checked when all that is under way to it has been staged', async () => {
  const [a, b] = [await picked('S1'), await picked('S1')]
  await stage()
  expect(await checks()).toEqual([])
  await stage()
  expect(await checks()).toMatchObject([
    { state: 'READY', storeCheckResult: 'OPEN', bizDate: '2026-11-20', lineCount: 2, missing: null },
  ])
  // What leaves on another day is another check; what comes later on the day joins.
  await picked('S1', '2026-11-21')
  await stage()
  await picked('S1')
  await stage()
  expect((await checks()).map((c) => [c.bizDate, c.lineCount]).sort()).toEqual([
    ['2026-11-20', 3],
    ['2026-11-21', 1],
  ])
  await desk.sound()
  const { lines } = await next('STORE_COLLECT_CHECK')
  expect(lines.map((l) => l.fromContainer?.code)).toEqual([a, b, 'T4'])
})

test('a container of another store is named, and so is one that nobody staged', async () => {
  const [other, unstaged] = [await picked('S2'), await picked('S1')]
  const { lines } = await next('STORE_COLLECT_CHECK')
  const refused = (code: string) => expect(confirm(lines[0], code)).rejects
  await refused(other).toMatchObject({ code: 42407, message: expect.stringContaining(`容器[${other}]不属于门店[S1]`) })
  await refused(unstaged).toMatchObject({ code: 42409 })
  await refused('T2').toMatchObject({ code: 42688 })
  await expect(confirm(lines[0], undefined, { qty: '0' })).rejects.toMatchObject({ code: expect.any(Number) })
  await stage()
  await stage()
  await desk.sound()
})

test('nothing of a store is loaded before its check is done', async () => {
  const made = await desk.clerk.call<{ id: string; version: number }>(ships.create as never, {
    stops: [{ storeId: desk.stores.get('S1'), seq: 1 }],
  })
  const step = async (name: string) => {
    const { version } = await desk.clerk.call<{ version: number }>(ships.getById as never, { id: made.id })
    const answer = await desk.clerk.call<{ failed: { message: string }[] }>(ships[name] as never, {
      rows: [{ id: made.id, version }],
    })
    expect(answer.failed).toEqual([])
  }
  await step('approve')
  await step('start')
  const load = await next('ENTER_TRUCK')
  const first = load.lines.find((l) => l.fromContainer?.code === 'T1')
  await expect(confirm(first, 'T1')).rejects.toMatchObject({ code: 42408 })
  const { lines, task } = await next('STORE_COLLECT_CHECK')
  const line = (code: string) => lines.find((l) => l.fromContainer?.code === code)
  await confirm(line('T1'), 'T1')
  await confirm(line('T2'), undefined)
  await desk.clerk.call(work.undoLine as never, { taskLineId: line('T2')?.id })
  await confirm(line('T2'), 'T2')
  await confirm(line('T6'), 'T6')
  await expect(confirm(first, 'T1')).rejects.toMatchObject({ code: 42408 })
  const { warnings } = await confirm(line('T4'), undefined, { qty: '0', reason: 'NOT_FOUND' })
  expect(warnings).toMatchObject([[expect.stringContaining('容器[T4]的上一位置是[SYS-PICK]'), expect.any(String)]])
  const done = (await checks()).find((c) => c.id === task.id)
  expect(done).toMatchObject({ state: 'DONE', storeCheckResult: 'MISSING', missing: 'T4 SYS-PICK' })
  await confirm(first, 'T1')
  await desk.sound()
  // What has gone is checked by nobody any more.
  await expect(desk.clerk.call(work.undoLine as never, { taskLineId: line('T1')?.id })).rejects.toMatchObject({
    code: 42259,
  })
})

test('a container that is taken back from its bin leaves the check', async () => {
  await picked('S3')
  const { lines } = await next('PICK_COLLECT')
  await confirm(lines[0], undefined)
  const before = await checks()
  expect(before.at(-1)).toMatchObject({ state: 'READY', lineCount: 1 })
  await desk.clerk.call(work.undoLine as never, { taskLineId: lines[0]?.id })
  await desk.server.relay.drain()
  expect((await checks()).find((c) => c.id === before.at(-1)?.id)).toMatchObject({ state: 'CANCELED' })
  await confirm(lines[0], undefined)
  expect((await checks()).at(-1)).toMatchObject({ storeCheckResult: 'OPEN', lineCount: 1 })
  await desk.sound()
})
