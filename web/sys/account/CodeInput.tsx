import { Input } from 'antd'
import { useId } from 'react'

interface Props {
  readonly title: string
  readonly kind: 'code' | 'password'
  readonly value: string
  readonly problem?: string
  readonly onChange: (value: string) => void
  readonly onEnter: () => void
}

/** A password, or what an authenticator app shows, with its label and what is wrong with it. */
export function CodeInput({ title, kind, value, problem = '', onChange, onEnter }: Props) {
  const id = useId()
  const common = {
    id,
    value,
    status: problem ? ('error' as const) : ('' as const),
    'aria-invalid': problem !== '',
    'aria-describedby': problem ? `${id}-problem` : undefined,
    onChange: (e: { target: { value: string } }) => onChange(e.target.value),
    onPressEnter: onEnter,
  }
  return (
    <div className="field">
      <label htmlFor={id} className="needed">
        {title}
      </label>
      {kind === 'password' ? (
        <Input.Password {...common} autoComplete="current-password" maxLength={128} />
      ) : (
        <Input {...common} className="code-input" autoComplete="one-time-code" maxLength={32} />
      )}
      {problem && (
        <div id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}
