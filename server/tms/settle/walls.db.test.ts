import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { feeBills } from '@lading/contract/tms/feeBill.ts'
import {
  closeBooks,
  settlePrints,
  statementFiles,
  statements,
  trials,
  tripMoney,
} from '@lading/contract/tms/feeCalls.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSheet } from '../../platform/sheet/read.ts'
import type { Client } from '../../testing/server.ts'
import { letWork, type MoneyWorld, openMoney } from '../testing/moneyWorld.ts'
import type { Seen } from '../testing/tripWorld.ts'

let w: MoneyWorld
let other = ''
let mine = ''
let theirs = ''
let tripId = ''
beforeAll(async () => {
  w = await openMoney()
  const group = await w.server.as('admin', 'G')
  other = (
    await group.call<Seen>(crudCalls(carrier).create, { code: 'B', name: 'B', kind: 'CONTRACT', settleCycle: 'MONTH' })
  ).id
  await w.agree('CARRIER', { carrierId: w.owner })
  await w.agree('CARRIER', {})
  await w.agree('CARRIER', { carrierId: other })
  tripId = (await w.drive()).id
  const fee = { carrierId: other, feeType: 'OTHER', amount: '50' }
  await w.tc().call(documentCalls(feeBills.CARRIER).create as never, fee as never)
  await w.confirm('CARRIER')
  mine = await w.settle('CARRIER', { carrierId: w.owner })
  theirs = await w.settle('CARRIER', { carrierId: other })
  await letWork(w.server, 'viewer', [w.owner])
})
afterAll(() => w.server.close())
const total = async (d: AnyDocument, who: Client): Promise<string[]> =>
  (await w.page(d, {}, who)).records.map(
    (r) => `${r.refs ? (r.refs as Record<string, { code: string }>).carrierId?.code : ''}`,
  )

describe('whoever works for a carrier', () => {
  test('sees his own agreements, charges and settlements, by every call', async () => {
    const he = await w.server.as('viewer', 'TC01')
    for (const d of [feeAgreements.CARRIER, feeBills.CARRIER, settleBills.CARRIER])
      expect(new Set(await total(d, he)), d.header.key).toEqual(new Set(['OWN']))
    for (const d of [
      feeAgreements.CLIENT,
      feeAgreements.EMPLOYEE,
      feeBills.CLIENT,
      feeBills.EMPLOYEE,
      settleBills.CLIENT,
      settleBills.EMPLOYEE,
    ])
      expect(await total(d, he), d.header.key).toEqual([])
    expect((await he.call(statements.CARRIER, { id: mine })).lines).toHaveLength(2)
    const [theirAgreement] = (await w.page(feeAgreements.CARRIER, { carrierId: other })).records
    const refused: readonly Promise<unknown>[] = [
      he.call(statements.CARRIER, { id: theirs }),
      he.call(statements.CARRIER, { id: theirs }),
      he.call(documentCalls(settleBills.CARRIER).getById as never, { id: theirs } as never),
      he.call(trials.CARRIER, { id: theirAgreement?.id ?? '', tripId }),
      w.settlement('CARRIER', theirs, he),
    ]
    await Promise.all(refused.map((one) => expect(one).rejects.toMatchObject({ code: 40400 })))
    expect((await he.call(tripMoney, { id: tripId })).fees.map((f) => f.party)).toEqual(['CARRIER', 'CARRIER'])
    expect((await he.bytes(statementFiles.CARRIER as never, { id: mine } as never)).name).toMatch(/xlsx$/)
    const file = he.bytes(statementFiles.CARRIER as never, { id: theirs } as never)
    await expect(file).rejects.toMatchObject({ code: 40400 })
    const printed = he.bytes(settlePrints.CARRIER as never, { rows: [{ id: theirs }], preview: true } as never)
    await expect(printed).rejects.toMatchObject({ code: expect.any(Number) })
  })

  test('agrees to his own once it is approved, or says why not; to no other', async () => {
    const he = await w.server.as('viewer', 'TC01')
    const d = settleBills.CARRIER
    await expect(w.take(d, 'agree', theirs, {}, he)).rejects.toMatchObject({ code: 40400 })
    const { version } = await w.settlement('CARRIER', theirs)
    expect(await he.call(documentCalls(d).agree as never, { rows: [{ id: theirs, version }] } as never)).toMatchObject({
      ok: 0,
    })
    expect(await w.take(d, 'agree', mine, {}, he)).toMatchObject({ failed: [{ code: 42201 }] })
    await w.take(d, 'submit', mine)
    await w.take(d, 'approve', mine, {}, await w.second())
    expect(await w.take(d, 'dispute', mine, { reason: '里程不对' }, he)).toMatchObject({ ok: 1 })
    expect(await w.settlement('CARRIER', mine)).toMatchObject({ state: 'DRAFT', reason: '里程不对' })
    expect((await w.feesOf('CARRIER', { settleId: mine })).map((f) => f.state)).toEqual(['CONFIRMED', 'CONFIRMED'])
  })
})

describe('财务中心', () => {
  const centre = () => w.server.one.orgs.get('TC01')?.id ?? ''
  test('sees the money of its transport centres, and works on it as if there', async () => {
    const fc = await w.server.as('admin', 'FC01')
    expect((await w.page(settleBills.CARRIER, {}, fc)).records.map((r) => r.id).sort()).toEqual([mine, theirs].sort())
    const fee = { carrierId: w.owner, feeType: 'OTHER', amount: '12.34' }
    const create = (more: object) =>
      fc.call<Seen>(documentCalls(feeBills.CARRIER).create as never, { ...fee, ...more } as never)
    await expect(create({})).rejects.toMatchObject({ code: feeFaults.noCentre.code })
    await expect(create({ centreId: w.server.one.orgs.get('DC01')?.id })).rejects.toMatchObject({
      code: feeFaults.noCentre.code,
    })
    const made = await create({ centreId: centre() })
    const [seen] = await w.feesOf('CARRIER', { id: [made.id] })
    expect(seen).toMatchObject({ centreId: centre(), amount: '12.3400' })
    // Its number is one of the centre's.
    const numbers = (await w.feesOf('CARRIER')).map((f) => f.billNo)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(await w.take(feeBills.CARRIER, 'approve', made.id, {}, fc)).toMatchObject({ ok: 1 })
    const id = await w.settle('CARRIER', { carrierId: w.owner, centreId: centre() }, fc)
    expect(await w.settlement('CARRIER', id)).toMatchObject({ net: '12.3400', centreId: centre() })
    // What stands on it is seen from where it is.
    const { lines: stated } = await fc.call(statements.CARRIER, { id })
    expect(stated).toMatchObject([{ feeId: made.id, amount: '12.34' }])
    const whole = await fc.call<{ lines: object[] }>(
      documentCalls(settleBills.CARRIER).getById as never,
      { id } as never,
    )
    expect(whole.lines).toHaveLength(1)
    expect(await w.take(settleBills.CARRIER, 'submit', id, {}, fc)).toMatchObject({ ok: 1 })
    expect(await w.take(settleBills.CARRIER, 'cancel', id, { reason: 'x' }, fc)).toMatchObject({ ok: 1 })
    const lines = await w.server.inside('TC01', (ctx) =>
      ctx.tx.query<{ n: number }>(
        sql`select count(*)::int as n from tms_settle_line where tenant_id = ${ctx.tenantId} and org_id <> ${ctx.org.id}`,
      ),
    )
    expect(lines[0]?.n).toBe(0)
  })

  test('closes the books of a centre: nothing new on these days, drafts first, and what comes later counts later', async () => {
    const fc = await w.server.as('admin', 'FC01')
    const close = (closedTo: string, more: object = {}) =>
      fc.call(closeBooks, { centreId: centre(), closedTo, ...more })
    await expect(close('2026-11-28')).rejects.toMatchObject({ code: feeFaults.closing.code })
    const fee = { carrierId: w.owner, feeType: 'OTHER', amount: '1', bizDate: '2026-11-20' }
    const draft = await w.tc().call<Seen>(documentCalls(feeBills.CARRIER).create as never, fee as never)
    await expect(close('2026-11-27')).rejects.toMatchObject({ code: feeFaults.closesDrafts.code })
    await w.take(feeBills.CARRIER, 'approve', draft.id)
    await close('2026-11-27')
    const again = w.tc().call(documentCalls(feeBills.CARRIER).create as never, fee as never)
    await expect(again).rejects.toMatchObject({ code: feeFaults.closedPeriod.code })
    await expect(close('2026-11-10')).rejects.toMatchObject({ code: feeFaults.reopened.code })
    await w.server.inside('TC01', (ctx) =>
      ctx.tx.run(
        sql`update tms_ship_plan_bill set biz_date = '2026-11-25' where tenant_id = ${ctx.tenantId} and id = ${tripId}`,
      ),
    )
    const late = await w.drive()
    await w.server.inside('TC01', (ctx) =>
      ctx.tx.run(
        sql`update tms_ship_plan_bill set biz_date = '2026-11-26' where tenant_id = ${ctx.tenantId} and id = ${late.id}`,
      ),
    )
    await w.step('reopen', late.id, { reason: 'x' })
    await w.step('finish', late.id)
    await w.server.relay.drain()
    expect((await w.feesOf('CARRIER', { tripId: late.id })).map((f) => f.bizDate)).toEqual(['2026-11-28', '2026-11-28'])
    expect(await close('2026-11-10', { reason: '补录' })).toEqual({ closedTo: '2026-11-10' })
  })
})

test('the statement is a workbook that can be checked line by line', async () => {
  const file = await w.tc().bytes(statementFiles.CARRIER as never, { id: mine } as never)
  const [head, ...rows] = (await readSheet(file)).map((r) => r.cells)
  expect(head).toEqual(expect.arrayContaining(['派车单', '单价', '金额', '计算过程']))
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).toContain('20以内0.00 + 2.6 × 4.5 = 11.70')
})
