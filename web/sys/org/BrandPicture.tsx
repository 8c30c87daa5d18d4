import type { Text } from '@lading/contract/kernel/text.ts'
import { type BrandImageName, brandImages } from '@lading/contract/sys/brand.ts'
import { Button } from 'antd'
import { useText } from '../../client/text.ts'
import { ImageUpload } from '../../platform/file/ImageUpload.tsx'
import type { Worth } from '../../platform/file/shrink.ts'
import { ask } from '../../ui/ask.tsx'
import { BrandImage } from '../../ui/BrandImage.tsx'
import type { BrandModel } from './useBrand.ts'

const logo: Worth = { sideMax: 800, bytesEnough: 200_000, isClear: true }
/** Where each stands, and what it is worth keeping for that. */
const places: Readonly<Record<BrandImageName, { where: Text; worth: Worth; isOnDark?: boolean }>> = {
  loginBackground: {
    where: ['登录页左侧，建议1920×1080', 'Left side of the login page; 1920×1080 recommended'],
    worth: { sideMax: 1920, bytesEnough: 500_000 },
  },
  loginLogo: {
    where: ['登录页左上角，在深色底上', 'Top left of the login page, on a dark background'],
    worth: logo,
    isOnDark: true,
  },
  mediumLogo: { where: ['手机上的登录页', 'Login page on phones'], worth: logo },
  colorLogo: {
    where: ['登录框上方和系统左上角', 'Above the login form, and at the top left of the app'],
    worth: logo,
  },
  sloganImage: {
    where: ['登录页上代替标语文字', 'Replaces the slogan text on the login page'],
    worth: logo,
    isOnDark: true,
  },
}

/** One picture of the brand: what it is now, where it stands, and another. */
export function BrandPicture({ name, url, model }: { name: BrandImageName; url: string | null; model: BrandModel }) {
  const t = useText()
  const { where, worth, isOnDark } = places[name]
  const title = t(brandImages[name])
  const drop = async () => {
    const question = ['删除{what}吗？', 'Remove the {what}?'] as const
    if ((await ask({ title: question, args: { what: brandImages[name] }, danger: true })) !== undefined)
      await model.drop(name)
  }
  return (
    <section className="brand-picture">
      <div className="brand-thumb" data-dark={isOnDark}>
        <BrandImage src={url} alt={title} className="brand-thumb-image">
          <small>{t(['暂无图片', 'No image'])}</small>
        </BrandImage>
      </div>
      <div>
        <h3>{title}</h3>
        <p className="hint">{t(where)}</p>
        {model.mayChange && (
          <div className="brand-buttons">
            <ImageUpload
              label={t(url ? ['更换图片', 'Replace image'] : ['上传图片', 'Upload image'])}
              name={title}
              worth={worth}
              isBusy={model.isUploading}
              refused={model.refused}
              onFile={(file) => model.put(name, file)}
            />
            {url && (
              <Button
                type="text"
                danger
                disabled={model.refused !== undefined}
                title={model.refused}
                onClick={() => void drop()}
              >
                {t(['删除图片', 'Remove image'])}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
