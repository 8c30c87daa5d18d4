import type { Manifest } from '../kernel/manifest.ts'
import { pageSet, type View } from '../kernel/page.ts'

const listed: readonly View[] = ['List', 'Dtl']

/** 电子标签 */
export const dps: Manifest = {
  pages: {
    'dps/pickDashboard': async () => ({ default: (await import('./rack/PickBoard.tsx')).PickBoard }),
    'dps/dpsEquipmentInfo': pageSet('dps.controller', async () => (await import('./device/pages.ts')).controllerPages),
    'dps/dpsBaseInfoView': pageSet('dps.line', async () => (await import('./jobpoint/pages.ts')).linePages),
    'dps/dpsJobpointList': pageSet('dps.jobpoint', async () => (await import('./jobpoint/pages.ts')).jobpointPages),
    'dps/dpsTaskList': pageSet('dps.task', async () => (await import('./task/pages.ts')).taskPages, listed),
    'dps/dpsPickTaskList': pageSet('dps.pickTask', async () => (await import('./task/pages.ts')).pickPages, listed),
    'dps/dpsContainerQueryList': pageSet(
      'dps.containerTask',
      async () => (await import('./task/pages.ts')).containerPages,
      listed,
    ),
    'dps/dasPickTaskList': pageSet('dps.sowPick', async () => (await import('./task/pages.ts')).sowPages, listed),
    'dps/dasContainerQueryList': pageSet(
      'dps.sowContainer',
      async () => (await import('./sow/pages.ts')).boxPages,
      listed,
    ),
    'dps/manufactureReceive': async () => ({ default: (await import('./sow/Induct.tsx')).Induct }),
    'dps/dpsSystemMonitor': async () => ({ default: (await import('./device/Monitor.tsx')).Monitor }),
    'dps/warehouseBinList': pageSet(
      'dps.warehouseBin',
      async () => (await import('./warehouse/pages.ts')).binPages,
      listed,
    ),
    'dps/operateBillList': pageSet(
      'dps.operateBill',
      async () => (await import('./warehouse/pages.ts')).orderPages,
      listed,
    ),
    'dps/waveBillList': pageSet('dps.waveBill', async () => (await import('./warehouse/pages.ts')).wavePages, listed),
  },
}
