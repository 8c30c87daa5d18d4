import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const vrpConfigPages: PageSet = {
  entity: vrpConfig,
  views: {
    ...entityPage(vrpConfig, {
      sections: [
        {
          title: ['目标权重', 'Objective'],
          fields: ['objective', 'unassignedCost', 'wTruck', 'wKm', 'wHour', 'wStop', 'wBalanceHours', 'wBalanceStops'],
        },
        { title: ['区域与线路', 'Regions and routes'], fields: ['wCompact', 'wRegionMix', 'wRouteDev'] },
        {
          title: ['时间', 'Time'],
          fields: [
            'departFrom',
            'departTo',
            'dockSlots',
            'lateMaxMin',
            'lateCostPerMin',
            'shiftMin',
            'overtimeCostPerMin',
            'breakAfterMin',
            'breakMin',
          ],
        },
        {
          title: ['装载', 'Loading'],
          fields: [
            'capacities',
            'weightFill',
            'volumeFill',
            'piecesFill',
            'palletsFill',
            'containersFill',
            'minFill',
            'mixedTemp',
            'pickups',
            'splits',
          ],
        },
        {
          title: ['车辆与车次', 'Trucks and trips'],
          fields: ['maxStops', 'maxKm', 'maxDurationMin', 'maxTrips', 'reloadMin', 'openRoute'],
        },
        { title: ['求解参数', 'Solver'], fields: ['budgetS', 'maxIter', 'workers', 'seed', 'keepLocked'] },
      ],
      // What is not counted needs no limit.
      show: {
        weightFill: ({ capacities }) => has(capacities, 'WEIGHT'),
        volumeFill: ({ capacities }) => has(capacities, 'VOLUME'),
        piecesFill: ({ capacities }) => has(capacities, 'PIECES'),
        palletsFill: ({ capacities }) => has(capacities, 'PALLETS'),
        containersFill: ({ capacities }) => has(capacities, 'CONTAINERS'),
        lateCostPerMin: ({ lateMaxMin }) => Number(lateMaxMin) > 0,
        reloadMin: ({ maxTrips }) => Number(maxTrips) > 1,
      },
    }).views,
    List: async () => ({ default: (await import('./VrpConfigs.tsx')).VrpConfigs }),
  },
}
const has = (chosen: unknown, one: string): boolean => Array.isArray(chosen) && chosen.includes(one)
