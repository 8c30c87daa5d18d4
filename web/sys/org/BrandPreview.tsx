import type { Brand } from '@lading/contract/sys/brand.ts'
import { accentsOf, colorPattern } from '@lading/contract/sys/brandColor.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { BrandMark } from '../../ui/Brand.tsx'
import { BrandImage } from '../../ui/BrandImage.tsx'
import { Painted } from '../../ui/Painted.tsx'
import type { Draft } from './useBrand.ts'

const own = accentsOf('#0f766e')
const grounds = {
  light: { surface: '#ffffff', ink: '#16211f' },
  dark: { surface: '#161d1f', ink: '#e5edec' },
}

/** What people will see: the log-in page in small, and the two themes with their readable shades of the colour. */
export function BrandPreview({ saved, draft }: { saved: Brand; draft: Draft }) {
  const t = useText()
  const { name } = useUser().tenant
  const accents = colorPattern.test(draft.color) ? accentsOf(draft.color) : own
  const { loginBackground, loginLogo, sloganImage } = saved.images
  return (
    <section className="brand-preview" aria-label={t(['预览', 'Preview'])}>
      <Painted className="brand-door" panel={accents.light.accent}>
        <BrandImage src={loginBackground ?? null} alt="" className="brand-door-picture" />
        <div className="brand-door-words" data-picture={loginBackground ? true : undefined}>
          <span className="brand-door-logo">
            <BrandImage src={loginLogo ?? null} alt="" className="brand-door-image">
              <BrandMark size={20} />
            </BrandImage>
            {name}
          </span>
          <BrandImage src={sloganImage ?? null} alt={draft.slogan} className="brand-door-slogan">
            <strong>{draft.slogan.trim() || 'Make Your Supply Chain Smarter'}</strong>
          </BrandImage>
        </div>
      </Painted>
      {(['light', 'dark'] as const).map((theme) => {
        const { accent, on, soft } = accents[theme]
        const { surface, ink } = grounds[theme]
        return (
          <Painted key={theme} className="brand-theme" ink={ink} ground={surface}>
            <Painted className="brand-row" ink={accent} ground={soft}>
              {t(['当前菜单', 'This page'])}
            </Painted>
            <Painted ink={accent}>{t(['链接', 'Link'])}</Painted>
            <Painted className="brand-key" ink={on} ground={accent}>
              {t(['按钮', 'Button'])}
            </Painted>
          </Painted>
        )
      })}
    </section>
  )
}
