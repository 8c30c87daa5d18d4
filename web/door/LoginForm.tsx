import type { Branding } from '@lading/contract/sys/open.ts'
import { secondFactorFaults } from '@lading/contract/sys/secondFactor.ts'
import { type SubmitEvent, useRef, useState } from 'react'
import { logIn } from '../client/account.ts'
import { Refused } from '../client/client.ts'
import { readStored } from '../client/stored.ts'
import { useText } from '../client/text.ts'
import { BrandMark } from '../ui/Brand.tsx'
import { BrandImage } from '../ui/BrandImage.tsx'
import { LoginCode } from './LoginCode.tsx'
import { LoginHistory } from './LoginHistory.tsx'
import { LoginInput } from './LoginInput.tsx'
import { type LoginField, loginWords as words } from './loginWords.ts'

const fields = ['tenant', 'username', 'password'] as const

interface Props {
  readonly brand: Branding
  readonly tenant: string
  readonly onTenant: (tenant: string) => void
  /** The user is about to type his password: what comes after it can be fetched. */
  readonly onPassword: () => void
}

/** Who somebody is, and where he asks for it a code of his app. */
export function LoginForm({ brand, tenant, onTenant, onPassword }: Props) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const [own, setOwn] = useState({ username: readStored().logins?.[0]?.username ?? '', password: '' })
  const values = { ...own, tenant }
  const login = useLogIn()
  const [missing, setMissing] = useState<LoginField>()
  const [autoFocused] = useState(() => fields.find((f) => values[f] === '') ?? 'password')
  const focusOn = (field: LoginField) => form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus()
  const submit = (e: SubmitEvent) => {
    e.preventDefault()
    const first = fields.find((f) => values[f].trim() === '')
    setMissing(first)
    if (!first) void login.enter(values)
  }
  if (login.isSecondStep) {
    const back = () => {
      login.back()
      setOwn({ ...own, password: '' })
    }
    const enter = (code: string) => login.enter(values, code)
    const user = own.username.trim()
    return <LoginCode user={user} problem={login.problem} isBusy={login.isBusy} onEnter={enter} onBack={back} />
  }
  const inputOf = (field: (typeof fields)[number]) => ({
    field,
    title: t(words[field]),
    value: values[field],
    problem:
      missing === field
        ? t(words.needed, { field: words[field] })
        : login.wrong?.find((one) => one.field === field)?.message,
    hasFocus: autoFocused === field,
    onChange: (value: string) => (field === 'tenant' ? onTenant(value) : setOwn({ ...own, [field]: value })),
  })
  return (
    <form className="login-form" ref={form} noValidate onSubmit={submit}>
      <div className="login-mobile-logo">
        <BrandImage src={brand.mediumLogoUrl ?? brand.loginLogoUrl} alt="" className="login-logo-image">
          <BrandMark size={44} />
        </BrandImage>
        <span>{brand.companyName}</span>
      </div>
      <BrandImage src={brand.colorLogoUrl} alt={brand.companyName} className="login-color-logo" />
      <h1>{t(words.title)}</h1>
      <LoginInput {...inputOf('tenant')} autoComplete="organization" />
      <LoginInput {...inputOf('username')} autoComplete="username" />
      <LoginInput {...inputOf('password')} autoComplete="current-password" onFocus={onPassword} />
      {login.problem && (
        <p className="login-problem" role="alert">
          {login.problem}
        </p>
      )}
      <button type="submit" className="login-submit" disabled={login.isBusy}>
        {t(login.isBusy ? words.busy : words.submit)}
      </button>
      <LoginHistory
        chosen={{ tenant, username: own.username }}
        onChoose={(l) => {
          onTenant(l.tenant)
          setOwn({ username: l.username, password: '' })
          focusOn('password')
        }}
        onForget={() => {
          onTenant('')
          setOwn({ username: '', password: '' })
          focusOn('tenant')
        }}
      />
      <p className="login-help">{t(words.help)}</p>
    </form>
  )
}

/** The log-in itself, in one step or two. */
function useLogIn() {
  const t = useText()
  const [refused, setRefused] = useState<Pick<Refused, 'message' | 'errors'>>()
  const [isBusy, setBusy] = useState(false)
  const [isSecondStep, setSecondStep] = useState(false)
  const enter = async (values: Record<(typeof fields)[number], string>, secondFactor?: string) => {
    setBusy(true)
    setRefused(undefined)
    const { tenant, username, password } = values
    try {
      await logIn({ tenant: tenant.trim(), username: username.trim(), password, secondFactor })
    } catch (error) {
      // What is not the server's refusal is the browser's: of a place for the session's key.
      const no = error instanceof Refused ? error : { code: 0, message: t(words.noKeys), errors: [] }
      if (no.code === secondFactorFaults.needed.code) setSecondStep(true)
      else setRefused(no)
      setBusy(false)
    }
  }
  const back = () => {
    setSecondStep(false)
    setRefused(undefined)
  }
  return { problem: refused?.message, wrong: refused?.errors, isBusy, isSecondStep, enter, back }
}
