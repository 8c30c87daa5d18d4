import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { type feeBill, feeBills } from '@lading/contract/tms/feeBill.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { moneyText, parseMicro } from '@lading/contract/tms/feeMoney.ts'
import { type Party, parties, takenOff } from '@lading/contract/tms/feeTerms.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { documentRules } from '../../platform/document/served.ts'
import type { StepWorks } from '../../platform/document/steps.ts'
import { demandCentre } from './agreement.ts'
import { demandOpenDay } from './closing.ts'

interface Trip {
  readonly billNo: string
  readonly carrierId: string | null
  readonly driverId: string | null
  readonly coDriverId: string | null
  readonly truckId: string | null
}

/** Of which trip it is: one that the party drove. @throws Fault otherTrip */
async function demandTrip(ctx: Ctx, party: Party, a: Input): Promise<void> {
  a.truckId = null
  if (typeof a.tripId !== 'string') return
  const trip = found(
    await ctx.tx.maybe<Trip & object>(sql`
      select t.bill_no, t.carrier_id, t.driver_id, t.co_driver_id, t.truck_id from ${fromHere(ctx, shipPlanBill.header, 't')} where t.id = ${a.tripId}`),
    shipPlanBill.header.title,
  )
  const isOwn =
    party === 'CARRIER' ? trip.carrierId === a.carrierId : [trip.driverId, trip.coDriverId].includes(String(a.staffId))
  if (party !== 'CLIENT' && !isOwn) refuse(feeFaults.otherTrip, { no: trip.billNo, party: parties[party] })
  a.truckId = trip.truckId
}

/** Whatever is typed, to the cent; what is taken off is below nothing. */
function demandAmount(a: Input): void {
  const amount = parseMicro(String(a.amount))
  if (amount === 0n) refuse(faults.required, { field: ['金额', 'Amount'] })
  const size = amount < 0n ? -amount : amount
  a.amount = moneyText(takenOff.includes(String(a.feeType)) ? -size : amount)
}

type Source = 'MANUAL' | 'DRIVER' | 'AGREED'
/** What people say of money, not what was reckoned: it is corrected while it is a draft. */
const typed: readonly unknown[] = ['MANUAL', 'ABNORMAL', 'DRIVER']

export const feeRules = (party: Party, source: Source = 'MANUAL'): Rules =>
  documentRules(feeBills[party], {
    beforeCreate: async (ctx: Ctx, input: Input) => {
      demandCentre(ctx, input)
      input.party = party
      input.source = source
      input.tax = '0'
      demandAmount(input)
      await demandTrip(ctx, party, input)
      await demandOpenDay(ctx, String(input.bizDate))
    },
    beforeUpdate: async (ctx: Ctx, input: Input, before: Input) => {
      const whole = { ...before, ...input }
      // What was reckoned is rated again; it is not typed over.
      if (!typed.includes(before.source)) {
        const own: Input = Object.fromEntries(
          Object.entries(input).filter(([n]) => ['id', 'version', 'note', 'voucherNo'].includes(n)),
        )
        for (const name of Object.keys(input)) if (!(name in own)) delete input[name]
        return
      }
      demandAmount(whole)
      input.amount = whole.amount
      await demandOpenDay(ctx, String(whole.bizDate))
    },
  } as Rules) as Rules

export const feeSteps: StepWorks<typeof feeBill> = {
  approve: {
    effect: async (ctx, f) => {
      // What somebody asks for himself another looks at.
      if (f.source === 'DRIVER' && f.createdBy === ctx.userId)
        refuse(faults.notByMaker, { action: feeBills.EMPLOYEE.flow.steps.approve.title })
      if (f.isUnpriced) refuse(feeFaults.unpriced, { no: f.billNo })
      return undefined
    },
  },
  cancel: {
    effect: async (_ctx, f) => {
      if (f.settleId !== null) refuse(feeFaults.taken, { no: f.billNo })
      return undefined
    },
  },
}
