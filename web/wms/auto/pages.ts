import { autoRule } from '@lading/contract/wms/autoRule.ts'
import type { FormShape } from '../../kernel/form/shape.ts'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

/** Each trigger asks what it needs. */
const shape: FormShape = {
  show: {
    everyMin: ({ trigger }) => trigger === 'EVERY',
    cutOff: ({ trigger }) => trigger === 'CUTOFF',
    cron: ({ trigger }) => trigger === 'CRON',
  },
  sections: [
    { title: ['何时', 'When'], fields: ['trigger', 'everyMin', 'cutOff', 'cron', 'minOrders'] },
    {
      title: ['取哪些单据', 'Which orders'],
      fields: ['ownerIds', 'modes', 'deliveries', 'storeKinds', 'temperatures', 'routes', 'dueDays'],
    },
    {
      title: ['波次', 'The wave'],
      fields: [
        'maxOrders',
        'maxStores',
        'maxLines',
        'maxWeightKg',
        'maxVolumeM3',
        'maxMinutes',
        'ration',
        'dueMin',
        'autoStart',
      ],
    },
  ],
}

export const autoPages: PageSet = {
  entity: autoRule,
  views: {
    ...entityPage(autoRule, shape).views,
    List: async () => ({ default: (await import('./AutoStation.tsx')).AutoStation }),
    Dtl: async () => ({ default: (await import('./AutoStation.tsx')).AutoDetail }),
  },
}
