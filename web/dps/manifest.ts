import type { Manifest } from '../kernel/manifest.ts'
import { pageSet, type View } from '../kernel/page.ts'

const listed: readonly View[] = ['List', 'Dtl']

/** One way to all pages of a kind: the first list carries each that is written here. */
const points = () => import('./jobpoint/pages.ts')
const tasks = () => import('./task/pages.ts')
const views = () => import('./warehouse/pages.ts')

/** 电子标签 */
export const dps: Manifest = {
  pages: {
    'dps/pickDashboard': async () => ({ default: (await import('./rack/PickBoard.tsx')).PickBoard }),
    'dps/dpsEquipmentInfo': pageSet('dps.controller', async () => (await import('./device/pages.ts')).controllerPages),
    'dps/dpsBaseInfoView': pageSet('dps.line', async () => (await points()).linePages),
    'dps/dpsJobpointList': pageSet('dps.jobpoint', async () => (await points()).jobpointPages),
    'dps/dpsTaskList': pageSet('dps.task', async () => (await tasks()).taskPages, listed),
    'dps/dpsPickTaskList': pageSet('dps.pickTask', async () => (await tasks()).pickPages, listed),
    'dps/dpsContainerQueryList': pageSet('dps.containerTask', async () => (await tasks()).containerPages, listed),
    'dps/dasPickTaskList': pageSet('dps.sowPick', async () => (await tasks()).sowPages, listed),
    'dps/dasContainerQueryList': pageSet(
      'dps.sowContainer',
      async () => (await import('./sow/pages.ts')).boxPages,
      listed,
    ),
    'dps/manufactureReceive': async () => ({ default: (await import('./sow/Induct.tsx')).Induct }),
    'dps/dpsSystemMonitor': async () => ({ default: (await import('./device/Monitor.tsx')).Monitor }),
    'dps/warehouseBinList': pageSet('dps.warehouseBin', async () => (await views()).binPages, listed),
    'dps/operateBillList': pageSet('dps.operateBill', async () => (await views()).orderPages, listed),
    'dps/waveBillList': pageSet('dps.waveBill', async () => (await views()).wavePages, listed),
  },
}
