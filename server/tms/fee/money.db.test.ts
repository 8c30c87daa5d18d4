import { feeBills } from '@lading/contract/tms/feeBill.ts'
import { rerateTrip, statements, tripMoney } from '@lading/contract/tms/feeCalls.ts'
import { explainText } from '@lading/contract/tms/feeExplain.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MoneyWorld, openMoney } from '../testing/moneyWorld.ts'
import type { Row } from '../testing/tripWorld.ts'

let w: MoneyWorld
beforeAll(async () => {
  w = await openMoney()
})
afterAll(() => w.server.close())
const said = (rows: readonly Row[]) => rows.map((r) => [r.feeType, r.amount, r.state])

describe('from an agreement to what was paid', () => {
  let tripId = ''
  let settleId = ''
  test('a trip that is over is charged: three rows that say how, told twice the same', async () => {
    await w.agree('CARRIER', { carrierId: w.owner, taxRate: '9' })
    const trip = await w.drive({ kg: ['600', '450', '700'] })
    tripId = trip.id
    const fees = await w.feesOf('CARRIER', { tripId })
    expect(said(fees)).toEqual([
      ['START', '300.0000', 'DRAFT'],
      ['KM', '11.7000', 'DRAFT'],
      ['STOP', '30.0000', 'DRAFT'],
    ])
    expect(fees.map((f) => explainText(f.explain as never, 'zh-CN').replace(/ ?\[.*/, ''))).toEqual([
      '趟 1：300.00 = 300.00',
      '实际公里 22.6：20以内0.00 + 2.6 × 4.5 = 11.70',
      '点 3：2以内0.00 + 1 × 30 = 30.00',
    ])
    for (let i = 0; i < 2; i++) await w.tc().call(rerateTrip, { tripId })
    expect(await w.feesOf('CARRIER', { tripId })).toMatchObject(
      fees.map(({ id, version, amount }) => ({ id, version, amount })),
    )
    expect(await w.tc().call(tripMoney, { id: tripId })).toMatchObject({
      cost: '341.70',
      earned: '0.00',
      margin: '-341.70',
    })
  })

  test('confirmed, collected, approved by somebody else, agreed, invoiced and paid', async () => {
    await w.confirm('CARRIER', { tripId })
    settleId = await w.settle('CARRIER', { carrierId: w.owner })
    expect(await w.settlement('CARRIER', settleId)).toMatchObject({
      ...{ state: 'DRAFT', feeCount: 3, amount: '341.7000', net: '341.7000', open: '341.7000', paid: '0.0000' },
      billNo: expect.stringMatching(/^YF/),
    })
    const d = settleBills.CARRIER
    expect(await w.take(d, 'submit', settleId)).toMatchObject({ ok: 1 })
    expect(await w.take(d, 'approve', settleId)).toMatchObject({ failed: [{ code: 42210 }] })
    const other = await w.second()
    expect(await w.take(d, 'approve', settleId, {}, other)).toMatchObject({ ok: 1 })
    expect(said(await w.feesOf('CARRIER', { settleId })).map(([, , state]) => state)).toEqual([
      'SETTLED',
      'SETTLED',
      'SETTLED',
    ])
    expect(await w.take(d, 'agree', settleId)).toMatchObject({ ok: 1 })
    const invoice = (invoiceAmount: string) =>
      w.take(d, 'invoice', settleId, { input: { invoiceNo: 'FP1', invoiceAmount, invoicedOn: '2026-11-28' } })
    expect(await invoice('341.60')).toMatchObject({ failed: [{ code: feeFaults.invoice.code }] })
    expect(await invoice('341.69')).toMatchObject({ ok: 1 })
    expect(await w.take(d, 'cancel', settleId, { reason: 'x' })).toMatchObject({
      failed: [{ code: feeFaults.invoiced.code }],
    })
    const pay = (payAmount: string, voucherNo: string) =>
      w.take(d, 'pay', settleId, { input: { payAmount, voucherNo, paidOn: '2026-11-28', method: 'BANK' } })
    expect(await pay('341.71', 'V1')).toMatchObject({ failed: [{ code: feeFaults.overpaid.code }] })
    expect(await pay('100', 'V1')).toMatchObject({ ok: 1 })
    expect(await w.settlement('CARRIER', settleId)).toMatchObject({
      state: 'PARTIAL',
      paid: '100.0000',
      open: '241.7000',
    })
    expect(await pay('241.70', 'V1')).toMatchObject({ failed: [{ code: feeFaults.voucherUsed.code }] })
    expect(await pay('241.70', 'V2')).toMatchObject({ ok: 1 })
    expect(await w.settlement('CARRIER', settleId)).toMatchObject({ state: 'PAID', open: '0.0000' })
    const reverse = (voucherNo: string) => w.take(d, 'reverse', settleId, { input: { voucherNo }, reason: '退票' })
    expect(await reverse('V9')).toMatchObject({ failed: [{ code: feeFaults.noVoucher.code }] })
    expect(await reverse('V2')).toMatchObject({ ok: 1 })
    // Why it was taken back stands beside what was taken back.
    const { payments } = await w.settlement('CARRIER', settleId)
    expect((payments as Row[]).filter((p) => p.isReversal).map((p) => p.note)).toEqual(['退票'])
    expect(await reverse('V2')).toMatchObject({ failed: [{ code: feeFaults.noVoucher.code }] })
    expect(await w.settlement('CARRIER', settleId)).toMatchObject({ state: 'PARTIAL', paid: '100.0000' })
    expect(await w.take(d, 'close', settleId)).toMatchObject({ failed: [{ code: 42201 }] })
    await pay('241.70', 'V3')
    expect(await w.take(d, 'close', settleId)).toMatchObject({ ok: 1 })
    const { lines } = await w.tc().call(statements.CARRIER, { id: settleId })
    expect(lines.map((l) => [l.feeType, l.amount])).toEqual([
      ['START', '300.00'],
      ['KM', '11.70'],
      ['STOP', '30.00'],
    ])
  })

  test('what is settled is not voided, nor its trip opened again', async () => {
    const [fee] = await w.feesOf('CARRIER', { tripId })
    expect(await w.take(feeBills.CARRIER, 'cancel', fee?.id ?? '', { reason: 'x' })).toMatchObject({
      failed: [{ message: '费用单已结算，不能作废' }],
    })
    expect(await w.step('reopen', tripId, { reason: '里程错' })).toMatchObject({
      failed: [{ code: feeFaults.tripSettled.code }],
    })
    await expect(w.settle('CARRIER', { carrierId: w.owner })).rejects.toMatchObject({
      message: '该期间没有可结算的费用',
    })
  })
})
