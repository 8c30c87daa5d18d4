import { DeleteOutlined } from '@ant-design/icons'
import type { Photo, PhotoCalls } from '@lading/contract/sys/photo.ts'
import { Button, Image } from 'antd'
import type { ComponentType } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { ImageUpload } from './ImageUpload.tsx'
import { Picture } from './Picture.tsx'
import { photoWorth } from './shrink.ts'
import './photos.css'

export interface PhotosTabProps {
  readonly calls: PhotoCalls
  readonly bill: Row
  /** Says of which part of the document a photo is, where there are photos of parts. */
  readonly captions?: ComponentType<{ partId: string; bill: Row }>
}

/** Photos of a document: looked at one after the other, added from a computer or the camera of a phone, removed. */
export function PhotosTab({ calls, bill, captions: Captions }: PhotosTabProps) {
  const t = useText()
  const may = useMay()(calls.of, calls.by)
  const refused = useBlocked(calls.of)
  const photos = useCall(calls.list, { id: bill.id })
  const add = useWrite(calls.add)
  const remove = useWrite(calls.remove)
  const run = async (work: Promise<unknown>): Promise<void> => {
    await work.catch(report)
    await Promise.all([photos.refetch(), changed(calls.of)])
  }
  const drop = async ({ id, name }: Photo): Promise<void> => {
    const title = ['删除照片[{name}]？', 'Remove photo [{name}]?'] as const
    if ((await ask({ title, args: { name }, ok: words.remove, danger: true })) === undefined) return
    await run(remove.run({ id: bill.id, photoId: id }))
  }
  if (photos.error && !photos.data) return <NotRead of={photos} />
  if (!photos.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  const upload = may && (
    <ImageUpload
      label={t(['上传照片', 'Add a photo'])}
      worth={photoWorth}
      isBusy={add.isBusy}
      refused={refused}
      onFile={(file) => run(add.run({ id: bill.id }, file))}
    />
  )
  if (photos.data.length === 0) return <Empty title={t(['还没有照片', 'No photos yet'])}>{upload}</Empty>
  return (
    <div className="photos">
      <Image.PreviewGroup>
        <ul className="photo-list">
          {photos.data.map((photo) => (
            <li key={photo.id}>
              <Picture calls={calls} billId={bill.id} photo={photo} />
              <span className="photo-said">
                <span title={photo.name}>{photo.name}</span>
                {Captions && photo.partId !== null && <Captions partId={photo.partId} bill={bill} />}
                <small className="muted">
                  {photo.creatorName} {shownTime(photo.createTime)}
                </small>
              </span>
              {may && (
                <Button
                  size="small"
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t(['删除{name}', 'Remove {name}'], { name: photo.name })}
                  disabled={refused !== undefined}
                  title={refused ?? t(words.remove)}
                  onClick={() => void drop(photo)}
                />
              )}
            </li>
          ))}
        </ul>
      </Image.PreviewGroup>
      {upload}
    </div>
  )
}
