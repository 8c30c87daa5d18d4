import { stockTypeScheme } from '@lading/contract/wms/stockTypeScheme.ts'
import { entityPage } from '../../platform/entityPage.ts'

export const typePages = entityPage(stockTypeScheme)
