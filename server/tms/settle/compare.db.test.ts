import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { compareWithFile } from '@lading/contract/tms/compareCalls.ts'
import { statementFiles, trials } from '@lading/contract/tms/feeCalls.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../platform/sheet/read.ts'
import type { Client } from '../../testing/server.ts'
import { brokenMoney } from '../testing/moneyRules.ts'
import { letWork, type MoneyWorld, openMoney } from '../testing/moneyWorld.ts'
import type { Row, Seen } from '../testing/tripWorld.ts'

let w: MoneyWorld
let agreement = ''
let id = ''
let trip: Row
let wayBills: readonly string[] = []
beforeAll(async () => {
  w = await openMoney()
  agreement = await w.agree('CARRIER', { carrierId: w.owner })
  const driven = await w.drive({ kg: ['100', '100', '100'] })
  trip = await w.get(driven.id)
  wayBills = await Promise.all(driven.bills.map(async (bill) => String((await w.bill(bill)).billNo)))
  await w.confirm('CARRIER')
  id = await w.settle('CARRIER', { carrierId: w.owner })
})
afterAll(() => w.server.close())

const d = settleBills.CARRIER
const csv = (...rows: readonly string[]) => ({ name: '顺达11月.csv', data: Buffer.from(rows.join('\r\n')) })
const compare = (file: { name: string; data: Buffer }, who: Client = w.tc()) =>
  who.call(compareWithFile, { id }, { file })
const brief = (lines: readonly { state: string; feeType: string | null; diff: string }[]) =>
  lines.map((l) => [l.state, l.feeType, l.diff])

test('a carrier’s file is compared line by line, and nothing is booked by it', async () => {
  const before = await w.settlement('CARRIER', id)
  const no = String(trip.billNo)
  const file = csv('派车单号,费用类型,金额', `${no},起步费,300`, `${no},公里费,15.00`, `${no},过桥,5`, '合计,,320')
  // What the file calls otherwise than we do: the trip as a whole.
  expect(brief((await compare(file)).lines)).toEqual([['DIFFERS', null, '-21.70']])
  const told = csv('派车单号,费用类型,金额', `${no},起步费,300`, `${no},公里费,15.00`, 'PC-OTHER,高速费,8', '合计,,323')
  const answer = await compare(told)
  expect(brief(answer.lines)).toEqual([
    ['EQUAL', 'START', '0.00'],
    ['DIFFERS', 'KM', '3.30'],
    ['OURS', 'STOP', '-30.00'],
    ['THEIRS', 'TOLL', '8.00'],
  ])
  expect(answer).toMatchObject({ ours: '341.70', theirs: '323.00', adjust: '0.00', open: '-18.70' })
  const sheet = await readSheet({ name: 'x.xlsx', data: Buffer.from(answer.file, 'base64') })
  expect(sheet.map((r) => r.cells[0])).toEqual(['结果', '一致', '金额不同', '仅我方有', '仅对方有', '合计'])
  expect(sheet.at(-1)?.cells.slice(4, 7)).toEqual([341.7, 323, -18.7])
  expect(await w.settlement('CARRIER', id)).toEqual(before)
  // Way bills stand for the trip.
  const [one, two] = wayBills
  expect(brief((await compare(csv('运单号,金额', `${one},300`, `${two},41.7`))).lines)).toEqual([
    ['EQUAL', null, '0.00'],
  ])
})

test('our own statement sent back as it was has no difference', async () => {
  const mine = await w.tc().bytes(statementFiles.CARRIER as never, { id } as never)
  const { lines, open } = await compare({ name: mine.name, data: Buffer.from(mine.data) })
  expect([lines.map((l) => l.state), open]).toEqual([['EQUAL', 'EQUAL', 'EQUAL'], '0.00'])
})

test('what differs becomes the adjustment of a draft, once', async () => {
  const no = String(trip.billNo)
  const file = csv('车次,费用项目,应付金额（元）', `${no},起步费,300`, `${no},公里费,15`, `${no},点位费,30`)
  const { lines, adjust } = await compare(file)
  const diff = lines.reduce((n, l) => n + Number(l.diff), Number(adjust)).toFixed(2)
  const { version } = await w.settlement('CARRIER', id)
  const take = () =>
    w
      .tc()
      .call<{ ok: number }>(
        documentCalls(d).adjust as never,
        { rows: [{ id, version }], input: { adjust: diff, adjustReason: '按对方对账文件' } } as never,
      )
  expect(await take()).toMatchObject({ ok: 1 })
  // As it was seen it is not any more: told again it is not taken twice.
  await take()
  expect(await w.settlement('CARRIER', id)).toMatchObject({ adjust: '3.3000', net: '345.0000' })
  expect(await compare(file)).toMatchObject({ adjust: '3.30', open: '0.00' })
  expect(await brokenMoney(w.server)).toEqual([])
})

test('a file without numbers or amounts is refused, and so is none', async () => {
  await expect(compare(csv('姓名,电话', 'a,1'))).rejects.toMatchObject({ code: feeFaults.fileColumns.code })
  await expect(compare(csv('单号,金额', 'a,三百'))).rejects.toMatchObject({ code: feeFaults.fileAmounts.code })
  await expect(w.tc().call(compareWithFile, { id })).rejects.toMatchObject({ code: 42810 })
})

test('another carrier’s people cannot compare it; a finance centre can, and tries agreements on its trips', async () => {
  const group = await w.server.as('admin', 'G')
  const row = { code: 'B', name: 'B', kind: 'CONTRACT', settleCycle: 'MONTH' }
  const other = await group.call<Seen>(crudCalls(carrier).create, row)
  await letWork(w.server, 'viewer', [other.id])
  const file = csv('单号,金额', 'x,1')
  const he = await w.server.as('viewer', 'TC01')
  await expect(compare(file, he)).rejects.toMatchObject({ code: faults.notFound.code })
  const fc = await w.server.as('admin', 'FC01')
  expect(await compare(file, fc)).toMatchObject({ ours: '341.70', theirs: '1.00' })
  // What its choice of trips asks.
  const [seen] = (await w.page(shipPlanBill, { id: [trip.id] }, fc)).records
  expect(seen).toMatchObject({ billNo: trip.billNo })
  expect(await fc.call(trials.CARRIER, { id: agreement, tripId: trip.id })).toMatchObject({ amount: '341.70' })
  // They are worked on where they are.
  const taken = w.take(shipPlanBill, 'reopen', trip.id, { reason: 'x' }, fc)
  await expect(taken).rejects.toMatchObject({ code: expect.any(Number) })
  expect((await w.get(trip.id)).state).toBe(trip.state)
})
