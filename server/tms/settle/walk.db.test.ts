import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { feeBills } from '@lading/contract/tms/feeBill.ts'
import { addFees, closeBooks, dropFees } from '@lading/contract/tms/feeCalls.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../testing/server.ts'
import { Random } from '../routing/random.ts'
import { brokenMoney } from '../testing/moneyRules.ts'
import { type MoneyWorld, openMoney } from '../testing/moneyWorld.ts'
import type { Row, Seen } from '../testing/tripWorld.ts'

/** How many settlements, and which walk. */
const settlements = Number(process.env.WALK_SETTLEMENTS ?? 100)
const seed = Number(process.env.WALK_SEED ?? 47)

let w: MoneyWorld
let second: Client
beforeAll(async () => {
  w = await openMoney()
  second = await w.second()
})
afterAll(() => w.server.close())

const day = (n: number): string => `2026-11-${String(n).padStart(2, '0')}`
/** What a person may be told; anything else is a fault of the product. */
const isRefusal = (code: unknown): boolean => typeof code === 'number' && code >= 40000 && code < 50000

test(`random settlements keep F1 to F5 after each step, seed ${seed}`, { timeout: 400_000 }, async () => {
  const numbers = new Random(seed)
  const random = () => numbers.next()
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const ofParty = {
    CARRIER: { carrierId: w.owner },
    CLIENT: { clientId: w.chain },
    EMPLOYEE: { staffId: w.fleet[0]?.driver },
  } as const
  const parties = Object.keys(ofParty) as Party[]
  const agreement = await w.agree('CARRIER', ofParty.CARRIER)
  const stood = await w
    .tc()
    .call<Row>(documentCalls(feeAgreements.CARRIER).getById as never, { id: agreement } as never)
  let made = 0
  let refused = 0
  let vouchers = 0
  const open = async (party: Party): Promise<Row | undefined> =>
    pick((await w.page(settleBills[party], {})).records.filter((r) => r.state !== 'VOID' && r.state !== 'CLOSED'))
  const waitingFees = async (party: Party) =>
    (await w.feesOf(party, { state: 'CONFIRMED' })).filter((f) => f.settleId === null)
  const stepOf = async (step: string, more: object = {}, who?: Client) => {
    const party = pick(parties)
    const bill = await open(party)
    if (!bill) return
    const { failed } = await w.take(settleBills[party], step, bill.id, more, who)
    for (const f of failed) throw f
  }
  const acts: Record<string, () => Promise<unknown>> = {
    fee: async () => {
      const party = pick(parties)
      const feeType = pick(['TOLL', 'OTHER', 'DEDUCT', 'FREIGHT'])
      const amount = (1 + random() * 500).toFixed(2)
      const { id } = await w
        .tc()
        .call<Seen>(
          documentCalls(feeBills[party]).create as never,
          { ...ofParty[party], feeType, amount, bizDate: day(1 + Math.floor(random() * 28)) } as never,
        )
      if (random() < 0.9) await w.take(feeBills[party], 'approve', id)
    },
    collect: async () => {
      const party = pick(parties)
      const from = 1 + Math.floor(random() * 20)
      await w.settle(party, {
        ...ofParty[party],
        periodFrom: day(from),
        periodTo: day(from + Math.floor(random() * 8)),
      })
      made++
    },
    voidFee: async () => {
      const party = pick(parties)
      const fee = pick(await w.feesOf(party))
      if (fee) for (const f of (await w.take(feeBills[party], 'cancel', fee.id, { reason: 'x' })).failed) throw f
    },
    add: async () => {
      const party = pick(parties)
      const [bill, fee] = [await open(party), pick(await waitingFees(party))]
      if (bill && fee) await w.tc().call(addFees[party], { id: bill.id, version: bill.version, feeIds: [fee.id] })
    },
    drop: async () => {
      const party = pick(parties)
      const bill = await open(party)
      const fee = bill && pick(await w.feesOf(party, { settleId: bill.id }))
      if (bill && fee) await w.tc().call(dropFees[party], { id: bill.id, version: bill.version, feeIds: [fee.id] })
    },
    adjust: () => stepOf('adjust', { input: { adjust: (random() * 60 - 30).toFixed(2), adjustReason: 'x' } }),
    submit: () => stepOf('submit'),
    withdraw: () => stepOf('withdraw'),
    approve: () => stepOf('approve', {}, random() < 0.8 ? second : w.tc()),
    reject: () => stepOf('reject', { reason: 'x' }),
    agree: () => stepOf('agree'),
    dispute: () => stepOf('dispute', { reason: 'x' }),
    invoice: async () => {
      const party = pick(['CARRIER', 'CLIENT'] as const)
      const bill = await open(party)
      if (!bill) return
      const invoiceAmount = (Number(bill.net) + pick([0, 0.01, -0.01, 0.02, 5])).toFixed(2)
      for (const f of (
        await w.take(settleBills[party], 'invoice', bill.id, {
          input: { invoiceNo: 'F', invoiceAmount, invoicedOn: day(28) },
        })
      ).failed)
        throw f
    },
    pay: async () => {
      const party = pick(parties)
      const bill = await open(party)
      if (!bill) return
      const payAmount = pick([
        String(bill.open),
        (Number(bill.open) / 2).toFixed(2),
        (Number(bill.open) + 0.01).toFixed(2),
        '0',
      ])
      const input = {
        payAmount,
        voucherNo: `V${random() < 0.9 ? ++vouchers : vouchers}`,
        paidOn: day(28),
        method: 'BANK',
      }
      for (const f of (await w.take(settleBills[party], 'pay', bill.id, { input })).failed) throw f
    },
    reverse: async () => {
      const party = pick(parties)
      const bill = await open(party)
      if (!bill) return
      const whole = await w.settlement(party, bill.id)
      const voucherNo = (pick(whole.payments as Row[])?.voucherNo as string) ?? 'V0'
      for (const f of (await w.take(settleBills[party], 'reverse', bill.id, { input: { voucherNo }, reason: 'x' }))
        .failed)
        throw f
    },
    cancel: () => stepOf('cancel', { reason: 'x' }),
    close: () => stepOf('close'),
    books: () => w.tc().call(closeBooks, { closedTo: day(1 + Math.floor(random() * 5)), reason: 'x' } as never),
    changeAgreement: () =>
      w
        .tc()
        .call(
          documentCalls(feeAgreements.CARRIER).update as never,
          { id: agreement, version: stood.version, name: 'other' } as never,
        ),
  }
  // How often beside once: what comes in, and what leads on.
  const often = { fee: 8, collect: 6, submit: 3, approve: 3, agree: 2, invoice: 2, pay: 2 }
  const names = [...Object.entries(often).flatMap(([name, n]) => Array(n).fill(name)), ...Object.keys(acts)]
  for (let i = 0; made < settlements; i++) {
    const name = pick(names)
    await acts[name]?.().catch((error: { code?: number; message?: string }) => {
      if (!isRefusal(error.code)) throw error
      refused++
    })
    expect(await brokenMoney(w.server), `step ${i}: ${name}`).toEqual([])
  }
  const { states } = await w.server.inside('TC01', (ctx) =>
    ctx.tx.one<{ states: string[] }>(
      sql`select array_agg(distinct state order by state) as states from tms_settle_bill where tenant_id = ${ctx.tenantId}`,
    ),
  )
  // It has been everywhere, and what was refused was refused.
  expect(states).toEqual(expect.arrayContaining(['CONFIRMED', 'INVOICED', 'PAID', 'PARTIAL', 'VOID']))
  expect(refused).toBeGreaterThan(50)
  expect(
    await w.tc().call<Row>(documentCalls(feeAgreements.CARRIER).getById as never, { id: agreement } as never),
  ).toEqual(stood)
})
