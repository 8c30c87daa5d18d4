import { takeVerbs } from '@lading/contract/wms/stockTakeBill.ts'
import type { OwnVerbs } from '../../platform/bill/useDialogs.tsx'
import { later } from '../../platform/later.ts'

/** What is done to a count beside the steps of its flow. */
export const takeDialogs: OwnVerbs = {
  dialogs: [
    {
      key: 'recount',
      title: takeVerbs.recount,
      verb: 'start',
      from: ['AUDITING'],
      view: later(async () => (await import('./RecountDialog.tsx')).RecountDialog),
    },
  ],
}
