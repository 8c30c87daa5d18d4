import { productImage } from '@lading/contract/mdm/productImage.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFile } from '../../client/client.ts'
import './product.css'

interface Props {
  readonly productId: string
  readonly imageId: string
  /** What it shows, for whoever does not see it. */
  readonly alt: string
  readonly size: 'thumb' | 'card' | 'station'
}

/** The image of a product. It is fetched like any call, since a bare address says nothing of who asks. */
export function ProductImage({ productId, imageId, alt, size }: Props) {
  const { data } = useQuery({
    queryKey: ['image', imageId],
    queryFn: async ({ signal }) => (await fetchFile(productImage, { id: productId }, { signal })).blob(),
    // Another image has another id.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return (
    <span className={`product-image product-image-${size}`}>
      {url && <img src={url} alt={alt} draggable={false} />}
    </span>
  )
}
