import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { client } from '@lading/contract/tms/client.ts'
import { feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { clientFeeBill } from '@lading/contract/tms/feeBill.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { rateStores, storeTrial } from '@lading/contract/tms/storage.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { LongJob } from '../../platform/job/run.ts'
import { post } from '../../wms/stock/post.ts'
import { reversePosted } from '../../wms/stock/reverse.ts'
import { keyOf } from '../../wms/testing/yard.ts'
import { storeDayOf } from '../../wms/transport/storeDay.ts'
import { type HandShake, openHandShake, type Row } from '../testing/handShake.ts'
import { ruleOf } from '../testing/moneyWorld.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import { storageJobs } from './storage.ts'

/** The day whose work is charged; the tests begin in its morning. */
const day = '2026-11-28'
let w: HandShake
let owner = ''
let pallet = ''
const tc = () => w.tc()
const agreements = documentCalls(feeAgreements.CLIENT)
const fees = documentCalls(clientFeeBill)

/** So much of a product comes in. */
const receive = (key: string, product: string, qty: string, container?: string) =>
  w.server.inside('DC01', async (ctx) => {
    const [from, to] = [
      await keyOf(ctx, w.yard, { bin: 'V_VENDOR', product }),
      await keyOf(ctx, w.yard, { bin: container ? 'S-02' : 'S-01', product, ...(container && { container }) }),
    ]
    const lines = [
      { key: from, delta: -parseQty(qty) },
      { key: to, delta: parseQty(qty) },
    ]
    await post(ctx, { bizType: 'RECEIVE', idemKey: key, lines })
  })

beforeAll(async () => {
  w = await openHandShake()
  const place = { longitude: '120.5', latitude: '31.4', address: '仓库路1号' }
  expect(await w.setOrg('DC01', { transportOrgId: w.orgId('TC01'), ...place })).toMatchObject({ code: 0 })
  await w.server.inside('DC01', async (ctx) => {
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const { areaId } = await ctx.tx.one<{ areaId: string }>(sql`
      select area_id from wms_bin where tenant_id = ${ctx.tenantId} and id = ${w.yard.bins.get('C-01')}`)
    for (const code of ['S-01', 'S-02']) {
      const bin = {
        ...at,
        id: ctx.newId(),
        code,
        usage: 'STORAGE',
        areaId,
        mixProduct: true,
        mixLot: true,
        mixOwner: true,
      }
      await bulkInsert(ctx.tx, 'wms_bin', [{ ...bin, pickSeq: 0, putawaySeq: 0 }])
      w.yard.bins.set(code, bin.id)
    }
    const typeId = ctx.newId()
    const type = { tenantId: ctx.tenantId, id: typeId, code: 'PLT', name: 'pallet', category: 'PALLET', prefix: 'P' }
    await bulkInsert(ctx.tx, 'wms_container_type', [type])
    pallet = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_container', [
      { ...at, id: pallet, code: 'P1', typeId, state: 'STORED', binId: w.yard.bins.get('S-02') },
    ])
  })
  const made = await w.group.call<Row>(
    crudCalls(client).create as never,
    {
      ...{ code: 'K1', name: '三方客户', kind: 'OWNER', ownerRef: w.yard.owners.get('O1'), settleCycle: 'MONTH' },
    } as never,
  )
  owner = made.id
  await receive('r1', 'MILK', '30')
  await receive('r2', 'MILK', '24', pallet)
  await receive('r3', 'MILK', '12')
  await receive('r4', 'ICE', '12')
})
afterAll(() => w.server.close())

const rules = [
  ruleOf(10, 'STORAGE', 'PALLET_DAY', 'UNIT', { price: '1.5' }),
  ruleOf(20, 'STORAGE', 'M3_DAY', 'UNIT', { price: '100', tempZone: 'FROZEN' }),
  ruleOf(30, 'STORAGE', 'M3_DAY', 'UNIT', { price: '50' }),
  ruleOf(40, 'INBOUND', 'IN_CASE', 'UNIT', { price: '0.8' }),
  ruleOf(50, 'INBOUND', 'IN_PIECE', 'UNIT', { price: '0.1', minCharge: '2' }),
  ruleOf(60, 'OUTBOUND', 'OUT_LINE', 'UNIT', { price: '0.5', minCharge: '9' }),
  ruleOf(70, 'OUTBOUND', 'OUT_ORDER', 'UNIT', { price: '2' }),
]
const draft = (o: object, of: readonly object[] = rules, party: Party = 'CLIENT') => {
  const common = { name: 'a', validFrom: '2026-01-01', validTo: '2026-12-31', priority: 50, taxRate: '0' }
  return tc().call<Row>(documentCalls(feeAgreements[party]).create as never, { ...common, ...o, rules: of } as never)
}
const approve = async ({ id, version }: { id: string; version: number }) => {
  const { failed } = await tc().call<{ failed: unknown[] }>(
    agreements.approve as never,
    { rows: [{ id, version }] } as never,
  )
  expect(failed).toEqual([])
}
const all = async (filter: object = {}): Promise<Row[]> =>
  (await tc().call<{ records: Row[] }>(fees.query as never, { filter, orderBy: 'id' } as never)).records
const said = (rows: readonly Row[]) => rows.map((r) => [r.bizDate, r.feeType, r.basis, Number(r.qty), Number(r.amount)])
/** What the clock asks for every night. */
const night = () =>
  (storageJobs({ storeDayOf } as unknown as Warehouse).tmsStorage as LongJob).steps({
    perform: (work) => w.server.inside('TC01', work),
    ...{ tell: () => undefined, params: {}, asOwner: () => Promise.reject(new Error('not asked for')) },
  })
const rate = (from: string, to: string) => tc().call(rateStores, { from, to })

test('what nobody can have, or nobody could tell apart, is refused', async () => {
  const ofCarrier = draft({}, [ruleOf(10, 'STORAGE', 'PALLET_DAY', 'UNIT', { price: '1' })], 'CARRIER')
  await expect(ofCarrier).rejects.toMatchObject({ code: feeFaults.notForParty.code })
  const twice = draft({}, [rules[0] as object, ruleOf(10, 'STORAGE', 'BIN_DAY', 'UNIT', { price: '1' })])
  await expect(twice).rejects.toMatchObject({ code: feeFaults.sameSeq.code })
  for (const [from, to] of [
    [day, day],
    ['2026-11-27', '2026-11-26'],
    ['2026-10-01', '2026-11-01'],
  ] as const)
    await expect(rate(from, to)).rejects.toMatchObject({ code: feeFaults.storeDays.code })
})

test('a day of a warehouse is tried, and charged in the night: the same however often', async () => {
  const { id, version } = await draft({ clientId: owner })
  await expect(tc().call(storeTrial, { id, day })).rejects.toMatchObject({ code: feeFaults.storeDays.code })
  await w.travel('2026-11-29T09:00:00+08:00')
  const tried = await tc().call(storeTrial, { id, day })
  expect(tried.charges.map((c) => [c.feeType, c.amount])).toEqual([
    ['STORAGE', '1.50'],
    ['STORAGE', '1.20'],
    ['STORAGE', '3.30'],
    ['INBOUND', '5.60'],
    ['INBOUND', '2.00'],
  ])
  expect(tried.amount).toBe('13.60')
  // Nobody has agreed upon anything: it is for himself.
  await night()
  expect(await all()).toEqual([])
  await approve({ id, version })
  await night()
  const rows = await all()
  expect(said(rows)).toEqual([
    [day, 'STORAGE', 'PALLET_DAY', 1, 1.5],
    [day, 'STORAGE', 'M3_DAY', 0.012, 1.2],
    [day, 'STORAGE', 'M3_DAY', 0.066, 3.3],
    [day, 'INBOUND', 'IN_CASE', 7, 5.6],
    [day, 'INBOUND', 'IN_PIECE', 6, 2],
  ])
  expect(rows[0]).toMatchObject({ state: 'DRAFT', clientId: owner, wayBillId: null, tripId: null })
  await night()
  expect(await rate(day, day)).toEqual({ days: 1, charges: 5 })
  expect(await all()).toEqual(rows)
})

test('what is taken back after it was confirmed is a difference; what stood there that night stays', async () => {
  const rows = await all({ feeType: ['INBOUND'] })
  await tc().call(fees.approve as never, { rows: rows.map(({ id, version }) => ({ id, version })) } as never)
  await w.server.inside('DC01', (ctx) => reversePosted(ctx, ['r3']))
  await night()
  const [other] = await all({ isAdjusting: true })
  expect(other).toMatchObject({ state: 'DRAFT', feeType: 'INBOUND', amount: '-0.8000', bizDate: day })
  expect(said(await all({ basis: ['M3_DAY'] }))).toEqual([
    [day, 'STORAGE', 'M3_DAY', 0.012, 1.2],
    [day, 'STORAGE', 'M3_DAY', 0.066, 3.3],
  ])
})

test('goods that leave are charged by order and by line', async () => {
  const o = await w.order('S1', { MILK: '10' })
  await w.approve(o.id)
  const made = await w.trip(await w.waybills({ state: 'CONFIRMED' }))
  await w.tripStep('release', made.id)
  const [bill] = await w.ships({ state: 'APPROVED' })
  await w.stage('L1', o, '10')
  await w.load(bill?.id ?? '')
  await w.shipStep('finish', bill?.id ?? '')
  await w.shipStep('despatch', bill?.id ?? '')
  await w.travel('2026-11-30T02:00:00+08:00')
  await night()
  expect(said(await all({ bizDate: ['2026-11-29', '2026-11-29'] }))).toEqual([
    ['2026-11-29', 'STORAGE', 'PALLET_DAY', 1, 1.5],
    ['2026-11-29', 'STORAGE', 'M3_DAY', 0.012, 1.2],
    ['2026-11-29', 'STORAGE', 'M3_DAY', 0.054, 2.7],
    ['2026-11-29', 'OUTBOUND', 'OUT_LINE', 1, 9],
    ['2026-11-29', 'OUTBOUND', 'OUT_ORDER', 1, 2],
  ])
})

test('an agreement that nobody renewed is told of, and its charge cannot be confirmed', async () => {
  await w.server.inside('TC01', (ctx) =>
    ctx.tx.run(sql`update tms_fee_agreement set valid_to = '2026-11-28' where tenant_id = ${ctx.tenantId}`),
  )
  await rate('2026-11-29', '2026-11-29')
  const [bare, ...others] = await all({ isUnpriced: true })
  expect(others).toEqual([])
  expect(bare).toMatchObject({ feeType: 'STORAGE', amount: '0.0000', bizDate: '2026-11-29' })
  const { failed } = await tc().call<{ failed: Row[] }>(fees.approve as never, { rows: [bare] } as never)
  expect(failed).toMatchObject([{ code: feeFaults.unpriced.code }])
  // Rules for another warehouse charge nothing here.
  await approve(
    await draft({ clientId: owner, validFrom: '2026-11-29' }, [
      ruleOf(10, 'STORAGE', 'PALLET_DAY', 'UNIT', { price: '1', depotId: w.orgId('DC02') }),
      ruleOf(20, 'STORAGE', 'BIN_DAY', 'UNIT', { price: '1', depotId: w.orgId('DC01') }),
    ]),
  )
  await rate('2026-11-29', '2026-11-29')
  expect(said(await all({ bizDate: ['2026-11-29', '2026-11-29'] }))).toEqual([
    ['2026-11-29', 'STORAGE', 'BIN_DAY', 3, 3],
  ])
})

test('nights that nothing ran in are made up for, so far as one call would', async () => {
  await w.travel('2026-12-08T02:00:00+08:00')
  await night()
  const rows = await all({ basis: ['BIN_DAY'] })
  const days = Array.from({ length: 8 }, (_, i) => `2026-12-0${i}`).toSpliced(0, 1, '2026-11-30')
  expect(rows.map((r) => r.bizDate)).toEqual(['2026-11-29', ...days])
})
