import { routePrints, routeScheme } from '@lading/contract/tms/routeScheme.ts'
import { createElement } from 'react'
import type { PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'
import { printView } from '../../platform/print/printPage.ts'

const print = { call: routePrints.routeScheme, title: routePrints.routeScheme.title }

const { entity, views } = entityPage(
  routeScheme,
  {
    sections: [{ title: ['默认车辆', 'Usual truck'], fields: ['carrierId', 'truckTypeId', 'truckId', 'driverId'] }],
    where: {
      truckId: ({ carrierId, truckTypeId }) => ({
        ...(typeof carrierId === 'string' && { carrierId }),
        ...(typeof truckTypeId === 'string' && { typeId: truckTypeId }),
      }),
    },
  },
  async () => ({ stops: (await import('./StopsInput.tsx')).StopsInput }),
)

export const routeSchemePages: PageSet = {
  entity,
  views: {
    ...views,
    List: async () => {
      const { SchemeList } = await import('./SchemeViews.tsx')
      return { default: () => createElement(SchemeList, { of: routeScheme, print }) }
    },
    Dtl: async () => {
      const { SchemeDetail } = await import('./SchemeViews.tsx')
      return { default: () => createElement(SchemeDetail, { of: routeScheme, print }) }
    },
  },
  printView: printView(routeScheme, print),
}
