import { PictureOutlined } from '@ant-design/icons'
import { product } from '@lading/contract/mdm/product.ts'
import { clearProductImage, setProductImage } from '@lading/contract/mdm/productImage.ts'
import { Button } from 'antd'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import { labelIn, type Row } from '../../kernel/records.ts'
import { changed } from '../../kernel/verbs.tsx'
import { ImageUpload } from '../../platform/file/ImageUpload.tsx'
import { ask } from '../../ui/ask.tsx'
import { ProductImage } from './ProductImage.tsx'

/** A photo of a phone is ten times larger than anybody looks at it. */
const worth = { sideMax: 1024, bytesEnough: 300_000 }

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
  const drop = async (): Promise<void> => {
    const title = ['删除这张图片吗？', 'Remove this image?'] as const
    if ((await ask({ title, danger: true })) !== undefined) await run(() => clear.run(seen))
  }
  return (
    <div className="product-side">
      {imageId ? (
        <ProductImage productId={row.id} imageId={imageId} alt={labelIn(product, row).name} size="card" />
      ) : (
        <span className="product-image product-image-card product-image-none">
          <PictureOutlined aria-hidden />
          <small>{t(['暂无图片', 'No image'])}</small>
        </span>
      )}
      {may(product, 'update') && (
        <>
          <ImageUpload
            label={t(imageId ? ['更换图片', 'Replace image'] : ['上传图片', 'Upload image'])}
            worth={worth}
            isBusy={set.isBusy}
            refused={refused}
            onFile={(file) => run(() => set.run(seen, file))}
          />
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
