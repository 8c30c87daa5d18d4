import type { Text } from '@lading/contract/kernel/text.ts'
import { type KeyboardEvent, type SubmitEvent, useId, useState } from 'react'
import { logIn } from '../client/account.ts'
import { Refused } from '../client/client.ts'
import { setPrefs, usePrefs } from '../client/prefs.ts'
import { readStored } from '../client/stored.ts'
import { useText } from '../client/text.ts'
import { BrandMark } from '../ui/Brand.tsx'
import { LoginArt } from './LoginArt.tsx'
import './login.css'

const words = {
  title: ['登录', 'Log in'],
  tenant: ['租户', 'Tenant'],
  username: ['用户名', 'User name'],
  password: ['密码', 'Password'],
  submit: ['登录', 'Log in'],
  busy: ['登录中…', 'Logging in…'],
  show: ['显示密码', 'Show password'],
  hide: ['隐藏密码', 'Hide password'],
  capsLock: ['大写锁定已打开', 'Caps Lock is on'],
  needed: ['{field}不能为空', '{field} must not be empty'],
  help: ['如需帮助，请联系系统管理员', 'If you need help, ask your system administrator'],
  intro: ['仓储 · 运输 · 拣选 · 主数据，一个系统', 'Warehouse, transport, picking and master data in one system'],
} as const satisfies Record<string, Text>

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

type Field = 'tenant' | 'username' | 'password'

function LoginForm() {
  const t = useText()
  const last = readStored().logins?.[0]
  const [values, setValues] = useState({ tenant: last?.tenant ?? '', username: last?.username ?? '', password: '' })
  const [problem, setProblem] = useState<{ readonly field: Field | undefined; readonly text: string }>()
  const [isBusy, setBusy] = useState(false)
  const first: Field = values.tenant === '' ? 'tenant' : values.username === '' ? 'username' : 'password'
  const [autoFocused] = useState(first)
  const submit = async (e: SubmitEvent) => {
    e.preventDefault()
    const missing = (['tenant', 'username', 'password'] as const).find((f) => values[f].trim() === '')
    if (missing) return setProblem({ field: missing, text: t(words.needed, { field: words[missing] }) })
    setBusy(true)
    setProblem(undefined)
    try {
      await logIn({ ...values, tenant: values.tenant.trim(), username: values.username.trim() })
    } catch (error) {
      setProblem({ field: undefined, text: error instanceof Refused ? error.message : String(error) })
      setBusy(false)
    }
  }
  const inputOf = (field: Field) => ({
    field,
    value: values[field],
    problem: problem?.field === field ? problem.text : undefined,
    hasFocus: autoFocused === field,
    onChange: (value: string) => setValues({ ...values, [field]: value }),
  })
  return (
    <form className="login-form" noValidate onSubmit={(e) => void submit(e)}>
      <div className="login-mobile-logo">
        <BrandMark size={44} />
        <span>Lading</span>
      </div>
      <h1>{t(words.title)}</h1>
      <LoginInput {...inputOf('tenant')} autoComplete="organization" />
      <LoginInput {...inputOf('username')} autoComplete="username" />
      <LoginInput {...inputOf('password')} autoComplete="current-password" />
      {problem && !problem.field && (
        <p className="login-problem" role="alert">
          {problem.text}
        </p>
      )}
      <button type="submit" className="login-submit" disabled={isBusy}>
        {t(isBusy ? words.busy : words.submit)}
      </button>
      <p className="login-help">{t(words.help)}</p>
    </form>
  )
}

interface LoginInputProps {
  readonly field: Field
  readonly value: string
  readonly problem: string | undefined
  readonly hasFocus: boolean
  readonly autoComplete: string
  readonly onChange: (value: string) => void
}

function LoginInput({ field, value, problem, hasFocus, autoComplete, onChange }: LoginInputProps) {
  const t = useText()
  const id = useId()
  const isPassword = field === 'password'
  const [isVisible, setVisible] = useState(false)
  const [isCaps, setCaps] = useState(false)
  const watchCaps = (e: KeyboardEvent) => setCaps(e.getModifierState('CapsLock'))
  return (
    <div className="login-field">
      <label htmlFor={id}>{t(words[field])}</label>
      <div className="login-control">
        <input
          id={id}
          name={field}
          type={isPassword && !isVisible ? 'password' : 'text'}
          value={value}
          // The first empty field is where the user begins; nothing stands before it.
          // biome-ignore lint/a11y/noAutofocus: the screen has no other content
          autoFocus={hasFocus}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(e) => onChange(e.target.value)}
          {...(isPassword && { onKeyDown: watchCaps, onKeyUp: watchCaps, onBlur: () => setCaps(false) })}
        />
        {isPassword && (
          <button
            type="button"
            className="login-eye"
            aria-label={t(isVisible ? words.hide : words.show)}
            aria-pressed={isVisible}
            onClick={() => setVisible(!isVisible)}
          >
            <Eye isOpen={isVisible} />
          </button>
        )}
      </div>
      {isCaps && <p className="login-caps">{t(words.capsLock)}</p>}
      {problem && (
        <p id={`${id}-problem`} className="login-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

const Eye = ({ isOpen }: { isOpen: boolean }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z" />
    <circle cx="10" cy="10" r="2.4" />
    {!isOpen && <path d="m4 16 12-12" strokeLinecap="round" />}
  </svg>
)
