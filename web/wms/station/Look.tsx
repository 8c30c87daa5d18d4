import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { ProductImage } from '../product/ProductImage.tsx'

/** What the goods look like, where somebody has shown it. */
export const Look = ({ line: { product } }: { line: WorkLine }) =>
  product?.imageId && (
    <ProductImage productId={product.id} imageId={product.imageId} alt={product.name} size="station" />
  )
