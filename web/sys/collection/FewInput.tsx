import type { Text } from '@lading/contract/kernel/text.ts'
import { credentialKinds, loginsOf, type SourceKind, sourceKinds, waysOf } from '@lading/contract/sys/collection.ts'
import { Select } from 'antd'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'

/** Those of several choices that go with what else was chosen. */
function FewInput({ all, few, ...p }: InputProps & { all: Readonly<Record<string, Text>>; few: readonly string[] }) {
  const t = useText()
  const value = String(p.value ?? '')
  const isKnown = few.includes(value)
  return (
    <Select
      id={p.id}
      className="wide"
      disabled={p.isDisabled ?? false}
      status={p.isInvalid || (value !== '' && !isKnown) ? 'error' : ''}
      aria-label={p.title}
      aria-invalid={p.isInvalid}
      aria-describedby={p.describedBy}
      // What does not go with it any more is not kept silently: it has to be chosen anew.
      value={isKnown ? value : null}
      options={few.map((key) => ({ value: key, label: t(all[key] ?? ['', '']) }))}
      onChange={(key: string) => p.onChange(key)}
    />
  )
}

/** By which way it comes or goes: those of its direction. */
export const WayInput = (p: InputProps) => (
  <FewInput {...p} all={sourceKinds} few={waysOf[p.record.direction === 'OUT' ? 'OUT' : 'IN']} />
)

/** How we say who we are: as the way lets somebody in. */
export const LoginInput = (p: InputProps) => (
  <FewInput {...p} all={credentialKinds} few={loginsOf[p.record.sourceKind as SourceKind] ?? ['NONE']} />
)
