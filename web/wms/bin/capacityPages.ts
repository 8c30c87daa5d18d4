import { binCapacity } from '@lading/contract/wms/binCapacity.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const capacityPages = entityPage(binCapacity, {
  show: {
    binId: ({ place }) => place === 'BIN',
    binTypeId: ({ place }) => place === 'TYPE',
    storageAreaId: ({ place }) => place === 'AREA',
    productId: ({ categoryId }) => !categoryId,
    categoryId: ({ productId }) => !productId,
  },
})
