import { productBin } from '@lading/contract/wms/scheme.ts'
import { Part, shownColumns } from '../board/StockPart.tsx'

const columns = shownColumns(productBin, ['role', 'binId', 'area', 'minCases', 'maxCases', 'onHand', 'fill'])

/** Pick faces and reserve bins of a product, with their limits and what lies there. */
export const BinsTab = ({ productId }: { productId: string }) => (
  <Part of={columns} where={{ productId: [productId] }} />
)
