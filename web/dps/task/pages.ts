import * as calls from '@lading/contract/dps/calls.ts'
import { containerTask, dasPickTask, dpsPickTask, dpsTask } from '@lading/contract/dps/task.ts'
import { createElement } from 'react'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'
import type { PickCalls } from './Picks.tsx'

export const taskPages: PageSet = {
  entity: dpsTask.header,
  views: {
    List: async () => ({ default: (await import('./Tasks.tsx')).Tasks }),
    Dtl: async () => ({ default: (await import('./Tasks.tsx')).TaskDetail }),
  },
}

const picked = (of: PickCalls): PageSet => ({
  entity: of.view,
  views: {
    ...entityPage(of.view).views,
    List: async () => {
      const { Picks } = await import('./Picks.tsx')
      return { default: () => createElement(Picks, of) }
    },
  },
})
export const pickPages = picked({ view: dpsPickTask, confirm: calls.confirmPickByHand, relight: calls.relightPicks })
export const sowPages = picked({ view: dasPickTask, confirm: calls.confirmSowByHand, relight: calls.relightSows })

export const containerPages: PageSet = {
  entity: containerTask,
  views: {
    ...entityPage(containerTask).views,
    List: async () => ({ default: (await import('./Containers.tsx')).Containers }),
  },
}
