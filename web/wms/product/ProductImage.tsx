import { productImage } from '@lading/contract/mdm/productImage.ts'
import { useImage } from '../../platform/file/useImage.ts'
import './product.css'

interface Props {
  readonly productId: string
  readonly imageId: string
  /** What it shows, for whoever does not see it. */
  readonly alt: string
  readonly size: 'thumb' | 'card' | 'station'
}

/** The image of a product. */
export function ProductImage({ productId, imageId, alt, size }: Props) {
  const url = useImage(imageId, productImage, { id: productId })
  return (
    <span className={`product-image product-image-${size}`}>
      {url && <img src={url} alt={alt} draggable={false} />}
    </span>
  )
}
