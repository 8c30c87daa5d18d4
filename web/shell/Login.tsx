import { setPrefs, usePrefs } from '../client/prefs.ts'
import { useText } from '../client/text.ts'
import { BrandMark } from '../ui/Brand.tsx'
import { LoginArt } from './LoginArt.tsx'
import { LoginForm } from './LoginForm.tsx'
import { loginWords as words } from './loginWords.ts'
import './login.css'

/** The log-in screen. It is drawn without the component library, so that it is there at once. */
export function Login() {
  return (
    <div className="login">
      <aside className="login-brand">
        <div className="login-logo">
          <BrandMark size={36} />
          <span>Lading</span>
        </div>
        <div className="login-slogan">
          <p>Make Your Supply Chain Smarter</p>
          <Intro />
        </div>
        <LoginArt />
      </aside>
      <main className="login-main">
        <LanguageSwitch />
        <LoginForm />
      </main>
    </div>
  )
}

function Intro() {
  const t = useText()
  return <p className="login-intro">{t(words.intro)}</p>
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
