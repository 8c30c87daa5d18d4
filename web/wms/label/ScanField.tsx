import { Input } from 'antd'
import { useId, useState } from 'react'

/** A field for a code: scanned or typed, then Enter. */
export function ScanField({
  title,
  onCode,
  isDisabled = false,
  isKept = false,
}: {
  title: string
  onCode: (code: string) => void
  isDisabled?: boolean
  /** What was entered stays and counts on, such as a badge or a container. */
  isKept?: boolean
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const enter = () => {
    const code = typed.trim()
    if (code !== '' || isKept) onCode(code)
    if (!isKept) setTyped('')
  }
  return (
    <div className="field label-field">
      <label htmlFor={id}>{title}</label>
      <Input
        id={id}
        value={typed}
        maxLength={64}
        disabled={isDisabled}
        autoComplete="off"
        onChange={(e) => setTyped(e.target.value)}
        onPressEnter={enter}
        onBlur={() => isKept && onCode(typed.trim())}
      />
    </div>
  )
}
