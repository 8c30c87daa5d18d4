import { shipPhotos } from '@lading/contract/wms/photos.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { shipContainers, shipGoods } from '@lading/contract/wms/trail.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { photoTab } from '../../platform/file/photoTab.ts'
import { later } from '../../platform/later.ts'
import { trailTabs } from '../../platform/trail/trailTabs.ts'
import { printings } from '../printings.ts'
import { tasksOf } from '../task/tasksOf.ts'
import { shipDialogs, shipVain } from './shipDialogs.ts'

export const shipPages = billPage(shipBill, {
  tasks: tasksOf('ENTER_TRUCK', 'ABOLISH_TRUCK', 'DESPATCH'),
  tabs: (bill) => [...trailTabs(shipContainers, shipGoods)(bill), photoTab(shipPhotos, bill)],
  stages: ['containers', 'loaded'],
  next: later(async () => (await import('./NextStep.tsx')).ShipNext),
  dialogs: shipDialogs,
  refuses: shipVain,
  print: [printings.shipBill, printings.shipNotes, printings.gatePass],
})
