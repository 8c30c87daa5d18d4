import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../client/text.ts'
import { type LoginField, loginWords as words } from './loginWords.ts'

interface LoginInputProps {
  readonly field: LoginField
  readonly title: string
  readonly value: string
  readonly problem: string | undefined
  readonly hasFocus: boolean
  readonly autoComplete: string
  readonly inputMode?: 'numeric' | undefined
  readonly onFocus?: (() => void) | undefined
  readonly onChange: (value: string) => void
}

/** A field of the log-in screen, drawn without the component library. */
export function LoginInput({
  field,
  title,
  value,
  problem,
  hasFocus,
  autoComplete,
  inputMode,
  onFocus,
  onChange,
}: LoginInputProps) {
  const t = useText()
  const id = useId()
  const isPassword = field === 'password'
  const [isVisible, setVisible] = useState(false)
  const [isCaps, setCaps] = useState(false)
  const watchCaps = (e: KeyboardEvent) => setCaps(e.getModifierState('CapsLock'))
  return (
    <div className="login-field">
      <label htmlFor={id}>{title}</label>
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
          inputMode={inputMode}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onFocus={onFocus}
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
