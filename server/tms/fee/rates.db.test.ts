import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { feeBills } from '@lading/contract/tms/feeBill.ts'
import { rerateTrip, trials, tripMoney } from '@lading/contract/tms/feeCalls.ts'
import { explainText } from '@lading/contract/tms/feeExplain.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MoneyWorld, openMoney, ruleOf, usualRules } from '../testing/moneyWorld.ts'
import type { Row, Seen } from '../testing/tripWorld.ts'

let w: MoneyWorld
beforeAll(async () => {
  w = await openMoney()
})
afterAll(() => w.server.close())
const carrierAgreements = feeAgreements.CARRIER
const create = (o: object, rules: readonly object[] = usualRules) => {
  const common = { name: 'a', validFrom: '2026-01-01', validTo: '2026-12-31', priority: 50, taxRate: '0' }
  return w.tc().call<Seen>(documentCalls(carrierAgreements).create as never, { ...common, ...o, rules } as never)
}
const agreement = (id: string) => w.tc().call<Row>(documentCalls(carrierAgreements).getById as never, { id } as never)
const said = (rows: readonly Row[]) => rows.map((r) => [r.feeType, r.stop, Number(r.amount)])
/** Agreements of one test are none of the next. */
const clear = () =>
  w.server.inside('TC01', async (ctx) => {
    await ctx.tx.run(
      sql`update tms_fee_bill set state = 'VOID', settle_id = null where tenant_id = ${ctx.tenantId} and state <> 'SETTLED'`,
    )
    await ctx.tx.run(
      sql`update tms_fee_agreement set valid_from = '2020-01-01', valid_to = '2020-01-02' where tenant_id = ${ctx.tenantId}`,
    )
  })

describe('费用协议', () => {
  test.each([
    [feeFaults.tiers.code, ruleOf(10, 'FREIGHT', 'WEIGHT_KG', 'TIER_SLICE', { tiers: '0-10:5;11-:4' })],
    [feeFaults.noPrice.code, ruleOf(10, 'FREIGHT', 'WEIGHT_KG', 'UNIT')],
    [feeFaults.bounds.code, ruleOf(10, 'FREIGHT', 'WEIGHT_KG', 'UNIT', { price: '1', minCharge: '9', maxCharge: '8' })],
  ])('a rule that makes no sense is refused: %s', async (code, rule) => {
    await expect(create({}, [rule])).rejects.toMatchObject({ code })
  })

  test('for a client no kilometres; nothing that ends before it begins, or says nothing', async () => {
    const client = { clientId: w.chain }
    await expect(w.agree('CLIENT', client, [ruleOf(1, 'KM', 'KM_ACT', 'UNIT', { price: '1' })])).rejects.toMatchObject({
      code: feeFaults.notForParty.code,
    })
    await expect(create({ validTo: '2025-12-31' })).rejects.toMatchObject({ code: feeFaults.validity.code })
    await expect(w.agree('CARRIER', {}, [])).rejects.toMatchObject({ code: expect.any(Number) })
  })

  test('two that charge the same for a day: the second is not approved; one of other charges, weight or party is', async () => {
    const first = await w.agree('CARRIER', { carrierId: w.owner })
    const { billNo } = await agreement(first)
    await expect(
      w.agree('CARRIER', { carrierId: w.owner, validFrom: '2026-12-31', validTo: '2027-01-31' }),
    ).rejects.toMatchObject({
      message: `与协议【${billNo}】有效期重叠`,
    })
    await w.agree('CARRIER', { carrierId: w.owner }, [ruleOf(1, 'TOLL', 'TRIP', 'FLAT', { price: '5' })])
    await w.agree('CARRIER', { carrierId: w.owner, priority: 60 })
    await w.agree('CARRIER', {})
    await clear()
  })

  test('F4: what is in force is not changed; a new version takes its place from a day on', async () => {
    const id = await w.agree('CARRIER', { carrierId: w.owner })
    const { version } = await agreement(id)
    const update = w.tc().call(documentCalls(carrierAgreements).update as never, { id, version, name: 'b' } as never)
    await expect(update).rejects.toMatchObject({ code: 42201 })
    expect(await w.take(carrierAgreements, 'revise', id, { input: { newFrom: '2027-06-01' } })).toMatchObject({
      failed: [{ code: feeFaults.revised.code }],
    })
    expect(await w.take(carrierAgreements, 'revise', id, { input: { newFrom: '2026-12-01' } })).toMatchObject({ ok: 1 })
    const [copy] = (await w.page(carrierAgreements, { state: 'DRAFT' })).records.filter((r) => r.prevId === id)
    expect(copy).toMatchObject({ validFrom: '2026-12-01', validTo: '2026-12-31', ruleCount: 3 })
    expect(await agreement(id)).toMatchObject({ validTo: '2026-12-31' })
    expect(await w.take(carrierAgreements, 'approve', copy?.id ?? '')).toMatchObject({ ok: 1 })
    expect(await agreement(id)).toMatchObject({ validTo: '2026-11-30', state: 'APPROVED' })
    expect(await w.take(carrierAgreements, 'stop', id, { reason: '合同终止' })).toMatchObject({ ok: 1 })
    expect(await agreement(id)).toMatchObject({ validTo: '2026-11-28', state: 'STOPPED' })
    await clear()
  })
})

describe('计费', () => {
  test('no agreement: a charge of nothing that nobody confirms, and somebody hears of it; once there is one, it is rated', async () => {
    await w.server.inside('G', (ctx) =>
      ctx.tx.run(sql`update tms_carrier set kind = 'CONTRACT' where tenant_id = ${ctx.tenantId}`),
    )
    const { id } = await w.drive()
    const [fee] = await w.feesOf('CARRIER', { tripId: id })
    expect(fee).toMatchObject({ isUnpriced: true, amount: '0.0000', state: 'DRAFT' })
    expect(explainText(fee?.explain as never, 'zh-CN')).toBe('未找到有效协议')
    expect(await w.take(feeBills.CARRIER, 'approve', fee?.id ?? '')).toMatchObject({
      failed: [{ code: feeFaults.unpriced.code }],
    })
    const { n } = await w.server.inside('TC01', (ctx) =>
      ctx.tx.one<{ n: number }>(
        sql`select count(*)::int as n from sys_message where tenant_id = ${ctx.tenantId} and key = 'NO_AGREEMENT'`,
      ),
    )
    expect(n).toBeGreaterThan(0)
    // One for all carriers counts where a carrier has none of his own.
    await w.agree('CARRIER', {}, [ruleOf(1, 'FREIGHT', 'TRIP', 'FLAT', { price: '200' })])
    await w.tc().call(rerateTrip, { tripId: id })
    expect(said(await w.feesOf('CARRIER', { tripId: id, state: 'DRAFT' }))).toEqual([['FREIGHT', null, 200]])
    await w.agree('CARRIER', { carrierId: w.owner })
    await w.tc().call(rerateTrip, { tripId: id })
    expect(said(await w.feesOf('CARRIER', { tripId: id, state: 'DRAFT' }))).toEqual([
      ['START', null, 300],
      ['KM', null, 11.7],
    ])
    await clear()
  })

  test('what has been confirmed stays; a difference is a charge of its own, and gone when there is none', async () => {
    await w.agree('CARRIER', { carrierId: w.owner })
    const { id } = await w.drive()
    await w.confirm('CARRIER', { tripId: id })
    const again = async (metres: number) => {
      await w.server.inside('TC01', (ctx) =>
        ctx.tx.run(
          sql`update tms_ship_plan_bill set act_distance_m = ${metres} where tenant_id = ${ctx.tenantId} and id = ${id}`,
        ),
      )
      await w.tc().call(rerateTrip, { tripId: id })
      return (await w.feesOf('CARRIER', { tripId: id })).map((r) => [
        r.feeType,
        Number(r.amount),
        r.state,
        r.isAdjusting,
      ])
    }
    const stood = [
      ['START', 300, 'CONFIRMED', false],
      ['KM', 11.7, 'CONFIRMED', false],
    ]
    expect(await again(30_000)).toEqual([...stood, ['KM', 33.3, 'DRAFT', true]])
    expect(await again(10_000)).toEqual([...stood, ['KM', -11.7, 'DRAFT', true]])
    expect(await again(22_600)).toEqual(stood)
    await again(30_000)
    await w.confirm('CARRIER', { tripId: id })
    expect(await again(30_000)).toEqual([...stood, ['KM', 33.3, 'CONFIRMED', true]])
    const [, , difference] = await w.feesOf('CARRIER', { tripId: id })
    expect(explainText(difference?.explain as never, 'zh-CN')).toContain('应计45.00，已确认11.70')
    // What somebody has voided comes back only by his hand.
    await clear()
  })

  test('opened again before its money is settled, a trip is charged anew', async () => {
    await w.agree('CARRIER', { carrierId: w.owner })
    const { id } = await w.drive()
    expect(await w.step('reopen', id, { reason: '补里程' })).toMatchObject({ ok: 1 })
    expect(await w.feesOf('CARRIER', { tripId: id })).toEqual([])
    expect(await w.step('finish', id)).toMatchObject({ ok: 1 })
    await w.server.relay.drain()
    expect(said(await w.feesOf('CARRIER', { tripId: id }))).toHaveLength(2)
    await clear()
  })

  test('rules of one charge: each takes its goods, and leaves the rest to the next; conditions of the trip come first', async () => {
    const byKind = ruleOf(10, 'LOAD', 'WEIGHT_KG', 'UNIT', { price: '1', wayKind: 'RETURN' })
    const heavy = ruleOf(20, 'LOAD', 'WEIGHT_KG', 'UNIT', { price: '0.5', kmOver: '22.6' })
    const rest = ruleOf(30, 'LOAD', 'WEIGHT_T', 'UNIT', { price: '100', minCharge: '1', kmUpTo: '22.6' })
    const perStop = ruleOf(40, 'STOP', 'STOP', 'UNIT', { price: '8', merge: 'PER_STOP' })
    const wait = ruleOf(50, 'WAIT', 'WAIT_MIN', 'BASE_PLUS', { price: '2', baseQty: '3', merge: 'PER_STOP' })
    const id = await w.agree('CARRIER', { carrierId: w.owner }, [byKind, heavy, rest, perStop, wait])
    const trip = await w.drive({ kg: ['1000', '500'] })
    const fees = await w.feesOf('CARRIER', { tripId: trip.id })
    expect(said(fees)).toEqual([
      ['LOAD', null, 150],
      ['STOP', 'S1 one', 8],
      ['STOP', 'S2 two', 8],
      ['WAIT', 'S1 one', 4],
      ['WAIT', 'S2 two', 4],
    ])
    expect(explainText(fees[3]?.explain as never, 'zh-CN')).toContain(
      '等待分钟 5：3以内0.00 + 2 × 2 = 4.00 S1 one 07:10-07:15',
    )
    const [load] = await w.feesOf('CARRIER', { tripId: trip.id, feeType: 'LOAD' })
    const whole = await w.tc().call<Row>(documentCalls(feeBills.CARRIER).getById as never, { id: load?.id } as never)
    expect((whole.shares as Row[]).map((s) => s.amount)).toEqual(['100.0000', '50.0000'])
    const tried = await w.tc().call(trials.CARRIER, { id, tripId: trip.id })
    expect([tried.amount, tried.charges.map((c) => c.amount)]).toEqual([
      '174.00',
      ['150.00', '8.00', '8.00', '4.00', '4.00'],
    ])
    await clear()
  })

  test('merged by day: all trips of a truck on one day are one charge, shared among them', async () => {
    await w.agree('CARRIER', { carrierId: w.owner }, [
      ruleOf(10, 'FREIGHT', 'KM_ACT', 'BASE_PLUS', { price: '2', basePrice: '100', baseQty: '30', merge: 'PER_DAY' }),
    ])
    const one = await w.drive({ crew: 1 })
    expect(said(await w.feesOf('CARRIER', { state: 'DRAFT' }))).toEqual([['FREIGHT', null, 100]])
    const two = await w.drive({ crew: 1, kg: ['300'] })
    const fees = await w.feesOf('CARRIER', { state: 'DRAFT' })
    expect(said(fees)).toEqual([['FREIGHT', null, 130.4]])
    const of = async (id: string) => (await w.tc().call(tripMoney, { id })).cost
    // By weight: 200 and 300 kg.
    expect([await of(one.id), await of(two.id)]).toEqual(['52.16', '78.24'])
    await w.confirm('CARRIER', {})
    await w.drive({ crew: 1 })
    expect(said(await w.feesOf('CARRIER', { state: 'DRAFT' }))).toEqual([['FREIGHT', null, 45.2]])
    await clear()
  })

  test('clients pay for what was signed once the receipt is looked through; crews for what they drove', async () => {
    await w.agree('CLIENT', { clientId: w.chain }, [
      ruleOf(10, 'FREIGHT', 'WEIGHT_KG', 'UNIT', { price: '0.18', minCharge: '60' }),
    ])
    await w.agree('EMPLOYEE', {}, [
      ruleOf(10, 'PIECE', 'TRIP', 'UNIT', { price: '80', role: 'DRIVER' }),
      ruleOf(20, 'STOP', 'STOP', 'UNIT', { price: '10' }),
    ])
    await w.server.inside('G', (ctx) =>
      ctx.tx.run(sql`update tms_carrier set kind = 'OWN' where tenant_id = ${ctx.tenantId}`),
    )
    const trip = await w.drive({ kg: ['600', '430', '700'] })
    expect(said(await w.feesOf('EMPLOYEE', { tripId: trip.id }))).toEqual([
      ['PIECE', null, 80],
      ['STOP', null, 30],
    ])
    expect(await w.feesOf('CLIENT', { wayBillId: trip.bills[0] })).toEqual([])
    await w.close(trip.bills)
    expect((await w.feesOf('CLIENT', { state: 'DRAFT' })).map((f) => Number(f.amount))).toEqual([108, 77.4, 126])
    // One's own fleet without an agreement costs nothing but its crew.
    expect(await w.tc().call(tripMoney, { id: trip.id })).toMatchObject({
      earned: '311.40',
      cost: '110.00',
      margin: '201.40',
    })
    await clear()
  })
})

describe('手工费用', () => {
  test('of a trip of the party; what is taken off is below nothing; nothing in closed books', async () => {
    const make = (party: 'CARRIER' | 'EMPLOYEE', o: object) =>
      w
        .tc()
        .call<Seen>(documentCalls(feeBills[party]).create as never, { feeType: 'TOLL', amount: '35', ...o } as never)
    const get = async (party: 'CARRIER' | 'EMPLOYEE', id: string) =>
      w.tc().call<Row>(documentCalls(feeBills[party]).getById as never, { id } as never)
    const { id: tripId } = await w.drive()
    const driver = w.fleet[0]?.driver
    const toll = await make('CARRIER', { carrierId: w.owner, tripId })
    expect(await get('CARRIER', toll.id)).toMatchObject({ amount: '35.0000', source: 'MANUAL', bizDate: '2026-11-28' })
    const advance = await make('EMPLOYEE', { staffId: driver, tripId, feeType: 'ADVANCE', amount: '200' })
    expect(await get('EMPLOYEE', advance.id)).toMatchObject({ amount: '-200.0000' })
    await expect(make('EMPLOYEE', { staffId: w.fleet[1]?.driver, tripId })).rejects.toMatchObject({
      code: feeFaults.otherTrip.code,
    })
    await expect(make('CARRIER', { carrierId: w.owner, amount: '0' })).rejects.toMatchObject({
      code: expect.any(Number),
    })
  })
})
