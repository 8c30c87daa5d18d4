import { compareWithFile } from '@lading/contract/tms/compareCalls.ts'
import { feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { carrierFeeBill, feePhotos } from '@lading/contract/tms/feeBill.ts'
import { rerateTrip, settlePrints } from '@lading/contract/tms/feeCalls.ts'
import type { Explain } from '@lading/contract/tms/feeExplain.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import { storeTrial } from '@lading/contract/tms/storage.ts'
import { createElement, Fragment } from 'react'
import type { PageSet } from '../../kernel/page.ts'
import type { Row } from '../../kernel/records.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { photoTab } from '../../platform/file/photoTab.ts'
import { later } from '../../platform/later.ts'

/** Fetched when they are first drawn: the list of pages must be readable without the client. */
const Explained = later(async () => (await import('./Explained.tsx')).Explained)
const Tools = {
  CARRIER: later(async () => (await import('./CloseBooks.tsx')).CloseBooks),
  CLIENT: later(async () => {
    const [{ PartyFees }, { RateStores }] = await Promise.all([import('./PartyFees.tsx'), import('./RateStores.tsx')])
    return () => createElement(Fragment, null, createElement(PartyFees, { party: 'CLIENT' }), createElement(RateStores))
  }),
  EMPLOYEE: later(async () => {
    const { PartyFees } = await import('./PartyFees.tsx')
    return () => createElement(PartyFees, { party: 'EMPLOYEE' })
  }),
}
const explain = (row: Row) => createElement(Explained, { of: row.explain as Explain | null })

const storeTrialDialog = {
  key: 'storeTrial',
  title: storeTrial.title,
  verb: 'view' as const,
  from: ['DRAFT', 'APPROVED', 'STOPPED'],
  view: later(async () => (await import('./TryOut.tsx')).TryOutStorage),
}

/** 费用协议 of a kind of party. */
export const agreementPages = (party: Party): PageSet =>
  billPage(feeAgreements[party], {
    aside: () => ['revise', 'stop'],
    dialogs: [
      {
        key: 'trial',
        title: ['试算', 'Try out'],
        verb: 'view',
        from: ['DRAFT', 'APPROVED', 'STOPPED'],
        view: later(async () => (await import('./TryOut.tsx')).tryOutOf(party)),
      },
      ...(party === 'CLIENT' ? [storeTrialDialog] : []),
    ],
  })

/** 承运商费用单 */
export const feePages: PageSet = billPage(carrierFeeBill, {
  cells: { explain },
  unasked: ['agreementId', 'settleId'],
  next: later(async () => (await import('./FeeNext.tsx')).FeeNext),
  tabs: (bill) => [photoTab(feePhotos.CARRIER, bill)],
  bulk: [
    {
      key: 'rerate',
      title: rerateTrip.title,
      verb: 'run',
      run: async (rows) => (await import('./rerate.ts')).rerateAll(rows),
    },
    {
      key: 'toPayable',
      title: ['加入应付单', 'Put on a payable'],
      verb: 'update',
      of: settleBills.CARRIER.header,
      run: async (rows) => (await import('./toPayable.ts')).putOnPayable(rows),
    },
  ],
})

const compareDialog = {
  key: 'compare',
  title: compareWithFile.title,
  verb: 'view' as const,
  from: ['DRAFT', 'SUBMITTED', 'APPROVED', 'CONFIRMED'],
  view: later(async () => (await import('./Compare.tsx')).Compare),
}

/** 结算单 of a kind of party. */
export const settlePages = (party: Party): PageSet => {
  const Statement = later(async () => (await import('./Statement.tsx')).statementOf(party))
  return billPage(settleBills[party], {
    Tools: Tools[party],
    aside: () => ['adjust', 'withdraw', 'reject', 'dispute', 'reverse'],
    // Nothing is left to be paid of it.
    refuses: (row) =>
      Number(row.open) === 0 ? {} : { close: ['尚有未收付金额', 'There is something left to be paid'] },
    dialogs: [
      ...(['add', 'drop'] as const).map((way) => ({
        key: `${way}Fees`,
        title: way === 'add' ? (['加费用', 'Add charges'] as const) : (['移出费用', 'Take charges off'] as const),
        verb: 'update' as const,
        from: ['DRAFT'],
        view: later(async () => (await import('./Fees.tsx')).feesDialog(party, way)),
      })),
      ...(party === 'CARRIER' ? [compareDialog] : []),
    ],
    tabs: (bill) => [
      { key: 'statement', title: ['对账明细', 'Statement'], content: createElement(Statement, { bill }) },
    ],
    print: { call: settlePrints[party], title: ['打印对账单', 'Print statement'] },
  })
}
