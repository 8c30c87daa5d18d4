import type { Branding } from '@lading/contract/sys/open.ts'
import { useLayoutEffect, useState } from 'react'
import { paintAccent } from '../client/accent.ts'
import { setPrefs, usePrefs } from '../client/prefs.ts'
import { readStored } from '../client/stored.ts'
import { useText } from '../client/text.ts'
import { BrandMark } from '../ui/Brand.tsx'
import { BrandImage } from '../ui/BrandImage.tsx'
import { useBranding } from './branding.ts'
import { LoginArt } from './LoginArt.tsx'
import { LoginForm } from './LoginForm.tsx'
import { loginWords as words } from './loginWords.ts'
import { websiteOf } from './website.ts'
import './login.css'

/** The log-in screen. It is drawn without the component library, so that it is there at once. */
export function Login({ onPassword }: { onPassword: () => void }) {
  const [tenant, setTenant] = useState(readStored().logins?.[0]?.tenant ?? '')
  const brand = useBranding(tenant)
  useLayoutEffect(() => paintAccent(brand.color), [brand.color])
  return (
    <div className="login">
      <BrandPanel brand={brand} />
      <main className="login-main">
        <LanguageSwitch />
        <LoginForm brand={brand} tenant={tenant} onTenant={setTenant} onPassword={onPassword} />
      </main>
    </div>
  )
}

/** From so many characters on a slogan is set smaller. */
const longSlogan = 36

/** Whose system this is. Over a tenant's own picture lies a veil, so that the words can be read whatever it shows. */
function BrandPanel({ brand }: { brand: Branding }) {
  const t = useText()
  const website = websiteOf(brand.enterpriseWebsite)
  const hasPicture = brand.loginBackgroundUrl !== null
  return (
    <aside className="login-brand" data-picture={hasPicture || undefined}>
      <BrandImage src={brand.loginBackgroundUrl} alt="" className="login-picture" />
      {hasPicture && <div className="login-veil" />}
      <div className="login-logo">
        <BrandImage src={brand.loginLogoUrl} alt="" className="login-logo-image">
          <BrandMark size={36} />
        </BrandImage>
        <span>{brand.companyName}</span>
      </div>
      <div className="login-slogan">
        <BrandImage src={brand.sloganImageUrl} alt={brand.slogan} className="login-slogan-image">
          <p className={brand.slogan.length > longSlogan ? 'login-slogan-long' : undefined}>{brand.slogan}</p>
        </BrandImage>
        <p className="login-intro">{t(words.intro)}</p>
      </div>
      {hasPicture ? <div className="login-art" /> : <LoginArt />}
      {website && (
        <a className="login-website" href={website.href} target="_blank" rel="noreferrer noopener">
          {website.host}
        </a>
      )}
    </aside>
  )
}

function LanguageSwitch() {
  const language = usePrefs((p) => p.language)
  return (
    <fieldset className="login-language" aria-label="语言 Language">
      <button
        type="button"
        lang="zh-CN"
        aria-pressed={language === 'zh-CN'}
        onClick={() => setPrefs({ language: 'zh-CN' })}
      >
        中文
      </button>
      <button
        type="button"
        lang="en"
        aria-pressed={language === 'en-US'}
        onClick={() => setPrefs({ language: 'en-US' })}
      >
        English
      </button>
    </fieldset>
  )
}
