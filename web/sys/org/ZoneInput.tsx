import { AutoComplete } from 'antd'
import { useMemo } from 'react'
import type { InputProps } from '../../kernel/field/inputs.tsx'

/** Time zones that this browser knows; another name may be typed and is judged by the server. */
export function ZoneInput(p: InputProps) {
  const options = useMemo(() => Intl.supportedValuesOf('timeZone').map((value) => ({ value })), [])
  return (
    <AutoComplete
      id={p.id}
      className="wide"
      value={String(p.value ?? '')}
      options={options}
      showSearch={{ filterOption: (typed, option) => has(String(option?.value), typed) }}
      disabled={p.isDisabled ?? false}
      status={p.isInvalid ? 'error' : ''}
      aria-label={p.title}
      aria-invalid={p.isInvalid}
      aria-describedby={p.describedBy}
      onChange={(zone: string) => p.onChange(zone)}
    />
  )
}
const has = (zone: string, typed: string): boolean =>
  zone.toLowerCase().includes(typed.trim().toLowerCase().replaceAll(' ', '_'))
