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
          fields: ['objective', 'unassignedCost', 'wTruck', 'wKm', 'wHour', 'wStop', 'wBalanceStops'],
        },
        { title: ['区域与线路', 'Regions and routes'], fields: ['wCompact', 'wRegionMix'] },
        {
          title: ['时间', 'Time'],
          fields: [
            'departFrom',
            'departTo',
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
            'palletsFill',
            'containersFill',
            'minFill',
            'mixedTemp',
            'pickups',
          ],
        },
        {
          title: ['车辆与车次', 'Trucks and trips'],
          fields: ['maxStops', 'maxKm', 'maxDurationMin', 'maxTrips', 'reloadMin', 'openRoute'],
        },
        { title: ['求解参数', 'Solver'], fields: ['budgetS', 'maxIter', 'seed'] },
      ],
      // What is not counted needs no limit.
      show: {
        weightFill: ({ capacities }) => has(capacities, 'WEIGHT'),
        volumeFill: ({ capacities }) => has(capacities, 'VOLUME'),
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
