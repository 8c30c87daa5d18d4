import type { Photo, PhotoCalls } from '@lading/contract/sys/photo.ts'
import { Image } from 'antd'
import { useImage } from './useImage.ts'

interface Props {
  readonly calls: PhotoCalls
  readonly billId: string
  readonly photo: Photo
  /** In pixels. */
  readonly size?: { readonly width: number; readonly height: number }
}
const usual = { width: 160, height: 120 }

/** A photo of a document as large as there is room for it; a press shows all of it. */
export function Picture({ calls, billId, photo, size = usual }: Props) {
  const url = useImage(photo.id, calls.show, { id: billId, photoId: photo.id })
  return url ? <Image src={url} alt={photo.name} {...size} /> : <span className="photo-wait" style={size} />
}
