import { compareWithFile } from '@lading/contract/tms/compareCalls.ts'
import { tellExpense } from '@lading/contract/tms/driverExpense.ts'
import { feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { feeBill, feeBills, feePhotos } from '@lading/contract/tms/feeBill.ts'
import {
  addFees,
  closeBooks,
  closedTo,
  dropFees,
  rerateTrip,
  settlePrints,
  statementFiles,
  statements,
  trials,
  tripMoney,
} from '@lading/contract/tms/feeCalls.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { agreeFreight, tripFreight } from '@lading/contract/tms/freight.ts'
import { settleBill, settleBills, settleLine } from '@lading/contract/tms/settleBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import type { Computations } from '../../kernel/registry.ts'
import { demandAt } from '../../kernel/scope.ts'
import type { TableExtra } from '../../kernel/tables.ts'
import { businessDay } from '../../platform/document/day.ts'
import { type PrintNeeds, printDocument } from '../../platform/print/documents.ts'
import { paperForm } from '../../platform/print/sheet.ts'
import { comparison } from '../settle/comparison.ts'
import { addTo, dropFrom } from '../settle/lines.ts'
import { statement, statementDocument, statementPaper } from '../settle/statement.ts'
import { flowOf, settleRules, settleSteps } from '../settle/steps.ts'
import { statementFile } from '../settle/workbook.ts'
import { agree, freightOf } from './agreeFreight.ts'
import { agreementRules, agreementSteps } from './agreement.ts'
import { feeRules, feeSteps } from './bills.ts'
import { atCentre } from './centre.ts'
import { closedUpTo, closeUpTo } from './closing.ts'
import { claimExpense } from './expense.ts'
import { feePhotoCount, feePhotosServed } from './photos.ts'
import { moneyServed } from './served.ts'
import { moneyOfTrip, rerate, trial } from './trial.ts'

const kinds: readonly Party[] = ['CARRIER', 'CLIENT', 'EMPLOYEE']

const ofParty = (o: PrintNeeds, party: Party): Served[] => [
  ...moneyServed(feeAgreements[party], agreementSteps(feeAgreements[party].header.key) as never, agreementRules(party)),
  ...moneyServed(feeBills[party], feeSteps as never, feeRules(party)),
  ...moneyServed(settleBills[party], settleSteps(party) as never, settleRules(party), flowOf(party)),
  serve(trials[party], trial(party)),
  serve(addFees[party], addTo(party)),
  serve(dropFees[party], dropFrom(party)),
  serve(statements[party], statement(party)),
  serveOutside(statementFiles[party], statementFile(party)),
  serveOutside(settlePrints[party], (request, input) =>
    printDocument(request, statementDocument(party), input, {
      ...o,
      demandHere: (ctx) => demandAt(settleBills[party].header, ctx),
    }),
  ),
]

/** 协议, 费用 and 结算 of carriers, clients and employees. */
export const feesServed = (o: PrintNeeds): Served[] => [
  ...kinds.flatMap((party) => ofParty(o, party)),
  ...(['CARRIER', 'EMPLOYEE'] as const).flatMap((party) => feePhotosServed(feeBills[party], feePhotos[party])),
  serve(tellExpense, claimExpense),
  serveOutside(compareWithFile, comparison),
  serve(rerateTrip, rerate),
  serve(agreeFreight, agree),
  serve(tripFreight, freightOf),
  serve(tripMoney, moneyOfTrip),
  serve(closedTo, async (ctx, { centreId }) => ({ closedTo: await closedUpTo(await atCentre(ctx, centreId)) })),
  serve(closeBooks, async (ctx, input) => closeUpTo(await atCentre(ctx, input.centreId), input.closedTo, input.reason)),
]
export const settlementForms = [paperForm(statementPaper)]

const due = (today: string): Sql =>
  sql`coalesce(t.due_on < ${today} and t.state not in ('PAID', 'CLOSED', 'VOID'), false)`
export const feeComputed: Computations = {
  ...feePhotoCount,
  [settleBill.header.table]: {
    open: { value: () => sql`case when t.state = 'VOID' then 0 else t.net - t.paid end` },
    overdue: { value: (ctx) => due(businessDay(ctx)) },
  },
}
export const feeExtras: Readonly<Record<string, TableExtra>> = {
  [feeBill.header.key]: {
    // What is rated again is the same row; what was confirmed of it stays beside it.
    indexes: [
      { columns: 'rate_key', where: "state = 'DRAFT' and rate_key is not null", unique: true },
      { columns: 'rate_key', where: 'rate_key is not null' },
    ],
    checks: ["state <> 'SETTLED' or settle_id is not null"],
  },
  // F1: a charge is on one settlement that counts, at most.
  [settleLine.key]: { indexes: [{ columns: 'fee_id', where: 'is_live', unique: true }] },
  // F2 and F3, where nobody passes by.
  [settleBill.header.key]: { checks: ['net = amount + adjust', 'paid <= greatest(net, 0)', 'paid >= 0'] },
}
