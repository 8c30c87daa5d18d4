import { secondFactorFaults } from '@lading/contract/sys/secondFactor.ts'
import { type SubmitEvent, useState } from 'react'
import { logIn } from '../client/account.ts'
import { Refused } from '../client/client.ts'
import { readStored } from '../client/stored.ts'
import { useText } from '../client/text.ts'
import { BrandMark } from '../ui/Brand.tsx'
import { LoginCode } from './LoginCode.tsx'
import { LoginInput } from './LoginInput.tsx'
import { type LoginField, loginWords as words } from './loginWords.ts'

const fields = ['tenant', 'username', 'password'] as const

/** Who somebody is, and where he asks for it a code of his app. */
export function LoginForm() {
  const t = useText()
  const last = readStored().logins?.[0]
  const [values, setValues] = useState({ tenant: last?.tenant ?? '', username: last?.username ?? '', password: '' })
  const [problem, setProblem] = useState<{ readonly field: LoginField | undefined; readonly text: string }>()
  const [isBusy, setBusy] = useState(false)
  const [isSecondStep, setSecondStep] = useState(false)
  const [autoFocused] = useState(() => fields.find((f) => values[f] === '') ?? 'password')
  const enter = async (secondFactor?: string) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { tenant, username, password } = values
      await logIn({ tenant: tenant.trim(), username: username.trim(), password, secondFactor })
    } catch (error) {
      const { code, message } = error instanceof Refused ? error : { code: 0, message: String(error) }
      if (code === secondFactorFaults.needed.code) setSecondStep(true)
      else setProblem({ field: undefined, text: message })
      setBusy(false)
    }
  }
  const submit = (e: SubmitEvent) => {
    e.preventDefault()
    const missing = fields.find((f) => values[f].trim() === '')
    if (missing) return setProblem({ field: missing, text: t(words.needed, { field: words[missing] }) })
    void enter()
  }
  if (isSecondStep) {
    const back = () => {
      setSecondStep(false)
      setProblem(undefined)
      setValues({ ...values, password: '' })
    }
    const user = values.username.trim()
    return <LoginCode user={user} problem={problem?.text} isBusy={isBusy} onEnter={enter} onBack={back} />
  }
  const inputOf = (field: (typeof fields)[number]) => ({
    field,
    title: t(words[field]),
    value: values[field],
    problem: problem?.field === field ? problem.text : undefined,
    hasFocus: autoFocused === field,
    onChange: (value: string) => setValues({ ...values, [field]: value }),
  })
  return (
    <form className="login-form" noValidate onSubmit={submit}>
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
