import { type SubmitEvent, useState } from 'react'
import { useText } from '../client/text.ts'
import { LoginInput } from './LoginInput.tsx'
import { loginWords as words } from './loginWords.ts'

interface Props {
  readonly user: string
  readonly problem: string | undefined
  readonly isBusy: boolean
  readonly onEnter: (secondFactor: string) => Promise<void>
  readonly onBack: () => void
}

/** The log-in's second step: what the user's app shows, or a recovery code. */
export function LoginCode({ user, problem, isBusy, onEnter, onBack }: Props) {
  const t = useText()
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const title = t(isRecovery ? words.recoveryCode : words.secondFactor)
  const submit = async (e: SubmitEvent) => {
    e.preventDefault()
    setTried(true)
    if (code.trim() === '') return
    await onEnter(code)
    // A code counts once: the next one is typed afresh.
    setCode('')
    setTried(false)
  }
  const missing = isTried && code.trim() === '' ? t(words.needed, { field: title }) : undefined
  return (
    <form className="login-form" noValidate onSubmit={(e) => void submit(e)}>
      <h1>{t(words.codeTitle)}</h1>
      <p className="login-hint">{t(isRecovery ? words.recoveryHint : words.codeHint, { user })}</p>
      <LoginInput
        key={String(isRecovery)}
        field="secondFactor"
        title={title}
        value={code}
        problem={missing ?? problem}
        hasFocus
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? undefined : 'numeric'}
        onChange={setCode}
      />
      <button type="submit" className="login-submit" disabled={isBusy}>
        {t(isBusy ? words.busy : words.goOn)}
      </button>
      <div className="login-links">
        <button
          type="button"
          onClick={() => {
            setRecovery(!isRecovery)
            setCode('')
            setTried(false)
          }}
        >
          {t(isRecovery ? words.useApp : words.useRecovery)}
        </button>
        <button type="button" onClick={onBack}>
          {t(words.back)}
        </button>
      </div>
    </form>
  )
}
