import { routeScheme } from '@lading/contract/tms/routeScheme.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const routeSchemePages = entityPage(
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
