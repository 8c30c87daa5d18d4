import { PictureOutlined } from '@ant-design/icons'
import { product } from '@lading/contract/mdm/product.ts'
import { clearProductImage, setProductImage } from '@lading/contract/mdm/productImage.ts'
import { imageFaults, imageMaxBytes, imageTypes } from '@lading/contract/sys/file.ts'
import { Button, Upload } from 'antd'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { changed } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { ProductImage } from './ProductImage.tsx'
import { shrink } from './shrink.ts'

const accept = Object.values(imageTypes).join(',')

/** What a product looks like, and how that is changed. */
export function ImageSide({ row }: { row: Row }) {
  const t = useText()
  const may = useMay()
  const refused = useBlocked(product)
  const set = useWrite(setProductImage)
  const clear = useWrite(clearProductImage)
  const seen = { id: row.id, version: row.version }
  const imageId = typeof row.imageId === 'string' ? row.imageId : undefined
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      report(error)
    }
    await changed(product)
  }
  const choose = async (chosen: File): Promise<void> => {
    const file = await shrink(chosen)
    if (file.size > imageMaxBytes) return notify('warn', t(imageFaults.tooBig.text))
    await run(() => set.run(seen, file))
  }
  const drop = async (): Promise<void> => {
    const title = ['删除这张图片吗？', 'Remove this image?'] as const
    if ((await ask({ title, danger: true })) !== undefined) await run(() => clear.run(seen))
  }
  return (
    <div className="product-side">
      {imageId ? (
        <ProductImage productId={row.id} imageId={imageId} alt={String(row.name ?? '')} size="card" />
      ) : (
        <span className="product-image product-image-card product-image-none">
          <PictureOutlined aria-hidden />
          <small>{t(['暂无图片', 'No image'])}</small>
        </span>
      )}
      {may(product, 'update') && (
        <>
          <Upload
            accept={accept}
            showUploadList={false}
            disabled={refused !== undefined}
            beforeUpload={(file) => {
              void choose(file)
              return false
            }}
          >
            <Button loading={set.isBusy} disabled={refused !== undefined} title={refused}>
              {t(imageId ? ['更换图片', 'Replace image'] : ['上传图片', 'Upload image'])}
            </Button>
          </Upload>
          {imageId && (
            <Button
              type="text"
              danger
              loading={clear.isBusy}
              disabled={refused !== undefined}
              title={refused}
              onClick={() => void drop()}
            >
              {t(['删除图片', 'Remove image'])}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
