import { tag } from '@lading/contract/dps/equipment.ts'
import * as calls from '@lading/contract/dps/jobpointFiles.ts'
import { jobpoint } from '@lading/contract/dps/line.ts'
import type { Call } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportAnswer } from '../../platform/sheet/importReport.ts'
import { readSheet } from '../../platform/sheet/read.ts'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'

let desk: RackDesk
beforeAll(async () => {
  desk = await openRackDesk({ points: [2, 1], untagged: 2, hasCompleter: false })
})
afterAll(() => desk.close())

/** The rows of a file as it came, the heading first. */
async function file(call: Call | undefined): Promise<unknown[][]> {
  const { name, data } = await desk.clerk.bytes(call, {})
  expect([name.slice(-5), data.subarray(0, 2).toString()]).toEqual(['.xlsx', 'PK'])
  return (await readSheet({ name, data })).map(({ cells }) => [...cells])
}

test('both files come by both methods, as bytes', async () => {
  const points = await file(calls.exportPoints as never)
  expect(await file(crudCalls(jobpoint).export)).toEqual(points)
  expect(points).toHaveLength(3)
  expect([calls.exportPoints.path, calls.exportSlots.path]).toEqual([
    '/dps/api/jobpoint/export',
    '/dps/api/jobpoint/config/export',
  ])
  const slots = await file(calls.exportSlots as never)
  expect(await file(calls.exportSlotsAsked as never)).toEqual(slots)
  expect(slots.slice(1).map((row) => row.slice(0, 4))).toEqual([
    ['P1', 1, 'K1-1', 'L-01'],
    ['P1', 2, 'K1-2', 'L-02'],
    ['P2', 1, 'K1-4', 'L-03'],
  ])
})

const send = (csv: string, dryRun = 'false') =>
  desk.clerk.call<ImportAnswer>(calls.importSlots as never, { dryRun }, { file: { name: 'a.csv', data: csv } })
const head = '代码,作业点配置.顺序,作业点配置.标签,作业点配置.货位'

test('each line that cannot be is told, and nothing of the file is in', async () => {
  await desk.clerk.call(crudCalls(tag).create as never, await spare(9))
  const before = await file(calls.exportSlots as never)
  const { errors } = await send(`${head}\nP1,3,K1-9,L-99\nP2,2,K1-1,L-04\nP2,3,K1-9,L-02\nP9,1,K1-9,L-05\n`)
  expect(errors.map((e) => `${e.row} ${e.field} ${e.message}`)).toEqual([
    '2 slots.binId 货位[L-99]不存在',
    '3 slots.tagId 标签【K1-1】已绑定货位【L-01】',
    '4 slots.binId 货位【L-02】已绑定标签【K1-2】',
    expect.stringContaining('5 code'),
  ])
  expect(await file(calls.exportSlots as never)).toEqual(before)
})

test('a line is added, known again and put out of use; what the file leaves out stays', async () => {
  const csv = `${head}\nP2,2,K1-9,L-04\n`
  expect(await send(csv)).toMatchObject({ updated: 1, errors: [] })
  expect(await file(calls.exportSlots as never)).toHaveLength(5)
  expect(await send(`${head},作业点配置.启用\nP2,2,K1-9,L-04,否\n`)).toMatchObject({ updated: 1, errors: [] })
  const rows = (await file(calls.exportSlots as never)).filter((row) => row[0] === 'P2')
  expect(rows.map((row) => row.slice(1))).toEqual([
    [1, 'K1-4', 'L-03', '是'],
    [2, 'K1-9', 'L-04', '否'],
  ])
  // Both are free again.
  expect(await send(`${head}\nP1,3,K1-9,L-05\n`)).toMatchObject({ updated: 1, errors: [] })
})

async function spare(node: number): Promise<object> {
  const { records } = (await desk.clerk.call(crudCalls(tag).query as never, { filter: { code: ['K1-1'] } })) as {
    records: { controllerId: string }[]
  }
  return { controllerId: records[0]?.controllerId, bus: 1, node, kind: 'PICK', digits: 3 }
}
