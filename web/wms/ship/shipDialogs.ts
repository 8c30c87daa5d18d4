import { shipFlow } from '@lading/contract/wms/shipBill.ts'
import { addStaged, leaveContainers } from '@lading/contract/wms/shipCalls.ts'
import type { BillDialog } from '../../platform/bill/useDialogs.tsx'
import { later } from '../later.ts'

/** What is done to a shipment beside its plain steps. */
export const shipDialogs: readonly BillDialog[] = [
  {
    key: 'addStaged',
    title: addStaged.title,
    verb: 'update',
    from: ['SAVED', 'APPROVED', 'INPROGRESS'],
    view: later(async () => (await import('./StagedDialog.tsx')).StagedDialog),
  },
  {
    key: 'leave',
    title: leaveContainers.title,
    verb: 'finish',
    from: ['INPROGRESS'],
    view: later(async () => (await import('./LeaveDialog.tsx')).LeaveDialog),
  },
  {
    key: 'despatch',
    title: shipFlow.steps.despatch.title,
    verb: 'start',
    from: shipFlow.steps.despatch.from,
    view: later(async () => (await import('./DepartDialog.tsx')).DepartDialog),
  },
]
