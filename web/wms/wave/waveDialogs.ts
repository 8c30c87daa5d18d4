import { waveVerbs as words } from '@lading/contract/wms/waveBill.ts'
import type { OwnVerbs } from '../../platform/bill/useDialogs.tsx'
import { later } from '../../platform/later.ts'

/** What is done to a wave beside the steps of its flow. */
export const waveVerbs: OwnVerbs = {
  dialogs: [
    {
      key: 'addOrders',
      title: words.addOrders,
      verb: 'update',
      from: ['SAVED', 'STARTED', 'INPROGRESS'],
      view: later(async () => (await import('./OrdersDialog.tsx')).AddOrders),
    },
    {
      key: 'removeOrders',
      title: words.removeOrders,
      verb: 'update',
      from: ['SAVED'],
      view: later(async () => (await import('./OrdersDialog.tsx')).RemoveOrders),
    },
    {
      key: 'plan',
      title: words.plan,
      verb: 'view',
      from: ['SAVED', 'STARTEXCEPTION'],
      view: later(async () => (await import('./WavePlan.tsx')).WavePlan),
    },
  ],
}
