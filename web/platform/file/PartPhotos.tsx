import type { Photo, PhotoCalls } from '@lading/contract/sys/photo.ts'
import { Image } from 'antd'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import { changed } from '../../kernel/verbs.tsx'
import { ImageUpload } from './ImageUpload.tsx'
import { Picture } from './Picture.tsx'
import { photoWorth } from './shrink.ts'
import './photos.css'

interface Props {
  readonly calls: PhotoCalls
  readonly billId: string
  readonly partId: string
  /** What is photographed, for who hears the button only. */
  readonly name: string
  /** Those of this part. */
  readonly photos: readonly Photo[]
}
const small = { width: 48, height: 36 }

/** Photos of one part of a document, where it is worked on: each a thumbnail, and one more is taken in place. */
export function PartPhotos({ calls, billId, partId, name, photos }: Props) {
  const t = useText()
  const may = useMay()(calls.of, calls.by)
  const refused = useBlocked(calls.of)
  const add = useWrite(calls.add)
  const take = async (file: File): Promise<void> => {
    await add.run({ id: billId, partId }, file).catch(report)
    await changed(calls.of)
  }
  return (
    <div className="part-photos">
      <Image.PreviewGroup>
        {photos.map((photo) => (
          <Picture key={photo.id} calls={calls} billId={billId} photo={photo} size={small} />
        ))}
      </Image.PreviewGroup>
      {may && (
        <ImageUpload
          label={t(['拍照', 'Take a photo'])}
          name={name}
          worth={photoWorth}
          isBusy={add.isBusy}
          refused={refused}
          onFile={take}
        />
      )}
    </div>
  )
}
