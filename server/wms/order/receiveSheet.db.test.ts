import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import { reconcile } from '../stock/reconcile.ts'
import { openReceiveDesk, type ReceiveDesk } from '../testing/receiveDesk.ts'

let desk: ReceiveDesk
beforeAll(async () => {
  desk = await openReceiveDesk()
})
afterAll(() => desk.server.close())

test('what was counted on paper is entered as one sheet, with the dates that goods ask', async () => {
  const { billId, task, lines } = await desk.make({ NAIL: '24', MILK: '12' })
  const [nail, milk] = lines.map((l) => l.id)
  const day = dayIn(usualZone, new Date())
  const enter = (of: object | undefined) =>
    desk.clerk.call(work.confirmSheet, {
      id: task.id,
      lines: [{ taskLineId: nail, qty: '20', reason: 'OTHER' }, of],
    } as never)
  const before = await desk.stock()
  // Nobody has counted what is only planned.
  await expect(desk.clerk.call(work.confirmSheet, { id: task.id })).rejects.toMatchObject({ code: 42758 })
  await expect(enter({ taskLineId: milk, qty: '12' })).rejects.toMatchObject({
    code: 42268,
    message: expect.stringMatching(/^第2行 MILK .*日期.*整单未录入/),
  })
  await expect(enter({ taskLineId: milk, qty: '99', productionDate: day })).rejects.toMatchObject({
    message: expect.stringContaining('第2行 MILK'),
  })
  expect(await desk.stock()).toEqual(before)
  expect(await desk.read(billId)).toMatchObject({ doneQty: '0.000' })
  const entered = await enter({ taskLineId: milk, qty: '12', productionDate: day, batch: 'B7' })
  expect(entered).toMatchObject({
    lines: 2,
    task: { state: 'DONE', mode: 'PAPER', doneQty: '32.000', shortQty: '4.000' },
  })
  const lots = await desk.server.inside('DC01', (ctx) =>
    ctx.tx.query(sql`
      select o.production_date, o.production_batch from wms_task_line l join wms_lot o on o.id = l.lot_id where l.id = ${milk}`),
  )
  expect(lots).toEqual([{ productionDate: day, productionBatch: 'B7' }])
  expect(await desk.server.inside('DC01', reconcile)).toEqual([])
})
